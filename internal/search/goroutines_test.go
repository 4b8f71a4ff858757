package search

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// faultOf returns the fault that f panics with.
func faultOf(t *testing.T, f func()) (fault *Fault) {
	t.Helper()
	defer func() {
		value := recover()
		require.NotNil(t, value, "no panic")
		var ok bool
		fault, ok = value.(*Fault)
		require.True(t, ok, "%v", value)
	}()
	f()
	return nil
}

func TestAPanicComesUpWhereOneWaits(t *testing.T) {
	stopped := make(chan struct{})
	g := Goroutines{Stop: func() { close(stopped) }}
	ended := false
	g.Go(func() { <-stopped; ended = true })
	g.Go(func() { panic("hat") })
	fault := faultOf(t, g.Wait)
	assert.Equal(t, "hat", fault.Value)
	assert.Contains(t, fault.Stack, "goroutines_test.go")
	assert.Contains(t, fault.Error(), "hat")
	assert.True(t, ended, "the others have ended")

	var outer Goroutines // a fault is passed on as it is
	outer.Go(func() { panic(fault) })
	assert.Same(t, fault, faultOf(t, outer.Wait))

	var well Goroutines
	var sum atomic.Int64
	for i := range 10 {
		well.Go(func() { sum.Add(int64(i)) })
	}
	well.Wait()
	assert.EqualValues(t, 45, sum.Load())
}

// A task that panics ends the run, whatever the others do.
func TestInOrderPassesAPanicOn(t *testing.T) {
	for _, workers := range []int{1, 4} {
		run := InOrder[int, int]{
			Workers: workers,
			Tasks:   Indices(100),
			Join: func(context.Context) func(int, func([]int) bool) error {
				return func(task int, emit func([]int) bool) error {
					if task == 20 {
						panic(task)
					}
					for emit(slices.Repeat([]int{task}, 100)) && task > 20 { // until the end
					}
					return nil
				}
			},
			Receive: func(int, []int) error { return nil },
		}
		assert.Equal(t, 20, faultOf(t, func() { run.Run(t.Context()) }).Value)
	}
}

// TestHandOverAsksOnce hands over, or not, whatever the number of parts.
func TestHandOverAsksOnce(t *testing.T) {
	wrong := errors.New("wrong")
	for _, test := range []struct {
		parts   int
		cutting error
		rest    int
	}{{2, nil, 2}, {16, nil, 16}, {1, nil, 0}, {0, nil, 0}, {7, wrong, 0}} {
		asked, cut := 0, make(chan struct{})
		rest, err := HandOver(context.Background(), func() bool {
			asked++
			return asked == 3
		}, func(context.Context) (int, error) {
			defer close(cut)
			return test.parts, test.cutting
		}, func(ctx context.Context) error {
			<-cut
			if test.rest > 0 {
				<-ctx.Done()
			}
			return context.Cause(ctx)
		})
		assert.NoError(t, err)
		assert.Equal(t, test.rest, rest)
		assert.Equal(t, 3, asked)
	}
	never := func(context.Context) (int, error) { panic("not asked for") }
	_, err := HandOver(context.Background(), nil, never, func(context.Context) error { return wrong })
	assert.Equal(t, wrong, err)
	ctx, cancel := context.WithCancelCause(context.Background())
	_, err = HandOver(ctx, func() bool { cancel(wrong); return false }, never, func(ctx context.Context) error {
		<-ctx.Done()
		return context.Cause(ctx)
	})
	assert.Equal(t, wrong, err)
}

// The lists of several tasks keep their elements, in order, while slices are used again.
func TestStockKeepsWhatIsAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s stock[int]
		lists, want := make([][][]int, 3), make([][]int, 3)
		next := 0
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			i := rapid.IntRange(0, 2).Draw(t, "list")
			if rapid.IntRange(0, 4).Draw(t, "give back") == 0 {
				s.giveBack(lists[i])
				lists[i], want[i] = lists[i][:0], nil
				continue
			}
			more := make([]int, rapid.IntRange(0, 2*partSize).Draw(t, "elements"))
			for j := range more {
				next++
				more[j] = next
			}
			lists[i], want[i] = s.add(lists[i], more), append(want[i], more...)
			if len(more) > 0 {
				last := lists[i][len(lists[i])-1]
				require.Equal(t, more, last[len(last)-len(more):], "they stay together")
			}
			for j := range lists {
				require.Equal(t, want[j], slices.Concat(lists[j]...))
			}
		}
	})
}

func TestStockUsesSlicesAgain(t *testing.T) {
	var s stock[*int]
	list := s.add(s.add(nil, make([]*int, partSize)), []*int{new(int)})
	require.Len(t, list, 2)
	s.giveBack(list)
	assert.Nil(t, list[1][:1][0], "what was found is free")
	again := s.add(nil, []*int{new(int)})
	assert.Same(t, &list[1][:1][0], &again[0][0])
	assert.Len(t, s.add(again, []*int{new(int)}), 1, "a slice is filled before the next one")
	assert.Empty(t, s.add(nil, nil), "nothing takes no slice")
}

func TestLubysSequence(t *testing.T) {
	var terms []int64
	for i := range 15 {
		terms = append(terms, Luby(i+1))
	}
	assert.Equal(t, []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}, terms)
}
