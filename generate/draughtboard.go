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
	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/generate/internal/filling"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Draughtboards. A board is cut into stones at random. Then single cells move from stone
// to stone, and a change stays unless it leads away from the wish.
//
// The distance from the wish is the difference in the number of solutions. For a level
// below extreme, it is the number of placements that steps of that level leave open.
// The constants below bound the effort.

// usualSizes returns the sizes of stones for a wish that names none. Small stones leave
// many solutions, and large ones are easy to place. With stones up to the side of a
// square of the board's area, nearly all puzzles are extreme. The other levels need
// larger stones.
func usualSizes(cells int, level human.Level) (smallest, largest int) {
	side := max(int(math.Sqrt(float64(cells))), 3)
	if side == 3 && cells > 12 { // all stones of 2 and 3 cells together have 14 cells
		side = 4
	}
	switch level {
	case human.Easy:
		return (2*side + 2) / 3, 5 * side / 2
	case human.Medium:
		return 9 * side / 10, 7 * side / 4
	case human.Hard:
		return (2*side + 1) / 3, side + max(side/5, 1)
	}
	return (2*side + 1) / 3, side
}

func newDraughtboardMaker(w *Wish, p *puzzle.Draughtboard) (makeFunc, error) {
	d := &draughtboardMaker{wish: w, blank: p, smallest: w.Smallest, largest: w.Largest, solutions: max(w.Solutions, 1)}
	if err := cmp.Or(checkVariant(w), d.wrongGaps()); err != nil {
		return nil, err
	}
	if w.Keep {
		d.kept = len(p.Stones())
	}
	rest := p.Board().Len() - w.Gaps // cells for new stones
	if w.Keep {
		rest = p.Gaps().Most - w.Gaps
	}
	if d.smallest == 0 && d.largest == 0 {
		d.smallest, d.largest = usualSizes(p.Board().Len(), w.Level)
		d.smallest = max(min(d.smallest, rest), 1)
		if w.Keep { // among given stones, larger ones leave fewer solutions
			d.largest += d.smallest
		}
	}
	switch {
	case w.Keep && (len(w.Sets) > 0 || p.Gaps().Least != p.Gaps().Most || rest < 0):
		return nil, fmt.Errorf("%w: a draughtboard is kept with all its stones, whose number must not be open", errWish)
	case p.Setup().Corner == puzzle.AnyColour:
		return nil, fmt.Errorf("%w: the corner of the board must be black or white", errWish)
	case d.smallest < 1 || d.largest < d.smallest:
		return nil, fmt.Errorf("%w: stones of %d to %d cells", errWish, d.smallest, d.largest)
	case w.SameSolution:
		return nil, fmt.Errorf("%w: the level of a draughtboard depends on its solution", errWish)
	case w.Solutions < 0:
		return nil, fmt.Errorf("%w: %d solutions", errWish, w.Solutions)
	case w.Level > 0 && d.solutions > 1:
		return nil, fmt.Errorf("%w: a puzzle with several solutions has no level", errWish)
	case w.Clues != 0 || w.Minimal || w.Pattern != "" && w.Pattern != noPattern || w.Ends != "" && w.Ends != anyEnds:
		return nil, fmt.Errorf("%w: a draughtboard has no clues", errWish)
	}
	switch {
	case len(w.Sets) > 0:
		return d.makeOfSets, nil
	case w.Keep && rest == 0:
		return d.whole, nil
	}
	return d.make, nil
}

type draughtboardMaker struct {
	wish              *Wish
	blank             *puzzle.Draughtboard
	smallest, largest int
	solutions         int // wished number of solutions, up to symmetry
	kept              int // so many stones of the blank board stay
}

// The effort for one puzzle: boards cut, changes tried on each, and the solutions and
// nodes that judge a change.
const (
	cutsTried       = 30
	changesTried    = 600
	solutionsJudged = 150
	nodesJudged     = 100_000
)

