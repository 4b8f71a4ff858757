package dlx

import (
	"slices"

	"crosscut/internal/search"
)

// A search by Sparse as a worker of a crew: see crew.go. Each worker has nodes and cells
// of its own. What one worker hands over has the options that were chosen above it. The
// other worker chooses them again.

// sparseRest is a level and its untried options.
type sparseRest struct {
	chosen    []int32 // the options chosen above the level
	item      int32
	next, end int32
	lo, width float64
}

func (s *sparse) join(m *member, run *search.Run) {
	s.member, s.run, s.split, s.restart = m, run, 0, nil
}

func (s *sparse) clone() workerSearch {
	return s.copyFor(nil)
}

// copyFor is clone for a search by run, which may be nil. A large copy stops in the middle
// when the context has ended. Then the copy must not be used.
func (s *sparse) copyFor(run *search.Run) *sparse {
	t := s.lend(run)
	t.nodes, t.cells = copied(run, s.nodes), copied(run, s.cells)
	return t
}

// lend returns a search by run with the tables of s. Only one of both may search.
func (s *sparse) lend(run *search.Run) *sparse {
	t := &sparse{
		run: run, room: mostBytes / 4, primary: s.primary, options: s.options, base: s.base, nodes: s.nodes, cells: s.cells,
		live: make([]int32, len(s.live)),
	}
	t.order = newCoverOrder(s.primary, s.options)
	t.weighing, t.order.unread = s.weighing, s.order.unread
	t.openAll()
	return t
}

// copied returns a copy of a, or a part of it when the context of run has ended.
func copied[T any](run *search.Run, a []T) []T {
	const step = 1 << 19 // some milliseconds
	b := make([]T, len(a))
	for from := 0; from < len(a) && !ended(run); from += step {
		copy(b[from:], a[from:min(from+step, len(a))])
	}
	return b
}

func ended(run *search.Run) bool { return run != nil && run.Err() != nil }

func (s *sparse) handOver() untried {
	for k := range s.levels[:s.depth] {
		top := &s.levels[k]
		if top.next == top.end {
			continue
		}
		p := &sparseRest{
			chosen: slices.Clone(s.chosen[:top.chosen]), item: top.item,
			next: top.next, end: top.end, lo: top.lo, width: top.width,
		}
		top.end = top.next
		return p
	}
	return nil
}

func (s *sparse) takeOver(what untried) {
	p := what.(*sparseRest)
	s.index()
	s.reset()
	for _, o := range p.chosen {
		s.replay(s.spacers[o])
	}
	// The state had this level before, so there is room for it.
	_ = s.branch(p.item, s.live[p.item]&sizeMask)
	top := &s.levels[0]
	top.next, top.end = p.next, p.end
	top.lo, top.width = p.lo, p.width
}

// takeBack gives s tables of its own, after another search has used those of s. The state of s
// is as before. To restore it, the choices are made again: the first live cells of an item must
// be those that were live at the last level, before them those of the level above, and so on.
func (s *sparse) takeBack() error {
	allocated, err := search.Room(int64(len(s.nodes)) * (nodeSize + cellSize))
	if err != nil {
		return err
	}
	s.nodes, s.cells = copied(s.run, s.nodes), copied(s.run, s.cells)
	allocated()
	if s.run.Err() != nil {
		return s.run.Err()
	}
	s.index()
	depth, chosen, propagations := s.depth, slices.Clone(s.chosen), s.run.Propagations
	s.reset()
	for k := range s.levels[:depth] {
		top := &s.levels[k]
		for _, o := range chosen[len(s.chosen):top.chosen] {
			s.replay(s.spacers[o])
		}
		s.close(top.item)
		s.settle(top.item, 0, ignoreShort)
		s.sort(top.item)
	}
	s.depth, s.run.Propagations = depth, propagations
	return nil
}

// reset goes back to the state in which nothing is chosen. The cells may be in any order.
func (s *sparse) reset() {
	if s.start == nil {
		s.start = s.sizes()
	}
	copy(s.live, s.start)
	s.open = s.primary
	s.depth, s.chosen, s.forced = 0, s.chosen[:0], s.forced[:0]
	s.order.drop(0)
}

// sizes returns live before any choice.
func (s *sparse) sizes() []int32 {
	sizes := make([]int32, len(s.live))
	end := int32(len(s.cells))
	for i := len(sizes) - 1; i >= 0; i-- {
		sizes[i], end = end-s.base[i], s.base[i]
		if i >= s.primary {
			sizes[i] |= secondary
		}
	}
	return sizes
}

// index finds where options end. It stops when the context has ended, and so does the search
// then.
func (s *sparse) index() {
	if s.spacers != nil {
		return
	}
	s.spacers = make([]int32, s.options)
	for n := 1; n < len(s.nodes); n++ {
		if n%(1<<20) == 0 && ended(s.run) {
			return
		}
		if at := &s.nodes[n]; at.item < 0 {
			s.spacers[at.cell] = int32(n)
		}
	}
}

// replay chooses the option before a spacer, in a state in which this cannot fail.
func (s *sparse) replay(spacer int32) {
	first := spacer + s.nodes[spacer].item
	s.chosen = append(s.chosen, s.nodes[spacer].cell)
	for n := first; n < spacer; n++ {
		s.close(s.nodes[n].item)
	}
	for n := first; n < spacer; n++ {
		if i := s.nodes[n].item; s.live[i]&done == 0 {
			s.settle(i, s.nodes[n].colour, ignoreShort)
		}
	}
}
