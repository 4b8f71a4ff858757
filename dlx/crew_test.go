package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/meter"
)

// splittable are the cores whose searches can be split.
var splittable = map[string]dlx.Core{"bitset": dlx.Bitset, "sparse": dlx.Sparse}

// together returns the covers in order, and the counters, of a search by so many workers.
// Several workers split it at its first node. It stops after stop covers; 0 means never.
func together(t require.TestingT, p *dlx.Problem, core dlx.Core, workers int, limit int64, stop int) ([]string, meter.Stats, error) {
	m := meter.Meter{Workers: workers, MaxNodes: limit}
	node := int64(1)
	if workers == 1 {
		node = 0
	}
	all, share := []string{}, 0.0
	err := p.SolveTogether(context.Background(), core, node, &m, func(options []int) bool {
		all = append(all, fmt.Sprint(options))
		require.GreaterOrEqual(t, m.Done(), share, "progress goes back")
		share = m.Done()
		return len(all) != stop
	})
	if err == nil {
		require.Equal(t, 1.0, m.Done())
	} else if stop == 0 {
		require.Less(t, m.Done(), 1.0)
	}
	stats := m.Stats()
	if core == dlx.Sparse {
		stats.Propagations = 0 // the options hidden before a failure depend on the order of cells
	}
	return all, stats, err
}

func TestAnyNumberOfWorkersFindsTheSameInTheSameOrder(t *testing.T) {
	check := func(t require.TestingT, p *dlx.Problem, problem string) {
		for name, core := range splittable {
			want, stats, err := together(t, p, core, 1, 0, 0)
			require.NoError(t, err)
			for _, workers := range []int{2, 3, 8} {
				got, others, err := together(t, p, core, workers, 0, 0)
				require.NoError(t, err)
				require.Equal(t, want, got, "%s, %s, %d workers", problem, name, workers)
				require.Equal(t, stats, others, "%s, %s, %d workers", problem, name, workers)
			}
		}
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, problems(rt), "random") })
	for problem, text := range map[string]string{"queens 8": queens(8), "Langford 7": langford(7), "Latin 4": latin(4), "path 4x4": gridPath(4)} {
		check(t, read(t, text), problem)
	}
}

// TestEveryCoreStopsAtAnyCover also has cores that one worker runs, however many there may be.
func TestEveryCoreStopsAtAnyCover(t *testing.T) {
	p := read(t, queens(7))
	for name, core := range cores {
		want, _, err := together(t, p, core, 1, 0, 0)
		require.NoError(t, err)
		require.Len(t, want, 40, name)
		for stop := 1; stop <= len(want); stop++ {
			for _, workers := range []int{1, 3} {
				got, stats, err := together(t, p, core, workers, 0, stop)
				require.ErrorIs(t, err, meter.ErrStopped)
				require.Equal(t, want[:stop], got, name)
				require.EqualValues(t, stop, stats.Solutions)
			}
		}
	}
}

func TestEveryCoreMeetsItsLimit(t *testing.T) {
	p := read(t, queens(7))
	for name, core := range cores {
		all, stats, err := together(t, p, core, 1, 0, 0)
		require.NoError(t, err)
		for limit := int64(1); limit <= stats.Nodes; limit++ {
			want, one, wantErr := together(t, p, core, 1, limit, 0)
			require.Equal(t, limit, one.Nodes, name)
			if limit < stats.Nodes {
				require.ErrorIs(t, wantErr, meter.ErrLimit, name)
			} else {
				require.NoError(t, wantErr, name)
				require.Equal(t, all, want, name)
			}
			for _, workers := range []int{2, 5} {
				got, some, err := together(t, p, core, workers, limit, 0)
				require.Equal(t, wantErr, err, "%s, limit %d", name, limit)
				require.Equal(t, want, got, "%s, limit %d", name, limit)
				require.Equal(t, one.Nodes, some.Nodes)
				require.Equal(t, one.Solutions, some.Solutions)
			}
		}
	}
}

func TestWorkersLeaveNothingBehind(t *testing.T) {
	for name, core := range splittable {
		t.Run(name, func(t *testing.T) {
			p := read(t, queens(9))
			before := runtime.NumGoroutine()
			for stop := range 20 {
				_, _, err := together(t, p, core, 4, 0, stop+1)
				require.ErrorIs(t, err, meter.ErrStopped)
			}
			goroutinesReturnTo(t, before)
			cause := errors.New("enough")
			for covers := range 20 {
				ctx, cancel := context.WithCancelCause(context.Background())
				n := 0
				err := p.SolveTogether(ctx, core, 1, &meter.Meter{Workers: 4}, func([]int) bool {
					if n++; n > covers*17 {
						cancel(cause)
					}
					return true
				})
				require.ErrorIs(t, err, cause)
				require.LessOrEqual(t, n, covers*17+1, "nothing comes after the end")
			}
			goroutinesReturnTo(t, before)
			assert.Panics(t, func() {
				_ = p.SolveTogether(context.Background(), core, 1, &meter.Meter{Workers: 4}, func([]int) bool { panic("of the receiver") })
			})
			goroutinesReturnTo(t, before)
		})
	}
}

