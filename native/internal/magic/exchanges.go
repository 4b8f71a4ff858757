package magic

import (
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
)

// The exchanges (anneal.go) interrupt the search by guesses, where one or two fillings are wanted: some
// exchanges come after so many nodes, whatever the search is doing then. Both find the same fillings, so
// each filling is kept and yielded once. Nodes decide, and no clock does. So the same board has the same
// fillings in the same order.

// exchangeSchedule says when exchanges come.
type exchangeSchedule struct {
	at    int64 // the number of nodes at which the next exchanges come; never if it is not positive
	every int64 // the nodes from one time to the next
	each  int64 // how many exchanges are tried each time
	board *annealing
}

// exchange tries some exchanges. It returns toEnd if the board has no fillings.
func (s *state) exchange(yield func(puzzle.Solution) bool) error {
	s.exchanges.at = s.r.Nodes + s.exchanges.every
	if s.exchanges.board == nil {
		if err := s.prepareExchanges(); err != nil || s.exchanges.board == nil {
			return err
		}
	}
	filled, err := s.exchanges.board.run(s.r, s.exchanges.each)
	if !filled {
		return err
	}
	board := s.exchanges.board.filling(s.p.Low())
	s.exchanges.board.begin()
	return s.yieldNew(board, yield)
}

func (s *state) yieldNew(board puzzle.Solution, yield func(puzzle.Solution) bool) error {
	if slices.ContainsFunc(s.progress.known, func(known puzzle.Solution) bool { return slices.Equal(known, board) }) {
		return nil
	}
	s.r.Solutions++
	if s.exchanges.at > 0 {
		s.progress.known = append(s.progress.known, slices.Clone(board))
		if s.r.Solutions >= 2 {
			s.exchanges = exchangeSchedule{}
		}
	}
	if !yield(board) {
		return meter.ErrStopped
	}
	return nil
}

// prepareExchanges sets board if exchanges may help.
func (s *state) prepareExchanges() error {
	root, err := newStateWithClues(s.p, s.r)
	if err != nil {
		return err
	}
	for before := -1; before != root.size; {
		if ok, err := root.propagate(); !ok {
			if err == nil {
				err = toEnd
			}
			return err
		}
		before = root.size
		if allLines.On() && !root.placeByAllLines() {
			return toEnd
		}
	}
	if root.size < 2 {
		s.exchanges = exchangeSchedule{}
		return nil
	}
	s.exchanges.board = newAnnealing(root)
	return nil
}
