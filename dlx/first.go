package dlx

import (
	"context"
	"errors"
	"slices"
)

// First returns the first n covers that [Problem.Solve] finds, or all when there
// are fewer; n ≤ 0 means all. A nil error means just that: it found n, or there are
// no others. With an error, which is as in Solve, it returns what it found before.
//
// p.First(ctx, 2, nil) answers whether p has exactly one cover.
func (p *Problem) First(ctx context.Context, n int, m *Meter) ([][]int, error) {
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
