package encode

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
)

// A board of 50×50 cells without inner clues is beyond the other encodings.
func TestBinaryWritesLargeBoardsWithFewClues(t *testing.T) {
	board, err := puzzle.NewBoard(50, 50, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, 2500)
	clues[0] = 1
	p, err := puzzle.NewHidoku(board, puzzle.King, clues)
	require.NoError(t, err)
	f, err := CNFBy(t.Context(), p, "binary")
	require.NoError(t, err)
	assert.Less(t, f.CNF.Literals(), 3_000_000)
	snake := make(puzzle.Solution, 2500)
	for c := range snake {
		row, col := c/50, c%50
		if row%2 == 1 {
			col = 49 - col
		}
		snake[c] = 50*row + col + 1
	}
	require.NoError(t, p.Check(snake))
	assert.Len(t, f.literals(snake), 2500)
}
