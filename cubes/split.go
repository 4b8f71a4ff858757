package cubes

import (
	"context"
	"fmt"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
)

// Max is the largest number of cubes that [Split] makes.
const Max = 1 << 20

// Split cuts a puzzle into n cubes, or a few more, if the puzzle is large enough. Every
// solution of p belongs to exactly one cube. The cubes and their order depend only on p
// and n. Some cubes may have no solution. There are no cubes at all if Split finds out
// that p has no solution.
//
// n goes from 1 to [Max]. With n = 1 the result is one cube, the whole puzzle. Ask for some
// ten or hundred cubes for each core: they differ much in the time that they take.
//
// Split begins with one cube, the whole puzzle. It cuts the cube with the largest share
// until there are enough. A cut asks a question and makes a cube for each answer. It asks
// where a number stands, which number a cell holds, or which placement covers a cell. It
// takes the question with the fewest answers that the rules allow. The new cubes have
// equal shares.
//
// The first cut is different if the puzzle has symmetries. It asks about a number or a
// stone that no symmetry exchanges for another. Symmetries map the answers to each other.
// Only the first of the answers that are images of each other becomes a cube, and this
// cube stands for all of them.
//
// Time is O(n·w), where w is the time to choose a question: O(cells) on a Hidoku,
// O(cells²) on a magic board, O(placements) on a draughtboard.
//
// Split fails if n is out of range, if ctx ends, or if the type of p is from another
// package and not [Cuttable]. It fails with a *meter.LimitError if placements of stones
// need too much memory. The slice belongs to the caller.
func Split(ctx context.Context, p puzzle.Puzzle, n int) ([]Cube, error) {
	if err := checkNumber(n); err != nil {
		return nil, err
	}
	s, err := newSource(ctx, p)
	if err != nil {
		return nil, err
	}
	return s.split(ctx, n)
}

// source knows how the cubes of a puzzle are cut. All cubes of the puzzle share it. It
// never changes, so any goroutine can use it.
type source struct {
	whole     puzzle.Puzzle
	questions questions // used through copies only
	group     []puzzle.Symmetry
}

func newSource(ctx context.Context, p puzzle.Puzzle) (*source, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	s := &source{whole: p}
	var err error
	switch p := p.(type) {
	case *puzzle.Hidoku:
		s.questions = newHidokuQuestions(p)
	case *puzzle.Magic:
		s.questions = (&magicQuestions{puzzle: p, values: slices.Compact(p.Numbers())}).fresh(run)
	case *puzzle.Draughtboard:
		s.questions, err = newDraughtboardQuestions(p, run)
	case Cuttable:
		s.questions = foreignQuestions{p}
	default:
		err = fmt.Errorf("no cubes of a puzzle of type %T", p)
	}
	if err != nil {
		return nil, err
	}
	s.group = puzzle.Symmetries(p)
	return s, nil
}

func checkNumber(n int) error {
	if n < 1 || n > Max {
		return fmt.Errorf("%d cubes; it must be 1 to %d", n, Max)
	}
	return nil
}

// errManyPlacements says that a board is too large to be cut.
var errManyPlacements = &meter.LimitError{Kind: meter.ErrMemory, What: "memory for the placements of the stones"}
