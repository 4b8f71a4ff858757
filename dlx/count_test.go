package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

const roomy = 1 << 28

// counts returns the results of all ways of counting, by their names.
func counts(t require.TestingT, p *dlx.Problem) map[string]string {
	ctx := context.Background()
	all := map[string]string{}
	n, err := p.Count(ctx, nil)
	require.NoError(t, err)
	all["Count"] = n.String()
	for name, room := range map[string]int{"tree": roomy, "tree with a tiny memo": 0} {
		n, err := dlx.CountByTree(ctx, p, room)
		require.NoError(t, err)
		all[name] = n.String()
		for _, thin := range []bool{false, true} {
			for _, pairAt := range []int64{0, 2} {
				n, err = dlx.CountPairing(ctx, p, room, pairAt, thin)
				require.NoError(t, err)
				all[fmt.Sprintf("%s, thin %v, rows extended at %d", name, thin, pairAt)] = n.String()
			}
		}
	}
	n, done, err := dlx.CountByFrontier(ctx, p, roomy)
	require.NoError(t, err)
	require.True(t, done)
	all["frontier"] = n.String()
	return all
}

// allEqual fails unless all ways of counting return n.
func allEqual(t require.TestingT, n string, counts map[string]string) {
	for name, got := range counts {
		require.Equal(t, n, got, name)
	}
}

func TestCountsAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		allEqual(rt, big.NewInt(int64(len(brute(p, 0, []int{}, 0)))).String(), counts(rt, p))
	})
}

// The sources of the counts are with the tests that enumerate the covers.
func TestKnownCountsAreCounted(t *testing.T) {
	for name, known := range map[string]struct{ text, covers string }{
		"queens 8":       {queens(8), "92"},
		"Langford 5":     {langford(5), "0"},
		"Langford 8":     {langford(8), "300"},
		"Latin 4":        {latin(4), "576"},
		"dominoes 8x8":   {dominoes(8, 8), "12988816"},
		"dominoes 7x7":   {dominoes(7, 7), "0"},
		"path 4x4":       {gridPath(4), "552"},
		"no covers":      {"a b\na", "0"},
		"three of three": {"a b c\na\nb\nc\na b\nb c\na c", "4"},
	} {
		t.Run(name, func(t *testing.T) { allEqual(t, known.covers, counts(t, read(t, known.text))) })
	}
}

// pairs is a problem of n items with two options each, so it has 2^n covers.
func pairs(n int) *dlx.Problem {
	p := dlx.NewProblem(n, 0)
	for i := range n {
		p.Add(dlx.Element{Item: i})
		p.Add(dlx.Element{Item: i})
	}
	return p
}

func TestCountsMayHaveAnyNumberOfDigits(t *testing.T) {
	for _, n := range []int{63, 64, 65, 127, 128, 129, 300} {
		want := new(big.Int).Lsh(big.NewInt(1), uint(n)).String()
		got := counts(t, pairs(n))
		delete(got, "tree with a tiny memo") // it would count one by one
		allEqual(t, want, got)
	}
}

func TestSolutionsOfACountStopAtTheGreatestNumber(t *testing.T) {
	var m meter.Meter
	_, err := pairs(100).Count(context.Background(), &m)
	require.NoError(t, err)
	assert.EqualValues(t, math.MaxInt64, m.Stats().Solutions)
	assert.Equal(t, 1.0, m.Done())
}

func TestACountBeyondItsLimitIsALowerBound(t *testing.T) {
	p := read(t, langford(8))
	known := false
	for most := int64(1); ; most *= 2 {
		m := meter.Meter{MaxNodes: most}
		n, err := p.Count(context.Background(), &m)
		if err == nil {
			assert.Equal(t, "300", n.String())
			break
		}
		require.ErrorIs(t, err, meter.ErrLimit)
		assert.Equal(t, big.NewInt(m.Stats().Solutions).String(), n.String())
		assert.Less(t, m.Stats().Solutions, int64(300))
		assert.Equal(t, most, m.Stats().Nodes)
		known = known || m.Stats().Solutions > 0
	}
	assert.True(t, known, "some limit comes after the first cover")
}

func TestCountingTakesTheSameCourseEachTime(t *testing.T) {
	p := read(t, dominoes(8, 8))
	var first, second meter.Meter
	_, err := p.Count(context.Background(), &first)
	require.NoError(t, err)
	_, err = p.Count(context.Background(), &second)
	require.NoError(t, err)
	assert.Equal(t, first.Stats(), second.Stats())
}

func TestAFrontierWithoutRoomGivesUp(t *testing.T) {
	_, done, err := dlx.CountByFrontier(context.Background(), read(t, queens(9)), 1<<14)
	require.NoError(t, err)
	assert.False(t, done)
}

