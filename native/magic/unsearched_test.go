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

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// A search that restarts often, and at any nodes, finds every solution once. The same
// holds where there is no room to remember what is done. Between restarts the share
// that is done is less than 1.
func TestMagicBegunAnewFindsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawLarger(t)
		m := new(search.Meter)
		r := search.Start(context.Background(), m)
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
		r := search.Start(context.Background(), nil)
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
