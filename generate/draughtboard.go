package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/filling"
	"crosscut/puzzle"
)

// Draughtboards are made by cutting a board at random, and then moving single cells from
// stone to stone, keeping what does not lead away from the wished number of solutions.

// usualSizes returns the sizes of stones where none are wished for. Smaller ones leave
// many solutions and larger ones are easy to place. Up to the side of a square of the
// board's area nearly all puzzles are extreme; the other levels need larger ones.
func usualSizes(cells int, level human.Level) (smallest, largest int) {
	side := max(int(math.Sqrt(float64(cells))), 3)
	switch level {
	case human.Easy:
		return (2*side + 2) / 3, 2 * side
	case human.Medium:
		return 9 * side / 10, 7 * side / 4
	case human.Hard:
		return (2*side + 1) / 3, side + max(side/5, 1)
	}
	return (2*side + 1) / 3, side
}

// newDraughtboardMaker returns the function that makes draughtboards.
func newDraughtboardMaker(w *Wish, p *puzzle.Draughtboard) (makeFunc, error) {
	d := &draughtboardMaker{wish: w, blank: p, smallest: w.Smallest, largest: w.Largest, solutions: max(w.Solutions, 1)}
	if d.smallest == 0 && d.largest == 0 {
		d.smallest, d.largest = usualSizes(p.Board().Len(), w.Level)
	}
	switch {
	case p.Corner() == puzzle.AnyColour:
		return nil, fmt.Errorf("%w: the corner of the board must be black or white", ErrWish)
	case d.smallest < 1 || d.largest < d.smallest:
		return nil, fmt.Errorf("%w: stones of %d to %d cells", ErrWish, d.smallest, d.largest)
	case w.Solutions < 0:
		return nil, fmt.Errorf("%w: %d solutions", ErrWish, w.Solutions)
	case w.Level > 0 && d.solutions > 1:
		return nil, fmt.Errorf("%w: a puzzle with several solutions has no level", ErrWish)
	case w.Clues != 0 || w.Minimal || w.Pattern != "" && w.Pattern != NoPattern || w.Ends != "" && w.Ends != AnyEnds:
		return nil, fmt.Errorf("%w: a draughtboard has no clues", ErrWish)
	}
	return d.make, nil
}

// draughtboardMaker makes draughtboards.
type draughtboardMaker struct {
	wish              *Wish
	blank             *puzzle.Draughtboard
	smallest, largest int
	solutions         int // solutions up to symmetry
}

// The effort for one puzzle: how many boards are cut, how many changes are tried on
// each, how many solutions and nodes a change is judged by.
const (
	cutsTried       = 30
	changesTried    = 600
	solutionsJudged = 150
	nodesJudged     = 100_000
)

// cutBoard is a board cut into stones, and how far it is from what was wished for.
type cutBoard struct {
	cut      *filling.Pieces
	puzzle   *puzzle.Draughtboard
	count    int // of its solutions up to symmetry, at most dissecting.most; 0 where it was not counted
	distance int // 0 when it is as wished
}

// make makes one puzzle.
func (d *draughtboardMaker) make(ctx context.Context, rng *rand.Rand) (*Made, error) {
	nearest := 0 // number of solutions
	for range cutsTried {
		now, err := d.cutAnew(ctx, rng)
		if err != nil {
			return nil, err
		}
		for range changesTried {
			if now.distance == 0 {
				m, err := d.finish(ctx, now)
				if m != nil || err != nil {
					return m, err
				}
			}
			next, err := d.change(ctx, now)
			if err != nil {
				return nil, err
			}
			if next != nil {
				now = next
			}
			if nearest == 0 || abs(now.count-d.solutions) < abs(nearest-d.solutions) {
				nearest = now.count
			}
		}
	}
	effort := fmt.Sprintf("%d boards cut and %d changes to each", cutsTried, changesTried)
	if d.wish.Level > 0 {
		return nil, effortSpent("%s; none was %v with stones of %d to %d cells", effort, d.wish.Level, d.smallest, d.largest)
	}
	return nil, effortSpent("%s; the number of solutions nearest to %d was %d", effort, d.solutions, nearest)
}

// countLimit is up to how many solutions are counted.
func (d *draughtboardMaker) countLimit() int { return max(solutionsJudged, 2*d.solutions) }

// cutAnew cuts a board until there is a puzzle.
func (d *draughtboardMaker) cutAnew(ctx context.Context, rng *rand.Rand) (*cutBoard, error) {
	for range cutsTried {
		stones := filling.Cut(ctx, d.blank.Board(), d.smallest, d.largest, rng)
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if stones == nil {
			break
		}
		if c, err := d.judge(ctx, stones, d.countLimit()); c != nil || err != nil {
			return c, err
		}
	}
	unlike := ", no two of them alike"
	if d.wish.Alike {
		unlike = ""
	}
	return nil, effortSpent("the board could not be cut into stones of %d to %d cells%s", d.smallest, d.largest, unlike)
}

// change returns a cutting that differs a little and is not farther away, nil when the
// change tried is none.
func (d *draughtboardMaker) change(ctx context.Context, from *cutBoard) (*cutBoard, error) {
	stones := from.cut.Clone()
	if !stones.Change() {
		return nil, context.Cause(ctx)
	}
	c, err := d.judge(ctx, stones, from.distance)
	if err != nil || c == nil || c.distance > from.distance {
		return nil, err
	}
	return c, nil
}

