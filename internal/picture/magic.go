package picture

import (
	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// magic is the drawing of a magic board, with the sums of its lines at the margins.
type magic struct {
	grid
	puzzle *puzzle.Magic
	filled puzzle.Solution
}

// size returns the size in cells: see drawing.
func (m magic) size() (width, height float64) {
	width, height = m.grid.size()
	if layout.AtCorners(m.puzzle) {
		width += layout.SumSpace // at the left, for the diagonal that ends there
	}
	return width + layout.SumSpace, height + layout.SumSpace
}

// draw draws the board: see drawing.
func (m magic) draw(d pen) {
	if layout.AtCorners(m.puzzle) {
		d = d.shifted(layout.At(layout.SumSpace, 0))
	}
	m.drawCells(d)
	m.drawLines(d)
	m.drawMarks(d)
	m.drawLabels(d, m.showsNumber(m.filled))
	m.drawNumbers(d, m.puzzle.Label, m.filled)
	for _, sum := range layout.Sums(m.puzzle, m.filled) {
		d.text(grey, false, sum.At, 0.38, layout.SumSpace*0.85, sum.Text)
	}
}
