package magic

import "math/bits"

// The rule of lines with four open cells, for sets of one or two words.

// ruleOfFour is the rule of a line with four open cells that have few numbers. It takes the
// cells in two pairs. Look at all ways to fill the line in which the cells of a pair have
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
	var sets [4]twoWords
	for i, at := range order {
		for w, word := range s.set(at) {
			sets[i][w&1] = word
		}
	}
	sums := sumsOf(sets[1], sets[2])
	sets[0], sets[3] = besidePair(sets[0], sets[3], &sums, sum)
	sums = sumsOf(sets[0], sets[3])
	sets[1], sets[2] = besidePair(sets[1], sets[2], &sums, sum)
	for i, at := range order {
		s.narrow(s.cells[at], sets[i][:s.words])
	}
	return sets[0] != twoWords{}
}

// triplesPerNumber says when four cells have few numbers. If three cells have more triples for
// each number of the board, nearly all sums occur, and the rule seldom finds anything. It was
// measured on 118 squares of order 7 to 10: 10 to 20 are about equally good, 5 and 50 are worse.
const triplesPerNumber = 12

// twoWords is a set of two words.
type twoWords [2]uint64

// pairSums is a set of sums of two numbers, each below 128.
type pairSums [4]uint64

// sumsOf returns the sums of two different numbers, one of each set.
func sumsOf(a, b twoWords) (sums pairSums) {
	for i, word := range a {
		for ; word != 0; word &= word - 1 {
			v := bits.TrailingZeros64(word)
			other := b
			other[i] &^= word & -word
			sums[i] |= other[0] << v
			sums[i+1] |= other[0]>>1>>(63-v) | other[1]<<v
			sums[i+2] |= other[1] >> 1 >> (63 - v)
		}
	}
	return sums
}

// besidePair returns which numbers of a and b two cells may have, if the sum of two other
// cells is in sums. The two cells have different numbers.
func besidePair(a, b twoWords, sums *pairSums, sum int) (keepA, keepB twoWords) {
	// The sums from their other end: bit 511 − x stands for x. There are zeros on both sides.
	var reversed [10]uint64
	for i, word := range sums {
		reversed[7-i] = bits.Reverse64(word)
	}
	for i, word := range a {
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
			other := b
			other[i] &^= word & -word
			other[0] &= reversed[at]>>shift | reversed[at+1]<<1<<(63-shift)
			other[1] &= reversed[at+1]>>shift | reversed[at+2]<<1<<(63-shift)
			if other[0]|other[1] != 0 {
				keepA[i] |= word & -word
				keepB[0] |= other[0]
				keepB[1] |= other[1]
			}
		}
	}
	return keepA, keepB
}