// judge says how far a cutting is away, up to a bound, and returns nil when stones are
// alike that should not be.
func (d *draughtboardMaker) judge(ctx context.Context, stones *filling.Pieces, bound int) (*cutBoard, error) {
	p, err := d.puzzleOf(stones)
	if err != nil {
		return nil, err
	}
	if !d.wish.Alike {
		for i, kind := range p.Kinds() {
			if kind != i {
				return nil, nil
			}
		}
	}
	c := &cutBoard{cut: stones, puzzle: p}
	if d.wish.Level > 0 && d.wish.Level < human.Extreme {
		c.distance, err = d.stepsToLevel(ctx, p)
	} else {
		err = d.count(ctx, c, bound)
	}
	if err != nil {
		return nil, err
	}
	return c, nil
}

// count counts the solutions while they say that the cutting is within the bound.
// Counting that takes too long counts as many.
func (d *draughtboardMaker) count(ctx context.Context, c *cutBoard, bound int) error {
	limit := min(d.solutions+bound+1, d.countLimit())
	found, err := crosscut.Distinct(ctx, crosscut.Native, c.puzzle, limit, &crosscut.Meter{MaxNodes: nodesJudged})
	c.count = len(found)
	if errors.Is(err, crosscut.ErrLimit) && ctx.Err() == nil {
		c.count, err = d.countLimit(), nil
	}
	c.distance = abs(c.count - d.solutions)
	if err != nil || c.distance > 0 || d.wish.Level == 0 {
		return err
	}
	g, err := gradeWithoutGuesses(ctx, c.puzzle)
	if err == nil && g.Level != d.wish.Level {
		c.distance = 1
	}
	return err
}

// stepsToLevel says how far a puzzle is from being solved by steps of the level wished for:
// how many placements are left open by them. What is solved by them has one solution.
func (d *draughtboardMaker) stepsToLevel(ctx context.Context, p *puzzle.Draughtboard) (int, error) {
	g, err := human.GradeOf(ctx, p, d.wish.Level)
	switch {
	case err != nil:
		return 0, err
	case g.Solved: // perhaps too easily
		return int(d.wish.Level - g.Level), nil
	}
	return g.Left, nil
}

// puzzleOf returns the puzzle of the pieces.
func (d *draughtboardMaker) puzzleOf(stones *filling.Pieces) (*puzzle.Draughtboard, error) {
	b := d.blank.Board()
	cells := make([][]puzzle.StoneCell, stones.Count())
	for c, stone := range stones.Of() {
		row, col := b.Pos(c)
		cells[stone] = append(cells[stone], puzzle.StoneCell{Row: row, Col: col, Colour: d.blank.ColourAt(c, d.blank.Corner())})
	}
	var shapes []puzzle.Stone
	for _, list := range cells {
		s, err := puzzle.NewStone(list)
		if err != nil {
			return nil, err
		}
		shapes = append(shapes, s)
	}
	return puzzle.NewDraughtboard(b, d.blank.Corner(), d.blank.Flips(), shapes)
}

// finish grades the puzzle, nil when it is not of the level wished for, and has its
// solutions counted by two engines.
func (d *draughtboardMaker) finish(ctx context.Context, c *cutBoard) (*Made, error) {
	p, err := disguise(c.puzzle)
	if err != nil {
		return nil, err
	}
	m := &Made{Puzzle: p}
	for _, e := range []crosscut.Engine{crosscut.Native, crosscut.DLX} {
		found, err := crosscut.Distinct(ctx, e, p, d.solutions+1, nil)
		if err != nil {
			return nil, err
		}
		if len(found) != d.solutions {
			return nil, &crosscut.DisagreementError{Engines: [2]string{e.Name, "another"}, Detail: fmt.Sprintf(
				"%s finds %d solutions of a puzzle that was found to have %d: %v", e.Name, len(found), d.solutions, p)}
		}
	}
	all, err := crosscut.First(ctx, crosscut.Native, p, 0, nil)
	if err != nil {
		return nil, err
	}
	m.Count, m.Solution = len(all), slices.MinFunc(all, slices.Compare[puzzle.Solution])
	if d.solutions == 1 {
		if m.Grade, err = gradeWithoutGuesses(ctx, p); err != nil {
			return nil, err
		}
		if d.wish.Level > 0 && m.Grade.Level != d.wish.Level {
			return nil, nil
		}
	}
	return m, nil
}

// disguise returns the puzzle with its stones turned, where that may be, and sorted by
// size and then by their text, so that neither tells where they came from.
func disguise(p *puzzle.Draughtboard) (*puzzle.Draughtboard, error) {
	var stones []puzzle.Stone
	for _, s := range p.Stones() {
		stones = append(stones, slices.MinFunc(s.Versions(p.Flips()), compareTexts))
	}
	slices.SortFunc(stones, func(a, b puzzle.Stone) int {
		return cmp.Or(cmp.Compare(b.Len(), a.Len()), compareTexts(a, b))
	})
	return puzzle.NewDraughtboard(p.Board(), p.Corner(), p.Flips(), stones)
}

func compareTexts(a, b puzzle.Stone) int {
	return cmp.Compare(a.String(), b.String())
}

func abs(n int) int { return max(n, -n) }
