package main

import (
	"fmt"
	"hash/fnv"
	"slices"

	"crosscut/puzzle"
)

// Results show boards in these forms: rows for JSON, names of cells and values, and text
// with marked cells.

// rowsOf returns a filled board for JSON: rows of numbers or stone names, null for holes.
func rowsOf(p puzzle.Puzzle, s puzzle.Solution) [][]any {
	board := p.Board()
	rows := make([][]any, board.Height())
	for r := range rows {
		rows[r] = make([]any, board.Width())
		for c := range rows[r] {
			cell := board.Cell(r, c)
			switch {
			case cell < 0:
			case hasNumbers(p):
				rows[r][c] = s[cell]
			default:
				rows[r][c] = p.Label(cell, s[cell])
			}
		}
	}
	return rows
}

// hasNumbers reports whether the values of a puzzle are numbers. Otherwise they are stones.
func hasNumbers(p puzzle.Puzzle) bool {
	_, ok := p.(puzzle.Numbered)
	return ok
}

// clueAt returns the clue on a cell, or puzzle.Empty.
func clueAt(p puzzle.Puzzle, cell int) int {
	if q, ok := p.(puzzle.Numbered); ok {
		return q.Clue(cell)
	}
	return puzzle.Empty
}

// cellNames returns the names of cells.
func cellNames(p puzzle.Puzzle, cells []int) []string {
	var list []string
	for _, c := range cells {
		list = append(list, p.Board().Name(c))
	}
	return list
}

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

// differingCells returns the cells in which two solutions differ, in ascending order. It
// returns none unless there are exactly two. Two solutions with stones differ in a cell
// whose stones cover different cells: alike stones have no names of their own.
func differingCells(p puzzle.Puzzle, found []puzzle.Solution) []int {
	if len(found) != 2 {
		return nil
	}
	one, two := found[0], found[1]
	if !hasNumbers(p) {
		one, two = stoneFootprints(one), stoneFootprints(two)
	}
	var cells []int
	for c := range one {
		if one[c] != two[c] {
			cells = append(cells, c)
		}
	}
	return cells
}

// stoneFootprints returns one number per cell of a draughtboard. It stands for the set of
// cells that the stone on it covers, and for the colouring.
func stoneFootprints(s puzzle.Solution) puzzle.Solution {
	cells := make(map[int][]byte)
	for c, value := range s {
		cells[value] = fmt.Appendf(cells[value], "%d ", c)
	}
	prints := make(puzzle.Solution, len(s))
	for c, value := range s {
		hash := fnv.New64a()
		hash.Write(cells[value]) // hash.Hash documents that this never fails
		prints[c] = int(hash.Sum64() >> 2)
		if value < 0 {
			prints[c] = -prints[c]
		}
	}
	return prints
}
