package hidoku

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

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
		left := len(bruteForce(columns(t, row.moves, row.height, 0, row.left, row.left, row.left*row.height+1)))
		right := len(bruteForce(columns(t, row.moves, row.height, row.left, end, row.left, 1)))
		require.Greater(t, min(left, right), 1)
		require.Equal(t, fmt.Sprint(left*right), partsOf(t, whole, 1), "%s", whole)
	}
}
