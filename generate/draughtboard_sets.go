package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"crosscut/dlx"
	"crosscut/generate/internal/filling"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Draughtboards with the stones of a set. The stones are given, so the board is made: the
// stones are laid at random, and the squares that they cover are the board. It is drawn
// anew until it has as many solutions as wished. For a level it comes nearer to it with each
// change, as other draughtboards do. It applies to sets whose stones fit into the
// rectangle of the wish, and boardsTried bounds the effort.

// boardsTried is how many boards are drawn for one puzzle.
const boardsTried = 3000

func (d *draughtboardMaker) makeOfSets(ctx context.Context, c chance) (*Made, error) {
	setup := puzzle.Setup{
		Corner: d.blank.Setup().Corner, Flips: d.blank.Setup().Flips, Sets: d.wish.Sets,
		Gaps: puzzle.Range{Least: d.wish.Gaps, Most: d.wish.Gaps},
	}
	versions, err := d.versionsOfSets()
	if err != nil {
		return nil, err
	}
	nearest, distance, drawn := 0, 0, 0
	var graded levels
	var now *filling.Region
	for whole := false; drawn < boardsTried && !whole; drawn++ {
		anew := now == nil || !d.climbs() || drawn%changesTried == 0
		next, err := d.laid(ctx, now, anew, versions, c)
		if err != nil {
			return nil, stopped(err, d.wish.Level, &graded)
		}
		if next == nil {
			continue
		}
		whole = !slices.Contains(next.Covered, false) // each other laying makes the same board
		if setup.Board, err = puzzle.NewBoard(d.blank.Board().Width(), d.blank.Board().Height(), func(row, col int) bool { return !next.Covered[row*d.blank.Board().Width()+col] }); err != nil {
			return nil, err
		}
		p, err := setup.New()
		if err != nil {
			return nil, err
		}
		if inOnePart(setup.Board, "stone", func(c int) []int { return space.Beside(setup.Board, c) }) != nil {
			continue
		}
		b := &cutBoard{puzzle: p}
		if err := d.measure(ctx, b, 0); err != nil {
			return nil, stopped(err, d.wish.Level, &graded)
		}
		if anew || b.distance <= distance {
			now, distance = next, b.distance
		}
		if nearest == 0 || d.distance(b.count) < d.distance(nearest) {
			nearest = b.count
		}
		graded.add(b.level)
		if b.distance > 0 {
			continue
		}
		if m, err := d.prove(ctx, p); m != nil || err != nil {
			return m, err
		}
	}
	if d.wish.Level > 0 && graded.most > 0 || d.climbs() {
		return nil, effortSpent("%s drawn; none was %v%s", base.Plural(drawn, "board"), d.wish.Level, &graded)
	}
	return nil, effortSpent("%s drawn; %s", base.Plural(drawn, "board"), d.nearestText(nearest))
}

// laid returns a way to lay the stones: a new one, or one with a change, which is nil if there is no place for it.
func (d *draughtboardMaker) laid(ctx context.Context, now *filling.Region, anew bool, versions [][]puzzle.Stone, c chance) (*filling.Region, error) {
	if !anew {
		return now.Changed(c.rng), context.Cause(ctx)
	}
	width, height := d.blank.Board().Width(), d.blank.Board().Height()
	next, err := filling.Lay(ctx, width, height, versions, c.rng)
	if errors.Is(err, dlx.ErrNoCover) {
		return nil, fmt.Errorf("%w: the stones of the set cannot be laid on %s and %s: every way was tried; take a larger board",
			errWish, base.Plural(width, "column"), base.Plural(height, "row"))
	}
	return next, err
}

// versionsOfSets returns the ways in which each stone of the sets may lie, and a stone of one cell for each gap.
func (d *draughtboardMaker) versionsOfSets() ([][]puzzle.Stone, error) {
	board, err := puzzle.NewBoard(d.blank.Board().Width(), d.blank.Board().Height(), nil)
	if err != nil {
		return nil, err
	}
	gaps := puzzle.Range{Least: d.wish.Gaps, Most: math.MaxInt}
	p, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: d.blank.Setup().Flips, Sets: d.wish.Sets, Gaps: gaps}.New()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errWish, err)
	}
	single, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	versions := slices.Repeat([][]puzzle.Stone{{single}}, len(p.Stones())+d.wish.Gaps)
	for s := range p.Stones() {
		versions[s] = p.Versions(s)
	}
	return versions, err
}

// withHoles returns the board of the wish without as many random cells as there are gaps.
// The rest of it is one part. It is nil when no attempt was successful.
func (d *draughtboardMaker) withHoles(c chance) *puzzle.Board {
	blank := d.blank.Board()
	if d.wish.Gaps == 0 {
		return blank
	}
	for range cutsTried {
		bare := c.rng.Perm(blank.Len())[:d.wish.Gaps]
		hole := make([]bool, blank.Len())
		for _, cell := range bare {
			hole[cell] = true
		}
		board, err := puzzle.NewBoard(blank.Width(), blank.Height(), func(row, col int) bool {
			cell := blank.Cell(row, col)
			return cell < 0 || hole[cell]
		})
		if err == nil && inOnePart(board, "stone", func(c int) []int { return space.Beside(board, c) }) == nil {
			return board
		}
	}
	return nil
}

// wrongGaps returns an error for a wish for gaps or sets that makes no sense.
func (d *draughtboardMaker) wrongGaps() error {
	switch {
	case d.wish.Gaps < 0 || d.wish.Gaps >= d.blank.Board().Len():
		return fmt.Errorf("%w: %s on a board of %s", errWish, base.Plural(d.wish.Gaps, "gap"), base.Plural(d.blank.Board().Len(), "cell"))
	case len(d.wish.Sets) > 0 && (d.wish.Smallest > 0 || d.wish.Largest > 0 || d.wish.Alike):
		return fmt.Errorf("%w: a set of stones has stones of its own", errWish)
	case len(d.wish.Sets) > 0 && d.blank.Board().Len() < d.blank.Board().Width()*d.blank.Board().Height():
		return fmt.Errorf("%w: a set of stones on a board with holes; the stones make the board", errWish)
	}
	if len(d.wish.Sets) > 0 {
		_, err := d.versionsOfSets()
		return err
	}
	return nil
}
