package meter_test

import (
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/dlx/zdd"
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
		stop()
		stop()
	}
	require.NoError(t, queens(8).Solve(t.Context(), nil, func([]int) bool { return true }))
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
