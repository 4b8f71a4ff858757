package cores

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// The core Bitset: its search. It chooses items as Sparse does. Forced moves are made
// for all items with one option at a time.

// verdict is what a state turned out to be after its forced moves.
type verdict int

const (
	failed  verdict = iota // an open item has no option left
	covered                // no item is open
	forking                // each open item has two options or more
	tried                  // the search is through with it
)

// Bitset yields every cover and returns nil when there are no more.
func (s *Bitset) Search(yield func([]int) bool) error { return s.proceed(s.force(), yield) }

func (s *Bitset) Resume(yield func([]int) bool) error { return s.proceed(tried, yield) }

// proceed continues from a state with that verdict.
func (s *Bitset) proceed(found verdict, yield func([]int) bool) error {
	for {
		if err := s.run.Err(); err != nil {
			return err
		}
		switch found {
		case failed:
			s.run.Failures++
		case covered:
			s.run.Solutions++
			if !yield(s.Order.Show(s.chosen)) {
				return meter.ErrStopped
			}
		case forking:
			if err := s.run.Node(s.size); err != nil {
				return err
			}
			s.Visited++
			if s.Visited == s.PairAt {
				if err := s.pairUp(); err != nil {
					return err
				}
			}
			s.branch()
			if err := s.Trial.Hold(s.Visited); err != nil {
				return err
			}
			if s.Restart.Due(s.run.Nodes) {
				return errRestart
			}
			if s.Split > 0 && s.Visited >= s.Split && s.PairAt == 0 && s.Trial.Over() {
				return cmp.Or(s.Fill(s.run), ErrSplit)
			}
			if s.Member != nil {
				s.Member.Look(s)
			}
		}
		if !s.retreat() {
			s.run.Share(1)
			return nil
		}
		if s.Draws != nil && s.run.Failures >= s.Draws.GiveUp {
			return errImpatient
		}
		s.advance()
		found = s.force()
	}
}

// branch makes the state a level. Its options to try are those of s.item.
func (s *Bitset) branch() {
	lo, width := 0.0, 1.0
	switch {
	case s.Draws != nil:
		width = 0 // no progress: the whole search does this part again
	case s.depth > 0:
		up := &s.levels[s.depth-1]
		lo, width = up.lo+float64(up.next-up.from-1)*up.width, up.width
	}
	s.depth++
	s.room()
	top := &s.levels[s.depth-1]
	top.from, top.next, top.chosen = len(s.queue), len(s.queue), len(s.chosen)
	top.lo, top.width = lo, width/float64(s.size)
	top.born, top.item = s.Visited, uint16(s.item)
	live := top.live
	for k, m := range s.Mask(s.item) {
		for x := m & live[k]; x != 0; x &= x - 1 {
			s.queue = append(s.queue, int32(k<<6+bits.TrailingZeros64(x)))
		}
	}
	top.end = len(s.queue)
	if s.Draws != nil {
		s.Draws.Sort(s.queue[top.from:], func(o int32) int { return s.hides(live, o) })
	}
}

// retreat goes back to the last level with an option to try. It returns false when
// there is none.
func (s *Bitset) retreat() bool {
	for s.depth > 0 {
		top := &s.levels[s.depth-1]
		// A share that is just due may be told now or at the next branch.
		if share := top.lo + float64(top.next-top.from)*top.width; share >= s.told && s.Draws == nil {
			s.run.Share(share)
			s.told = share + model.ShareStep
		}
		if top.next < top.end {
			return true
		}
		s.Trial.Note(s.Visited-top.born, s.chosen[:top.chosen])
		s.depth--
		s.queue = s.queue[:top.from]
	}
	return false
}

// advance chooses the next option of the last level, which makes a new state.
func (s *Bitset) advance() {
	top, state := &s.levels[s.depth-1], &s.levels[s.depth]
	o := s.queue[top.next]
	top.next++
	s.chosen = append(s.chosen[:top.chosen], s.Number[o])
	s.Order.Drop(top.chosen)
	state.alive = top.alive
	if s.counters {
		s.advanceThin(state, top, int(o))
		return
	}
	row := s.Row(int(o))
	to, from := state.live[:len(row)], top.live[:len(row)]
	for k, r := range row {
		to[k] = from[k] &^ r
	}
	s.Shut(state.open, top.open, int(o))
}

