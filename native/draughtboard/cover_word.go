package draughtboard

import "math/bits"

// wordLevel is a level of at most 64 placements. Live sets are single words, passed by
// value, and the mask of an item is one word too. Most nodes of a search are on such
// levels. A node takes a tenth of the time that it takes on other levels.
type wordLevel struct {
	origin [64]int32
	masks  []uint64 // per item
}

// compactToWord makes the word level of the placements in live, at most 64, and returns
// its live set.
func (v *coverSearch) compactToWord(l *coverLevel, live []uint64) uint64 {
	word := &v.word
	for _, i := range v.open[:v.size] {
		word.masks[i] = 0
	}
	count := 0
	for w, rest := range live {
		for ; rest != 0; rest &= rest - 1 {
			o := l.origin[w*64+bits.TrailingZeros64(rest)]
			bit := uint64(1) << count
			word.origin[count] = o
			count++
			for _, c := range v.places.of(o) {
				word.masks[c] |= bit
			}
			word.masks[v.cells+v.places.kind[o]] |= bit
		}
	}
	return 1<<count - 1 // all ones for 64, where the shift yields 0
}

// searchWord is [coverSearch.search] on the word level.
func (v *coverSearch) searchWord(live uint64, from, part float64) error {
	if v.size == 0 {
		v.r.Share(from)
		return v.found()
	}
	item, branches := v.chooseWord(live)
	if err := v.enter(v.branchOf(item), branches); err != nil || branches == 0 {
		return err
	}
	part /= float64(branches)
	total := branches
	for word := live & v.word.masks[item]; word != 0 && branches > 0; word &= word - 1 {
		branches--
		o := v.word.origin[bits.TrailingZeros64(word)]
		size := v.size
		next := live
		for _, c := range v.places.of(o) {
			next &^= v.word.masks[c]
		}
		if v.lay(o, total > 1) {
			next &^= v.word.masks[v.cells+v.places.kind[o]]
		}
		v.traceLaid(v.branchOf(item), total)
		err := v.searchWord(next, from, part)
		v.takeBack(o, size)
		if err != nil {
			return err
		}
		live &^= word & -word
		from += part
	}
	return nil
}

// chooseWord is [coverSearch.choose] on the word level.
func (v *coverSearch) chooseWord(live uint64) (item int32, branches int) {
	branches = len(v.word.origin) + 1
	for at, i := range v.open[:v.size] {
		n := bits.OnesCount64(live & v.word.masks[i])
		if i >= v.cells {
			n = max(0, n-int(v.left[i-v.cells])+1)
		}
		if n < branches {
			item, branches = i, n
			if n <= 1 {
				v.swap(int32(at), 0)
				break
			}
		}
	}
	return item, branches
}
