package crosscut

import (
	"fmt"
	"math/big"
	"math/bits"

	"crosscut/puzzle"
)

// Digest identifies a set of solutions, whatever their order. It is the sum, modulo 2¹²⁸,
// of the solutions' FNV-1a hashes of 128 bits. Different sets have equal digests with a
// probability of about 2⁻¹²⁸, unless somebody constructs a collision. The zero value is the
// digest of the empty set.
type Digest struct{ high, low uint64 }

// String returns the digest as 32 hexadecimal digits.
func (d Digest) String() string { return fmt.Sprintf("%016x%016x", d.high, d.low) }

// Plus returns the digest of the disjoint union of two sets.
func (d Digest) Plus(e Digest) Digest {
	low, carry := bits.Add64(d.low, e.low, 0)
	high, _ := bits.Add64(d.high, e.high, carry)
	return Digest{high, low}
}

// digestOf returns the digest of the set that holds s alone: FNV-1a of 128 bits over its
// values, eight bytes each, the lowest first. A byte of 0 only multiplies by the prime. The
// upper bytes of a value are mostly 0, so they take one step together.
func digestOf(s puzzle.Solution) Digest {
	d := Digest{0x6c62272e07bb0142, 0x62b821756295c58d}
	for _, value := range s {
		rest, bytes := uint64(value), 8
		for ; rest > 0xff; rest, bytes = rest>>8, bytes-1 {
			d.low ^= rest & 0xff
			d = d.times(&fnvPowers[1])
		}
		d.low ^= rest
		d = d.times(&fnvPowers[bytes])
	}
	return d
}

// fnvPowers are the powers of the prime of FNV of 128 bits, 2⁸⁸ + 0x13b, up to the eighth.
var fnvPowers = func() (powers [9]Digest) {
	powers[0] = Digest{0, 1}
	for i := range powers[1:] {
		powers[i+1] = powers[i].times(&Digest{1 << 24, 0x13b})
	}
	return powers
}()

// times returns the product, modulo 2¹²⁸.
func (d Digest) times(e *Digest) Digest {
	high, low := bits.Mul64(d.low, e.low)
	return Digest{high + d.high*e.low + d.low*e.high, low}
}

// Tally is the number of solutions of a set, and its digest. The zero value is the tally of
// the empty set. Two tallies of equal sets are equal by ==.
type Tally struct {
	Digest Digest

	// The number of solutions: many·2⁶⁴ + few. Machines that find a solution each
	// nanosecond need 10²² years to pass 2¹²⁸.
	many, few uint64
}

// Count returns the number of solutions.
func (t Tally) Count() *big.Int {
	n := new(big.Int).SetUint64(t.many)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(t.few))
}

// is reports whether the set has n solutions.
func (t *Tally) is(n uint64) bool { return t.many == 0 && t.few == n }

// less reports whether the set has fewer solutions than that of u.
func (t *Tally) less(u *Tally) bool { return t.many < u.many || t.many == u.many && t.few < u.few }

// Add adds s to the set. The set must not hold it already.
func (t *Tally) Add(s puzzle.Solution) {
	if t.few++; t.few == 0 {
		t.many++
	}
	t.Digest = t.Digest.Plus(digestOf(s))
}

// Plus returns the tally of the disjoint union of two sets.
func (t Tally) Plus(u Tally) Tally {
	few, carry := bits.Add64(t.few, u.few, 0)
	many, _ := bits.Add64(t.many, u.many, carry)
	return Tally{t.Digest.Plus(u.Digest), many, few}
}
