package crosscut

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math/bits"

	"crosscut/puzzle"
)

// Digest stands for a set of solutions, whatever their order: the sum, modulo
// 2¹²⁸, of the solutions' FNV-1a hashes of 128 bits. Sets that differ have
// different digests but for odds of about 2⁻¹²⁸, unless somebody made them to
// collide. The zero value stands for the empty set.
type Digest struct{ high, low uint64 }

// String returns the digest as 32 hexadecimal digits.
func (d Digest) String() string { return fmt.Sprintf("%016x%016x", d.high, d.low) }

// plus returns the digest of the disjoint union of two sets.
func (d Digest) plus(e Digest) Digest {
	low, carry := bits.Add64(d.low, e.low, 0)
	high, _ := bits.Add64(d.high, e.high, carry)
	return Digest{high, low}
}

// digestOf returns the digest of the set of s alone.
func digestOf(s puzzle.Solution) Digest {
	hash := fnv.New128a()
	var buffer [8]byte
	for _, value := range s {
		binary.LittleEndian.PutUint64(buffer[:], uint64(value))
		hash.Write(buffer[:]) // never fails, says hash.Hash
	}
	var sum [16]byte
	hash.Sum(sum[:0])
	return Digest{binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])}
}

// Tally is the number of solutions of a set, and its digest.
type Tally struct {
	Count  uint64
	Digest Digest
}

// Add counts s, which must not have been counted before.
func (t *Tally) Add(s puzzle.Solution) {
	t.Count++
	t.Digest = t.Digest.plus(digestOf(s))
}

// Enumerate finds every solution of p, and returns their number and digest. With
// an error the tally holds those found before. Time grows with the number, memory
// does not, but for the SAT engine (see package sat).
func Enumerate(ctx context.Context, e Engine, p puzzle.Puzzle, m *Meter) (Tally, error) {
	var t Tally
	err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		t.Add(s)
		return true
	})
	return t, err
}
