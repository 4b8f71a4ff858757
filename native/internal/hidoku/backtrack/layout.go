package backtrack

import "crosscut/puzzle"

// Layout is what a state knows of the board alone: where its cells are in sets of cells, and
// which cells touch. States of boards of the same shape share a layout. It never changes.
type Layout struct {
	width, height int
	moves         puzzle.Moves

	N      int     // numbers, and cells
	Slots  int     // slots in use, including those that have no cell
	SlotOf []int32 // cell to slot
	CellAt []int32 // slot to cell, -1 where there is none
	Steps  []int   // the directions of a move on a plain board, as differences of slots

	distances []distances // the positive ones of Steps

	Words       int // words in a set of cells
	Row         int // words from one set of cells to the next: words and zeros between
	First       int // index in cells of number 0's set
	NumberWords int // words in a set of numbers
}

// distances are differences of slots that have the same number of whole words: each is
// 64*apart + bits.
type distances struct {
	apart int
	bits  []uint // 0..63
}

// newLayout gives every cell its slot. Rows of a board of width w are w+1 slots apart, so
// that a step over the edge ends between two rows. With hex moves, a step down from an
// even row leads to the same column or the one before it. From an odd row it leads to
// the same column or the one after it. With rows alternately w+2 and w+1 slots apart,
// these too become two constant differences.
func newLayout(p *puzzle.Hidoku) *Layout {
	b := p.Board()
	l := &Layout{width: b.Width(), height: b.Height(), moves: p.Rules().Moves, N: b.Len()}
	l.Slots = l.startOf(l.height)
	places := make([]int32, l.N+l.Slots)
	l.SlotOf, l.CellAt = places[:l.N:l.N], places[l.N:]
	for c := range l.CellAt {
		l.CellAt[c] = -1
	}
	for cell := range l.SlotOf {
		row, col := b.Pos(cell)
		l.SlotOf[cell] = int32(l.startOf(row) + col)
		l.CellAt[l.SlotOf[cell]] = int32(cell)
	}
	reach := l.setSteps()
	l.Words = (l.Slots + 63) / 64
	zeros := reach/64 + 2
	l.Row = l.Words + zeros
	l.First = zeros
	l.NumberWords = (l.N + 63) / 64
	return l
}

// startOf returns the slot of the first square of a row.
func (l *Layout) startOf(row int) int {
	if l.moves == puzzle.Hex {
		return row*(l.width+1) + (row+1)/2
	}
	return row * (l.width + 1)
}

// setSteps sets the directions, and returns the largest difference of slots.
func (l *Layout) setSteps() int {
	apart := l.width + 1
	differences := []int{1, apart}
	switch l.moves {
	case puzzle.King:
		differences = append(differences, apart-1, apart+1)
	case puzzle.Hex:
		differences = append(differences, apart+1)
	}
	for _, d := range differences {
		l.Steps = append(l.Steps, d, -d)
		last := len(l.distances) - 1
		if last < 0 || l.distances[last].apart != d/64 {
			l.distances = append(l.distances, distances{apart: d / 64})
			last++
		}
		l.distances[last].bits = append(l.distances[last].bits, uint(d%64))
	}
	return apart + 1
}
