package magic

import "math/bits"

// The rule of lines with four open cells, for sets of one or two words.

// ruleOfFour is the rule of a line with four open cells that have few numbers. It takes the
// cells in two pairs. Look at all fillings of the line in which the cells of a pair have
// different numbers. A cell keeps the numbers that it has in one of them.
//
// The time is proportional to the numbers of the two cells that have fewest.
func (s *state) ruleOfFour(sum int) bool {
	var sizes [4]int
	order := [4]int{0, 1, 2, 3} // by ascending sizes
	for i := range 4 {
		for _, word := range s.set(i) {
			sizes[i] += bits.OnesCount64(word)
		}
		for j := i; j > 0 && sizes[order[j]] < sizes[order[j-1]]; j-- {
			order[j], order[j-1] = order[j-1], order[j]
		}
	}
	if sizes[order[1]]*sizes[order[2]]*sizes[order[3]] > triplesPerNumber*len(s.value) {
		return true
	}
	var was [4]wordPair
	for i, at := range order {
		set := s.set(at)
		if was[i].low = set[0]; s.words == 2 {
			was[i].high = set[1]
		}
	}
	keep := was
	sums := sumsOf(keep[1], keep[2])
	keep[0], keep[3] = besidePair(keep[0], keep[3], &sums, sum)
	sums = sumsOf(keep[0], keep[3])
	keep[1], keep[2] = besidePair(keep[1], keep[2], &sums, sum)
	for i, at := range order {
		s.narrowPair(s.cells[at], was[i], keep[i])
	}
	return keep[0] != wordPair{}
}

// pairSums is a set of sums of two numbers, each below 128.
type pairSums [4]uint64

// sumsOf returns the sums of two different numbers, one of each set.
func sumsOf(a, b wordPair) (sums pairSums) {
	for i, word := range [2]uint64{a.low, a.high} {
		for ; word != 0; word &= word - 1 {
			v := bits.TrailingZeros64(word)
			other := b.without(i, word&-word)
			sums[i] |= other.low << v
			sums[i+1] |= other.low>>1>>(63-v) | other.high<<v
			sums[i+2] |= other.high >> 1 >> (63 - v)
		}
	}
	return sums
}

// besidePair returns which numbers of a and b two cells may have, if the sum of two other
// cells is in sums. The two cells have different numbers.
func besidePair(a, b wordPair, sums *pairSums, sum int) (keepA, keepB wordPair) {
	// The sums from their other end: bit 511 − x stands for x. There are zeros on both sides.
	var reversed [10]uint64
	for i, word := range sums {
		reversed[7-i] = bits.Reverse64(word)
	}
	for i, word := range [2]uint64{a.low, a.high} {
		kept := uint64(0)
		for ; word != 0; word &= word - 1 {
			rest := sum - i*64 - bits.TrailingZeros64(word)
			if rest < 0 {
				break
			}
			if rest > 511 {
				continue
			}
			from := uint(511 - rest)
			at, shift := from/64, from%64
			other := b.without(i, word&-word)
			other.low &= reversed[at]>>shift | reversed[at+1]<<1<<(63-shift)
			other.high &= reversed[at+1]>>shift | reversed[at+2]<<1<<(63-shift)
			if other.low|other.high != 0 {
				kept |= word & -word
				keepB.low |= other.low
				keepB.high |= other.high
			}
		}
		if i == 0 {
			keepA.low = kept
		} else {
			keepA.high = kept
		}
	}
	return keepA, keepB
}
