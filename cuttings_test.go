package crosscut_test

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// brute finds all solutions by trying everything.
var brute = crosscut.Engine{Name: "brute", Search: func(_ context.Context, p puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
	for _, s := range puzzletest.Brute(p) {
		if !yield(s) {
			return crosscut.ErrStopped
		}
	}
	return nil
}}

// drawCutting cuts random cubes of all, and the new ones too, and so on.
func drawCutting(t *rapid.T, all []cubes.Cube) []cubes.Cube {
	for range rapid.IntRange(0, 8).Draw(t, "cuts") {
		if len(all) == 0 {
			break
		}
		i := rapid.IntRange(0, len(all)-1).Draw(t, "cube")
		parts, err := all[i].Split(context.Background(), rapid.IntRange(1, 9).Draw(t, "parts"))
		require.NoError(t, err)
		share := 0.0
		for k := range parts {
			require.Equal(t, k, parts[k].Index())
			require.Equal(t, all[i].Path().Child(k), parts[k].Path())
			require.Equal(t, all[i].Whole(), parts[k].Whole())
			share += parts[k].Share()
		}
		require.LessOrEqual(t, share, all[i].Share()*1.000001)
		all = slices.Replace(all, i, i+1, parts...)
	}
	return all
}

// TestAnyCuttingHasTheTallyOfTheWhole cuts puzzles at random, and again, at any depth.
func TestAnyCuttingHasTheTallyOfTheWhole(t *testing.T) {
	deep, folded, solved := 0, 0, 0
	for _, draw := range []func(*rapid.T) puzzle.Puzzle{
		func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawHidoku(t) },
		func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawMagic(t) },
		func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawDraughtboard(t) },
		func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawVariant(t) },
		func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawLines(t) },
		func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawDraughtboardVariant(t) },
	} {
		rapid.Check(t, func(t *rapid.T) {
			p := draw(t)
			var want, got crosscut.Tally
			for _, s := range puzzletest.Brute(p) {
				want.Add(s)
			}
			number := new(big.Int)
			for _, c := range drawCutting(t, split(t, p, rapid.IntRange(1, 20).Draw(t, "cubes"))) {
				part, err := crosscut.EnumerateCube(context.Background(), brute, c, nil)
				require.NoError(t, err)
				got = got.Plus(part)
				n, err := crosscut.CountCube(context.Background(), brute, c, nil)
				require.NoError(t, err)
				number.Add(number, n)
				if part != (crosscut.Tally{}) {
					deep = max(deep, c.Path().Depth())
					folded = max(folded, c.Images())
				}
			}
			require.Equal(t, want, got, "%s", p)
			require.Equal(t, want.Count(), number, "%s", p)
			if want != (crosscut.Tally{}) {
				solved++
			}
		})
	}
	assert.Greater(t, deep, 3, "depth of a cube with solutions")
	assert.Greater(t, folded, 1, "images of a cube with solutions")
	assert.Positive(t, solved)
}
