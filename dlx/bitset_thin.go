package dlx

import "math/bits"

// Thin rows: the core Bitset without sweeps.
//
// A sweep counts the options of all items after each round of forced moves. This is a
// waste where a move hides few of the live options, and there are many items. Sudokus of
// 16×16 are an example: half of the time was for sweeps. There each state keeps the number
// of live options of each item. A move counts down the items of the options that it hides.
// Items that fall to one option are forced moves at once.
//
// It applies where the rows are thin: see thinRows. The states, their verdicts and the
// items to branch on are the same as with sweeps.

// thin is the part of a bitset that counts down. Its starts are nil where sweeps count.
type thin struct {
	items  []int32 // the primary items of the options, one option after the other
	starts []int32 // the items of option o are items[starts[o]:starts[o+1]]
	forced []int32 // stack: items that were seen with one option
	known  bool    // the counts of the state are known
	failed bool    // the state has an open item without options
}

// thinRows reports whether counting down is faster than sweeps. It is for more than
// thinItems items, where sweeps need several planes, and less than thinWord conflicts for
// each word of a row.
func (s *bitset) thinRows() bool {
	if s.primary <= thinItems || s.options >= shutItem {
		return false
	}
	conflicts := 0
	for _, x := range s.rows {
		conflicts += bits.OnesCount64(x)
	}
	return conflicts < thinWord*len(s.rows)
}

const (
	thinItems = 128
	thinWord  = 4
)

// shutItem is a flag in the count of an item that is not open. It makes the count large.
const shutItem = 1 << 15

// fillThin records the items of the options for counting down.
func (s *bitset) fillThin(p *Problem) {
	s.starts = make([]int32, 1, s.options+1)
	for _, number := range s.number {
		for _, e := range p.Option(int(number)) {
			if int(e.Item) < s.primary {
				s.items = append(s.items, int32(e.Item))
			}
		}
		s.starts = append(s.starts, int32(len(s.items)))
	}
}

// countAll counts the options of all items in a state that no move has made. It returns
// false when an open item has none.
func (s *bitset) countAll(state *bitLevel) bool {
	clear(state.counts)
	s.forced, state.alive = s.forced[:0], 0
	for w, x := range state.live {
		for ; x != 0; x &= x - 1 {
			o := w<<6 + bits.TrailingZeros64(x)
			state.alive++
			for _, i := range s.items[s.starts[o]:s.starts[o+1]] {
				state.counts[i]++
			}
		}
	}
	for i, n := range state.counts {
		switch {
		case !contains(state.open, i):
			state.counts[i] |= shutItem
		case n == 0:
			return false
		case n == 1:
			s.forced = append(s.forced, int32(i))
		}
	}
	return true
}

// advanceThin makes the new state of advance by choosing option o in top.
func (s *bitset) advanceThin(state, top *bitLevel, o int) {
	copy(state.live, top.live)
	copy(state.open, top.open)
	copy(state.counts, top.counts)
	s.forced = s.forced[:0]
	s.known, s.failed = true, !s.strike(state, o)
}

// strike shuts the items of option o, hides the options that conflict with it, and counts
// down. It returns false when an open item has no option left.
func (s *bitset) strike(state *bitLevel, o int) bool {
	live, counts, items, starts := state.live, state.counts, s.items, s.starts
	for _, i := range items[starts[o]:starts[o+1]] {
		counts[i] |= shutItem
		state.open[i>>6] &^= 1 << (i & 63)
	}
	for w, r := range s.row(o)[:len(live)] {
		dead := live[w] & r
		if dead == 0 {
			continue
		}
		live[w] ^= dead
		n := bits.OnesCount64(dead)
		state.alive -= n
		s.run.Propagations += int64(n)
		for ; dead != 0; dead &= dead - 1 {
			q := w<<6 + bits.TrailingZeros64(dead)
			for _, i := range items[starts[q]:starts[q+1]] {
				n := counts[i] - 1
				counts[i] = n
				if n <= 1 {
					if n == 0 {
						return false
					}
					s.forced = append(s.forced, i)
				}
			}
		}
	}
	return true
}

// forceThin is force with counts instead of sweeps.
func (s *bitset) forceThin() verdict {
	state := &s.levels[s.depth]
	if !s.known {
		s.failed = !s.countAll(state)
	}
	s.known = false
	if s.failed {
		return failed
	}
	for len(s.forced) > 0 {
		i := int(s.forced[len(s.forced)-1])
		s.forced = s.forced[:len(s.forced)-1]
		if state.counts[i] != 1 {
			continue
		}
		o := first(s.mask(i), state.live)
		s.chosen = append(s.chosen, s.number[o])
		if !s.strike(state, o) {
			return failed
		}
	}
	s.size = 0
	for k, items := range state.open {
		for ; items != 0; items &= items - 1 {
			i := k<<6 + bits.TrailingZeros64(items)
			if n := int(state.counts[i]); s.size == 0 || n < s.size {
				s.size, s.item = n, i
				if n == 2 {
					return forking
				}
			}
		}
	}
	if s.size == 0 {
		return covered
	}
	return forking
}