// whole returns the puzzle as it is: its stones cover the board.
func (d *draughtboardMaker) whole(ctx context.Context, _ chance) (*Made, error) {
	b := &cutBoard{puzzle: d.blank}
	if err := d.count(ctx, b, 0); err != nil {
		return nil, err
	}
	if b.distance == 0 {
		if m, err := d.prove(ctx, d.blank); m != nil || err != nil {
			return m, err
		}
	}
	return nil, fmt.Errorf("%w: the stones that are drawn cover the board, and it is not as wished; take a stone away", errWish)
}

// layKept lays the stones that stay on a board at random, and returns the cells of each.
func (d *draughtboardMaker) layKept(ctx context.Context, board *puzzle.Board, rng *rand.Rand) ([][]int, error) {
	if d.kept == 0 {
		return nil, nil
	}
	setup := d.blank.Setup()
	rest := d.blank.Gaps().Most - d.wish.Gaps
	setup.Board, setup.Gaps = board, puzzle.Range{Least: rest, Most: rest}
	p, err := setup.New()
	if err != nil {
		return nil, err
	}
	x, err := encode.ExactCover(ctx, p)
	if err != nil {
		return nil, err
	}
	options, err := x.Problem.Random(ctx, rng.Uint64(), &meter.Meter{MaxNodes: nodesJudged})
	if errors.Is(err, dlx.ErrNoCover) {
		return nil, fmt.Errorf("%w: the stones that are drawn cannot lie on the board together", errWish)
	}
	if err != nil {
		return nil, err
	}
	laid := make([][]int, d.kept)
	for c, stone := range x.Decode(options) {
		if stone != puzzle.Bare {
			laid[stone-1] = append(laid[stone-1], c)
		}
	}
	return laid, nil
}

type cutBoard struct {
	cut      *filling.Cut
	board    *puzzle.Board // the board that was cut: without the cells that stay bare
	puzzle   *puzzle.Draughtboard
	count    int         // number of solutions up to symmetry, at most countLimit; 0 if they were not counted
	distance int         // 0 if the board is as wished
	level    human.Level // 0 if it was not asked for
}

func (d *draughtboardMaker) make(ctx context.Context, c chance) (*Made, error) {
	nearest := 0    // the number of solutions nearest to the wish
	var uncut error // why a board was not cut
	for range cutsTried {
		board := d.withHoles(c)
		if board == nil {
			break
		}
		now, err := d.cutAnew(ctx, board, c.rng)
		if errors.Is(err, meter.ErrLimit) && d.wish.Gaps > 0 { // other gaps may do
			uncut = err
			continue
		}
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
			if nearest == 0 || d.distance(now.count) < d.distance(nearest) {
				nearest = now.count
			}
		}
	}
	if nearest == 0 && uncut != nil {
		return nil, uncut
	}
	effort := fmt.Sprintf("%d boards cut and %d changes to each", cutsTried, changesTried)
	if d.wish.Level > 0 {
		return nil, effortSpent("%s; none was %v with stones of %d to %d cells", effort, d.wish.Level, d.smallest, d.largest)
	}
	return nil, effortSpent("%s; %s", effort, d.nearestText(nearest))
}

// nearestText says what was found instead of the number of solutions that was wished for. A count ends soon beyond
// that, so a larger one is a lower bound. It is countLimit if it took too long.
func (d *draughtboardMaker) nearestText(count int) string {
	switch {
	case count == 0:
		return "none had a solution that was counted"
	case count >= d.countLimit():
		return "their solutions were too many to count"
	case count > d.solutions:
		return fmt.Sprintf("the number of solutions nearest to %d was %d or more", d.solutions, count)
	}
	return fmt.Sprintf("the number of solutions nearest to %d was %d", d.solutions, count)
}

// countLimit returns the largest number of solutions worth counting.
func (d *draughtboardMaker) countLimit() int { return max(solutionsJudged, 2*d.solutions) }

