package dlx_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// digest identifies a set of covers in any order: their number and the sum of their
// hashes.
type digest struct{ covers, sum uint64 }

func digestOf(t testing.TB, p *dlx.Problem, core dlx.Core) (d digest) {
	t.Helper()
	hash := fnv.New64a()
	var bytes []byte
	require.NoError(t, p.SolveWith(context.Background(), core, nil, func(options []int) bool {
		bytes = bytes[:0]
		for _, o := range options {
			bytes = append(bytes, byte(o), byte(o>>8), byte(o>>16))
		}
		hash.Reset()
		hash.Write(bytes)
		d.covers++
		d.sum += hash.Sum64()
		return true
	}))
	return d
}

func TestCoresFindTheSameCovers(t *testing.T) {
	for name, text := range map[string]string{
		"queens 10": queens(10), "Langford 8": langford(8), "Latin 4": latin(4), "dominoes 6x6": dominoes(6, 6),
		"path 4x4": gridPath(4), "soma": soma(), "pentominoes 3x20": packing(3, 20, false, full),
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			want := digestOf(t, p, dlx.Sparse)
			assert.NotZero(t, want.covers)
			assert.Equal(t, want, digestOf(t, p, dlx.Bitset))
			assert.Equal(t, want, digestOf(t, p, dlx.Ahead))
			assert.Equal(t, want, digestOf(t, p, dlx.Links))
		})
	}
}

// Every problem of two primary items and one secondary item, with two colours,
// each a subset of the twelve options that there are.
func TestCoresAgreeOnAllTinyProblems(t *testing.T) {
	for set := range 1 << 12 {
		p := dlx.NewProblem(2, 1)
		for k := range 12 {
			if set>>k&1 == 0 {
				continue
			}
			var option []dlx.Element
			for i := range int(2) {
				if (k/4+1)>>i&1 != 0 {
					option = append(option, dlx.Element{Item: i})
				}
			}
			if k%4 > 0 {
				option = append(option, dlx.Element{Item: 2, Colour: k%4 - 1})
			}
			p.Add(option...)
		}
		want := digestOf(t, p, dlx.Sparse)
		require.Equal(t, want, digestOf(t, p, dlx.Bitset), "set %b", set)
		require.Equal(t, want, digestOf(t, p, dlx.Ahead), "set %b", set)
		require.Equal(t, want, digestOf(t, p, dlx.Links), "set %b", set)
	}
}

func TestCoresThatCannotSolveAProblemSaySo(t *testing.T) {
	large := dlx.NewProblem(1, 0)
	for range 100_000 {
		large.Add(dlx.Element{Item: 0})
	}
	err := large.SolveWith(context.Background(), dlx.Bitset, nil, all)
	assert.EqualError(t, err, "dlx: core bitset cannot solve this problem: the conflicts of 100000 options take more than 1024 MiB")
	first := func([]int) bool { return false }
	require.ErrorIs(t, large.SolveWith(context.Background(), dlx.Ahead, nil, first), meter.ErrStopped)
	want := digestOf(t, large, dlx.Sparse)
	assert.Equal(t, want, digestOf(t, large, dlx.Auto))

	twice := read(t, "2|a\na\na")
	for name, core := range cores {
		err := twice.SolveWith(context.Background(), core, nil, all)
		if core == dlx.Auto || core == dlx.Links {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, "dlx: core "+name+" cannot solve this problem: an item has another multiplicity than 1")
	}
}

func TestUnknownCoreIsAnError(t *testing.T) {
	for _, text := range []string{"a\na", "2|a\na"} {
		err := read(t, text).SolveWith(context.Background(), "dancing", nil, all)
		assert.EqualError(t, err, `dlx: there is no core "dancing": it is auto, sparse, bitset, ahead or links`)
		assert.NoError(t, read(t, text).SolveWith(context.Background(), "", nil, all))
	}
}

func TestCoresHaveNames(t *testing.T) {
	assert.Len(t, dlx.Cores(), len(cores))
	for name, core := range cores {
		assert.Equal(t, name, string(core))
		assert.Contains(t, dlx.Cores(), core)
	}
}

