package cubes_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// TestCubesOfVariantsDivideTheSolutions cuts small draughtboards with ranges of stones and gaps down to
// single stones. Brute force finds the solutions of the cubes.
func TestCubesOfVariantsDivideTheSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawDraughtboardVariant(t)
		if rapid.Bool().Draw(t, "any number of two stones") {
			p = puzzletest.Read(t, "puzzle: draughtboard\nboard: 3x3\n* *\nX,X\n=\n* *\nX\n=\n* *\nX\nX\n=\n").(*puzzle.Draughtboard)
		}
		var found []puzzle.Solution
		for _, c := range split(t, p, rapid.IntRange(1, 60).Draw(t, "cubes")) {
			for _, s := range puzzletest.Brute(c.Puzzle) {
				for lifted := range c.Lift()(s) {
					found = append(found, slices.Clone(lifted))
				}
			}
		}
		slices.SortFunc(found, slices.Compare[puzzle.Solution])
		require.Equal(t, puzzletest.Brute(p), found, "%s", p)
	})
}
