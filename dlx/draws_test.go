package dlx

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
)

func TestOptionsThatHideLittleTendToComeFirst(t *testing.T) {
	d := newDraws(1)
	first := map[int32]int{}
	for range 10_000 {
		options := []int32{3, 2, 1}
		d.sort(options, func(o int32) int { return int(o) })
		first[options[0]]++
	}
	// The chances are as 1/2⁴ to 1/3⁴ to 1/4⁴.
	assert.InDelta(t, 7934, first[1], 150)
	assert.InDelta(t, 1567, first[2], 150)
	assert.InDelta(t, 496, first[3], 100)
}

func TestARandomSearchBeginsWhereTheTroubleIs(t *testing.T) {
	d := newDraws(3)
	d.weights[1] = 5
	assert.Less(t, d.score(1, 4), d.score(0, 2))
	assert.Less(t, d.score(0, 2), d.score(2, 3))
	d.again(0)
	assert.Equal(t, []int32{0, 1, 2}, d.ranks, "each other search")
}

// coveredBy returns the covers that a random search finds if it never gives up.
func coveredBy(t *testing.T, r randomSearch, times int) (all [][]string) {
	for range times {
		covers := []string{}
		r.again(math.MaxInt64)
		require.NoError(t, r.search(func(options []int) bool {
			covers = append(covers, fmt.Sprint(options))
			return true
		}))
		slices.Sort(covers)
		all = append(all, covers)
	}
	return all
}

// The end of a random search is a proof that there are no other covers.
func TestARandomSearchThatNeverGivesUpFindsAllCovers(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		p := colouredProblem(seed)
		run := search.Start(t.Context(), nil)
		links, err := newLinks(p, run)
		require.NoError(t, err)
		want := []string{}
		require.NoError(t, links.solve(func(options []int) bool {
			want = append(want, fmt.Sprint(options))
			return true
		}))
		slices.Sort(want)
		found += len(want)

		narrow, err := newBitset(p, run)
		require.NoError(t, err)
		thin, err := newBitset(p, run)
		require.NoError(t, err)
		thin.fillThin(p)
		thin.levels = nil
		thin.start()
		sparse, err := newSparse(p, run)
		require.NoError(t, err)
		sparse.chooseAtRandom(sparse.primary)
		for k, r := range []randomSearch{narrow.random(run), thin.random(run), sparse} {
			for _, got := range coveredBy(t, r, 3) {
				require.Equal(t, want, got, "seed %d, search %d", seed, k)
			}
		}
		run.Close()
	}
	require.Greater(t, found, 1500)
}

// A search by Bitset takes the same steps after a random search has shared its tables.
func TestARandomSearchLeavesABitsetSearchAsItWas(t *testing.T) {
	steps := func(p *Problem, at int64) (covers []string, counters search.Stats) {
		run := search.Start(t.Context(), nil)
		defer run.Close()
		s, err := newBitset(p, run)
		require.NoError(t, err)
		s.pairAt = 0
		s.restart = &restart{at: at}
		covers = coversAround(t, s, func(other *search.Run) {
			random := s.random(other)
			for range 3 {
				random.again(other.Failures + 20)
				if err := random.search(func([]int) bool { return true }); err != nil {
					require.ErrorIs(t, err, errImpatient)
				}
			}
			s.restart = nil
		})
		return covers, run.Stats
	}
	requireSameSteps(t, steps)
}

// A random search fills the rows that it looks at.
func TestARandomSearchOnLateRowsFindsAllCovers(t *testing.T) {
	for seed := range uint64(5) {
		p := colouredProblem(seed)
		run := search.Start(t.Context(), nil)
		full, err := newBitset(p, run)
		require.NoError(t, err)
		late := newBitsetWith(newLateTables(p), p, run)
		want, got := full.random(run), late.random(run)
		want.again(math.MaxInt64)
		got.again(math.MaxInt64)
		covers := 0
		require.NoError(t, want.search(func([]int) bool {
			covers++
			return true
		}))
		require.NotZero(t, covers)
		require.NoError(t, got.search(func([]int) bool {
			covers--
			return covers >= 0
		}), "seed %d: too many covers", seed)
		require.Zero(t, covers, "seed %d", seed)
		require.NotNil(t, late.late)
		run.Close()
	}
}
