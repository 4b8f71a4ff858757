package encode

// The encoding "adder" of magic boards: the numbers of a line are added up in binary by
// ripple-carry adders. It applies to every board and is the smallest encoding, with
// O(n·log n) clauses a line. Propagation sees little of a sum until most digits are known.

import (
	"math/bits"

	"crosscut/sat"
)

// addBits says that a line has the sum, by adding up its numbers one after the other. The
// families of clauses are
//
//	bit        the digits of a cell are those of its number
//	row …, column …, diagonal …
//	  digit    a digit of a sum is 1 if one or all three of two digits and the carry are 1
//	  carry    the next carry is 1 if at least two of the three are 1
//	  sum      the digits of the last sum are those of the sum of the line
func (f *magicFormula) addBits(l *line) error {
	kind := string(l.kind)
	width := bits.Len(uint(f.n * len(f.domains)))
	acc := make([]sat.Lit, width) // the digits of the sum so far
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
func (f *magicFormula) binary(c int) []sat.Lit {
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

// fullAdder returns the digit and the carry of the sum of three digits. Each clause says
// what one result is for one combination of the three.
func (f *magicFormula) fullAdder(kind string, a, b, c sat.Lit) (digit, carry sat.Lit) {
	digits := [3]sat.Lit{a, b, c}
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
			for i, l := range digits {
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
