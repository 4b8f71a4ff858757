package filling_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/filling"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

func empty(t require.TestingT, width, height int, moves puzzle.Moves, hole func(r, c int) bool) *puzzle.Hidoku {
	b, err := puzzle.NewBoard(width, height, hole)
	require.NoError(t, err)
	p, err := puzzle.NewHidoku(b, moves, slices.Repeat([]int{puzzle.Empty}, b.Len()))
	require.NoError(t, err)
	return p
}

// drawGraph draws a plain board or a variant.
func drawGraph(t *rapid.T) *puzzle.Hidoku {
	if rapid.Bool().Draw(t, "a variant") {
		return puzzletest.DrawVariant(t)
	}
	return puzzletest.DrawHidoku(t)
}

func TestPathsAreSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
		p := empty(t, rapid.IntRange(1, 9).Draw(t, "width"), rapid.IntRange(1, 9).Draw(t, "height"), moves, nil)
		s, err := filling.Hidoku(context.Background(), p, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
		require.NoError(t, err)
		require.NoError(t, p.Check(s))
	})
}

// On boards with holes a path is found exactly if there is any.
func TestPathsOnBoardsWithHoles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := drawGraph(t)
		p, err := puzzle.NewHidokuBy(drawn.Board(), drawn.Rules(), slices.Repeat([]int{puzzle.Empty}, drawn.Board().Len()))
		require.NoError(t, err)
		s, err := filling.Hidoku(context.Background(), p, rand.New(rand.NewPCG(1, 2)))
		if len(puzzletest.Brute(p)) == 0 {
			require.ErrorContains(t, err, "no path with these moves")
			return
		}
		require.NoError(t, err)
		require.NoError(t, p.Check(s))
	})
}

// There are 552 directed rook's paths on 4×4 (OEIS A096969). Pearson's statistic of these
// draws has the mean 551 and the deviation 33. The bound is six deviations away, and the
// seed is fixed.
func TestPathsAreUniform(t *testing.T) {
	p := empty(t, 4, 4, puzzle.Rook, nil)
	const paths = 552
	each := 40
	if testing.Short() {
		each = 10
	}
	rng := rand.New(rand.NewPCG(5, 6))
	count := map[string]int{}
	for range paths * each {
		s, err := filling.Hidoku(context.Background(), p, rng)
		require.NoError(t, err)
		count[fmt.Sprint(s)]++
	}
	require.Len(t, count, paths, "every path comes")
	statistic := 0.0
	for _, n := range count {
		statistic += float64((n-each)*(n-each)) / float64(each)
	}
	assert.Less(t, statistic, 551+6*33.0)
	t.Logf("Pearson's statistic %.0f", statistic)
}

func TestPathsStopWhenTheContextDoes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := filling.Hidoku(ctx, empty(t, 30, 30, puzzle.King, nil), rand.New(rand.NewPCG(1, 1)))
	assert.ErrorIs(t, err, context.Canceled)
}

// For every rival there is a path that differs in exactly its cells. On a small board
// brute force knows all paths.
func TestRivalsAreOtherPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := drawGraph(t)
		p, err := puzzle.NewHidokuBy(drawn.Board(), drawn.Rules(), slices.Repeat([]int{puzzle.Empty}, drawn.Board().Len()))
		require.NoError(t, err)
		all := puzzletest.Brute(p)
		if len(all) == 0 {
			return
		}
		s := rapid.SampledFrom(all).Draw(t, "path")
		for _, rival := range filling.Rivals(p, s) {
			cells := slices.Sorted(slices.Values(rival))
			require.True(t, slices.ContainsFunc(all, func(other puzzle.Solution) bool {
				var differ []int
				for c := range other {
					if other[c] != s[c] {
						differ = append(differ, c)
					}
				}
				return slices.Equal(differ, cells)
			}), "%v of %v", cells, s)
		}
	})
}
