package cores

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

// big returns t as an integer of any size.
func (t bigCount) big() *big.Int {
	n := new(big.Int).SetUint64(t.low)
	if t.high != nil {
		n.Add(n, new(big.Int).Lsh(t.high, 64))
	}
	return n
}

// capped returns t, but at most the greatest int64.
func (t bigCount) capped() int64 {
	if t.high != nil || t.low > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(t.low)
}
