package picture

import (
	"image/color"
	"math"
	"slices"

	"crosscut/puzzle"
)

// grid is a board whose cells are squares, or hexagons with a corner at the top. With
// hexagons every second row is shifted by half a cell.
type grid struct {
	board  *puzzle.Board
	hex    bool
	clue   func(cell int) int
	marked []int    // ascending
	labels []string // of squares: see Picture
}

// grid returns the grid of the puzzle's board.
func (p Picture) grid(hex bool, clue func(int) int) grid {
	marked := slices.Clone(p.Marked)
	slices.Sort(marked)
	return grid{board: p.Puzzle.Board(), hex: hex, clue: clue, marked: marked, labels: p.Labels}
}

// Distances between hexagons of width 1.
var (
	hexRow    = math.Sqrt(3) / 2 // distance from one row to the next
	hexCorner = 1 / math.Sqrt(3) // distance from the middle to the upper and to the lower corner
)

// size returns the size in cells: see drawing.
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
func (g grid) middle(cell int) point { return g.middleAt(g.board.Pos(cell)) }

// middleAt returns the middle of a square, which may be a hole.
func (g grid) middleAt(row, col int) point {
	if !g.hex {
		return point{float64(col) + 0.5, float64(row) + 0.5}
	}
	return point{float64(col) + 0.5 + float64(row%2)/2, hexCorner + float64(row)*hexRow}
}

// corners returns the corners of a cell, clockwise, shrunk towards its middle.
func (g grid) corners(cell int, shrink float64) []point { return g.around(g.middle(cell), shrink) }

// around returns the corners of a cell with its middle at m, shrunk towards it.
func (g grid) around(m point, shrink float64) []point {
	around := []point{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}
	if g.hex {
		half := hexCorner / 2
		around = []point{{0, -hexCorner}, {0.5, -half}, {0.5, half}, {0, hexCorner}, {-0.5, half}, {-0.5, -half}}
	}
	for i, p := range around {
		around[i] = m.movedBy(p.x*(1-shrink), p.y*(1-shrink))
	}
	return around
}

// drawCells fills the cells. Clues and marked cells have colours of their own.
func (g grid) drawCells(d pen) {
	g.drawHoles(d)
	for c := range g.board.Len() {
		colour := paper
		switch {
		case g.isMarked(c):
			colour = marker
		case g.clue(c) != puzzle.Empty:
			colour = clueColour
		}
		d.fill(colour, g.corners(c, 0)...)
	}
}

// isMarked reports whether a cell is marked.
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
}

// drawMarks draws a frame in each marked cell.
func (g grid) drawMarks(d pen) {
	for _, c := range g.marked {
		d.line(warn, thick, closed(g.corners(c, 0.12))...)
	}
}

// drawHoles fills the holes that have cells all around them. Without that they would look
// like cells.
func (g grid) drawHoles(d pen) {
	wide, high := g.board.Width(), g.board.Height()
	outside := make([]bool, wide*high)
	var reach func(row, col int)
	reach = func(row, col int) {
		if row < 0 || row >= high || col < 0 || col >= wide || outside[row*wide+col] || g.board.Cell(row, col) >= 0 {
			return
		}
		outside[row*wide+col] = true
		for _, to := range g.near(row, col) {
			reach(to[0], to[1])
		}
	}
	for row := range high {
		reach(row, 0)
		reach(row, wide-1)
	}
	for col := range wide {
		reach(0, col)
		reach(high-1, col)
	}
	for i, out := range outside {
		if row, col := i/wide, i%wide; !out && g.board.Cell(row, col) < 0 {
			d.fill(hole, g.around(g.middleAt(row, col), 0)...)
		}
	}
}

// across returns the cell beyond each side of a cell, or -1 if there is none. Sides are in
// the order of the corners: the first side is from the first corner to the second.
func (g grid) across(cell int) []int {
	var cells []int
	for _, to := range g.near(g.board.Pos(cell)) {
		cells = append(cells, g.board.Cell(to[0], to[1]))
	}
	return cells
}

// near returns the row and the column of the square beyond each side of a square, in the
// order of across.
func (g grid) near(row, col int) [][2]int {
	if !g.hex {
		return [][2]int{{row - 1, col}, {row, col + 1}, {row + 1, col}, {row, col - 1}}
	}
	right := col + row%2 // two squares of the row above touch this one, and two of the row below; this is the column of the right one
	return [][2]int{
		{row - 1, right},
		{row, col + 1},
		{row + 1, right},
		{row + 1, right - 1},
		{row, col - 1},
		{row - 1, right - 1},
	}
}

// drawNumbers writes the clues in bold, and the other numbers of a filled board.
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

// closed returns the corners of a closed line around a polygon. The second corner is
// repeated too, so that the line has no gap at the first corner.
func closed(corners []point) []point { return append(corners, corners[0], corners[1]) }
