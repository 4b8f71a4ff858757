package dlx

import (
	"context"
	"errors"
	"slices"
)

// First returns the first n covers that [Problem.Solve] finds, or all if there are fewer.
// n ≤ 0 means all. A nil error means that it found n covers, or that there are no others.
// Other errors are as in Solve. With an error, First returns the covers it has found. The
// slices belong to the caller.
//
// p.First(ctx, 2, nil) answers whether p has exactly one cover.
func (p *Problem) First(ctx context.Context, n int, m *Meter) ([][]int, error) {
	if m == nil {
		m = new(Meter)
	}
	defer func(wanted int) { m.Wanted = wanted }(m.Wanted)
	m.Wanted = n
	var covers [][]int
	err := p.Solve(ctx, m, func(options []int) bool {
		covers = append(covers, slices.Clone(options))
		return len(covers) != n
	})
	if errors.Is(err, ErrStopped) {
		err = nil
	}
	return covers, err
}
