//go:build !page

package encode

import "math/bits"

// The digits that the numbers of a cell may have, for the exact cover of Hidokus in digits.

// takeNumbers turns the domains of numbers into the sets of numbers of cells.
func (x *hidokuDigits) takeNumbers(d *hidokuCutter) error {
	words := (x.n+1)/64 + 1
	x.both = make([]uint64, words)
	all := make([]uint64, x.n*words)
	for c := range x.n {
		x.numbers = append(x.numbers, all[c*words:(c+1)*words])
	}
	for k := 1; k <= x.n; k++ {
		d.each(d.set(k), func(c int) { x.numbers[c][k/64] |= 1 << (k % 64) })
		if err := d.run.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (x *hidokuDigits) may(c, k int) bool { return x.numbers[c][k/64]>>(k%64)&1 != 0 }

// between returns the set of the numbers that cell e may have after cell c.
func (x *hidokuDigits) between(c, e int) []uint64 {
	carry := uint64(0)
	for w, word := range x.numbers[c] {
		x.both[w] = (word<<1 | carry) & x.numbers[e][w]
		carry = word >> 63
	}
	return x.both
}

// valuesOf returns for each digit the set of the values that it has in the numbers of a set. A
// word has all values of the digits below. All members of a word have the same digits above.
func (x *hidokuDigits) valuesOf(set []uint64) []uint64 {
	clear(x.values)
	low := uint64(0)
	for w, word := range set {
		if low |= word; word == 0 {
			continue
		}
		for j := digitsInWord; j < x.digits; j++ {
			x.values[j] |= 1 << (w >> (digitBits*j - 6) & topValue)
		}
	}
	for ; low != 0; low &= low - 1 {
		for j := range min(digitsInWord, x.digits) {
			x.values[j] |= 1 << (bits.TrailingZeros64(low) >> (digitBits * j) & topValue)
		}
	}
	return x.values
}

// sumsOf returns for each digit the values that it has in the numbers of a set. They are by the carry
// that the digit gets when 1 is added to the number. Above the digits of a word, a carry comes from its
// last member only.
func (x *hidokuDigits) sumsOf(set []uint64) [][2]uint64 {
	sums := make([][2]uint64, x.digits)
	low := uint64(0)
	for w, word := range set {
		low |= word
		carried, not := word>>63 != 0, word<<1 != 0
		for j := digitsInWord; j < x.digits; j++ {
			value := w >> (digitBits*j - 6) & topValue
			if not {
				sums[j][0] |= 1 << value
			}
			if carried {
				sums[j][1] |= 1 << value
			}
			if value < topValue {
				carried, not = false, carried || not
			}
		}
	}
	for ; low != 0; low &= low - 1 {
		carry := 1
		for j := range min(digitsInWord, x.digits) {
			value := bits.TrailingZeros64(low) >> (digitBits * j) & topValue
			sums[j][carry] |= 1 << value
			carry = (value + carry) >> digitBits
		}
	}
	return sums
}
