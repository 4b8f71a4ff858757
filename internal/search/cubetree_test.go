package search_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/meter"
)

// interval is a node of a tree of intervals: each is cut into its thirds, down to single numbers.
type interval struct{ from, to int }

func thirds(n interval) (parts []interval, ok bool) {
	if n.to-n.from < 3 {
		return nil, false
	}
	third := (n.to - n.from) / 3
	return []interval{{n.from, n.from + third}, {n.from + third, n.to - third}, {n.to - third, n.to}}, true
}

func cut(ctx context.Context, root interval, n int) ([]interval, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	return search.Leaves(run.Err, root, n, func(n interval) float64 { return float64(n.to - n.from) }, thirds)
}

// The leaves are the whole, in its order, and none is more than three times as large as another.
func TestLeavesShareOutTheWhole(t *testing.T) {
	for n := 1; n <= 81; n++ {
		leaves, err := cut(t.Context(), interval{0, 81}, n)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(leaves), n)
		assert.Less(t, len(leaves), n+2)
		at := 0
		for _, l := range leaves {
			assert.Equal(t, at, l.from)
			assert.LessOrEqual(t, (leaves[0].to-leaves[0].from)/3, l.to-l.from)
			at = l.to
		}
		assert.Equal(t, 81, at)
	}
	all, err := cut(t.Context(), interval{0, 81}, 1000)
	require.NoError(t, err)
	assert.Len(t, all, 81, "nothing is left to cut")
}

// A tree that forgot its cuts has the same nodes, and refuses texts that are not paths.
func TestTreesHaveTheSameNodesWhateverTheyRemember(t *testing.T) {
	first, err := cut(t.Context(), interval{0, 6561}, 729)
	require.NoError(t, err)
	cuts := 0
	tree := search.CubeTree[interval]{First: first, Cut: func(ctx context.Context, n interval) ([]interval, error) {
		cuts++
		return cut(ctx, n, 3)
	}}
	for range 2 {
		for i := range first {
			n, err := tree.Node(t.Context(), search.Child(search.Child("", i), 2))
			require.NoError(t, err)
			assert.Equal(t, interval{first[i].to - 3, first[i].to}, n)
		}
	}
	assert.Greater(t, cuts, len(first), "some cuts were forgotten")
	for path, want := range map[string]int{"": 729, "7": 3, "7.2": 3} {
		n, err := tree.Count(t.Context(), path)
		require.NoError(t, err)
		assert.Equal(t, want, n, path)
	}
	for _, path := range []string{"", "729", "0.3", "x", "-1", "00", "1.", ".1", "1..2"} {
		_, err := tree.Node(t.Context(), path)
		assert.Error(t, err, path)
	}
}
