package model

import "math/bits"

func Insert(set []uint64, k int)        { set[k>>6] |= 1 << (k & 63) }
func Contains(set []uint64, k int) bool { return set[k>>6]>>(k&63)&1 != 0 }

// First returns the first element of a & b, or -1.
func First(a, b []uint64) int {
	b = b[:len(a)]
	for k, x := range a {
		if x &= b[k]; x != 0 {
			return k<<6 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// Hash folds a set of options into a word.
func Hash(key []uint64) uint64 {
	h := uint64(len(key))
	for _, x := range key {
		hi, lo := bits.Mul64(h^x, 0xD6E8FEB86659FD93)
		h = hi ^ lo ^ 0xA0761D6478BD642F
	}
	return h ^ h>>29
}

func Equal(a, b []uint64) bool {
	b = b[:len(a)]
	for k, x := range a {
		if x != b[k] {
			return false
		}
	}
	return true
}
