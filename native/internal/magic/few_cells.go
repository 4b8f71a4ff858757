package magic

import (
	"math/bits"
	"slices"

	"crosscut/native/internal/magic/plan"
)

// The rules of lines with two or three open cells.

// withPartner puts into to those numbers v of set for which sum − v is in other and
// differs from v. It reports whether there are any.
func (s *state) withPartner(to, set, other []uint64, sum int) bool {
	any := uint64(0)
	for w := range to {
		// Bit j of the word stands for v = 64w+j, and so for sum−64w−j of other. These
		// are the 64 bits of other that end with sum−64w, in reverse.
		to[w] = set[w] & bits.Reverse64(window(other, sum-64*w-63))
		if sum >= 0 && sum%2 == 0 && sum/128 == w {
			to[w] &^= 1 << (sum / 2 % 64)
		}
		any |= to[w]
	}
	return any != 0
}

// window returns the 64 bits of set from the given one on. The position may be
// negative: there are zeros on both sides of set.
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

// ruleOfTwo is the rule of a line with two open cells. Each may have a number only if
// the other may have what is left of the sum.
func (s *state) ruleOfTwo(sum int) bool {
	a, b := s.work[:s.words], s.work[s.words:][:s.words]
	if !s.withPartner(a, s.set(0), s.set(1), sum) {
		return false
	}
	s.withPartner(b, s.set(1), a, sum)
	s.narrow(s.cells[0], a)
	s.narrow(s.cells[1], b)
	return true
}

// ruleOfThree is the rule of a line with three open cells. Look at all triples of
// different numbers, one for each cell, with the right sum. A cell keeps the numbers that
// it has in one of them. For each number v of one cell, withPartner finds what the others
// may have beside v.
func (s *state) ruleOfThree(sum int) bool {
	w := s.words
	a, b, c := s.work[:w], s.work[w:][:w], s.work[2*w:][:w]
	clear(s.work)
	beside, back := s.once, s.twice
	x, y, z := s.smallestOfThree()
	for i, word := range s.set(x) {
		for ; word != 0; word &= word - 1 {
			v := i*64 + bits.TrailingZeros64(word)
			bit := word & -word
			// The other cells cannot have v.
			inB, inC := s.set(y)[i], s.set(z)[i]
			s.set(y)[i] &^= bit
			s.set(z)[i] &^= bit
			if s.withPartner(beside, s.set(y), s.set(z), sum-v) {
				a[i] |= bit
				s.withPartner(back, s.set(z), beside, sum-v)
				for j := range beside {
					b[j] |= beside[j]
					c[j] |= back[j]
				}
			}
			s.set(y)[i], s.set(z)[i] = inB, inC
		}
	}
	s.narrow(s.cells[x], a)
	s.narrow(s.cells[y], b)
	s.narrow(s.cells[z], c)
	return slices.ContainsFunc(a, func(word uint64) bool { return word != 0 })
}

// smallestOfThree returns the indices of the three sets, beginning with one that has
// fewest numbers.
func (s *state) smallestOfThree() (x, y, z int) {
	least := len(s.value) + 1
	for i := range 3 {
		n := 0
		for _, word := range s.set(i) {
			n += bits.OnesCount64(word)
		}
		if n < least {
			x, least = i, n
		}
	}
	return x, (x + 1) % 3, (x + 2) % 3
}

// ruleOfThreeWord is ruleOfThree where a set is one word, as on all boards up to 8×8. A
// search spends most of its time here.
func (s *state) ruleOfThreeWord(sum int) bool {
	x, y, z := s.cells[0], s.cells[1], s.cells[2]
	a, b, c := s.domains[x]&s.free[0], s.domains[y]&s.free[0], s.domains[z]&s.free[0]
	// Begin with a cell that has fewest numbers.
	if na, nb, nc := bits.OnesCount64(a), bits.OnesCount64(b), bits.OnesCount64(c); nc < min(na, nb) {
		x, y, z, a, b, c = z, x, y, c, a, b
	} else if nb < na {
		x, y, z, a, b, c = y, z, x, b, c, a
	}
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
		if inB := b & differ & plan.SumMinus(reversedC, rest); inB != 0 {
			keepA |= word & -word
			keepB |= inB
			keepC |= c & differ & plan.SumMinus(reversedB, rest)
		}
	}
	s.narrowWord(x, a, keepA)
	s.narrowWord(y, b, keepB)
	s.narrowWord(z, c, keepC)
	return keepA != 0
}

// narrowWord is narrow for cell c, which may have the numbers of old.
func (s *state) narrowWord(c int32, old, keep uint64) {
	if keep != old {
		s.work[0] = keep
		s.narrow(c, s.work[:1])
	}
}
