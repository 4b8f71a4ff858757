package draughtboard

import (
	"math"
	"math/bits"
)

// search yields the fillings of the state at a depth. Its share of the whole search begins at from and is
// part long.
func (v *coverSearch) search(depth int, from, part float64) error {
	if !v.inSubtree {
		v.sortOpen()
		if part <= v.subtreePart {
			return v.enterSubtree(depth, from, part)
		}
	}
	if v.size == 0 {
		if v.cut != nil {
			return v.enterSubtree(depth, from, part)
		}
		return v.found()
	}
	return v.branch(depth, from, part)
}

func (v *coverSearch) liveAt(depth int) []uint64 { return v.live[depth*v.words:][:v.words] }

// branch yields the fillings of the state, as search does.
func (v *coverSearch) branch(depth int, from, part float64) error {
	live := v.liveAt(depth)
	item, branches := v.choose(live)
	if v.sweep != nil && branches > 1 {
		if v.marked < 0 || v.left[v.marked] == 0 {
			return v.sweep.searchItems(v.open[:v.size], from, part)
		}
		item = v.cells + v.marked // the sweep cannot use that this kind has few places, so branch on it here
		branches = v.countUpTo(live, item, math.MaxInt)
	}
	if err := v.enter(v.branchOf(item), branches); err != nil || branches == 0 {
		return err
	}
	next := v.liveAt(depth + 1)
	part /= float64(branches)
	total := branches
	mask, first := v.mask(item)
	for w, m := range mask {
		w += int(first)
		for word := live[w] & m; word != 0 && branches > 0; word &= word - 1 {
			branches--
			o := int32(w*64 + bits.TrailingZeros64(word))
			size := v.size
			copy(next, live)
			for _, c := range v.places.of(o) {
				v.strike(next, c)
			}
			if v.lay(o, total > 1) {
				v.strike(next, v.cells+v.places.kind[o])
			}
			v.traceLaid(v.branchOf(item), total)
			err := v.search(depth+1, from, part)
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
