package show

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"crosscut/puzzle"
)

// Boards of other forms: the wheel of a Jodici, and a grid of equations.
//
// On a wheel a row of the board is a ring, the first one innermost, and a column is a sector.
// The first sector begins at the top, and they go round clockwise. In a grid of equations
// every second square of the picture is a cell. Operators and results are between and beyond.

type shape int

const (
	plainShape shape = iota // squares, or hexagons, side by side
	wheelShape
	equationShape
)

// wheelHub is the radius of the empty middle of a wheel. The rings have the width 1.
const wheelHub = 0.9

// arcSides is the number of straight sides of the outer arc of a cell on a wheel, and of the
// inner one.
const arcSides = 8

func shapeOf(p puzzle.Puzzle) shape {
	if q, ok := p.(*puzzle.Magic); ok {
		switch q.Rules().Form {
		case puzzle.Jodici:
			return wheelShape
		case puzzle.Equation:
			return equationShape
		}
	}
	return plainShape
}

// onWheel returns the point of a wheel so many rings from its hub and so many sectors from
// the top.
func (g grid) onWheel(ring, sector float64) Point {
	middle := wheelHub + float64(g.Board.Height())
	sin, cos := math.Sincos(2 * math.Pi * sector / float64(g.Board.Width()))
	return Point{middle + (wheelHub+ring)*sin, middle - (wheelHub+ring)*cos}
}

// wheelCorners returns the corners of a cell of a wheel: those of its outer arc clockwise, and
// then those of its inner arc. See [grid.Corners].
func (g grid) wheelCorners(cell int, shrink float64) (corners []Point) {
	row, col := g.Board.Pos(cell)
	inset := shrink / 2
	for i := range 2 * (arcSides + 1) {
		ring, along := float64(row+1)-inset, i
		if i > arcSides {
			ring, along = float64(row)+inset, 2*arcSides+1-i
		}
		corners = append(corners, g.onWheel(ring, float64(col)+inset+float64(along)/arcSides*(1-2*inset)))
	}
	return corners
}

// wheelAcross returns the cell beyond each side of a cell of a wheel: see [grid.Across].
func (g grid) wheelAcross(cell int) (cells []int) {
	row, col := g.Board.Pos(cell)
	sectors := g.Board.Width()
	cells = slices.Repeat([]int{g.Board.Cell(row+1, col)}, arcSides)
	cells = append(cells, g.Board.Cell(row, (col+1)%sectors))
	cells = append(cells, slices.Repeat([]int{g.Board.Cell(row-1, col)}, arcSides)...)
	return append(cells, g.Board.Cell(row, (col+sectors-1)%sectors))
}

// equationGrid returns the squares of the picture of the equations, row by row: numbers by label,
// operators, signs of equality and results. Squares with nothing are "".
func equationGrid(e *puzzle.Equations, label func(cell int) string) [][]string {
	height, width := len(e.Across), len(e.Down)
	grid := make([][]string, 2*height+1)
	for r := range grid {
		grid[r] = make([]string, 2*width+1)
	}
	for r := range height {
		for c := range width {
			grid[2*r][2*c] = label(r*width + c)
			grid[2*r][2*c+1], grid[2*r+1][2*c] = "=", "="
			if c < width-1 {
				grid[2*r][2*c+1] = string(rune(e.Across[r][c]))
			}
			if r < height-1 {
				grid[2*r+1][2*c] = string(rune(e.Down[c][r]))
			}
		}
		grid[2*r][2*width] = fmt.Sprint(e.Rows[r])
	}
	for c := range width {
		grid[2*height][2*c] = fmt.Sprint(e.Columns[c])
	}
	return grid
}

// equationTexts returns the operators, the signs of equality and the results of a grid of
// equations, each with its place.
func equationTexts(p *puzzle.Magic, filled puzzle.Solution) (texts []sumText) {
	e := p.Rules().Equations
	width := p.Board().Width()
	lines := p.Lines()
	for r, row := range equationGrid(&e, func(int) string { return "" }) {
		for c, text := range row {
			line := -1
			switch {
			case text == "":
				continue
			case text == "*":
				text = "×"
			case text == "-":
				text = "−"
			case c == 2*width:
				line = r / 2
			case r == 2*p.Board().Height():
				line = p.Board().Height() + c/2
			}
			if line >= 0 {
				text = strconv.Itoa(lines[line].Sum)
				if value, full := 0, false; filled != nil {
					if value, full = lines[line].Value(filled); full {
						text = strconv.Itoa(value)
					}
				}
			}
			texts = append(texts, sumText{Point{float64(c) + 0.5, float64(r) + 0.5}, text})
		}
	}
	return texts
}

// marginsOf returns the width of the margin at the left of a magic board, and of those at its
// right and below it. They hold sums.
func marginsOf(p *puzzle.Magic) (left, others float64) {
	switch {
	case shapeOf(p) != plainShape:
		return 0, 0
	case sumsAtCorners(p):
		return sumSpace, sumSpace
	}
	return 0, sumSpace
}
