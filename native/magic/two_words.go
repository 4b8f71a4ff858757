package magic

import "math/bits"

// The rule of three open cells for sets of two words. Boards of order 9 to 11 have them.

// twoWords is a set of two words.
type twoWords [2]uint64

// mirrored is the reverse of a set of two words, with zeros on both sides.
type mirrored [8]uint64

func newMirrored(set twoWords) mirrored {
	return mirrored{2: bits.Reverse64(set[1]), 3: bits.Reverse64(set[0])}
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
	x, y, z := s.smallestOfThree()
	a, b, c := twoWords(s.set(x)), twoWords(s.set(y)), twoWords(s.set(z))
	mirroredB, mirroredC := newMirrored(b), newMirrored(c)
	var keepA, keepB, keepC twoWords
	for i, word := range a {
		for ; word != 0; word &= word - 1 {
			v := i*64 + bits.TrailingZeros64(word)
			rest := sum - v
			if rest < 0 {
				break
			}
			if rest > 254 {
				continue
			}
			// The others have different numbers, both of them different from v. A shift by
			// 64 or more, or by a negative number as unsigned, leaves no bit.
			even := ^uint64(rest) & 1
			equalLow := 1<<uint(v) | 1<<uint(rest-v) | even<<uint(rest/2)
			equalHigh := 1<<uint(v-64) | 1<<uint(rest-v-64) | even<<uint(rest/2-64)
			low, high := mirroredC.sumMinus(rest)
			low &= b[0] &^ equalLow
			high &= b[1] &^ equalHigh
			if low|high == 0 {
				continue
			}
			keepA[i] |= word & -word
			if keepB == b && keepC == c {
				continue // the others keep all that they have
			}
			keepB[0] |= low
			keepB[1] |= high
			low, high = mirroredB.sumMinus(rest)
			keepC[0] |= low & c[0] &^ equalLow
			keepC[1] |= high & c[1] &^ equalHigh
		}
	}
	copy(s.work, keepA[:])
	copy(s.work[2:], keepB[:])
	copy(s.work[4:], keepC[:])
	s.narrow(s.cells[x], s.work[0:2])
	s.narrow(s.cells[y], s.work[2:4])
	s.narrow(s.cells[z], s.work[4:6])
	return keepA[0]|keepA[1] != 0
}
