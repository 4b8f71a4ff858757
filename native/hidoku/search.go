package hidoku

import (
	"errors"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// The quick search restarts now and then while nothing has been found. A wrong choice
// near the root of a hard board costs a whole subtree. The failures there teach
// weights, but these come too late to undo the choice. A restart uses the weights known
// by then. Before each restart the search also supposes every candidate of the small
// sets once, and removes those that fail at once. Between restarts the learning search
// has its turn.

// quickSearch is the search of all states that follow from its state.
type quickSearch struct {
	*state
	yield         func(puzzle.Solution) bool
	filled        puzzle.Solution  // the slice that yield is given
	patience      int64            // the count of failures at which the turn ends
	afterSolution int64            // the failures after a solution that end the turn
	path          []event          // the way from the root to the state
	forecast      *search.Forecast // the forecast for the choices of path
	guide         *guide           // a solution to find first, or nil
	rooms         *rooms           // the cut of rooms, or nil before its first use
	probed        []bool           // the numbers that this round of probeAll has probed; nil before the first
	survivors     []uint64         // in probeAll: the candidates that some supposed candidate of the number left; else nil
}

// newQuickSearch returns a search with memory of its own.
func newQuickSearch(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) *quickSearch {
	return new(memory).newQuickSearch(p, r, yield)
}

// event is a candidate chosen or refuted on the way to a state of the quick search.
type event struct {
	k, slot int32
	chosen  bool
}

// open brings the root to its fixpoint. It reports whether there may be solutions.
func (h *quickSearch) open() (bool, error) {
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

// takeTurn hands out every solution, or ends with errTooManyFailures after patience failures.
func (h *quickSearch) takeTurn(patience int64) error {
	h.patience = h.run.Failures + patience
	h.forecast.Drop(0)
	return h.visit(0, 1)
}

// restart goes back to the root, which has lost the candidates refuted there. It looks for
// rooms there and probes it. It reports whether there may be solutions.
func (h *quickSearch) restart() (bool, error) {
	h.trace.gaveUp("too many failures: begin anew")
	h.trace.backToRoot()
	h.recording = false
	h.path = h.path[:0]
	if err := h.undo(0); err != nil {
		return false, err
	}
	if h.run.Solutions > 0 { // probing loses no solution, but is for finding the first
		return true, nil
	}
	if alive, err := h.cutRooms(); err != nil || !alive {
		return false, err
	}
	return h.probe()
}

// settle propagates, and counts and reports a failure.
func (h *quickSearch) settle() (bool, error) {
	alive, err := h.propagate()
	if err == nil && !alive {
		h.run.Failures++
		h.blame()
		h.trace.deadEnd(h.state)
		h.forget()
	}
	return alive, err
}

// visit hands out every solution of the state, which must be at its fixpoint. The state's
// part of the whole search begins at done and has the length share. It leaves the state
// smaller, for the caller to undo.
//
// The candidates of one number or cell are tried in turn. After a try the candidate is
// removed for good. The later candidates profit from the consequences.
func (h *quickSearch) visit(done, share float64) error {
	start := len(h.path)
	for {
		v, size := h.choose()
		if size == 0 {
			h.leave(start)
			return h.found()
		}
		if h.run.Failures >= h.patience {
			return errTooManyFailures
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
				h.run.Share(done) // before the first solution a restart may lose this progress
				h.forecast.Tell()
			}
			if alive, err := h.refute(k, slot); err != nil || !alive {
				h.leave(start)
				return err
			}
		}
	}
}

// leave returns to the state at which the path had the given number of events. Everything
// below that state is finished.
func (h *quickSearch) leave(events int) {
	h.path = h.path[:events]
	h.forecast.Close(events)
}

// try hands out every solution in which k, a candidate of v, is at slot. Then the state
// is as it was before.
func (h *quickSearch) try(k, slot int, v variable, done, share float64) error {
	if len(h.trail) > maxTrail {
		return &search.LimitError{What: "memory for the way back"}
	}
	mark, recorded := len(h.trail), h.recording
	filled, choices := h.trace.mark()
	h.recording = true
	h.trace.chosen(h.state, k, slot, v)
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

// refute removes k from slot, because no solution that is still to be handed out has it
// there.
func (h *quickSearch) refute(k, slot int) (bool, error) {
	h.removeCells(k, slot/64, 1<<(slot%64))
	return h.settle()
}

// found hands out the board.
func (h *quickSearch) found() error {
	for k := range h.n {
		h.filled[h.cellAt[lowest(h.cellsOf(k))]] = k + 1
	}
	h.run.Solutions++
	h.patience = h.run.Failures + h.afterSolution
	h.trace.found()
	if !h.yield(h.filled) {
		return search.ErrStopped
	}
	return nil
}

// errTooManyFailures ends the turn of a search whose patience is used up.
var errTooManyFailures = errors.New("too many failures")

// pathSoFar returns the way to the state. Another search must go on there if solutions
// have been handed out. If not, it returns nil, and the other search may choose its own
// way.
func (h *quickSearch) pathSoFar() []event {
	if h.run.Solutions == 0 {
		return nil
	}
	return slices.Clone(h.path)
}

// openCandidates returns how many candidates are open. Those of settled numbers do not
// count.
func (s *state) openCandidates() int {
	sum := 0
	for _, count := range s.cellCount {
		if count > 1 {
			sum += int(count)
		}
	}
	return sum
}
