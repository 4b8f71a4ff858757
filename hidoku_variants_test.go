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
	"crosscut/cubes"
	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/native"
	"crosscut/puzzle"
)

// TestVariantsOfHidokusAgreeWithBruteForce draws some variants, or as many as
// CROSSCUT_VARIANTS says. It compares all engines, the count, the count up to symmetry and the
// cubes with brute force.
func TestVariantsOfHidokusAgreeWithBruteForce(t *testing.T) {
	boards := 150
	if testing.Short() {
		boards = 40
	}
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_VARIANTS")); err == nil {
		boards = n
	}
	solved := 0
	variant := rapid.Custom(puzzletest.DrawVariant)
	for seed := range boards {
		p := variant.Example(seed)
		all := puzzletest.Brute(p)
		solved += min(1, len(all))
		for _, e := range crosscut.Engines() {
			got := solve(t, e, p)
			require.True(t, slices.EqualFunc(got, all, slices.Equal[puzzle.Solution]), "board %d: engine %s found %d solutions, brute force %d, of\n%s", seed, e.Name, len(got), len(all), p)
		}
		count, err := native.Count(context.Background(), p, nil)
		require.NoError(t, err)
		require.EqualValues(t, len(all), count.Int64(), "board %d\n%s", seed, p)
		requireCubes(t, p, all)
	}
	t.Logf("%d of %d variants have solutions", solved, boards)
	require.Greater(t, solved, boards/4)
}

// requireCubes compares the solutions of the cubes with all, and the number of
// representatives with the orbits.
func requireCubes(t *testing.T, p puzzle.Puzzle, all []puzzle.Solution) {
	t.Helper()
	parts, err := cubes.Split(context.Background(), p, 5)
	require.NoError(t, err)
	var found []puzzle.Solution
	for _, cube := range parts {
		err := crosscut.SearchCube(context.Background(), crosscut.Native, cube, nil, func(s puzzle.Solution) bool {
			found = append(found, slices.Clone(s))
			return true
		})
		require.NoError(t, err)
	}
	slices.SortFunc(found, slices.Compare[puzzle.Solution])
	require.True(t, slices.EqualFunc(found, all, slices.Equal[puzzle.Solution]), "cubes have %d solutions, brute force %d, of\n%s", len(found), len(all), p)
	group := puzzle.Symmetries(p)
	orbits := map[string]bool{}
	for _, s := range all {
		least := s
		for _, g := range group {
			if x := g.Apply(s); slices.Compare(x, least) < 0 {
				least = x
			}
		}
		orbits[puzzle.Format(p, least)] = true
	}
	reps, err := crosscut.CountUpToSymmetry(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	require.EqualValues(t, len(orbits), reps.Int64(), "up to symmetry of\n%s", p)
}

// TestBinaryCoversOfHidokusAgreeWithNative draws some thousand boards and variants. The counts and
// digests of their sparse exact covers are those of native.
func TestBinaryCoversOfHidokusAgreeWithNative(t *testing.T) {
	boards := 2000
	if testing.Short() {
		boards = 300
	}
	binary := crosscut.DLXBy(dlx.Auto, "binary")
	for i, draw := range []func(*rapid.T) *puzzle.Hidoku{puzzletest.DrawVariant, puzzletest.DrawHidoku} {
		drawn := rapid.Custom(draw)
		for seed := range boards {
			p := drawn.Example(seed)
			got, err := crosscut.Enumerate(t.Context(), binary, p, nil)
			require.NoError(t, err)
			want, err := crosscut.Enumerate(t.Context(), crosscut.Native, p, nil)
			require.NoError(t, err)
			require.Equal(t, want, got, "board %d of kind %d\n%s", seed, i, p)
			count, err := crosscut.Count(t.Context(), binary, p, nil)
			require.NoError(t, err)
			require.Zero(t, count.Cmp(want.Count()), "board %d of kind %d\n%s", seed, i, p)
		}
	}
}
