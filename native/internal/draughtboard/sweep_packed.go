package draughtboard

import "math/bits"

// packedSearch searches the states of a sweep whose share of the whole is small. It reports no progress
// and no steps, and keeps only what a filling needs. It bounds the sweep: boards have at most 64 squares
// and packedKinds kinds of stones, no placement reaches farther than packedReach cells of the sweep, and
// the placements that begin at one cell have an index in the bits of a word that are left.
//
// A placement is one word. A state makes one word of what is taken: the covered cells from
// the first open one on, and the kinds that are used up. So one operation AND tells whether a placement
// fits.
type packedSearch struct {
	v       *sweepSearch
	single  uint64       // the bits of the kinds with one stone, none where a kind has a range
	lists   []packedList // by bit and pattern
	listed  []uint64     // the memory of the lists
	fits    []uint64     // the placements that fit, of this state and of the states above it
	path    []packedStone
	counter *packedCount // counts, and search is not called; nil where nobody counts
}

// packedStone is a stone that is laid: its word and its first cell.
type packedStone struct {
	word uint64
	bit  int
}

// packedList is a list in the memory of the lists: listed[from:to]. to is 0 as long as the list is not
// made; an empty list has another to, since the memory does not begin with one. missing has the bits
// of the kinds without a placement in the list, and is 0 before the list is made.
type packedList struct {
	from, to int32
	missing  uint64
}

// canBePacked reports whether [packedSearch] applies.
func (v *sweepSearch) canBePacked() bool {
	stock := 0 // the bits that say how many stones of each kind are left
	for k := range v.kinds {
		stock += bits.Len(uint(len(v.kinds[k].stones)))
	}
	if stock > 64 || v.board.Width()*v.board.Height() > 64 {
		return false
	}
	begin := make([]int, len(v.cells)) // by bit: how many placements begin there
	for o := range v.places.kind {
		p := v.placement(int32(o))
		bit := bits.TrailingZeros64(p.cells)
		if begin[bit]++; begin[bit] > 1<<(64-packedReach-packedKinds) || p.cells>>bit>>packedReach != 0 {
			return false
		}
	}
	return true
}

// newPackedSearch returns the search of v, to which it must apply.
func newPackedSearch(v *sweepSearch) *packedSearch {
	k := &packedSearch{
		v: v, lists: make([]packedList, len(v.cells)<<nextCells), listed: make([]uint64, 1), // no list is at 0
		fits: make([]uint64, 0, 1<<10), path: make([]packedStone, 0, cap(v.laid)),
	}
	for kind := range v.kinds {
		if len(v.kinds[kind].stones) == 1 && len(v.ranged) == 0 {
			k.single |= 1 << kind << packedReach
		}
	}
	if v.count != nil && remembering.On() {
		k.counter = newPackedCount(k)
	}
	return k
}

// usedKinds returns the bits of the kinds that are used up, where kinds has the others.
func usedKinds(kinds uint64) uint64 { return ^kinds & (1<<packedKinds - 1) << packedReach }

// taken returns what is taken in a state, counted from bit, its first open cell.
func taken(open, used uint64, bit int) uint64 { return ^(open>>(bit&63))&(1<<packedReach-1) | used }

// addFitting appends the placements that cover bit, the first open cell, to those of the sweep. used has
// the bits of the kinds that are used up.
func (k *packedSearch) addFitting(open, used uint64, bit int) {
	for _, word := range k.listAt(open, bit) {
		if word&taken(open, used, bit) == 0 {
			k.v.fitting = append(k.v.fitting, k.placement(word, bit))
		}
	}
}

// listAt returns the words that begin at a bit, without those ruled out by the cells after it.
func (k *packedSearch) listAt(open uint64, bit int) []uint64 {
	at := listAt(open, bit)
	l := k.lists[at]
	if l.to == 0 {
		l = k.makeList(at)
	}
	return k.listed[l.from:l.to]
}

// placement returns the placement of a word that begins at a bit.
func (k *packedSearch) placement(word uint64, bit int) sweepPlacement {
	return k.v.placementsFrom[bit][word>>(packedReach+packedKinds)]
}

