package crosscut_test

import (
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle"
)

// ranks returns for each value its rank among all, the mean rank where several are
// the same.
func ranks(values []float64) []float64 {
	sorted := slices.Sorted(slices.Values(values))
	list := make([]float64, len(values))
	for i, v := range values {
		first, _ := slices.BinarySearch(sorted, v)
		last := first
		for last < len(sorted) && sorted[last] == v {
			last++
		}
		list[i] = float64(first+last-1) / 2
	}
	return list
}

// spearman returns the rank correlation of two lists, between -1 and 1.
func spearman(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	mean := float64(len(x)-1) / 2
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mean) * (y[i] - mean)
		xx += (x[i] - mean) * (x[i] - mean)
		yy += (y[i] - mean) * (y[i] - mean)
	}
	return xy / math.Sqrt(xx*yy)
}

// The levels separate, and harder puzzles have the native engine search more. With
// CROSSCUT_GRADES=N it looks at N puzzles a level, and -v shows the histogram of
// scores.
func TestLevelsSeparateAndGoWithNodes(t *testing.T) {
	count := 12
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_GRADES")); err == nil {
		count = n
	}
	var scores, nodes []float64
	last := 0.0
	for _, level := range crosscut.Levels() {
		histogram := make([]int, 14)
		low, high := 99.0, 0.0
		for _, m := range made(t, crosscut.Wish{Puzzle: blank(t, 7, 7, puzzle.King, nil), Level: level}, count, 1) {
			g, err := crosscut.GradeOf(context.Background(), m.Puzzle)
			require.NoError(t, err)
			require.Equal(t, level, g.Level)
			histogram[int(g.Score())]++
			low, high = min(low, g.Score()), max(high, g.Score())
			var meter crosscut.Meter
			_, err = crosscut.First(context.Background(), crosscut.Native, m.Puzzle, 2, &meter)
			require.NoError(t, err)
			stats := meter.Stats()
			scores, nodes = append(scores, g.Score()), append(nodes, float64(stats.Nodes+stats.Failures))
		}
		t.Logf("%-8v scores from 0: %v, %.2f to %.2f", level, histogram, low, high)
		assert.Greater(t, low, last, "%v begins above where the level before ends", level)
		last = high
	}
	correlation := spearman(scores, nodes)
	t.Logf("rank correlation of score and nodes: %.2f", correlation)
	assert.Greater(t, correlation, 0.4)
}
