package draughtboard

import "math/bits"

// packedSearch does what [sweepSearch.searchSmall] does, and takes less time for it. It
// applies where lines are used and all stones differ: at most packedKinds kinds of one stone
// each, none with a range. No placement may reach farther than packedReach cells of the sweep, and
// at most packedIndices may begin at one cell.
//
// A placement is one word. A state makes one word of what is taken: the covered cells from
// the first open one on, and the kinds that are used. So one and tells whether a placement
// fits. The lists are those of the sweep. The states and their order are the same, too.
type packedSearch struct {
	v      *sweepSearch
	lists  []sweepList // as the lists of v
	listed []uint64    // the memory of the lists
	ways   []uint64    // the placements that fit, of this state and of the states above it
	path   []packedStone
}

// packedStone is a stone that is laid: its word and its first cell.
type packedStone struct {
	word uint64
	bit  int
}

// A word has, from the lowest bit on: the cells of the placement, counted from its first
// one; one bit for its kind; its index among the placements that begin at the same cell.
const (
	packedReach   = 36
	packedKinds   = 20
	packedIndices = 1 << (64 - packedReach - packedKinds)
)

// canBePacked reports whether [packedSearch] applies.
func (v *sweepSearch) canBePacked() bool {
	if len(v.kinds) > packedKinds || len(v.ranged) > 0 || v.board.Width()*v.board.Height() > 64 {
		return false
	}
	for k := range v.kinds {
		if len(v.kinds[k].stones) > 1 || len(v.kinds[k].shapes[0].squares) == 1 {
			return false
		}
	}
	begin := make([]int, len(v.cells)) // by bit: how many placements begin there
	for o := range v.places.kind {
		p := v.placement(int32(o))
		bit := bits.TrailingZeros64(p.cells)
		if begin[bit]++; begin[bit] > packedIndices || p.cells>>bit>>packedReach != 0 {
			return false
		}
	}
	return true
}

// newPackedSearch returns the search of v, to which it must apply.
func newPackedSearch(v *sweepSearch) *packedSearch {
	return &packedSearch{
		v: v, lists: make([]sweepList, len(v.lists)), listed: make([]uint64, 1, cap(v.listed)), // no list is at 0
		ways: make([]uint64, 0, 1<<10), path: make([]packedStone, 0, cap(v.laid)),
	}
}

// makeList makes a list.
func (k *packedSearch) makeList(at int) sweepList {
	bit := at >> nextCells
	l := sweepList{from: int32(len(k.listed))}
	index := uint64(0)
	for _, p := range k.v.listOf(at) {
		for k.v.placementsFrom[bit][index].index != p.index {
			index++
		}
		k.listed = append(k.listed, p.cells>>bit|1<<p.kind<<packedReach|index<<(packedReach+packedKinds))
	}
	l.to = int32(len(k.listed))
	k.lists[at] = l
	return l
}

// search yields the fillings of the state in which the cells of open are to be covered. used
// has the bits of the kinds that are used. The ways of this state begin at first.
func (k *packedSearch) search(open, used uint64, first int) error {
	v := k.v
	v.packedStates++
	bit := bits.TrailingZeros64(open)
	at := listAt(open, bit)
	l := k.lists[at]
	if l.to == 0 {
		l = k.makeList(at)
	}
	list := k.listed[l.from:l.to]
	if len(k.ways) < first+len(list) {
		k.ways = append(k.ways, make([]uint64, first+2*len(list)-len(k.ways))...)
	}
	ways := k.ways[first:]
	n := keepFitting(ways, list, ^(open>>(bit&63))&(1<<packedReach-1)|used)
	if err := v.countState(n); err != nil || n == 0 {
		return err
	}
	kept := v.lines.keepUnisolated(ways[:n], open, bit)
	v.packedStates += int64(n - kept)
	v.r.Failures += int64(n - kept)
	for _, word := range ways[:kept] {
		k.path = append(k.path, packedStone{word, bit})
		next := open &^ (word & (1<<packedReach - 1) << (bit & 63))
		var err error
		if next == 0 {
			err = k.found()
		} else {
			err = k.search(next, used|word&((1<<packedKinds-1)<<packedReach), first+kept)
		}
		k.path = k.path[:len(k.path)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// keepFitting copies to the front of ways those words of list that have nothing of taken. It
// returns how many there are. Whether a placement fits is hard to predict. So this loop, and
// that of keepUnisolated, have no branch that depends on it.
func keepFitting(ways, list []uint64, taken uint64) int {
	ways = ways[:len(list)]
	kept := 0
	for _, word := range list {
		ways[kept] = word
		if word&taken == 0 {
			kept++
		}
	}
	return kept
}

// keepUnisolated moves those words to the front whose placements at bit isolate no cell of
// open. It returns how many there are. See [sweepLines.isolated].
func (l *sweepLines) keepUnisolated(words []uint64, open uint64, bit int) int {
	starts, ends, across, pairs := l.starts, l.ends, l.length&63, l.pairs
	kept := 0
	for _, word := range words {
		next := open &^ (word & (1<<packedReach - 1) << (bit & 63))
		a, b, c, d := next<<1&^starts, next>>1&^ends, next<<across, next>>across
		one := next & (a ^ b ^ c ^ d) &^ (a&b | c&d)
		words[kept] = word
		if next&^(a|b|c|d)|one&pairs&(one<<1&^starts|one<<across) == 0 {
			kept++
		}
	}
	return kept
}

// found hands out the filling with the stones laid and those of the path.
func (k *packedSearch) found() error {
	v := k.v
	before := len(v.path)
	for _, s := range k.path {
		v.path = append(v.path, v.placementsFrom[s.bit][s.word>>(packedReach+packedKinds)])
	}
	err := v.foundOnPath()
	v.path = v.path[:before]
	return err
}
