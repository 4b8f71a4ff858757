package dlx_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// outgrowing returns the covers in order of a search that gives way to Bitset when it has hidden so
// many options. Its first restart is at that node.
func outgrowing(t require.TestingT, p *dlx.Problem, hidden, node int64, m *dlx.Meter) ([]string, error) {
	all := []string{}
	err := p.SolveOutgrown(context.Background(), hidden, node, m, func(options []int) bool {
		all = append(all, fmt.Sprint(options))
		return true
	})
	require.EqualValues(t, len(all), m.Stats().Solutions)
	return all, err
}

// The caller takes all covers. Those before and after the change, and after the last wanted one, must be
// different ones.
func TestASearchThatGivesWayHandsOutEachCoverOnce(t *testing.T) {
	changed := 0
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		want := brute(p, 0, []int{}, 0)
		slices.Sort(want)
		hidden, node := rapid.Int64Range(1, 20).Draw(rt, "hidden"), rapid.Int64Range(1, 20).Draw(rt, "node")
		for _, wanted := range []int{1, 2, 1000} {
			m := &dlx.Meter{Wanted: wanted}
			got, err := outgrowing(rt, p, hidden, node, m)
			require.NoError(rt, err)
			slices.Sort(got)
			require.Equal(rt, want, got, "%d wanted", wanted)
			changed += len(m.Used()) - 1
		}
	})
	for problem, text := range map[string]string{"queens 8": queens(8), "Langford 7": langford(7), "Langford 6": langford(6), "Latin 4": latin(4)} {
		p := read(t, text)
		want, stats := solve(t, p, dlx.Sparse)
		for _, node := range []int64{3, 1 << 9} {
			for hidden := int64(1); hidden < stats.Propagations; hidden += 1 + stats.Propagations/7 {
				for _, wanted := range []int{1, 7, 1000} {
					m := &dlx.Meter{Wanted: wanted}
					got, err := outgrowing(t, p, hidden, node, m)
					require.NoError(t, err)
					slices.Sort(got)
					require.Equal(t, want, got, "%s, %d wanted, %d hidden, node %d", problem, wanted, hidden, node)
					changed += len(m.Used()) - 1
				}
			}
		}
	}
	assert.Greater(t, changed, 40)
}

func TestSearchesThatGiveWayAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	for problem, text := range map[string]string{"queens 9": queens(9), "Langford 9": langford(9), "Langford 10": langford(10)} {
		p := read(t, text)
		for _, hidden := range []int64{50, 5000} {
			for _, node := range []int64{10, 700} {
				for _, limit := range []int64{0, 900} {
					one := dlx.Meter{Wanted: 900, Workers: 1, MaxNodes: limit}
					want, wantErr := outgrowing(t, p, hidden, node, &one)
					m := dlx.Meter{Wanted: 900, Workers: 3, MaxNodes: limit}
					got, err := outgrowing(t, p, hidden, node, &m)
					require.Equal(t, wantErr, err, "%s, %d hidden, node %d, limit %d", problem, hidden, node, limit)
					require.Equal(t, want, got, "%s, %d hidden, node %d, limit %d", problem, hidden, node, limit)
					require.Equal(t, one.Used(), m.Used())
					require.Equal(t, one.Stats().Nodes, m.Stats().Nodes)
				}
			}
		}
	}
}
