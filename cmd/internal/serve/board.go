package serve

import (
	"slices"

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
	ones, twos := cellsOf(one), cellsOf(two)
	var cells []int
	for c, v := range one {
		w := two[c]
		switch stones := !HasNumbers(p) && v != puzzle.Bare && w != puzzle.Bare; {
		case !stones && v == w:
		case stones && (v < 0) == (w < 0) && slices.Equal(ones[v], twos[w]):
		default:
			cells = append(cells, c)
		}
	}
	return cells
}

// cellsOf returns the cells of each value, ascending.
func cellsOf(s puzzle.Solution) map[int][]int {
	cells := make(map[int][]int)
	for c, value := range s {
		cells[value] = append(cells[value], c)
	}
	return cells
}

// marked returns a board with a * before the values of some cells.
func marked(p puzzle.Puzzle, cells []int, value func(cell int) int) string {
	return p.Board().Draw(func(c int) string {
		if slices.Contains(cells, c) {
			return "*" + p.Label(c, value(c))
		}
		return p.Label(c, value(c))
	})
}
