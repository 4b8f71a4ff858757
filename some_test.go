package crosscut_test

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync"
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

var errFailing = errors.New("failed")

// failing is brute force that fails after the last solution.
var failing = crosscut.Engine{Name: "failing", Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
	return cmp.Or(sluggish(false).Search(ctx, p, m, yield), errFailing)
}}

// TestPartsAddUpWhereverASearchStops stops searches of random puzzles at random looks. Some fail and
// begin again. A cube that was handed over has the sum of its parts, however it is searched: so does a
// cluster, if one worker hands a cube over and another one searches all of it.
func TestPartsAddUpWhereverASearchStops(t *testing.T) {
	puzzles := 5
	if testing.Short() {
		puzzles = 2
	}
	var handedOver, deep atomic.Int64
	var running sync.WaitGroup
	for _, draw := range drawn {
		for seed := range puzzles {
			running.Go(func() { // the searches mostly wait
				p := rapid.Custom(draw).Filter(func(p puzzle.Puzzle) bool { return len(puzzletest.Brute(p)) > 3 }).Example(seed)
				w := &wanderer{t: t, random: rand.New(rand.NewPCG(uint64(seed), 7))}
				tree, err := cubes.NewTree(t.Context(), p, cubes.Plan{First: 1 + w.random.IntN(4), Cut: 2 + w.random.IntN(4), Version: cubes.PlanVersion})
				if !assert.NoError(t, err) {
					return
				}
				first, err := tree.Children(t.Context(), "")
				assert.NoError(t, err)
				var sum crosscut.Tally
				for _, c := range first {
					sum = sum.Plus(w.search(c))
				}
				assert.Equal(t, tallyOfList(puzzletest.Brute(p)), sum, "%s", p)
				for _, c := range w.rests {
					again, err := tree.At(t.Context(), c.Path())
					assert.NoError(t, err)
					assert.Equal(t, again.Puzzle().String(), c.Puzzle().String())
					deep.Store(max(deep.Load(), int64(c.Path().Depth())))
				}
				handedOver.Add(int64(len(w.rests)))
			})
		}
	}
	running.Wait()
	assert.Positive(t, handedOver.Load(), "cubes that were handed over")
	assert.Greater(t, deep.Load(), int64(2), "depth of a cube in a rest")
}

// wanderer searches cubes that it hands over at random.
type wanderer struct {
	t      *testing.T
	random *rand.Rand
	rests  []cubes.Cube // what was handed over
}

// search returns the tally of a cube.
func (w *wanderer) search(c cubes.Cube) crosscut.Tally {
	ctx := w.t.Context()
	for w.random.IntN(8) == 0 {
		part := crosscut.EnumerateSome(ctx, failing, c, nil, nil)
		assert.ErrorIs(w.t, part.Err, errFailing)
		assert.Zero(w.t, part.Count.Sign())
		if assert.Len(w.t, part.Rest, 1) {
			c = part.Rest[0]
		}
	}
	children, err := c.Children(ctx)
	assert.NoError(w.t, err)
	looks := w.random.IntN(4)
	part := crosscut.EnumerateSome(ctx, sluggish(len(children) > 1 && w.random.IntN(3) > 0), c, nil, func() bool {
		looks--
		return looks < 0
	})
	assert.NoError(w.t, part.Err)
	sum, err := crosscut.NewTally(part.Count, part.Digest)
	assert.NoError(w.t, err)
	if len(part.Rest) == 0 {
		return sum
	}
	for _, rest := range part.Rest {
		assert.True(w.t, c.Path().Contains(rest.Path()), "%s in %s", rest.Path(), c.Path())
		w.rests = append(w.rests, rest)
		sum = sum.Plus(w.search(rest))
	}
	again := crosscut.EnumerateSome(ctx, crosscut.Native, c, nil, nil)
	got, err := crosscut.NewTally(again.Count, again.Digest)
	assert.NoError(w.t, err)
	assert.Equal(w.t, sum, got, "cube %s of %s", c.Path(), c.Whole())
	counted := crosscut.CountSome(ctx, crosscut.DLX, c, nil, nil)
	assert.Equal(w.t, sum.Count(), counted.Count, "cube %s of %s", c.Path(), c.Whole())
	return sum
}

// TestLongCubesAreHandedOver counts all paths on an empty board, some 40 ms at a time. Cubes
// of the third cut are small enough.
func TestLongCubesAreHandedOver(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 3, 5, puzzle.King, nil)
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
