package magic

import (
	"errors"

	"crosscut/puzzle"
)

// The search by guesses: search fills a cell, propagates and goes on with the next one.

// search yields the fillings of the state, whose share of the whole search is part.
// Where an earlier search left a rest, it yields those that are left. With a changeover
// it returns what it leaves itself, nil for all. The caller undoes what it places.
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
		s.traceFound()
		s.progress.done += part
		return nil, s.yieldNew(s.board, yield)
	}
	if s.exchanges.at > 0 && s.r.Nodes >= s.exchanges.at {
		if err := s.exchange(yield); err != nil {
			return rest, err
		}
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
	if s.value[at.cell] < 0 { // see guess
		s.countState(at.cell, -1, at.numbers, whyChoice)
	}
	done, found := s.progress.done, s.r.Solutions
	saved, placed := len(s.saved), len(s.placed)
	s.choices++
	for v := s.pick(at); v >= 0; v = s.pick(at) {
		below, err := s.try(at, v, yield, rest.under(v), part/float64(at.numbers))
		if err != nil {
			// A state in which something was found must not be searched again.
			if rest == nil && s.r.Solutions == found && errors.Is(err, toRestart) && s.progress.kept >= mostChoicesKept {
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
	open := s.value[at.cell] < 0
	if !s.guess(at.cell, v) {
		s.progress.done += part // when the cell was chosen, it was not yet known that v does not fit
		return nil, nil
	}
	if open {
		s.tracePlaced(reason{why: whyChoice, item: int32(at.numbers)})
	}
	return s.search(yield, rest, part)
}

// guess puts v on a cell that was open when it was chosen. It returns false if the cell cannot have v.
// A search that comes back may fill the cell by propagation first: the rules take the lines in
// another order after a restart, and do not always find the same.
func (s *state) guess(c, v int32) bool {
	if held := s.value[c]; held >= 0 {
		return held == v
	}
	if !s.has(c, v) {
		return false
	}
	s.place(c, v)
	return true
}

// beginChoice returns the choice of a cell, or what is left of it.
func (s *state) beginChoice(rest *unsearched) *choice {
	at := &s.chosen[s.choices]
	at.picked = 0
	if rest != nil {
		at.cell, at.numbers = rest.cell, rest.numbers
		copy(at.left, rest.left)
		at.hint = s.hint(at.cell)
		return at
	}
	at.cell, at.numbers = s.choose()
	for w, word := range s.domain(at.cell) {
		at.left[w] = word & s.free[w]
	}
	at.hint = s.hint(at.cell)
	return at
}

// pick returns the number to try next, −1 if none is left: the hint first.
func (s *state) pick(at *choice) int32 {
	if v := at.hint; v >= 0 {
		at.hint = -1
		if at.left[v/64]>>(v%64)&1 != 0 {
			return v
		}
	}
	for ; at.picked < len(s.order); at.picked++ {
		if v := s.order[at.picked]; at.left[v/64]>>(v%64)&1 != 0 {
			return v
		}
	}
	return -1
}

// hint returns the number that the cell has in the best result of the exchanges, −1 for none.
func (s *state) hint(c int32) int32 {
	if !s.hinted || s.exchanges.board == nil {
		return -1
	}
	return s.exchanges.board.nearest[c]
}

// choose returns the cell to fill next, and how many numbers it has. It takes the cell with
// the least quotient of its numbers and the weight of its lines. The weight of a line is the inverse
// of its open cells: the fewer are left, the more a guess says about the others. The quotient of
// numbers and degree is of Bessiere and Régin ("MAC and combined heuristics", CP 1996).
//
// Weights that grow with the failures of a line were tried instead (Boussemart, Hemery, Lecoutre
// and Sais, "Boosting systematic search by weighting constraints", ECAI 2004). The slower they
// grew, the faster the search was.
func (s *state) choose() (cell int32, numbers int) {
	best := 0. // the weight of the cell
	for _, c := range s.open[:s.size] {
		n := s.countOf(c)
		if weight := s.weightOf(c); weight*float64(numbers) > best*float64(n) || numbers == 0 {
			cell, numbers, best = c, n, weight
		}
	}
	return cell, numbers
}

func (s *state) weightOf(c int32) (weight float64) {
	if !weighing.On() {
		return 1
	}
	for _, l := range s.linesOf[c] {
		weight += 1 / float64(s.lines[l].open)
	}
	return weight
}
