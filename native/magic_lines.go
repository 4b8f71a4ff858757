package native

import (
	"math/bits"
	"slices"
)

// propagate places what is forced and takes numbers out of domains until no rule
// applies. It returns false for a state without fillings, and when the search
// is to end, with the error.
//
// A number that may not be on a cell in any filling is all that each rule takes
// away; each says why. The tests hold every rule to that alone.
func (s *magicState) propagate() (bool, error) {
	for {
		for len(s.queue) > 0 {
			l := s.pop()
			if err := s.r.Err(); err != nil {
				return false, err
			}
			if !s.line(l) {
				s.fail(whyLine, l)
				return false, nil
			}
		}
		before := len(s.placed)
		if !s.singles() {
			return false, nil
		}
		if len(s.placed) == before {
			return true, nil
		}
	}
}

// pop takes the touched line with fewest open cells out of the queue: it costs
// least and says most, which halves the time against any other order tried.
func (s *magicState) pop() int32 {
	best := 0
	for i, l := range s.queue {
		if s.lines[l].open < s.lines[s.queue[best]].open {
			best = i
		}
	}
	l, last := s.queue[best], len(s.queue)-1
	s.queue[best] = s.queue[last]
	s.queue = s.queue[:last]
	s.dirty[l] = false
	return l
}

// line applies the rules of a line, and returns false when it cannot be filled.
func (s *magicState) line(l int32) bool {
	line := &s.lines[l]
	s.cells = s.cells[:0]
	for _, c := range line.cells {
		if s.value[c] < 0 {
			set := s.sets[len(s.cells)*s.words:][:s.words]
			for w, word := range s.domain(c) {
				set[w] = word & s.free[w]
			}
			s.cells = append(s.cells, c)
		}
	}
	switch len(s.cells) {
	case 0:
		return line.rest == 0
	case 1:
		if line.rest < 0 || line.rest >= len(s.value) || !s.has(s.cells[0], int32(line.rest)) {
			return false
		}
		s.force(s.cells[0], int32(line.rest), magicReason{whyLast, l})
		return true
	case 2:
		return s.two(line.rest)
	case 3:
		if s.words == 1 {
			return s.threeWord(line.rest)
		}
		return s.three(line.rest)
	}
	return s.bounds(line.rest)
}

// set returns the i-th of the sets.
func (s *magicState) set(i int) []uint64 { return s.sets[i*s.words:][:s.words] }

// mirrored puts into to the numbers v of set for which other has sum − v, a
// number different from v, and reports whether there are any.
func (s *magicState) mirrored(to, set, other []uint64, sum int) bool {
	any := uint64(0)
	for w := range to {
		// Bit j of the word stands for v = 64w+j, so for sum−64w−j of other:
		// the 64 bits of other that end with sum−64w, in reverse.
		to[w] = set[w] & bits.Reverse64(window(other, sum-64*w-63))
		if sum >= 0 && sum%2 == 0 && sum/128 == w {
			to[w] &^= 1 << (sum / 2 % 64)
		}
		any |= to[w]
	}
	return any != 0
}

// window returns the 64 bits of set from the given one on, which may be negative;
// there are zeros on both sides of set.
func window(set []uint64, from int) uint64 {
	w, shift := from>>6, from&63
	low, high := uint64(0), uint64(0)
	if w >= 0 && w < len(set) {
		low = set[w] >> shift
	}
	if w >= -1 && w+1 < len(set) {
		high = set[w+1] << (64 - shift) // nothing for shift 0
	}
	return low | high
}

// two is the rule of a line with two open cells: each may have what is left of the
// sum beside a number of the other.
func (s *magicState) two(sum int) bool {
	a, b := s.work[:s.words], s.work[s.words:][:s.words]
	if !s.mirrored(a, s.set(0), s.set(1), sum) {
		return false
	}
	s.mirrored(b, s.set(1), a, sum)
	s.narrow(s.cells[0], a)
	s.narrow(s.cells[1], b)
	return true
}

// three is the rule of a line with three open cells: each may have what is in some
// triple of different numbers, one for each cell, that have the sum. For each
// number v of one cell, two says what the others may have beside v.
func (s *magicState) three(sum int) bool {
	w := s.words
	a, b, c := s.work[:w], s.work[w:][:w], s.work[2*w:][:w]
	clear(s.work[:3*w])
	beside, back := s.once, s.twice
	for i, word := range s.set(0) {
		for ; word != 0; word &= word - 1 {
			v := i*64 + bits.TrailingZeros64(word)
			bit := word & -word
			// v itself is no number for the others.
			inB, inC := s.set(1)[i], s.set(2)[i]
			s.set(1)[i] &^= bit
			s.set(2)[i] &^= bit
			if s.mirrored(beside, s.set(1), s.set(2), sum-v) {
				a[i] |= bit
				s.mirrored(back, s.set(2), beside, sum-v)
				for j := range beside {
					b[j] |= beside[j]
					c[j] |= back[j]
				}
			}
			s.set(1)[i], s.set(2)[i] = inB, inC
		}
	}
	for i, set := range [3][]uint64{a, b, c} {
		s.narrow(s.cells[i], set)
	}
	return slices.ContainsFunc(a, func(word uint64) bool { return word != 0 })
}

// threeWord is three where a set is one word, as on all boards to 8×8: most of the
// time of a search goes into it.
func (s *magicState) threeWord(sum int) bool {
	x, y, z := 0, 1, 2 // x with fewest numbers
	for i := range 3 {
		if bits.OnesCount64(s.sets[i]) < bits.OnesCount64(s.sets[x]) {
			x, y, z = i, (i+1)%3, (i+2)%3
		}
	}
	a, b, c := s.sets[x], s.sets[y], s.sets[z]
	reversedB, reversedC := bits.Reverse64(b), bits.Reverse64(c)
	var keepA, keepB, keepC uint64
	for word := a; word != 0; word &= word - 1 {
		v := bits.TrailingZeros64(word)
		rest := sum - v
		if rest < 0 {
			break
		}
		// The others have different numbers, both of them different from v.
		differ := ^(word & -word)
		if rest%2 == 0 {
			differ &^= 1 << (rest / 2)
		}
		if rest >= v {
			differ &^= 1 << (rest - v)
		}
		if inB := b & differ & lessFrom(reversedC, rest); inB != 0 {
			keepA |= word & -word
			keepB |= inB
			keepC |= c & differ & lessFrom(reversedB, rest)
		}
	}
	s.work[0], s.work[1], s.work[2] = keepA, keepB, keepC
	s.narrow(s.cells[x], s.work[0:1])
	s.narrow(s.cells[y], s.work[1:2])
	s.narrow(s.cells[z], s.work[2:3])
	return keepA != 0
}

// lessFrom returns the set of the sum − v, sum not negative, for the v of the set
// of which reversed is the reverse: v is bit 63 − v there.
func lessFrom(reversed uint64, sum int) uint64 {
	if sum >= 63 {
		return reversed << (sum - 63)
	}
	return reversed >> (63 - sum)
}