// Above 4,096 options, covers are put in order in another way.
func TestWorkersFindCoversOfManyOptions(t *testing.T) {
	const n = 65
	p := dlx.NewProblem(2*n, 0)
	for row := range n {
		for column := range n {
			p.Add(el(row, 0), el(n+column, 0))
		}
	}
	for name, core := range splittable {
		want, _, err := together(t, p, core, 1, 0, 2_000)
		require.ErrorIs(t, err, meter.ErrStopped)
		got, _, err := together(t, p, core, 3, 0, 2_000)
		require.ErrorIs(t, err, meter.ErrStopped)
		assert.True(t, slices.Equal(want, got), name)
	}
}

// Covers that wait for the receiver make the workers wait. No cover is lost, and no worker
// hangs.
func TestWorkersWaitForTheReceiver(t *testing.T) {
	p := read(t, dominoes(6, 6)) // 6,728 covers of 18 options
	for name, core := range splittable {
		var covers int
		var m meter.Meter
		m.Workers = 3
		require.NoError(t, p.SolveTogether(context.Background(), core, 1, &m, func([]int) bool {
			if covers++; covers%1_000 == 0 {
				time.Sleep(time.Millisecond)
			}
			return true
		}))
		assert.Equal(t, 6_728, covers, name)
	}
}

// This test has the real thresholds: a search first does all that it does alone.
func TestLongSearchesAreSplit(t *testing.T) {
	for name, text := range map[string]string{"queens 11": queens(11), "pentominoes 3x20": packing(3, 20, false, full), "Langford 11": langford(11)} {
		p := read(t, text)
		var want []string
		var counters meter.Stats
		for workers := 1; workers <= 3; workers++ {
			m := meter.Meter{Workers: workers}
			var got []string
			require.NoError(t, p.Solve(context.Background(), &m, func(options []int) bool {
				got = append(got, fmt.Sprint(options))
				return true
			}))
			if workers == 1 {
				want, counters = got, m.Stats()
			}
			assert.True(t, slices.Equal(want, got), "%s, %d workers", name, workers)
			assert.Equal(t, counters, m.Stats(), "%s, %d workers", name, workers)
		}
	}
}

// The race detector judges this test. Several goroutines may call the methods that do
// not change a problem at once.
func TestOneProblemServesManyAtOnce(t *testing.T) {
	for name, text := range map[string]string{"once": queens(6), "multiplicities": matrices(4, 1, 2)} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			want, err := p.First(context.Background(), 0, nil)
			require.NoError(t, err)
			require.NotEmpty(t, want)
			var wg sync.WaitGroup
			for seed := range uint64(4) {
				wg.Go(func() {
					got, err := p.First(context.Background(), 0, nil)
					assert.NoError(t, err)
					assert.Equal(t, want, got)
				})
				wg.Go(func() {
					_, err := p.Random(context.Background(), seed, nil)
					assert.NoError(t, err)
				})
				wg.Go(func() {
					assert.NoError(t, p.Validate())
					assert.NoError(t, p.Write(io.Discard))
				})
			}
			wg.Wait()
		})
	}
}

// goroutinesReturnTo fails unless the number of goroutines soon falls to before.
func goroutinesReturnTo(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		require.True(t, time.Now().Before(deadline), "goroutines are left behind")
	}
}

func TestBreakLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, text := range []string{queens(8), matrices(4, 1, 2)} {
		for _, err := range read(t, text).Solutions(context.Background(), nil) {
			require.NoError(t, err)
			break
		}
	}
	goroutinesReturnTo(t, before)
}

// TestCancellationEndsEverySearchWithItsCause cancels each kind of search while it runs.
func TestCancellationEndsEverySearchWithItsCause(t *testing.T) {
	board, several := read(t, queens(16)), read(t, matrices(8, 1, 8))
	solving := func(p *dlx.Problem, core dlx.Core, workers int) func(context.Context) error {
		return func(ctx context.Context) error { return p.SolveWith(ctx, core, &meter.Meter{Workers: workers}, all) }
	}
	counting := func(text string) func(context.Context) error {
		return func(ctx context.Context) error { _, err := read(t, text).Count(ctx, nil); return err }
	}
	for name, search := range map[string]func(context.Context) error{
		"auto": solving(board, dlx.Auto, 1), "workers": solving(board, dlx.Auto, 3), "ahead": solving(board, dlx.Ahead, 1),
		"multiplicities": solving(several, dlx.Auto, 1), "count of queens": counting(queens(16)), "count of squares": counting(latin(7)),
		"restarts": func(ctx context.Context) error { // there is no cover
			_, err := read(t, langford(18)).First(ctx, 1, &meter.Meter{Workers: 2})
			return err
		},
		"random": func(ctx context.Context) error {
			<-ctx.Done()
			_, err := several.Random(ctx, 1, nil)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			before, cause, at := runtime.NumGoroutine(), errors.New("enough"), time.Time{}
			ctx, cancel := context.WithCancelCause(context.Background())
			time.AfterFunc(30*time.Millisecond, func() { at = time.Now(); cancel(cause) })
			assert.ErrorIs(t, search(ctx), cause)
			assert.Less(t, time.Since(at), time.Minute)
			goroutinesReturnTo(t, before)
		})
	}
}
