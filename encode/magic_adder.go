package encode

import (
	"math/bits"

	"crosscut/sat"
)

// addBits says that a line has the sum in binary: its numbers are added up one after the
// other by full adders. The families of clauses are
//
//	bit        the digits of a cell are those of its number
//	row …, column …, diagonal …
//	  digit    a digit of a sum is that of the two digits and the carry added
//	  carry    the carry is what two of the three are
//	  sum      the digits of the last sum are those of the line's
func (f *square) addBits(l *line) error {
	kind := string(l.kind)
	width := bits.Len(uint(f.n * len(f.domains)))
	acc := make([]sat.Lit, width) // the sum so far
	for i := range acc {
		acc[i] = always.Not()
	}
	for _, c := range l.cells {
		number := f.binary(c)
		carry := always.Not()
		for i := range acc {
			digit := always.Not()
			if i < len(number) {
				digit = number[i]
			}
			acc[i], carry = f.fullAdder(kind, acc[i], digit, carry)
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	f.begin(kind + " sum")
	for i, l := range acc {
		if f.sum>>i&1 == 1 {
			f.or(l)
		} else {
			f.or(l.Not())
		}
	}
	if f.sum>>width != 0 {
		f.Add()
	}
	return f.check()
}

// binary returns the digits of a cell, the lowest first.
func (f *square) binary(c int) []sat.Lit {
	if f.bits == nil {
		f.bits = make([][]sat.Lit, len(f.domains))
	}
	if f.bits[c] == nil {
		f.begin("bit")
		f.bits[c] = f.NewVars(bits.Len(uint(len(f.domains) - 1)))
		for i, k := range f.domains[c] {
			for j, digit := range f.bits[c] {
				if k>>j&1 == 0 {
					digit = digit.Not()
				}
				f.Add(f.has[c][i].Not(), digit)
			}
		}
	}
	return f.bits[c]
}

// fullAdder returns the digit and the carry of the sum of three digits.
func (f *square) fullAdder(kind string, a, b, c sat.Lit) (digit, carry sat.Lit) {
	given := [3]sat.Lit{a, b, c}
	digit, carry = f.NewVar(), f.NewVar()
	for _, result := range []struct {
		name string
		lit  sat.Lit
		of   func(ones int) bool
	}{
		{"digit", digit, func(ones int) bool { return ones%2 == 1 }},
		{"carry", carry, func(ones int) bool { return ones >= 2 }},
	} {
		f.begin(kind + " " + result.name)
		for ones := range 1 << 3 {
			clause := []sat.Lit{result.lit}
			if !result.of(bits.OnesCount(uint(ones))) {
				clause[0] = result.lit.Not()
			}
			for i, l := range given {
				if ones>>i&1 == 1 {
					l = l.Not()
				}
				clause = append(clause, l)
			}
			f.or(clause...)
		}
	}
	return digit, carry
}
