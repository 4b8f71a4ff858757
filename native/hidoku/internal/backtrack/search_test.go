package backtrack

import (
	"context"
	"errors"
	"slices"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
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
