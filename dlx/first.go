package dlx

import (
	"context"
	"errors"
	"slices"
)

// First returns the first n covers that [Problem.Solve] finds, or all of them if
// there are fewer. The error is nil in both cases, so that without an error
// fewer than n covers are all that there are; with one, which is as in Solve, the
// covers are those found by then.
func (p *Problem) First(ctx context.Context, n int, m *Meter) ([][]int, error) {
	if n <= 0 {
		return nil, nil
	}
	var covers [][]int
	err := p.Solve(ctx, m, func(options []int) bool {
		covers = append(covers, slices.Clone(options))
		return len(covers) < n
	})
	if errors.Is(err, ErrStopped) {
		err = nil
	}
	return covers, err
}
