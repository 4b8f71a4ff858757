package filling_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/filling"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// A stiff path goes through all cells, and most of its cells could not stand elsewhere.
func TestStiffPathsHaveFewRivals(t *testing.T) {
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Hex, puzzle.Rook} {
		for seed := range uint64(3) {
			p := puzzletest.BlankHidoku(t, 15, 13, moves, nil)
			rivals := func(numbers []int) int { return len(filling.Rivals(p, numbers)) }
			plain, err := filling.Hidoku(t.Context(), p, rand.New(rand.NewPCG(seed, 1)))
			require.NoError(t, err)
			calls, least := 0, math.MaxInt
			stiff, err := filling.StiffHidoku(t.Context(), p, rand.New(rand.NewPCG(seed, 1)), -1, func(numbers []int) int {
				calls++
				require.NoError(t, p.Check(numbers))
				least = min(least, rivals(numbers))
				return rivals(numbers)
			})
			require.NoError(t, err)
			assert.Greater(t, calls, 10, "it tries again while the cost is too high")
			assert.Equal(t, least, rivals(stiff), "the best filling is returned")
			if moves != puzzle.Rook { // a random rook's path has hardly any rivals
				assert.Less(t, 3*least, rivals(plain), "%v, seed %d", moves, seed)
			}
		}
	}
}

// The first filling whose cost is low enough is returned.
func TestStiffPathsAreNoStifferThanNeeded(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 8, 8, puzzle.King, nil)
	var last []int
	cost := 5
	stiff, err := filling.StiffHidoku(t.Context(), p, rand.New(rand.NewPCG(1, 1)), 2, func(numbers []int) int {
		last = numbers
		cost--
		return max(cost, 2)
	})
	require.NoError(t, err)
	assert.Equal(t, last, stiff)
	assert.Equal(t, 2, max(cost, 2))

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = filling.StiffHidoku(ended, p, rand.New(rand.NewPCG(1, 1)), 2, func([]int) int { return 0 })
	assert.ErrorIs(t, err, context.Canceled)
}
