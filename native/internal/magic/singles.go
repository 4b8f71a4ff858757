package magic

import "math/bits"

// singles fills the cells that can have only one number, and places the numbers that
// can be on only as many cells as they must be on. Unless the rules say otherwise, every number is
// on some cell, since there are as many as cells. It returns false when a cell has no number or a
// number too few cells.
func (s *state) singles() bool {
	for i := 0; i < s.size; i++ {
		c := s.open[i]
		v := int32(-1)
		count := 0
		for w, word := range s.domain(c) {
			if word &= s.free[w]; word != 0 {
				count += bits.OnesCount64(word)
				v = int32(w*64 + bits.TrailingZeros64(word))
			}
		}
		if count == 0 {
			s.fail(whyCell, c)
			return false
		}
		if count == 1 {
			s.force(c, v, reason{whyCell, c})
			i-- // another open cell has taken the place of c
		}
	}
	return s.anyNumber || s.hiddenSingles() && (s.distinct || s.repeated())
}

// hiddenSingles is the half of singles that goes by numbers.
func (s *state) hiddenSingles() bool {
	clear(s.once)
	clear(s.twice)
	for _, c := range s.open[:s.size] {
		for w, word := range s.domain(c) {
			s.twice[w] |= s.once[w] & word
			s.once[w] |= word
		}
	}
	for w, word := range s.free {
		if missing := word &^ s.once[w]; missing != 0 {
			s.fail(whyNumber, int32(w*64+bits.TrailingZeros64(missing)))
			return false
		}
		for single := word &^ s.twice[w]; single != 0; single &= single - 1 {
			v := int32(w*64 + bits.TrailingZeros64(single))
			c := s.cellFor(v)
			if c < 0 || s.left[v] > 1 { // without c, its cell has been given to another number here
				s.fail(whyNumber, v)
				return false
			}
			s.force(c, v, reason{whyNumber, v})
		}
	}
	return true
}

// repeated is what hiddenSingles is, for numbers that are to be placed several times.
func (s *state) repeated() bool {
	for v, left := range s.left {
		if left < 2 {
			continue
		}
		var cells []int32
		for _, c := range s.open[:s.size] {
			if s.has(c, int32(v)) {
				cells = append(cells, c)
			}
		}
		switch {
		case len(cells) < int(left):
			s.fail(whyNumber, int32(v))
			return false
		case len(cells) == int(left):
			for _, c := range cells {
				s.force(c, int32(v), reason{whyNumber, int32(v)})
			}
		}
	}
	return true
}

// cellFor returns an open cell that may have the free number v, or −1.
func (s *state) cellFor(v int32) int32 {
	for _, c := range s.open[:s.size] {
		if s.has(c, v) {
			return c
		}
	}
	return -1
}

// force places v on c for the given reason.
func (s *state) force(c, v int32, reason reason) {
	s.r.Propagations++
	s.countState(c, v, 1, reason.why)
	s.place(c, v)
	s.tracePlaced(reason)
}
