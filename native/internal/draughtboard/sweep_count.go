package draughtboard

import (
	"math"
	"math/bits"

	"crosscut/internal/search"
)

// packedCount counts fillings as [packedSearch] finds them, and remembers the number of each
// state. The fillings of a state depend only on its open cells and on the stones that are left.
// So a state that is met again costs one look-up. The states that are met again are those of
// [layerGraph]. But here no state is made from which nothing leads on.
type packedCount struct {
	k             *packedSearch
	shift         [packedKinds]uint // per kind, where the number of its stones is in a stock
	one           [64]uint64        // per kind, a stock of one stone
	remember      int               // states with that many open cells or more are remembered
	states        []countedState    // a table by hash; its length is a power of two
	used          int               // how many states are in the table
	most          int               // entries of the largest table
	many          int64             // so many fillings are handed out, and their state is not remembered: eight images of twice as many fit into an int64
	handedOut     int               // how often that happened
	lookups, hits int64             // how often a state was looked for, and how often it was found
	untilOther    int               // states until another count may go on
}

// countedState is a state with the number of its fillings. Its stock says how many stones of
// each kind are left. The table has an entry without open cells where there is none.
type countedState struct {
	open, stock uint64
	fillings    int64
}

func newPackedCount(k *packedSearch) *packedCount {
	c := &packedCount{k: k, states: make([]countedState, probes), most: mostCounted, many: math.MaxInt64 / 16}
	shift, stones := uint(0), 0
	for kind := range k.v.kinds {
		n := len(k.v.kinds[kind].stones)
		c.shift[kind], c.one[kind] = shift, 1<<shift
		shift += uint(bits.Len(uint(n)))
		stones += n
	}
	if alike := stones - len(k.v.kinds); alike < stones/4 {
		c.remember = k.v.board.Len() / 2 // where stones differ, smaller states cost less than it takes to remember them
	}
	return c
}

// count counts the fillings of a state, as [packedSearch.search] does.
func (c *packedCount) count(open, used uint64) error {
	stock := uint64(0)
	for kind, left := range c.k.v.left {
		stock |= uint64(left) << c.shift[kind]
	}
	n, err := c.below(open, used, stock, 0)
	if err != nil || n == 0 {
		return err
	}
	return c.k.v.countFound(n)
}

// below returns the number of fillings of a state, without those that it handed out before.
func (c *packedCount) below(open, used, stock uint64, first int) (int64, error) {
	remember := bits.OnesCount64(open) >= c.remember
	if remember {
		c.lookups++
		if s, known := c.find(open, stock); known {
			c.k.v.sweepStates++
			if c.hits++; c.metAgain() {
				c.remember = 0 // states are met again so often that smaller ones pay, too
			}
			return s.fillings, c.k.v.countState(1)
		}
	}
	if c.untilOther--; c.untilOther < 0 {
		c.untilOther = otherEvery
		search.BetterWhole(c.k.v.r.Context).Store(c.metAgain())
		if err := c.k.v.countFound(0); err != nil { // the other count may go on
			return 0, err
		}
	}
	bit := bits.TrailingZeros64(open)
	words, err := c.k.fitting(open, used, bit, first)
	if err != nil {
		return 0, err
	}
	fillings, before := int64(0), c.handedOut
	for _, word := range words {
		next := open &^ (word & (1<<packedReach - 1) << (bit & 63))
		kind := bits.TrailingZeros64(word>>packedReach) & 63
		left, usedNext := &c.k.v.left[kind], used
		if *left--; *left == 0 {
			usedNext |= 1 << kind << packedReach
		}
		if next == 0 {
			if c.k.v.enough() {
				fillings++
			}
			*left++
			continue
		}
		n, err := c.below(next, usedNext, stock-c.one[kind], first+len(words))
		*left++
		if err != nil {
			return 0, err
		}
		if fillings += n; fillings >= c.many {
			if err := c.k.v.countFound(fillings); err != nil {
				return 0, err
			}
			fillings = 0
			c.handedOut++
		}
	}
	if remember && c.handedOut == before {
		c.keep(countedState{open, stock, fillings})
	}
	return fillings, nil
}

// metAgain reports whether many states were met again.
func (c *packedCount) metAgain() bool {
	return c.lookups >= otherEvery && c.hits > c.lookups/4
}

// find returns the entry of a state, or the one to take for it.
func (c *packedCount) find(open, stock uint64) (entry *countedState, known bool) {
	high, low := bits.Mul64(open^0x9e3779b97f4a7c15, stock*0xbf58476d1ce4e5b9^0x94d049bb133111eb)
	at := high ^ low
	at ^= at >> 32
	for i := range uint64(probes) {
		entry = &c.states[(at+i)&uint64(len(c.states)-1)]
		if entry.open == open && entry.stock == stock {
			return entry, true
		}
		if entry.open == 0 {
			return entry, false
		}
	}
	return &c.states[at&uint64(len(c.states)-1)], false
}

// keep puts a state into the table. If there is no room for it, another one is forgotten.
func (c *packedCount) keep(s countedState) {
	if c.used > len(c.states)-len(c.states)/4 && len(c.states) < c.most {
		c.grow()
	}
	entry, _ := c.find(s.open, s.stock)
	if entry.open == 0 {
		c.used++
	}
	*entry = s
}

// grow makes the table twice as large. The new one is written to before anything is looked for in it.
// A page of memory that is read first costs the system a second fault when it is written to.
func (c *packedCount) grow() {
	before := c.states
	c.states, c.used = make([]countedState, 2*len(before)), 0
	clear(c.states)
	for _, s := range before {
		if s.open != 0 {
			c.keep(s)
		}
	}
}
