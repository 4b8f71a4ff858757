package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// many returns puzzles with so many solutions that a search goes over to cubes.
func many(t *testing.T) map[string]puzzle.Puzzle {
	puzzles := map[string]puzzle.Puzzle{}
	var err error
	puzzles["paths"], err = text.Parse("puzzle: hidoku\n1,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n") // 37,948
	require.NoError(t, err)
	puzzles["squares"], err = text.Parse("puzzle: magic\ndiagonals: no\n1,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n") // 34,344
	require.NoError(t, err)
	return puzzles
}

// in returns all yielded solutions, one after the other in one slice.
func in(t *testing.T, all func(func(puzzle.Solution) bool) error) []int {
	var sequence []int
	require.NoError(t, all(func(s puzzle.Solution) bool {
		sequence = append(sequence, s...)
		return true
	}))
	return sequence
}

func TestAllYieldsTheSameInTheSameOrderOnAnyNumberOfCores(t *testing.T) {
	for name, p := range many(t) {
		var want []int
		for workers := 1; workers <= 3; workers++ {
			m := &meter.Meter{Workers: workers}
			got := in(t, func(yield func(puzzle.Solution) bool) error {
				return crosscut.All(context.Background(), crosscut.Native, p, m, yield)
			})
			if workers == 1 {
				want = got
				whole, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
				require.NoError(t, err)
				assert.Equal(t, whole, tallyOf(got, p.Board().Len()), name)
			}
			assert.True(t, slices.Equal(want, got), "%s on %d cores", name, workers)
			assert.Equal(t, int64(len(got)/p.Board().Len()), m.Stats().Solutions, name)
			assert.Equal(t, 1.0, m.Done(), name)
		}
	}
}

func tallyOf(sequence []int, cells int) (t crosscut.Tally) {
	for s := range slices.Chunk(sequence, cells) {
		t.Add(s)
	}
	return t
}

func TestCountsAreTheSameOnAnyNumberOfCores(t *testing.T) {
	for name, p := range many(t) {
		want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
		require.NoError(t, err)
		for _, e := range []crosscut.Engine{crosscut.Native, crosscut.DLX} {
			if e.Name == crosscut.DLX.Name && (!puzzletest.Long() || name == "squares") { // slow there
				continue
			}
			m := &meter.Meter{Workers: 2}
			got, err := crosscut.Enumerate(context.Background(), e, p, m)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%s, engine %s", name, e.Name)
			assert.Equal(t, want.Count().Int64(), m.Stats().Solutions, "%s, engine %s", name, e.Name)
			n, err := crosscut.Count(context.Background(), e, p, &meter.Meter{Workers: 2})
			require.NoError(t, err)
			assert.Equal(t, want.Count(), n, "%s, engine %s", name, e.Name)
		}
	}
}

// One engine never finishes a whole puzzle, the other never finishes a cube.
func TestCountGoesOverToCubes(t *testing.T) {
	p := many(t)["paths"]
	type counting = func(context.Context, puzzle.Puzzle, *meter.Meter) (*big.Int, error)
	never := func(in func(puzzle.Puzzle) bool) counting {
		return func(ctx context.Context, q puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
			if in(q) {
				<-ctx.Done()
				return big.NewInt(1), context.Cause(ctx)
			}
			time.Sleep(time.Millisecond)
			return native.Count(ctx, q, m)
		}
	}
	m := &meter.Meter{Workers: 3}
	var before, between atomic.Int64 // the most solutions shown at first, and when the cubes are counted
	whole := crosscut.NewEngine("whole", crosscut.Native.Search)
	whole.Counting = never(func(q puzzle.Puzzle) bool {
		if q == p {
			before.Store(m.Stats().Solutions)
		} else if now := m.Stats().Solutions; now < 37948 {
			between.Store(max(now, between.Load()))
		}
		return q == p
	})
	n, err := crosscut.Count(context.Background(), whole, p, m)
	require.NoError(t, err)
	assert.Equal(t, "37948", n.String())
	assert.Equal(t, int64(37948), m.Stats().Solutions)
	assert.Zero(t, before.Load())
	assert.Positive(t, between.Load(), "solutions of cubes are shown as they come")

	began := time.Now()
	part := crosscut.Engine{Name: "part", Counting: func(ctx context.Context, q puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
		for q == p && time.Since(began) < 600*time.Millisecond {
			time.Sleep(time.Millisecond)
		}
		return never(func(q puzzle.Puzzle) bool { return q != p })(ctx, q, m)
	}}
	n, err = crosscut.Count(context.Background(), part, p, &meter.Meter{Workers: 2})
	require.NoError(t, err)
	assert.Equal(t, "37948", n.String())

	ctx, stop := context.WithCancelCause(context.Background())
	both := crosscut.Engine{Name: "both", Counting: func(ctx context.Context, q puzzle.Puzzle, _ *meter.Meter) (*big.Int, error) {
		found := new(big.Int)
		if q != p {
			found.SetInt64(1)
			stop(limit)
		}
		<-ctx.Done()
		return found, context.Cause(ctx)
	}}
	n, err = crosscut.Count(ctx, both, p, &meter.Meter{Workers: 2})
	require.ErrorIs(t, err, meter.ErrLimit)
	assert.Positive(t, n.Sign(), "what was counted in parts of cubes")
}

