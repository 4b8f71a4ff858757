package backtrack

// The cuts for boards whose neighbours are not those of a plain lattice, and for closed
// paths: walls, bridges, other moves, a torus. They are the cuts of cuts.go cell by cell,
// where those treat 64 cells at once. They take some five times as long.

import (
	"math/bits"

	"crosscut/puzzle"
)

// setGraph lists the neighbours of each slot, unless the board is a plain one.
func (s *State) setGraph() {
	s.Closed = s.P.Closed()
	if s.P.OnLattice() && !s.Closed {
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
	if s.Masks != nil && masks.On() {
		return s.waysByMasks(before, after, w, set, enter, leave, two)
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

// waysByMasks goes on with waysByGraph where there are masks: the set of the slots that each
// slot touches.
func (s *State) waysByMasks(before, after, w int, set, enter, leave, two uint64) (_, _, _ uint64) {
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		base := (w*64 + bits.TrailingZeros64(set)) * s.Words
		var in, out uint64
		either := 0
		for i, mask := range s.Masks[base : base+s.Words] {
			if mask == 0 {
				continue
			}
			var b, a uint64
			if before >= 0 {
				b = mask & s.Cells[s.First+before*s.Row+i]
			}
			if after >= 0 {
				a = mask & s.Cells[s.First+after*s.Row+i]
			}
			in, out = in|b, out|a
			either += bits.OnesCount64(b | a)
		}
		if in != 0 {
			enter |= bit
		}
		if out != 0 {
			leave |= bit
		}
		if either > 1 {
			two |= bit
		}
	}
	return enter, leave, two
}

// aroundByGraph is [State.around] for any graph.
func (s *State) aroundByGraph(k, w int) (set uint64) {
	for i := range min(64, s.Slots-w*64) {
		for _, d := range s.Touching[w*64+i] {
			if s.Fits(k, d) {
				set |= 1 << i
				break
			}
		}
	}
	return set
}

// IsPlainPath reports whether the path is open and has no rules for pairs of cells.
func IsPlainPath(p *puzzle.Hidoku) bool {
	return !p.Closed() && len(p.Links())+len(p.Unlinked())+len(p.Order()) == 0
}

// AddTouching lets a slot touch another one.
func (s *State) AddTouching(slot, to int32) {
	s.Touching[slot] = append(s.Touching[slot], to)
	s.Masks[int(slot)*s.Words+int(to)/64] |= 1 << (to % 64)
}

// DilateByMasks is [State.dilate] where there are masks.
func (s *State) DilateByMasks() {
	around := make([]uint64, s.Words)
	from := func(other, k int) {
		clear(around)
		for w, set := range s.CellsOf(other) {
			for ; set != 0; set &= set - 1 {
				slot := w*64 + bits.TrailingZeros64(set)
				for i, mask := range s.Masks[slot*s.Words : (slot+1)*s.Words] {
					around[i] |= mask
				}
			}
		}
		for w, set := range s.CellsOf(k) {
			s.CellsOf(k)[w] = set & around[w]
		}
	}
	for k := 1; k < s.N; k++ {
		from(k-1, k)
	}
	for k := s.N - 2; k >= 0; k-- {
		from(k+1, k)
	}
}
