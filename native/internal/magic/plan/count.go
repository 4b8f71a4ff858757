package plan

import (
	"context"
	"math/big"
	"math/bits"
	"sync/atomic"

	"crosscut/internal/search"
	"crosscut/meter"
)

// Count is the count of a board. One filling of each class is found, and stands for the others.
type Count struct {
	*Root    // nil when there are no fillings
	mirrored permutation
	firsts   []uint64 // sets of cells one of which a plan may fill first
	scheme   *scheme
}

// NewCount chooses a scheme for a root. It returns about how many nodes of a plan the scheme will take.
// A nil root has no fillings.
func NewCount(root *Root) (c *Count, nodes float64, err error) {
	if c, err = newCount(root); c.Root == nil || err != nil {
		return c, 0, err
	}
	if c.scheme, err = c.choose(); err != nil {
		return nil, 0, err
	}
	return c, c.scheme.estimate, nil
}

// newCount returns a count without a scheme. A plan may fill any cell first. One cell of each orbit is
// tried besides, because all other cells of the orbit are compared with the first one.
func newCount(root *Root) (c *Count, err error) {
	c = &Count{Root: root}
	if root == nil {
		return c, nil
	}
	if c.mirrored, err = root.mirrored(); err != nil {
		return c, err
	}
	symmetries, err := root.symmetries(nil)
	if err != nil {
		return c, err
	}
	c.firsts = []uint64{root.e.unknown}
	met := uint64(0)
	for set := root.e.unknown; set != 0; set &= set - 1 {
		first := int32(bits.TrailingZeros64(set))
		orbit, _ := symmetries.orbit(first)
		if len(orbit) > 1 && met>>first&1 == 0 {
			c.firsts = append(c.firsts, 1<<first)
		}
		for _, cell := range orbit {
			met |= 1 << cell
		}
	}
	return c, nil
}

// All returns the number of fillings. Each worker takes the next subtree of the first steps whenever it is
// free. The sum is the same however they fall.
func (c *Count) All(ctx context.Context, m *meter.Meter) (*big.Int, error) {
	total := new(big.Int)
	if c.Root == nil {
		return total, nil
	}
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
			r = meter.Start(ctx, m)
			defer r.Close()
		}
		counters[i] = c.counter(c.scheme, r)
		counters[i].share(&next, i > 0)
		wait.Go(func() { errs[i] = counters[i].walk.run(0, c.free, 0, 1) })
	}
	wait.Wait()
	for i, counter := range counters {
		if errs[i] != nil {
			return nil, errs[i]
		}
		total.Add(total, counter.total.value())
	}
	c.r.Share(1)
	return total.Mul(total, c.scheme.each), nil
}
