package backtrack

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

func TestHidokuFindsWhatWalkingFindsWhenItBeginsAnew(t *testing.T) {
	// Boards small enough for bruteForce never fail a hundred times before the first
	// solution. So this test asks for restarts and for probing of the root.
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 12)
		var all []puzzle.Solution
		steps := hidokutest.NewReplay(p)
		r := search.Start(context.Background(), &search.Meter{Trace: func(s search.Step) { steps.Step(t, s) }})
		defer r.Close()
		h := NewSearch(p, r, func(s puzzle.Solution) bool {
			all = append(all, slices.Clone(s))
			return true
		})
		alive, err := h.Open()
		for patience := int64(0); alive && patience < 3; patience++ {
			require.NoError(t, err)
			h.Patience = r.Failures + patience
			if err = h.Visit(0, 1); !errors.Is(err, ErrTooManyFailures) {
				alive = false
				break
			}
			alive, err = h.Restart()
			require.Empty(t, h.Trail)
			require.False(t, h.Recording)
		}
		if alive {
			h.Patience = 1 << 62
			err = h.Visit(0, 1)
		}
		require.NoError(t, err)
		slices.SortFunc(all, slices.Compare[puzzle.Solution])
		require.Equal(t, puzzletest.Brute(p), all, "%v", p)
	})
}

func TestHidokuRemembersAtTheRootWhatWasRefutedThere(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	h := NewSearch(puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), r, func(puzzle.Solution) bool { return true })
	h.Patience = 1 << 62
	alive, err := h.Open()
	require.NoError(t, err)
	require.True(t, alive)
	require.NoError(t, h.try(0, 0, 0, 0, 0.1))
	alive, err = h.refute(0, 0)
	require.NoError(t, err)
	require.True(t, alive)
	_, err = h.Restart()
	require.NoError(t, err)
	assert.False(t, h.has(0, 0))
	assert.Empty(t, h.Trail)
}

// Probing loses no solution. What it leaves survives the cuts, and some candidate of each number
// leaves it.
func TestProbingAllNumbersLosesNoSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawUnpaired(t, 10)
		want := puzzletest.Brute(p)
		r := search.Start(context.Background(), &search.Meter{})
		defer r.Close()
		h := NewSearch(p, r, func(puzzle.Solution) bool { return true })
		alive, err := h.Open()
		require.NoError(t, err)
		if alive {
			r.Propagations = rapid.Int64Range(0, 40*probeShare).Draw(t, "work so far") // a short share stops it on the way
			alive, err = h.ProbeAll()
			require.NoError(t, err)
		}
		if !alive {
			require.Empty(t, want)
			return
		}
		for _, s := range want {
			for c, k := range s {
				require.True(t, h.Fits(k-1, h.SlotOf[c]), "%v", p)
			}
		}
		r.Propagations = math.MaxInt64 / 4
		if alive, err = h.ProbeAll(); err != nil || !alive {
			require.NoError(t, err)
			require.Empty(t, want)
			return
		}
		for k := range h.N {
			if h.Size(Variable(k)) < 2 {
				continue
			}
			h.survivors = make([]uint64, len(h.Cells))
			for _, slot := range h.Members(Variable(k), nil) {
				possible, err := h.suppose(k, slot)
				require.NoError(t, err)
				require.True(t, possible, "%v", p)
			}
			for i, set := range h.Cells {
				require.Zero(t, set&^h.survivors[i], "%v", p)
			}
		}
	})
}
