package magic

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Count counts the fillings: of a board that the search is soon through with by
// finding them, of others by what the search need not do. It fills one board of
// those that exchanges of rows and columns carry into one another (magicMoves), the
// half of them that the complement carries into the other half, and where the board
// can be cut (magicCut) it counts pairs of halves. All of that is exact, and the
// fastest of some plans by an estimate is taken.
func Count(ctx context.Context, p *puzzle.Magic, m *search.Meter) (*big.Int, error) {
	if p.Sum() != puzzle.MagicSum(p.Order(), p.Low()) {
		return new(big.Int), nil
	}
	r := search.Start(ctx, m)
	defer r.Close()
	s, err := startMagic(p, r)
	if err != nil {
		return nil, err
	}
	c := new(magicCount)
	s.mayChange(func() (float64, error) { return c.prepare(p, r) }, nil)
	count := int64(0)
	err = s.run(func(puzzle.Solution) bool { count++; return true })
	if !errors.Is(err, errLoose) {
		if err != nil {
			return nil, err
		}
		return big.NewInt(count), nil
	}
	r.Solutions = 0 // those found are to be counted again
	return c.all(ctx, m)
}

// magicCount is the count of a board: classes of fillings, times the size of a class.
type magicCount struct {
	*magicRoot // nil when there are no fillings
	r          *search.Run
	moves      magicMoves
	fixed      []int32 // the cells of the clues

	// Where some movement together with the complement keeps the clues, and leaves
	// the cell middle where it is, as all movements do: as many fillings have v there
	// as have the complement of v. −1 where that is not so.
	middle int32
	scheme *magicScheme
}

// prepare chooses a scheme, and returns about how many nodes of a plan it will take.
func (c *magicCount) prepare(p *puzzle.Magic, r *search.Run) (nodes float64, err error) {
	c.r, c.moves, c.middle = r, magicMoves{p.Order(), p.Diagonals()}, -1
	if c.magicRoot, err = newMagicRoot(p, r); c.magicRoot == nil {
		return 0, err
	}
	for cell := range c.s.value {
		if p.Clue(cell) != puzzle.Empty {
			c.fixed = append(c.fixed, int32(cell))
		}
	}
	c.findMiddle()
	c.scheme = c.choose()
	return c.scheme.estimate * float64(len(c.passes())), r.Err()
}

// findMiddle sets middle.
func (c *magicCount) findMiddle() {
	to := make([]int32, len(c.fixed)) // the cells with the complements of the clues
	for i, cell := range c.fixed {
		complement := int32(len(c.s.value)) - 1 - c.s.value[cell]
		j := slices.IndexFunc(c.fixed, func(d int32) bool { return c.s.value[d] == complement })
		if j < 0 {
			return
		}
		to[i] = c.fixed[j]
	}
	for _, cell := range c.s.open[:c.s.size] {
		_, each := c.moves.lessers(c.fixed, []int32{cell})
		if each[0] == 1 && c.moves.any(append(slices.Clip(c.fixed), cell), append(slices.Clip(to), cell)) {
			c.middle = cell
			return
		}
	}
}

// all returns the number of fillings.
func (c *magicCount) all(ctx context.Context, m *search.Meter) (*big.Int, error) {
	if c.magicRoot == nil {
		return new(big.Int), nil
	}
	total := new(big.Int)
	passes := c.passes()
	size := 0.0
	for i := range passes {
		pass := &passes[i]
		counter := c.counter(c.scheme, pass.domains, c.r)
		pass.size = max(1, counter.walk.findParts(c.s.free[0], c.scheme.estimate, counter.dive))
		pass.parts = counter.walk.parts
		size += pass.size
	}
	from := 0.0
	for _, pass := range passes {
		n, err := c.pass(ctx, m, pass, from, pass.size/size)
		if err != nil {
			return nil, err
		}
		from += pass.size / size
		total.Add(total, n.Mul(n, big.NewInt(pass.times)))
	}
	c.r.Share(1)
	return total.Mul(total, c.scheme.each), nil
}

// magicPass is a part of the fillings, and how many times it counts.
type magicPass struct {
	domains []uint64
	times   int64
	size    float64 // in comparison with other passes
	parts   *magicParts
}

// passes returns the passes that together count every filling once.
func (c *magicCount) passes() []magicPass {
	if c.middle < 0 {
		return []magicPass{{domains: c.domains, times: 1}}
	}
	cells := len(c.domains)
	lower := slices.Clone(c.domains)
	lower[c.middle] &= 1<<(cells/2) - 1
	if cells%2 == 0 {
		return []magicPass{{domains: lower, times: 2}}
	}
	half := slices.Clone(c.domains) // its own complement
	half[c.middle] &= 1 << (cells / 2)
	return []magicPass{{domains: lower, times: 2}, {domains: half, times: 1}}
}

// pass returns how many fillings of the pass the scheme finds, on all workers. They
// share the subtrees of the first steps out among themselves as each gets
// free, and add up to the same sum however that falls. The pass is a share of part of
// the count, of which from is done.
func (c *magicCount) pass(ctx context.Context, m *search.Meter, p magicPass, from, part float64) (*big.Int, error) {
	workers := 1
	if m != nil && m.MaxNodes == 0 { // a limit is for one
		workers = max(1, m.Workers)
	}
	counters := make([]*magicCounter, workers)
	errs := make([]error, workers)
	var next atomic.Int64
	var wait sync.WaitGroup
	for i := range counters {
		r := c.r
		if i > 0 {
			r = search.Start(ctx, m)
			defer r.Close()
		}
		counters[i] = c.counter(c.scheme, p.domains, r)
		counters[i].share(&next, i > 0)
		counters[i].walk.parts = p.parts
		wait.Go(func() { errs[i] = counters[i].walk.run(0, c.s.free[0], from, part) })
	}
	wait.Wait()
	total := new(big.Int)
	for i, counter := range counters {
		if errs[i] != nil {
			return nil, errs[i]
		}
		total.Add(total, counter.total.value())
	}
	return total, nil
}
