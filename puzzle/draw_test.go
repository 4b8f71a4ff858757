package puzzle_test

import (
	"slices"

	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// The functions here draw puzzles of at most maxSquares squares, with all that the families
// allow: holes anywhere, odd sizes, clues that contradict each other, equal stones.

// drawBoard draws a board with at least one cell.
func drawBoard(t *rapid.T, maxSquares int) *puzzle.Board {
	width := rapid.IntRange(1, min(maxSquares, 6)).Draw(t, "width")
	height := rapid.IntRange(1, max(1, maxSquares/width)).Draw(t, "height")
	holes := rapid.SliceOfN(rapid.IntRange(0, 4), width*height, width*height).Draw(t, "holes")
	if !slices.ContainsFunc(holes, func(hole int) bool { return hole > 0 }) {
		holes[0] = 1
	}
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return holes[row*width+col] == 0 })
	if err != nil {
		t.Fatal(err)
	}
	return board
}

// drawClues puts the n numbers from low in a random order, and keeps some as clues.
func drawClues(t *rapid.T, n, low int) []int {
	clues := make([]int, n)
	for i := range clues {
		clues[i] = low + i
	}
	clues = rapid.Permutation(clues).Draw(t, "numbers")
	share := rapid.IntRange(0, 4).Draw(t, "share of clues")
	for c := range clues {
		if rapid.IntRange(0, 3).Draw(t, "open") >= share {
			clues[c] = puzzle.Empty
		}
	}
	return clues
}

func drawHidoku(t *rapid.T, maxSquares int) *puzzle.Hidoku {
	board := drawBoard(t, maxSquares)
	moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
	p, err := puzzle.HidokuRules{Moves: moves}.New(board, drawClues(t, board.Len(), 1))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// drawDraughtboard cuts a board into stones. It returns the puzzle, and the cut as a
// solution.
func drawDraughtboard(t *rapid.T, maxSquares int) (*puzzle.Draughtboard, puzzle.Solution) {
	board := drawBoard(t, maxSquares)
	corner := rapid.SampledFrom([]puzzle.Colour{puzzle.Black, puzzle.White, puzzle.AnyColour}).Draw(t, "corner")
	flips := rapid.Bool().Draw(t, "flips")
	paint := corner // the colour of the first square in the cut
	if corner == puzzle.AnyColour {
		paint = rapid.SampledFrom([]puzzle.Colour{puzzle.Black, puzzle.White}).Draw(t, "paint")
	}
	uncoloured := rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(t, "quarters of cells without colour")
	cut := drawCut(t, board)
	var stones []puzzle.Stone
	for stone := 1; slices.Contains(cut, stone); stone++ {
		var cells []puzzle.StoneCell
		for c := range cut {
			if cut[c] == stone {
				row, col := board.Pos(c)
				cells = append(cells, puzzle.StoneCell{Row: row, Col: col, Colour: squareColour(row, col, paint)})
				if rapid.IntRange(0, 3).Draw(t, "uncoloured if below") < uncoloured {
					cells[len(cells)-1].Colour = puzzle.AnyColour
				}
			}
		}
		made, err := puzzle.NewStone(cells)
		if err != nil {
			t.Fatal(err)
		}
		stones = append(stones, rapid.SampledFrom(made.Versions(flips)).Draw(t, "version"))
	}
	p, err := puzzle.Setup{Board: board, Corner: corner, Flips: flips, Stones: stones}.New()
	if err != nil {
		t.Fatal(err)
	}
	if p.Signed() && paint == puzzle.White {
		for c := range cut {
			cut[c] *= -1
		}
	}
	return p, p.Canonical(cut)
}

// squareColour returns the colour of a square on a board with the given corner.
func squareColour(row, col int, corner puzzle.Colour) puzzle.Colour {
	if (row+col)%2 == 1 {
		return corner.Other()
	}
	return corner
}

// drawCut cuts a board into connected parts of up to five cells. It returns the part of
// each cell. Parts are numbered from 1 in the order of their first cells.
func drawCut(t *rapid.T, board *puzzle.Board) puzzle.Solution {
	cut := make(puzzle.Solution, board.Len())
	for part := 1; slices.Contains(cut, 0); part++ {
		cut[slices.Index(cut, 0)] = part
		for size := rapid.IntRange(0, 4).Draw(t, "size"); size > 0; size-- {
			if edge := freeBeside(board, cut, part); len(edge) > 0 {
				cut[rapid.SampledFrom(edge).Draw(t, "cell")] = part
			}
		}
	}
	return cut
}

// freeBeside returns the cells that are in no part yet and touch the given part.
func freeBeside(board *puzzle.Board, cut puzzle.Solution, part int) []int {
	var edge []int
	for c := range cut {
		row, col := board.Pos(c)
		for _, d := range []int{board.Cell(row-1, col), board.Cell(row+1, col), board.Cell(row, col-1), board.Cell(row, col+1)} {
			if cut[c] == 0 && d >= 0 && cut[d] == part {
				edge = append(edge, c)
				break
			}
		}
	}
	return edge
}

// What the tests read.
var (
	read     = puzzletest.Read
	solution = puzzletest.ReadSolution
	testdata = puzzletest.Testdata
)
