// Package native solves each family of puzzles with a depth-first search made for it:
// [Search] yields every solution, and [Count] counts them, without enumeration where
// that is faster.
//
// This package only passes a puzzle on to the package of its family: native/internal/hidoku,
// native/internal/magic or native/internal/draughtboard. The comment of each says how it searches. What
// they share is in native/internal: a crew of workers, two ways of counting beside each
// other, and when to restart.
//
// All states are bitsets in flat slices, changed in place and restored from a trail. So
// a node allocates nothing. A candidate is removed only for a reason that holds in every
// solution below the state. The comment at each cut gives that reason. The tests apply
// each cut alone to random small states and look whether a solution was lost.
//
// The package imports none of the other engines and shares no reasoning with them. So
// their agreement is evidence.
//
// # Time and memory
//
// The time depends on the puzzle far more than on its size. So bound it, by the context or by
// the nodes of a meter. Search keeps the states between the root and where it is, which takes some
// megabytes for 900 cells, however many solutions there are. Count also has tables of states.
// They take at most 768 MiB, or what [meter.WithMemoryLimit] leaves.
package native

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"crosscut/meter"
	"crosscut/native/internal/draughtboard"
	"crosscut/native/internal/hidoku"
	"crosscut/native/internal/magic"
	"crosscut/puzzle"
)

// Search yields every solution of p, each once and canonical. It returns nil only when there
// are no more, and [meter.ErrStopped] when yield returned false. Other errors are a [*meter.LimitError] and
// the cause of the end of ctx. The slice given to yield is
// used again for the next solution. A nil m means no limits. A nil yield is an error.
func Search(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	if err := puzzle.Validate(p); err != nil {
		return err
	}
	if yield == nil {
		return errors.New("no function takes the solutions: yield is nil")
	}
	r := meter.Start(ctx, m)
	defer r.Close()
	var err error
	switch p := p.(type) {
	case *puzzle.Hidoku:
		err = hidoku.Search(p, r, yield)
	case *puzzle.Draughtboard:
		err = draughtboard.Search(p, r, yield)
	case *puzzle.Magic:
		err = magic.Search(p, r, yield)
	default:
		err = fmt.Errorf("no native search for a puzzle of type %T", p)
	}
	if err == nil {
		r.Share(1) // rounded shares of nodes may add up to a little less
	}
	return err
}

// Count returns how many solutions p has, which may be more than an int64 holds. With an
// error it returns how many it counted before, a lower bound that Solutions in the counters of m also
// has. A traced count enumerates, since only enumeration has steps to show. The errors are those of [Search]. A nil m means no limits.
func Count(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	if m == nil {
		m = new(meter.Meter)
	}
	before := m.Stats().Solutions
	n, err := count(ctx, p, m)
	if n == nil { // no enumeration gets beyond an int64
		n = big.NewInt(m.Stats().Solutions - before)
	}
	return n, err
}

// count is Count, but where an error ends it, or it finds every solution, the number is nil.
func count(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if m.Trace != nil {
		return nil, Search(ctx, p, m, func(puzzle.Solution) bool { return true })
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return hidoku.Count(ctx, p, m)
	case *puzzle.Draughtboard:
		return draughtboard.Count(ctx, p, m)
	case *puzzle.Magic:
		return magic.Count(ctx, p, m)
	}
	return nil, Search(ctx, p, m, func(puzzle.Solution) bool { return true })
}

// Cubes says what cubes of p are good for, which are puzzles with more clues that share out its solutions: see package
// cubes. oneCore reports whether [Search] uses one core for p, whatever the number of workers. Then several cores can only
// help with cubes. pay reports whether searching or counting all cubes takes about as long as p as a whole. That is not so
// for magic boards, since a plan is for the board as it is. There Search and Count use all cores themselves.
func Cubes(p puzzle.Puzzle) (oneCore, pay bool) {
	_, oneCore = p.(*puzzle.Hidoku)
	_, magic := p.(*puzzle.Magic)
	return oneCore, !magic
}
