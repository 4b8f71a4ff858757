package crosscut_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
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
			m := &crosscut.Meter{Workers: workers}
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
			if e.Name == crosscut.DLX.Name && (testing.Short() || name == "squares") { // slow there
				continue
			}
			m := &crosscut.Meter{Workers: 2}
			got, err := crosscut.Enumerate(context.Background(), e, p, m)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%s, engine %s", name, e.Name)
			assert.Equal(t, want.Count().Int64(), m.Stats().Solutions, "%s, engine %s", name, e.Name)
			n, err := crosscut.Count(context.Background(), e, p, &crosscut.Meter{Workers: 2})
			require.NoError(t, err)
			assert.Equal(t, want.Count(), n, "%s, engine %s", name, e.Name)
		}
	}
}

// One engine never finishes a whole puzzle, the other never finishes a cube.
func TestCountGoesOverToCubes(t *testing.T) {
	p := many(t)["paths"]
	never := func(in func(puzzle.Puzzle) bool) crosscut.Engine {
		return crosscut.Engine{Name: "never", Search: crosscut.Native.Search, Counting: func(ctx context.Context, q puzzle.Puzzle, m *crosscut.Meter) (*big.Int, error) {
			if in(q) {
				<-ctx.Done()
				return big.NewInt(1), context.Cause(ctx)
			}
			time.Sleep(time.Millisecond)
			return crosscut.Native.Counting(ctx, q, m)
		}}
	}
	m := &crosscut.Meter{Workers: 3}
	var before, between atomic.Int64 // the most solutions shown at first, and when the cubes are counted
	whole := never(func(q puzzle.Puzzle) bool {
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
	part := crosscut.Engine{Name: "part", Counting: func(ctx context.Context, q puzzle.Puzzle, m *crosscut.Meter) (*big.Int, error) {
		for q == p && time.Since(began) < 600*time.Millisecond {
			time.Sleep(time.Millisecond)
		}
		return never(func(q puzzle.Puzzle) bool { return q != p }).Counting(ctx, q, m)
	}}
	n, err = crosscut.Count(context.Background(), part, p, &crosscut.Meter{Workers: 2})
	require.NoError(t, err)
	assert.Equal(t, "37948", n.String())

	ctx, stop := context.WithCancelCause(context.Background())
	both := crosscut.Engine{Name: "both", Counting: func(ctx context.Context, q puzzle.Puzzle, _ *crosscut.Meter) (*big.Int, error) {
		found := new(big.Int)
		if q != p {
			found.SetInt64(1)
			stop(limit)
		}
		<-ctx.Done()
		return found, context.Cause(ctx)
	}}
	n, err = crosscut.Count(ctx, both, p, &crosscut.Meter{Workers: 2})
	require.ErrorIs(t, err, crosscut.ErrLimit)
	assert.Positive(t, n.Sign(), "what was counted in parts of cubes")
}

func TestOrderedSearchOfCubes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		cubes := split(t, p, rapid.IntRange(1, 30).Draw(t, "cubes"))
		most := rapid.IntRange(1, 200).Draw(t, "solutions wanted")
		type outcome struct {
			sequence []int
			finished []int
			err      error
		}
		var want outcome
		for workers := 1; workers <= 3; workers++ {
			var got outcome
			left := most
			got.err = crosscut.SearchCubes(context.Background(), crosscut.DLX, cubes, &crosscut.Meter{Workers: workers}, func(s puzzle.Solution) bool {
				got.sequence = append(got.sequence, s...)
				left--
				return left > 0
			}, func(i int) error {
				got.finished = append(got.finished, i)
				return nil
			})
			if workers == 1 {
				want = got
			}
			require.Equal(t, want, got)
		}
		if want.err == nil {
			require.Len(t, want.finished, len(cubes))
		} else {
			require.ErrorIs(t, want.err, crosscut.ErrStopped)
		}
	})
}

func TestCubesHaveOneLimitTogether(t *testing.T) {
	p := many(t)["paths"]
	cubes := split(t, p, 20)
	for _, nodes := range []int64{1, 100, 5000} {
		m := &crosscut.Meter{Workers: 3, MaxNodes: nodes}
		n := int64(0)
		err := crosscut.EnumerateCubes(context.Background(), crosscut.Native, slices.Values(cubes), m, func(r crosscut.CubeResult) error {
			n += r.Count.Int64()
			return nil
		})
		assert.ErrorIs(t, err, crosscut.ErrLimit)
		assert.Equal(t, nodes, m.Stats().Nodes)
		assert.Equal(t, n, m.Stats().Solutions)
		again := &crosscut.Meter{MaxNodes: nodes}
		err = crosscut.SearchCubes(context.Background(), crosscut.Native, cubes, again, func(puzzle.Solution) bool { return true }, nil)
		assert.ErrorIs(t, err, crosscut.ErrLimit)
		assert.Equal(t, nodes, again.Stats().Nodes)
	}
}

func TestReceiversOfCubesEndTheSearch(t *testing.T) {
	enough := errors.New("enough")
	cubes := split(t, many(t)["paths"], 20)
	for workers := range 3 {
		m := &crosscut.Meter{Workers: workers}
		err := crosscut.CountCubes(context.Background(), crosscut.Native, slices.Values(cubes), m, func(crosscut.CubeResult) error { return enough })
		assert.ErrorIs(t, err, enough)
		err = crosscut.SearchCubes(context.Background(), crosscut.Native, cubes, m, func(puzzle.Solution) bool { return true }, func(int) error { return enough })
		assert.ErrorIs(t, err, enough)
	}
}

func TestWrongSolutionsInCubesAreNoticed(t *testing.T) {
	p := many(t)["paths"]
	wrong := crosscut.Engine{Name: "wrong", Search: func(_ context.Context, p puzzle.Puzzle, _ *crosscut.Meter, _ func(puzzle.Solution) bool) error {
		return &crosscut.WrongError{Engine: "wrong", Reason: errors.New("no solution")}
	}}
	for workers := range 3 {
		var is *crosscut.WrongError
		_, err := crosscut.Count(context.Background(), wrong, p, &crosscut.Meter{Workers: workers})
		assert.ErrorAs(t, err, &is)
		err = crosscut.SearchCubes(context.Background(), wrong, split(t, p, 9), &crosscut.Meter{Workers: workers}, func(puzzle.Solution) bool { return true }, nil)
		assert.ErrorAs(t, err, &is)
	}
}

// A cube that Split has not made has no puzzle. A search of it is an error on any number of
// cores.
func TestZeroCubesAreRefused(t *testing.T) {
	for _, workers := range []int{1, 2} {
		err := crosscut.SearchCubes(context.Background(), crosscut.Native, make([]cubes.Cube, 2), &crosscut.Meter{Workers: workers}, func(puzzle.Solution) bool { return true }, nil)
		assert.EqualError(t, err, "the puzzle is nil")
	}
}
