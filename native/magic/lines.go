package magic

import (
	"math/bits"
	"slices"
)

// propagate places what is forced and removes numbers from domains until no rule
// applies. It returns false for a state without fillings. When the search is to end, it
// returns false and the error.
//
// Each rule removes only numbers that a cell has in no filling, and its comment says why.
// The tests check every rule against this promise alone.
func (s *state) propagate() (bool, error) {
	for {
		for l := s.pop(); l >= 0; l = s.pop() {
			if err := s.r.Err(); err != nil {
				return false, err
			}
			if !s.applyRules(l) {
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

// pop takes the touched line with fewest open cells. It returns −1 if no line is touched. Such a
// line takes the least time and excludes the most numbers. This order takes half the time of any
// other order tried.
func (s *state) pop() int32 {
	if !slices.ContainsFunc(s.dirty, func(word uint64) bool { return word != 0 }) {
		return -1
	}
	for _, lines := range s.withOpen {
		for w, word := range s.dirty {
			if word &= lines[w]; word != 0 {
				s.dirty[w] &^= word & -word
				return int32(64*w + bits.TrailingZeros64(word))
			}
		}
	}
	return -1
}

// applyRules applies the rules of a line. It returns false when the line cannot be
// filled.
func (s *state) applyRules(l int32) bool {
	line := &s.lines[l]
	s.cells = line.cells[:line.open]
	if len(s.cells) <= 3 {
		// The rules of so few cells find all that they can at once.
		ok := s.rulesOfFew(l)
		s.dirty.remove(l)
		return ok
	}
	for i, c := range s.cells {
		set := s.set(i)
		for w, word := range s.domain(c) {
			set[w] = word & s.free[w]
		}
	}
	return s.ruleOfBounds(line.rest)
}

// rulesOfFew is applyRules for a line with at most three open cells.
func (s *state) rulesOfFew(l int32) bool {
	line := &s.lines[l]
	for i, c := range s.cells {
		set := s.set(i)
		for w, word := range s.domain(c) {
			set[w] = word & s.free[w]
		}
	}
	switch len(s.cells) {
	case 0:
		return line.rest == 0
	case 1:
		if line.rest < 0 || line.rest >= len(s.value) || !s.has(s.cells[0], int32(line.rest)) {
			return false
		}
		s.force(s.cells[0], int32(line.rest), reason{whyLast, l})
		return true
	case 2:
		return s.ruleOfTwo(line.rest)
	}
	switch s.words { // all three cut the same; those for one and two words are faster
	case 1:
		return s.ruleOfThreeWord(line.rest)
	case 2:
		return s.ruleOfThreePair(line.rest)
	}
	return s.ruleOfThree(line.rest)
}

// set returns set i.
func (s *state) set(i int) []uint64 { return s.sets[i*s.words:][:s.words] }

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
	clear(s.work[:3*w])
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
	x, y, z := s.smallestOfThree()
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
		if inB := b & differ & sumMinus(reversedC, rest); inB != 0 {
			keepA |= word & -word
			keepB |= inB
			keepC |= c & differ & sumMinus(reversedB, rest)
		}
	}
	s.work[0], s.work[1], s.work[2] = keepA, keepB, keepC
	s.narrow(s.cells[x], s.work[0:1])
	s.narrow(s.cells[y], s.work[1:2])
	s.narrow(s.cells[z], s.work[2:3])
	return keepA != 0
}

// sumMinus returns the differences sum − v for all members v of a set. reversed is the
// reverse of the set: v is bit 63 − v. sum is not negative.
func sumMinus(reversed uint64, sum int) uint64 {
	if sum >= 63 {
		return reversed << (sum - 63)
	}
	return reversed >> (63 - sum)
}

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
