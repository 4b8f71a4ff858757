package crosscut

import (
	"cmp"
	"context"
	"fmt"
	"math/big"

	"crosscut/cubes"
	"crosscut/meter"
	"crosscut/puzzle"
)

// A search that takes long and has found many solutions changes over to cubes. With few
// solutions, engines learn from their failures, and a lesson of one cube does not help in
// another.

const (
	manySolutions = 1 << 14 // change over to cubes after this many solutions
	mostDone      = 0.5     // change over only before this share is done, if the engine uses one core
	mostShared    = 1. / 64 // change over only before this share is done, if the engine uses all cores; cubes then only spread judging and digesting
	cubesAtOnce   = 256     // enough cubes to keep every core busy until the end
)

// Enumerate finds every solution of p, and returns their number and digest. With an error
// the tally holds those found before. Time grows with the number of solutions. Memory does
// not, except with [SATCommand].
//
// If there are many solutions it searches cubes, so that all cores judge and digest too.
// An engine that uses one core changes over to cubes even with one worker. One cube may
// stand for several under the symmetries of p, and short searches are quicker than a long
// one.
func Enumerate(ctx context.Context, e Engine, p puzzle.Puzzle, m *meter.Meter) (Tally, error) {
	if m == nil {
		m = new(meter.Meter)
	}
	most, useful := mostShared, m.Workers > 1
	if e.usesOneCore(p) {
		most, useful = mostDone, true
	}
	var t Tally
	many := false
	err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		t.Add(s)
		many = t.is(manySolutions) && useful && m.MaxNodes == 0 && m.Trace == nil && e.divides(p) && m.Shared() < most
		return !many
	})
	if !many {
		return t, err
	}
	parts, err := cubes.Split(ctx, p, cubesAtOnce)
	if err != nil {
		return t, err
	}
	m.Add(meter.Stats{Solutions: -manySolutions}) // the cubes count these again
	least := t
	t = Tally{}
	err = eachCube(ctx, parts, m, e.enumerateCube, func(r cubeResult) { t = t.Plus(r.tally) })
	if err != nil && t.less(&least) {
		return least, err
	}
	return t, err
}

// Count returns how many solutions p has. With an error the count is a lower bound.
//
// An engine with a way of counting ([Engine.Counting]) counts far faster than it could list the
// solutions. Nobody judges solutions that are not listed: [Enumerate] counts and judges each one.
//
// With m.Workers above one, a long count runs in two ways at the same time: as a whole and
// in cubes. The first to finish wins. When the cubes will soon be done, they get all cores.
func Count(ctx context.Context, e Engine, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	if m == nil {
		m = new(meter.Meter)
	}
	if m.Workers <= 1 || m.MaxNodes > 0 || m.Trace != nil || !e.divides(p) {
		return countWhole(ctx, e, p, m)
	}
	return countWholeOrCubes(ctx, e, p, m)
}

// countWhole counts in one search.
func countWhole(ctx context.Context, e Engine, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	if e.Counting == nil {
		found := int64(0)
		err := e.Search(ctx, p, m, func(puzzle.Solution) bool {
			found++
			return true
		})
		return big.NewInt(found), err
	}
	before := m.Stats().Solutions
	count, err := e.Counting(ctx, p, m)
	switch {
	case count != nil && count.Sign() < 0:
		err = cmp.Or(err, fmt.Errorf("engine %q returned the count %v", e.Name, count))
		count = nil
	case count == nil && err == nil:
		err = fmt.Errorf("engine %q returned no count", e.Name)
	}
	if count == nil {
		count = big.NewInt(m.Stats().Solutions - before)
	}
	return count, err
}

// usesOneCore reports whether Search uses one core for p.
func (e Engine) usesOneCore(p puzzle.Puzzle) bool {
	if e.cubes == nil {
		return false
	}
	oneCore, _ := e.cubes(p)
	return oneCore
}

// divides reports whether cubes of p give work to more cores with this engine.
func (e Engine) divides(p puzzle.Puzzle) bool {
	switch p.(type) {
	case *puzzle.Hidoku, *puzzle.Magic, *puzzle.Draughtboard, cubes.Cuttable:
		if e.cubes == nil {
			return true
		}
		_, pay := e.cubes(p)
		return pay
	}
	return false // nobody knows how it is cut
}
