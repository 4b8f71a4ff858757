package picture

import (
	"fmt"

	"crosscut/puzzle"
)

// magic is the drawing of a magic board, with the sums of its lines at the margins.
type magic struct {
	grid
	puzzle *puzzle.Magic
	filled puzzle.Solution
}

// sumSpace is the width of the margin that holds the sums.
const sumSpace = 1.1

// size returns the size in cells: see drawing.
func (m magic) size() (width, height float64) {
	width, height = m.grid.size()
	if m.puzzle.Diagonals() {
		width += sumSpace // at the left, for the diagonal that ends there
	}
	return width + sumSpace, height + sumSpace
}

// draw draws the board: see drawing.
func (m magic) draw(d pen) {
	if m.puzzle.Diagonals() {
		d = d.shifted(point{sumSpace, 0})
	}
	m.drawCells(d)
	m.drawLines(d)
	m.drawMarks(d)
	m.drawLabels(d, m.showsNumber(m.filled))
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

// drawSum writes the sum of a line, as sum returns it.
func (m magic) drawSum(d pen, at point, first, stride int) {
	d.text(grey, false, at, 0.38, sumSpace*0.85, m.sum(first, stride))
}

// sum returns the sum of a line: n cells, beginning with first and stride apart. On a
// filled board it adds up the numbers. On an empty one it is the sum that the line must
// have.
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
