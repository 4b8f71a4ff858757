package crosscut_test

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync"
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

// sluggish is brute force. A slow one stops after half of the solutions, until it is given up.
func sluggish(slow bool) crosscut.Engine {
	return crosscut.Engine{Name: "sluggish", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		found := puzzletest.Brute(p)
		for i, s := range found {
			if slow && i == len(found)/2 {
				<-ctx.Done()
				return context.Cause(ctx)
			}
			if !yield(s) {
				return crosscut.ErrStopped
			}
		}
		return nil
	}}
}

// drawOne draws a small puzzle of a family. It has several solutions.
func drawOne(family, seed int) (p puzzle.Puzzle, all []puzzle.Solution) {
	for ; len(all) < 4; seed += 1000 {
		p = drawAny(family, seed)
		all = puzzletest.Brute(p)
	}
	return p, all
}

func drawAny(family, seed int) puzzle.Puzzle {
	return rapid.Custom(func(t *rapid.T) puzzle.Puzzle {
		switch family {
		case 0:
			return puzzletest.DrawHidoku(t)
		case 1:
			return puzzletest.DrawMagic(t)
		}
		return puzzletest.DrawDraughtboard(t)
	}).Example(seed)
}

var errFailing = errors.New("failed")

// failing is brute force that fails after the last solution.
var failing = crosscut.Engine{Name: "failing", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
	return cmp.Or(sluggish(false).Search(ctx, p, m, yield), errFailing)
}}

// done is the outcome of a cube that was searched to its end.
type done struct {
	path  cubes.Path
	tally crosscut.Tally
}

// isSum checks that the parts of a cube have the sum that another engine finds in the cube.
// So does a cluster, if one worker hands a cube over and another one searches all of it.
func isSum(t *testing.T, c cubes.Cube, parts []done) {
	var want crosscut.Tally
	for _, part := range parts {
		if c.Path().Contains(part.path) {
			want = want.Plus(part.tally)
		}
	}
	found := crosscut.EnumerateSome(context.Background(), crosscut.Native, c, nil, nil)
	assert.NoError(t, found.Err)
	got, err := crosscut.NewTally(found.Count, found.Digest)
	assert.NoError(t, err)
	assert.Equal(t, want, got, "cube %s of %s", c.Path(), c.Whole())
	counted := crosscut.CountSome(context.Background(), crosscut.DLX, c, nil, nil)
	assert.NoError(t, counted.Err)
	assert.Equal(t, want.Count(), counted.Count, "cube %s of %s", c.Path(), c.Whole())
}

// TestPartsAddUpWhereverASearchStops stops searches of random puzzles at random looks. Some
// fail and begin again. Each cube that was handed over is also compared
// with its parts.
func TestPartsAddUpWhereverASearchStops(t *testing.T) {
	puzzles := 12
	if testing.Short() {
		puzzles = 5
	}
	var lock sync.Mutex
	handedOver, deep := 0, 0
	var running sync.WaitGroup
	for family := range 3 {
		for seed := range puzzles {
			running.Go(func() { // the searches mostly wait
				p, all := drawOne(family, seed)
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(family)))
				var want crosscut.Tally
				for _, s := range all {
					want.Add(s)
				}
				tree, err := cubes.NewTree(context.Background(), p, cubes.Plan{First: 1 + rng.IntN(4), Cut: 2 + rng.IntN(4), Version: cubes.PlanVersion})
				if !assert.NoError(t, err) {
					return
				}
				var got crosscut.Tally
				var parts []done
				var cut []cubes.Cube
				left, err := tree.Children(context.Background(), "")
				assert.NoError(t, err)
				for looked := 0; len(left) > 0 && looked < 1000; looked++ {
					if rng.IntN(8) == 0 {
						part := crosscut.EnumerateSome(context.Background(), failing, left[0], nil, nil)
						assert.ErrorIs(t, part.Err, errFailing)
						if !assert.Len(t, part.Rest, 1) {
							return
						}
						assert.Zero(t, part.Count.Sign())
						left[0] = part.Rest[0]
						continue
					}
					looks := rng.IntN(4)
					next := left[0]
					children, err := next.Children(context.Background())
					assert.NoError(t, err)
					slow := len(children) > 1 && rng.IntN(3) > 0
					part := crosscut.EnumerateSome(context.Background(), sluggish(slow), next, nil, func() bool {
						looks--
						return looks < 0
					})
					assert.NoError(t, part.Err)
					tally, err := crosscut.NewTally(part.Count, part.Digest)
					assert.NoError(t, err)
					got = got.Plus(tally)
					lock.Lock()
					if len(part.Rest) > 0 {
						handedOver++
						cut = append(cut, next)
					} else {
						parts = append(parts, done{next.Path(), tally})
					}
					for _, rest := range part.Rest {
						assert.True(t, next.Path().Contains(rest.Path()), "%s in %s", rest.Path(), next.Path())
						again, err := tree.At(context.Background(), rest.Path())
						assert.NoError(t, err)
						assert.Equal(t, again.Puzzle().String(), rest.Puzzle().String())
						deep = max(deep, rest.Path().Depth())
					}
					lock.Unlock()
					left = append(left[1:], part.Rest...)
				}
				assert.Empty(t, left)
				assert.Equal(t, want, got, "%s", p)
				for _, c := range cut {
					isSum(t, c, parts)
				}
			})
		}
	}
	running.Wait()
	assert.Positive(t, handedOver, "cubes that were handed over")
	assert.Greater(t, deep, 2, "depth of a cube in a rest")
}

