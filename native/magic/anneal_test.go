package magic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The cost follows the exchanges, and each number stays on one cell. What is filled is a
// filling.
func TestMagicExchangesKeepAccount(t *testing.T) {
	filled := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		s, err := newStateWithClues(p, search.Start(context.Background(), nil))
		require.NoError(t, err)
		if ok, _ := s.propagate(); !ok || s.size < 2 {
			return
		}
		a := newAnnealing(s)
		for range 3 {
			full, err := a.run(s.r, 2000)
			require.NoError(t, err)
			requireAccount(t, s, a)
			if full {
				filled++
				require.NoError(t, p.Check(a.filling(p.Low())))
				a.begin()
			}
		}
	})
	assert.Positive(t, filled)
}

func requireAccount(t require.TestingT, s *state, a *annealing) {
	cost := 0
	for l := range s.lines {
		wrong := -s.lines[l].rest
		for _, c := range s.lines[l].cells {
			if s.value[c] < 0 {
				wrong += int(a.value[c])
			}
		}
		require.Equal(t, wrong, a.wrong[l], "line %d", l)
		cost += max(wrong, -wrong)
	}
	require.Equal(t, cost, a.cost)
	require.True(t, slices.IsSortedFunc(a.cells, func(c, d int32) int { return int(a.value[c] - a.value[d]) }))
	all := slices.Sorted(slices.Values(a.value))
	for v := range all {
		require.Equal(t, int32(v), all[v])
	}
	for c, v := range s.value {
		require.True(t, v < 0 || v == a.value[c])
	}
}

// A search that takes turns with exchanges yields every filling once, whatever comes first. It
// may go on by a plan.
func TestMagicTurnsLoseNothingAndRepeatNothing(t *testing.T) {
	var exchanged, planned int
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		want := searched(t, p)
		for range 20 {
			e, planning := requireTurns(t, p, want)
			exchanged += e
			planned += planning
		}
	})
	// A few random boards do not always show both.
	for seed := 1; (exchanged == 0 || planned == 0) && seed < 2000; seed++ {
		p := rapid.Custom(drawLarger).Example(seed)
		rapid.Custom(func(t *rapid.T) int {
			e, planning := requireTurns(t, p, searched(t, p))
			exchanged += e
			planned += planning
			return 0
		}).Example(seed)
	}
	assert.Positive(t, exchanged)
	assert.Positive(t, planned)
}

// requireTurns returns how many fillings the exchanges found, and 1 if the plan was used.
func requireTurns(t *rapid.T, p *puzzle.Magic, want []string) (exchanged, planned int) {
	r := search.Start(t.Context(), &search.Meter{Wanted: 2})
	defer r.Close()
	s, err := newStateWithClues(p, r)
	require.NoError(t, err)
	after := rapid.Int64Range(1, 10).Draw(t, "after")
	plan := s.planSearch()
	s.changes = dispatcher{at: after, estimateAt: rapid.Int64Range(1, 60).Draw(t, "ask"), estimate: func(float64) (float64, error) {
		_, err := plan.Estimate(0)
		return 0, err
	}}
	every := rapid.Int64Range(1, 10).Draw(t, "every")
	s.exchanges = exchangeSchedule{at: every, every: every, each: rapid.SampledFrom([]int64{1, 300, 5000}).Draw(t, "each")}
	var all []string
	yield := func(board puzzle.Solution) bool {
		all = append(all, fmt.Sprint(board))
		if !slices.Equal(board, s.board) {
			exchanged++
		}
		return true
	}
	if err = s.run(yield); errors.Is(err, toPlan) {
		planned, exchanged = 1, 0
		err = plan.Run(s.progress.done, yield)
	}
	require.NoError(t, err)
	slices.Sort(all)
	require.Equal(t, want, all, "%s", p)
	return exchanged * (1 - planned), planned
}

// What the sums of all lines say holds in all fillings.
func TestMagicAllLinesKeepEveryFilling(t *testing.T) {
	placed, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 5 {
			p := drawLarger(t)
			s, err := newStateWithClues(p, search.Start(context.Background(), nil))
			require.NoError(t, err)
			before := s.size
			fillings := searched(t, p)
			if !s.placeByAllLines() {
				refused++
				require.Empty(t, fillings, "%s", p)
				continue
			}
			placed += before - s.size
			for _, filling := range fillings {
				requireAgrees(t, s, filling)
			}
		}
	})
	assert.Positive(t, placed)
	assert.Positive(t, refused)
}

// requireAgrees requires that a filling has the numbers of s.
func requireAgrees(t require.TestingT, s *state, filling string) {
	for c, text := range strings.Fields(strings.Trim(filling, "[]")) {
		k, err := strconv.Atoi(text)
		require.NoError(t, err)
		require.True(t, s.value[c] < 0 || int(s.value[c])+s.p.Low() == k)
	}
}

// A product of two squares of order 3 with the odd numbers given, two of them exchanged. Each line
// can still have its sum. All together cannot.
func TestMagicAllLinesContradict(t *testing.T) {
	p, err := text.Parse(`puzzle: magic
numbers: 1..81
sum: 369
__,75,__,__,77,__,__,79,__
55,__,__,__,37,__,__,__,19
__,__,65,47,9,67,49,__,__
__,__,29,11,81,31,13,__,__
59,39,25,61,41,43,57,21,23
__,__,69,51,1,71,53,__,__
__,__,33,15,73,35,17,__,__
63,__,__,__,45,__,__,__,27
__,3,__,__,5,__,__,7,__
`)
	require.NoError(t, err)
	s, err := newStateWithClues(p.(*puzzle.Magic), search.Start(context.Background(), nil))
	require.NoError(t, err)
	ok, err := s.propagate()
	require.NoError(t, err)
	require.True(t, ok)
	assert.False(t, s.placeByAllLines())
}

// A square of order 10 that the search by guesses alone does not fill in many seconds: Conway's
// LUX with two outer rings given.
func TestMagicFillsByExchanges(t *testing.T) {
	p, err := text.Parse(`puzzle: magic
numbers: 1..100
sum: 505
68,65,96,93,4,1,32,29,60,57
66,67,94,95,2,3,30,31,58,59
92,89,__,__,__,__,__,__,64,61
90,91,__,__,__,__,__,__,62,63
16,13,__,__,__,__,__,__,88,85
14,15,__,__,__,__,__,__,86,87
37,40,__,__,__,__,__,__,9,12
38,39,__,__,__,__,__,__,10,11
41,44,69,72,97,100,5,8,33,36
43,42,71,70,99,98,7,6,35,34
`)
	require.NoError(t, err)
	var found [2][]string
	for i := range found {
		r := search.Start(t.Context(), &search.Meter{Wanted: 2, MaxNodes: 5000})
		err := Search(p.(*puzzle.Magic), r, func(s puzzle.Solution) bool {
			assert.NoError(t, p.(*puzzle.Magic).Check(s))
			found[i] = append(found[i], fmt.Sprint(s))
			return len(found[i]) < 2
		})
		r.Close()
		require.ErrorIs(t, err, search.ErrStopped)
	}
	assert.NotEqual(t, found[0][0], found[0][1])
	assert.Equal(t, found[0], found[1], "the same fillings each time")
}
