package backtrack

import "math/bits"

// Variable is what the search may branch on: number k as k, the cell at a slot as
// ^slot. Its candidates are cells or numbers. In a solution each variable has exactly
// one of them, so trying all candidates of one variable misses nothing.
type Variable int32

// With returns the number and the slot that belong together if v takes the candidate i.
func (v Variable) With(i int) (k, slot int) {
	if v < 0 {
		return i, int(^v)
	}
	return int(v), i
}

// Size returns the number of candidates.
func (s *State) Size(v Variable) int32 {
	if v < 0 {
		return s.NumberCount[^v]
	}
	return s.CellCount[v]
}

// choose returns the variable to branch on and its size. The size is 0 when no variable
// has a choice left. It takes the variable with the smallest size/(1+weight), where
// weight counts the failures that it was blamed for. Among equal ones, cells come
// before numbers (Boussemart, Hemery, Lecoutre, Sais: Boosting systematic search by
// weighting constraints, ECAI 2004). Size alone, with the weight to break ties, left
// seven of the 456 published boards unsolved after a second. This rule left none.
func (s *State) choose() (v Variable, size int32) {
	var best Preference
	for w, set := range s.OpenSlots {
		for ; set != 0; set &= set - 1 {
			slot := w*64 + bits.TrailingZeros64(set)
			best.Offer(^Variable(slot), s.NumberCount[slot], s.SlotWeight[slot])
		}
	}
	for w, set := range s.OpenNumbers {
		for ; set != 0; set &= set - 1 {
			k := w*64 + bits.TrailingZeros64(set)
			best.Offer(Variable(k), s.CellCount[k], s.NumberWeight[k])
		}
	}
	return best.V, best.Size
}

// Preference is the variable with the smallest size/(1+weight) of those offered. Its size is 0
// before the first one.
type Preference struct {
	V            Variable
	Size, weight int32
}

// Offer takes the variable if its quotient is smaller.
func (p *Preference) Offer(v Variable, size, weight int32) {
	if p.Size == 0 || int64(p.Size)*int64(weight+1) > int64(size)*int64(p.weight+1) {
		*p = Preference{v, size, weight}
	}
}

// blame adds weight to the number or cell that ran out of candidates.
func (s *State) blame() {
	if !weights.On() {
		return
	}
	if s.blamed < 0 {
		s.SlotWeight[^s.blamed]++
	} else {
		s.NumberWeight[s.blamed]++
	}
}

// candidate returns the candidate of v to try next. It is that of the guide if there is one
// and it is still possible. Otherwise, for a number it is the cell with the fewest candidates, and for a cell the
// number with the fewest. A cell or number that is hard to reach is best reached early
// (Warnsdorff's rule for the tour of a knight, 1823).
func (h *Search) candidate(v Variable) (k, slot int) {
	if h.Guide != nil {
		k, slot := h.Guide.candidate(v)
		if h.Fits(k, int32(slot)) {
			return k, slot
		}
	}
	if v < 0 {
		return v.With(h.preferred(h.NumbersOf(int(^v)), h.CellCount))
	}
	return v.With(h.preferred(h.CellsOf(int(v)), h.NumberCount))
}

// guide is a solution that mending has found.
type guide struct {
	slotOf   []int // by number
	numberAt []int // by slot
}

// GuideTo lets the search find a solution first, given the cell of each number.
func (h *Search) GuideTo(cells []int32) {
	g := &guide{slotOf: make([]int, h.N), numberAt: make([]int, h.Slots)}
	for k, c := range cells {
		g.slotOf[k] = int(h.SlotOf[c])
		g.numberAt[h.SlotOf[c]] = k
	}
	h.Guide = g
}

// candidate returns the number and the slot that belong together in the guide.
func (g *guide) candidate(v Variable) (k, slot int) {
	if v < 0 {
		return g.numberAt[^v], int(^v)
	}
	return int(v), g.slotOf[v]
}

// preferred returns the first member of a set that has the smallest count, or just the
// first where candidates are tried in order.
func (h *Search) preferred(set []uint64, counts []int32) int {
	best := Lowest(set)
	if h.inOrder || !fewestFirst.On() {
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
