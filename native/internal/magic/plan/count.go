package plan

import (
	"context"
	"math/big"
	"slices"
	"sync/atomic"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Count is the count of a board: classes of fillings, times the size of a class.
type Count struct {
	*Root // nil when there are no fillings
	moves movements
	fixed []int32 // the cells of the clues

	// The cell whose number the complement mirrors, −1 where there is none. All
	// movements that keep the clues leave it where it is, and some movement together
	// with the complement keeps the clues too. So as many fillings have v there as have
	// the complement of v.
	middle int32
	scheme *scheme
}

// NewCount chooses a scheme for a root. It returns about how many nodes of a plan the scheme will take.
// A nil root has no fillings.
func NewCount(root *Root) (c *Count, nodes float64, err error) {
	c = &Count{Root: root}
	if root == nil {
		return c, 0, nil
	}
	c.moves, c.middle = movements{root.p.Board().Width(), !root.p.Rules().NoDiagonals}, -1
	for cell := range c.value {
		if c.p.Clue(cell) != puzzle.Empty {
			c.fixed = append(c.fixed, int32(cell))
		}
	}
	c.findMiddle()
	if c.scheme, err = c.choose(); err != nil {
		return nil, 0, err
	}
	return c, c.scheme.estimate * float64(len(c.passes())), nil
}

func (c *Count) findMiddle() {
	if !complementing.On() {
		return
	}
	to := make([]int32, len(c.fixed)) // the cells with the complements of the clues
	for i, cell := range c.fixed {
		complement := int32(len(c.value)) - 1 - c.value[cell]
		j := slices.IndexFunc(c.fixed, func(d int32) bool { return c.value[d] == complement })
		if j < 0 {
			return
		}
		to[i] = c.fixed[j]
	}
	for cell, v := range c.value {
		if v >= 0 {
			continue
		}
		cell := int32(cell)
		_, each := c.moves.lesserPairs(c.fixed, []int32{cell})
		if each[0] == 1 && c.moves.canTake(append(slices.Clip(c.fixed), cell), append(slices.Clip(to), cell)) {
			c.middle = cell
			return
		}
	}
}

// All returns the number of fillings.
func (c *Count) All(ctx context.Context, m *search.Meter) (*big.Int, error) {
	if c.Root == nil {
		return new(big.Int), nil
	}
	total := new(big.Int)
	passes := c.passes()
	part := 1 / float64(len(passes))
	for i, pass := range passes {
		n, err := c.pass(ctx, m, pass, float64(i)*part, part)
		if err != nil {
			return nil, err
		}
		total.Add(total, n.Mul(n, big.NewInt(pass.times)))
	}
	c.r.Share(1)
	return total.Mul(total, c.scheme.each), nil
}

// countPass is a part of the fillings, and how many times it counts.
type countPass struct {
	domains []uint64
	times   int64
}

// passes returns the passes that together count every filling once.
func (c *Count) passes() []countPass {
	if c.middle < 0 {
		return []countPass{{domains: c.domains, times: 1}}
	}
	cells := len(c.domains)
	lower := slices.Clone(c.domains)
	lower[c.middle] &= 1<<(cells/2) - 1
	if cells%2 == 0 {
		return []countPass{{domains: lower, times: 2}}
	}
	half := slices.Clone(c.domains) // its own complement
	half[c.middle] &= 1 << (cells / 2)
	return []countPass{{domains: lower, times: 2}, {domains: half, times: 1}}
}

// pass returns how many fillings of the pass the scheme finds, on all workers. Each
// worker takes the next subtree of the first steps whenever it is free. The sum is the
// same however they fall. The share of the pass in the whole count begins at from and
// is part long.
func (c *Count) pass(ctx context.Context, m *search.Meter, p countPass, from, part float64) (*big.Int, error) {
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
		wait.Go(func() { errs[i] = counters[i].walk.run(0, c.free, from, part) })
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
