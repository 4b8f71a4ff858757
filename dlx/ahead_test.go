package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// covers returns the covers that a search hands out, sorted. It keeps duplicates.
func covers(t require.TestingT, solve func(yield func([]int) bool) error) []string {
	all := []string{}
	require.NoError(t, solve(func(options []int) bool {
		all = append(all, fmt.Sprint(options))
		return true
	}))
	slices.Sort(all)
	return all
}

func TestRestartsHandOutEachCoverOnce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		want := brute(p, 0, []int{}, 0)
		slices.Sort(want)
		got := covers(rt, func(yield func([]int) bool) error { return p.SolveAheadImpatiently(1, yield) })
		if !slices.Equal(want, got) {
			rt.Fatalf("brute force has the covers %v, looking ahead %v", want, got)
		}
	})
	var all []*dlx.Problem
	for _, text := range []string{queens(4), queens(7), langford(7), langford(6), gridPath(4), latin(3)} {
		all = append(all, read(t, text))
	}
	for seed := range uint64(40) {
		all = append(all, denseProblem(seed))
	}
	for _, p := range all {
		want, _ := solve(t, p, dlx.Sparse)
		assert.Equal(t, want, covers(t, func(yield func([]int) bool) error { return p.SolveAheadImpatiently(1, yield) }))
	}
}

// denseProblem returns a problem so dense that some options fail at the root, and that a search fails
// before it finds a cover.
func denseProblem(seed uint64) *dlx.Problem {
	draw := rand.New(rand.NewPCG(seed, 0))
	items := 12 + draw.IntN(8)
	p := dlx.NewProblem(items, 0)
	for range 30 + draw.IntN(40) {
		option := []int{draw.IntN(items)}
		for i := range items {
			if draw.IntN(5) == 0 && i != option[0] {
				option = append(option, i)
			}
		}
		p.AddItems(option...)
	}
	return p
}

// Wherever a search by Sparse or Bitset continues with Ahead, it hands out each cover
// once.
func TestAheadMayContinueAtAnyNode(t *testing.T) {
	for name, text := range map[string]string{
		"queens 7": queens(7), "Langford 7": langford(7), "Langford 5": langford(5), "Latin 3": latin(3), "path 3x3": gridPath(3),
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			want, stats := solve(t, p, dlx.Sparse)
			for _, core := range []dlx.Core{dlx.Sparse, dlx.Bitset} {
				for node := int64(0); node < stats.Nodes; node += 1 + stats.Nodes/40 {
					var m dlx.Meter
					got := covers(t, func(yield func([]int) bool) error { return p.SolveSwitching(core, node+1, &m, yield) })
					require.Equal(t, want, got, "core %d, node %d", core, node+1)
					require.Equal(t, 1.0, m.Done())
					require.EqualValues(t, len(want), m.Stats().Solutions)
				}
			}
		})
	}
}

func TestLimitsAndStopsOfLookingAhead(t *testing.T) {
	p := read(t, queens(8))
	want, stats := solve(t, p, dlx.Ahead)
	assert.Len(t, want, 92)
	m := dlx.Meter{MaxNodes: stats.Nodes}
	assert.NoError(t, p.SolveWith(context.Background(), dlx.Ahead, &m, all))
	for _, limit := range []int64{1, 2, stats.Nodes / 2, stats.Nodes - 1} {
		m := dlx.Meter{MaxNodes: limit}
		err := p.SolveWith(context.Background(), dlx.Ahead, &m, all)
		assert.ErrorIs(t, err, dlx.ErrLimit)
		assert.Equal(t, limit, m.Stats().Nodes)
	}
	for stop := 1; stop <= 92; stop++ {
		calls := 0
		err := p.SolveWith(context.Background(), dlx.Ahead, nil, func([]int) bool { calls++; return calls < stop })
		assert.ErrorIs(t, err, dlx.ErrStopped)
		assert.Equal(t, stop, calls)
	}
}
