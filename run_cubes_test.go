package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
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

// A count that expects to be better as a whole is left alone for longer.
func TestACountThatIsBetterAsAWholeIsLeftAlone(t *testing.T) {
	p := many(t)["paths"]
	for _, better := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var parts atomic.Int64
			e := crosscut.NewEngine("e", crosscut.Native.Search)
			e.Counting = func(ctx context.Context, q puzzle.Puzzle, _ *meter.Meter) (*big.Int, error) {
				if q != p {
					parts.Add(1)
					<-ctx.Done()
					return nil, context.Cause(ctx)
				}
				search.BetterWhole(ctx).Store(better)
				time.Sleep(500 * time.Millisecond)
				return big.NewInt(37948), nil
			}
			n, err := crosscut.Count(t.Context(), e, p, &meter.Meter{Workers: 2})
			require.NoError(t, err)
			assert.Equal(t, "37948", n.String())
			assert.Equal(t, better, parts.Load() == 0)
		})
	}
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

// TestTheFirstCubesCountedComeFromAllParts has one core for cubes: what is done of the first ones tells about the rest.
func TestTheFirstCubesCountedComeFromAllParts(t *testing.T) {
	p := many(t)["paths"]
	parts := split(t, p, 256)
	index := map[string]int{}
	for i := range parts {
		index[parts[i].Puzzle.String()] = i
	}
	require.Len(t, index, len(parts))
	var lock sync.Mutex
	var begun []int
	e := crosscut.Engine{Name: "noting", Counting: func(ctx context.Context, q puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
		if q == p {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}
		i, known := index[q.String()]
		assert.True(t, known)
		lock.Lock()
		if !slices.Contains(begun, i) {
			begun = append(begun, i)
		}
		lock.Unlock()
		return native.Count(ctx, q, m)
	}}
	n, err := crosscut.Count(context.Background(), e, p, &meter.Meter{Workers: 2})
	require.NoError(t, err)
	assert.Equal(t, "37948", n.String())
	require.Len(t, begun, len(parts), "each cube is counted")
	met := map[int]bool{}
	for _, i := range begun[:8] {
		met[i*4/len(parts)] = true
	}
	assert.Len(t, met, 4, "the first cubes are %v of %d", begun[:8], len(parts))
}

// TestTheReceiverEndsASearchInCubes stops before, at and after the solution at which the search goes over to cubes.
func TestTheReceiverEndsASearchInCubes(t *testing.T) {
	p := many(t)["paths"]
	whole := in(t, func(yield func(puzzle.Solution) bool) error {
		return crosscut.All(context.Background(), crosscut.Native, p, nil, yield)
	})
	cells := p.Board().Len()
	stops := []int{1 << 14, 1<<14 + 1, len(whole)/cells - 1}
	if puzzletest.Long() {
		stops = append(stops, 1, 1<<14+2, 20000, len(whole)/cells)
	}
	for _, most := range stops {
		for workers := 1; workers <= 3; workers += puzzletest.Often(2, 1) {
			var got []int
			err := crosscut.All(context.Background(), crosscut.Native, p, &meter.Meter{Workers: workers}, func(s puzzle.Solution) bool {
				got = append(got, s...)
				return len(got) < most*cells
			})
			require.ErrorIs(t, err, meter.ErrStopped)
			require.True(t, slices.Equal(whole[:most*cells], got), "%d solutions on %d cores", most, workers)
		}
	}
}

// A search with a limit of nodes keeps to it on any number of cores, even where it would go over to cubes without one.
func TestASearchOnSeveralCoresHasOneLimit(t *testing.T) {
	p, most := many(t)["paths"], int64(0)
	for _, nodes := range []int64{1, 100, 5000, 30000} {
		for workers := 1; workers <= 3; workers += puzzletest.Often(2, 1) {
			m := &meter.Meter{Workers: workers, MaxNodes: nodes}
			tally, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, m)
			assert.ErrorIs(t, err, meter.ErrLimit)
			assert.Equal(t, nodes, m.Stats().Nodes)
			assert.Equal(t, tally.Count().Int64(), m.Stats().Solutions)

			m, n := &meter.Meter{Workers: workers, MaxNodes: nodes}, int64(0)
			err = crosscut.All(context.Background(), crosscut.Native, p, m, func(puzzle.Solution) bool { n++; return true })
			assert.ErrorIs(t, err, meter.ErrLimit)
			assert.Equal(t, nodes, m.Stats().Nodes)
			assert.Equal(t, n, m.Stats().Solutions)
			most = max(most, n)

			m = &meter.Meter{Workers: workers, MaxNodes: nodes}
			err = crosscut.SearchCube(context.Background(), crosscut.Native, split(t, p, 2)[0], m, func(puzzle.Solution) bool { return true })
			assert.True(t, err == nil || m.Stats().Nodes == nodes, "%d nodes: %v", m.Stats().Nodes, err)
		}
	}
	assert.Greater(t, most, int64(1<<14))
}

