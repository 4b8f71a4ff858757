package run

import (
	"fmt"
	"math/big"

	"crosscut"
)

// Sum is the number of solutions of a set, and the digest of the set. The digest is zero
// in runs that only count.
type Sum struct {
	Count  *big.Int // nil is 0
	Digest crosscut.Digest
}

// Plus returns the sum of the disjoint union of two sets.
func (s Sum) Plus(t Sum) Sum {
	return Sum{new(big.Int).Add(s.Number(), t.Number()), s.Digest.Plus(t.Digest)}
}

// Equal reports whether two sums are the same.
func (s Sum) Equal(t Sum) bool {
	return s.Number().Cmp(t.Number()) == 0 && s.Digest == t.Digest
}

// String returns the number, and the digest unless it is zero.
func (s Sum) String() string {
	if s.Digest == (crosscut.Digest{}) {
		return s.Number().String()
	}
	return fmt.Sprintf("%s %s", s.Number(), s.Digest)
}

// Number returns the count. The caller must not change it.
func (s Sum) Number() *big.Int {
	if s.Count == nil {
		return new(big.Int)
	}
	return s.Count
}
