package cores

import (
	"math"
	"math/bits"

	"crosscut/dlx/internal/model"
)

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

// thin is the part of a search that counts down.
type thin struct {
	counters bool // options are counted down; otherwise sweeps count

	forced []uint16 // stack: items that were seen with one option; there is room for all
	short  int      // how many items are on the stack
	known  bool     // the counts of the state are known
	failed bool     // the state has an open item without options
	learns bool     // the weights of items grow
}

// thinRows reports whether counting down is faster than sweeps. Count down takes time for
// each primary item of each option that a move hides. So it depends on the number of such
// items for each word of a row. Sweeps are fast where a set of items is a single word. For more than
// two words, few conflicts are enough. Some sixty rows stand for all.
func (s *Bitset) thinRows() bool {
	if !thinRowsCount.On() || s.Breadth == 1 || s.Primary > math.MaxUint16 || s.Options >= oneLeft {
		return false
	}
	conflicts, words := 0, 0
	for o := 0; o < s.Options; o += s.Words {
		for _, x := range s.Row(o) {
			conflicts += bits.OnesCount64(x)
		}
		words += s.Words
	}
	return s.Breadth > 2 && conflicts < thinWord*words || float64(conflicts)*float64(s.Elements()) < thinWork*float64(words)*float64(s.Options)
}

// What is left of an item is a number of live options, times oneLeft, plus the exclusive
// or of their numbers. So the last option of an item is known at once. shutItem is a flag
// for items that are not open. It makes the number large. There are fewer than oneLeft options, so
// the parts of a number do not meet.
const shutItem = oneLeft * oneLeft

// CountDown makes a search that has not begun count down.
func (s *Bitset) CountDown() {
	s.counters, s.forced = true, s.roomForForced()
	s.levels = nil
	s.start()
}

// roomForForced returns the stack of forced items. While a state is made, an item comes
// there with one option and perhaps again with none.
func (s *Bitset) roomForForced() []uint16 { return make([]uint16, 2*s.Primary+1) }

// countAll counts the options of all items in a state that no move has made. It returns
// false when an open item has none.
func (s *Bitset) countAll(state *bitLevel) bool {
	clear(state.left)
	s.short, state.alive = 0, 0
	for w, x := range state.live {
		for ; x != 0; x &= x - 1 {
			o := w<<6 + bits.TrailingZeros64(x)
			state.alive++
			for _, i := range s.ItemsOf(o) {
				state.left[i] = (state.left[i] + oneLeft) ^ uint32(o)
			}
		}
	}
	for i, n := range state.left {
		switch {
		case !model.Contains(state.open, i):
			state.left[i] |= shutItem
		case n < oneLeft:
			return false
		case n < 2*oneLeft:
			s.forced[s.short] = uint16(i)
			s.short++
		}
	}
	return true
}

// advanceThin makes the new state of advance by choosing option o in top.
func (s *Bitset) advanceThin(state, top *bitLevel, o int) {
	copy(state.live, top.live)
	copy(state.open, top.open)
	copy(state.left, top.left)
	s.short = 0
	s.known, s.failed = true, !s.strike(state, o)
}

// strike shuts the items of option o, hides o and the options that conflict with it, and
// counts down. It returns false when an open item has no option left. The state is then not finished, except in a
// random search, which blames all items that fail.
//
// The items of o are shut, so o itself is not counted. Few branches of the loops depend on
// the options: a wrong guess of the processor costs more than the work for an item.
func (s *Bitset) strike(state *bitLevel, o int) bool {
	live, left := state.live, state.left
	for _, i := range s.ItemsOf(o) {
		left[i] |= shutItem
		state.open[i>>6] &^= 1 << (i & 63)
	}
	live[o>>6] &^= 1 << (o & 63)
	forced, short, killed, least := s.forced, s.short, 1, uint32(shutItem)
	for w, r := range s.Row(o)[:len(live)] {
		dead := live[w] & r
		live[w] ^= dead
		for ; dead != 0; dead &= dead - 1 {
			q := w<<6 + bits.TrailingZeros64(dead)
			killed++
			for _, i := range s.ItemsOf(q) {
				n := (left[i] - oneLeft) ^ uint32(q)
				left[i] = n
				least = min(least, n)
				forced[short] = uint16(i)
				short += int((n - 2*oneLeft) >> 31)
			}
		}
		if least < oneLeft && s.Draws == nil {
			break
		}
	}
	s.short = short
	state.alive -= killed
	s.run.Propagations += int64(killed)
	if least >= oneLeft {
		return true
	}
	if s.learns {
		for _, i := range s.forced[:short] {
			if left[i] < oneLeft {
				s.Weighing.Blame(int(i))
			}
		}
	}
	return false
}

// forceThin is force with counts instead of sweeps.
func (s *Bitset) forceThin() verdict {
	state := &s.levels[s.depth]
	if !s.known {
		s.failed = !s.countAll(state)
	}
	s.known = false
	if s.failed {
		return failed
	}
	for s.short > 0 {
		s.short--
		i := s.forced[s.short]
		n := state.left[i]
		if n >= 2*oneLeft { // the item is shut
			continue
		}
		o := int(n - oneLeft)
		s.chosen = append(s.chosen, s.Number[o])
		if !s.strike(state, o) {
			return failed
		}
	}
	s.pick(state)
	if s.size == 0 {
		return covered
	}
	return forking
}

// pick sets s.item to the first of the open items with the fewest options, and s.size to their
// number. The size is 0 if no item is open. Random searches and counts go by weights.
func (s *Bitset) pick(state *bitLevel) {
	if s.Weighing != nil {
		s.pickByWeights(state)
		return
	}
	s.size = 0
	for k, items := range state.open {
		for ; items != 0; items &= items - 1 {
			i := k<<6 + bits.TrailingZeros64(items)
			if n := int(state.left[i] / oneLeft); s.size == 0 || n < s.size {
				s.size, s.item = n, i
				if n == 2 {
					return
				}
			}
		}
	}
}
