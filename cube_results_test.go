package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// TestOneFailingCubeDoesNotEndTheOthers has an engine that fails on one cube.
func TestOneFailingCubeDoesNotEndTheOthers(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.Rook, nil)
	want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	parts := split(t, p, 12)
	bad := 5
	failed := errors.New("failed")
	e := crosscut.Engine{Name: "failing", Search: func(ctx context.Context, q puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		if q.String() == parts[bad].Puzzle().String() {
			return failed
		}
		time.Sleep(time.Millisecond)
		return crosscut.Native.Search(ctx, q, m, yield)
	}}
	for _, workers := range []int{1, 3} {
		for name, run := range map[string]func(*crosscut.Meter, func(crosscut.CubeResult) error) error{
			"enumerate": func(m *crosscut.Meter, done func(crosscut.CubeResult) error) error {
				return crosscut.EnumerateCubes(context.Background(), e, slices.Values(parts), m, done)
			},
			"count": func(m *crosscut.Meter, done func(crosscut.CubeResult) error) error {
				return crosscut.CountCubes(context.Background(), e, slices.Values(parts), m, done)
			},
		} {
			m := &crosscut.Meter{Workers: workers}
			met := map[int]bool{}
			number, nodes := new(big.Int), int64(0)
			err := run(m, func(r crosscut.CubeResult) error {
				require.False(t, met[r.Index])
				met[r.Index] = true
				require.Equal(t, r.Index, r.Cube.Index())
				require.Equal(t, "failing", r.Engine)
				nodes += r.Stats.Nodes
				if r.Index == bad {
					require.ErrorIs(t, r.Err, failed)
					return nil
				}
				require.NoError(t, r.Err)
				require.GreaterOrEqual(t, r.Elapsed, time.Millisecond)
				number.Add(number, r.Count)
				return nil
			})
			require.ErrorIs(t, err, failed, name)
			require.Len(t, met, len(parts), name)
			require.Equal(t, m.Stats().Nodes, nodes, name)
			n, err := crosscut.CountCube(context.Background(), crosscut.Native, parts[bad], nil)
			require.NoError(t, err)
			assert.Equal(t, want.Count(), number.Add(number, n), name)
		}
	}
}

// TestCubesAreTakenFromTheSourceWhenACoreIsFree has a source without end.
func TestCubesAreTakenFromTheSourceWhenACoreIsFree(t *testing.T) {
	c := split(t, puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), 3)[0]
	enough := errors.New("enough")
	for _, workers := range []int{1, 2} {
		taken, got := 0, 0
		err := crosscut.CountCubes(context.Background(), crosscut.Native, func(yield func(cubes.Cube) bool) {
			for taken++; yield(c); taken++ {
			}
		}, &crosscut.Meter{Workers: workers}, func(r crosscut.CubeResult) error {
			if got++; got == 20 {
				return enough
			}
			return r.Err
		})
		require.ErrorIs(t, err, enough)
		assert.LessOrEqual(t, taken, 20+2*workers)
	}
}

func TestTalliesOfAnySizeAddUp(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) *big.Int {
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 15).Draw(t, "bytes"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		one, err := crosscut.NewTally(a, crosscut.Digest{})
		require.NoError(t, err)
		two, err := crosscut.NewTally(b, crosscut.Digest{})
		require.NoError(t, err)
		require.Zero(t, one.Count().Cmp(a))
		require.Zero(t, one.Plus(two).Count().Cmp(new(big.Int).Add(a, b)))
		require.Equal(t, one.Plus(two), two.Plus(one))
	})
	full, err := crosscut.NewTally(new(big.Int).SetUint64(1<<64-1), crosscut.Digest{})
	require.NoError(t, err)
	assert.Equal(t, "36893488147419103230", full.Plus(full).Count().String())
	full.Add(puzzle.Solution{1})
	assert.Equal(t, "18446744073709551616", fmt.Sprint(full.Count()))
	for _, n := range []*big.Int{nil, big.NewInt(-1), new(big.Int).Lsh(big.NewInt(1), 128)} {
		_, err := crosscut.NewTally(n, crosscut.Digest{})
		assert.ErrorContains(t, err, "it must be 0 to 2^128-1")
	}
}

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
