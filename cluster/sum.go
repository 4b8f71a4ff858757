package cluster

import (
	"fmt"
	"hash/maphash"
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
	return Sum{new(big.Int).Add(s.count(), t.count()), s.Digest.Plus(t.Digest)}
}

// Equal reports whether two sums are the same.
func (s Sum) Equal(t Sum) bool { return s.count().Cmp(t.count()) == 0 && s.Digest == t.Digest }

// String returns the number, and the digest unless it is zero.
func (s Sum) String() string {
	if s.Digest == (crosscut.Digest{}) {
		return s.count().String()
	}
	return fmt.Sprintf("%s %s", s.count(), s.Digest)
}

func (s Sum) count() *big.Int {
	if s.Count == nil {
		return new(big.Int)
	}
	return s.Count
}

// printOf returns a fingerprint of the sum. A worker cannot aim at a collision, because
// the seed is random and stays in this process.
func printOf(seed maphash.Seed, s Sum) uint64 {
	return maphash.String(seed, s.String())
}
