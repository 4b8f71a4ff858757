package dlx_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
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
		for _, always := range []bool{false, true} {
			n, err := dlx.CountThin(context.Background(), p, 1<<20, always)
			require.NoError(t, err)
			require.EqualValues(t, len(want), n.Int64(), name)
		}
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, problems(rt), "random") })
	for name, text := range map[string]string{
		"queens 7": queens(7), "Langford 8": langford(8), "Langford 6": langford(6), "Latin 4": latin(4), "path 4x4": gridPath(4),
	} {
		check(t, read(t, text), name)
	}
}

// A sudoku of 9×9 has 324 items and thin rows.
func TestManyItemsWithThinRowsAreCountedDown(t *testing.T) {
	p := read(t, latin(9))
	_, err := p.First(context.Background(), 1, nil)
	require.NoError(t, err)
	assert.True(t, p.Thin(), "a Latin square of order 9")
	assert.False(t, read(t, queens(9)).Thin(), "9 queens")
}

// Counts with thin rows branch on items that failed.
func TestFailuresDoNotChangeTheCount(t *testing.T) {
	check := func(t require.TestingT, p *dlx.Problem) {
		want, _ := thinOrNot(t, p, false, 1)
		n, err := dlx.CountThin(context.Background(), p, 1<<20, false)
		require.NoError(t, err)
		require.EqualValues(t, len(want), n.Int64())
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, problems(rt)) })
	for _, text := range []string{queens(7), langford(8), latin(4)} {
		check(t, read(t, text))
	}
}
