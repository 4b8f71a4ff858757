package magic

import "math/bits"

// The rule of three open cells for sets of two words. Boards of order 9 to 11 have them.

// wordPair is a set of two words. A structure stays in registers, and an array does not.
type wordPair struct{ low, high uint64 }

// mirrored is the reverse of a set of two words, with zeros on both sides.
type mirrored [8]uint64

// mirror makes m, which is all zeros, the reverse of the set.
func (m *mirrored) mirror(set wordPair) {
	m[2], m[3] = bits.Reverse64(set.high), bits.Reverse64(set.low)
}

// sumMinus is the function of that name for sets of two words. sum is below 255.
func (m *mirrored) sumMinus(sum int) (low, high uint64) {
	from := uint(255 - sum)
	w, shift := from/64, from%64
	a, b, c := m[w&7], m[(w+1)&7], m[(w+2)&7]
	return a>>shift | b<<1<<(63-shift), b>>shift | c<<1<<(63-shift)
}

// ruleOfThreePair is ruleOfThree where a set is two words, as on boards of order 9 to
// 11.
func (s *state) ruleOfThreePair(sum int) bool {
	x, y, z := s.cells[0], s.cells[1], s.cells[2]
	a, b, c := s.pairOf(x), s.pairOf(y), s.pairOf(z)
	// Begin with a cell that has fewest numbers.
	if na, nb, nc := a.size(), b.size(), c.size(); nc < min(na, nb) {
		x, y, z, a, b, c = z, x, y, c, a, b
	} else if nb < na {
		x, y, z, a, b, c = y, z, x, b, c, a
	}
	var mirroredB, mirroredC mirrored
	mirroredB.mirror(b)
	mirroredC.mirror(c)
	var keepA, keepB, keepC wordPair
	for left := a; left.low|left.high != 0; {
		var bit wordPair
		v := bits.TrailingZeros64(left.low)
		if left.low != 0 {
			bit.low = left.low & -left.low
			left.low ^= bit.low
		} else {
			v = 64 + bits.TrailingZeros64(left.high)
			bit.high = left.high & -left.high
			left.high ^= bit.high
		}
		rest := sum - v
		if rest < 0 {
			break
		}
		if rest > 2*127 {
			continue
		}
		// The others have different numbers, both of them different from v. A shift by
		// 64 or more, or by a negative number as unsigned, leaves no bit.
		even := ^uint64(rest) & 1
		equalLow := bit.low | 1<<uint(rest-v) | even<<uint(rest/2)
		equalHigh := bit.high | 1<<uint(rest-v-64) | even<<uint(rest/2-64)
		low, high := mirroredC.sumMinus(rest)
		low &= b.low &^ equalLow
		high &= b.high &^ equalHigh
		if low|high == 0 {
			continue
		}
		keepA.low |= bit.low
		keepA.high |= bit.high
		if keepB == b && keepC == c {
			continue // the others keep all that they have
		}
		keepB.low |= low
		keepB.high |= high
		low, high = mirroredB.sumMinus(rest)
		keepC.low |= low & c.low &^ equalLow
		keepC.high |= high & c.high &^ equalHigh
	}
	s.narrowPair(x, a, keepA)
	s.narrowPair(y, b, keepB)
	s.narrowPair(z, c, keepC)
	return keepA != wordPair{}
}

func (s *state) pairOf(c int32) wordPair {
	domain, free := s.domains[2*c:][:2], s.free[:2]
	return wordPair{domain[0] & free[0], domain[1] & free[1]}
}

// narrowPair is narrow for cell c, which may have the numbers of old.
func (s *state) narrowPair(c int32, old, keep wordPair) {
	if keep != old {
		s.work[0], s.work[1] = keep.low, keep.high
		s.narrow(c, s.work[:s.words])
	}
}

func (set wordPair) size() int { return bits.OnesCount64(set.low) + bits.OnesCount64(set.high) }
