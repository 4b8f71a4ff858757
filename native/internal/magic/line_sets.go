package magic

import (
	"math/bits"
	"slices"
)

// Sets of lines say which lines propagation looks at again, and in which order. The set of a
// number k has the lines of k cells or more, of which at most k are open. A number placed adds
// its lines to one set each. So the touched line with fewest open cells is found in a few steps:
// it is in the first set that has a touched line. All lines of a cell are touched at once. There are
// at most n + 2 such sets for lines of n cells, and one for each cell. Each has a bit for each line.

// lineSet is a bitset of lines.
type lineSet []uint64

// addLineSets makes the sets of lines. The longest line has n cells.
func (s *state) addLineSets(n int) {
	words := (len(s.lines) + 63) / 64
	all := make([]uint64, (1+n+1+len(s.linesOf))*words)
	set := func() lineSet {
		one := all[:words:words]
		all = all[words:]
		return one
	}
	s.dirty = set()
	for range n + 1 {
		s.withOpen = append(s.withOpen, set())
	}
	for l := range s.lines {
		s.withOpen[s.lines[l].open].add(int32(l))
	}
	for _, lines := range s.linesOf {
		at := set()
		for _, l := range lines {
			at.add(l)
		}
		s.linesAt = append(s.linesAt, at)
	}
}

func (set lineSet) add(l int32) { set[l/64] |= 1 << (l % 64) }

// first returns the first line of the set, −1 for none.
func (set lineSet) first() int32 {
	for w, word := range set {
		if word != 0 {
			return int32(64*w + bits.TrailingZeros64(word))
		}
	}
	return -1
}

func (set lineSet) remove(l int32) { set[l/64] &^= 1 << (l % 64) }

// touch lets propagation look at the lines of cell c again.
func (s *state) touch(c int32) {
	for w, lines := range s.linesAt[c] {
		s.dirty[w] |= lines
	}
}

// touchAll lets propagation look at all lines again. It brings their cells into the natural
// order, which decides in which order numbers are removed.
func (s *state) touchAll() {
	for l := range s.lines {
		slices.Sort(s.lines[l].cells[:s.lines[l].open])
		s.dirty.add(int32(l))
	}
}
