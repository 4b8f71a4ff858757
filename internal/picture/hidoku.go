package picture

import "crosscut/puzzle"

// hidoku is the drawing of a Hidoku: the numbers and, if it is filled, the path below them.
type hidoku struct {
	grid
	puzzle *puzzle.Hidoku
	filled puzzle.Solution
}

// draw draws the board: see drawing.
func (h hidoku) draw(d pen) {
	h.drawCells(d)
	h.drawMarks(d) // draw marks below the path, because marked cells differ in their path
	h.drawPath(d)
	h.drawLines(d)
	h.drawLabels(d, h.showsNumber(h.filled))
	h.drawNumbers(d, h.puzzle.Label, h.filled)
}

// drawPath draws a band from 1 to N below the numbers, with a disc at each end.
func (h hidoku) drawPath(d pen) {
	if h.filled == nil {
		return
	}
	const band, end = 0.26, 0.36
	cells := make([]int, len(h.filled))
	for c, k := range h.filled {
		cells[k-1] = c
	}
	points := make([]point, len(cells))
	for i, c := range cells {
		points[i] = h.Middle(c)
		d.disc(route, points[i], band/2) // makes the bends of the band round
	}
	if len(points) > 1 {
		d.line(route, band, points...)
	}
	d.disc(ends, points[0], end)
	d.disc(ends, points[len(points)-1], end)
}
