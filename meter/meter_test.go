package meter_test

import (
	"context"
	"errors"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/meter"
)

func TestLimitLetsExactlyThatManyNodesPass(t *testing.T) {
	for _, most := range []int64{1, 2, 255, 256, 257, 1000} {
		m := &meter.Meter{MaxNodes: most}
		run := meter.Start(t.Context(), m)
		var passed int64
		for run.Node(2) == nil {
			passed++
		}
		assert.Equal(t, most, passed)
		var limit *meter.LimitError
		require.ErrorAs(t, run.Node(2), &limit, "the limit stays met")
		require.ErrorIs(t, limit, meter.ErrLimit)
		run.Close()
		assert.Equal(t, meter.Stats{Nodes: most, Branches: 2 * most}, m.Stats(), "a refused node is not counted")
	}
}

func TestLimitErrorSaysWhatRanOut(t *testing.T) {
	run := meter.Start(t.Context(), &meter.Meter{MaxNodes: 1})
	defer run.Close()
	require.NoError(t, run.Node(1))
	err := run.Node(1)
	assert.EqualError(t, err, "stopped by a limit: 1 node")
	assert.NotErrorIs(t, err, meter.ErrStopped)
	assert.NotErrorIs(t, &meter.LimitError{}, context.Canceled)
	require.ErrorIs(t, err, meter.ErrNodes)
	assert.NotErrorIs(t, err, meter.ErrMemory)
	ctx, stop := meter.WithTimeLimit(t.Context(), 0)
	defer stop()
	assert.ErrorIs(t, context.Cause(ctx), context.DeadlineExceeded)
}

func TestEverySearchOfAMeterHasTheLimitToItself(t *testing.T) {
	m := &meter.Meter{MaxNodes: 3}
	for range 2 {
		run := meter.Start(t.Context(), m)
		for range 3 {
			require.NoError(t, run.Node(1))
		}
		require.ErrorIs(t, run.Node(1), meter.ErrLimit)
		run.Close()
	}
	assert.Equal(t, int64(6), m.Stats().Nodes)
}

func TestNoLimitWithoutAMeterOrANumber(t *testing.T) {
	for name, m := range map[string]*meter.Meter{"nil": nil, "zero": {}, "negative": {MaxNodes: -1}} {
		run := meter.Start(t.Context(), m)
		for range 1000 {
			require.NoError(t, run.Node(1), name)
		}
		assert.Nil(t, run.Meter.Trace, name)
		run.Share(0.5)
		run.Close()
		assert.Equal(t, int64(1000), run.Nodes, name)
	}
}

func TestAContextThatHasEndedStopsTheFirstNode(t *testing.T) {
	cause := errors.New("the shop closes")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	run := meter.Start(ctx, nil)
	defer run.Close()
	require.ErrorIs(t, run.Err(), cause)
	require.ErrorIs(t, run.Node(1), cause)
}

func TestTheCauseOfTheEndReachesTheSearch(t *testing.T) {
	cause := errors.New("the shop closes")
	byCause, cancelCause := context.WithCancelCause(t.Context())
	plain, cancel := context.WithCancel(t.Context())
	short, release := context.WithTimeout(t.Context(), time.Millisecond)
	defer release()
	for _, test := range []struct {
		name string
		ctx  context.Context
		end  func()
		want error
	}{
		{"a cause", byCause, func() { cancelCause(cause) }, cause},
		{"cancelled", plain, cancel, context.Canceled},
		{"a deadline", short, func() {}, context.DeadlineExceeded},
	} {
		t.Run(test.name, func(t *testing.T) {
			run := meter.Start(test.ctx, nil)
			defer run.Close()
			if test.name != "a deadline" {
				require.NoError(t, run.Node(1))
			}
			test.end()
			require.Eventually(t, func() bool { return run.Err() != nil }, time.Minute, time.Millisecond)
			require.ErrorIs(t, run.Err(), test.want)
			require.ErrorIs(t, run.Node(1), test.want)
		})
	}
}

func TestClosingLetsGoOfTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	run := meter.Start(ctx, nil)
	run.Close()
	cancel()
	assert.NoError(t, run.Err(), "the end comes too late to be noticed")
}

func TestShareNeverFallsAndStaysWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := new(meter.Meter)
		run := meter.Start(context.Background(), m)
		defer run.Close()
		most := 0.0
		for _, done := range rapid.SliceOf(rapid.OneOf(rapid.Float64(), rapid.Float64Range(0, 1))).Draw(t, "shares") {
			run.Share(done)
			most = max(most, min(done, 1))
			require.Equal(t, most, m.Done())
		}
		run.Share(math.NaN())
		require.Equal(t, most, m.Done())
	})
}

func TestCountersOfAllRunsAddUp(t *testing.T) {
	m := new(meter.Meter)
	first := meter.Start(t.Context(), m)
	for range 300 {
		require.NoError(t, first.Node(3))
	}
	assert.Equal(t, meter.Stats{Nodes: 256, Branches: 768}, m.Stats(), "published after 256 nodes")
	first.Failures, first.Propagations, first.Solutions = 5, 6, 7
	first.Close()
	assert.Equal(t, meter.Stats{Nodes: 300, Branches: 900, Failures: 5, Propagations: 6, Solutions: 7}, m.Stats())

	second := meter.Start(t.Context(), m)
	require.NoError(t, second.Node(1))
	second.Solutions++
	second.Close()
	second.Close()
	m.Add(meter.Stats{Nodes: 10, Branches: 20, Failures: 30, Propagations: 40, Solutions: 50})
	assert.Equal(t, meter.Stats{Nodes: 311, Branches: 921, Failures: 35, Propagations: 46, Solutions: 58}, m.Stats())
}

