package native

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// familySearch yields the solutions of a puzzle of one family.
type familySearch[P any] func(p P, r *search.Run, yield func(puzzle.Solution) bool) error

// inOrder returns all solutions as they come, and what was counted.
func inOrder[P any](t require.TestingT, p P, workers int, solve familySearch[P]) ([]puzzle.Solution, search.Stats) {
	m := &search.Meter{Workers: workers}
	r := search.Start(context.Background(), m)
	var all []puzzle.Solution
	require.NoError(t, solve(p, r, func(s puzzle.Solution) bool {
		all = append(all, slices.Clone(s))
		return true
	}))
	r.Close()
	return all, m.Stats()
}

// requireWorkersStop stops the workers of crewed after one solution and after most, by
// the context after so many as cancelled says, and those of solve by a limit on nodes. What
// was found before must be what solve finds with one worker, and none must go on.
func requireWorkersStop[P any](t *testing.T, p P, most, cancelled int, solve, crewed familySearch[P]) {
	before := runtime.NumGoroutine()
	all, _ := inOrder(t, p, 1, solve)
	for _, most := range []int{1, most} {
		r := search.Start(t.Context(), &search.Meter{Workers: 3})
		var got []puzzle.Solution
		require.ErrorIs(t, crewed(p, r, func(s puzzle.Solution) bool {
			got = append(got, slices.Clone(s))
			return len(got) < most
		}), search.ErrStopped)
		assert.Equal(t, all[:most], got)
		r.Close()
	}

	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	r := search.Start(ctx, &search.Meter{Workers: 3})
	found := 0
	require.ErrorIs(t, crewed(p, r, func(puzzle.Solution) bool {
		if found++; found == cancelled {
			cancel(cause)
		}
		return true
	}), cause)
	r.Close()

	m := &search.Meter{Workers: 3, MaxNodes: 10_000}
	r = search.Start(t.Context(), m)
	require.ErrorIs(t, solve(p, r, func(puzzle.Solution) bool { return true }), search.ErrLimit)
	r.Close()
	assert.EqualValues(t, 10_000, m.Stats().Nodes)

	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
}
