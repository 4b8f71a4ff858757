package search_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/meter"
)

// tree is a search whose first branches have depth less by one, and the others by two:
// as lopsided as the Fibonacci numbers. It calls look at every node.
func tree(f *search.Forecast, run *meter.Run, depth int, look func()) {
	_ = run.Node(2)
	look()
	if depth <= 1 {
		return
	}
	at := f.Depth()
	f.Choose(2)
	tree(f, run, depth-3, look)
	f.Turn()
	run.Share(0) // equal shares say nothing
	f.Tell()
	tree(f, run, depth-1, look)
	f.Close(at)
}

func forecastOf(run *meter.Run) *search.Forecast {
	return search.NewForecast(func() (propagations, nodes int64) { return run.Propagations, run.Nodes }, run.Forecast)
}

func TestForecastLearnsHowLopsidedATreeIs(t *testing.T) {
	m := new(meter.Meter)
	run := meter.Start(context.Background(), m)
	defer run.Close()
	f := forecastOf(run)
	type point struct{ nodes, done float64 }
	var points []point
	tree(f, run, 36, func() {
		if run.Nodes%64 == 0 {
			points = append(points, point{float64(run.Nodes), m.Done()})
		}
	})
	require.Zero(t, f.Depth())
	require.Greater(t, len(points), 1000)
	last := 0.0
	for _, p := range points {
		share := p.nodes / float64(run.Nodes)
		assert.GreaterOrEqual(t, p.done, last, "it never falls")
		last = p.done
		if share >= 0.1 {
			assert.Greater(t, p.done, share/1.5, "at %.3f", share)
			assert.Less(t, p.done, min(share*1.5, 1), "at %.3f", share)
		}
	}
	assert.Zero(t, m.Shared())
	run.Share(1)
	assert.EqualValues(t, 1, m.Done(), "the end is the end whatever was forecast")
}

func TestForecastBeginsWithEqualShares(t *testing.T) {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	f := forecastOf(run)
	assert.Zero(t, f.Done())
	f.Choose(4)
	f.Turn()
	assert.InDelta(t, 0.25, f.Done(), 1e-9)
	f.Choose(3)
	assert.InDelta(t, 0.25, f.Done(), 1e-9)
	f.Turn()
	assert.InDelta(t, 0.5, f.Done(), 1e-9)
	way := f.Choices()
	f.Drop(1)
	assert.InDelta(t, 0.25, f.Done(), 1e-9)
	f.Resume(way[1])
	assert.InDelta(t, 0.5, f.Done(), 1e-9)
	assert.Equal(t, way[1], f.Last())
	f.Choose(1000)
	assert.InDelta(t, 0.5, f.Done(), 1e-9)
	f.Close(0)
	assert.Zero(t, f.Depth())
}

func TestForecastIsAShareWhateverTheSearchDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		run := meter.Start(context.Background(), nil)
		defer run.Close()
		f := forecastOf(run)
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			run.Propagations += rapid.Int64Range(0, 1<<20).Draw(t, "work")
			switch rapid.IntRange(0, 3).Draw(t, "move") {
			case 0:
				f.Choose(rapid.IntRange(1, 100).Draw(t, "candidates"))
			case 1:
				if f.Depth() > 0 {
					f.Turn()
				}
			case 2:
				f.Close(rapid.IntRange(0, f.Depth()).Draw(t, "depth"))
			case 3:
				f.Drop(rapid.IntRange(0, f.Depth()).Draw(t, "depth"))
			}
			require.GreaterOrEqual(t, f.Done(), 0.0)
			require.LessOrEqual(t, f.Done(), 1.0)
			f.Tell()
		}
	})
}
