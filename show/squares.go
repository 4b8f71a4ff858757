package show

import (
	"math"
	"slices"

	"crosscut/puzzle"
)

// squareAt returns the colour of a square, or AnyColour if no stone has a colour: then the
// colours of the board do not matter.
func squareAt(p *puzzle.Draughtboard, cell int, corner puzzle.Colour) puzzle.Colour {
	if !coloured(p) {
		return puzzle.AnyColour
	}
	return p.ColourAt(cell, corner)
}

// cornerOf returns the colour of the first square of a board. An empty board is shown in
// the first colouring that the stones allow.
func cornerOf(p *puzzle.Draughtboard, filled puzzle.Solution) puzzle.Colour {
	switch {
	case p.Setup().Corner != puzzle.AnyColour:
		return p.Setup().Corner
	case slices.ContainsFunc(filled, func(value int) bool { return value < 0 && value != puzzle.Empty }):
		return puzzle.White
	case filled == nil && len(p.Colourings()) > 0:
		return p.Colourings()[0]
	}
	return puzzle.Black
}

// isCovered reports whether a stone is on a cell. It is not if the cell is open or bare.
func isCovered(filled puzzle.Solution, cell int) bool {
	return filled[cell] != puzzle.Empty && filled[cell] != puzzle.Bare
}

// stoneOn returns the stone on a cell, counted from 0, or -1 if the cell is open or bare.
func stoneOn(filled puzzle.Solution, cell int) int {
	if !isCovered(filled, cell) {
		return -1
	}
	return max(filled[cell], -filled[cell]) - 1
}

// kindOn returns the value of a cell as if the first of the stones that are alike were on it.
func kindOn(p *puzzle.Draughtboard, filled puzzle.Solution, cell int) int {
	switch stone := stoneOn(filled, cell); {
	case stone < 0:
		return filled[cell]
	case filled[cell] < 0:
		return -p.Kinds()[stone] - 1
	default:
		return p.Kinds()[stone] + 1
	}
}

// NameCell returns the cell for the name of a stone: among its cells, the one nearest to
// their middle.
func (g grid) NameCell(cells []int) int {
	backwards := slices.Clone(cells) // of several, the name stands on the last one
	slices.Reverse(backwards)
	middles := make([]Point, len(cells))
	for i, c := range backwards {
		middles[i] = g.Middle(c)
	}
	return backwards[mostCentral(middles)]
}

// mostCentral returns which of some points is nearest to their middle: the first of several.
func mostCentral(points []Point) int {
	var x, y float64
	for _, p := range points {
		x, y = x+p.X/float64(len(points)), y+p.Y/float64(len(points))
	}
	best := 0
	for i, p := range points {
		if math.Hypot(p.X-x, p.Y-y) < math.Hypot(points[best].X-x, points[best].Y-y)-1e-9 {
			best = i
		}
	}
	return best
}

// cellsOfStones returns the cells of each stone, ascending. Cells may be open.
func cellsOfStones(p *puzzle.Draughtboard, filled puzzle.Solution) [][]int {
	cells := make([][]int, len(p.Stones()))
	for c := range filled {
		if s := stoneOn(filled, c); s >= 0 {
			cells[s] = append(cells[s], c)
		}
	}
	return cells
}
