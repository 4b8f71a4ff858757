package magic

import "crosscut/puzzle"

// line is a line of the board, and which of its cells are open.
type line struct {
	*puzzle.Line         // nil on a plain square
	sum          bool    // it only adds up cells
	cells        []int32 // a sparse set of the open cells: cells[:open]
	open         int32   // how many of its cells are open
	rest         int     // what the open cells must add up to, if sum is true, where numbers count from state.base
	general      bool    // it has the rules of any line: see [state.look]
}

// linesOf returns the lines of a board, the lines of each cell, and the number of cells of the longest
// line. Sums are those of numbers that count from low.
func linesOf(p *puzzle.Magic, low int) (lines []line, of [][]int32, longest int) {
	if puzzle.Variant(p) == "" {
		lines, of = squareLines(p, low)
		return lines, of, p.Board().Width()
	}
	all := p.Lines()
	of = make([][]int32, p.Board().Len())
	for i := range all {
		l := line{Line: &all[i], sum: all[i].IsSum(), rest: all[i].Sum}
		for _, c := range all[i].Cells() {
			l.cells = append(l.cells, int32(c))
			of[c] = append(of[c], int32(i))
		}
		l.open = int32(len(l.cells))
		l.rest -= low * len(l.cells)
		longest = max(longest, len(l.cells))
		lines = append(lines, l)
	}
	return lines, of, longest
}

// squareLines is linesOf for a plain square, without what names and terms cost: many squares are searched
// in less time. Rows and columns alternate, because the steps of the search depend on the order.
func squareLines(p *puzzle.Magic, low int) (lines []line, of [][]int32) {
	n := p.Board().Width()
	of = make([][]int32, n*n)
	for c := range of {
		of[c] = make([]int32, 0, 4) // a cell has at most four lines
	}
	lines, cells := make([]line, 0, 2*n+2), make([]int32, 0, (2*n+2)*n)
	add := func(first, stride int) {
		from := len(cells)
		for i := range n {
			c := first + i*stride
			cells = append(cells, int32(c))
			of[c] = append(of[c], int32(len(lines)))
		}
		lines = append(lines, line{sum: true, cells: cells[from:], open: int32(n), rest: p.Sum() - n*low})
	}
	for i := range n {
		add(n*i, 1)
		add(i, n)
	}
	if !p.Rules().NoDiagonals {
		add(0, n+1)
		add(n-1, max(n-1, 1))
	}
	return lines, of
}

// fill takes the open cell c, which gets the number v.
func (l *line) fill(c int32, v int) {
	l.open--
	l.rest -= v
	for i, last := 0, l.open; l.cells[last] != c; i++ {
		if l.cells[i] == c {
			l.cells[i], l.cells[last] = l.cells[last], c
			break
		}
	}
}