func TestWrongSolutionsInCubesAreNoticed(t *testing.T) {
	p := many(t)["paths"]
	wrong := crosscut.NewEngine("wrong", func(_ context.Context, p puzzle.Puzzle, _ *meter.Meter, _ func(puzzle.Solution) bool) error {
		return &crosscut.WrongError{Engine: "wrong", Reason: errors.New("no solution")}
	})
	err := crosscut.SearchCube(context.Background(), wrong, split(t, p, 9)[0], nil, func(puzzle.Solution) bool { return true })
	assert.ErrorAs(t, err, new(*crosscut.WrongError))
	for workers := range 3 {
		var is *crosscut.WrongError
		_, err := crosscut.Count(context.Background(), wrong, p, &meter.Meter{Workers: workers})
		assert.ErrorAs(t, err, &is)
	}
}

// split cuts a puzzle.
func split(t require.TestingT, p puzzle.Puzzle, n int) []cubes.Cube {
	cubes, err := cubes.Split(context.Background(), p, n)
	require.NoError(t, err, "%s", p)
	return cubes
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
			require.Equal(t, want, tallyOfCubes(t, crosscut.Native, split(t, p, n)), "%d cubes of\n%s", n, text)
		}
	}
}

func TestTalliesOfCubesAddUpToTheFiles(t *testing.T) {
	for _, file := range puzzletest.Files(t, "testdata/*") {
		ctx, cancel := meter.WithTimeLimit(context.Background(), limitPerFile()/4)
		want, err := crosscut.Enumerate(ctx, crosscut.Native, file.Puzzle, nil)
		cancel()
		if err != nil || want.Count().Cmp(big.NewInt(2)) < 0 {
			continue
		}
		parts := split(t, file.Puzzle, 64)
		again := split(t, file.Puzzle, 64)
		require.Len(t, again, len(parts), file.Name)
		for i := range parts {
			require.Equal(t, parts[i].Puzzle.String(), again[i].Puzzle.String(), file.Name)
			require.Equal(t, parts[i].Images, again[i].Images, file.Name)
		}
		assert.Equal(t, want, tallyOfCubes(t, crosscut.Native, parts), "%s in %d cubes", file.Name, len(parts))
	}
}

// tallyOfCubes lists the solutions in cubes. Each is one of the whole puzzle, and comes once.
func tallyOfCubes(t require.TestingT, e crosscut.Engine, parts []cubes.Cube) (tally crosscut.Tally) {
	seen := map[string]bool{}
	for _, c := range parts {
		require.NoError(t, crosscut.SearchCube(context.Background(), e, c, nil, func(s puzzle.Solution) bool {
			require.NoError(t, c.Whole.Check(s))
			require.False(t, seen[fmt.Sprint(s)], "%v comes twice", s)
			seen[fmt.Sprint(s)] = true
			tally.Add(s)
			return true
		}))
	}
	return tally
}

// countOfCubes counts the solutions in cubes.
func countOfCubes(t require.TestingT, e crosscut.Engine, parts []cubes.Cube) *big.Int {
	sum := new(big.Int)
	for _, c := range parts {
		n, err := crosscut.Count(context.Background(), e, c.Puzzle, nil)
		require.NoError(t, err)
		sum.Add(sum, n.Mul(n, big.NewInt(int64(c.Images))))
	}
	return sum
}

// Numbers of solutions beyond 64 bits are right.
func TestTalliesOfAnySizeAddUp(t *testing.T) {
	var sum crosscut.Tally
	sum.Add(puzzle.Solution{1})
	for range 70 {
		sum = sum.Plus(sum)
	}
	assert.Equal(t, new(big.Int).Lsh(big.NewInt(1), 70), sum.Count())
	sum.Add(puzzle.Solution{1})
	assert.Equal(t, "1180591620717411303425", sum.Count().String())
}
