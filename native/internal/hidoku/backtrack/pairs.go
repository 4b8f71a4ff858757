package backtrack

// The cuts for two cells: those that must or may not follow each other, and those whose numbers ascend. They apply
// where the puzzle has such rules, and are tried when no other cut finds anything. Each takes
// time O(n/64) for n numbers, and the learning search does not know them.

import (
	"math/bits"

	"crosscut/puzzle/space"
)

// pairRule is a rule for the numbers of the cells at two slots.
type pairRule struct {
	kind  pairKind
	a, b  int
	apart int // for inOrder: the number of b is larger than that of a by at least this
}

type pairKind int

const (
	together pairKind = iota // the numbers are consecutive
	parted                   // they are not
	inOrder                  // the number of b is larger
)

// setPairs lists the rules of two cells, and for each slot the other slots of its rules.
//
// From one cell of an order to the next, the path takes at least as many steps as the
// shortest way through the graph. No number is large enough if there is no way.
func (s *State) setPairs() {
	if s.P.AnyPath() {
		return
	}
	add := func(r pairRule) {
		if s.Partners == nil {
			s.Partners = make([][]int32, s.Slots)
			s.allowed = make([]uint64, s.NumberWords)
		}
		s.Pairs = append(s.Pairs, r)
		s.Partners[r.a] = append(s.Partners[r.a], int32(r.b))
		s.Partners[r.b] = append(s.Partners[r.b], int32(r.a))
	}
	for c, d := range s.P.Pairs() {
		if s.P.MustFollow(c, d) {
			add(pairRule{kind: together, a: int(s.SlotOf[c]), b: int(s.SlotOf[d])})
		}
	}
	for c, d := range s.P.Pairs() {
		if !s.P.MayFollow(c, d) {
			add(pairRule{kind: parted, a: int(s.SlotOf[c]), b: int(s.SlotOf[d])})
		}
	}
	for i, d := range s.P.Ascending() {
		if i > 0 {
			c := s.P.Ascending()[i-1]
			apart := space.DistanceFrom(s.P, c, s.N, func(int) bool { return true })[d]
			if apart < 0 {
				apart = s.N
			}
			add(pairRule{kind: inOrder, a: int(s.SlotOf[c]), b: int(s.SlotOf[d]), apart: apart})
		}
	}
}

// cutPairs applies each rule of two cells once. It reports whether a candidate was removed.
func (s *State) cutPairs() bool {
	before := s.Run.Propagations
	for i := range s.Pairs {
		r := &s.Pairs[i]
		switch r.kind {
		case together:
			s.cutTogether(r.a, r.b)
			s.cutTogether(r.b, r.a)
		case parted:
			s.cutParted(r.a, r.b)
			s.cutParted(r.b, r.a)
		case inOrder:
			s.cutOrder(r)
		}
		if s.failed {
			return true
		}
	}
	return s.Run.Propagations > before
}

// cutTogether keeps for the cell at slot a the numbers beside a number of the cell at b. No
// solution is lost, because the numbers of the two are consecutive.
func (s *State) cutTogether(a, b int) {
	clear(s.allowed)
	for w, set := range s.NumbersOf(b) {
		s.allowed[w] |= set<<1 | set>>1
		if set>>63 != 0 && w+1 < s.NumberWords {
			s.allowed[w+1] |= 1
		}
		if set&1 != 0 && w > 0 {
			s.allowed[w-1] |= 1 << 63
		}
	}
	if s.Closed {
		last := s.N - 1
		set := s.NumbersOf(b)
		s.allowed[last/64] |= set[0] & 1 << (last % 64)
		s.allowed[0] |= set[last/64] >> (last % 64) & 1
	}
	s.keepNumbers(a)
}

// keepNumbers removes the numbers outside allowed from the cell at slot.
func (s *State) keepNumbers(slot int) {
	for w, set := range s.NumbersOf(slot) {
		if gone := set &^ s.allowed[w]; gone != 0 {
			s.removeNumbers(slot, w, gone)
		}
	}
}

// cutParted removes from the cell at slot a each number that is beside every number of
// the cell at b. No solution is lost, because the numbers of the two are not consecutive.
func (s *State) cutParted(a, b int) {
	if s.NumberCount[b] > 2 || s.NumberCount[b] == 0 {
		return
	}
	first := Lowest(s.NumbersOf(b))
	for _, k := range [...]int{s.NumberBefore(first), s.NumberAfter(first)} {
		if k < 0 || s.NumbersOf(a)[k/64]>>(k%64)&1 == 0 {
			continue
		}
		if s.onlyBeside(k, b) {
			s.removeNumbers(a, k/64, 1<<(k%64))
		}
	}
}

// onlyBeside reports whether the cell at slot can have no other numbers than those before
// and after k.
func (s *State) onlyBeside(k, slot int) bool {
	for w, set := range s.NumbersOf(slot) {
		for ; set != 0; set &= set - 1 {
			if j := w*64 + bits.TrailingZeros64(set); j != s.NumberBefore(k) && j != s.NumberAfter(k) {
				return false
			}
		}
	}
	return true
}

// cutOrder removes the numbers of the cell at a that are too large for those at b, and the
// other way round. No solution is lost: see setPairs.
func (s *State) cutOrder(r *pairRule) {
	if s.NumberCount[r.a] == 0 || s.NumberCount[r.b] == 0 {
		return
	}
	s.keepRange(r.a, 0, highest(s.NumbersOf(r.b))-r.apart)
	if s.NumberCount[r.a] > 0 {
		s.keepRange(r.b, Lowest(s.NumbersOf(r.a))+r.apart, s.N-1)
	}
}

// keepRange removes the numbers outside low..high from the cell at slot.
func (s *State) keepRange(slot, low, high int) {
	clear(s.allowed)
	for k := low; k <= high; k++ {
		s.allowed[k/64] |= 1 << (k % 64)
	}
	s.keepNumbers(slot)
}

// highest returns the largest member of a set that has one.
func highest(set []uint64) int {
	w := len(set) - 1
	for set[w] == 0 {
		w--
	}
	return w*64 + 63 - bits.LeadingZeros64(set[w])
}
