package cubes_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// split cuts a puzzle.
func split(t require.TestingT, p puzzle.Puzzle, n int) []cubes.Cube {
	parts, err := cubes.Split(context.Background(), p, n)
	require.NoError(t, err, "%s", p)
	return parts
}

// The text of a cube is a puzzle file.
func TestCubesReadBackAsPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		for _, c := range split(t, p, 10) {
			again, err := text.Parse(c.Puzzle().String())
			require.NoError(t, err)
			require.Equal(t, c.Puzzle().String(), again.String())
		}
	})
}

func TestSplitSaysWhatIsWrong(t *testing.T) {
	for _, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 12, 12, puzzle.King, nil), puzzletest.BlankMagic(t, 5, 1, true), puzzletest.BlankDraughtboard(t, 12, 12, true),
	} {
		for _, n := range []int{-1, 0, cubes.Max + 1} {
			_, err := cubes.Split(context.Background(), p, n)
			assert.ErrorContains(t, err, "cubes; it must be 1 to")
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := cubes.Split(ctx, p, 10)
		assert.ErrorIs(t, err, context.Canceled)
	}
}

func TestSpreadKeepsEveryCube(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 60} {
		parts := split(t, puzzletest.BlankHidoku(t, 5, 5, puzzle.King, nil), n)
		spread := cubes.Spread(parts)
		met := map[int]bool{}
		for i := range spread {
			met[spread[i].Index()] = true
		}
		assert.Len(t, met, len(parts))
		assert.Len(t, spread, len(parts))
	}
	assert.Empty(t, cubes.Spread(nil))
}
