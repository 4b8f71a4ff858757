package crosscut_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// TestDraughtboardVariantsAgreeWithBruteForce draws draughtboards that say how often stones
// are used, how many cells stay bare, and how stones may lie. Each engine finds the solutions
// of brute force, each once, and counts as many. CROSSCUT_VARIANTS is the number of puzzles.
func TestDraughtboardVariantsAgreeWithBruteForce(t *testing.T) {
	count := 150
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_VARIANTS")); err == nil {
		count = n
	}
	solvable, ranged := 0, 0
	draw := rapid.Custom(puzzletest.DrawDraughtboardVariant)
	for seed := range count {
		p := draw.Example(seed)
		want := puzzletest.Brute(p)
		if len(want) > 0 {
			solvable++
		}
		if !p.Plain() {
			ranged++
		}
		checkEngines(t, p, want)
	}
	require.Greater(t, solvable, count/4)
	require.Greater(t, ranged, count/2)
}

// checkEngines compares the solutions and the count of each engine with those wanted. sat
// is asked for few solutions only.
func checkEngines(t *testing.T, p puzzle.Puzzle, want []puzzle.Solution) {
	t.Helper()
	for _, e := range crosscut.Engines() {
		if e.Name == "sat" && len(want) > 200 {
			continue
		}
		var got []puzzle.Solution
		err := crosscut.All(context.Background(), e, p, nil, func(s puzzle.Solution) bool {
			got = append(got, slices.Clone(s))
			return true
		})
		require.NoError(t, err, "%s\n%s", e.Name, p)
		slices.SortFunc(got, slices.Compare[puzzle.Solution])
		require.Equal(t, len(want), len(got), "%s\n%s", e.Name, p)
		for i, s := range got {
			require.Equal(t, want[i], s, "%s\n%s", e.Name, p)
		}
		n, err := crosscut.Count(context.Background(), e, p, nil)
		require.NoError(t, err, "%s\n%s", e.Name, p)
		require.EqualValues(t, len(want), n.Int64(), "%s: count\n%s", e.Name, p)
	}
}
