// Package backtrack has the quick search of Hidokus: which numbers fit which cells (state.go,
// relation.go), the cuts (cuts.go, graph.go, pairs.go, rooms.go), what is branched on
// (choice.go), and probing at the root (probe.go).
package backtrack

import (
	"errors"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// The quick search restarts now and then while nothing has been found. A wrong choice
// near the root of a hard board costs a whole subtree. The failures there teach
// weights, but these come too late to undo the choice. A restart uses the weights known
// by then. Before each restart the search also supposes every candidate of the small
// sets once, and removes those that fail at once. Between restarts the learning search
// has its turn.

// Search is the search of all states that follow from its state.
type Search struct {
	*State
	Yield         func(puzzle.Solution) bool
	Filled        puzzle.Solution  // the slice that yield is given
	Patience      int64            // the count of failures at which the turn ends
	AfterSolution int64            // the failures after a solution that end the turn
	path          []Event          // the way from the root to the state
	Forecast      *search.Forecast // the forecast for the choices of path
	Guide         *guide           // a solution to find first, or nil
	inOrder       bool             // whether candidates are tried in order
	rooms         *rooms           // the cut of rooms, or nil before its first use
	probed        []bool           // the numbers that this round of probeAll has probed; nil before the first
	survivors     []uint64         // in probeAll: the candidates that some supposed candidate of the number left; else nil
}

// NewSearch returns the search of p.
func NewSearch(p *puzzle.Hidoku, r *meter.Run, yield func(puzzle.Solution) bool) *Search {
	return &Search{
		State: newState(p, r), Forecast: Forecast(r),
		Yield: yield, Filled: make(puzzle.Solution, p.Board().Len()), AfterSolution: NoEnd,
	}
}

// Forecast returns a forecast that measures the work of a search by the counters of its run.
func Forecast(r *meter.Run) *search.Forecast {
	return search.NewForecast(func() (propagations, nodes int64) { return r.Propagations, r.Nodes }, r.Forecast)
}

// Event is a candidate chosen or refuted on the way to a state of the quick search.
type Event struct {
	K, Slot int32
	Chosen  bool
}

// Open brings the root to its fixpoint. It reports whether there may be solutions.
func (h *Search) Open() (bool, error) {
	if err := h.giveClues(); err != nil {
		return false, err
	}
	if !h.balanceColours() {
		h.Run.Failures++
		h.Trace.GaveUp("the colours of the chessboard have cells too different in number")
		return false, nil
	}
	if err := h.sweepFirst(); err != nil {
		return false, err
	}
	if err := h.Fill(); err != nil {
		return false, err
	}
	return h.Settle()
}

// TakeTurn hands out every solution, or ends with ErrTooManyFailures after patience failures. It may try
// candidates in order, instead of those with the fewest candidates first. Some boards with many
// solutions fail again and again in one of these orders, and are mostly easy in the other.
func (h *Search) TakeTurn(patience int64, inOrder bool) error {
	h.inOrder = inOrder
	h.Patience = h.Run.Failures + patience
	h.Forecast.Drop(0)
	return h.Visit(0, 1)
}

// Restart goes back to the root, which has lost the candidates refuted there. It looks for
// rooms there and probes it. It reports whether there may be solutions.
func (h *Search) Restart() (bool, error) {
	h.Trace.GaveUp("too many failures: begin anew")
	h.Trace.BackToRoot()
	h.Recording = false
	h.path = h.path[:0]
	if err := h.Undo(0); err != nil {
		return false, err
	}
	if h.Run.Solutions > 0 { // probing loses no solution, but is for finding the first
		return true, nil
	}
	if alive, err := h.cutRooms(); err != nil || !alive {
		return false, err
	}
	return h.probe()
}

// Settle propagates, and counts and reports a failure.
func (h *Search) Settle() (bool, error) {
	alive, err := h.propagate()
	if err == nil && !alive {
		h.Run.Failures++
		h.blame()
		h.Trace.deadEnd(h.State)
		h.Forget()
	}
	return alive, err
}

// Visit hands out every solution of the state, which must be at its fixpoint. The state's
// part of the whole search begins at done and has the length share. It leaves the state
// smaller, for the caller to undo.
//
// The candidates of one number or cell are tried in turn. After a try the candidate is
// removed for good. The later candidates profit from the consequences.
func (h *Search) Visit(done, share float64) error {
	start := len(h.path)
	for {
		v, size := h.choose()
		if size == 0 {
			h.leave(start)
			return h.found()
		}
		if h.Run.Failures >= h.Patience {
			return ErrTooManyFailures
		}
		if err := h.Node(int(size)); err != nil {
			return err
		}
		h.Trace.Choice(h.State, v)
		for part := share / float64(size); h.Size(v) > 1; {
			k, slot := h.candidate(v)
			h.path = append(h.path, Event{int32(k), int32(slot), true})
			h.Forecast.Choose(int(h.Size(v)))
			if err := h.try(k, slot, v, done, part); err != nil {
				return err
			}
			h.path[len(h.path)-1].Chosen = false
			h.Forecast.Turn()
			done, share = done+part, share-part
			if h.Run.Solutions > 0 {
				h.Run.Share(done) // before the first solution a restart may lose this progress
				h.Forecast.Tell()
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
func (h *Search) leave(events int) {
	h.path = h.path[:events]
	h.Forecast.Close(events)
}

// try hands out every solution in which k, a candidate of v, is at slot. Then the state
// is as it was before.
func (h *Search) try(k, slot int, v Variable, done, share float64) error {
	if len(h.Trail) > maxTrail {
		return &meter.LimitError{Kind: meter.ErrMemory, What: "memory for the way back"}
	}
	mark, recorded := len(h.Trail), h.Recording
	filled, choices := h.Trace.Mark()
	h.Recording = true
	h.Trace.Chosen(h.State, k, slot, v)
	h.Put(k, slot)
	alive, err := h.Settle()
	if alive {
		err = h.Visit(done, share)
	}
	if err != nil {
		return err
	}
	h.Trace.Back(filled, choices)
	h.Recording = recorded
	return h.Undo(mark)
}

// refute removes k from slot, because no solution that is still to be handed out has it
// there.
func (h *Search) refute(k, slot int) (bool, error) {
	h.RemoveCells(k, slot/64, 1<<(slot%64))
	return h.Settle()
}

func (h *Search) found() error {
	for k := range h.N {
		h.Filled[h.CellAt[Lowest(h.CellsOf(k))]] = k + 1
	}
	h.Run.Solutions++
	h.Patience = h.Run.Failures + h.AfterSolution
	h.Trace.Found()
	if !h.Yield(h.Filled) {
		return meter.ErrStopped
	}
	return nil
}

// ErrTooManyFailures ends the turn of a search whose patience is used up.
var ErrTooManyFailures = errors.New("too many failures")

// PathSoFar returns the way to the state. Another search must go on there if solutions
// have been handed out. If not, it returns nil, and the other search may choose its own
// way.
func (h *Search) PathSoFar() []Event {
	if h.Run.Solutions == 0 {
		return nil
	}
	return slices.Clone(h.path)
}

// OpenCandidates returns how many candidates are open. Those of settled numbers do not
// count.
func (s *State) OpenCandidates() int {
	sum := 0
	for _, count := range s.CellCount {
		if count > 1 {
			sum += int(count)
		}
	}
	return sum
}
