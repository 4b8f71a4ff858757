package draughtboard

import "math/bits"

// packedCount counts fillings as [packedSearch] finds them, and remembers the number of each
// state. The fillings of a state depend only on its open cells and on the stones that are left.
// So a state that is met again costs one look-up. The states that are met again are those of
// [layerGraph]. But here no state is made from which nothing leads on.
type packedCount struct {
	k        *packedSearch
	shift    [packedKinds]uint8 // per kind, where the number of its stones is in a stock
	remember int                // states with that many open cells or more are remembered
	states   []countedState     // a table by hash; its length is a power of two
	used     int                // how many states are in the table
	most     int                // entries of the largest table
	many     int64              // a state with that many fillings or more is not remembered
}

// countedState is a state with the number of its fillings. Its stock says how many stones of
// each kind are left. The table has an entry without open cells where there is none.
type countedState struct {
	open, stock uint64
	fillings    int64
}

const (
	fewCounted   = 1 << 10 // entries of a new table
	mostCounted  = 1 << 20 // entries of the largest table: 24 MB
	probes       = 4       // entries among which a state may stand
	manyFillings = 1 << 58 // a number of fillings is less than twice that, and eight images of it fit into an int64
	fewStones    = 4       // where stones differ, states with fewer of them left cost about as much as a look-up
)

func newPackedCount(k *packedSearch) *packedCount {
	c := &packedCount{k: k, states: make([]countedState, fewCounted), most: mostCounted, many: manyFillings}
	shift, stones := 0, 0
	for kind := range k.v.kinds {
		n := len(k.v.kinds[kind].stones)
		c.shift[kind] = uint8(shift) // at most 64 stones of 20 kinds need at most 52 bits
		shift += bits.Len(uint(n))
		stones += n
	}
	if alike := stones - len(k.v.kinds); alike < stones/4 {
		c.remember = fewStones * k.v.board.Len() / stones
	}
	return c
}

// count counts the fillings of a state, as [packedSearch.search] does.
func (c *packedCount) count(open, used uint64) error {
	stock := uint64(0)
	for kind, left := range c.k.v.left {
		stock |= uint64(left) << c.shift[kind]
	}
	n, _, err := c.below(open, used, stock, 0)
	if err != nil || n == 0 {
		return err
	}
	return c.k.v.countFound(n)
}

// below returns the number of fillings of a state. If it is not whole, some were counted
// before, because there are too many for one number.
func (c *packedCount) below(open, used, stock uint64, first int) (fillings int64, whole bool, err error) {
	remember := bits.OnesCount64(open) >= c.remember
	if remember {
		if s, known := c.find(open, stock); known {
			c.k.v.packedStates++
			return s.fillings, true, c.k.v.countState(1)
		}
	}
	bit := bits.TrailingZeros64(open)
	ways, err := c.k.fitting(open, used, bit, first)
	if err != nil {
		return 0, false, err
	}
	whole = true
	for _, word := range ways {
		n, all, err := c.with(word, open, used, stock, first+len(ways))
		if err != nil {
			return 0, false, err
		}
		whole = whole && all
		if fillings += n; fillings >= c.many {
			if err := c.k.v.countFound(fillings); err != nil {
				return 0, false, err
			}
			fillings, whole = 0, false
		}
	}
	if remember && whole {
		c.keep(countedState{open, stock, fillings})
	}
	return fillings, whole, nil
}

// with is below for the state after the stone of a word.
func (c *packedCount) with(word, open, used, stock uint64, first int) (fillings int64, whole bool, err error) {
	open &^= word & (1<<packedReach - 1) << (bits.TrailingZeros64(open) & 63)
	if open == 0 {
		return 1, true, nil
	}
	kind := bits.TrailingZeros64(word >> packedReach & (1<<packedKinds - 1))
	left := &c.k.v.left[kind]
	if *left--; *left == 0 {
		used |= 1 << kind << packedReach
	}
	fillings, whole, err = c.below(open, used, stock-1<<c.shift[kind], first)
	*left++
	return fillings, whole, err
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

// keep puts a state into the table. Where there is no room for it, another one is forgotten.
func (c *packedCount) keep(s countedState) {
	if c.used >= len(c.states)/2 && len(c.states) < c.most {
		c.grow()
	}
	entry, _ := c.find(s.open, s.stock)
	if entry.open == 0 {
		c.used++
	}
	*entry = s
}

// grow makes the table four times as large.
func (c *packedCount) grow() {
	before := c.states
	c.states, c.used = make([]countedState, 4*len(before)), 0
	for _, s := range before {
		if s.open != 0 {
			c.keep(s)
		}
	}
}
