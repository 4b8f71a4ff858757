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
	"pgregory.net/rapid"

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
			if e.Name == crosscut.DLX.Name && (!puzzletest.Long() || name == "squares") { // slow there
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
	type counting = func(context.Context, puzzle.Puzzle, *crosscut.Meter) (*big.Int, error)
	never := func(in func(puzzle.Puzzle) bool) counting {
		return func(ctx context.Context, q puzzle.Puzzle, m *crosscut.Meter) (*big.Int, error) {
			if in(q) {
				<-ctx.Done()
				return big.NewInt(1), context.Cause(ctx)
			}
			time.Sleep(time.Millisecond)
			return native.Count(ctx, q, m)
		}
	}
	m := &crosscut.Meter{Workers: 3}
	var before, between atomic.Int64 // the most solutions shown at first, and when the cubes are counted
	whole := crosscut.NewEngine("whole", crosscut.Native.Search).WithCounting(never(func(q puzzle.Puzzle) bool {
		if q == p {
			before.Store(m.Stats().Solutions)
		} else if now := m.Stats().Solutions; now < 37948 {
			between.Store(max(now, between.Load()))
		}
		return q == p
	}))
	n, err := crosscut.Count(context.Background(), whole, p, m)
	require.NoError(t, err)
	assert.Equal(t, "37948", n.String())
	assert.Equal(t, int64(37948), m.Stats().Solutions)
	assert.Zero(t, before.Load())
	assert.Positive(t, between.Load(), "solutions of cubes are shown as they come")

	began := time.Now()
	part := crosscut.NewEngine("part", nil).WithCounting(func(ctx context.Context, q puzzle.Puzzle, m *crosscut.Meter) (*big.Int, error) {
		for q == p && time.Since(began) < 600*time.Millisecond {
			time.Sleep(time.Millisecond)
		}
		return never(func(q puzzle.Puzzle) bool { return q != p })(ctx, q, m)
	})
	n, err = crosscut.Count(context.Background(), part, p, &crosscut.Meter{Workers: 2})
	require.NoError(t, err)
	assert.Equal(t, "37948", n.String())

	ctx, stop := context.WithCancelCause(context.Background())
	both := crosscut.NewEngine("both", nil).WithCounting(func(ctx context.Context, q puzzle.Puzzle, _ *crosscut.Meter) (*big.Int, error) {
		found := new(big.Int)
		if q != p {
			found.SetInt64(1)
			stop(limit)
		}
		<-ctx.Done()
		return found, context.Cause(ctx)
	})
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
	wrong := crosscut.NewEngine("wrong", func(_ context.Context, p puzzle.Puzzle, _ *crosscut.Meter, _ func(puzzle.Solution) bool) error {
		return &crosscut.WrongError{Engine: "wrong", Reason: errors.New("no solution")}
	})
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

// TestOneFailingCubeDoesNotEndTheOthers has an engine that fails on one cube.
func TestOneFailingCubeDoesNotEndTheOthers(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.Rook, nil)
	want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	parts := split(t, p, 12)
	bad := 5
	failed := errors.New("failed")
	e := crosscut.NewEngine("failing", func(ctx context.Context, q puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		if q.String() == parts[bad].Puzzle().String() {
			return failed
		}
		time.Sleep(time.Millisecond)
		return crosscut.Native.Search(ctx, q, m, yield)
	})
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
			require.Equal(t, parts[i].Puzzle().String(), again[i].Puzzle().String(), file.Name)
			require.Equal(t, parts[i].Images(), again[i].Images(), file.Name)
		}
		var got crosscut.Tally
		require.NoError(t, crosscut.EnumerateCubes(context.Background(), crosscut.Native, slices.Values(parts), nil, addTo(t, &got)))
		assert.Equal(t, want, got, "%s in %d cubes", file.Name, len(parts))
	}
}
