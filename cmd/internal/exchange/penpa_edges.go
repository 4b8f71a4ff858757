package exchange

import (
	"slices"
	"strconv"

	"crosscut/puzzle"
)

// What is drawn on the edge between two squares: a thick line for a wall, a black diamond for a
// link, and a white one for its opposite.
//
// Beside the squares, the editor numbers their corners at the lower right, the middles of their
// lower edges, and the middles of their right edges. Each has as many numbers as there are
// squares, and those of one square differ by that. A line has the key "from,to" with two corners,
// and a diamond the number of the middle.

// penpaGrid is the squares of the editor, those beside the board included.
type penpaGrid struct{ width, squares int }

const (
	penpaThick   = 2 // the style of a line
	penpaCircled = 6 // the style of a number
	penpaDiamond = "diamond_SS"
)

// penpaSign is what is drawn between two cells, and what it says.
type penpaSign struct {
	diamond int // its style, 2 for black and 1 for white; 0 for a thick edge
	says    string
}

// penpaSigns are the signs by the header lines for their pairs.
var penpaSigns = map[string]penpaSign{
	"walls":    {0, "The line crosses no thick edge."},
	"links":    {2, "Cells beside a black diamond follow each other."},
	"unlinked": {1, "Cells beside a white diamond do not follow each other."},
}

// line returns the key of the line between a square and the one below it or to the right.
func (g penpaGrid) line(square, next int) string {
	from := g.squares + square - 1
	if next == square+1 {
		from = g.squares + square - g.width
	}
	return strconv.Itoa(from) + "," + strconv.Itoa(g.squares+square)
}

// middle returns the number of the middle of that edge.
func (g penpaGrid) middle(square, next int) int {
	if next == square+1 {
		return 3*g.squares + square
	}
	return 2*g.squares + square
}

// edges returns the two squares beside each edge, by the key of its line and by that of its middle.
func (g penpaGrid) edges() map[string][2]int {
	edges := make(map[string][2]int)
	for square := range g.squares {
		for _, next := range []int{square + 1, square + g.width} {
			edges[g.line(square, next)] = [2]int{square, next}
			edges[strconv.Itoa(g.middle(square, next))] = [2]int{square, next}
		}
	}
	return edges
}

// drawPairs draws a list of pairs of cells on the edges between them, and reports whether it did.
// It draws none if two of them are not side by side on the board, or if there is no sign for them.
func (d *penpaDrawer) drawPairs(header string, pairs [][2]int) bool {
	sign, known := penpaSigns[header]
	if !known || slices.ContainsFunc(pairs, func(pair [2]int) bool { return !sideBySide(d.board, pair) }) {
		return false
	}
	for _, pair := range pairs {
		square, next := d.at(pair[0]), d.at(pair[1])
		if sign.diamond > 0 {
			d.drawing["symbol"][strconv.Itoa(d.middle(square, next))] = []any{sign.diamond, penpaDiamond, 2} // in front of lines
		} else {
			d.drawing["lineE"][d.line(square, next)] = penpaThick
		}
	}
	return true
}

// sideBySide reports whether the second cell of a pair is below the first or to the right.
func sideBySide(b *puzzle.Board, pair [2]int) bool {
	row, col := b.Pos(pair[0])
	row2, col2 := b.Pos(pair[1])
	return row2-row+col2-col == 1 && row2 >= row && col2 >= col
}
