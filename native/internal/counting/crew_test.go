package counting

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
	"crosscut/puzzle"
)

// numbers is a search of subtrees: the subtree n has the solutions (n, 0) to (n, n−1), and
// takes n nodes. Searching subtree wrong fails.
func numbers(wrong int, failure error) func(func(puzzle.Solution) bool) func(*int, *meter.Run) error {
	return func(yield func(puzzle.Solution) bool) func(*int, *meter.Run) error {
		return func(n *int, own *meter.Run) error {
			if *n == wrong {
				return failure
			}
			for i := range *n {
				if err := own.Node(2); err != nil {
					return err
				}
				own.Solutions++
				if !yield(puzzle.Solution{*n, i}) {
					return meter.ErrStopped
				}
			}
			return nil
		}
	}
}

// upTo returns the numbers 0 to n−1.
func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func TestSolutionsComeInTheOrderOfTheSubtrees(t *testing.T) {
	var want []puzzle.Solution
	for n := range 100 {
		for i := range n {
			want = append(want, puzzle.Solution{n, i})
		}
	}
	for _, workers := range []int{1, 2, 5, 200} {
		m := &meter.Meter{Workers: workers}
		r := meter.Start(context.Background(), m)
		var got []puzzle.Solution
		require.NoError(t, Search(r, upTo(100), 2, numbers(-1, nil), func(n *int) float64 { return float64(*n+1) / 100 }, func(s puzzle.Solution) bool {
			got = append(got, slices.Clone(s))
			return true
		}))
		r.Close()
		assert.Equal(t, want, got, "%d workers", workers)
		stats := m.Stats()
		assert.EqualValues(t, len(want), stats.Solutions, "each is counted once")
		assert.EqualValues(t, len(want), stats.Nodes)
		assert.InDelta(t, 1, m.Shared(), 1e-9)
	}
}

func TestSearchEndsEarly(t *testing.T) {
	cause, failure := errors.New("the user has gone"), errors.New("a subtree fails")
	for _, workers := range []int{1, 3} {
		whole := func(*int) float64 { return 0 }
		m := &meter.Meter{Workers: workers}
		r := meter.Start(context.Background(), m)
		found := 0
		assert.Equal(t, meter.ErrStopped, Search(r, upTo(100), 2, numbers(-1, nil), whole, func(puzzle.Solution) bool { found++; return found < 1000 }))
		r.Close()
		assert.Equal(t, 1000, found)
		assert.EqualValues(t, 1000, m.Stats().Solutions)

		ctx, cancel := context.WithCancelCause(context.Background())
		r = meter.Start(ctx, &meter.Meter{Workers: workers})
		found = 0
		assert.Equal(t, cause, Search(r, upTo(100), 2, numbers(-1, nil), whole, func(puzzle.Solution) bool {
			if found++; found == 1000 {
				cancel(cause)
			}
			return true
		}))
		r.Close()
		assert.Equal(t, 1000, found, "none comes after the end")

		r = meter.Start(context.Background(), &meter.Meter{Workers: workers})
		found = 0
		assert.Equal(t, failure, Search(r, upTo(100), 2, numbers(40, failure), whole, func(s puzzle.Solution) bool {
			found++
			return assert.Less(t, s[0], 40)
		}))
		r.Close()
		assert.LessOrEqual(t, found, 40*39/2)
	}
}

// TestWorkersDoNotShareASearch counts how often join is called, and how many subtrees are
// searched with each result at one time.
func TestWorkersDoNotShareASearch(t *testing.T) {
	var joined atomic.Int32
	r := meter.Start(context.Background(), &meter.Meter{Workers: 4})
	defer r.Close()
	join := func(yield func(puzzle.Solution) bool) func(*int, *meter.Run) error {
		joined.Add(1)
		var busy atomic.Bool
		one := numbers(-1, nil)(yield)
		return func(n *int, own *meter.Run) error {
			assert.True(t, busy.CompareAndSwap(false, true))
			defer busy.Store(false)
			return one(n, own)
		}
	}
	require.NoError(t, Search(r, upTo(200), 2, join, func(*int) float64 { return 0 }, func(puzzle.Solution) bool { return true }))
	assert.LessOrEqual(t, joined.Load(), int32(4))
}

func TestWanted(t *testing.T) {
	for _, c := range []struct {
		meter *meter.Meter
		want  bool
	}{
		{&meter.Meter{}, false},
		{&meter.Meter{Workers: 1}, false},
		{&meter.Meter{Workers: 2}, true},
		{&meter.Meter{Workers: 2, MaxNodes: 1_000_000}, false},
		{&meter.Meter{Workers: 2, Trace: func(meter.Step) {}}, false},
	} {
		r := meter.Start(context.Background(), c.meter)
		assert.Equal(t, c.want, Wanted(r), "%d workers, at most %d nodes", c.meter.Workers, c.meter.MaxNodes)
		r.Close()
	}
}
