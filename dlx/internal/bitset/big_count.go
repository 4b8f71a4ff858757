package bitset

import (
	"math"
	"math/big"
	"math/bits"
)

// bigCount is a number of covers: low + 2^64·high. A nil high is 0. A high never
// changes, so that counts can be copied.
type bigCount struct {
	low  uint64
	high *big.Int
}

// plus returns t + u.
func (t bigCount) plus(u bigCount) bigCount {
	low, carry := bits.Add64(t.low, u.low, 0)
	if carry == 0 && t.high == nil && u.high == nil {
		return bigCount{low: low}
	}
	high := new(big.Int).SetUint64(carry)
	for _, h := range []*big.Int{t.high, u.high} {
		if h != nil {
			high.Add(high, h)
		}
	}
	return bigCount{low, high}
}

// times returns t · u.
func (t bigCount) times(u bigCount) bigCount {
	high, low := bits.Mul64(t.low, u.low)
	if high == 0 && t.high == nil && u.high == nil {
		return bigCount{low: low}
	}
	return bigCountOf(new(big.Int).Mul(t.big(), u.big()))
}

// bigCountOf returns n as a bigCount.
func bigCountOf(n *big.Int) bigCount {
	if n.IsUint64() {
		return bigCount{low: n.Uint64()}
	}
	low := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64))
	return bigCount{low.Uint64(), new(big.Int).Rsh(n, 64)}
}

// big returns t as an integer of any size.
func (t bigCount) big() *big.Int {
	n := new(big.Int).SetUint64(t.low)
	if t.high != nil {
		n.Add(n, new(big.Int).Lsh(t.high, 64))
	}
	return n
}

func (t bigCount) zero() bool { return t.low == 0 && t.high == nil }

// capped returns t, but at most the greatest int64.
func (t bigCount) capped() int64 {
	if t.high != nil || t.low > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(t.low)
}
