package search

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
