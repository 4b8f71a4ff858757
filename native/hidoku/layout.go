package hidoku

import "crosscut/puzzle"

// layout is what a state knows of the board alone: where its cells are in sets of cells, and
// which cells touch. States of boards of the same shape share a layout. It never changes.
type layout struct {
	width, height int
	moves         puzzle.Moves

	n      int     // numbers, and cells
	slots  int     // slots in use, including those that have no cell
	slotOf []int32 // cell to slot
	cellAt []int32 // slot to cell, -1 where there is none
	steps  []shift // the directions of a move, on a plain board
	apart  []uint  // the differences of slots that a step up makes; a step down has their opposites

	words       int // words in a set of cells
	row         int // words from one set of cells to the next: words and zeros between
	first       int // index in cells of number 0's set
	numberWords int // words in a set of numbers

	near []nearSet // slot to the slots that steps lead to; nil on boards wider than widestNear
}

// shift is a direction of a move as a difference of 64*words+bits between slots.
type shift struct {
	words int
	bits  uint // 0..63
}

// nearSet is a set of slots as two words of a set of cells.
type nearSet struct {
	word int // the index of low in a set of cells, where that of the first slot is 0. It is negative for slots at the upper edge.
	low  uint64
	high uint64
}

// newLayout gives every cell its slot. Rows of a board of width w are w+1 slots apart, so
// that a step over the edge ends between two rows. With hex moves, a step down from an
// even row leads to the same column or the one before it. From an odd row it leads to
// the same column or the one after it. With rows alternately w+2 and w+1 slots apart,
// these too become two constant differences.
func newLayout(p *puzzle.Hidoku) *layout {
	b := p.Board()
	l := &layout{width: b.Width(), height: b.Height(), moves: p.Moves(), n: b.Len()}
	l.slots = l.startOf(l.height)
	places := make([]int32, l.n+l.slots)
	l.slotOf, l.cellAt = places[:l.n:l.n], places[l.n:]
	for c := range l.cellAt {
		l.cellAt[c] = -1
	}
	for cell := range l.slotOf {
		row, col := b.Pos(cell)
		l.slotOf[cell] = int32(l.startOf(row) + col)
		l.cellAt[l.slotOf[cell]] = int32(cell)
	}
	reach := l.setSteps()
	l.words = (l.slots + 63) / 64
	zeros := reach/64 + 2
	l.row = l.words + zeros
	l.first = zeros
	l.numberWords = (l.n + 63) / 64
	if l.width <= widestNear {
		l.setNear(reach)
	}
	return l
}

// startOf returns the slot of the first square of a row.
func (l *layout) startOf(row int) int {
	if l.moves == puzzle.Hex {
		return row*(l.width+1) + (row+1)/2
	}
	return row * (l.width + 1)
}

// setSteps sets the directions, and returns the largest difference of slots.
func (l *layout) setSteps() int {
	apart := l.width + 1
	differences := []int{1, apart}
	switch l.moves {
	case puzzle.King:
		differences = append(differences, apart-1, apart+1)
	case puzzle.Hex:
		differences = append(differences, apart+1)
	}
	l.steps = make([]shift, 0, 2*len(differences))
	for _, d := range differences {
		l.apart = append(l.apart, uint(d))
		l.steps = append(l.steps,
			shift{words: d >> 6, bits: uint(d & 63)},
			shift{words: -d >> 6, bits: uint(-d & 63)})
	}
	return apart + 1
}

// setNear makes the sets of near slots. Steps may lead to slots without a cell, or outside the
// board. No number is ever there.
func (l *layout) setNear(reach int) {
	l.near = make([]nearSet, l.slots)
	for slot := range l.near {
		near := &l.near[slot]
		near.word = (slot - reach) >> 6
		for _, step := range l.steps {
			to := slot + 64*step.words + int(step.bits) - 64*near.word
			if to < 64 {
				near.low |= 1 << to
			} else {
				near.high |= 1 << (to - 64)
			}
		}
	}
}

// isOf reports whether l is the layout of p.
func (l *layout) isOf(p *puzzle.Hidoku) bool {
	b := p.Board()
	if l.width != b.Width() || l.height != b.Height() || l.n != b.Len() || l.moves != p.Moves() {
		return false
	}
	if l.n == l.width*l.height {
		return true
	}
	for cell, slot := range l.slotOf {
		if row, col := b.Pos(cell); int(slot) != l.startOf(row)+col {
			return false
		}
	}
	return true
}
