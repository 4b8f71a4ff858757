package crosscut

import (
	"context"
	"math/big"
	"slices"

	"crosscut/cubes"
	"crosscut/puzzle"
)

// CountFunc counts every solution of p by other means than finding each. A nil
// error means that the count is exact. With an error, which is one of those of
// [SearchFunc], the count is a lower bound, or nil, and then what m counted as
// solutions is one.
type CountFunc func(ctx context.Context, p puzzle.Puzzle, m *Meter) (*big.Int, error)

// Searches that go over to cubes when they prove to be long. Not all do: where there
// are few solutions an engine learns from its failures, and what it learns in one cube
// is of no use in another. So many solutions are the sign.

const (
	manySolutions = 1 << 14 // found by one search, before cubes are thought of
	mostDone      = 0.5     // of the search, if cubes are to be of use where an engine would be alone on its core
	mostShared    = 1. / 64 // the same where the engine uses the others too, but not for judging and digesting
	cubesAtOnce   = 256     // enough for every core to have some of equal weight until the end
)

// Enumerate finds every solution of p, and returns their number and digest. With
// an error the tally holds those found before. Time grows with the number, memory
// does not, but for the SAT engine (see package sat).
//
// Where there are many solutions it goes by cubes, so that with m.Workers above one not
// only the search but judging and digesting as well are done on all cores. An engine that
// by itself would use one core has cubes with one worker, too, as [All] has: where p has
// symmetries one stands for several, and a short search is quicker than a long one that
// has learnt of failures where there are none.
func Enumerate(ctx context.Context, e Engine, p puzzle.Puzzle, m *Meter) (Tally, error) {
	if m == nil {
		m = new(Meter)
	}
	most, useful := mostShared, m.Workers > 1
	if among(e.serial, p) {
		most, useful = mostDone, true
	}
	var t Tally
	many := false
	err := e.search(ctx, p, m, func(s puzzle.Solution) bool {
		t.Add(s)
		many = t.Count == manySolutions && useful && m.MaxNodes == 0 && m.Trace == nil && e.divides(p) && m.Shared() < most
		return !many
	})
	if !many {
		return t, err
	}
	parts, err := cubes.Split(ctx, p, cubesAtOnce)
	if err != nil {
		return t, err
	}
	m.Add(Stats{Solutions: -manySolutions}) // which the cubes count again
	least := t
	t = Tally{}
	err = EnumerateCubes(ctx, e, parts, m, func(_ int, part Tally, _ error) error {
		t = t.Plus(part)
		return nil
	})
	if err != nil && t.Count < least.Count {
		return least, err
	}
	return t, err
}

// Count returns how many solutions p has. An engine that has a CountFunc counts in
// far less time than the solutions could be listed in, but nobody judges what is not
// listed: [Enumerate] counts with every solution judged. With an error the count
// is a lower bound.
//
// With m.Workers above one, a count that takes long is made in two ways at the same
// time: as a whole and in cubes. The first to finish wins. When the cubes are seen
// to be through soon, they get all cores.
func Count(ctx context.Context, e Engine, p puzzle.Puzzle, m *Meter) (*big.Int, error) {
	if m == nil {
		m = new(Meter)
	}
	if m.Workers <= 1 || m.MaxNodes > 0 || m.Trace != nil || !e.divides(p) {
		return countWhole(ctx, e, p, m)
	}
	return new(countRace).run(ctx, e, p, m)
}

// countWhole counts in one search.
func countWhole(ctx context.Context, e Engine, p puzzle.Puzzle, m *Meter) (*big.Int, error) {
	if e.Counting == nil {
		found := int64(0)
		err := e.search(ctx, p, m, func(puzzle.Solution) bool {
			found++
			return true
		})
		return big.NewInt(found), err
	}
	count, err := e.Counting(ctx, p, m)
	if count == nil {
		count = big.NewInt(m.Stats().Solutions)
	}
	return count, err
}

// divides reports whether the engine is to search p in cubes where that gives work to
// more cores.
func (e Engine) divides(p puzzle.Puzzle) bool {
	return !e.several && !among(e.uncut, p)
}

// among reports whether p is of one of the families. A nil p is of none, and goes on to
// an engine that says so.
func among(families []puzzle.Family, p puzzle.Puzzle) bool {
	return p != nil && slices.Contains(families, p.Family())
}
