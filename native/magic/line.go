package magic

import "crosscut/puzzle"

// line is a line of the board, and which of its cells are open.
type line struct {
	*puzzle.Line
	sum   bool    // it only adds up cells
	cells []int32 // a sparse set of the open cells: cells[:open]
	term  []int32 // per cell, the index of its term
	open  int32   // how many of its cells are open
	rest  int     // what the open cells must add up to, if sum is true; numbers count from 0, or not, as in the search

	spans []span // scratch of the general search: of the terms
	late  bool   // it is in general.late
}

// linesOf returns the lines of a board, the lines of each cell, and the number of cells of the longest
// line. Sums are those of numbers that count from low.
func linesOf(p *puzzle.Magic, low int) (lines []line, of [][]int32, longest int) {
	all := p.Lines()
	of = make([][]int32, p.Board().Len())
	for i := range all {
		l := line{Line: &all[i], sum: all[i].IsSum(), rest: all[i].Sum}
		for t, term := range l.Terms {
			for _, c := range term.Cells {
				l.cells, l.term = append(l.cells, int32(c)), append(l.term, int32(t))
				of[c] = append(of[c], int32(i))
			}
		}
		l.open = int32(len(l.cells))
		l.rest -= low * len(l.cells)
		longest = max(longest, len(l.cells))
		lines = append(lines, l)
	}
	return lines, of, longest
}

// fill takes the open cell c, which gets the number v.
func (l *line) fill(c int32, v int) {
	l.open--
	l.rest -= v
	for i, last := 0, l.open; l.cells[last] != c; i++ {
		if l.cells[i] == c {
			l.cells[i], l.cells[last] = l.cells[last], c
			l.term[i], l.term[last] = l.term[last], l.term[i]
		}
	}
}

// sort brings the open cells into their natural order.
func (l *line) sort() {
	for i := range l.open {
		for j := i; j > 0 && l.cells[j-1] > l.cells[j]; j-- {
			l.cells[j-1], l.cells[j] = l.cells[j], l.cells[j-1]
			l.term[j-1], l.term[j] = l.term[j], l.term[j-1]
		}
	}
}

// empty gives back the cell that was filled last, which has the number v.
func (l *line) empty(v int) {
	l.open++
	l.rest += v
}
