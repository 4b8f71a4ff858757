package model

// This file counts exact covers along a frontier.

import (
	"math"
	"math/big"
	"math/bits"

	"crosscut/meter"
)

// Counting along a frontier: frontier-based search (K. Sekine, H. Imai and S. Tani,
// ISAAC 1995; "Simpath" in Knuth, The Art of Computer Programming, volume 4A, section
// 7.1.4, exercise 225), here for exact covers, with forced moves.
//
// The items are covered in a fixed order. All partial covers advance together. Partial
// covers that leave the same options live are one state. A state has the number of ways
// in which it is reached. It belongs to the layer of its first open item. The layers are
// expanded one after the other, and only those ahead need memory. The number of ways to
// the last layer is the count. This suits problems with a narrow frontier, such as
// dominoes, Latin squares and numbered paths with clues. The memory for the states bounds
// it.
//
// The options are sorted by their first item. So two states of a layer can differ only in
// a short range of options. The options before these are dead: their first item is
// closed. The options after these are live: nothing that was chosen so far conflicts with
// them.
type Frontier struct {
	*Tables // of the reordered problem
	ItemSets
	run        *meter.Run
	all        []uint64 // the set of all options
	firsts     []int32  // per option, its first item
	rowEnds    []int32  // per option, the end of the words of its row that are not 0
	maskStarts []int32  // per item, the first word of its mask that is not 0
	maskEnds   []int32  // per item, the end of the words of its mask that are not 0

	Layers []Layer // in layer k, the first k items are closed
	at     int     // the layer that is being expanded
	state  int     // the number of its next state
	limbs  int     // words of a count
	room   int     // bytes that the layers may take
	memory int     // bytes that the layers take

	// The state that is being left, and the state it leads to.
	lo, hi       int      // the words of sets of options that matter
	count        []uint64 // the number of ways to the parent
	parent, live []uint64 // the live options of the two states
	hidden       []uint64 // the options that the last choice has hidden
	forced       []int32  // options that are the last ones of some item
	touched      []uint64 // the items of the options in hidden

	Total    *big.Int // the result, at the end
	Steps    int64    // the work done so far, in about the unit of the steps of counting
	reached  int64    // how often a state was reached
	merged   int64    // how often a state was reached again
	Hopeless bool     // the states do not fit into the room
}

// NewFrontier lays out the tables. The layers may take room bytes.
func NewFrontier(p *Problem, run *meter.Run, room int) (*Frontier, error) {
	q, numbers := Reordered(p, Order(p))
	s := NewTables(q)
	if err := s.Fill(run); err != nil {
		return nil, err
	}
	f := &Frontier{
		Total:  new(big.Int),
		Tables: s, ItemSets: NewItemSets(s), run: run, limbs: 1, room: room, all: make([]uint64, s.Words),
		parent: make([]uint64, s.Words), live: make([]uint64, s.Words), hidden: make([]uint64, s.Words),
	}
	f.touched = make([]uint64, f.Breadth)
	s.Number = numbers
	for o := range q.Options() {
		first := Item(math.MaxInt32)
		for _, e := range q.Option(o) {
			first = min(first, e.Item)
		}
		f.firsts = append(f.firsts, first)
		Insert(f.all, o)
		_, end := span(s.Row(o))
		f.rowEnds = append(f.rowEnds, end)
	}
	for i := range s.Primary {
		start, end := span(s.Mask(i))
		f.maskStarts, f.maskEnds = append(f.maskStarts, start), append(f.maskEnds, end)
	}
	f.lay()
	return f, nil
}

// span returns the first word of a set that is not 0, and the end of the words that are
// not 0. Both are 0 for the empty set.
func span(set []uint64) (start, end int32) {
	for k, x := range set {
		if x != 0 {
			if end == 0 {
				start = int32(k)
			}
			end = int32(k) + 1
		}
	}
	return start, end
}

// lay makes the layers and the first state. There is no state if some item has no option.
func (f *Frontier) lay() {
	f.Layers = make([]Layer, f.Primary+1)
	f.Layers[f.Primary] = Layer{lo: f.Words, Hi: f.Words}
	option, end := 0, 0 // all options before option have a closed item, and their rows end before end
	for at := range f.Primary {
		for option < f.Options && f.firsts[option] < int32(at) {
			end = max(end, int(f.rowEnds[option]))
			option++
		}
		f.Layers[at].lo = option >> 6
		f.Layers[at].Hi = max(end, option>>6)
		if f.maskEnds[at] == 0 {
			return
		}
	}
	k, _ := f.Layers[0].Find(nil, Hash(nil), f.limbs)
	f.Layers[0].counts[k] = 1
}