func TestStatesAreCounted(t *testing.T) {
	m := &meter.Meter{CountWays: true}
	run := meter.Start(t.Context(), m.Part(1))
	require.True(t, run.Meter.CountWays, "a part counts what the whole counts")
	run.CountState(7, 2)
	run.CountState(0, 1)
	require.NoError(t, run.Count(meter.Stats{States: 2, Allowed: 4, Uncut: 3}))
	run.Close()
	assert.Equal(t, meter.Stats{States: 4, Allowed: 12, Uncut: 6}, m.Stats(), "what is forced is one way at least")
	assert.False(t, meter.Start(t.Context(), nil).Meter.CountWays)
}

func TestTracingHandsOnTheMetersFunction(t *testing.T) {
	var seen []meter.StepKind
	run := meter.Start(t.Context(), &meter.Meter{Trace: func(s meter.Step) { seen = append(seen, s.Kind) }})
	defer run.Close()
	run.Meter.Trace(meter.Step{Kind: meter.Found})
	assert.Equal(t, []meter.StepKind{meter.Found}, seen)
}

// The race detector is the judge of this test.
func TestAMeterIsReadWhileSearchesWriteIt(t *testing.T) {
	m := new(meter.Meter)
	ctx, cancel := context.WithCancel(t.Context())
	var readers, writers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			var before meter.Stats
			for ctx.Err() == nil {
				now := m.Stats()
				assert.GreaterOrEqual(t, now.Nodes, before.Nodes)
				assert.LessOrEqual(t, m.Done(), 1.0)
				before = now
			}
		})
		writers.Go(func() {
			run := meter.Start(t.Context(), m)
			defer run.Close()
			for i := range 10_000 {
				assert.NoError(t, run.Node(1))
				run.Solutions++
				run.Share(float64(i) / 10_000)
			}
		})
	}
	writers.Wait()
	cancel()
	readers.Wait()
	assert.Equal(t, meter.Stats{Nodes: 20_000, Branches: 20_000, Solutions: 20_000}, m.Stats())
}

func TestCountingForAnotherRunKeepsToTheLimit(t *testing.T) {
	m := meter.Meter{MaxNodes: 10, Workers: 3}
	run := meter.Start(context.Background(), &m)
	defer run.Close()
	assert.Equal(t, 3, max(run.Meter.Workers, 1))
	require.NoError(t, run.Node(2))
	require.NoError(t, run.Count(meter.Stats{Nodes: 9, Branches: 20, Failures: 3, Propagations: 4, Solutions: 5}))
	assert.Equal(t, meter.Stats{Nodes: 10, Branches: 22, Failures: 3, Propagations: 4, Solutions: 5}, m.Stats())
	assert.Zero(t, run.Left())
	err := run.Count(meter.Stats{Nodes: 1})
	assert.ErrorIs(t, err, meter.ErrLimit)
	assert.EqualError(t, err, run.Node(2).Error())
	assert.EqualValues(t, 10, m.Stats().Nodes)
}

func TestOneWorkerIsTheLeast(t *testing.T) {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	assert.Equal(t, 1, max(run.Meter.Workers, 1))
}

func TestPartsOfASearchAddUp(t *testing.T) {
	var m meter.Meter
	var parts sync.WaitGroup
	for range 4 {
		parts.Go(func() {
			r := meter.Start(context.Background(), m.Part(0.25))
			defer r.Close()
			for i := range 1000 {
				assert.NoError(t, r.Node(2))
				before := m.Done()
				r.Share(float64(i+1) / 1000)
				assert.GreaterOrEqual(t, m.Done(), before)
			}
			r.Share(0.5) // no way back
			r.Solutions = 3
		})
	}
	parts.Wait()
	assert.InDelta(t, 1, m.Done(), 1e-9)
	assert.LessOrEqual(t, m.Done(), 1.0)
	assert.Equal(t, meter.Stats{Nodes: 4000, Branches: 8000, Solutions: 12}, m.Stats())
}

func TestMinusSubtractsEachCounter(t *testing.T) {
	now := meter.Stats{Nodes: 15, Branches: 24, Failures: 33, Propagations: 42, Solutions: 51}
	before := meter.Stats{Nodes: 5, Branches: 4, Failures: 3, Propagations: 2, Solutions: 1}
	assert.Equal(t, meter.Stats{Nodes: 10, Branches: 20, Failures: 30, Propagations: 40, Solutions: 50}, now.Minus(before))
}

func TestUsedNamesAreSortedAndPassedOnByParts(t *testing.T) {
	var m meter.Meter
	assert.Nil(t, m.Used())
	var parts sync.WaitGroup
	for _, name := range []string{"sparse", "ahead", "sparse", "bitset"} {
		parts.Go(func() {
			run := meter.Start(context.Background(), m.Part(0.25))
			defer run.Close()
			run.Use(name)
		})
	}
	parts.Wait()
	assert.Equal(t, []string{"ahead", "bitset", "sparse"}, m.Used())
}
