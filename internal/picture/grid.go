package picture

import (
	"image/color"
	"math"
	"slices"

	"crosscut/puzzle"
)

// grid is the board that numbers stand on: its cells are squares, or hexagons with
// a corner upwards, of which every second row is shifted by half a cell.
type grid struct {
	board  *puzzle.Board
	hex    bool
	clue   func(cell int) int
	marked []int // ascending
}

func (p Picture) grid(hex bool, clue func(int) int) grid {
	marked := slices.Clone(p.Marked)
	slices.Sort(marked)
	return grid{board: p.Puzzle.Board(), hex: hex, clue: clue, marked: marked}
}

// Hexagons of width 1: how far rows are apart, and how far the upper and the lower
// corner are from the middle.
var (
	hexRow    = math.Sqrt(3) / 2
	hexCorner = 1 / math.Sqrt(3)
)

func (g grid) size() (width, height float64) {
	width, height = float64(g.board.Width()), float64(g.board.Height())
	if !g.hex {
		return width, height
	}
	if g.board.Height() > 1 {
		width += 0.5
	}
	return width, (height-1)*hexRow + 2*hexCorner
}

// middle returns the middle of a cell.
func (g grid) middle(cell int) point {
	row, col := g.board.Pos(cell)
	if !g.hex {
		return point{float64(col) + 0.5, float64(row) + 0.5}
	}
	return point{float64(col) + 0.5 + float64(row%2)/2, hexCorner + float64(row)*hexRow}
}

// corners returns the corners of a cell, clockwise, shrunk towards its middle.
func (g grid) corners(cell int, shrink float64) []point {
	around := []point{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}
	if g.hex {
		half := hexCorner / 2
		around = []point{{0, -hexCorner}, {0.5, -half}, {0.5, half}, {0, hexCorner}, {-0.5, half}, {-0.5, -half}}
	}
	m := g.middle(cell)
	for i, p := range around {
		around[i] = m.plus(p.x*(1-shrink), p.y*(1-shrink))
	}
	return around
}

// drawCells fills the cells, clues and marked cells in colours of their own.
func (g grid) drawCells(d pen) {
	for c := range g.board.Len() {
		colour := paper
		switch {
		case g.isMarked(c):
			colour = marker
		case g.clue(c) != puzzle.Empty:
			colour = given
		}
		d.fill(colour, g.corners(c, 0)...)
	}
}

func (g grid) isMarked(cell int) bool {
	_, found := slices.BinarySearch(g.marked, cell)
	return found
}

// drawLines draws the lines between cells, and the board's outline.
func (g grid) drawLines(d pen) {
	for c := range g.board.Len() {
		d.line(faint, thin, closed(g.corners(c, 0))...)
	}
	for c := range g.board.Len() {
		corners := g.corners(c, 0)
		for side, other := range g.across(c) {
			if other < 0 {
				d.line(ink, thick, corners[side], corners[(side+1)%len(corners)])
			}
		}
	}
	for _, c := range g.marked {
		d.line(warn, thick, closed(g.corners(c, 0.12))...)
	}
}

// across returns the cells beyond the sides of a cell, -1 for none, in the order of
// its corners: the side from the first to the second one comes first.
func (g grid) across(cell int) []int {
	row, col := g.board.Pos(cell)
	if !g.hex {
		return []int{g.board.Cell(row-1, col), g.board.Cell(row, col+1), g.board.Cell(row+1, col), g.board.Cell(row, col-1)}
	}
	right := col + row%2 // of the two cells of another row that touch this one
	return []int{
		g.board.Cell(row-1, right), g.board.Cell(row, col+1), g.board.Cell(row+1, right),
		g.board.Cell(row+1, right-1), g.board.Cell(row, col-1), g.board.Cell(row-1, right-1),
	}
}

// drawNumbers writes the clues in bold, and what else is filled.
func (g grid) drawNumbers(d pen, label func(cell, value int) string, filled puzzle.Solution) {
	for c := range g.board.Len() {
		value, bold, colour := g.clue(c), true, color.Color(ink)
		if value == puzzle.Empty {
			if filled == nil {
				continue
			}
			value, bold = filled[c], false
		}
		d.text(colour, bold, g.middle(c), textHeight, textWidth, label(c, value))
	}
}

// closed returns a polygon with its first corner again at the end.
func closed(corners []point) []point { return append(corners, corners[0], corners[1]) }
