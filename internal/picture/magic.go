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
	left, others := layout.Margins(m.puzzle)
	return left + width + others, height + others
}

// draw draws the board: see drawing.
func (m magic) draw(d pen) {
	left, _ := layout.Margins(m.puzzle)
	d = d.shifted(layout.At(left, 0))
	m.drawCells(d)
	m.drawLines(d)
	for _, path := range layout.Through(m.puzzle) {
		d.dashes(faint, 2*thin, 0.125, 0.1, path...) // as in board.css
	}
	m.drawMarks(d)
	m.drawLabels(d, m.showsNumber(m.filled))
	m.drawNumbers(d, m.puzzle.Label, m.filled)
	if m.puzzle.Form() == puzzle.Jodici {
		return // the sums of a wheel are always the same, and it has no margin
	}
	for _, sum := range layout.Sums(m.puzzle, m.filled) {
		d.text(grey, false, sum.At, 0.38, layout.SumSpace*0.85, sum.Text)
	}
}
