package zdd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/meter"
)

func TestADiagramBeyondItsRoomEndsWithErrLimit(t *testing.T) {
	const n = 9
	p := dlx.NewProblem(2*n, 0) // the permutations
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c)
		}
	}
	for range 2 {
		_, err := within(t.Context(), p, nil, 1<<13)
		require.ErrorIs(t, err, meter.ErrLimit)
		require.EqualError(t, err, "stopped by a limit: memory for the ZDD: at most 0 MiB")
		p.SetMultiplicity(0, 1, 2)
	}
}
