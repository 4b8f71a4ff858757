package hidoku

import "math/bits"

// variable is what the search may branch on: number k as k, the cell at a slot as
// ^slot. Its candidates are cells or numbers. In a solution each variable has exactly
// one of them, so trying all candidates of one variable misses nothing.
type variable int32

// size returns the number of candidates.
func (s *state) size(v variable) int32 {
	if v < 0 {
		return s.numberCount[^v]
	}
	return s.cellCount[v]
}

// choose returns the variable to branch on and its size. The size is 0 when no variable
// has a choice left. It takes the variable with the smallest size/(1+weight), where
// weight counts the failures that it was blamed for. Among equal ones, numbers come
// before cells (Boussemart, Hemery, Lecoutre, Sais: Boosting systematic search by
// weighting constraints, ECAI 2004). Size alone, with the weight to break ties, left
// seven of the 456 published boards unsolved after a second. This rule left none.
func (s *state) choose() (best variable, size int32) {
	var weight int32
	for w, set := range s.openNumbers {
		for ; set != 0; set &= set - 1 {
			k := w*64 + bits.TrailingZeros64(set)
			if count := s.cellCount[k]; size == 0 || worse(size, weight, count, s.numberWeight[k]) {
				best, size, weight = variable(k), count, s.numberWeight[k]
			}
		}
	}
	for w, set := range s.openSlots {
		for ; set != 0; set &= set - 1 {
			slot := w*64 + bits.TrailingZeros64(set)
			if count := s.numberCount[slot]; size == 0 || worse(size, weight, count, s.slotWeight[slot]) {
				best, size, weight = ^variable(slot), count, s.slotWeight[slot]
			}
		}
	}
	return best, size
}

// worse reports whether size/(1+weight) of the first is larger than that of the second.
func worse(size, weight, otherSize, otherWeight int32) bool {
	return int64(size)*int64(otherWeight+1) > int64(otherSize)*int64(weight+1)
}

// blame adds weight to the number or cell that ran out of candidates.
func (s *state) blame() {
	if !weights.On() {
		return
	}
	if s.blamed < 0 {
		s.slotWeight[^s.blamed]++
	} else {
		s.numberWeight[s.blamed]++
	}
}

// candidate returns the candidate of v to try next. It is that of the guide if there is one
// and it is still possible. Otherwise, for a number it is the cell with the fewest candidates, and for a cell the
// number with the fewest. A cell or number that is hard to reach is best reached early
// (Warnsdorff's rule for the tour of a knight, 1823).
func (h *quickSearch) candidate(v variable) (k, slot int) {
	if h.guide != nil {
		k, slot := h.guide.candidate(v)
		if h.fits(k, int32(slot)) {
			return k, slot
		}
	}
	if v < 0 {
		return h.preferred(h.numbersOf(int(^v)), h.cellCount), int(^v)
	}
	return int(v), h.preferred(h.cellsOf(int(v)), h.numberCount)
}

// guide is a solution that mending has found.
type guide struct {
	slotOf   []int // by number
	numberAt []int // by slot
}

// guideTo lets the search find a solution first, given the cell of each number.
func (h *quickSearch) guideTo(cells []int32) {
	g := &guide{slotOf: make([]int, h.n), numberAt: make([]int, h.slots)}
	for k, c := range cells {
		g.slotOf[k] = int(h.slotOf[c])
		g.numberAt[h.slotOf[c]] = k
	}
	h.guide = g
}

// candidate returns the number and the slot that belong together in the guide.
func (g *guide) candidate(v variable) (k, slot int) {
	if v < 0 {
		return g.numberAt[^v], int(^v)
	}
	return int(v), g.slotOf[v]
}

// preferred returns the first member of a set that has the smallest count.
func (h *quickSearch) preferred(set []uint64, counts []int32) int {
	best := lowest(set)
	if !fewestFirst.On() {
		return best
	}
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			if i := w*64 + bits.TrailingZeros64(word); counts[i] < counts[best] {
				best = i
			}
		}
	}
	return best
}
