package native

import (
	"errors"
	"math/bits"
	"math/rand/v2"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// magic yields every filling of the board once, by depth-first search over the
// numbers that each cell may still have. That is made for boards with clues, where
// nearly every cell follows from others; a search that turns out to be long may go
// on by a plan (magicSwitch).
func magic(p *puzzle.Magic, r *search.Run, yield func(puzzle.Solution) bool) error {
	// The rows together hold every number once, so the sum of a row is fixed.
	if p.Sum() != puzzle.MagicSum(p.Order(), p.Low()) {
		return nil
	}
	s, err := startMagic(p, r)
	if err != nil {
		return err
	}
	plan := new(magicEnumeration)
	s.mayChange(func() (float64, error) { return plan.prepare(p, r) })
	if err := s.run(yield); !errors.Is(err, errLoose) {
		return err
	}
	return plan.run(&s.change, yield)
}

// mayChange lets the search begin anew, and change over to a plan, of which prepare says
// how many nodes it needs. Plans are for sets of one word, and neither leaves a trace.
func (s *magicState) mayChange(prepare func() (float64, error)) {
	if s.r.Tracing() != nil {
		return
	}
	s.change = magicSwitch{after: magicPatience, hopeful: true}
	if s.words == 1 {
		s.change.prepare = prepare
	}
}

// run searches, and does so again from the start with the numbers in another order
// while it is to begin anew.
func (s *magicState) run(yield func(puzzle.Solution) bool) error {
	saved, placed := len(s.saved), len(s.placed)
	for seed := uint64(1); ; seed++ {
		err := s.search(yield, 0, 1)
		if !errors.Is(err, errHopeless) {
			return err
		}
		s.undo(saved, placed)
		for l := range s.lines {
			s.touch(int32(l))
		}
		s.choices, s.change.path = 0, s.change.path[:0]
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
		// Enough to fill the board if all goes well, times how much luck is needed,
		// which nobody knows.
		s.change.after = s.r.Nodes + int64(2*s.size)*luby(int(seed))
	}
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

// search yields the fillings of the state: a share of part of the whole search,
// before which a share of from is done. The caller undoes what it places.
func (s *magicState) search(yield func(puzzle.Solution) bool, from, part float64) error {
	if ok, err := s.propagate(); !ok {
		return err
	}
	if s.size == 0 {
		s.r.Solutions++
		s.traceFound()
		if !yield(s.board) {
			return search.ErrStopped
		}
		return nil
	}
	if s.change.after > 0 && s.r.Nodes >= s.change.after {
		if err := s.change.consider(&s.r.Stats, from); err != nil {
			return err
		}
	}
	c, numbers := s.choose()
	if err := s.r.Node(numbers); err != nil {
		return err
	}
	part /= float64(numbers)
	saved, placed := len(s.saved), len(s.placed)
	s.choices++
	for _, v := range s.order {
		if !s.has(c, v) {
			continue
		}
		s.place(c, v)
		s.change.path = append(s.change.path, magicGuess{c, v})
		s.tracePlaced(magicReason{why: whyChoice, item: int32(numbers)})
		if err := s.search(yield, from, part); err != nil {
			return err
		}
		s.change.path = s.change.path[:len(s.change.path)-1]
		s.undo(saved, placed)
		from += part
		s.r.Share(from)
	}
	s.choices--
	return nil
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
