package dlx_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// counters returns the counters of a search and how it ended.
func counters(t require.TestingT, p *dlx.Problem, core dlx.Core, m *dlx.Meter, yield func([]int) bool) (dlx.Stats, error) {
	err := p.SolveWith(context.Background(), core, m, yield)
	if err != nil {
		require.ErrorIs(t, err, dlx.ErrLimit)
	}
	stats := m.Stats()
	if m.Workers > 1 {
		stats.Propagations = 0 // Sparse may hide more or fewer options before a failure
		if err != nil {
			stats.Branches, stats.Failures = 0, 0 // workers are ahead of the limit
		}
	}
	return stats, err
}

// A search without a receiver takes the same steps as one with a receiver.
func TestCoversThatNobodyReadsAreCounted(t *testing.T) {
	check := func(t require.TestingT, p *dlx.Problem, name string) {
		for coreName, core := range cores {
			read, _ := counters(t, p, core, &dlx.Meter{}, all)
			for _, m := range []*dlx.Meter{{}, {Workers: 3}, {Wanted: 2}, {MaxNodes: max(1, read.Nodes/2)}} {
				want, wantErr := counters(t, p, core, &dlx.Meter{Workers: m.Workers, MaxNodes: m.MaxNodes}, all)
				got, err := counters(t, p, core, m, nil)
				require.Equal(t, want, got, "%s, %s, %d workers", name, coreName, m.Workers)
				require.Equal(t, wantErr, err, "%s, %s, %d workers", name, coreName, m.Workers)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		check(rt, p, "random")
		got, err := counters(rt, p, dlx.Auto, &dlx.Meter{}, nil)
		require.NoError(rt, err)
		require.EqualValues(rt, len(brute(p, 0, nil, 0)), got.Solutions)
	})
	for name, text := range map[string]string{
		"queens 8": queens(8), "Langford 8": langford(8), "Latin 4": latin(4), "dominoes 4x6": dominoes(4, 6), "path 4x4": gridPath(4),
		"dominating queens": queendom(5, 3),
	} {
		p := read(t, text)
		if name == "dominating queens" {
			want, _ := counters(t, p, dlx.Auto, &dlx.Meter{}, all)
			got, _ := counters(t, p, dlx.Auto, &dlx.Meter{}, nil)
			require.Equal(t, want, got)
			continue
		}
		check(t, p, name)
	}
}

// Long searches are split among workers.
func TestWorkersCountCoversThatNobodyReads(t *testing.T) {
	p := read(t, dominoes(6, 8))
	for _, core := range splittable {
		for _, limit := range []int64{0, 20_000, 100_000} {
			want, wantErr := counters(t, p, core, &dlx.Meter{Workers: 2, MaxNodes: limit}, all)
			got, err := counters(t, p, core, &dlx.Meter{Workers: 2, MaxNodes: limit}, nil)
			require.Equal(t, want, got, "%v", core)
			require.Equal(t, errors.Is(wantErr, dlx.ErrLimit), errors.Is(err, dlx.ErrLimit))
		}
	}
}
