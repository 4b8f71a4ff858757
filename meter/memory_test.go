package meter_test

import (
	"context"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/internal/base"
	"crosscut/meter"
)

// The diagram of all covers of 16 queens takes more than a hundred megabytes.
func TestALimitOfMemoryEndsASearch(t *testing.T) {
	debug.FreeOSMemory()
	for range 2 { // the first limit is gone when the second is set
		ctx, stop := meter.WithMemoryLimit(t.Context(), 100<<20)
		_, err := zdd.Of(ctx, queens(16), nil)
		var limit *meter.LimitError
		require.ErrorAs(t, err, &limit)
		require.Equal(t, "100M of memory", limit.What)
		require.ErrorIs(t, err, meter.ErrMemory)
		stop()
		stop()
	}
	require.NoError(t, queens(8).Solve(t.Context(), nil, func([]int) bool { return true }))
}

// As for nodes, a number of 0 or less is no limit.
func TestWithoutANumberThereIsNoLimitOfMemory(t *testing.T) {
	for _, limit := range []int64{0, -5} {
		before := debug.SetMemoryLimit(-1)
		ctx, stop := meter.WithMemoryLimit(t.Context(), limit)
		require.NoError(t, queens(8).Solve(ctx, nil, func([]int) bool { return true }))
		require.NoError(t, context.Cause(ctx))
		require.Equal(t, before, debug.SetMemoryLimit(-1))
		stop()
		require.ErrorIs(t, ctx.Err(), context.Canceled)
	}
}

// The memory is that of the process, so a limit also ends what runs under another context.
func TestALimitOfMemoryHoldsForTheProcess(t *testing.T) {
	_, stop := meter.WithMemoryLimit(t.Context(), 1<<30)
	defer stop()
	_, err := base.Reserve(1 << 31) // as every engine does, and none hands its context over
	require.ErrorIs(t, err, meter.ErrLimit)
}

func queens(n int) *dlx.Problem {
	p := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	return p
}
