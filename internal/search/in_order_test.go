package search_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/meter"
)

// finds returns a Join whose workers find, in task i, lengths[i] elements of value i in
// pieces of random length.
func finds(lengths []int, piece int) func(context.Context) func(int, func([]int) bool) error {
	return func(context.Context) func(int, func([]int) bool) error {
		return func(task int, emit func([]int) bool) error {
			for left := lengths[task]; left > 0; left -= piece {
				if !emit(slices.Repeat([]int{task}, min(piece, left))) {
					return meter.ErrStopped
				}
			}
			return nil
		}
	}
}

func TestInOrderHandsOutInTheOrderOfTheTasks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lengths := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 3), rapid.IntRange(0, 100_000)), 0, 20).Draw(t, "lengths")
		piece := rapid.IntRange(1, 9000).Draw(t, "piece")
		failing := rapid.IntRange(0, 40).Draw(t, "failing task")
		most := rapid.IntRange(0, 400_000).Draw(t, "elements wanted")
		var want, wantDone []int
		var wantErr error
		for i, n := range lengths {
			want = append(want, slices.Repeat([]int{i}, n)...)
			if i == failing {
				wantErr = errFailed
				break
			}
			wantDone = append(wantDone, i)
		}
		enough := len(want) > most
		for _, workers := range []int{0, 1, 2, 5} {
			var got, done []int
			run := search.InOrder[int, int]{
				Workers: workers, Tasks: search.Indices(len(lengths)),
				Join: func(ctx context.Context) func(int, func([]int) bool) error {
					do := finds(lengths, piece)(ctx)
					return func(task int, emit func([]int) bool) error {
						if err := do(task, emit); err != nil || task != failing {
							return err
						}
						return errFailed
					}
				},
				Receive: func(task int, found []int) error {
					require.NotEmpty(t, found)
					require.Equal(t, task, found[0])
					if got = append(got, found...); len(got) > most {
						return errEnough
					}
					return nil
				},
				Finish: func(task int) error {
					done = append(done, task)
					return nil
				},
			}
			err := run.Run(context.Background())
			if enough {
				require.ErrorIs(t, err, errEnough)
				require.Equal(t, want[:len(got)], got)
				continue
			}
			require.Equal(t, wantErr, err)
			require.Equal(t, want, got)
			require.Equal(t, wantDone, done)
		}
	})
}

var (
	errFailed = errors.New("a task failed")
	errEnough = errors.New("enough")
)

func TestInOrderBeginsNoTaskAfterAnError(t *testing.T) {
	begun := 0
	run := search.InOrder[int, int]{
		Workers: 1, Tasks: search.Indices(10),
		Join: func(context.Context) func(int, func([]int) bool) error {
			return func(task int, _ func([]int) bool) error {
				begun++
				if task == 3 {
					return errFailed
				}
				return nil
			}
		},
	}
	assert.Equal(t, errFailed, run.Run(context.Background()))
	assert.Equal(t, 4, begun)
}

func TestInOrderReturnsTheErrorOfFinish(t *testing.T) {
	run := search.InOrder[int, int]{
		Workers: 2, Tasks: search.Indices(10), Join: finds(make([]int, 10), 1),
		Finish: func(task int) error {
			if task == 2 {
				return errEnough
			}
			return nil
		},
	}
	assert.Equal(t, errEnough, run.Run(context.Background()))
}

// What one worker found in its first task is handed out although it finds no more.
func TestInOrderDoesNotHoldBackWhatWasFound(t *testing.T) {
	for _, early := range []bool{false, true} { // whether it is found before the turn of the task
		received := make(chan struct{})
		secondFound := make(chan struct{})
		run := search.InOrder[int, int]{
			Workers: 2, Tasks: search.Indices(2),
			Join: func(context.Context) func(int, func([]int) bool) error {
				return func(task int, emit func([]int) bool) error {
					if task == 0 {
						if early {
							<-secondFound
						}
						return nil
					}
					if !early {
						time.Sleep(20 * time.Millisecond)
					}
					emit([]int{7})
					close(secondFound)
					select {
					case <-received:
						return nil
					case <-time.After(time.Minute):
						return errFailed
					}
				}
			},
			Receive: func(_ int, found []int) error {
				assert.Equal(t, []int{7}, found)
				close(received)
				return nil
			},
		}
		assert.NoError(t, run.Run(context.Background()))
	}
}

// While the first task finds nothing, the others stop at the bound on what may wait. Once
// the receiver is slow, so does the first one.
func TestInOrderBoundsWhatWaits(t *testing.T) {
	const workers, piece = 3, 100
	var behind, inHead atomic.Int64
	release := make(chan struct{})
	run := search.InOrder[int, int]{
		Workers: workers, Tasks: search.Indices(workers),
		Join: func(context.Context) func(int, func([]int) bool) error {
			return func(task int, emit func([]int) bool) error {
				found, counter := make([]int, piece), &behind
				if task == 0 {
					<-release
					counter = &inHead
				}
				for emit(found) {
					counter.Add(piece)
				}
				return meter.ErrStopped
			}
		},
		Receive: func(int, []int) error {
			require.Eventually(t, func() bool { return inHead.Load() >= search.MostInHead }, time.Minute, time.Millisecond)
			time.Sleep(20 * time.Millisecond)
			return errEnough
		},
	}
	go func() {
		assert.Eventually(t, func() bool { return behind.Load() >= search.MostAhead }, time.Minute, time.Millisecond)
		time.Sleep(20 * time.Millisecond)
		close(release)
	}()
	require.Equal(t, errEnough, run.Run(context.Background()))
	const slack = 2 * workers * (1<<12 + piece) // what workers find between two looks
	assert.Less(t, behind.Load(), int64(search.MostAhead+slack))
	assert.Less(t, inHead.Load(), int64(2*search.MostInHead+slack), "one batch is with the receiver, one waits")
}

