package dlx

import "crosscut/internal/search"

// search yields every cover and returns nil when there are no more.
func (s *multicover) search(yield func([]int) bool) error {
	alive := s.begin()
	for {
		if err := s.run.Err(); err != nil {
			return err
		}
		if alive {
			if i := s.pick(); i >= 0 {
				if err := s.run.Node(2); err != nil {
					return err
				}
				alive = s.include(i)
				continue
			}
			s.run.Solutions++
			if !yield(s.display.show(s.taken)) {
				return search.ErrStopped
			}
		}
		if len(s.forks) == 0 {
			s.run.Share(1)
			return nil
		}
		alive = s.exclude()
	}
}

// begin takes what must be chosen before anything was. It returns false when
// there is no cover.
func (s *multicover) begin() bool {
	for i, t := range s.items[:s.primary] {
		switch {
		case t.spare < 0:
			return s.fail()
		case t.spare == 0 && t.live > 0:
			s.forced = append(s.forced, int32(i))
		}
	}
	return s.force()
}

// pick returns the primary item with live options that has the smallest
// branching degree, which is spare+1: all of its options could be hidden one
// after the other until none is left to spare, or none at all. Of several it is
// the lowest one; it is -1 when no option is live.
func (s *multicover) pick() int {
	item, least := -1, int32(many)
	for i := range s.items[:s.primary] {
		if t := &s.items[i]; t.spare < least && t.live > 0 {
			if item, least = i, t.spare; least == 1 {
				break
			}
		}
	}
	return item
}

// include makes the state a fork and goes into the branch with an option of
// item i. It returns false when that has no cover.
func (s *multicover) include(i int) bool {
	t := &s.items[i]
	o := s.option(t.base)
	share := s.width / float64(t.spare+1)
	s.forks = append(s.forks, fork{o, len(s.trail), len(s.taken), s.lo + share, s.width - share})
	s.width = share
	return s.choose(o) && s.force()
}

// exclude goes back to the last fork and into the branch without its option. It
// returns false when that has no cover.
func (s *multicover) exclude() bool {
	last := len(s.forks) - 1
	f := &s.forks[last]
	s.undo(f.trail)
	s.taken, s.forced = s.taken[:f.taken], s.forced[:0]
	s.display.drop(f.taken)
	s.lo, s.width = f.lo, f.width
	if f.width >= leastShare {
		s.run.Share(f.lo)
	}
	s.forks = s.forks[:last]
	if !s.hide(f.option) {
		return s.fail()
	}
	return s.force()
}

// force chooses what must be chosen. It returns false when that has no cover.
func (s *multicover) force() bool {
	for last := len(s.forced) - 1; last >= 0; last = len(s.forced) - 1 {
		t := &s.items[s.forced[last]]
		s.forced = s.forced[:last]
		for t.live > 0 {
			if !s.choose(s.option(t.base)) {
				return false
			}
		}
	}
	return true
}

// choose takes a live option and hides every option that cannot be chosen
// together with it. It returns false, and counts a failure, when that leaves a
// primary item too few options, or the context has ended.
func (s *multicover) choose(o int32) bool {
	nodes := s.nodes[s.starts[o]:s.starts[o+1]]
	s.trail = append(s.trail, ^o)
	s.taken = append(s.taken, o)
	s.run.Propagations++
	for k := range nodes {
		t := s.leave(&nodes[k])
		t.taken++
		if t.taken > t.least {
			t.spare--
		}
	}
	for k := range nodes {
		n := &nodes[k]
		// A secondary item that was taken before has the colour of n.
		if t := &s.items[n.item]; t.taken == t.most && !s.settle(t, n.colour) {
			return s.fail()
		}
	}
	return true
}

// settle hides the live options of an item; with a colour only those that give
// it another one.
func (s *multicover) settle(t *tally, colour int32) bool {
	for at := t.base + t.live - 1; at >= t.base; at-- {
		n := &s.nodes[s.cells[at]]
		if colour != 0 && n.colour == colour {
			continue
		}
		if !s.hide(n.option) || len(s.trail)%pollEvery == 0 && s.run.Err() != nil {
			return false
		}
	}
	return true
}

// hide makes a live option one that is not chosen. It returns false when that
// leaves a primary item too few options.
func (s *multicover) hide(o int32) (ok bool) {
	ok = true
	nodes := s.nodes[s.starts[o]:s.starts[o+1]]
	for k := range nodes {
		n := &nodes[k]
		t := s.leave(n)
		if t.spare--; t.spare > 0 {
			continue
		}
		if t.spare < 0 {
			ok = false
		} else if t.live > 0 {
			s.forced = append(s.forced, n.item)
		}
	}
	s.trail = append(s.trail, o)
	s.run.Propagations++
	return ok
}

// leave takes a live node from the live cells of its item.
func (s *multicover) leave(n *place) *tally {
	t := &s.items[n.item]
	t.live--
	end := t.base + t.live
	m := s.cells[end]
	s.cells[n.cell], s.cells[end] = m, s.cells[n.cell]
	s.nodes[m].cell, n.cell = n.cell, end
	return t
}

// undo goes back to where the trail had the given length.
func (s *multicover) undo(trail int) {
	for k := len(s.trail) - 1; k >= trail; k-- {
		o := s.trail[k]
		chosen := o < 0
		if chosen {
			o = ^o
		}
		nodes := s.nodes[s.starts[o]:s.starts[o+1]]
		for k := range nodes {
			t := &s.items[nodes[k].item]
			t.live++
			switch {
			case !chosen:
				t.spare++
			case t.taken > t.least:
				t.spare++
				fallthrough
			default:
				t.taken--
			}
		}
	}
	s.trail = s.trail[:trail]
}

// option returns the option that a cell belongs to.
func (s *multicover) option(cell int32) int32 { return s.nodes[s.cells[cell]].option }

func (s *multicover) fail() bool {
	s.run.Failures++
	return false
}
