package main

import (
	"slices"

	"crosscut/puzzle"
)

// rowsOf returns a filled board for JSON: rows of numbers or stone names, null for
// holes.
func rowsOf(p puzzle.Puzzle, s puzzle.Solution) [][]any {
	board := p.Board()
	rows := make([][]any, board.Height())
	for r := range rows {
		rows[r] = make([]any, board.Width())
		for c := range rows[r] {
			cell := board.Cell(r, c)
			switch {
			case cell < 0:
			case p.Family() == puzzle.FamilyDraughtboard:
				rows[r][c] = p.Label(cell, s[cell])
			default:
				rows[r][c] = s[cell]
			}
		}
	}
	return rows
}

// names returns the names of cells.
func names(p puzzle.Puzzle, cells []int) []string {
	var list []string
	for _, c := range cells {
		list = append(list, p.Board().Name(c))
	}
	return list
}

// marked returns a filled board with a * before the values of some cells.
func marked(p puzzle.Puzzle, s puzzle.Solution, cells []int) string {
	return p.Board().Draw(func(c int) string {
		if _, marked := slices.BinarySearch(cells, c); marked {
			return "*" + p.Label(c, s[c])
		}
		return p.Label(c, s[c])
	})
}