// AdvanceBy counts until it is done or hopeless, or until it has taken the given number
// of steps. It reports whether it is done.
func (f *Frontier) AdvanceBy(steps int64) (done bool, err error) {
	until := f.Steps + min(steps, math.MaxInt64-f.Steps)
	for f.at < f.Primary {
		from := &f.Layers[f.at]
		if f.state == from.Size {
			f.memory -= from.Bytes()
			*from = Layer{}
			f.at++
			f.state = 0
			continue
		}
		if f.Steps > until || f.Hopeless {
			return false, nil
		}
		if err := f.run.Err(); err != nil {
			return false, err
		}
		if err := f.expand(from); err != nil {
			return false, err
		}
	}
	if last := &f.Layers[f.Primary]; last.Size > 0 {
		f.Total = number(last.counts)
	}
	return true, nil
}

// expand leaves the next state of a layer, by each option of the item of the layer.
func (f *Frontier) expand(from *Layer) error {
	f.lo, f.hi = from.lo, max(from.Hi, f.Layers[f.at+1].Hi)
	copy(f.parent[from.lo:from.Hi], from.Key(f.state))
	copy(f.parent[from.Hi:f.hi], f.all[from.Hi:f.hi])
	f.count = append(f.count[:0], from.counts[f.state*f.limbs:][:f.limbs]...)
	f.state++

	mask, options := f.Mask(f.at), 0
	for k := f.start(f.at); k < int(f.maskEnds[f.at]); k++ {
		for x := mask[k] & f.parent[k]; x != 0; x &= x - 1 {
			options++
			copy(f.live[f.lo:f.hi], f.parent[f.lo:f.hi])
			if f.take(k<<6 + bits.TrailingZeros64(x)) {
				f.arrive()
			}
		}
	}
	if options == 0 { // the item is closed, otherwise the state would not have been reached
		copy(f.live[f.lo:f.hi], f.parent[f.lo:f.hi])
		f.arrive()
		return nil
	}
	return f.run.Node(options)
}

// take chooses option o and makes the forced moves. It returns false when some item has
// no option left.
func (f *Frontier) take(o int) bool {
	f.forced = f.forced[:0]
	for {
		if !f.strike(o) {
			return false
		}
		// A dead forced option shared an item with another forced option.
		for o = -1; o < 0; {
			last := len(f.forced) - 1
			if last < 0 {
				return true
			}
			if Contains(f.live, int(f.forced[last])) {
				o = int(f.forced[last])
			}
			f.forced = f.forced[:last]
		}
	}
}

// strike hides the options that conflict with o, and looks at the items that lose
// options. It returns false when some item has no option left.
func (f *Frontier) strike(o int) bool {
	row, live, hidden := f.Row(o), f.live, f.hidden
	for k := f.lo; k < f.hi; k++ {
		hidden[k] = live[k] & row[k]
		live[k] &^= row[k]
	}
	f.Steps += stepWeight * int64(f.hi-f.lo)
	f.touch()
	f.Shut(f.touched, f.touched, o)
	for k, items := range f.touched {
		for ; items != 0; items &= items - 1 {
			if !f.supported(k<<6 + bits.TrailingZeros64(items)) {
				return false
			}
		}
	}
	return true
}

func (f *Frontier) touch() {
	if f.Breadth == 1 {
		items := uint64(0)
		for k := f.lo; k < f.hi; k++ {
			for x := f.hidden[k]; x != 0; x &= x - 1 {
				items |= f.Narrow[k][bits.TrailingZeros64(x)]
				f.Steps++
			}
		}
		f.touched[0] = items
		return
	}
	for p, plane := range f.Planes {
		low, high := uint64(0), uint64(0)
		for k := f.lo; k < f.hi; k++ {
			for x := f.hidden[k]; x != 0; x &= x - 1 {
				items := &plane[k][bits.TrailingZeros64(x)]
				low |= items[0]
				high |= items[1]
				f.Steps++
			}
		}
		f.touched[2*p], f.touched[2*p+1] = low, high
	}
}

// supported reports whether an open item has an option left. If it has only one, that
// option is forced.
func (f *Frontier) supported(i int) bool {
	end := int(f.maskEnds[i])
	if end > f.hi {
		return true // the item has options that no choice has touched
	}
	mask, n, last := f.Mask(i), 0, 0
	for k := f.start(i); k < end; k++ {
		if x := mask[k] & f.live[k]; x != 0 {
			last = k<<6 + bits.TrailingZeros64(x)
			if n += bits.OnesCount64(x); n > 1 {
				return true
			}
		}
	}
	// An option that hides options outside the words that matter must not be chosen
	// here.
	if n == 1 && int(f.rowEnds[last]) <= f.hi {
		f.forced = append(f.forced, int32(last))
	}
	return n > 0
}