// cutAnew cuts the board at random until one gives a puzzle that the wish allows.
func (d *draughtboardMaker) cutAnew(ctx context.Context, board *puzzle.Board, rng *rand.Rand) (*cutBoard, error) {
	tries := cutsTried
	if d.wish.Keep {
		tries *= cutsTried // the stones that stay often leave cells that cannot be cut so, and the board is no other
	}
	for range tries {
		laid, err := d.layKept(ctx, board, rng)
		if err != nil {
			return nil, err
		}
		stones := filling.Draughtboard(ctx, board, laid, d.smallest, d.largest, rng)
		base.PollSeldom()
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		if stones == nil && laid != nil {
			continue // the same stones may leave other cells
		}
		if stones == nil {
			break
		}
		if c, err := d.judge(ctx, board, stones, d.countLimit()); c != nil || err != nil {
			return c, err
		}
	}
	kinds := ", no two of them alike"
	if d.wish.Alike {
		kinds = ""
	}
	return nil, effortSpent("random cuts of the board gave no stones of %d to %d cells%s", d.smallest, d.largest, kinds)
}

// change tries a small random change. It returns the board after it, or nil if that is
// farther from the wish.
func (d *draughtboardMaker) change(ctx context.Context, from *cutBoard) (*cutBoard, error) {
	stones := from.cut.Clone()
	if !stones.Change() {
		return nil, context.Cause(ctx)
	}
	c, err := d.judge(ctx, from.board, stones, from.distance)
	if err != nil || c == nil || c.distance > from.distance {
		return nil, err
	}
	return c, nil
}

// judge finds the distance of a cut from the wish, up to a bound. It returns nil if
// stones are alike and the wish forbids that.
func (d *draughtboardMaker) judge(ctx context.Context, board *puzzle.Board, stones *filling.Cut, bound int) (*cutBoard, error) {
	p, err := d.puzzleOf(stones)
	if err != nil {
		return nil, err
	}
	if !d.wish.Alike {
		for i, kind := range p.Kinds() {
			if i >= d.kept && kind != i {
				return nil, nil
			}
		}
	}
	c := &cutBoard{cut: stones, board: board, puzzle: p}
	if err := d.measure(ctx, c, bound); err != nil {
		return nil, err
	}
	return c, nil
}

// climbs reports whether a level is wished that steps come near to: guesses have no such measure.
func (d *draughtboardMaker) climbs() bool { return d.wish.Level > 0 && d.wish.Level < human.Extreme }

// measure finds the distance of a puzzle from the wish.
func (d *draughtboardMaker) measure(ctx context.Context, c *cutBoard, bound int) (err error) {
	if d.climbs() {
		c.distance, err = d.stepsToLevel(ctx, c.puzzle)
		return err
	}
	return d.count(ctx, c, bound)
}

func (d *draughtboardMaker) distance(count int) int { return max(count-d.solutions, d.solutions-count) }

// count counts solutions up to the bound on the distance. A count that takes too long
// is taken for a large number. Many solutions may take longer.
func (d *draughtboardMaker) count(ctx context.Context, c *cutBoard, bound int) error {
	limit := min(d.solutions+bound+1, d.countLimit())
	found, err := crosscut.Distinct(ctx, crosscut.Native, c.puzzle, limit, &meter.Meter{MaxNodes: nodesJudged * int64(1+d.solutions/50)})
	c.count = len(found)
	if errors.Is(err, meter.ErrLimit) && ctx.Err() == nil {
		c.count, err = d.countLimit(), nil
	}
	c.distance = d.distance(c.count)
	if err != nil || c.distance > 0 || d.wish.Level == 0 {
		return err
	}
	g, err := gradeOf(ctx, c.puzzle, human.Hard) // steps alone show the level
	if err != nil {
		return err
	}
	if c.level = g.Level; c.level != d.wish.Level {
		c.distance = 1
	}
	return nil
}

// stepsToLevel returns the number of placements that steps of the wished level leave
// open. A puzzle that they solve has one solution. If it is too easy, the result is the
// difference of the levels.
func (d *draughtboardMaker) stepsToLevel(ctx context.Context, p *puzzle.Draughtboard) (int, error) {
	g, err := human.GradeOf(ctx, p, d.wish.Level)
	switch {
	case err != nil:
		return 0, err
	case g.Solved: // the level may be too low
		return int(d.wish.Level - g.Level), nil
	}
	return g.Left, nil
}

