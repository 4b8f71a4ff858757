package dlx

import (
	"slices"

	"crosscut/internal/search"
)

// A search by Bitset as a worker of a crew: see crew.go. All workers use the same
// tables. Rows are extended for the last time before the search splits.

// bitsetRest is a level and its untried options.
type bitsetRest struct {
	live, open []uint64
	alive      int
	chosen     []int32
	options    []int32
	lo, width  float64
}

func (s *bitset) join(m *member, run *search.Run) {
	s.member, s.run, s.split, s.told, s.restart = m, run, 0, 0, nil
}

func (s *bitset) clone() workerSearch {
	c := &bitset{
		thin:           thin{items: s.items, starts: s.starts, forced: s.roomForForced()},
		conflictTables: s.conflictTables, breadth: s.breadth, narrow: s.narrow, planes: s.planes,
		single: make([]uint64, s.breadth),
	}
	c.order = newCoverOrder(s.primary, int(s.number[s.options-1])+1)
	c.weighing = s.weighing
	c.order.unread = s.order.unread
	return c
}

func (s *bitset) handOver() untried {
	for k := range s.levels[:s.depth] {
		top := &s.levels[k]
		if top.next == top.end {
			continue
		}
		p := &bitsetRest{
			live: slices.Clone(top.live), open: slices.Clone(top.open), alive: top.alive,
			chosen: slices.Clone(s.chosen[:top.chosen]), options: slices.Clone(s.queue[top.next:top.end]),
			lo: top.lo + float64(top.next-top.from)*top.width, width: top.width,
		}
		top.end = top.next
		return p
	}
	return nil
}

func (s *bitset) takeOver(what untried) {
	p := what.(*bitsetRest)
	s.depth = 1
	s.room()
	top := &s.levels[0]
	copy(top.live, p.live)
	copy(top.open, p.open)
	if s.starts != nil {
		s.countAll(top)
		s.known = false
	}
	top.alive, top.chosen = p.alive, len(p.chosen)
	top.from, top.next, top.end = 0, 0, len(p.options)
	top.lo, top.width, top.born = p.lo, p.width, 0
	s.chosen = append(s.chosen[:0], p.chosen...)
	s.queue = append(s.queue[:0], p.options...)
	s.order.drop(0)
}