func (k *packedSearch) makeList(at int) packedList {
	bit, lines := at>>nextCells, &k.v.lines
	q, l := k.v.pattern(at), packedList{from: int32(len(k.listed)), missing: usedKinds(0)}
	for index, p := range k.v.placementsFrom[bit] {
		if lines.allows(q, p.cells) {
			kind := uint64(1) << p.kind << packedReach
			k.listed = append(k.listed, p.cells>>bit|kind|uint64(index)<<(packedReach+packedKinds))
			l.missing &^= kind
		}
	}
	l.to = int32(len(k.listed))
	k.lists[at] = l
	return l
}

// search yields the fillings of the state in which the cells of open are to be covered. used
// has the bits of the kinds that are used up. The words that fit begin at first.
func (k *packedSearch) search(open, used uint64, first int) error {
	bit := bits.TrailingZeros64(open)
	words, err := k.fitting(open, used, bit, first)
	if err != nil {
		return err
	}
	for _, word := range words {
		k.path = append(k.path, packedStone{word, bit})
		next := open &^ (word & (1<<packedReach - 1) << (bit & 63))
		var err error
		if kind := word & usedKinds(0); next != 0 && kind&k.single != 0 {
			err = k.search(next, used|kind, first+len(words))
		} else {
			err = k.searchNext(next, used, kind, first+len(words))
		}
		k.path = k.path[:len(k.path)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// fitting counts a state and returns the words that fit. They are in fits, from first on. bit is the
// first open cell.
func (k *packedSearch) fitting(open, used uint64, bit, first int) ([]uint64, error) {
	v := k.v
	v.sweepStates++
	list := k.listAt(open, bit)
	if len(k.fits) < first+len(list) {
		k.fits = append(k.fits, make([]uint64, first+2*len(list)-len(k.fits))...)
	}
	fits := k.fits[first:]
	n := keepFitting(fits, list, taken(open, used, bit))
	if err := v.countState(n); err != nil || n == 0 {
		return nil, err
	}
	kept := k.keepPromising(fits[:n], open, used, bit)
	v.sweepStates += int64(n - kept)
	v.r.Failures += int64(n - kept)
	return fits[:kept], nil
}

// searchNext yields the fillings of a state, and counts the stone that has been laid before. kind is the
// bit of its kind.
func (k *packedSearch) searchNext(open, used, kind uint64, first int) (err error) {
	left := &k.v.left[bits.TrailingZeros64(kind>>packedReach)]
	if *left--; *left == 0 {
		used |= kind
	}
	if open == 0 {
		err = k.found()
	} else {
		err = k.search(open, used, first)
	}
	*left++
	return err
}

// keepFitting copies to the front of fits those words of list that have nothing of taken. It
// returns how many there are. Whether a placement fits is hard to predict. So this loop, and
// that of keepUnisolated, have no branch that depends on it.
func keepFitting(fits, list []uint64, taken uint64) int {
	fits = fits[:len(list)]
	kept := 0
	for _, word := range list {
		fits[kept] = word
		if word&taken == 0 {
			kept++
		}
	}
	return kept
}

// keepPromising moves those words to the front whose placements at bit isolate no cell of open, and
// leave a stone for the next open cell. It returns how many there are. See [sweepLines.isolated].
func (k *packedSearch) keepPromising(words []uint64, open, used uint64, bit int) int {
	l := &k.v.lines
	starts, ends, across, pairs := l.starts, l.ends, l.length&63, l.pairs
	lists, single := k.lists, k.single
	kept := 0
	for _, word := range words {
		next := open &^ (word & (1<<packedReach - 1) << (bit & 63))
		a, b, c, d := next<<1&^starts, next>>1&^ends, next<<across, next>>across
		one := next & (a ^ b ^ c ^ d) &^ (a&b | c&d)
		isolated := next&^(a|b|c|d) | one&pairs&(one<<1&^starts|one<<across)
		missing := lists[listAt(next, bits.TrailingZeros64(next)&63)].missing | used | word&single
		none := (missing + 1<<packedReach) >> (packedReach + packedKinds) & ((next | -next) >> 63)
		words[kept] = word
		if isolated|none == 0 {
			kept++
		}
	}
	return kept
}

// found hands out the filling with the stones laid and those of the path, unless a kind needs more.
func (k *packedSearch) found() error {
	v := k.v
	if !v.enough() {
		v.r.Failures++
		return nil
	}
	before := len(v.laid)
	for _, s := range k.path {
		p := k.placement(s.word, s.bit)
		v.laid = append(v.laid, laidStone{kind: p.kind, placement: p.index, cells: v.places.of(p.index), chosen: true})
	}
	err := v.colouring.found()
	v.laid = v.laid[:before]
	return err
}
