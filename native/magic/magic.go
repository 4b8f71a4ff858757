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
// on by a plan (magicSwitch).
func Search(p *puzzle.Magic, r *search.Run, yield func(puzzle.Solution) bool) error {
	// The rows together hold every number once, so the sum of a row is fixed.
	if p.Sum() != puzzle.MagicSum(p.Order(), p.Low()) {
		return nil
	}
	s, err := startMagic(p, r)
	if err != nil {
		return err
	}
	plan := new(magicEnumeration)
	s.mayChange(func() (float64, error) { return plan.prepare(p, r) }, plan.widen)
	if err := s.run(yield); !errors.Is(err, errLoose) {
		return err
	}
	return plan.run(&s.change, yield)
}

// mayChange lets the search begin anew, and change over to a plan, of which prepare says
// how many nodes it needs, and widen, if not nil, after a longer look for one. Plans are for sets of one word, and neither leaves a trace.
func (s *magicState) mayChange(prepare, widen func() (float64, error)) {
	if s.r.Tracing() != nil {
		return
	}
	s.change = magicSwitch{after: magicPatience, ask: magicPatience, many: magicMany}
	if s.words == 1 {
		s.change.prepare, s.change.widen = prepare, widen
	}
}

// run searches. When it is to begin anew it does so with the numbers in another
// order, and does not do again what is done.
func (s *magicState) run(yield func(puzzle.Solution) bool) error {
	saved, placed := len(s.saved), len(s.placed)
	for seed := uint64(1); ; seed++ {
		rest, err := s.search(yield, s.change.rest, 1)
		s.change.rest = rest
		if !errors.Is(err, errAnew) && !errors.Is(err, errMany) {
			return err
		}
		s.undo(saved, placed)
		if errors.Is(err, errMany) {
			return s.byCubes(yield)
		}
		s.reorder(seed)
		// Enough to fill the board if all goes well, times how much luck is needed,
		// which nobody knows.
		s.change.after = s.r.Nodes + int64(2*s.size)*restarts.Luby(int(seed))
	}
}

// reorder makes the board, as it was at first, ready for a search with the numbers in
// another order.
func (s *magicState) reorder(seed uint64) {
	for l := range s.lines {
		s.touch(int32(l))
	}
	s.choices = 0
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
}

// startMagic returns the board with its clues.
func startMagic(p *puzzle.Magic, r *search.Run) (*magicState, error) {
	s := newMagicState(p, r)
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
// earlier search left a rest, those that are left. With errAnew, errLoose and errMany it
// returns what it leaves itself, nil for all. The caller undoes what it places.
func (s *magicState) search(yield func(puzzle.Solution) bool, rest *magicRest, part float64) (*magicRest, error) {
	if s.cut != nil && rest == nil && part <= s.cubePart {
		s.cut(part)
		return nil, nil
	}
	if ok, err := s.propagate(); !ok {
		s.change.done += part
		return nil, err
	}
	if s.size == 0 && s.cut != nil {
		s.cut(part)
		return nil, nil
	}
	if s.size == 0 {
		s.r.Solutions++
		s.traceFound()
		s.change.done += part
		if !yield(s.board) {
			return nil, search.ErrStopped
		}
		return nil, nil
	}
	if s.change.after > 0 && s.r.Nodes >= s.change.after {
		if err := s.change.consider(&s.r.Stats); err != nil {
			return rest, err
		}
	}
	at := s.enter(rest)
	if err := s.r.Node(at.numbers); err != nil {
		return nil, err
	}
	done, found := s.change.done, s.r.Solutions
	saved, placed := len(s.saved), len(s.placed)
	s.choices++
	for _, v := range s.order {
		if at.left[v/64]>>(v%64)&1 == 0 {
			continue
		}
		below, err := s.try(at, v, yield, rest.of(v), part/float64(at.numbers))
		if err != nil {
			// A state in which something was found must not be searched again.
			if rest == nil && s.r.Solutions == found && errors.Is(err, errAnew) && !s.change.room(part) {
				s.change.done = done
				return nil, err
			}
			return s.change.leave(rest, at, v, below), err
		}
		s.undo(saved, placed)
		at.left[v/64] &^= 1 << (v % 64)
		if rest != nil {
			delete(rest.below, v)
		}
		if s.cut == nil {
			s.r.Share(s.change.done)
		}
	}
	s.choices--
	s.change.forget(rest)
	return nil, nil
}

// try is search where v is chosen.
func (s *magicState) try(at *magicChoice, v int32, yield func(puzzle.Solution) bool, rest *magicRest, part float64) (*magicRest, error) {
	switch {
	case s.has(at.cell, v):
		s.place(at.cell, v)
		s.tracePlaced(magicReason{why: whyChoice, item: int32(at.numbers)})
	case s.value[at.cell] != v:
		s.change.done += part // it was not seen that it does not fit when the cell was chosen
		return nil, nil
	}
	return s.search(yield, rest, part)
}

// enter returns the choice of a cell, or what is left of it.
func (s *magicState) enter(rest *magicRest) *magicChoice {
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
func (s *magicState) choose() (cell int32, numbers int) {
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
