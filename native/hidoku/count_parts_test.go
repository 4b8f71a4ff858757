package hidoku

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// columns returns the columns from first to last of a board of the given height. Column
// at has clues, from k at the top.
func columns(t *testing.T, moves puzzle.Moves, height, first, last, at, k int) *puzzle.Hidoku {
	width := last - first + 1
	board, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, width*height)
	for row := range height {
		clues[row*width+at-first] = k + row
	}
	p, err := puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	return p
}

// A column of clues divides a board into sides of different sizes. So it is clear which
// numbers are on which side. Each side has several fillings, and they multiply.
func TestHidokuPartsMultiply(t *testing.T) {
	for _, row := range []struct {
		moves               puzzle.Moves
		height, left, right int // cells of a column, columns beside the clues
	}{
		{puzzle.King, 2, 2, 3}, {puzzle.King, 2, 3, 2}, {puzzle.King, 3, 2, 3}, {puzzle.King, 3, 3, 2}, {puzzle.Rook, 4, 3, 4},
	} {
		end := row.left + row.right
		whole := columns(t, row.moves, row.height, 0, end, row.left, row.left*row.height+1)
		left := len(puzzletest.Brute(columns(t, row.moves, row.height, 0, row.left, row.left, row.left*row.height+1)))
		right := len(puzzletest.Brute(columns(t, row.moves, row.height, row.left, end, row.left, 1)))
		require.Greater(t, min(left, right), 1)
		require.Equal(t, fmt.Sprint(left*right), partsOf(t, whole, 1), "%s", whole)
	}
}

// A count that meets many parts again may work as much as enumeration, and says that cubes would
// take longer.
func TestCountByPartsMetAgainIsPromising(t *testing.T) {
	for _, clues := range []float64{0.3, 0.6} {
		m := new(search.Meter)
		r := search.Start(t.Context(), m)
		q := pathcount.NewParts(puzzletest.LargeHidoku(t, puzzle.King, 8, 8, clues, false, 1), r)
		_, err := q.Advance(nativetest.Forever)
		require.NoError(t, err)
		require.Equal(t, clues < 0.5, q.Promising(0), "%v", clues)
		require.Equal(t, clues < 0.5, m.BetterWhole(), "%v", clues)
		q.Close()
		r.Close()
	}
}
