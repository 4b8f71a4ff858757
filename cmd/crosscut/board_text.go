package main

import (
	"slices"

	"crosscut/puzzle"
)

// Results show boards in these forms: rows for JSON, names of cells and values, and text
// with marked cells.

// markCells returns a filled board with a * before the values of the given cells. They are
// in ascending order.
func markCells(p puzzle.Puzzle, s puzzle.Solution, cells []int) string {
	return p.Board().Draw(func(c int) string {
		if _, marked := slices.BinarySearch(cells, c); marked {
			return "*" + p.Label(c, s[c])
		}
		return p.Label(c, s[c])
	})
}
