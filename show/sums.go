package show

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// sumSpace is the width of the margin that holds the sums of a magic board.
const sumSpace = 1.1

// sumText is the sum of a line of a magic board, and the middle of its text. The origin is the
// top left corner of the board, so a sum at the left has a negative X.
type sumText struct {
	At   Point
	Text string
}

// sumsOf returns the sums of a magic board. On a filled line a sum adds up the numbers. On another
// one it is what the line must have.
//
// Sums stand beside whole rows and below whole columns, and on a square at the ends of the
// diagonals. In a grid of equations the operators and the results are the sums.
func sumsOf(p *puzzle.Magic, filled puzzle.Solution) (sums []sumText) {
	if p.Rules().Form == puzzle.Equation {
		return equationTexts(p, filled)
	}
	lines := p.Lines()
	for i := range lines {
		if at, ok := sumAt(p, &lines[i]); ok {
			sums = append(sums, sumText{at, lineText(&lines[i], filled)})
		}
	}
	return sums
}

// sumAt returns where the sum of a line stands: see [sumsOf]. ok is false if there is no place
// for it. Grids of equations have no sums.
func sumAt(p *puzzle.Magic, l *puzzle.Line) (at Point, ok bool) {
	board, cells := p.Board(), l.Cells()
	right, below := float64(board.Width())+sumSpace/2, float64(board.Height())+sumSpace/2
	row, col := board.Pos(cells[0])
	switch {
	case p.Rules().Form == puzzle.Equation:
	case len(cells) == 1 && l.Rule == "row", isAll(board, cells, func(r, _ int) bool { return r == row }):
		return Point{right, float64(row) + 0.5}, true
	case len(cells) == 1 && l.Rule == "column", isAll(board, cells, func(_, c int) bool { return c == col }):
		return Point{float64(col) + 0.5, below}, true
	case !sumsAtCorners(p):
	case isAll(board, cells, func(r, c int) bool { return r == c }):
		return Point{right, below}, true
	case isAll(board, cells, func(r, c int) bool { return r+c == board.Width()-1 }):
		return Point{-sumSpace / 2, below}, true
	}
	return at, false
}

// sumsAtCorners reports whether sums of diagonals stand at the lower corners of the board.
func sumsAtCorners(p *puzzle.Magic) bool {
	return slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Rule == "diagonal" })
}

// isAll reports whether cells are all those of the board for which in reports true.
func isAll(board *puzzle.Board, cells []int, in func(row, col int) bool) bool {
	if len(cells) < 2 {
		return false
	}
	count := 0
	for c := range board.Len() {
		if in(board.Pos(c)) {
			count++
		}
	}
	return count == len(cells) && !slices.ContainsFunc(cells, func(c int) bool { return !in(board.Pos(c)) })
}

// lineText returns what a line has if it is filled, and what it must have if not: "15", "×216"
// for a product, and "?" for a sum that is not known.
func lineText(l *puzzle.Line, filled puzzle.Solution) string {
	value, sign := l.Sum, ""
	if len(l.Terms) == 1 && len(l.Terms[0].Cells) > 1 {
		sign = "×"
	}
	if filled != nil {
		if sum, full := l.Value(filled); full {
			return sign + fmt.Sprint(sum)
		}
	}
	if l.Any {
		return "?"
	}
	return sign + fmt.Sprint(value)
}
