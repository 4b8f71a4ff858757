package magic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// subtreesFromNode returns a search that may go on in subtrees from so many nodes on.
// With anyway, it does so after two restarts of so many nodes each.
func subtreesFromNode(nodes int64, anyway bool) nativetest.Solver[*puzzle.Magic] {
	return func(p *puzzle.Magic, r *meter.Run, yield func(puzzle.Solution) bool) error {
		s, err := newStateWithClues(p, r)
		if err != nil {
			return err
		}
		if !anyway {
			s.changes = dispatcher{at: nodes, estimateAt: nodes, subtreesAt: nodes}
			return s.run(yield)
		}
		saved, placed := len(s.saved), len(s.placed)
		s.changes.estimateAt = 1 << 60
		for seed := range uint64(2) {
			s.changes.at = r.Nodes + nodes
			s.progress.rest, err = s.search(yield, s.progress.rest, 1)
			if !errors.Is(err, toRestart) {
				return err
			}
			s.undo(saved, placed)
			s.reorder(seed)
		}
		return s.bySubtrees(yield)
	}
}

// A search may have found something before it goes on in subtrees. Every solution comes
// once, and in the same order for any number of workers.
func TestMagicSubtreesOfASearchFindAll(t *testing.T) {
	// After two restarts, propagation fills a cell of this board that was open when it was chosen,
	// and the number that was chosen is still free.
	clues := slices.Repeat([]int{puzzle.Empty}, 25)
	for c, k := range map[int]int{7: 7, 8: 14, 9: 16, 11: 6, 14: 22, 18: 21, 20: 11, 21: 18, 23: 2} {
		clues[c] = k
	}
	requireSubtrees(t, newMagic(t, 5, 1, false, clues), 1, true)
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		requireSubtrees(t, p, rapid.Int64Range(1, 30).Draw(t, "nodes"), rapid.Bool().Draw(t, "anyway"))
	})
}

// requireSubtrees compares a search in subtrees with one and with three workers, and with the whole
// search.
func requireSubtrees(t require.TestingT, p *puzzle.Magic, nodes int64, anyway bool) {
	solve := subtreesFromNode(nodes, anyway)
	want, stats := nativetest.InOrder(t, p, 1, solve)
	got, others := nativetest.InOrder(t, p, 3, solve)
	require.Equal(t, want, got, "%s", p)
	require.Equal(t, stats, others, "%s", p)
	require.EqualValues(t, len(want), stats.Solutions)
	var all []string
	for _, s := range want {
		all = append(all, fmt.Sprint(s))
	}
	slices.Sort(all)
	require.Equal(t, searched(t, p), all, "%s", p)
}

// The shares of subtrees are those of what is left of the search.
func TestMagicSubtreesAreSharesOfWhatIsLeft(t *testing.T) {
	s, err := newStateWithClues(newMagic(t, 4, 1, true, nil), meter.Start(t.Context(), nil))
	require.NoError(t, err)
	s.progress.done = 0.75
	all, err := s.cutSubtrees()
	require.NoError(t, err)
	largest := 0.
	for _, b := range all {
		largest = max(largest, b.part)
	}
	assert.LessOrEqual(t, largest, 0.25/counting.Subtrees)
	assert.Greater(t, largest, 0.25/counting.Subtrees/16, "a state has at most 16 numbers for a cell")
}

func TestMagicWorkersKeepTheOrderOfLongSearches(t *testing.T) {
	order5 := slices.Repeat([]int{puzzle.Empty}, 25)
	for _, c := range []int{0, 6, 7, 13, 19} {
		order5[c] = []int{17, 24, 1, 8, 15, 23, 5, 7, 14, 16, 4, 6, 13, 20, 22, 10, 12, 19, 21, 3, 11, 18, 25, 2, 9}[c]
	}
	for name, p := range map[string]*puzzle.Magic{
		"star 8":  newStar(t, 8),
		"star 9":  newStar(t, 9),
		"order 5": newMagic(t, 5, 1, true, order5),
	} {
		want, stats := nativetest.InOrder(t, p, 1, Search)
		assert.Greater(t, stats.Nodes, int64(2*counting.NodesBefore), "%s is no long search", name)
		for _, workers := range []int{2, 5} {
			got, others := nativetest.InOrder(t, p, workers, Search)
			assert.True(t, slices.EqualFunc(want, got, slices.Equal), name)
			assert.Equal(t, stats, others, name)
		}
	}
}

