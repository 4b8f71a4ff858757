package magic

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Count counts the fillings. It finds them one by one on a board that the search soon
// finishes. On other boards it fills one board of each class under exchanges of rows
// and columns ([movements]). The complement carries one half of these into the other
// half, and only one half is filled. Where the board can be cut ([boardCut]), it counts
// pairs of halves. All of that is exact. It takes the plan that is fastest by an
// estimate. m must not be nil.
func Count(ctx context.Context, p *puzzle.Magic, m *meter.Meter) (*big.Int, error) {
	r := meter.Start(ctx, m)
	defer r.Close()
	if !p.Plain() {
		count := int64(0)
		if err := Search(p, r, func(puzzle.Solution) bool { count++; return true }); err != nil {
			return nil, err
		}
		return big.NewInt(count), nil
	}
	if p.Sum() != puzzle.MagicSum(p.Order(), p.Low()) {
		return new(big.Int), nil
	}
	s, err := newStateWithClues(p, r)
	if err != nil {
		return nil, err
	}
	c := new(classCount)
	prepare := sync.OnceValues(func() (float64, error) { return c.prepare(p, r) })
	s.allowChanges(func(int64) (float64, error) { return prepare() })
	count := int64(0)
	err = s.run(func(puzzle.Solution) bool { count++; return true })
	if !errors.Is(err, toPlan) {
		if err != nil {
			return nil, err
		}
		return big.NewInt(count), nil
	}
	r.Solutions = 0 // those found are to be counted again
	return c.all(ctx, m)
}

// classCount is the count of a board: classes of fillings, times the size of a class.
type classCount struct {
	*planRoot // nil when there are no fillings
	r         *search.Run
	moves     movements
	fixed     []int32 // the cells of the clues

	// The cell whose number the complement mirrors, −1 where there is none. All
	// movements that keep the clues leave it where it is, and some movement together
	// with the complement keeps the clues too. So as many fillings have v there as have
	// the complement of v.
	middle int32
	scheme *scheme
}

// prepare chooses a scheme. It returns about how many nodes of a plan the scheme will
// take.
func (c *classCount) prepare(p *puzzle.Magic, r *search.Run) (nodes float64, err error) {
	c.r, c.moves, c.middle = r, movements{p.Order(), p.Diagonals()}, -1
	if c.planRoot, err = newPlanRoot(p, r); c.planRoot == nil {
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
func (c *classCount) findMiddle() {
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
		_, each := c.moves.lesserPairs(c.fixed, []int32{cell})
		if each[0] == 1 && c.moves.canTake(append(slices.Clip(c.fixed), cell), append(slices.Clip(to), cell)) {
			c.middle = cell
			return
		}
	}
}

// all returns the number of fillings.
func (c *classCount) all(ctx context.Context, m *search.Meter) (*big.Int, error) {
	if c.planRoot == nil {
		return new(big.Int), nil
	}
	total := new(big.Int)
	passes := c.passes()
	size := 0.0
	for i := range passes {
		pass := &passes[i]
		counter := c.counter(c.scheme, pass.domains, c.r)
		pass.size = max(1, counter.walk.findShares(c.s.free[0], c.scheme.estimate, counter.dive))
		pass.shares = counter.walk.shares
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

// countPass is a part of the fillings, and how many times it counts.
type countPass struct {
	domains []uint64
	times   int64
	mirrors bool    // the complement carries the pass into itself, see mirror.go
	size    float64 // in comparison with other passes
	shares  *subtreeShares
}

// passes returns the passes that together count every filling once.
func (c *classCount) passes() []countPass {
	mirrors := len(c.fixed) == 0
	if c.middle < 0 {
		return []countPass{{domains: c.domains, times: 1, mirrors: mirrors}}
	}
	cells := len(c.domains)
	lower := slices.Clone(c.domains)
	lower[c.middle] &= 1<<(cells/2) - 1
	if cells%2 == 0 {
		return []countPass{{domains: lower, times: 2}}
	}
	half := slices.Clone(c.domains) // its own complement
	half[c.middle] &= 1 << (cells / 2)
	return []countPass{{domains: lower, times: 2}, {domains: half, times: 1, mirrors: mirrors}}
}

// pass returns how many fillings of the pass the scheme finds, on all workers. Each
// worker takes the next subtree of the first steps whenever it is free. The sum is the
// same however they fall. The share of the pass in the whole count begins at from and
// is part long.
func (c *classCount) pass(ctx context.Context, m *search.Meter, p countPass, from, part float64) (*big.Int, error) {
	workers := 1
	if m != nil && m.MaxNodes == 0 { // a limit on nodes is for one worker
		workers = max(1, m.Workers)
	}
	counters := make([]*schemeCounter, workers)
	errs := make([]error, workers)
	var next atomic.Int64
	var wait search.Goroutines
	for i := range counters {
		r := c.r
		if i > 0 {
			r = search.Start(ctx, m)
			defer r.Close()
		}
		counters[i] = c.counter(c.scheme, p.domains, r)
		counters[i].share(&next, i > 0)
		if p.mirrors {
			counters[i].mirror(c.scheme)
		}
		counters[i].walk.shares = p.shares
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
