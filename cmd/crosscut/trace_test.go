package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// The rules of each step are judged again here: from board to board of a chain one number or stone
// is added, and the last board is the solution.
func TestTheChainLeadsToEachSolution(t *testing.T) {
	for _, text := range []string{
		"puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,_\n",
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: draughtboard\nboard: 4x4\n4 *\nX,X\nX,_\n=\n2 *\nX,X\n",
		"puzzle: draughtboard\nboard: 3x3\ngaps: 2\n2 *\nX,X\n=\nX,X\nX,_\n",
	} {
		p := puzzletest.Read(t, text)
		var board []int
		chains, placed := 0, 0
		c := chain{p: p, show: func(s crosscut.Step) {
			if s.Kind == crosscut.Placed {
				if board == nil {
					board = make([]int, p.Board().Len())
					for i := range board {
						board[i] = puzzle.Empty
						if n, ok := p.(puzzle.Numbered); ok {
							board[i] = n.Clue(i)
						}
					}
				}
				before := openCells(board)
				for _, cell := range s.Cells {
					require.Equal(t, puzzle.Empty, board[cell], "%s", text)
				}
				board, placed = s.Board, placed+1
				require.Equal(t, before-len(s.Cells), openCells(board))
				require.NoError(t, puzzle.CheckPartial(p, board))
				return
			}
			require.Equal(t, crosscut.Found, s.Kind)
			require.NoError(t, p.Check(s.Board))
			if s.Why == "" {
				require.Equal(t, []int(s.Board), board)
				chains++
			}
			board = nil
		}}
		require.NoError(t, crosscut.Native.Search(t.Context(), p, &crosscut.Meter{Trace: c.step}, func(puzzle.Solution) bool { return true }))
		assert.Positive(t, chains, "%s", text)
		assert.Greater(t, placed, 2*chains)
	}
}

// openCells counts the open cells.
func openCells(board []int) (open int) {
	for _, v := range board {
		if v == puzzle.Empty {
			open++
		}
	}
	return open
}