// A problem that is too large for the tables of Bitset is counted cover by cover.
func TestManyOptionsAreCounted(t *testing.T) {
	p := dlx.NewProblem(2, 0)
	for range 40_000 {
		p.Add(dlx.Element{Item: 0}, dlx.Element{Item: 1})
	}
	n, err := p.Count(context.Background(), nil)
	require.NoError(t, err)
	assert.Equal(t, "40000", n.String())
}

// counters returns the counters of a search and how it ended.
func counters(t require.TestingT, p *dlx.Problem, core dlx.Core, m *meter.Meter, yield func([]int) bool) (meter.Stats, error) {
	err := p.SolveWith(context.Background(), core, m, yield)
	if err != nil {
		require.ErrorIs(t, err, meter.ErrLimit)
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
			read, _ := counters(t, p, core, &meter.Meter{}, all)
			for _, m := range []*meter.Meter{{}, {Workers: 3}, {Wanted: 2}, {MaxNodes: max(1, read.Nodes/2)}} {
				want, wantErr := counters(t, p, core, &meter.Meter{Workers: m.Workers, MaxNodes: m.MaxNodes}, all)
				got, err := counters(t, p, core, m, nil)
				require.Equal(t, want, got, "%s, %s, %d workers", name, coreName, m.Workers)
				require.Equal(t, wantErr, err, "%s, %s, %d workers", name, coreName, m.Workers)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		check(rt, p, "random")
		got, err := counters(rt, p, dlx.Auto, &meter.Meter{}, nil)
		require.NoError(rt, err)
		require.EqualValues(rt, len(brute(p, 0, nil, 0)), got.Solutions)
	})
	for name, text := range map[string]string{
		"queens 8": queens(8), "Langford 8": langford(8), "Latin 4": latin(4), "dominoes 4x6": dominoes(4, 6), "path 4x4": gridPath(4),
		"dominating queens": queendom(5, 3),
	} {
		p := read(t, text)
		if name == "dominating queens" {
			want, _ := counters(t, p, dlx.Auto, &meter.Meter{}, all)
			got, _ := counters(t, p, dlx.Auto, &meter.Meter{}, nil)
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
		for _, limit := range []int64{0, 20_000, 100_000}[:puzzletest.Often(2, 3)] {
			want, wantErr := counters(t, p, core, &meter.Meter{Workers: 2, MaxNodes: limit}, all)
			got, err := counters(t, p, core, &meter.Meter{Workers: 2, MaxNodes: limit}, nil)
			require.Equal(t, want, got, "%v", core)
			require.Equal(t, errors.Is(wantErr, meter.ErrLimit), errors.Is(err, meter.ErrLimit))
		}
	}
}

// coverOf returns the exact cover problem of a puzzle.
func coverOf(t testing.TB, p puzzle.Puzzle) *dlx.Problem {
	c, err := encode.ExactCover(context.Background(), p)
	require.NoError(t, err)
	return c.Problem
}

// listedBy returns how many covers a core finds one by one, or most+1 if there are more.
func listedBy(t testing.TB, p *dlx.Problem, core dlx.Core, most int) (found int) {
	err := p.SolveWith(context.Background(), core, nil, func([]int) bool { found++; return found <= most })
	if found <= most {
		require.NoError(t, err)
	}
	return found
}

// TestWaysOfCountingAgree draws larger boards of each family, or as many as CROSSCUT_WAYS says.
// It counts the covers of each one by one, with each core, and in every other way.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := puzzletest.Number("CROSSCUT_WAYS", puzzletest.Often(3, 10))
	const most = 100
	for _, family := range puzzle.Families() {
		for seed := range uint64(boards) {
			rng := rand.New(rand.NewPCG(seed, 18))
			p := coverOf(t, puzzletest.Larger(t, rng, family, func(p puzzle.Puzzle) bool {
				return listedBy(t, coverOf(t, p), dlx.Auto, most) <= most
			}))
			ways := map[string]string{}
			for _, core := range []dlx.Core{dlx.Sparse, dlx.Bitset} {
				ways[fmt.Sprint("core ", core)] = fmt.Sprint(listedBy(t, p, core, most))
			}
			n, err := p.Count(context.Background(), nil)
			require.NoError(t, err)
			ways["Count"] = n.String()
			for name, room := range map[string]int{"tree": roomy, "tree with a tiny memo": 0} {
				n, err := dlx.CountByTree(context.Background(), p, room)
				require.NoError(t, err)
				ways[name] = n.String()
			}
			if n, done, err := dlx.CountByFrontier(context.Background(), p, 1<<24); done {
				require.NoError(t, err)
				ways["frontier"] = n.String()
			}
			allEqual(t, ways["core sparse"], ways)
		}
	}
}