func TestMeterNamesTheCoresThatWereUsed(t *testing.T) {
	solveWith := func(core dlx.Core) func(*dlx.Problem, *meter.Meter) error {
		return func(p *dlx.Problem, m *meter.Meter) error { return p.SolveWith(context.Background(), core, m, all) }
	}
	count := func(p *dlx.Problem, m *meter.Meter) error { _, err := p.Count(context.Background(), m); return err }
	diagram := func(p *dlx.Problem, m *meter.Meter) error { _, err := zdd.Of(context.Background(), p, m); return err }
	for _, c := range []struct {
		problem string
		do      func(*dlx.Problem, *meter.Meter) error
		want    []string
	}{
		{queens(8), solveWith(dlx.Sparse), []string{"sparse"}},
		{queens(8), solveWith(dlx.Bitset), []string{"bitset"}},
		{queens(8), solveWith(dlx.Ahead), []string{"ahead"}},
		{queens(8), solveWith(dlx.Auto), []string{"bitset"}},
		{"2|a\na\na", solveWith(dlx.Auto), []string{"multiplicities"}},
		{queens(8), count, []string{"bitset"}},
		{dominoes(8, 8), count, []string{"bitset", "frontier"}},
		{queens(6), diagram, []string{"frontier"}},
	} {
		var m meter.Meter
		require.NoError(t, c.do(read(t, c.problem), &m))
		assert.Equal(t, c.want, m.Used())
	}
}

// TestLargeTablesAreMadeOnlyAfterAFewNodes has problems whose tables would take more than 32 MiB. Item 1
// leaves few options of item 0, so Sparse settles the first one at once. The second has more covers
// than Sparse may have.
func TestLargeTablesAreMadeOnlyAfterAFewNodes(t *testing.T) {
	const options, free = 17_000, 3
	for core, covers := range map[dlx.Core]int{dlx.Sparse: free, dlx.Bitset: options} {
		p := dlx.NewProblem(2, 1)
		p.Add(dlx.Element{Item: 1}, dlx.Element{Item: 2})
		for i := range options {
			if i < covers {
				p.Add(dlx.Element{Item: 0})
			} else {
				p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 2})
			}
		}
		m := new(meter.Meter)
		var all []int
		require.NoError(t, p.Solve(t.Context(), m, func(cover []int) bool {
			require.Equal(t, 0, cover[0])
			all = append(all, cover[1])
			return true
		}))
		require.Equal(t, []string{string(core)}, m.Used())
		require.EqualValues(t, covers, m.Stats().Solutions)
		require.Len(t, all, covers)
		for i, o := range all {
			require.Equal(t, i+1, o)
		}
		m = new(meter.Meter)
		require.ErrorIs(t, p.Solve(t.Context(), m, func([]int) bool { return false }), meter.ErrStopped)
		require.EqualValues(t, 1, m.Stats().Solutions)
	}
}

// thinOrNot returns the covers in order, and the counters, of a search by Bitset.
func thinOrNot(t require.TestingT, p *dlx.Problem, thin bool, workers int) ([]string, meter.Stats) {
	m := meter.Meter{Workers: workers}
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

// TestItemsWithOneOptionTakeLinearTime has as many items as a text has bytes. A look at all of them for each
// item would be seen.
func TestItemsWithOneOptionTakeLinearTime(t *testing.T) {
	puzzletest.RequireLinear(t, func(size int) string { return strings.Repeat("_", size) }, func(text string) {
		items := len(text) / 16 // one takes as long as some characters
		p := dlx.NewProblem(items, 0)
		for i := range items {
			p.Add(dlx.Element{Item: int(i)})
		}
		n, err := p.Count(context.Background(), nil)
		require.NoError(t, err)
		assert.Equal(t, "1", n.String())
	})
}

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
					var m meter.Meter
					got := covers(t, func(yield func([]int) bool) error { return p.SolveSwitching(core, node+1, &m, yield) })
					require.Equal(t, want, got, "core %d, node %d", core, node+1)
					require.Equal(t, 1.0, m.Done())
					require.EqualValues(t, len(want), m.Stats().Solutions)
				}
			}
		})
	}
}
