package generate_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/generate"
	"crosscut/internal/puzzletest"
)

// The engines and the source of filled boards know only the families of package puzzle.
func TestForeignPuzzlesAreNotGenerated(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: p}, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
		require.ErrorIs(t, err, generate.ErrWish)
		require.ErrorContains(t, err, "no puzzles of type")
	}
}
