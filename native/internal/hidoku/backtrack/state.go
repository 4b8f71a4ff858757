package backtrack

import (
	"crosscut/meter"
	"crosscut/puzzle"
)

// State is a state of the search: which numbers fit which cells. The relation is kept
// twice, as a set of cells for each number and as a set of numbers for each cell. Both
// are bits in one flat slice each.
//
// Numbers count from 0 here, so number k is written k+1. A cell is known by its slot,
// the bit that stands for it in a set of cells. Each direction of a move is one constant
// difference of slots. A move over an edge of the board leads to a slot without a cell:
// see newLayout.
//
// Invariant between calls, unless failed: slot c is in cellsOf(k) exactly when k is in
// numbersOf(c). cellCount and numberCount are the sizes of these sets, and no size is
// 0. openNumbers and openSlots have those of size 2 and more. Every change since the
// mark m is in trail[m:].
type State struct {
	*Layout
	Run *meter.Run
	P   *puzzle.Hidoku

	Touching [][]int32  // slot to the slots that it touches; nil on a plain board with an open path
	Closed   bool       // the last number touches the first
	Pairs    []pairRule // rules of two cells
	Partners [][]int32  // slot to the other slots of its pairs; nil without pairs
	allowed  []uint64   // scratch: a set of numbers

	Cells   []uint64 // the sets of cells, each with zeros before and after it
	Numbers []uint64 // the sets of numbers, by slot

	CellCount   []int32 // number to how many cells it fits
	NumberCount []int32 // slot to how many numbers fit it; 0 without a cell

	OpenNumbers []uint64 // the set of numbers with more than one candidate
	OpenSlots   []uint64 // the set of slots with more than one candidate

	Single []int32  // numbers (k) and slots (^slot) with one candidate, to be settled
	Stale  []uint64 // the set of numbers whose cells may have lost their support
	failed bool     // something has no candidate left

	Recording bool // false at the root, where nothing is ever undone
	Trail     []change

	blamed       int32   // the number (k) or slot (^slot) that ran out last
	NumberWeight []int32 // how often each number was blamed
	SlotWeight   []int32

	Trace *tracer     // nil when nobody watches
	Pause func() bool // called at each node, and reports whether to go on; or nil
}

// Node counts a node with so many branches. It returns an error when the search must end.
func (s *State) Node(branches int) error {
	err := s.Run.Node(branches)
	if err == nil && s.Pause != nil && !s.Pause() {
		return meter.ErrStopped
	}
	return err
}

// giveClues fills the sets of cells: each number has the cells that it fits.
func (s *State) giveClues() error {
	for k := range s.N {
		set := s.CellsOf(k)
		if like := s.P.FitsLike(k+1) - 1; like < k {
			copy(set, s.CellsOf(like))
		} else {
			for _, cell := range s.P.Fitting(k + 1) {
				slot := s.SlotOf[cell]
				set[slot/64] |= 1 << (slot % 64)
			}
		}
		if err := s.Run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// CellsOf returns the set of cells that number k fits.
func (s *State) CellsOf(k int) []uint64 {
	base := s.First + k*s.Row
	return s.Cells[base : base+s.Words : base+s.Words]
}

// NumbersOf returns the set of numbers that fit the cell at slot.
func (s *State) NumbersOf(slot int) []uint64 {
	base := slot * s.NumberWords
	return s.Numbers[base : base+s.NumberWords : base+s.NumberWords]
}

// newState returns the state in which no number fits any cell. The sets of cells are
// filled first, and then cut. At last fill makes the rest from them.
func newState(p *puzzle.Hidoku, r *meter.Run) *State {
	s := &State{Layout: newLayout(p), Run: r, P: p}
	rest := make([]uint64, 2*s.First+s.N*s.Row+s.Slots*s.NumberWords+2*s.NumberWords+s.Words)
	take := func(n int) []uint64 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	s.Cells, s.Numbers = take(2*s.First+s.N*s.Row), take(s.Slots*s.NumberWords)
	s.Stale, s.OpenNumbers, s.OpenSlots = take(s.NumberWords), take(s.NumberWords), take(s.Words)
	counts := make([]int32, 2*(s.N+s.Slots))
	s.CellCount, counts = counts[:s.N], counts[s.N:]
	s.NumberCount, counts = counts[:s.Slots], counts[s.Slots:]
	s.NumberWeight, s.SlotWeight = counts[:s.N], counts[s.N:]
	s.setGraph()
	s.setPairs()
	s.Trace = newTracer(p, r)
	return s
}

// Cleared returns a slice of n zeros, in the memory of old if that is large enough.
func Cleared[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}
