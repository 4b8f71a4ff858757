package cores

import (
	"fmt"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// The core Sparse: its search, without recursion. This is Algorithm C of Knuth, The Art
// of Computer Programming, volume 4B, section 7.2.2.1, on the sparse sets of sparse.go
// instead of linked lists. Compare Knuth's program SSXCC, 2023.

// Sparse yields every cover and returns nil when there are no more.
func (s *Sparse) Search(yield func([]int) bool) error { return s.proceed(true, yield) }

func (s *Sparse) Resume(yield func([]int) bool) error { return s.proceed(false, yield) }

// proceed continues from the state if it is alive, otherwise from the last level.
func (s *Sparse) proceed(alive bool, yield func([]int) bool) error {
	for {
		if err := s.run.Err(); err != nil {
			return err
		}
		if !alive {
			if s.depth == 0 {
				s.run.Share(1)
				return nil
			}
			if s.Draws != nil && s.run.Failures >= s.Draws.GiveUp {
				return errImpatient
			}
			alive = s.advance()
			continue
		}
		i, size := s.pick()
		switch {
		case i < 0:
			s.run.Solutions++
			if !yield(s.Order.Show(s.chosen)) {
				return meter.ErrStopped
			}
			alive = false
		case size == 0:
			alive = s.fail()
		case size == 1:
			s.close(i)
			s.settle(i, 0, false)
			alive = s.choose(s.cells[s.base[i]])
		default:
			if err := s.run.Node(int(size)); err != nil {
				return err
			}
			s.Visited++
			if err := s.branch(i, size); err != nil {
				return err
			}
			if err := s.Trial.Hold(s.Visited); err != nil {
				return err
			}
			if s.Restart.Due(s.run.Nodes) {
				return errRestart
			}
			if s.Split > 0 && s.Visited >= s.Split && s.Trial.Over() {
				return ErrSplit
			}
			if s.Member != nil {
				s.Member.Look(s)
			}
			alive = s.advance()
		}
	}
}

// pick returns the open primary item with the fewest options, and how many it has. Among
// several it takes the item with the lowest number. A random search has another rule: see
// package tree. It returns -1 when all items are closed.
//
// Items with one option come first, in no special order. Their order changes neither
// nodes nor failures: a forced move stays forced.
func (s *Sparse) pick() (i, size int32) {
	for k := len(s.forced) - 1; k >= 0; k-- {
		i := s.forced[k]
		s.forced = s.forced[:k]
		if s.live[i] == 1 {
			return i, 1
		}
	}
	if s.Weighing != nil {
		return s.pickByWeights()
	}
	i, size = -1, secondary
	for _, j := range s.items[:s.open] {
		if n := s.live[j]; n < size || n == size && j < i {
			i, size = j, n
			if n <= 1 {
				break
			}
		}
	}
	return i, size
}

// close closes item i. It takes an open primary item out of the list of these.
func (s *Sparse) close(i int32) {
	if s.live[i]&(secondary|closed) == 0 {
		s.open--
		last, at := s.items[s.open], s.place[i]
		s.items[s.open], s.items[at] = i, last
		s.place[last], s.place[i] = at, int32(s.open)
	}
	s.live[i] |= closed
}

// branch opens a level for item i. It hides all options of i here, once for all tries.
func (s *Sparse) branch(i, size int32) error {
	lo, width := 0.0, 1.0
	switch {
	case s.Draws != nil:
		width = 0 // no progress: the whole search does this part again
	case s.depth > 0:
		up := &s.levels[s.depth-1]
		lo, width = up.lo+float64(up.next-1)*up.width, up.width
	}
	if s.depth == len(s.levels) {
		if s.room -= len(s.live); s.room < 0 {
			return &meter.LimitError{Kind: meter.ErrMemory, What: fmt.Sprintf("memory for %d levels of %d items", s.depth+1, len(s.live))}
		}
		s.levels = append(s.levels, level{live: make([]int32, len(s.live))})
	}
	s.close(i)
	s.settle(i, 0, false)
	top := &s.levels[s.depth]
	s.depth++
	top.item, top.next, top.chosen, top.born = i, 0, len(s.chosen), s.Visited
	top.lo, top.width = lo, width/float64(size)
	copy(top.live, s.live)
	top.open = s.open
	if s.Draws == nil {
		s.sort(i)
	}
	top.end = size
	return nil
}

// sort puts the live cells of item i in the order of the options. So the order of covers
// does not depend on what was searched before. With several workers the order is the same
// as with one.
func (s *Sparse) sort(i int32) {
	from := s.base[i]
	cells := s.cells[from : from+s.live[i]&sizeMask]
	for k := 1; k < len(cells); k++ {
		n, at := cells[k], k
		for ; at > 0 && cells[at-1] > n; at-- {
			cells[at] = cells[at-1]
			s.nodes[cells[at]].cell = from + int32(at)
		}
		cells[at] = n
		s.nodes[n].cell = from + int32(at)
	}
}

// advance goes back to the last level and chooses its next option. It returns false
// when that fails. When no option is left, it removes the level and returns false.
func (s *Sparse) advance() bool {
	top := &s.levels[s.depth-1]
	if top.width >= model.ShareStep {
		s.run.Share(top.lo + float64(top.next)*top.width)
	}
	if top.next == top.end {
		s.Trial.Note(s.Visited-top.born, s.chosen[:top.chosen])
		s.depth--
		return false
	}
	copy(s.live, top.live)
	s.open = top.open
	s.chosen, s.forced = s.chosen[:top.chosen], s.forced[:0]
	s.Order.Drop(top.chosen)
	at := s.base[top.item] + top.next
	if s.Draws != nil {
		s.swap(at, s.draw(at, at+top.end-top.next))
	}
	top.next++
	return s.choose(s.cells[at])
}

func (s *Sparse) swap(a, b int32) {
	n, m := s.cells[a], s.cells[b]
	s.cells[a], s.cells[b] = m, n
	s.nodes[m].cell, s.nodes[n].cell = a, b
}

// choose takes the option of node n, whose item is settled already. It hides all options
// that conflict with it. When that leaves an open primary item without options, it
// counts a failure and returns false.
//
// All items of the option are closed before the first of them is settled. Closed items
// may lose all their options without a failure. They must still lose the options that
// are hidden for other items. Otherwise these would be hidden twice.
func (s *Sparse) choose(n int32) bool {
	last := n + 1
	for s.nodes[last].item >= 0 {
		last++
	}
	first := last + s.nodes[last].item
	s.chosen = append(s.chosen, s.nodes[last].cell)
	for k := first; k < last; k++ {
		s.close(s.nodes[k].item)
	}
	for k := first; k < last; k++ {
		// Skip the item of n. Skip also an item that an earlier option has given this
		// colour.
		i := s.nodes[k].item
		if s.live[i]&done == 0 && !s.settle(i, s.nodes[k].colour, true) {
			return s.fail()
		}
	}
	return true
}

func (s *Sparse) fail() bool {
	s.run.Failures++
	return false
}

// settle hides the live options of item i, which is closed. With a colour it hides only
// those that give i another colour. If watched, it notices the open primary items that have one
// option left, and stops and returns false when one has none. It does so, too, when the context has
// ended.
//
// A hidden option leaves the cells of its items, except i and items that are done. Nobody
// reads the cells of i and of done items before this choice is undone.
//
// Nobody watches when the item branched on is settled. Since it had the fewest options,
// another item can lose all options only if it had the same ones. Then every choice
// covers it.
func (s *Sparse) settle(i, colour int32, watched bool) bool {
	nodes, cells, live := s.nodes, s.cells, s.live
	hidden, ok := 0, true
	short := int32(-1) // an item with so few options is noticed
	if watched {
		short = 1
	}
	from := s.base[i]
hiding:
	for _, t := range cells[from : from+live[i]&sizeMask] {
		if colour != 0 && nodes[t].colour == colour {
			continue
		}
		hidden++
		if hidden%model.PollEvery == 0 && s.run.Err() != nil {
			ok = false
			break
		}
		for n := t + 1; n != t; n++ {
			at := &nodes[n]
			j, cell := at.item, at.cell
			if j < 0 {
				n += j - 1 // the next node is the first of the option
				continue
			}
			size := live[j]
			if size >= done { // nobody looks at its cells, and going back restores its size
				continue
			}
			size--
			live[j] = size
			end := at.base + size&sizeMask
			m := cells[end]
			cells[end], cells[cell] = n, m
			at.cell, nodes[m].cell = end, cell
			if size <= short {
				if size == 0 {
					ok = false
					if s.Draws != nil {
						s.Draws.Blame(int(j))
					}
					break hiding
				}
				s.forced = append(s.forced, j)
			}
		}
	}
	s.run.Propagations += int64(hidden)
	live[i] |= done
	return ok
}

// option returns the option of node n, as the problem numbers it.
func (s *Sparse) option(n int32) int32 {
	for s.nodes[n].item >= 0 {
		n++
	}
	return s.nodes[n].cell
}

func (s *Sparse) Rest(do func(chosen []int32, lo, width float64) error) error {
	for ; s.depth > 0; s.depth-- {
		top := &s.levels[s.depth-1]
		for ; top.next < top.end; top.next++ {
			o := s.option(s.cells[s.base[top.item]+top.next])
			chosen := append(s.chosen[:top.chosen], o)
			if err := do(chosen, top.lo+float64(top.next)*top.width, top.width); err != nil {
				return err
			}
		}
	}
	return nil
}