// Cubes that nobody has made by cutting have no puzzle.
func TestZeroCubesAreRefused(t *testing.T) {
	err := crosscut.SearchCube(context.Background(), crosscut.Native, cubes.Cube{}, nil, func(puzzle.Solution) bool { return true })
	assert.EqualError(t, err, "the puzzle is nil")
}

// spoilt returns an engine that spoils a cube of p, and a channel that is closed when it does.
func spoilt(t *testing.T, p puzzle.Puzzle, cube int, spoil func() error) (e crosscut.Engine, met chan struct{}) {
	bad := split(t, p, 256)[cube].Puzzle.String()
	met = make(chan struct{})
	var once sync.Once
	e = crosscut.NewEngine("spoilt", func(ctx context.Context, q puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
		if q.String() == bad {
			once.Do(func() { close(met) })
			return spoil()
		}
		return crosscut.Native.Search(ctx, q, nil, yield) // whose meter says nothing of what is done
	})
	return e, met
}

// TestAFailingCube has an engine that fails on one cube.
func TestAFailingCube(t *testing.T) {
	p := many(t)["paths"]
	failed := errors.New("failed")
	for _, workers := range []int{2, 3} {
		e, met := spoilt(t, p, 40, func() error { return failed })
		tally, err := crosscut.Enumerate(context.Background(), e, p, &meter.Meter{Workers: workers})
		require.ErrorIs(t, err, failed)
		assert.True(t, tally.Count().Int64() >= 1<<14 && tally.Count().Int64() < 37948, "%d solutions", tally.Count())
		<-met

		for name, whole := range map[string]error{"the whole goes on": nil, "the whole fails, too": errors.New("failed, too")} {
			e, met := spoilt(t, p, 0, func() error { return failed }) // cube 0 is counted first
			search := e.Search
			e.Counting = func(ctx context.Context, q puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
				if q == p {
					<-met
					select {
					case <-ctx.Done():
						return nil, context.Cause(ctx)
					case <-time.After(50 * time.Millisecond): // the failure does not end this count
					}
					n, err := native.Count(ctx, q, m)
					return n, errors.Join(err, whole)
				}
				n := int64(0)
				err := search(ctx, q, m, func(puzzle.Solution) bool { n++; return true })
				return big.NewInt(n), err
			}
			n, err := crosscut.Count(context.Background(), e, p, &meter.Meter{Workers: workers})
			if whole == nil {
				require.NoError(t, err, name)
			} else {
				require.ErrorIs(t, err, failed, name)
			}
			assert.Equal(t, "37948", n.String(), name)
		}
	}
}

// A panic in a cube reaches the goroutine of the caller.
func TestAPanicInACube(t *testing.T) {
	p := many(t)["paths"]
	for _, workers := range []int{2, 3} {
		e, _ := spoilt(t, p, 40, func() error { panic("hat") })
		assert.Panics(t, func() {
			_, err := crosscut.Enumerate(context.Background(), e, p, &meter.Meter{Workers: workers})
			assert.NoError(t, err)
		})
	}
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

// tallyTimes returns a tally of n times the same solution.
func tallyTimes(n *big.Int) (sum crosscut.Tally) {
	for i := n.BitLen() - 1; i >= 0; i-- {
		if sum = sum.Plus(sum); n.Bit(i) == 1 {
			sum.Add(puzzle.Solution{1})
		}
	}
	return sum
}

// Numbers of solutions beyond 64 bits are right.
func TestTalliesOfAnySizeAddUp(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) *big.Int {
		return new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 0, 15).Draw(t, "bytes"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "a"), draw.Draw(t, "b")
		one, two := tallyTimes(a), tallyTimes(b)
		sum := new(big.Int).Add(a, b)
		require.Zero(t, one.Count().Cmp(a))
		require.Zero(t, one.Plus(two).Count().Cmp(sum))
		require.Equal(t, one.Plus(two), two.Plus(one))
		require.Equal(t, tallyTimes(sum), one.Plus(two))
	})
	full := tallyTimes(new(big.Int).SetUint64(1<<64 - 1))
	assert.Equal(t, "36893488147419103230", full.Plus(full).Count().String())
	full.Add(puzzle.Solution{1})
	assert.Equal(t, "18446744073709551616", full.Count().String())
}
