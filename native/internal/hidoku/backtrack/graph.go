package backtrack

// The cuts for boards whose neighbours are not those of a plain lattice, and for closed
// paths: walls, bridges, other moves, a torus. They are the cuts of cuts.go cell by cell,
// where those treat 64 cells at once. They take some five times as long.

import (
	"math/bits"

	"crosscut/puzzle/space"
)

// setGraph lists the neighbours of each slot, unless the board is a plain one.
func (s *State) setGraph() {
	s.Closed = s.P.Closed()
	if space.OnLattice(s.P) && !s.Closed {
		return
	}
	s.Touching = make([][]int32, s.Slots)
	for c, slot := range s.SlotOf {
		for _, d := range s.P.Neighbours(c) {
			s.Touching[slot] = append(s.Touching[slot], s.SlotOf[d])
		}
	}
}

// NumberBefore returns the number before k on the path, or -1.
func (s *State) NumberBefore(k int) int {
	if k == 0 && s.Closed {
		return s.N - 1
	}
	return k - 1
}

// NumberAfter returns the number after k on the path, or -1.
func (s *State) NumberAfter(k int) int {
	switch {
	case k < s.N-1:
		return k + 1
	case s.Closed:
		return 0
	}
	return -1
}

// Fits reports whether k fits the cell at slot.
func (s *State) Fits(k int, slot int32) bool {
	return s.Cells[s.First+k*s.Row+int(slot)/64]>>(slot%64)&1 != 0
}

// waysByGraph is [State.Ways] for any graph. On a closed path the first and the last number
// need both ways, too. With two numbers one cell is both ways.
func (s *State) waysByGraph(k, w int, set uint64) (enter, leave, two uint64) {
	const all = ^uint64(0)
	before, after := s.NumberBefore(k), s.NumberAfter(k)
	if before < 0 {
		enter, two = all, all
	}
	if after < 0 {
		leave, two = all, all
	}
	if before == after {
		two = all
	}
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		for _, d := range s.Touching[w*64+bits.TrailingZeros64(set)] {
			in, out := before >= 0 && s.Fits(before, d), after >= 0 && s.Fits(after, d)
			if (in || out) && (enter|leave)&bit != 0 {
				two |= bit
			}
			if in {
				enter |= bit
			}
			if out {
				leave |= bit
			}
			if enter&leave&two&bit != 0 {
				break
			}
		}
	}
	return enter, leave, two
}