// arrive adds the ways to the parent to the ways to the state it led to.
func (f *Frontier) arrive() {
	at := f.at + 1
	for at < f.Primary && f.Layers[at+1].Hi <= f.hi && f.closed(at) {
		at++
	}
	to := &f.Layers[at]
	f.memory -= to.Bytes()
	key := f.live[to.lo:to.Hi]
	k, fresh := to.Find(key, Hash(key), f.limbs)
	f.memory += to.Bytes()
	f.Steps += stateWeight
	f.reached++
	if !fresh {
		f.merged++
	}
	for !add(to.counts[k*f.limbs:][:f.limbs], f.count) {
		f.widen()
	}
	f.Hopeless = f.memory > f.room
}

// start returns the first word that matters for the options of an item.
func (f *Frontier) start(i int) int { return max(f.lo, int(f.maskStarts[i])) }

// closed reports whether an item is closed in the reached state.
func (f *Frontier) closed(i int) bool {
	end := int(f.maskEnds[i])
	if end > f.hi {
		return false
	}
	mask := f.Mask(i)
	for k := f.start(i); k < end; k++ {
		if mask[k]&f.live[k] != 0 {
			return false
		}
	}
	return true
}

// Merging says how well states merge: it is 1 where one state in merging was reached before. On packings,
// queens and Langford pairs one in ten to one in a hundred merges, on Latin squares, dominoes and paths one
// in four to one in two.
func (f *Frontier) Merging() float64 {
	return float64(f.merged*merging) / float64(max(f.reached, 1))
}

// widen makes all counts a word longer.
func (f *Frontier) widen() {
	for k := range f.Layers {
		f.memory -= f.Layers[k].Bytes()
		f.Layers[k].widen(f.limbs)
		f.memory += f.Layers[k].Bytes()
	}
	f.limbs++
	f.count = append(f.count, 0)
}

// add adds b to a. Both have the same length, lowest word first. When the sum needs
// another word, it changes nothing and returns false.
func add(a, b []uint64) bool {
	carry := uint64(0)
	for k := range a {
		a[k], carry = bits.Add64(a[k], b[k], carry)
	}
	if carry == 0 {
		return true
	}
	borrow := uint64(0)
	for k := range a {
		a[k], borrow = bits.Sub64(a[k], b[k], borrow)
	}
	return false
}

// number returns the number with the given words, lowest first.
func number(words []uint64) *big.Int {
	n := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(words[k]))
	}
	return n
}

// Layer holds the states in which the items before a place of the order are closed. The
// key of a state is the part of its live options that tells it from other states.
type Layer struct {
	lo, Hi int      // the words of a set of options that make the key
	Size   int      // the number of states
	keys   []uint64 // one key after the other
	counts []uint64 // per state, the number of ways to it, lowest word first
	index  []uint64 // a hash table: bits of the hash, and below them the number of a state plus 1
}

// width is the number of words of a key.
func (l *Layer) width() int { return l.Hi - l.lo }

func (l *Layer) Key(k int) []uint64 { return l.keys[k*l.width():][:l.width()] }

// Find returns the number of the state with that key and hash. It adds a new state with
// counts of so many limbs.
func (l *Layer) Find(key []uint64, h uint64, limbs int) (k int, fresh bool) {
	if 2*l.Size >= len(l.index) {
		l.grow()
	}
	mask := uint64(len(l.index) - 1)
	at := h & mask
	for ; l.index[at] != 0; at = (at + 1) & mask {
		if x := l.index[at]; x>>32 == h>>32 {
			k := int(uint32(x)) - 1
			if Equal(l.Key(k), key) {
				return k, false
			}
		}
	}
	l.index[at] = h>>32<<32 | uint64(l.Size+1)
	l.Size++
	l.keys = append(l.keys, key...)
	for range limbs {
		l.counts = append(l.counts, 0)
	}
	return l.Size - 1, true
}

func (l *Layer) grow() {
	l.index = make([]uint64, max(2*len(l.index), 64))
	mask := uint64(len(l.index) - 1)
	for k := range l.Size {
		h := Hash(l.Key(k))
		at := h & mask
		for l.index[at] != 0 {
			at = (at + 1) & mask
		}
		l.index[at] = h>>32<<32 | uint64(k+1)
	}
}

// widen makes all counts one word longer.
func (l *Layer) widen(limbs int) {
	wide := make([]uint64, l.Size*(limbs+1))
	for k := range l.Size {
		copy(wide[k*(limbs+1):], l.counts[k*limbs:][:limbs])
	}
	l.counts = wide
}

// Bytes returns the size of the layer.
func (l *Layer) Bytes() int { return 8 * (cap(l.keys) + cap(l.counts) + len(l.index)) }