// TestLongCubesAreHandedOver counts all paths on an empty board, some 40 ms at a time. Cubes
// of the third cut are small enough.
func TestLongCubesAreHandedOver(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil)
	if testing.Short() {
		p = puzzletest.BlankHidoku(t, 3, 5, puzzle.King, nil)
	}
	want, err := crosscut.Count(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	for name, search := range map[string]func(context.Context, crosscut.Engine, cubes.Cube, *crosscut.Meter, func() bool) crosscut.Part{
		"enumerate": crosscut.EnumerateSome, "count": crosscut.CountSome,
	} {
		left := split(t, p, 1)
		number, parts, rests := new(big.Int), 0, 0
		for ; len(left) > 0; parts++ {
			c, end := left[0], time.Now().Add(40*time.Millisecond)
			m := new(crosscut.Meter)
			part := search(context.Background(), crosscut.DLX, c, m, func() bool {
				return c.Path().Depth() < 3 && (time.Now().After(end) || parts == 0)
			})
			require.NoError(t, part.Err)
			require.Equal(t, part.Stats, m.Stats())
			number.Add(number, part.Count)
			if rests += len(part.Rest); len(part.Rest) == 0 {
				require.Equal(t, 1.0, m.Done())
				if name == "enumerate" {
					require.Equal(t, part.Count.Int64(), m.Stats().Solutions)
				}
			} else {
				require.Zero(t, part.Count.Sign())
				children, err := c.Children(context.Background())
				require.NoError(t, err)
				require.Len(t, part.Rest, len(children))
			}
			left = append(left[1:], part.Rest...)
		}
		assert.Equal(t, want, number, name)
		assert.Greater(t, rests, 3, name)
		t.Logf("%s: %d parts, %d handed over", name, parts, rests)
	}
}

// TestPartsAreExactAfterErrors ends searches by an engine that fails, by a limit, by the
// context, and by the receiver of the solutions.
func TestPartsAreExactAfterErrors(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.Rook, nil)
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		name  string
		ctx   context.Context
		e     crosscut.Engine
		m     *crosscut.Meter
		yield bool
		cause error
	}{
		{"engine", context.Background(), failing, nil, true, errFailing},
		{"context", over, crosscut.Native, nil, true, context.Canceled},
		{"nodes", context.Background(), crosscut.Native, &crosscut.Meter{MaxNodes: 10}, true, crosscut.ErrLimit},
		{"receiver", context.Background(), crosscut.Native, nil, false, crosscut.ErrStopped},
	} {
		c := split(t, p, 1)[0]
		part := crosscut.SearchSome(test.ctx, test.e, c, test.m, nil, func(puzzle.Solution) bool { return test.yield })
		require.ErrorIs(t, part.Err, test.cause, test.name)
		require.Len(t, part.Rest, 1, test.name)
		assert.Equal(t, c.Path(), part.Rest[0].Path(), test.name)
		assert.Zero(t, part.Count.Sign(), test.name)
		assert.Zero(t, part.Digest, test.name)
	}
}

// TestCubesThatCannotBeCutAreSearched asks for a cut that is not possible.
func TestCubesThatCannotBeCutAreSearched(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil)
	cubes := split(t, p, 1)
	for {
		children, err := cubes[0].Children(context.Background())
		require.NoError(t, err)
		if len(children) == 1 {
			break
		}
		cubes = children
	}
	want, err := crosscut.CountCube(context.Background(), crosscut.Native, cubes[0], nil)
	require.NoError(t, err)
	asked := 0
	slow := crosscut.Engine{Name: "slow", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(50 * time.Millisecond):
		}
		return crosscut.Native.Search(ctx, p, m, yield)
	}}
	part := crosscut.EnumerateSome(context.Background(), slow, cubes[0], nil, func() bool {
		asked++
		return true
	})
	require.NoError(t, part.Err)
	assert.Empty(t, part.Rest)
	assert.Equal(t, want, part.Count)
	assert.LessOrEqual(t, asked, 1)
}

// TestEndlessSearchesAreHandedOver stops an endless search. No goroutine stays.
func TestEndlessSearchesAreHandedOver(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, p := range endless(t) {
		start := time.Now()
		part := crosscut.EnumerateSome(context.Background(), crosscut.Native, split(t, p, 4)[0], nil, func() bool {
			return time.Since(start) > 200*time.Millisecond
		})
		require.NoError(t, part.Err)
		require.NotEmpty(t, part.Rest)
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, time.Minute, 10*time.Millisecond)
}