func TestInOrderBoundsTheTasksBegun(t *testing.T) {
	var begun atomic.Int64
	run := search.InOrder[int, int]{
		Workers: 3, Tasks: search.Indices(2 * search.MostBegun),
		Join: func(context.Context) func(int, func([]int) bool) error {
			return func(task int, _ func([]int) bool) error {
				begun.Add(1)
				if task == 0 {
					assert.Eventually(t, func() bool { return begun.Load() >= search.MostBegun }, time.Minute, time.Millisecond)
					time.Sleep(20 * time.Millisecond)
					assert.EqualValues(t, search.MostBegun, begun.Load())
				}
				return nil
			}
		},
	}
	require.NoError(t, run.Run(context.Background()))
	assert.EqualValues(t, 2*search.MostBegun, begun.Load())
}

func TestInOrderBoundsBySize(t *testing.T) {
	const size = search.MostAhead / 4
	var found atomic.Int64
	run := search.InOrder[int, int]{
		Workers: 2, Tasks: search.Indices(2), Size: func(int) int { return size },
		Join: func(context.Context) func(int, func([]int) bool) error {
			return func(task int, emit func([]int) bool) error {
				if task == 0 {
					assert.Eventually(t, func() bool { return found.Load() >= 4 }, time.Minute, time.Millisecond)
					time.Sleep(20 * time.Millisecond)
					assert.EqualValues(t, 4, found.Load(), "the fifth waits in emit")
					return nil
				}
				for range 10 {
					emit([]int{1})
					found.Add(1)
				}
				return nil
			}
		},
		Receive: func(int, []int) error { return nil },
	}
	require.NoError(t, run.Run(context.Background()))
	assert.EqualValues(t, 10, found.Load())
}

func TestInOrderEndsWithItsContext(t *testing.T) {
	before := runtime.NumGoroutine()
	cause := errors.New("the user has gone")
	for name, do := range map[string]func(ctx context.Context, emit func([]int) bool) error{
		"a task that finds nothing": func(ctx context.Context, _ func([]int) bool) error {
			<-ctx.Done()
			return meter.ErrStopped
		},
		"a task that finds without end": func(_ context.Context, emit func([]int) bool) error {
			for emit([]int{1}) {
			}
			return meter.ErrStopped
		},
	} {
		for _, tasks := range []int{1, 2, 1 << 30} {
			ctx, cancel := context.WithCancelCause(context.Background())
			time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
			run := search.InOrder[int, int]{
				Workers: 3, Tasks: search.Indices(tasks),
				Join: func(ctx context.Context) func(int, func([]int) bool) error {
					return func(_ int, emit func([]int) bool) error { return do(ctx, emit) }
				},
				Receive: func(int, []int) error { return nil },
			}
			assert.Equal(t, cause, run.Run(ctx), "%s, %d tasks", name, tasks)
		}
	}
	for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
}

// A task may end well just after the context has ended, while the receiver still has what the task found
// before. What it found last must not be lost without an error.
func TestInOrderLosesNothingWithoutAnError(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	received := make(chan int)
	found, ended := make(chan struct{}), make(chan struct{})
	noMore := make(chan struct{})
	run := search.InOrder[int, int]{
		Workers: 2,
		Tasks: func(yield func(int) bool) {
			yield(0)
			close(noMore)
		},
		Join: func(context.Context) func(int, func([]int) bool) error {
			return func(_ int, emit func([]int) bool) error {
				defer close(ended)
				<-noMore
				emit([]int{1})
				<-received
				emit([]int{2}) // the receiver finds it together with the end of the context
				cancel(cause)
				found <- struct{}{}
				<-received
				emit([]int{3})
				return nil
			}
		},
		Receive: func(_ int, elements []int) error {
			switch received <- elements[0]; elements[0] {
			case 1:
				<-found
			case 2:
				<-ended
				time.Sleep(time.Millisecond) // the worker now says that the task has ended
			}
			return nil
		},
	}
	require.ErrorIs(t, run.Run(ctx), cause)
}

func TestInOrderWithoutTasks(t *testing.T) {
	run := search.InOrder[int, int]{Workers: 3, Tasks: search.Indices(0), Join: finds(nil, 1)}
	assert.NoError(t, run.Run(context.Background()))
}

// TestInOrderRestsBeforeItWaits has a first task that ends only after the receiver has rested. So
// does the wait for the last task: after it, the receiver does not rest.
func TestInOrderRestsBeforeItWaits(t *testing.T) {
	rested := make(chan struct{})
	rest := sync.OnceFunc(func() { close(rested) })
	tasks := func(yield func(int) bool) {
		if yield(0) && yield(1) {
			<-rested
			yield(2)
		}
	}
	var got []int
	run := search.InOrder[int, int]{
		Workers: 2, Tasks: tasks, Rest: rest,
		Join: func(context.Context) func(int, func([]int) bool) error {
			return func(task int, emit func([]int) bool) error {
				if task == 0 {
					<-rested
				}
				emit([]int{task})
				return nil
			}
		},
		Receive: func(_ int, found []int) error {
			got = append(got, found...)
			return nil
		},
	}
	require.NoError(t, run.Run(context.Background()))
	assert.Equal(t, []int{0, 1, 2}, got)
}
