// Package hidoku searches and counts the fillings of Hidokus.
//
// Three searches take turns. Each turn has twice as many failures as the one before. So the whole
// takes at most some times as long as the best of the searches alone:
//
//	       open the root
//	             |
//	+---> quick search --------- has searched everything ---> end
//	|            |
//	|   too many failures without a solution
//	|            |
//	|   cut rooms and probe at the root
//	|            |
//	|            +---------------------------+
//	|   few open candidates         many open candidates
//	|            |                           |
//	|          learn ---> end              mend
//	|            |                           |
//	|          mend          learn, from the second turn on ---> end
//	|            |                           |
//	+------------+---------------------------+
//
// These are the searches:
//
//   - The quick search ([backtrack.Search]) keeps for each number the cells it fits, and for each cell
//     the numbers that fit it. It cuts them until nothing follows any more. Then it takes a
//     candidate of some number or cell, and supposes first that it is right, and later that it is
//     wrong. It applies to every board.
//   - Learning ([backtrack.Learner]) has the same cuts, and learns a clause from each failure. What it finds
//     out about the root, the quick search takes over, and the other way round.
//   - Mending ([paths.Mender]) looks for one solution by local search, and proves nothing. The quick
//     search then goes there first, and learning waits.
//
// Searches without a solution begin again and again at the root. After a solution there is no way
// back, because none may be handed out twice. So learning goes on from where the quick search
// stops, and both go on to the end.
//
// Counting enumerates, and beside that counts by a frontier or by independent parts
// ([crosscut/native/internal/hidoku/paths]). Each room has its techniques and constants in a file
// techniques.go.
package hidoku

import (
	"errors"

	"crosscut/meter"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/native/internal/hidoku/paths"
	"crosscut/puzzle"
)

// Search yields every filling of p once. The slice given to yield is used again.
func Search(p *puzzle.Hidoku, r *meter.Run, yield func(puzzle.Solution) bool) error {
	return newDispatcher(backtrack.NewSearch(p, r, yield), firstPatience).searchAll()
}

// dispatcher lets the searches of a board take turns: see the diagram above.
type dispatcher struct {
	quick    *backtrack.Search
	learner  *backtrack.Learner // nil before its first turn
	mender   *paths.Mender      // nil before its first turn
	learns   bool               // whether the learning search applies
	tight    bool               // whether it comes before mending, and in the first turn already
	first    int64              // the failures that end the first turn of the quick search, and a turn after its last solution
	turn     int                // the turns that the quick search has begun
	patience int64              // the failures without a solution that end a turn of the quick search
	path     []backtrack.Event  // the way to where the quick search stopped, if it has handed out solutions
}

// newDispatcher returns the searches of the board of h. The first turn ends after patience failures.
func newDispatcher(h *backtrack.Search, patience int64) *dispatcher {
	return &dispatcher{quick: h, first: patience, patience: patience}
}

// searchAll hands out every filling of the board.
func (d *dispatcher) searchAll() error {
	err := d.run()
	if err == nil {
		d.quick.Run.Share(1)
	}
	return err
}

// work returns the work between two times, in the unit of [paths.EnumerationWork].
func (d *dispatcher) work(now, start meter.Stats) int64 {
	work := paths.EnumerationWork(now, start)
	if d.learner != nil {
		work += d.learner.Reads / 16
	}
	return work
}

// run hands out every solution.
func (d *dispatcher) run() error {
	alive, err := d.quick.Open()
	if err != nil || !alive {
		return err
	}
	d.learns = learning.On() && d.quick.OpenCandidates() <= maxCandidates && d.quick.Pairs == nil
	if d.learns {
		d.quick.AfterSolution = d.first
	}
	if !turns.On() {
		d.patience = backtrack.NoEnd
	}
	for {
		if err := d.search(); !errors.Is(err, backtrack.ErrTooManyFailures) {
			return err
		}
		if more, err := d.between(); err != nil || !more {
			return err
		}
		d.patience *= 2
	}
}

// search is a turn of the quick search. A turn after one with a solution goes on to the end, unless
// the learning search does.
func (d *dispatcher) search() error {
	d.turn++
	err := d.quick.TakeTurn(d.patience, orderedTurn.On() && d.turn == 2)
	if d.quick.Run.Solutions > 0 {
		d.patience = backtrack.NoEnd
	}
	d.path = d.quick.PathSoFar()
	return err
}

// between takes the steps between two turns of the quick search. It reports whether there may be more
// solutions.
func (d *dispatcher) between() (more bool, err error) {
	if more, err = d.quick.Restart(); err != nil || !more {
		return more, err
	}
	if d.turn == 1 {
		d.tight = refuteFirst.On() && d.learns && d.quick.OpenCandidates() <= firstLearning*d.quick.N
	}
	steps := []func() (bool, error){d.mend, d.learn}
	if d.tight {
		steps = []func() (bool, error){d.learn, d.mend}
	}
	for _, step := range steps {
		if more, err = step(); err != nil || !more {
			return more, err
		}
	}
	return true, nil
}

// learn is a turn of the learning search. It comes only where there is no guide to follow. On boards
// that are not tight it comes from the second turn on.
func (d *dispatcher) learn() (more bool, err error) {
	h := d.quick
	if !d.learns || h.Run.Solutions == 0 && (h.Guide != nil || d.turn == 1 && !d.tight) {
		return true, nil
	}
	if h.Run.Solutions == 0 && h.N < paths.LargeBoard/2 {
		if more, err = h.ProbeAll(); err != nil || !more {
			return more, err
		}
	}
	if d.learner == nil {
		d.learner, err = backtrack.New(h, max(1, d.first))
	} else {
		d.learner.Adopt(h)
	}
	if err != nil {
		return false, err
	}
	if err = d.learner.Search(d.path, 2*d.patience); errors.Is(err, backtrack.ErrTooManyFailures) {
		return d.learner.Tell(h)
	}
	return false, err
}

// mend looks for a guide by mending at the root.
func (d *dispatcher) mend() (bool, error) {
	if d.quick.Guide != nil || d.quick.Run.Solutions > 0 || d.quick.Pairs != nil || !paths.Mending.On() {
		return true, nil
	}
	if d.mender == nil {
		d.mender = paths.New(d.quick)
	}
	if d.mender == nil {
		return true, nil
	}
	done, err := d.mender.Mend(int(d.quick.Run.Propagations))
	if err == nil && done {
		d.quick.GuideTo(d.mender.Cells())
	}
	return true, err
}
