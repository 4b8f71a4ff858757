package crosscut_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// split cuts a puzzle.
func split(t require.TestingT, p puzzle.Puzzle, n int) []cubes.Cube {
	cubes, err := cubes.Split(context.Background(), p, n)
	require.NoError(t, err, "%s", p)
	return cubes
}

// addTo returns a function that adds the results of cubes to a tally.
func addTo(t require.TestingT, sum *crosscut.Tally) func(crosscut.CubeResult) error {
	return func(r crosscut.CubeResult) error {
		part, err := r.Tally()
		require.NoError(t, err)
		*sum = sum.Plus(part)
		return r.Err
	}
}

// TestCubesAreAPartition finds the solutions of each cube of small random puzzles by
// brute force: together they are those of the puzzle, each once.
func TestCubesAreAPartition(t *testing.T) {
	folded, solved, white := 0, 0, 0
	check := func(t *rapid.T, p puzzle.Puzzle) {
		want := puzzletest.Brute(p)
		parts := split(t, p, rapid.IntRange(1, 40).Draw(t, "cubes"))
		var got []puzzle.Solution
		share := 0.0
		for i := range parts {
			c := &parts[i]
			share += c.Share()
			before := len(got)
			require.NoError(t, crosscut.SearchCube(context.Background(), brute, *c, nil, func(s puzzle.Solution) bool {
				got = append(got, slices.Clone(s))
				if s[0] < 0 && c.Images() == 1 && p.Family() == puzzle.FamilyDraughtboard {
					white++
				}
				return true
			}))
			n, err := crosscut.CountCube(context.Background(), brute, *c, nil)
			require.NoError(t, err)
			require.Equal(t, big.NewInt(int64(len(got)-before)), n)
			if c.Images() > 1 && len(got) > before {
				folded++
			}
		}
		require.LessOrEqual(t, share, 1.000001)
		slices.SortFunc(got, slices.Compare[puzzle.Solution])
		if !slices.EqualFunc(got, want, slices.Equal[puzzle.Solution]) {
			t.Fatalf("%d cubes have %d solutions, brute force found %d, of\n%s", len(parts), len(got), len(want), p)
		}
		solved += min(1, len(want))
	}
	rapid.Check(t, func(t *rapid.T) { check(t, puzzletest.DrawHidoku(t)) })
	rapid.Check(t, func(t *rapid.T) { check(t, puzzletest.DrawMagic(t)) })
	rapid.Check(t, func(t *rapid.T) { check(t, puzzletest.DrawDraughtboard(t)) })
	rapid.Check(t, func(t *rapid.T) { check(t, puzzletest.DrawDraughtboardVariant(t)) })
	// Stones without a colour of their own that lie beside one that has fit either colouring.
	signed, err := text.Parse("puzzle: draughtboard\ncorner: any\nboard: 5x1\nX\n=\nX,X\n=\nB,X\n=\n")
	require.NoError(t, err)
	rapid.Check(t, func(t *rapid.T) { check(t, signed) })
	assert.Positive(t, folded, "cubes that stand for others")
	assert.Positive(t, solved, "puzzles with solutions")
	assert.Positive(t, white, "solutions of the white corner that are no images")
}

// TestCubesOfStonesThatAreAlike has two stones that are alike, with fewer places than any cell
// has. Cut into these places, each solution would be in two cubes.
func TestCubesOfStonesThatAreAlike(t *testing.T) {
	cross := "_,W,_\nW,B,W\n_,W,_\n=\n"
	p := mustParse("puzzle: draughtboard\nboard: 7x3\ncorner: B\n" + cross + cross + strings.Repeat("X\n=\n", 7) + "X,X\n=\nB,W\n=\n")
	want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	require.NotZero(t, want)
	for _, n := range []int{2, 10, 100} {
		got := crosscut.Tally{}
		require.NoError(t, crosscut.EnumerateCubes(context.Background(), crosscut.Native, slices.Values(split(t, p, n)), nil, addTo(t, &got)))
		require.Equal(t, want, got, "%d cubes", n)
	}
}

// TestCubesOfStonesThatLeaveNoPuzzle cuts symmetric boards where the only stone that is needed
// covers the whole board, or leaves an area that no other stone has.
func TestCubesOfStonesThatLeaveNoPuzzle(t *testing.T) {
	for _, text := range []string{
		"board: 2x2\ncorner: B\nX,X\nX,X\n=\n0..1 *\nX\n",
		"board: 2x2\ncorner: B\n1..2 *, no flips\nX,_\nX,X\n=\n0..1 *\nX\nX\n",
	} {
		p := mustParse("puzzle: draughtboard\n" + text)
		want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		got := crosscut.Tally{}
		require.NoError(t, crosscut.EnumerateCubes(context.Background(), crosscut.Native, slices.Values(split(t, p, 6)), nil, addTo(t, &got)))
		require.Equal(t, want, got, text)
	}
}

func TestEveryEngineFindsTheSameInEveryCube(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		parts := split(t, p, rapid.IntRange(1, 20).Draw(t, "cubes"))
		for i := range parts {
			want, err := crosscut.EnumerateCube(context.Background(), crosscut.Native, parts[i], nil)
			require.NoError(t, err)
			for _, e := range crosscut.Engines()[1:] {
				got, err := crosscut.EnumerateCube(context.Background(), e, parts[i], nil)
				require.NoError(t, err)
				require.Equal(t, want, got, "engine %s, cube %d of\n%s", e.Name, i, p)
			}
		}
	})
}

func TestTalliesOfCubesAddUpToTheFiles(t *testing.T) {
	for _, file := range puzzletest.Files(t, "testdata/*") {
		ctx, cancel := crosscut.WithTimeLimit(context.Background(), limitPerFile()/4)
		want, err := crosscut.Enumerate(ctx, crosscut.Native, file.Puzzle, nil)
		cancel()
		if err != nil || want.Count().Cmp(big.NewInt(2)) < 0 {
			continue
		}
		parts := split(t, file.Puzzle, 64)
		again := split(t, file.Puzzle, 64)
		require.Equal(t, cubes.Hash(parts), cubes.Hash(again), file.Name)
		var got crosscut.Tally
		for i := range parts {
			tally, err := crosscut.EnumerateCube(context.Background(), crosscut.Native, parts[i], nil)
			require.NoError(t, err)
			got = got.Plus(tally)
		}
		assert.Equal(t, want, got, "%s in %d cubes", file.Name, len(parts))
	}
}
