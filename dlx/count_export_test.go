package dlx

import (
	"context"
	"math"
	"math/big"

	"crosscut/internal/search"
)

// CountByTree counts through the tree alone, with a memo of so many bytes, which with
// always is asked at every state.
func CountByTree(ctx context.Context, p *Problem, m *Meter, room int, always bool) (*big.Int, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := newBitset(p, run)
	if err != nil {
		return nil, err
	}
	c := newCounting(s, room)
	for k := range c.credit {
		for i := range c.credit[k] {
			if always {
				c.credit[k][i].price = 0
			}
		}
	}
	if _, err := c.advanceBy(math.MaxInt64); err != nil {
		return nil, err
	}
	return c.total.big(), nil
}

// CountByFrontier counts along the frontier alone, and reports whether the room was
// enough.
func CountByFrontier(ctx context.Context, p *Problem, m *Meter, room int) (*big.Int, bool, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	f, err := newFrontier(p, run, room)
	if err != nil {
		return nil, false, err
	}
	done, err := f.advanceBy(math.MaxInt64)
	if err != nil {
		return nil, false, err
	}
	return f.total.big(), done, nil
}

// ZDDWithin is [Problem.ZDD] with so much room.
func ZDDWithin(ctx context.Context, p *Problem, room int) (*ZDD, error) { return p.zdd(ctx, nil, room) }
