package puzzletest

import (
	"slices"

	"pgregory.net/rapid"

	"crosscut/puzzle"
)

// Draw returns a small puzzle of any family, small enough for [Brute].
func Draw(t *rapid.T) puzzle.Puzzle {
	switch rapid.SampledFrom(puzzle.Families()).Draw(t, "family") {
	case puzzle.FamilyHidoku:
		if rapid.Bool().Draw(t, "a variant") {
			return DrawVariant(t)
		}
		return DrawHidoku(t)
	case puzzle.FamilyMagic:
		return DrawMagic(t)
	}
	return DrawDraughtboard(t)
}

// drawBoard returns a board of at most maxCells squares, some of them holes.
func drawBoard(t *rapid.T, maxCells int) *puzzle.Board {
	width := rapid.IntRange(1, min(5, maxCells)).Draw(t, "width")
	height := rapid.IntRange(1, min(5, maxCells/width)).Draw(t, "height")
	cell := rapid.IntRange(0, width*height-1).Draw(t, "cell that is no hole")
	holes := make([]bool, width*height)
	if rapid.Bool().Draw(t, "with holes") {
		holes = rapid.SliceOfN(rapid.Bool(), width*height, width*height).Draw(t, "holes")
	}
	holes[cell] = false
	return must[*puzzle.Board](t)(puzzle.NewBoard(width, height, func(r, c int) bool { return holes[r*width+c] }))
}

// DrawHidoku returns a Hidoku of at most ten cells: see [DrawHidokuUpTo].
func DrawHidoku(t *rapid.T) *puzzle.Hidoku { return DrawHidokuUpTo(t, 10) }

// DrawHidokuUpTo returns a Hidoku of at most so many cells. Its clues are those of a path, or
// they are put anywhere.
func DrawHidokuUpTo(t *rapid.T, maxCells int) *puzzle.Hidoku {
	board := drawBoard(t, maxCells)
	moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
	empty := slices.Repeat([]int{puzzle.Empty}, board.Len())
	p := must[*puzzle.Hidoku](t)(puzzle.HidokuRules{Moves: moves}.New(board, empty))
	filling := upTo(1, board.Len())
	if paths := Brute(p); len(paths) > 0 && rapid.Bool().Draw(t, "clues of a path") {
		filling = rapid.SampledFrom(paths).Draw(t, "path")
	} else {
		filling = rapid.Permutation(filling).Draw(t, "numbers")
	}
	p = must[*puzzle.Hidoku](t)(puzzle.HidokuRules{Moves: moves}.New(board, thinned(t, filling)))
	return p
}

func upTo(low, n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = low + i
	}
	return numbers
}

// thinned returns some of the values of a filling as clues.
func thinned(t *rapid.T, filling []int) []int {
	open := rapid.SliceOfN(rapid.IntRange(0, 3), len(filling), len(filling)).Draw(t, "cells without a clue, where above 0")
	clues := slices.Clone(filling)
	for c := range clues {
		if open[c] > 0 {
			clues[c] = puzzle.Empty
		}
	}
	return clues
}

// DrawMagic returns a magic board of order 1 to 3, mostly with a sum that is possible.
func DrawMagic(t *rapid.T) *puzzle.Magic {
	n := rapid.IntRange(1, 3).Draw(t, "order")
	low := rapid.IntRange(-10, 10).Draw(t, "low")
	diagonals := rapid.Bool().Draw(t, "diagonals")
	sum := n*low + n*(n*n-1)/2
	if rapid.IntRange(0, 9).Draw(t, "another sum, at 0") == 0 {
		sum += rapid.IntRange(-3, 3).Draw(t, "off by")
	}
	loShu := []int{2, 7, 6, 9, 5, 1, 4, 3, 8} // a magic board of 1 to 9
	filling := upTo(low, n*n)
	if n == 3 && rapid.Bool().Draw(t, "clues of a solution") {
		for c := range filling {
			filling[c] = loShu[c] - 1 + low
		}
	} else {
		filling = rapid.Permutation(filling).Draw(t, "numbers")
	}
	return must[*puzzle.Magic](t)(puzzle.MagicRules{Order: n, Low: low, Sum: new(sum), NoDiagonals: !diagonals}.New(thinned(t, filling)))
}

// DrawDraughtboard returns a board of at most twelve cells that was cut into stones. The
// colours of some cells of the stones are changed.
func DrawDraughtboard(t *rapid.T) *puzzle.Draughtboard {
	board := drawBoard(t, 12)
	corner := rapid.SampledFrom([]puzzle.Colour{puzzle.Black, puzzle.White, puzzle.AnyColour}).Draw(t, "corner")
	painted := corner
	if corner == puzzle.AnyColour {
		painted = puzzle.Black
	}
	var stones []puzzle.Stone
	used := make([]bool, board.Len())
	for c := range used {
		if !used[c] {
			stones = append(stones, cut(t, board, painted, used, c))
		}
	}
	return must[*puzzle.Draughtboard](t)(puzzle.Setup{Board: board, Corner: corner, Flips: rapid.Bool().Draw(t, "flips"), Stones: stones}.New())
}

// cut takes a stone of one to four cells out of the board, beginning with cell c. Some of
// its cells lose their colour or change it.
func cut(t *rapid.T, board *puzzle.Board, corner puzzle.Colour, used []bool, c int) puzzle.Stone {
	var cells []puzzle.StoneCell
	size := rapid.IntRange(1, 4).Draw(t, "size")
	for front := []int{c}; len(front) > 0 && len(cells) < size; {
		i := rapid.IntRange(0, len(front)-1).Draw(t, "next")
		c = front[i]
		front = slices.Delete(front, i, i+1)
		if used[c] {
			continue
		}
		used[c] = true
		row, col := board.Pos(c)
		colour := corner
		if (row+col)%2 == 1 {
			colour = corner.Other()
		}
		switch rapid.IntRange(0, 15).Draw(t, "paint") {
		case 0:
			colour = colour.Other()
		case 1, 2, 3:
			colour = puzzle.AnyColour
		}
		cells = append(cells, puzzle.StoneCell{Row: row, Col: col, Colour: colour})
		for _, d := range []int{
			board.Cell(row-1, col), board.Cell(row+1, col), board.Cell(row, col-1), board.Cell(row, col+1),
		} {
			if d >= 0 && !used[d] {
				front = append(front, d)
			}
		}
	}
	return must[puzzle.Stone](t)(puzzle.NewStone(cells))
}
