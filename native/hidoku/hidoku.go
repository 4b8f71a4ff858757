// Package hidoku searches and counts the fillings of Hidokus.
//
// For each number it keeps the cells that the number fits, and for each cell the
// numbers that fit it. Every gap between two placed numbers is cut to what is
// reachable in the exact number of steps through free cells. The search branches on a
// number or a cell with few candidates and many failures. It restarts while nothing has
// been found. On boards that resist, it takes turns with a search that applies the same
// cuts and learns a clause from each failure. Only that search needs memory that grows:
// the clauses kept, up to a limit.
package hidoku

import (
	"math"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// The Hidoku search keeps the cells that each number fits, cuts them until
// nothing follows any more (hidoku_cuts.go), and where that does not settle the
// board, supposes one candidate of some number or cell (hidoku_choice.go), first
// to be right and then to be wrong.
//
// A wrong choice near the root of a hard board costs a whole subtree, and what
// the failures there teach, the weights, comes too late to undo it. So as long as
// nothing has been found the search begins anew now and then, with the weights it
// has by then, and before each new beginning supposes every candidate of the
// small sets once, to be rid of those that fail at once. In between, another search
// has its turn (hidoku_turns.go).

// pathSearch is the search through the states below one.
type pathSearch struct {
	*pathState
	yield    func(puzzle.Solution) bool
	filled   puzzle.Solution  // the slice that yield is given
	atFirst  int64            // failures that are enough at first, and after each solution
	patience int64            // the count of failures at which to be tired
	path     []event          // the way from the root to the state
	forecast *search.Forecast // of the same choices as path
	learns   bool             // whether the learning search has its turns
	inOrder  bool             // whether candidates are tried in order
}

func newPathSearch(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) *pathSearch {
	return &pathSearch{pathState: newPathState(p, r), forecast: search.NewForecast(r), yield: yield, filled: make(puzzle.Solution, p.Board().Len())}
}

// Search yields every filling of p once.
func Search(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) error {
	err := newPathSearch(p, r, yield).search(firstPatience)
	if err == nil {
		r.Share(1)
	}
	return err
}

// open brings the root to its fixpoint. It reports whether there may be solutions.
func (h *pathSearch) open() (bool, error) {
	if err := h.giveClues(); err != nil {
		return false, err
	}
	if !h.balanceColours() {
		h.run.Failures++
		h.trace.gaveUp("the colours of the chessboard have cells too different in number")
		return false, nil
	}
	if err := h.dilate(); err != nil {
		return false, err
	}
	if err := h.fill(); err != nil {
		return false, err
	}
	return h.settle()
}

// beginAnew goes back to the root, which has lost the candidates that were
// refuted there, and probes it. It reports whether there may be solutions.
func (h *pathSearch) beginAnew() (bool, error) {
	h.trace.gaveUp("too many failures: begin anew")
	h.trace.backToRoot()
	h.recording = false
	h.path = h.path[:0]
	if err := h.undo(0); err != nil {
		return false, err
	}
	if h.run.Solutions > 0 {
		return true, nil
	}
	return h.probe()
}

// settle propagates, and counts and reports a failure.
func (h *pathSearch) settle() (bool, error) {
	alive, err := h.propagate()
	if err == nil && !alive {
		h.run.Failures++
		h.blame()
		h.trace.deadEnd(h.pathState)
		h.forget()
	}
	return alive, err
}

// visit hands out every solution of the state, which must be at its fixpoint and
// is the part of the whole search that begins at done and is share long. It leaves
// the state smaller, for the caller to undo.
//
// The candidates of one number or cell are tried in turn. A tried one is removed
// for good, and what follows from that is known to the later ones.
func (h *pathSearch) visit(done, share float64) error {
	start := len(h.path)
	for {
		v, size := h.choose()
		if size == 0 {
			h.leave(start)
			return h.found()
		}
		if h.run.Failures >= h.patience {
			return errTired
		}
		if err := h.run.Node(int(size)); err != nil {
			return err
		}
		for part := share / float64(size); h.size(v) > 1; {
			k, slot := h.candidate(v)
			h.path = append(h.path, event{int32(k), int32(slot), true})
			h.forecast.Choose(int(h.size(v)))
			if err := h.try(k, slot, v, done, part); err != nil {
				return err
			}
			h.path[len(h.path)-1].chosen = false
			h.forecast.Turn()
			done, share = done+part, share-part
			if h.run.Solutions > 0 {
				h.run.Share(done) // before that a new beginning may undo it
				h.forecast.Tell()
			}
			if alive, err := h.refute(k, slot); err != nil || !alive {
				h.leave(start)
				return err
			}
		}
	}
}

// leave goes back to the state that the way had so many events to: all below is done.
func (h *pathSearch) leave(events int) {
	h.path = h.path[:events]
	h.forecast.Close(events)
}

// try hands out every solution in which k, a candidate of v, is at slot, and
// comes back to the state as it was.
func (h *pathSearch) try(k, slot int, v variable, done, share float64) error {
	if len(h.trail) > maxTrail {
		return &search.LimitError{What: "memory for the way back"}
	}
	mark, recorded := len(h.trail), h.recording
	filled, choices := h.trace.mark()
	h.recording = true
	h.trace.chosen(h.pathState, k, slot, v)
	h.put(k, slot)
	alive, err := h.settle()
	if alive {
		err = h.visit(done, share)
	}
	if err != nil {
		return err
	}
	h.trace.back(filled, choices)
	h.recording = recorded
	return h.undo(mark)
}

// refute removes k from slot, because no solution that is still to be handed out
// has it there.
func (h *pathSearch) refute(k, slot int) (bool, error) {
	h.removeCells(k, slot/64, 1<<(slot%64))
	return h.settle()
}

// found hands out the board.
func (h *pathSearch) found() error {
	for k := range h.n {
		h.filled[h.cellAt[lowest(h.cellsOf(k))]] = k + 1
	}
	h.run.Solutions++
	h.patience = math.MaxInt64
	if h.learns {
		h.patience = h.run.Failures + h.atFirst
	}
	h.trace.found()
	if !h.yield(h.filled) {
		return search.ErrStopped
	}
	return nil
}
