package dlx_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// thinOrNot returns the covers in order, and the counters, of a search by Bitset.
func thinOrNot(t require.TestingT, p *dlx.Problem, thin bool, workers int) ([]string, dlx.Stats) {
	m := dlx.Meter{Workers: workers}
	all := []string{}
	require.NoError(t, p.SolveThin(thin, &m, func(options []int) bool {
		all = append(all, fmt.Sprint(options))
		return true
	}))
	stats := m.Stats()
	stats.Propagations = 0 // a failing state may hide fewer options before it is seen to fail
	return all, stats
}

func TestCountingDownIsTheSameSearchAsSweeps(t *testing.T) {
	check := func(t require.TestingT, p *dlx.Problem, name string) {
		want, stats := thinOrNot(t, p, false, 1)
		for _, workers := range []int{1, 3} {
			got, others := thinOrNot(t, p, true, workers)
			require.Equal(t, want, got, "%s, %d workers", name, workers)
			require.Equal(t, stats, others, "%s, %d workers", name, workers)
		}
		n, err := dlx.CountThin(context.Background(), p, 1<<20)
		require.NoError(t, err)
		require.EqualValues(t, len(want), n.Int64(), name)
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, problems(rt), "random") })
	for name, text := range map[string]string{
		"queens 7": queens(7), "Langford 8": langford(8), "Langford 6": langford(6), "Latin 4": latin(4), "path 4x4": gridPath(4),
	} {
		check(t, read(t, text), name)
	}
}
