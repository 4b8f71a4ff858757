package human_test

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// ranks returns the rank of each value, and the mean rank for equal values.
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

// made makes puzzles from a fixed seed.
func made(t *testing.T, w generate.Wish, count int) (list []generate.Made) {
	t.Helper()
	require.NoError(t, generate.Puzzles(context.Background(), w, generate.Series{Seed: 7, Count: count, Workers: 1}, func(m generate.Made) bool {
		list = append(list, m)
		return true
	}))
	return list
}

// The levels do not overlap, and harder puzzles take the native engine more nodes. With
// CROSSCUT_GRADES=N there are N puzzles per level, and -v shows a histogram of scores.
func TestLevelsSeparateAndGoWithNodes(t *testing.T) {
	for _, test := range []struct {
		blank puzzle.Puzzle
		count int
	}{
		{puzzletest.BlankHidoku(t, 7, 7, puzzle.King, nil), 12},
		{puzzletest.BlankMagic(t, 4, 1, true), 12},
		{puzzletest.BlankDraughtboard(t, 5, 5, true), 6},
	} {
		t.Run(string(test.blank.Family()), func(t *testing.T) {
			count := test.count
			if n, err := strconv.Atoi(os.Getenv("CROSSCUT_GRADES")); err == nil {
				count = n
			}
			var scores, nodes []float64
			last := 0.0
			for _, level := range human.Levels() {
				histogram := make([]int, 14)
				low, high := 99.0, 0.0
				for _, m := range made(t, generate.Wish{Puzzle: test.blank, Level: level}, count) {
					g, err := human.GradeOf(context.Background(), m.Puzzle, human.Extreme)
					require.NoError(t, err)
					require.Equal(t, level, g.Level)
					score := g.Score()
					if !g.Solved { // not even guesses of a bounded depth solved it
						score = 13
					}
					histogram[int(score)]++
					low, high = min(low, score), max(high, score)
					var meter crosscut.Meter
					_, err = crosscut.Distinct(context.Background(), crosscut.Native, m.Puzzle, 2, &meter)
					require.NoError(t, err)
					stats := meter.Stats()
					scores, nodes = append(scores, score), append(nodes, float64(stats.Nodes+stats.Failures))
				}
				t.Logf("%-8v scores from 0: %v, %.2f to %.2f", level, histogram, low, high)
				assert.Greater(t, low, last, "%v begins above where the level before ends", level)
				last = high
			}
			correlation := spearman(scores, nodes)
			t.Logf("rank correlation of score and nodes: %.2f", correlation)
			assert.Greater(t, correlation, 0.4)
		})
	}
}

// For each puzzle in testdata that needs no guess, the steps place every open cell and
// end with the solution.
func TestStepsReplayedFromTheCluesReachTheSolution(t *testing.T) {
	for _, pattern := range []string{"testdata/*", "../shared/cases/*"} {
		t.Run(pattern, func(t *testing.T) {
			replayed := map[puzzle.Family]int{}
			for _, file := range puzzletest.Files(t, pattern) {
				if cells := file.Puzzle.Board().Len(); cells <= 400 && !(testing.Short() && cells > 64) && replayedToItsEnd(t, file) {
					replayed[file.Puzzle.Family()]++
				}
			}
			t.Log(replayed)
			for _, family := range puzzle.Families() {
				require.True(t, replayed[family] > 0 || pattern != "testdata/*", family)
			}
		})
	}
}

// replayedToItsEnd puts what the steps place on the clues of a puzzle. It fails the test
// if the result is not the solution. It reports whether the steps ended with one.
func replayedToItsEnd(t *testing.T, file *text.File) bool {
	p, ctx := file.Puzzle, context.Background()
	solver, err := human.New(p)
	if errors.Is(err, human.ErrNoSteps) {
		return false
	}
	require.NoError(t, err)
	solver.Within(human.Hard)
	board := slices.Clone(solver.Board())
	for err == nil {
		var step human.Step
		step, err = solver.Next(ctx)
		for _, c := range step.Place {
			for _, cell := range c.Cells {
				require.Equal(t, puzzle.Empty, board[cell], "%s: %s", file.Name, step.Text)
				board[cell] = c.Value
			}
		}
	}
	if !errors.Is(err, human.ErrSolved) {
		return false
	}
	end := solver.Board()
	require.NoError(t, p.Check(end), file.Name)
	for c, v := range board {
		require.True(t, puzzletest.Alike(p, v, end[c]), "%s: %s", file.Name, p.Board().Name(c))
	}
	found, err := crosscut.Distinct(ctx, crosscut.Native, p, 2, nil)
	require.NoError(t, err)
	require.Len(t, found, 1, "%s: solved by steps, and not unique", file.Name)
	if p.Family() != puzzle.FamilyDraughtboard {
		require.Equal(t, []int(found[0]), end, file.Name)
	}
	return true
}

func TestStarsFollowTheLevel(t *testing.T) {
	for _, test := range []struct {
		grade human.Grade
		stars int
	}{
		{human.Grade{Level: human.Easy, Weight: 2}, 1},
		{human.Grade{Level: human.Medium, Weight: 5}, 2},
		{human.Grade{Level: human.Hard, Weight: 7}, 3},
		{human.Grade{Level: human.Hard, Weight: 8}, 4},
		{human.Grade{Level: human.Extreme, Weight: 12}, 5},
	} {
		assert.Equal(t, test.stars, test.grade.Stars(), test.grade.Level)
	}
}
