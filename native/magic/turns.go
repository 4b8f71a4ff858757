package magic

import (
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// How the search by guesses and the exchanges (anneal.go) take turns. It applies where one or
// two fillings are wanted. A turn of exchanges comes after some nodes of the search, whatever
// the search is doing then. Both count the same fillings, so each filling is kept and yielded
// once. The turns go by nodes. So the same board has the same fillings in the same order.

// exchangeTurns are the turns of the exchanges.
type exchangeTurns struct {
	at    int64 // the number of nodes at which the next turn comes; never if it is not positive
	every int64 // the nodes from one turn to the next
	each  int64 // the exchanges of a turn
	board *annealing
}

// exchange takes a turn of exchanges. It returns toEnd if the board has no fillings.
func (s *state) exchange(yield func(puzzle.Solution) bool) error {
	s.turns.at = s.r.Nodes + s.turns.every
	if s.turns.board == nil {
		if err := s.prepareExchanges(); err != nil || s.turns.board == nil {
			return err
		}
	}
	filled, err := s.turns.board.run(s.r, s.turns.each)
	if !filled {
		return err
	}
	board := s.turns.board.filling(s.p.Low())
	s.turns.board.begin()
	return s.yieldNew(board, yield)
}

// yieldNew yields a filling if it is not known.
func (s *state) yieldNew(board puzzle.Solution, yield func(puzzle.Solution) bool) error {
	if s.progress.isKnown(board) {
		return nil
	}
	s.r.Solutions++
	if s.turns.at > 0 {
		s.progress.known = append(s.progress.known, slices.Clone(board))
		if s.r.Solutions >= 2 {
			s.turns = exchangeTurns{}
		}
	}
	if !yield(board) {
		return search.ErrStopped
	}
	return nil
}

// isKnown reports whether the filling was yielded while exchanges had turns.
func (x *progress) isKnown(board puzzle.Solution) bool {
	return slices.ContainsFunc(x.known, func(known puzzle.Solution) bool { return slices.Equal(known, board) })
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
	if root.size < 4 {
		s.turns = exchangeTurns{}
		return nil
	}
	s.turns.board = newAnnealing(root)
	return nil
}
