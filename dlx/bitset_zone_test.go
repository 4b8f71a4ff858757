package dlx_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// A search in zones has the covers of brute force, and the steps of a search without zones.
func TestZonesChangeNothing(t *testing.T) {
	check := func(t require.TestingT, p *dlx.Problem, name string) []string {
		want, stats := thinOrNot(t, p, false, 1)
		for _, workers := range []int{1, 3} {
			m, got := dlx.Meter{Workers: workers}, []string{}
			require.NoError(t, p.SolveInZones(0, &m, func(options []int) bool {
				got = append(got, fmt.Sprint(options))
				return true
			}))
			others := m.Stats()
			others.Propagations = 0
			require.Equal(t, want, got, "%s, %d workers", name, workers)
			require.Equal(t, stats, others, "%s, %d workers", name, workers)
		}
		for _, node := range []int64{1, 2, 5} { // what is left inside of zones is searched by Ahead
			m, got := new(dlx.Meter), []string{}
			require.NoError(t, p.SolveInZones(node, m, func(options []int) bool {
				got = append(got, fmt.Sprint(options))
				return true
			}))
			require.ElementsMatch(t, want, got, "%s, then ahead", name)
		}
		return want
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		found := check(rt, p, "random")
		slices.Sort(found)
		expected := brute(p, 0, nil, 0)
		slices.Sort(expected)
		require.Equal(rt, expected, found)
	})
	for name, text := range map[string]string{
		"queens 7": queens(7), "Langford 8": langford(8), "Latin 4": latin(4), "path 4x4": gridPath(4), "dominoes 4x6": dominoes(4, 6),
	} {
		check(t, read(t, text), name)
	}
}

// More than 64 items are in sets of two words, and more than 128 in sets of four.
func TestZonesOfManyItems(t *testing.T) {
	for name, text := range map[string]string{"pentominoes 3x20": packing(3, 20, false, full), "dominoes 6x24": dominoes(6, 24)} {
		p := read(t, text)
		limited := func(solve func(m *dlx.Meter, yield func([]int) bool) error) ([]string, dlx.Stats) {
			m, covers := &dlx.Meter{MaxNodes: 2000}, []string{}
			err := solve(m, func(options []int) bool {
				covers = append(covers, fmt.Sprint(options))
				return true
			})
			require.ErrorIs(t, err, dlx.ErrLimit)
			stats := m.Stats()
			stats.Propagations = 0
			return covers, stats
		}
		want, stats := limited(func(m *dlx.Meter, yield func([]int) bool) error { return p.SolveThin(false, m, yield) })
		got, others := limited(func(m *dlx.Meter, yield func([]int) bool) error { return p.SolveInZones(0, m, yield) })
		require.Equal(t, want, got, name)
		require.Equal(t, stats, others, name)
	}
}

// A memo has the states of all zones. So their keys must not depend on the zone.
func TestCountsInZonesAreThoseOfTheSearch(t *testing.T) {
	for name, text := range map[string]string{
		"queens 7": queens(7), "Langford 8": langford(8), "Latin 4": latin(4), "path 4x4": gridPath(4),
		"dominoes 4x6": dominoes(4, 6),
	} {
		p := read(t, text)
		n, err := dlx.CountByTree(t.Context(), p, nil, 0, false)
		require.NoError(t, err)
		for _, room := range []int{0, roomy} {
			for _, always := range []bool{false, true} {
				zoned, err := dlx.CountInZones(t.Context(), p, room, always)
				require.NoError(t, err)
				require.Equal(t, n, zoned, "%s, %d, %v", name, room, always)
			}
		}
	}
}
