package hidoku

import (
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// state is a state of the search: which numbers fit which cells. The relation is kept
// twice, as a set of cells for each number and as a set of numbers for each cell. Both
// are bits in one flat slice each.
//
// Numbers count from 0 here, so number k is written k+1. A cell is known by its slot,
// the bit that stands for it in a set of cells. Each direction of a move is one constant
// difference of slots. A move over an edge of the board leads to a slot without a cell:
// see layOut.
//
// Invariant between calls, unless failed: slot c is in cellsOf(k) exactly when k is in
// numbersOf(c). cellCount and numberCount are the sizes of these sets, and no size is
// 0. openNumbers and openSlots have those of size 2 and more. Every change since the
// mark m is in trail[m:].
type state struct {
	run *search.Run
	p   *puzzle.Hidoku
	n   int // numbers, and cells

	slots  int     // slots in use, including those that have no cell
	slotOf []int32 // cell to slot
	cellAt []int32 // slot to cell, -1 where there is none
	steps  []shift // the directions of a move, on a plain board

	touching [][]int32  // slot to the slots that it touches; nil on a plain board with an open path
	closed   bool       // the last number touches the first
	pairs    []pairRule // rules of two cells
	partners [][]int32  // slot to the other slots of its pairs; nil without pairs
	allowed  []uint64   // scratch: a set of numbers

	words int      // words in a set of cells
	row   int      // words from one set of cells to the next: words and zeros between
	first int      // index in cells of number 0's set
	cells []uint64 // the sets of cells, each with zeros before and after it

	numberWords int      // words in a set of numbers
	numbers     []uint64 // the sets of numbers, by slot

	cellCount   []int32 // number to how many cells it fits
	numberCount []int32 // slot to how many numbers fit it; 0 without a cell

	openNumbers []uint64 // the set of numbers with more than one candidate
	openSlots   []uint64 // the set of slots with more than one candidate

	single []int32  // numbers (k) and slots (^slot) with one candidate, to be settled
	stale  []uint64 // the set of numbers whose cells may have lost their support
	failed bool     // something has no candidate left

	recording bool // false at the root, where nothing is ever undone
	trail     []change

	blamed       int32   // the number (k) or slot (^slot) that ran out last
	numberWeight []int32 // how often each number was blamed
	slotWeight   []int32

	trace *tracer // nil when nobody watches
}

// shift is a direction of a move as a difference of 64*words+bits between slots.
type shift struct {
	words int
	bits  uint // 0..63
}

// newState returns the state in which no number fits any cell. The sets of cells are
// filled first, and then cut. At last fill makes the rest from them.
func newState(p *puzzle.Hidoku, r *search.Run) *state {
	s := &state{run: r, p: p, n: p.Board().Len()}
	s.layOut()
	s.cells = make([]uint64, 2*s.first+s.n*s.row)
	s.numbers = make([]uint64, s.slots*s.numberWords)
	counts := make([]int32, 2*(s.n+s.slots))
	s.cellCount, counts = counts[:s.n], counts[s.n:]
	s.numberCount, counts = counts[:s.slots], counts[s.slots:]
	s.numberWeight, s.slotWeight = counts[:s.n], counts[s.n:]
	s.stale = make([]uint64, s.numberWords)
	s.openNumbers = make([]uint64, s.numberWords)
	s.openSlots = make([]uint64, s.words)
	s.setGraph()
	s.setPairs()
	s.trace = newTracer(p, r.Tracing())
	return s
}

// layOut gives every cell its slot. Rows of a board of width w are w+1 slots apart, so
// that a step over the edge ends between two rows. With hex moves, a step down from an
// even row leads to the same column or the one before it. From an odd row it leads to
// the same column or the one after it. With rows alternately w+2 and w+1 slots apart,
// these too become two constant differences.
func (s *state) layOut() {
	b := s.p.Board()
	apart, hex := b.Width()+1, 0
	if s.p.Moves() == puzzle.Hex {
		hex = 1
	}
	start := func(row int) int { return row*apart + hex*((row+1)/2) }
	s.slots = start(b.Height())
	s.slotOf = make([]int32, s.n)
	s.cellAt = make([]int32, s.slots)
	for c := range s.cellAt {
		s.cellAt[c] = -1
	}
	for cell := range s.slotOf {
		row, col := b.Pos(cell)
		s.slotOf[cell] = int32(start(row) + col)
		s.cellAt[start(row)+col] = int32(cell)
	}
	reach := s.setSteps(apart)
	s.words = (s.slots + 63) / 64
	zeros := reach/64 + 2
	s.row = s.words + zeros
	s.first = zeros
	s.numberWords = (s.n + 63) / 64
}

// setSteps sets the directions, and returns the largest difference of slots.
func (s *state) setSteps(apart int) int {
	differences := []int{1, apart}
	switch s.p.Moves() {
	case puzzle.King:
		differences = append(differences, apart-1, apart+1)
	case puzzle.Hex:
		differences = append(differences, apart+1)
	}
	for _, d := range differences {
		s.steps = append(s.steps,
			shift{words: d >> 6, bits: uint(d & 63)},
			shift{words: -d >> 6, bits: uint(-d & 63)})
	}
	return apart + 1
}

// giveClues fills the sets of cells: a given number has its cell, every other number
// the cells without a clue.
func (s *state) giveClues() error {
	free := make([]uint64, s.words)
	clueSlot := make([]int32, s.n)
	for cell, slot := range s.slotOf {
		if k := s.p.Clue(cell); k != puzzle.Empty {
			clueSlot[k-1] = slot + 1
		} else {
			free[slot/64] |= 1 << (slot % 64)
		}
	}
	for k, slot := range clueSlot {
		if set := s.cellsOf(k); slot > 0 {
			set[(slot-1)/64] = 1 << ((slot - 1) % 64)
		} else {
			copy(set, free)
		}
		if err := s.run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// cellsOf returns the set of cells that number k fits.
func (s *state) cellsOf(k int) []uint64 {
	base := s.first + k*s.row
	return s.cells[base : base+s.words : base+s.words]
}

// numbersOf returns the set of numbers that fit the cell at slot.
func (s *state) numbersOf(slot int) []uint64 {
	base := slot * s.numberWords
	return s.numbers[base : base+s.numberWords : base+s.numberWords]
}