// force makes the forced moves and returns what the state then is. Between two sweeps it
// serves all items with a single option.
func (s *Bitset) force() verdict {
	if s.counters {
		return s.forceThin()
	}
	state := &s.levels[s.depth]
	live, open := state.live, state.open
	for {
		if empty(open) {
			s.run.Propagations += int64(state.alive)
			return covered
		}
		before := state.alive
		possible := s.sweep(state)
		s.run.Propagations += int64(before - state.alive)
		switch {
		case !possible:
			return failed
		case s.size > 1:
			return forking
		}
		for k, items := range s.single {
			for items &= open[k]; items != 0; items &= open[k] {
				o := model.First(s.Mask(k<<6+bits.TrailingZeros64(items)), live)
				if o < 0 {
					return failed
				}
				s.chosen = append(s.chosen, s.Number[o])
				row := s.Row(o)[:len(live)]
				for t, r := range row {
					live[t] &^= r
				}
				s.Shut(open, open, o)
			}
		}
	}
}

func empty(set []uint64) bool {
	for _, x := range set {
		if x != 0 {
			return false
		}
	}
	return true
}

func (s *Bitset) Rest(do func(chosen []int32, lo, width float64) error) error {
	for ; s.depth > 0; s.depth-- {
		top := &s.levels[s.depth-1]
		for ; top.next < top.end; top.next++ {
			chosen := append(s.chosen[:top.chosen], s.Number[s.queue[top.next]])
			if err := do(chosen, top.lo+float64(top.next-top.from)*top.width, top.width); err != nil {
				return err
			}
		}
		s.queue = s.queue[:top.from]
	}
	return nil
}

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
func (s *Bitset) sweep(state *bitLevel) bool {
	live, open := state.live, state.open
	s.size = math.MaxInt
	if s.Breadth == 1 {
		alive, ones, twos, more := countNarrow(live, s.Narrow)
		state.alive = alive
		if !s.judge(0, open[0], ones, twos, more) {
			return false
		}
	}
	for k, plane := range s.Planes {
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
func (s *Bitset) judge(k int, open, ones, twos, more uint64) bool {
	if open&^(ones|twos|more) != 0 {
		return false
	}
	open &^= more
	single := open & ones &^ twos
	s.single[k] = single
	switch {
	case single != 0:
		s.size = 1
	case s.size <= 2 || open == 0:
	case open&^ones != 0:
		s.size, s.item = 2, k<<6+bits.TrailingZeros64(open&^ones)
	case s.size == math.MaxInt:
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
func countWide(live []uint64, sets []model.Block) (alive int, ones, twos, more, ones2, twos2, more2 uint64) {
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
// all open items have four or more options. It adds sets of items as a sweep does, but with all binary
// digits, and four options at a time.
func (s *Bitset) fewest(live, open []uint64) {
	for k, items := range open {
		if k&1 == 0 && items|open[min(k+1, len(open)-1)] != 0 {
			s.gather(live, k>>1)
		}
		if items == 0 {
			continue
		}
		digits := sumSets(s.sets, k&1)
		n := 0
		for d, digit := range slices.Backward(digits[:bits.Len(uint(len(s.sets)))]) {
			if fewer := items &^ digit; fewer != 0 {
				items = fewer
			} else {
				n |= 1 << d
			}
		}
		if n < s.size {
			s.size, s.item = n, k<<6+bits.TrailingZeros64(items)
		}
	}
}

// gather makes a list of two words of the sets of items of the live options, and of zeros up to a multiple of four.
func (s *Bitset) gather(live []uint64, k int) {
	if s.sets == nil {
		s.sets = make([][2]uint64, s.Options+3)
	}
	sets, n := s.sets[:cap(s.sets)], 0
	if s.Breadth == 1 {
		for w, x := range live {
			for set := &s.Narrow[w]; x != 0; x &= x - 1 {
				sets[n][0] = set[bits.TrailingZeros64(x)&63]
				n++
			}
		}
	} else {
		plane := s.Planes[k][:len(live)]
		for w, x := range live {
			for set := &plane[w]; x != 0; x &= x - 1 {
				sets[n] = set[bits.TrailingZeros64(x)&63]
				n++
			}
		}
	}
	for ; n&3 != 0; n++ { // up to a multiple of four
		sets[n] = [2]uint64{}
	}
	s.sets = sets[:n]
}

// sumSets returns the binary digits of how many of the sets have each item, from one word of each set.
func sumSets(sets [][2]uint64, word int) (digits [32]uint64) {
	var ones, twos uint64
	for ; len(sets) > 0; sets = sets[4:] {
		var a, b, carry uint64
		ones, a = addSets(ones, sets[0][word&1], sets[1][word&1])
		ones, b = addSets(ones, sets[2][word&1], sets[3][word&1])
		twos, carry = addSets(twos, a, b)
		for d := 2; carry != 0; d++ {
			digits[d&31], carry = digits[d&31]^carry, digits[d&31]&carry
		}
	}
	digits[0], digits[1] = ones, twos
	return digits
}

// addSets adds three numbers of one digit for each of 64 items.
func addSets(a, b, c uint64) (sum, carry uint64) {
	either := a ^ b
	return either ^ c, a&b | either&c
}
