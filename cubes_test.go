package crosscut_test

import (
	"context"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
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

// TestCubesOfUnusualStones has two stones that are alike, with fewer places than any cell has: cut
// into these places, each solution would be in two cubes. Then it has symmetric boards where the only
// stone that is needed covers the whole board, or leaves an area that no other stone has.
func TestCubesOfUnusualStones(t *testing.T) {
	cross := "_,W,_\nW,B,W\n_,W,_\n=\n"
	for _, text := range []string{
		"board: 7x3\ncorner: B\n" + cross + cross + strings.Repeat("X\n=\n", 7) + "X,X\n=\nB,W\n=\n",
		"board: 2x2\ncorner: B\nX,X\nX,X\n=\n0..1 *\nX\n",
		"board: 2x2\ncorner: B\n1..2 *, no flips\nX,_\nX,X\n=\n0..1 *\nX\nX\n",
	} {
		p := mustParse("puzzle: draughtboard\n" + text)
		want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		for _, n := range []int{2, 6, 100} {
			got := crosscut.Tally{}
			require.NoError(t, crosscut.EnumerateCubes(context.Background(), crosscut.Native, slices.Values(split(t, p, n)), nil, addTo(t, &got)))
			require.Equal(t, want, got, "%d cubes of\n%s", n, text)
		}
	}
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
