package filling_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/generate/internal/filling"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

func empty(t require.TestingT, width, height int, moves puzzle.Moves, hole func(r, c int) bool) *puzzle.Hidoku {
	b, err := puzzle.NewBoard(width, height, hole)
	require.NoError(t, err)
	p, err := puzzle.HidokuRules{Moves: moves}.New(b, slices.Repeat([]int{puzzle.Empty}, b.Len()))
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
		p, err := drawn.Rules().New(drawn.Board(), slices.Repeat([]int{puzzle.Empty}, drawn.Board().Len()))
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
	each := puzzletest.Often(10, 40)
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

// Stones do not lie on one another, so all their cells are covered.
func TestARegionHasTheCellsOfItsStones(t *testing.T) {
	p, err := puzzle.Setup{
		Board: puzzletest.BlankDraughtboard(t, 5, 4, true).Board(), Corner: puzzle.Black, Flips: true, Sets: []string{"tetrominoes"},
	}.New()
	require.NoError(t, err)
	var stones [][]puzzle.Stone
	for i := range p.Stones() {
		stones = append(stones, p.Versions(i))
	}
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		region, err := filling.Lay(t.Context(), 6, 6, stones, rng)
		require.NoError(t, err)
		for range 10 { // a change moves a stone, and lays it on no other
			cells := 0
			for square := range 36 {
				if region.Covered[square] {
					cells++
				}
			}
			require.Equal(t, p.Board().Len(), cells)
			if changed := region.Changed(rng); changed != nil {
				region = changed
			}
		}
	}
}

// For every rival there is a path that differs in exactly its cells. On a small board
// brute force knows all paths.
func TestRivalsAreOtherPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := drawGraph(t)
		p, err := drawn.Rules().New(drawn.Board(), slices.Repeat([]int{puzzle.Empty}, drawn.Board().Len()))
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

// A rule that a rival keeps does not hide it.
func TestRivalsOfVariantsAreThoseThatKeepTheRules(t *testing.T) {
	board, err := puzzle.NewBoard(4, 4, nil)
	require.NoError(t, err)
	s := puzzle.Solution{1, 2, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12, 16, 15, 14, 13}
	plain, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, nil)
	require.NoError(t, err)
	variant, err := puzzle.HidokuRules{Moves: puzzle.King, Links: [][2]int{{0, 1}}}.New(board, nil)
	require.NoError(t, err)
	kept := 0
	for _, rival := range filling.Rivals(plain, s) {
		if !slices.Contains(rival, 0) && !slices.Contains(rival, 1) {
			kept++
			assert.Contains(t, filling.Rivals(variant, s), rival)
		}
	}
	assert.Positive(t, kept)
}

// A stiff path goes through all cells, and most of its cells could not stand elsewhere.
func TestStiffPathsHaveFewRivals(t *testing.T) {
	for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Hex, puzzle.Rook} {
		for seed := range uint64(3) {
			p := puzzletest.BlankHidoku(t, 15, 13, moves, nil)
			rivals := func(numbers []int) int { return len(filling.Rivals(p, numbers)) }
			plain, err := filling.Hidoku(t.Context(), p, rand.New(rand.NewPCG(seed, 1)))
			require.NoError(t, err)
			calls, least := 0, math.MaxInt
			stiff, err := filling.StiffHidoku(t.Context(), p, rand.New(rand.NewPCG(seed, 1)), -1, func(numbers []int) int {
				calls++
				require.NoError(t, p.Check(numbers))
				least = min(least, rivals(numbers))
				return rivals(numbers)
			})
			require.NoError(t, err)
			assert.Greater(t, calls, 10, "it tries again while the cost is too high")
			assert.Equal(t, least, rivals(stiff), "the best filling is returned")
			if moves != puzzle.Rook { // a random rook's path has hardly any rivals
				assert.Less(t, 3*least, rivals(plain), "%v, seed %d", moves, seed)
			}
		}
	}
}

// The first filling whose cost is low enough is returned.
func TestStiffPathsAreNoStifferThanNeeded(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 8, 8, puzzle.King, nil)
	var last []int
	cost := 5
	stiff, err := filling.StiffHidoku(t.Context(), p, rand.New(rand.NewPCG(1, 1)), 2, func(numbers []int) int {
		last = numbers
		cost--
		return max(cost, 2)
	})
	require.NoError(t, err)
	assert.Equal(t, last, stiff)
	assert.Equal(t, 2, max(cost, 2))

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = filling.StiffHidoku(ended, p, rand.New(rand.NewPCG(1, 1)), 2, func([]int) int { return 0 })
	assert.ErrorIs(t, err, context.Canceled)
}

func emptyMagic(t testing.TB, n, low int, diagonals bool) *puzzle.Magic {
	t.Helper()
	p, err := puzzle.MagicRules{Order: n, Low: low, NoDiagonals: !diagonals}.New(slices.Repeat([]int{puzzle.Empty}, n*n))
	require.NoError(t, err)
	return p
}

func TestMagicFillingsAreSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 3, 4, 5, 6, 7, 8, 10, 13} {
		for _, diagonals := range []bool{true, false} {
			p := emptyMagic(t, n, 5-n, diagonals)
			s, err := filling.Magic(context.Background(), p, rng)
			require.NoError(t, err)
			require.NoError(t, p.Check(s), "order %d", n)
		}
	}
	_, err := filling.Magic(context.Background(), emptyMagic(t, 2, 1, false), rng)
	assert.ErrorContains(t, err, "no board of order 2")
}

// There are 7040 magic boards of order 4. If all were equally likely, 400 draws would have
// 389 different ones on average. The usual recipes give a handful.
func TestMagicFillingsAreNotThoseOfARecipe(t *testing.T) {
	p := emptyMagic(t, 4, 1, true)
	rng := rand.New(rand.NewPCG(3, 4))
	met, draws := map[string]bool{}, puzzletest.Often(80, 400)
	for range draws {
		s, err := filling.Magic(context.Background(), p, rng)
		require.NoError(t, err)
		met[fmt.Sprint(s)] = true
	}
	t.Logf("%d different boards in %d draws", len(met), draws)
	assert.Greater(t, len(met), draws*9/10)
}