func TestMagicWorkersStop(t *testing.T) {
	nativetest.RequireWorkersStop(t, newStar(t, 9), 3000, 3000, Search, Search)
}

// Sums that no clue says are not asked for the ways that the rules allow.
func TestMagicWaysAreCountedAtEachState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom([]func(*rapid.T) *puzzle.Magic{puzzletest.DrawMagic, puzzletest.DrawLines}).Draw(t, "kind")(t)
		if slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Any }) {
			t.Skip()
		}
		nativetest.RequireWays(t, p, Search)
	})
}

// A search that restarts often, and at any nodes, finds every solution once. The same
// holds where there is no room to remember what is done. Between restarts the share
// that is done is less than 1.
func TestMagicBegunAnewFindsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		m := new(meter.Meter)
		r := meter.Start(context.Background(), m)
		defer r.Close()
		s, err := newStateWithClues(p, r)
		require.NoError(t, err)
		saved, placed := len(s.saved), len(s.placed)
		stretch := rapid.Int64Range(1, 10).Draw(t, "stretch")
		s.changes.at, s.changes.estimateAt = stretch, 1<<60
		room := rapid.SampledFrom([]int{mostChoicesKept, mostChoicesKept, 3, 0}).Draw(t, "room")
		s.progress.kept = mostChoicesKept - room
		var all []string
		yield := func(s puzzle.Solution) bool { all = append(all, fmt.Sprint(s)); return true }
		for seed := uint64(1); ; seed++ {
			s.progress.rest, err = s.search(yield, s.progress.rest, 1)
			if !errors.Is(err, toRestart) {
				break
			}
			require.Less(t, len(all), 2)
			if len(all) == 0 {
				require.LessOrEqual(t, s.progress.kept, mostChoicesKept)
			}
			require.LessOrEqual(t, mostChoicesKept-room+s.progress.rest.choices(), s.progress.kept)
			require.Less(t, s.progress.done, 1-1e-9)
			require.InDelta(t, s.progress.done, s.progress.rest.share(1), 1e-9, "what is kept is what is done")
			s.undo(saved, placed)
			s.reorder(seed)
			s.changes.at = r.Nodes + stretch*int64(seed) // which will be enough some time
		}
		require.NoError(t, err)
		require.InDelta(t, 1, s.progress.done, 1e-9)
		slices.Sort(all)
		require.Equal(t, searched(t, p), all, "%s", p)
	})
}

// share returns the share that is done of a state, from the numbers left. The share of
// the whole state is part.
func (rest *unsearched) share(part float64) float64 {
	if rest == nil {
		return 0
	}
	each, done := part/float64(rest.numbers), part
	for v := range int32(64 * len(rest.left)) {
		if rest.left[v/64]>>(v%64)&1 != 0 {
			done += rest.under(v).share(each) - each
		}
	}
	return done
}

// choices returns the number of choices that are kept.
func (rest *unsearched) choices() int {
	if rest == nil {
		return 0
	}
	n := 1
	for _, below := range rest.below {
		n += below.choices()
	}
	return n
}

// A cell that was chosen may have its number already when the search comes back, since
// others were filled in another order. Then only that number is left of the choice.
func TestMagicRestOfACellThatIsFilled(t *testing.T) {
	for _, v := range []int32{1, 2} {
		r := meter.Start(context.Background(), nil)
		clues := slices.Repeat([]int{puzzle.Empty}, 9)
		clues[0] = 2 // number 1, counted from 0
		s, err := newStateWithClues(newMagic(t, 3, 1, true, clues), r)
		require.NoError(t, err)
		rest := &unsearched{choice: choice{cell: 0, numbers: 2, left: []uint64{1 << v}}}
		s.progress.kept = 1
		s.progress.done = 0.5
		found := 0
		left, err := s.search(func(puzzle.Solution) bool { found++; return true }, rest, 1)
		require.NoError(t, err)
		assert.Nil(t, left)
		assert.Equal(t, map[int32]int{1: 2, 2: 0}[v], found)
		assert.InDelta(t, 1, s.progress.done, 1e-9)
		assert.Zero(t, s.progress.kept)
		r.Close()
	}
}
