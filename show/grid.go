package show

import (
	"math"

	"crosscut/puzzle"
)

// Point is a place, measured in cells: X to the right and Y down from the top left corner
// of the drawing.
type Point struct{ X, Y float64 }

// MovedBy returns the point that is x further right and y further down.
func (p Point) MovedBy(x, y float64) Point { return Point{p.X + x, p.Y + y} }

// grid is a board whose cells are squares, or hexagons with a corner at the top. With
// hexagons every second row is shifted by half a cell. Some magic boards have other shapes:
// see lines.go.
type grid struct {
	Board *puzzle.Board
	Hex   bool
	shape shape
}

func gridOf(p puzzle.Puzzle) grid {
	q, isHidoku := p.(*puzzle.Hidoku)
	return grid{Board: p.Board(), Hex: isHidoku && q.Rules().Moves == puzzle.Hex, shape: shapeOf(p)}
}

// Distances between hexagons of width 1.
var (
	hexRow    = math.Sqrt(3) / 2 // distance from one row to the next
	hexCorner = 1 / math.Sqrt(3) // distance from the middle to the upper and to the lower corner
)

// Size returns the width and the height of the board.
func (g grid) Size() (width, height float64) {
	width, height = float64(g.Board.Width()), float64(g.Board.Height())
	switch {
	case g.shape == wheelShape:
		return 2 * (wheelHub + height), 2 * (wheelHub + height)
	case g.shape == equationShape:
		return 2*width + 1, 2*height + 1
	case !g.Hex:
		return width, height
	case height > 1:
		width += 0.5
	}
	return width, (height-1)*hexRow + 2*hexCorner
}

// Middle returns the middle of a cell.
func (g grid) Middle(cell int) Point { return g.MiddleAt(g.Board.Pos(cell)) }

// MiddleAt returns the middle of a square, which may be a hole.
func (g grid) MiddleAt(row, col int) Point {
	switch {
	case g.shape == wheelShape:
		return g.onWheel(float64(row)+0.5, float64(col)+0.5)
	case g.shape == equationShape:
		return Point{float64(2*col) + 0.5, float64(2*row) + 0.5}
	case !g.Hex:
		return Point{float64(col) + 0.5, float64(row) + 0.5}
	}
	return Point{float64(col) + 0.5 + float64(row%2)/2, hexCorner + float64(row)*hexRow}
}

// Corners returns the corners of a cell, clockwise. With shrink above 0 they are nearer to
// its middle by this share.
func (g grid) Corners(cell int, shrink float64) []Point {
	if g.shape == wheelShape {
		return g.wheelCorners(cell, shrink)
	}
	return g.Around(g.Middle(cell), shrink)
}

// Around returns the corners of a cell with its middle at m: see [grid.Corners].
func (g grid) Around(m Point, shrink float64) []Point {
	around := []Point{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}
	if g.Hex {
		half := hexCorner / 2
		around = []Point{{0, -hexCorner}, {0.5, -half}, {0.5, half}, {0, hexCorner}, {-0.5, half}, {-0.5, -half}}
	}
	for i, p := range around {
		around[i] = m.MovedBy(p.X*(1-shrink), p.Y*(1-shrink))
	}
	return around
}

// Across returns the cell beyond each side of a cell, or -1 if there is none. Sides are in
// the order of the corners: the first side is from the first corner to the second.
func (g grid) Across(cell int) []int {
	switch g.shape {
	case wheelShape:
		return g.wheelAcross(cell)
	case equationShape:
		return []int{-1, -1, -1, -1}
	}
	var cells []int
	for _, to := range g.near(g.Board.Pos(cell)) {
		cells = append(cells, g.Board.Cell(to[0], to[1]))
	}
	return cells
}

// near returns the row and the column of the square beyond each side of a square, in the
// order of Across.
func (g grid) near(row, col int) [][2]int {
	if !g.Hex {
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

// EnclosedHoles returns the row and the column of the holes that have cells all around
// them, row by row. A picture must fill them, because they would look like cells.
func (g grid) EnclosedHoles() (holes [][2]int) {
	wide, high := g.Board.Width(), g.Board.Height()
	outside := make([]bool, wide*high)
	var reach func(row, col int)
	reach = func(row, col int) {
		if row < 0 || row >= high || col < 0 || col >= wide || outside[row*wide+col] || g.Board.Cell(row, col) >= 0 {
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
		if row, col := i/wide, i%wide; !out && g.Board.Cell(row, col) < 0 {
			holes = append(holes, [2]int{row, col})
		}
	}
	return holes
}
