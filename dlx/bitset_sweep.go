package dlx

import (
	"math"
	"math/bits"
)

// Sweeps: the core Bitset counts the options of all items at once.
//
// A sweep goes through the live options and adds their sets of items into counters that
// lie across machine words. Bit i of ones, twos and more is the number of options of item
// i in binary. A bit of more, once set, stays set: it means "four or more". This takes a
// handful of instructions for a live option, however many items it has. Nearly all states
// are deep in the tree, where few options are live. Two other ways took two to three
// times as long. One counts each item's part of the live set, the other subtracts what a
// move hides.

// sweep counts the options of all open items. It returns false when one has none.
// Otherwise s.size is the fewest options that any of them has, and s.item is the first
// item with that number. If s.size is 1, s.single is the set of items with one option.
func (s *bitset) sweep(state *bitLevel) bool {
	live, open := state.live, state.open
	s.size, s.twos = math.MaxInt, true
	if s.breadth == 1 {
		alive, ones, twos, more := countNarrow(live, s.narrow)
		state.alive = alive
		if !s.judge(0, open[0], ones, twos, more) {
			return false
		}
	}
	for k, plane := range s.planes {
		s.single[2*k], s.single[2*k+1] = 0, 0
		if open[2*k]|open[2*k+1] == 0 {
			continue
		}
		alive, ones, twos, more, ones2, twos2, more2 := countWide(live, plane)
		state.alive = alive
		if !s.judge(2*k, open[2*k], ones, twos, more) || !s.judge(2*k+1, open[2*k+1], ones2, twos2, more2) {
			return false
		}
	}
	if s.size == math.MaxInt {
		s.fewest(live, open)
	}
	return true
}

// judge looks at the counters of one word of items. It returns false when an open item
// has no option.
func (s *bitset) judge(k int, open, ones, twos, more uint64) bool {
	if open&^(ones|twos|more) != 0 {
		return false
	}
	s.twos = s.twos && open&(ones|more) == 0
	open &^= more
	single := open & ones &^ twos
	s.single[k] = single
	switch {
	case single != 0:
		s.size = 1
	case s.size <= 2 || open == 0:
	case open&^ones != 0:
		s.size, s.item = 2, k<<6+bits.TrailingZeros64(open&^ones)
	case s.size > 3:
		s.size, s.item = 3, k<<6+bits.TrailingZeros64(open)
	}
	return true
}

// countNarrow counts the live options. It also counts the options of each item, for up to
// 64 items.
func countNarrow(live []uint64, sets [][64]uint64) (alive int, ones, twos, more uint64) {
	sets = sets[:len(live)]
	for w, x := range live {
		set := &sets[w]
		for ; x != 0; x &= x - 1 {
			carry := set[bits.TrailingZeros64(x)&63]
			alive++
			ones ^= carry
			carry &^= ones
			twos ^= carry
			more |= carry &^ twos
		}
	}
	return alive, ones, twos, more
}

// countWide counts the live options. It also counts the options of each item, for up to
// 128 items.
func countWide(live []uint64, sets []block) (alive int, ones, twos, more, ones2, twos2, more2 uint64) {
	sets = sets[:len(live)]
	for w, x := range live {
		set := &sets[w]
		for ; x != 0; x &= x - 1 {
			items := &set[bits.TrailingZeros64(x)&63]
			alive++
			carry := items[0]
			ones ^= carry
			carry &^= ones
			twos ^= carry
			more |= carry &^ twos
			carry = items[1]
			ones2 ^= carry
			carry &^= ones2
			twos2 ^= carry
			more2 |= carry &^ twos2
		}
	}
	return alive, ones, twos, more, ones2, twos2, more2
}

// fewest finds the first of the items with the fewest options. It is for states in which
// all open items have four or more options, as is usual near the root of the tree.
func (s *bitset) fewest(live, open []uint64) {
	for k, items := range open {
		for ; items != 0; items &= items - 1 {
			i, n := k<<6+bits.TrailingZeros64(items), 0
			for t, m := range s.mask(i) {
				n += bits.OnesCount64(m & live[t])
				if n >= s.size {
					break
				}
			}
			if n < s.size {
				s.size, s.item = n, i
				if n == 4 {
					return
				}
			}
		}
	}
}
