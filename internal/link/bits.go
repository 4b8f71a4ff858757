package link

import (
	"encoding/base64"
	"math/bits"
	"slices"
)

// bitWriter collects bits, the most significant ones first.
type bitWriter struct {
	bytes []byte
	size  int // bits so far
}

// bits appends the lowest count bits of value.
func (w *bitWriter) bits(value uint64, count int) {
	for i := count - 1; i >= 0; i-- {
		if w.size%8 == 0 {
			w.bytes = append(w.bytes, 0)
		}
		w.bytes[w.size/8] |= byte(value>>i&1) << (7 - w.size%8)
		w.size++
	}
}

// flag appends one bit.
func (w *bitWriter) flag(set bool) {
	if set {
		w.bits(1, 1)
	} else {
		w.bits(0, 1)
	}
}

// count appends a number of at least 0 in Elias's gamma code.
func (w *bitWriter) count(n int) {
	length := bits.Len64(uint64(n) + 1)
	w.bits(0, length-1)
	w.bits(uint64(n)+1, length)
}

// signed appends any number: its sign is the lowest bit.
func (w *bitWriter) signed(n int) {
	if n < 0 {
		w.count(2*(-(n + 1)) + 1)
	} else {
		w.count(2 * n)
	}
}

// parameterBits is the width of the parameter of a set.
const parameterBits = 4

// set appends a set of numbers of at least 0, given ascending.
func (w *bitWriter) set(members []int) {
	w.count(len(members))
	if len(members) == 0 {
		return
	}
	best, least := 0, -1
	for k := range 1 << parameterBits {
		if size := riceSize(members, k); least < 0 || size < least {
			best, least = k, size
		}
	}
	w.bits(uint64(best), parameterBits)
	previous := -1
	for _, member := range members {
		gap := member - previous - 1
		for range gap >> best {
			w.bits(1, 1)
		}
		w.bits(0, 1)
		w.bits(uint64(gap), best)
		previous = member
	}
}

// riceSize returns how many bits the gaps need with parameter k.
func riceSize(members []int, k int) int {
	size, previous := 0, -1
	for _, member := range members {
		size += (member-previous-1)>>k + 1 + k
		previous = member
	}
	return size
}

// text returns the bits as characters.
func (w *bitWriter) text() string {
	whole := (w.size + 5) / 6
	return base64.URLEncoding.EncodeToString(append(slices.Clone(w.bytes), 0, 0, 0))[:whole]
}

// bitReader reads what a bitWriter wrote. After the end it reads zeros and has failed. No
// method asks for more memory than a small multiple of the text.
type bitReader struct {
	bits   []byte
	size   int // bits
	at     int
	failed bool
}

// bitsOf reads count bits.
func (r *bitReader) bitsOf(count int) uint64 {
	if count > r.size-r.at {
		r.failed, r.at = true, r.size
		return 0
	}
	value := uint64(0)
	for range count {
		value = value<<1 | uint64(r.bits[r.at/8]>>(7-r.at%8)&1)
		r.at++
	}
	return value
}

// flag reads one bit.
func (r *bitReader) flag() bool { return r.bitsOf(1) == 1 }

// longestCount bounds the bits of a count.
const longestCount = 62

// count reads a number of at least 0.
func (r *bitReader) count() int {
	zeros := 0
	for !r.failed && !r.flag() {
		if zeros++; zeros > longestCount {
			r.failed = true
		}
	}
	if r.failed {
		return 0
	}
	return int(1<<zeros|r.bitsOf(zeros)) - 1
}

// signed reads a number of either sign.
func (r *bitReader) signed() int {
	n := r.count()
	if n%2 == 1 {
		return -(n / 2) - 1
	}
	return n / 2
}

// set reads a set of numbers below the given bound, ascending.
func (r *bitReader) set(below int) []int {
	size := r.count()
	if size > below || size > r.size-r.at {
		r.failed = true
	}
	if size == 0 || r.failed {
		return nil
	}
	k := int(r.bitsOf(parameterBits))
	members := make([]int, 0, size)
	next := 0
	for range size {
		gap := 0
		for !r.failed && r.flag() && gap < below {
			gap += 1 << k
		}
		gap += int(r.bitsOf(k))
		if next += gap; next >= below || r.failed {
			r.failed = true
			return nil
		}
		members = append(members, next)
		next++
	}
	return members
}
