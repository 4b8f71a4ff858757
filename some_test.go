package crosscut_test

import (
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
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// sluggish is brute force that says of most cubes that they will take long, and waits. So
// they are cut.
func sluggish(seed uint64) crosscut.Engine {
	var lock sync.Mutex
	rng := rand.New(rand.NewPCG(seed, 1))
	return crosscut.Engine{Name: "sluggish", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		lock.Lock()
		slow := rng.IntN(3) > 0
		lock.Unlock()
		found := puzzletest.Brute(p)
		for i, s := range found {
			if slow && i == len(found)/2 {
				run := search.Start(ctx, m)
				run.Share(0.001)
				run.Close()
				select {
				case <-ctx.Done():
					return context.Cause(ctx)
				case <-time.After(60 * time.Millisecond): // of a cube that cannot be cut
				}
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

// TestPartsAddUpWhereverASearchStops stops searches of random puzzles at random looks.
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
				left, err := tree.Children(context.Background(), "")
				assert.NoError(t, err)
				for parts := 0; len(left) > 0 && parts < 1000; parts++ {
					looks := rng.IntN(25)
					next := left[0]
					part := crosscut.EnumerateSome(context.Background(), sluggish(uint64(seed)), next, nil, func() bool {
						looks--
						return looks < 0
					})
					assert.NoError(t, part.Err)
					tally, err := crosscut.NewTally(part.Count, part.Digest)
					assert.NoError(t, err)
					got = got.Plus(tally)
					lock.Lock()
					for _, rest := range part.Rest {
						assert.True(t, next.Path().Contains(rest.Path()), "%s in %s", rest.Path(), next.Path())
						again, err := tree.At(context.Background(), rest.Path())
						assert.NoError(t, err)
						assert.Equal(t, again.Puzzle().String(), rest.Puzzle().String())
						deep = max(deep, rest.Path().Depth())
					}
					if len(part.Rest) > 0 && len(tally.Count().Bits()) > 0 {
						handedOver++
					}
					lock.Unlock()
					left = append(left[1:], part.Rest...)
				}
				assert.Empty(t, left)
				assert.Equal(t, want, got, "%s", p)
			})
		}
	}
	running.Wait()
	assert.Positive(t, handedOver, "parts with solutions that left a rest")
	assert.Greater(t, deep, 2, "depth of a cube in a rest")
}

// TestLongCubesAreHandedOver counts all paths on an empty board, some 40 ms at a time.
func TestLongCubesAreHandedOver(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil)
	for name, search := range map[string]func(context.Context, crosscut.Engine, cubes.Cube, *crosscut.Meter, func() bool) crosscut.Part{
		"enumerate": crosscut.EnumerateSome, "count": crosscut.CountSome,
	} {
		left := split(t, p, 1)
		number, parts, rests := new(big.Int), 0, 0
		for ; len(left) > 0; parts++ {
			end := time.Now().Add(40 * time.Millisecond)
			m := new(crosscut.Meter)
			part := search(context.Background(), crosscut.DLX, left[0], m, func() bool { return time.Now().After(end) })
			require.NoError(t, part.Err)
			require.Equal(t, part.Stats, m.Stats())
			number.Add(number, part.Count)
			if name == "enumerate" {
				require.Equal(t, part.Count.Int64(), m.Stats().Solutions)
			}
			if rests += len(part.Rest); len(part.Rest) == 0 {
				require.Equal(t, 1.0, m.Done())
			}
			if len(part.Rest) == 1 && part.Rest[0].Path() == left[0].Path() { // nothing was searched, so cut it here
				children, err := left[0].Children(context.Background())
				require.NoError(t, err)
				part.Rest = children
			}
			left = append(left[1:], part.Rest...)
		}
		assert.Equal(t, "343184", number.String(), name)
		assert.Greater(t, rests, 3, name)
		t.Logf("%s: %d parts, %d handed over", name, parts, rests)
	}
}

// TestPartsAreExactAfterErrors ends searches by an engine that fails, by a limit and by the
// context.
func TestPartsAreExactAfterErrors(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.Rook, nil)
	want, err := crosscut.Enumerate(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	failed := errors.New("failed")
	for _, test := range []struct {
		name  string
		m     *crosscut.Meter
		fails int // which search of a cube fails
		cause error
	}{
		{"engine", nil, 5, failed},
		{"context", nil, -5, context.Canceled},
		{"nodes", &crosscut.Meter{MaxNodes: 40}, 1000, crosscut.ErrLimit},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		searches := 0
		e := crosscut.Engine{Name: "failing", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
			switch searches++; searches {
			case 1: // is cut
				run := search.Start(ctx, m)
				run.Share(0.001)
				run.Close()
				<-ctx.Done()
				return context.Cause(ctx)
			case test.fails:
				return failed
			case -test.fails:
				cancel()
				return context.Cause(ctx)
			}
			return crosscut.Native.Search(ctx, p, m, yield)
		}}
		part := crosscut.EnumerateSome(ctx, e, split(t, p, 1)[0], test.m, nil)
		require.ErrorIs(t, part.Err, test.cause, test.name)
		require.NotEmpty(t, part.Rest, test.name)
		got, err := crosscut.NewTally(part.Count, part.Digest)
		require.NoError(t, err)
		require.NotZero(t, got, test.name)
		for _, c := range part.Rest {
			tally, err := crosscut.EnumerateCube(context.Background(), crosscut.Native, c, nil)
			require.NoError(t, err)
			got = got.Plus(tally)
		}
		assert.Equal(t, want, got, test.name)
		cancel()
	}
}

// TestHandingOverTakesLittleTime stops an endless search.
func TestHandingOverTakesLittleTime(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, p := range endless(t) {
		start := time.Now()
		var asked time.Time
		part := crosscut.EnumerateSome(context.Background(), crosscut.Native, split(t, p, 4)[0], nil, func() bool {
			if time.Since(start) < 200*time.Millisecond {
				return false
			}
			asked = time.Now()
			return true
		})
		require.NoError(t, part.Err)
		require.NotEmpty(t, part.Rest)
		assert.Less(t, time.Since(asked), time.Second, "%s", p.Family())
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, 5*time.Second, 10*time.Millisecond)
}
