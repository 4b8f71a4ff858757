package hidoku

// The cuts for boards whose neighbours are not those of a plain lattice, and for closed
// paths: walls, bridges, other moves, a torus. They are the cuts of cuts.go cell by cell,
// where those treat 64 cells at once. They take some five times as long.

import (
	"math/bits"

	"crosscut/puzzle"
)

// setGraph lists the neighbours of each slot, unless the board is a plain one.
func (s *state) setGraph() {
	s.closed = s.p.Closed()
	if s.p.OnLattice() && !s.closed {
		return
	}
	s.touching = make([][]int32, s.slots)
	for c, slot := range s.slotOf {
		for _, d := range s.p.Neighbours(c) {
			s.touching[slot] = append(s.touching[slot], s.slotOf[d])
		}
	}
}

// numberBefore returns the number before k on the path, or -1.
func (s *state) numberBefore(k int) int {
	if k == 0 && s.closed {
		return s.n - 1
	}
	return k - 1
}

// numberAfter returns the number after k on the path, or -1.
func (s *state) numberAfter(k int) int {
	switch {
	case k < s.n-1:
		return k + 1
	case s.closed:
		return 0
	}
	return -1
}

// fits reports whether k fits the cell at slot.
func (s *state) fits(k int, slot int32) bool {
	return s.cells[s.first+k*s.row+int(slot)/64]>>(slot%64)&1 != 0
}

// waysByGraph is [state.ways] for any graph. On a closed path the first and the last number
// need both ways, too. With two numbers one cell is both ways.
func (s *state) waysByGraph(k, w int, set uint64) (enter, leave, two uint64) {
	const all = ^uint64(0)
	before, after := s.numberBefore(k), s.numberAfter(k)
	if before < 0 {
		enter, two = all, all
	}
	if after < 0 {
		leave, two = all, all
	}
	if before == after {
		two = all
	}
	if s.masks != nil && windowMasks.On() {
		return s.waysByMasks(before, after, w, set, enter, leave, two)
	}
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		for _, d := range s.touching[w*64+bits.TrailingZeros64(set)] {
			in, out := before >= 0 && s.fits(before, d), after >= 0 && s.fits(after, d)
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
func (s *state) waysByMasks(before, after, w int, set, enter, leave, two uint64) (_, _, _ uint64) {
	for ; set != 0; set &= set - 1 {
		bit := set & -set
		base := (w*64 + bits.TrailingZeros64(set)) * s.words
		var in, out uint64
		either := 0
		for i, mask := range s.masks[base : base+s.words] {
			if mask == 0 {
				continue
			}
			var b, a uint64
			if before >= 0 {
				b = mask & s.cells[s.first+before*s.row+i]
			}
			if after >= 0 {
				a = mask & s.cells[s.first+after*s.row+i]
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

// aroundByGraph is [state.around] for any graph.
func (s *state) aroundByGraph(k, w int) (set uint64) {
	for i := range min(64, s.slots-w*64) {
		for _, d := range s.touching[w*64+i] {
			if s.fits(k, d) {
				set |= 1 << i
				break
			}
		}
	}
	return set
}

// isPlainPath reports whether the path is open and has no rules for pairs of cells.
func isPlainPath(p *puzzle.Hidoku) bool {
	return !p.Closed() && len(p.Links())+len(p.Unlinked())+len(p.Order()) == 0
}
