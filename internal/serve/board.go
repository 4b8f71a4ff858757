package serve

import (
	"fmt"
	"hash/fnv"

	"crosscut/puzzle"
)

// Rows returns a board for JSON: rows of numbers or stone names, "" for open cells, null for holes
// and for bare cells of a draughtboard.
func Rows(p puzzle.Puzzle, s puzzle.Solution) [][]any {
	return rows(p.Board(), func(cell int) any {
		switch value, numbers := s[cell], HasNumbers(p); {
		case value == puzzle.Empty:
			return ""
		case numbers:
			return value
		case value == puzzle.Bare:
			return nil
		}
		return p.Label(cell, s[cell])
	})
}

// rows returns a board for JSON, with the value of each cell and null for each hole.
func rows(board *puzzle.Board, value func(cell int) any) [][]any {
	rows := make([][]any, board.Height())
	for r := range rows {
		rows[r] = make([]any, board.Width())
		for c := range rows[r] {
			if cell := board.Cell(r, c); cell >= 0 {
				rows[r][c] = value(cell)
			}
		}
	}
	return rows
}

// StoneName returns the name of the stone with a value on a draughtboard. It returns "" for
// other puzzles, and for a bare cell.
func StoneName(p puzzle.Puzzle, value int) string {
	board, ok := p.(*puzzle.Draughtboard)
	if !ok || value == puzzle.Bare || value == puzzle.Empty {
		return ""
	}
	return board.Name(max(value, -value))
}

// HasNumbers reports whether the values of a puzzle are numbers. Otherwise they are stones.
func HasNumbers(p puzzle.Puzzle) bool {
	_, ok := p.(puzzle.Numbered)
	return ok
}

// ClueAt returns the clue on a cell, or [puzzle.Empty].
func ClueAt(p puzzle.Puzzle, cell int) int {
	if q, ok := p.(puzzle.Numbered); ok {
		return q.Clue(cell)
	}
	return puzzle.Empty
}

// CellNames returns the names of cells, such as "r4c2".
func CellNames(p puzzle.Puzzle, cells []int) []string {
	var list []string
	for _, c := range cells {
		list = append(list, p.Board().Name(c))
	}
	return list
}

// DifferingCells returns the cells in which two solutions differ, in ascending order. It
// returns none unless there are exactly two. Two solutions with stones differ in a cell
// whose stones cover different cells: alike stones have no names of their own.
func DifferingCells(p puzzle.Puzzle, found []puzzle.Solution) []int {
	if len(found) != 2 {
		return nil
	}
	one, two := found[0], found[1]
	if !HasNumbers(p) {
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
		if value == puzzle.Bare {
			continue // the same for all bare cells
		}
		hash := fnv.New64a()
		hash.Write(cells[value]) // hash.Hash documents that this never fails
		prints[c] = int(hash.Sum64() >> 2)
		if value < 0 {
			prints[c] = -prints[c]
		}
	}
	return prints
}
