package draughtboard

import (
	"math"
	"math/bits"
)

// search yields the fillings of the state that is depth stones below level. Its share
// of the whole search begins at from and is part long.
func (v *coverSearch) search(level, depth int, from, part float64) error {
	if !v.inSubtree {
		v.sortOpen()
		if part <= v.subtreePart {
			return v.enterSubtree(level, depth, from, part)
		}
	}
	if v.size == 0 {
		if v.cut != nil {
			return v.enterSubtree(level, depth, from, part)
		}
		return v.found()
	}
	l := &v.levels[level]
	live := l.live[depth*l.words:][:l.words]
	stones := cap(v.laid) - len(v.laid)
	if compacting.On() && v.sweep == nil && l.words > 1 && (countLive(live)+63)/64 <= l.words/2 {
		return v.searchSparse(level, depth, stones, from, part)
	}
	return v.branch(level, depth, from, part)
}

// searchSparse is search for a state that needs at most half the words. The copy pays
// when many nodes come after it. So it is made where the states seen before, with as
// many stones to lay, had enough nodes below. The nodes are the same with and without
// it.
func (v *coverSearch) searchSparse(level, depth, stones int, from, part float64) (err error) {
	l := &v.levels[level]
	before := v.r.Nodes
	if v.nodesBelow[stones] >= compactNodes && v.compact(level, l.live[depth*l.words:][:l.words], stones) {
		err = v.search(level+1, 0, from, part)
	} else {
		err = v.branch(level, depth, from, part)
	}
	v.nodesBelow[stones] += (float64(v.r.Nodes-before) - v.nodesBelow[stones]) / 8
	return err
}

// branch yields the fillings of the state, as search does.
func (v *coverSearch) branch(level, depth int, from, part float64) error {
	l := &v.levels[level]
	live := l.live[depth*l.words:][:l.words]
	item, branches := v.choose(l, live)
	if v.sweep != nil && branches > 1 {
		if v.marked < 0 || v.left[v.marked] == 0 {
			return v.sweep.searchItems(v.open[:v.size], from, part)
		}
		item = v.cells + v.marked // the sweep cannot use that this kind has few places, so branch on it here
		branches = l.countUpTo(live, item, math.MaxInt)
	}
	if err := v.enter(v.branchOf(item), branches); err != nil || branches == 0 {
		return err
	}
	next := l.live[(depth+1)*l.words:][:l.words]
	part /= float64(branches)
	total := branches
	mask, first := l.mask(item)
	for w, m := range mask {
		w += int(first)
		for word := live[w] & m; word != 0 && branches > 0; word &= word - 1 {
			branches--
			o := l.origin[w*64+bits.TrailingZeros64(word)]
			size := v.size
			copy(next, live)
			for _, c := range v.places.of(o) {
				l.strike(next, c)
			}
			if v.lay(o, total > 1) {
				l.strike(next, v.cells+v.places.kind[o])
			}
			v.traceLaid(v.branchOf(item), total)
			err := v.search(level, depth+1, from, part)
			v.takeBack(o, size)
			if err != nil {
				return err
			}
			live[w] &^= word & -word
			if from += part; v.cut == nil { // a subtree that was cut off is not done yet
				v.r.Share(from)
			}
		}
	}
	return nil
}

// lay lays placement o and closes its items. It reports whether its kind is used up.
func (v *coverSearch) lay(o int32, chosen bool) (last bool) {
	kind, cells := v.places.kind[o], v.places.of(o)
	for _, c := range cells {
		v.close(c)
	}
	v.left[kind]--
	if v.need[kind]--; v.need[kind] == 0 {
		v.close(v.cells + kind)
	}
	v.laid = append(v.laid, laidStone{kind: kind, placement: o, cells: cells, chosen: chosen})
	return v.left[kind] == 0
}

// takeBack undoes lay. Before lay, size items were open.
func (v *coverSearch) takeBack(o int32, size int) {
	v.left[v.places.kind[o]]++
	v.need[v.places.kind[o]]++
	v.laid = v.laid[:len(v.laid)-1]
	v.size = size
}

// countLive returns the number of ones.
func countLive(live []uint64) int {
	count := 0
	for _, w := range live {
		count += bits.OnesCount64(w)
	}
	return count
}

// compact makes the next level of the live placements. It reports whether the memory
// set aside was enough.
func (v *coverSearch) compact(level int, live []uint64, stones int) bool {
	l, m := &v.levels[level], &v.levels[level+1]
	origin := m.origin[:0]
	for w, word := range live {
		for ; word != 0; word &= word - 1 {
			origin = append(origin, l.origin[w*64+bits.TrailingZeros64(word)])
		}
	}
	return v.number(m, origin, stones)
}
