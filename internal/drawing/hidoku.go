package drawing

import (
	"slices"

	"crosscut/puzzle"
)

// Radii of circles, in cells.
const (
	endRadius  = 0.36
	ringRadius = 0.3875
)

// route draws the path of a Hidoku through consecutive numbers, and discs at its ends.
func (b board) route(h *puzzle.Hidoku) {
	if b.Filled == nil {
		return
	}
	cells := make([]int, len(b.Filled)+2) // the cell of each number plus 1, or 0
	for c, k := range b.Filled {
		if k >= 1 && k <= len(b.Filled) {
			cells[k] = c + 1
		}
	}
	var path []Line
	for k := 1; k <= len(b.Filled); k++ {
		switch {
		case cells[k] == 0:
		case cells[k-1] > 0:
			path = b.stepTo(path, h, cells[k-1]-1, cells[k]-1)
		case cells[k+1] > 0:
			path = append(path, Line{Points: []Point{b.Middle(cells[k] - 1)}})
		}
	}
	if first, last := cells[1], cells[len(b.Filled)]; h.Closed() && first > 0 && last > 0 && first != last {
		path = append(path, segments(b.Step(h, last-1, first-1))...)
	}
	class := "route"
	if hasLongSteps(h) {
		class += " fine"
	}
	b.Path(class, "", path...)
	for _, k := range slices.Compact([]int{1, len(b.Filled)}) {
		if cells[k] > 0 {
			b.Circle("end", b.Middle(cells[k]-1), endRadius)
		}
	}
}

// stepTo continues the last line of a path from cell c to cell d. Where the step goes over an
// edge of a torus, another line begins.
func (b board) stepTo(path []Line, h *puzzle.Hidoku, c, d int) []Line {
	last := &path[len(path)-1]
	steps := b.Step(h, c, d)
	last.Points = append(last.Points, steps[0].To)
	return append(path, segments(steps[1:])...)
}

// bridges draws the bridges, below the numbers.
func (b board) bridges(h *puzzle.Hidoku) {
	for _, pair := range h.Bridges() {
		b.Path("bridge", "", segments(b.Step(h, pair[0], pair[1]))...)
	}
}

// signs draws what stands on the borders of cells, and the rings of an order.
func (b board) signs(h *puzzle.Hidoku) {
	for _, c := range h.Order() {
		b.Circle("rank", b.Middle(c), ringRadius)
	}
	for _, pair := range h.Walls() {
		b.Path("wall", "", segments(b.Borders(h, pair[0], pair[1]))...)
	}
	for _, pair := range h.Links() {
		for _, m := range b.Between(h, pair[0], pair[1]) {
			b.Path("diamond", "", polygon(diamond(m)))
		}
	}
	for _, pair := range h.Unlinked() {
		for _, m := range b.Between(h, pair[0], pair[1]) {
			b.Path("cross", "", segments(cross(m))...)
		}
	}
}
