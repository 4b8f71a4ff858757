package crosscut

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"math/bits"
	"strings"

	"crosscut/puzzle"
)

// Digest stands for a set of solutions, whatever their order: the sum, modulo
// 2¹²⁸, of the solutions' FNV-1a hashes of 128 bits. Sets that differ have
// different digests but for odds of about 2⁻¹²⁸, unless somebody made them to
// collide. The zero value stands for the empty set.
type Digest struct{ high, low uint64 }

// String returns the digest as 32 hexadecimal digits.
func (d Digest) String() string { return fmt.Sprintf("%016x%016x", d.high, d.low) }

// Plus returns the digest of the disjoint union of two sets.
func (d Digest) Plus(e Digest) Digest {
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
	t.Digest = t.Digest.Plus(digestOf(s))
}

// Plus returns the tally of the disjoint union of two sets.
func (t Tally) Plus(u Tally) Tally { return Tally{t.Count + u.Count, t.Digest.Plus(u.Digest)} }

// ParseDigest reads what [Digest.String] wrote.
func ParseDigest(text string) (Digest, error) {
	var d Digest
	if raw, err := hex.DecodeString(text); err == nil && len(raw) == 16 && strings.ToLower(text) == text {
		return Digest{binary.BigEndian.Uint64(raw[:8]), binary.BigEndian.Uint64(raw[8:])}, nil
	}
	return d, fmt.Errorf("digest %.40q; it is 32 hexadecimal digits", text)
}
