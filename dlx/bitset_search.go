package dlx

import (
	"math/bits"

	"crosscut/internal/search"
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

// search yields every cover and returns nil when there are no more.
func (s *bitset) search(yield func([]int) bool) error { return s.proceed(s.force(), yield) }

func (s *bitset) resume(yield func([]int) bool) error { return s.proceed(tried, yield) }

func (s *bitset) skip(nodes int64) {
	for k := range s.levels[:s.depth] {
		s.levels[k].born += nodes
	}
	later(&s.split, nodes)
	later(&s.pairAt, nodes)
	s.trial.skip(nodes)
}

// later puts off what is to happen at a node. 0 stays 0, which is never.
func later(at *int64, nodes int64) {
	if *at != 0 {
		*at += nodes
	}
}

// proceed continues from a state with that verdict.
func (s *bitset) proceed(found verdict, yield func([]int) bool) error {
	for {
		if err := s.run.Err(); err != nil {
			return err
		}
		switch found {
		case failed:
			s.run.Failures++
		case covered:
			if !s.visit(yield) {
				return search.ErrStopped
			}
		case forking:
			if err := s.run.Node(s.size); err != nil {
				return err
			}
			if s.draws == nil && (s.run.Nodes == s.pairAt || s.run.Nodes >= lateNodes) {
				if err := s.fillRest(s.run); err != nil {
					return err
				}
			}
			if s.run.Nodes == s.pairAt {
				if err := s.pairUp(); err != nil {
					return err
				}
			}
			s.branch()
			if err := s.trial.hold(s.run.Nodes); err != nil {
				return err
			}
			if s.restart.due(s.run.Nodes) {
				return errRestart
			}
			if s.split > 0 && s.run.Nodes >= s.split && s.pairAt == 0 && s.trial.over() {
				return errSplit
			}
			if s.member != nil {
				s.member.look(s)
			}
		}
		if !s.retreat() {
			s.run.Share(1)
			return nil
		}
		if s.draws != nil && s.run.Failures >= s.draws.giveUp {
			return errImpatient
		}
		s.advance()
		found = s.force()
	}
}

// branch makes the state a level. Its options to try are those of s.item.
func (s *bitset) branch() {
	lo, width := 0.0, 1.0
	switch {
	case s.draws != nil:
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
	top.born, top.item = s.run.Nodes, uint16(s.item)
	live := top.live
	for k, m := range s.mask(s.item) {
		for x := m & live[k]; x != 0; x &= x - 1 {
			s.queue = append(s.queue, int32(k<<6+bits.TrailingZeros64(x)))
		}
	}
	top.end = len(s.queue)
	if s.draws != nil {
		s.sortQueue(top)
	}
}

// retreat goes back to the last level with an option to try. It returns false when
// there is none.
func (s *bitset) retreat() bool {
	for s.depth > 0 {
		top := &s.levels[s.depth-1]
		// A share that is just due may be told now or at the next branch.
		if share := top.lo + float64(top.next-top.from)*top.width; share >= s.told && s.draws == nil {
			s.run.Share(share)
			s.told = share + shareStep
		}
		if top.next < top.end {
			return true
		}
		s.trial.note(s.run.Nodes-top.born, s.chosen[:top.chosen])
		s.depth--
		s.queue = s.queue[:top.from]
	}
	return false
}

// advance chooses the next option of the last level, which makes a new state.
func (s *bitset) advance() {
	top, state := &s.levels[s.depth-1], &s.levels[s.depth]
	o := s.queue[top.next]
	top.next++
	s.chosen = append(s.chosen[:top.chosen], s.number[o])
	s.order.drop(top.chosen)
	state.alive = top.alive
	if s.starts != nil {
		s.advanceThin(state, top, int(o))
		return
	}
	row := s.lateRow(int(o))
	to, from := state.live[:len(row)], top.live[:len(row)]
	for k, r := range row {
		to[k] = from[k] &^ r
	}
	s.shut(state.open, top.open, int(o))
}

// shut sets to = from without the items of option o.
func (s *bitset) shut(to, from []uint64, o int) {
	if s.breadth == 1 {
		to[0] = from[0] &^ s.narrow[o>>6][o&63]
		return
	}
	for k, plane := range s.planes {
		items := &plane[o>>6][o&63]
		to[2*k] = from[2*k] &^ items[0]
		to[2*k+1] = from[2*k+1] &^ items[1]
	}
}

// force makes the forced moves and returns what the state then is. Between two sweeps it
// serves all items with a single option.
func (s *bitset) force() verdict {
	if s.starts != nil {
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
				o := first(s.mask(k<<6+bits.TrailingZeros64(items)), live)
				if o < 0 {
					return failed
				}
				s.chosen = append(s.chosen, s.number[o])
				row := s.lateRow(o)[:len(live)]
				for t, r := range row {
					live[t] &^= r
				}
				s.shut(open, open, o)
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

// visit hands out the complete cover.
func (s *bitset) visit(yield func([]int) bool) bool {
	s.run.Solutions++
	return yield(s.order.show(s.chosen))
}

func (s *bitset) rest(do func(chosen []int32, lo, width float64) error) error {
	for ; s.depth > 0; s.depth-- {
		top := &s.levels[s.depth-1]
		for ; top.next < top.end; top.next++ {
			chosen := append(s.chosen[:top.chosen], s.number[s.queue[top.next]])
			if err := do(chosen, top.lo+float64(top.next-top.from)*top.width, top.width); err != nil {
				return err
			}
		}
		s.queue = s.queue[:top.from]
	}
	return nil
}
