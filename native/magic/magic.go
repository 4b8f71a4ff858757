// Package magic searches and counts the fillings of magic boards.
//
// For each cell it keeps the numbers that fit it, cut by the sums of the lines. Until
// two fillings are found the search restarts again and again, and leaves out what it
// has searched. Where much fits, the search goes on by a plan instead: an order of free
// cells, found from the linear equations of the lines, in which the other cells follow
// early. Counting takes one filling of each class under exchanges of rows and columns
// and under the complement. Where the board falls into two halves, it counts pairs by
// the numbers that each half takes.
package magic

import (
	"errors"
	"math/bits"
	"math/rand/v2"

	"crosscut/internal/search"
	"crosscut/native/internal/restarts"
	"crosscut/puzzle"
)

// Search yields every filling of the board once, by depth-first search over the
// numbers that each cell may still have. That is made for boards with clues, where
// nearly every cell follows from others; a search that turns out to be long may go
// on by a plan (dispatch.go).
func Search(p *puzzle.Magic, r *search.Run, yield func(puzzle.Solution) bool) error {
	// The rows together hold every number once, so the sum of a row is fixed.
	if p.Sum() != puzzle.MagicSum(p.Order(), p.Low()) {
		return nil
	}
	s, err := newStateWithClues(p, r)
	if err != nil {
		return err
	}
	plan := new(planSearch)
	s.allowChanges(func(searched int64) (float64, error) { return plan.estimate(p, r, searched) })
	if err := s.run(yield); !errors.Is(err, toPlan) {
		return err
	}
	return plan.run(&s.progress, yield)
}

// allowChanges lets the search restart, go on in subtrees, and go on by a plan that takes
// as many nodes as estimate says. Plans are for sets of one word. A traced search never
// changes, since plans and restarts have no steps to show.
func (s *state) allowChanges(estimate func(searched int64) (float64, error)) {
	if s.r.Tracing() != nil {
		return
	}
	s.changes = dispatcher{at: firstConsider, estimateAt: firstConsider, subtreesAt: subtreesFrom}
	if s.words == 1 {
		s.changes.estimate = estimate
	}
}

// run searches, and changes over to restarts and to subtrees. A restart has the numbers
// in another order, and does not search again what is done. With toPlan the caller is to
// go on by its plan.
func (s *state) run(yield func(puzzle.Solution) bool) error {
	saved, placed := len(s.saved), len(s.placed)
	for seed := uint64(1); ; seed++ {
		rest, err := s.search(yield, s.progress.rest, 1)
		s.progress.rest = rest
		switch {
		case errors.Is(err, toSubtrees):
			s.undo(saved, placed)
			return s.bySubtrees(yield)
		case !errors.Is(err, toRestart):
			return err
		}
		s.undo(saved, placed)
		s.reorder(seed)
		// Enough to fill the board if all goes well, times how much luck is needed,
		// which nobody knows.
		s.changes.at = s.r.Nodes + int64(2*s.size)*restarts.Luby(int(seed))
	}
}

// reorder makes the board, as it was at first, ready for a search with the numbers in
// another order.
func (s *state) reorder(seed uint64) {
	for l := range s.lines {
		s.touch(int32(l))
	}
	s.choices = 0
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
}

// newStateWithClues returns the board with its clues.
func newStateWithClues(p *puzzle.Magic, r *search.Run) (*state, error) {
	s := newState(p, r)
	for c := range s.value {
		if err := r.Err(); err != nil {
			return nil, err
		}
		if k := p.Clue(c); k != puzzle.Empty {
			s.place(int32(c), int32(k-p.Low()))
		}
	}
	return s, nil
}

// search yields the fillings of the state, a share of part of the whole search; where an
// earlier search left a rest, those that are left. With toRestart, toPlan and toSubtrees it
// returns what it leaves itself, nil for all. The caller undoes what it places.
func (s *state) search(yield func(puzzle.Solution) bool, rest *unsearched, part float64) (*unsearched, error) {
	if s.cut != nil && rest == nil && part <= s.subtreePart {
		s.cut(part)
		return nil, nil
	}
	if ok, err := s.propagate(); !ok {
		s.progress.done += part
		return nil, err
	}
	if s.size == 0 && s.cut != nil {
		s.cut(part)
		return nil, nil
	}
	if s.size == 0 {
		s.r.Solutions++
		s.traceFound()
		s.progress.done += part
		if !yield(s.board) {
			return nil, search.ErrStopped
		}
		return nil, nil
	}
	if s.changes.at > 0 && s.r.Nodes >= s.changes.at {
		if err := s.changes.consider(&s.r.Stats, s.progress.done); err != nil {
			return rest, err
		}
	}
	at := s.beginChoice(rest)
	if err := s.r.Node(at.numbers); err != nil {
		return nil, err
	}
	done, found := s.progress.done, s.r.Solutions
	saved, placed := len(s.saved), len(s.placed)
	s.choices++
	for _, v := range s.order {
		if at.left[v/64]>>(v%64)&1 == 0 {
			continue
		}
		below, err := s.try(at, v, yield, rest.under(v), part/float64(at.numbers))
		if err != nil {
			// A state in which something was found must not be searched again.
			if rest == nil && s.r.Solutions == found && errors.Is(err, toRestart) && !s.progress.room(part) {
				s.progress.done = done
				return nil, err
			}
			return s.progress.leave(rest, at, v, below), err
		}
		s.undo(saved, placed)
		at.left[v/64] &^= 1 << (v % 64)
		if rest != nil {
			delete(rest.below, v)
		}
		if s.cut == nil {
			s.r.Share(s.progress.done)
		}
	}
	s.choices--
	s.progress.forget(rest)
	return nil, nil
}

// try is search where v is chosen.
func (s *state) try(at *choice, v int32, yield func(puzzle.Solution) bool, rest *unsearched, part float64) (*unsearched, error) {
	switch {
	case s.has(at.cell, v):
		s.place(at.cell, v)
		s.tracePlaced(reason{why: whyChoice, item: int32(at.numbers)})
	case s.value[at.cell] != v:
		s.progress.done += part // it was not seen that it does not fit when the cell was chosen
		return nil, nil
	}
	return s.search(yield, rest, part)
}

// beginChoice returns the choice of a cell, or what is left of it.
func (s *state) beginChoice(rest *unsearched) *choice {
	at := &s.chosen[s.choices]
	if rest != nil {
		at.cell, at.numbers = rest.cell, rest.numbers
		copy(at.left, rest.left)
		return at
	}
	at.cell, at.numbers = s.choose()
	for w, word := range s.domain(at.cell) {
		at.left[w] = word & s.free[w]
	}
	return at
}

// choose returns the open cell with fewest numbers, and how many it has. Of
// several it takes the one in the line that has fewest open cells, which will
// say most about the others.
func (s *state) choose() (cell int32, numbers int) {
	best := 1 << 62
	for _, c := range s.open[:s.size] {
		n := 0
		for w, word := range s.domain(c) {
			n += bits.OnesCount64(word & s.free[w])
		}
		least := int32(len(s.value))
		for _, l := range s.linesOf[c] {
			least = min(least, s.lines[l].open)
		}
		if rank := n<<16 + int(least); rank < best {
			cell, numbers, best = c, n, rank
		}
	}
	return cell, numbers
}
