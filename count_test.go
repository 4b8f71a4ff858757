package crosscut_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// Counts on random puzzles: what counts, and what divides by symmetries, must give
// what brute force finds and what the least members of the classes are.
func TestCountsOfRandomPuzzlesAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		solutions := puzzletest.Brute(p)
		classes, group := 0, puzzle.Symmetries(p)
		for _, s := range solutions {
			if puzzle.Representative(s, group) {
				classes++
			}
		}
		for _, e := range crosscut.Engines() {
			n, err := crosscut.Count(context.Background(), e, p, nil)
			require.NoError(t, err)
			require.Equal(t, big.NewInt(int64(len(solutions))).String(), n.String(), "engine %s on\n%s", e.Name, p)
			n, err = crosscut.CountUpToSymmetry(context.Background(), e, p, nil)
			require.NoError(t, err)
			require.Equal(t, big.NewInt(int64(classes)).String(), n.String(), "engine %s on\n%s", e.Name, p)
		}
	})
}

func TestAnUnfinishedCountIsALowerBound(t *testing.T) {
	p := mustParse("puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n") // which has 343,184
	for _, e := range crosscut.Engines() {
		n, err := crosscut.Count(context.Background(), e, p, &crosscut.Meter{MaxNodes: 20})
		assert.ErrorIs(t, err, crosscut.ErrLimit, e.Name)
		assert.Negative(t, n.Cmp(big.NewInt(343184)), e.Name)
		n, err = crosscut.CountUpToSymmetry(context.Background(), e, p, &crosscut.Meter{MaxNodes: 20})
		assert.ErrorIs(t, err, crosscut.ErrLimit, e.Name)
		assert.Negative(t, n.Cmp(big.NewInt(343184/8)), e.Name)
	}
}
