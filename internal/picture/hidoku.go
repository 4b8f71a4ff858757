package picture

import (
	"image/color"
	"math"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

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
	h.drawBridges(d)
	h.drawLines(d)
	h.drawSigns(d)
	h.drawLabels(d, h.showsNumber(h.filled))
	h.drawNumbers(d, h.puzzle.Label, h.filled)
}

// drawPath draws a band from 1 to N below the numbers, with a disc at each end.
func (h hidoku) drawPath(d pen) {
	if h.filled == nil {
		return
	}
	const end = 0.36
	band := 0.26
	if layout.HasLongSteps(h.puzzle) {
		band = 0.1
	}
	cells := make([]int, len(h.filled))
	for c, k := range h.filled {
		cells[k-1] = c
	}
	points := make([]point, len(cells))
	for i, c := range cells {
		points[i] = h.Middle(c)
		d.disc(route, points[i], band/2) // makes the bends of the band round
	}
	switch {
	case h.puzzle.Torus():
		for i := 1; i < len(cells); i++ {
			h.drawStep(d, route, band, cells[i-1], cells[i])
		}
	case len(points) > 1:
		d.line(route, band, points...)
	}
	if h.puzzle.Closed() && len(cells) > 1 {
		h.drawStep(d, route, band, cells[len(cells)-1], cells[0])
	}
	d.disc(ends, points[0], end)
	d.disc(ends, points[len(points)-1], end)
}

// drawStep draws the step between two cells.
func (h hidoku) drawStep(d pen, colour color.Color, width float64, from, to int) {
	for _, s := range h.Step(h.puzzle, from, to) {
		d.line(colour, width, s.From, s.To)
	}
}

// drawBridges draws the bridges, below the numbers.
func (h hidoku) drawBridges(d pen) {
	for _, pair := range h.puzzle.Bridges() {
		for _, s := range h.Step(h.puzzle, pair[0], pair[1]) {
			d.dashes(grey, 0.0625, 0.0875, 0.0625, s.From, s.To) // as in variants.css
		}
	}
}

// drawSigns draws what stands on the borders of cells, and rings around the cells of an
// order.
func (h hidoku) drawSigns(d pen) {
	const wall, ring, corners = 0.14, 0.39, 32
	for _, c := range h.puzzle.Order() {
		var circle []point
		for i := range corners {
			angle := 2 * math.Pi * float64(i) / corners
			circle = append(circle, h.Middle(c).MovedBy(ring*math.Cos(angle), ring*math.Sin(angle)))
		}
		d.line(ink, thin, closed(circle)...)
	}
	for _, pair := range h.puzzle.Walls() {
		for _, s := range h.Borders(h.puzzle, pair[0], pair[1]) {
			d.line(ink, wall, s.From, s.To)
		}
	}
	for _, pair := range h.puzzle.Links() {
		for _, m := range h.Between(h.puzzle, pair[0], pair[1]) {
			d.fill(ink, layout.Diamond(m)...)
		}
	}
	for _, pair := range h.puzzle.Unlinked() {
		for _, m := range h.Between(h.puzzle, pair[0], pair[1]) {
			for _, s := range layout.Cross(m) {
				d.line(ink, thick, s.From, s.To)
			}
		}
	}
}
