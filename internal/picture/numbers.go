package picture

import (
	"fmt"

	"crosscut/puzzle"
)

// hidoku draws a number path.
type hidoku struct {
	grid
	puzzle *puzzle.Hidoku
	filled puzzle.Solution
}

func (h hidoku) draw(d pen) {
	h.drawCells(d)
	h.drawMarks(d) // below the path, whose way through marked cells is what differs
	h.drawPath(d)
	h.drawLines(d)
	h.drawNumbers(d, h.puzzle.Label, h.filled)
}

// drawPath draws a band from 1 to N below the numbers, with a disc at both ends.
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
		points[i] = h.middle(c)
		d.disc(route, points[i], band/2) // so that the band's bends are round
	}
	if len(points) > 1 {
		d.line(route, band, points...)
	}
	d.disc(ends, points[0], end)
	d.disc(ends, points[len(points)-1], end)
}

// magic draws a magic board with the sums of its lines at the margins.
type magic struct {
	grid
	puzzle *puzzle.Magic
	filled puzzle.Solution
}

// sumSpace is the width of the margin that holds the sums.
const sumSpace = 1.1

func (m magic) size() (width, height float64) {
	width, height = m.grid.size()
	if m.puzzle.Diagonals() {
		width += sumSpace // on the left, for the diagonal that goes down to it
	}
	return width + sumSpace, height + sumSpace
}

func (m magic) draw(d pen) {
	if m.puzzle.Diagonals() {
		d = d.shifted(point{sumSpace, 0})
	}
	m.drawCells(d)
	m.drawLines(d)
	m.drawMarks(d)
	m.drawNumbers(d, m.puzzle.Label, m.filled)
	n := m.puzzle.Order()
	far := float64(n) + sumSpace/2
	for i := range n {
		m.drawSum(d, point{far, float64(i) + 0.5}, n*i, 1)
		m.drawSum(d, point{float64(i) + 0.5, far}, i, n)
	}
	if m.puzzle.Diagonals() {
		m.drawSum(d, point{far, far}, 0, n+1)
		m.drawSum(d, point{-sumSpace / 2, far}, n-1, n-1)
	}
}

// drawSum writes the sum of a line: see sum.
func (m magic) drawSum(d pen, at point, first, stride int) {
	d.text(grey, false, at, 0.38, sumSpace*0.85, m.sum(first, stride))
}

// sum returns the sum of n cells from first on, stride apart: of the numbers on them
// where they are filled, else what it is to be.
func (m magic) sum(first, stride int) string {
	sum := m.puzzle.Sum()
	if m.filled != nil {
		sum = 0
		for i := range m.puzzle.Order() {
			sum += m.filled[first+i*stride]
		}
	}
	return fmt.Sprint(sum)
}