// puzzleOf returns the puzzle whose stones are the parts of a cut of the board.
func (d *draughtboardMaker) puzzleOf(stones *filling.Cut) (*puzzle.Draughtboard, error) {
	shapes, err := stones.Stones(func(row, col int) puzzle.Colour {
		return d.blank.ColourAt(d.blank.Board().Cell(row, col), d.blank.Setup().Corner)
	})
	if err != nil {
		return nil, err
	}
	return d.withStones(shapes)
}

// withStones returns the puzzle with the stones that stay, these stones and the gaps of the wish.
func (d *draughtboardMaker) withStones(stones []puzzle.Stone) (*puzzle.Draughtboard, error) {
	setup := d.blank.Setup()
	setup.Gaps, setup.Stocks = puzzle.Range{Least: d.wish.Gaps, Most: d.wish.Gaps}, slices.Clone(setup.Stocks)
	if !d.wish.Keep {
		setup.Sets, setup.Stocks = nil, nil
	}
	for _, s := range stones {
		setup.Stocks = append(setup.Stocks, puzzle.Stock{Stone: s, Count: puzzle.Range{Least: 1, Most: 1}})
	}
	return setup.New()
}

// finish hides how the puzzle was made, and proves it: see prove.
func (d *draughtboardMaker) finish(ctx context.Context, c *cutBoard) (*Made, error) {
	p, err := d.disguise(c.puzzle)
	if err != nil {
		return nil, err
	}
	return d.prove(ctx, p)
}

// prove has two engines count the solutions, and grades the puzzle. It returns nil for
// a puzzle of another level.
func (d *draughtboardMaker) prove(ctx context.Context, p *puzzle.Draughtboard) (*Made, error) {
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
		if m.Grade, err = gradeOf(ctx, p, d.wish.Level); err != nil {
			return nil, err
		}
		if d.wish.Level > 0 && m.Grade.Level != d.wish.Level {
			return nil, nil
		}
	}
	return m, nil
}

// disguise returns the puzzle with its new stones turned, if that is allowed, and sorted by
// size and text. Then neither the order nor the turning of a stone shows where it came
// from.
func (d *draughtboardMaker) disguise(p *puzzle.Draughtboard) (*puzzle.Draughtboard, error) {
	var stones []puzzle.Stone
	for _, s := range p.Stones()[d.kept:] {
		stones = append(stones, slices.MinFunc(s.Versions(p.Setup().Flips), func(a, b puzzle.Stone) int { return cmp.Compare(a.String(), b.String()) }))
	}
	base.SortStable(stones, func(a, b puzzle.Stone) int {
		return cmp.Or(cmp.Compare(len(b.Cells()), len(a.Cells())), cmp.Compare(a.String(), b.String()))
	})
	return d.withStones(stones)
}

// Dissect cuts a board at random into stones of so many cells, each of them connected. The colours of the
// cells are those of a draughtboard whose first corner is black. It fails with a [*meter.LimitError] when
// it finds no such cut, and with the cause of the end of ctx.
func Dissect(ctx context.Context, board *puzzle.Board, smallest, largest int, rng *rand.Rand) ([]puzzle.Stone, error) {
	if board == nil {
		return nil, errors.New("there is no board to cut")
	}
	parts := filling.Draughtboard(ctx, board, nil, smallest, largest, rng)
	if err := context.Cause(ctx); parts == nil && err != nil {
		return nil, err
	}
	if parts == nil {
		return nil, &meter.LimitError{What: fmt.Sprintf("cuts into stones of %d to %d cells", smallest, largest)}
	}
	return parts.Stones(func(row, col int) puzzle.Colour { return []puzzle.Colour{puzzle.Black, puzzle.White}[(row+col)%2] })
}
