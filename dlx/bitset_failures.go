package dlx

import (
	"math"
	"math/bits"
)

// Weights: a count with thin rows branches on items that failed before.
//
// Two things are known of an item. Its rate is the share of its choices that failed at once,
// where forced moves are choices too (H. Li, M. Yin and Z. Li, "Failure based variable ordering
// heuristics for solving CSPs", CP 2021). Its weight is how often it lost its last option (F.
// Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic search by weighting
// constraints", ECAI 2004). The count takes the item with the fewest options for the square root
// of the product of both.
//
// The rate forgets: each choice counts for 1/256 of what came before. So it changes slowly, the
// order of the items is nearly the same for some time, and states recur.
type failures struct {
	rates   []uint32 // per item, the share of failures, in units of 1/allFail
	weights []uint32 // per item, how often it lost its last option, plus 1
	costs   []uint64 // per item, the cost of an option as it was some picks ago
	good    int      // for how many more picks the costs will do
}

func newFailures(items int) *failures {
	f := &failures{rates: make([]uint32, items), weights: make([]uint32, items), costs: make([]uint64, items)}
	for i := range items {
		f.rates[i], f.weights[i] = allFail/2, 1
	}
	return f
}

// refresh makes the costs good for the next pick.
func (f *failures) refresh() {
	if f.good--; f.good >= 0 {
		return
	}
	f.good = rankEvery
	for i, rate := range f.rates {
		product := rate >> rateShift * f.weights[i] // 16 bits each
		f.costs[i] = uint64(mostCost / math.Sqrt(float64(product)+1))
	}
}

// tried records that an option of item i was chosen, and whether that failed at once.
func (f *failures) tried(i uint16, failed bool) {
	rate := f.rates[i]
	if failed {
		rate += (allFail - rate) >> rateShift
	} else {
		rate -= rate >> rateShift
	}
	f.rates[i] = rate
}

// blame adds to the weights of those items that are open and have no option left.
func (f *failures) blame(items []uint16, left []uint32) {
	for _, i := range items {
		if left[i] < oneLeft {
			f.weights[i] = min(f.weights[i]+1, mostWeight)
		}
	}
}

// pick returns the item to branch on and the number of its options, which is 0 if no item is
// open. It compares numbers that have the cost of all options of an item, in up to 47 bits, and
// then the item. So the loop has no branch.
func (f *failures) pick(state *bitLevel) (size, item int) {
	f.refresh()
	least := uint64(math.MaxUint64)
	left := state.left[:len(f.costs)]
	for k, items := range state.open {
		for ; items != 0; items &= items - 1 {
			i := k<<6 + bits.TrailingZeros64(items)
			least = min(least, uint64(left[i]/oneLeft)*f.costs[i]<<16|uint64(i))
		}
	}
	if least == math.MaxUint64 {
		return 0, 0
	}
	item = int(least & math.MaxUint16)
	return int(left[item] / oneLeft), item
}
