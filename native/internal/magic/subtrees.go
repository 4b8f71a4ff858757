package magic

import (
	"slices"

	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// choiceSubtree is a state of a search by guesses whose fillings are yet to be found.
// It is given by the choices that lead there. The order of the open cells breaks ties
// in the choice. So the state decides what is found there, and in which order, under
// two conditions: the open cells of the board were in their natural order at first, and
// numbers are tried in the same order.
type choiceSubtree struct {
	path       []guess
	from, part float64
}

// guess is a number on a cell.
type guess struct{ cell, value int32 }

// bySubtrees yields what is left of the search, which is at its first state.
func (s *state) bySubtrees(yield func(puzzle.Solution) bool) error {
	s.changes.at = 0
	branches, err := s.cutSubtrees()
	if err != nil || !counting.Wanted(s.r) {
		for i := 0; err == nil && i < len(branches); i++ {
			err = s.searchSubtree(&branches[i], yield)
			s.r.Share(branches[i].from + branches[i].part)
		}
		return err
	}
	join := func(yield func(puzzle.Solution) bool) func(*choiceSubtree, *meter.Run) error {
		own, err := newStateWithClues(s.p, s.r) // uses s.r only to ask whether to go on
		return func(b *choiceSubtree, r *meter.Run) error {
			if err != nil {
				return err
			}
			own.r, own.order = r, s.order
			return own.searchSubtree(b, yield)
		}
	}
	return counting.Search(s.r, branches, len(s.value), join, func(b *choiceSubtree) float64 { return b.from + b.part }, yield)
}

func (s *state) cutSubtrees() ([]choiceSubtree, error) {
	var all []choiceSubtree
	s.subtreePart = (1 - s.progress.done) / counting.Subtrees
	s.cut = func(part float64) {
		path := make([]guess, s.choices)
		for i, at := range s.chosen[:s.choices] {
			path[i] = guess{at.cell, s.value[at.cell]}
		}
		all = append(all, choiceSubtree{path, s.progress.done, part})
		s.progress.done += part
	}
	saved, placed := s.startOver()
	_, err := s.search(nil, s.progress.rest, 1)
	s.undo(saved, placed)
	s.cut, s.progress.rest = nil, nil
	return all, err
}

// startOver makes the first state as it was before the search. It returns how many
// words are saved and cells placed.
func (s *state) startOver() (saved, placed int) {
	open := s.open[:s.size]
	slices.Sort(open)
	for at, c := range open {
		s.at[c] = int32(at)
	}
	s.touchAll()
	s.choices = 0
	return len(s.saved), len(s.placed)
}

func (s *state) searchSubtree(c *choiceSubtree, yield func(puzzle.Solution) bool) error {
	saved, placed := s.startOver()
	defer s.undo(saved, placed)
	s.choices, s.progress.done = len(c.path), c.from
	for _, g := range c.path {
		if ok, err := s.propagate(); !ok {
			return err
		}
		if !s.guess(g.cell, g.value) {
			return nil
		}
	}
	_, err := s.search(yield, nil, c.part)
	return err
}
