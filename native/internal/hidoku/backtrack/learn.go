package backtrack

// This file begins the learning search of Hidokus, which keeps a clause from each failure.

import (
	"math/bits"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// The learning search. It finds out from each failure which of the choices above it were
// to blame, and keeps that as a clause. Then it goes back to the first choice after which
// the clause would already have had a consequence (Marques-Silva, Sakallah: GRASP, IEEE
// Transactions on Computers 48, 1999). The cuts are those of the quick search. They are
// not written down as clauses: each gives its reasons only when asked (Ohrimenko,
// Stuckey, Codish: Propagation via lazy clause generation, Constraints 14, 2009).
//
// It applies to roots of at most maxCandidates open candidates. The memory for clauses,
// maxArena, bounds it. A failure costs more than in the quick search, but there are
// far fewer failures on boards that are hard for their size.
//
// Every solution is handed out once, without a list of those already found. The last
// choice above a solution is turned into its opposite. From then on, the search goes
// back above that level, its floor, only by turning the choice there (Gebser, Kaufmann,
// Neumann, Schaub: Conflict-driven answer set enumeration, LPNMR 2007). Choices and
// turned choices are premises, not conclusions. So every clause follows from the puzzle
// and from the choices turned at the root, and those are never taken back. It holds in
// every solution not yet handed out.

// Learner is the learning search. It branches on the candidates that were open at the
// root, each true or false. Each part of its state belongs to one file:
//
//   - state: the sets of cells, and their counts and work lists, cut as the quick
//     search cuts them (state.go). The learner has its own copy, without
//     the sets of numbers and the trail.
//   - candidateLists: which candidates there are, and what is near each. These lists
//     never change (candidates.go).
//   - assignment: which candidates are known, and why (assignment.go,
//     propagate.go, explain.go).
//   - clauses: what was learnt (clauses.go).
//   - preferences: what branching remembers (branch.go).
//   - analysis: memory that learning from one failure needs (analysis.go).
//   - The fields below: the choices, and when to restart (this file).
type Learner struct {
	*State
	candidates
	assignment
	clauses
	preferences
	analysis

	yield    func(puzzle.Solution) bool
	filled   puzzle.Solution // the slice that yield is given
	forecast *search.Forecast

	Reads int64 // clauses looked at, and their literals

	levels      []level // the root's first, then one for each choice
	floor       int     // the level up to which choices are turned one by one
	restartUnit int64   // the failures to the first restart
	restarts    int     // number of restarts so far
	restartAt   int64   // the count of failures at which to restart
}

// New returns the learning search for the root of h, which has at most
// maxCandidates open candidates. It restarts after so many failures, and then by Luby's series.
func New(h *Search, restartUnit int64) (*Learner, error) {
	state := *h.State
	state.Cells = slices.Clone(h.Cells)
	state.CellCount = slices.Clone(h.CellCount)
	state.NumberCount = slices.Clone(h.NumberCount)
	state.Stale = make([]uint64, len(h.Stale))
	state.Numbers, state.Single, state.Trail = nil, nil, nil
	state.OpenNumbers = slices.Clone(h.OpenNumbers)
	state.OpenSlots = slices.Clone(h.OpenSlots)
	l := &Learner{State: &state, yield: h.Yield, filled: h.Filled, forecast: h.Forecast, restartUnit: restartUnit}
	l.levels = append(l.levels, level{to: 1})
	l.restartAt = l.Run.Failures + l.restartUnit
	if err := l.number(); err != nil {
		return nil, err
	}
	count := int(l.firstOf[l.N])
	l.assignment = newAssignment(count, l.N, l.Slots)
	l.clauses = clauses{watches: make([][]watch, 2*count), reduceAt: firstReduceAt}
	l.preferences = newPreferences(count, l.N, l.Slots)
	l.seen = make([]bool, count)
	l.listCandidates()
	return l, l.listNear()
}

// level is a choice and what followed from it.
type level struct {
	start         int     // the level's part of assigned begins here, with the choice
	from, to      float64 // the level's part of the whole search
	filled, depth int     // the trace's counters before the choice
	choices       int     // the forecast's choices before the choice
}

// Search hands out every solution that is left. Another search has gone along path, and
// has handed out every solution before it. It returns errTooManyFailures after that many
// failures in a row without a solution.
func (l *Learner) Search(path []Event, failures int64) error {
	alive, err := l.follow(path)
	found := l.Run.Solutions
	last := l.Run.Failures + failures
	for err == nil {
		if !alive {
			if more, err := l.learnOrTurn(); err != nil || !more {
				return err
			}
		} else if l.Run.Failures >= l.restartAt {
			l.restart(l.Run.Failures >= last && l.Run.Solutions == found)
			if l.Run.Failures >= last && l.Run.Solutions == found {
				return ErrTooManyFailures
			}
		} else if more, err := l.branch(); !more {
			return err
		}
		alive, err = l.fixpoint()
	}
	return err
}

// follow goes along path. It reports whether there may be solutions where it ends. It
// ends early at a choice whose candidate the root has lost. Then all remaining solutions
// are in the other branch of that choice.
func (l *Learner) follow(path []Event) (bool, error) {
	choices := l.forecast.Choices() // the forecast's choices for path
	l.forecast.Drop(0)
	alive, err := l.fixpoint()
	for i, e := range path {
		if err != nil || !alive {
			break
		}
		v, known := l.status(int(e.K), int(e.Slot))
		switch {
		case known == assignedTrue && !e.Chosen:
			return false, nil // every solution with it has been handed out
		case known == assignedFalse && e.Chosen:
			return true, nil
		case known != unassigned:
			l.forecast.Resume(choices[i])
			continue
		case e.Chosen:
			l.decide(v)
			l.forecast.Drop(l.forecast.Depth() - 1)
			l.forecast.Resume(choices[i])
			l.floor = l.depth()
		default:
			l.forecast.Resume(choices[i])
			l.assignFalse(v, because(decided, 0))
		}
		alive, err = l.fixpoint()
	}
	return alive, err
}

// learnOrTurn goes back from a failure. It reports whether anything is left.
func (l *Learner) learnOrTurn() (bool, error) {
	l.Run.Failures++
	l.rememberBest()
	l.Trace.GaveUp(l.whyFailed())
	switch {
	case l.depth() > l.floor:
		return true, l.learn()
	case l.floor > 0:
		l.turn()
		return true, nil
	}
	return false, nil
}

// branch makes a choice, or hands out the solution where none is left. It reports
// whether the search goes on.
func (l *Learner) branch() (bool, error) {
	v := l.next()
	if v >= 0 {
		err := l.Node(2)
		if err == nil {
			l.Trace.Choice(l.State, Variable(l.numberOf[v]))
			l.decide(v)
		}
		return err == nil, err
	}
	for k := range l.N {
		l.filled[l.CellAt[Lowest(l.CellsOf(k))]] = k + 1
	}
	l.Run.Solutions++
	l.Trace.Found()
	if !l.yield(l.filled) {
		return false, meter.ErrStopped
	}
	if l.depth() == 0 {
		return false, nil
	}
	l.turn()
	return true, nil
}

func (l *Learner) depth() int { return len(l.levels) - 1 }

// decide opens a level in which v is true.
func (l *Learner) decide(v int32) {
	below := l.levels[l.depth()]
	filled, depth := l.Trace.Mark()
	l.levels = append(l.levels, level{
		start: len(l.assigned), from: below.from, to: (below.from + below.to) / 2, filled: filled, depth: depth,
		choices: l.forecast.Depth(),
	})
	k := Variable(l.numberOf[v])
	l.forecast.Choose(int(l.CellCount[k]))
	l.Trace.Chosen(l.State, int(k), int(l.cellOf[v]), k)
	l.assignTrue(v, because(decided, 0))
}

// turn goes back to before the last choice and makes it false: all its solutions have
// been handed out. From there on choices are turned one by one.
func (l *Learner) turn() {
	last := l.levels[l.depth()]
	v := l.assigned[last.start]
	l.forecast.Close(last.choices + 1)
	choice := l.forecast.Last()
	l.backTo(l.depth() - 1)
	l.forecast.Resume(choice)
	l.forecast.Turn()
	l.levels[l.depth()].from = last.to
	l.Run.Share(last.to)
	l.forecast.Tell()
	l.floor = l.depth()
	l.assignFalse(v, because(decided, 0))
}

// restart goes back to the floor. Then the search chooses again, and uses what the
// failures have taught it.
func (l *Learner) restart(last bool) {
	l.restarts++
	l.restartAt = l.Run.Failures + search.Luby(l.restarts)*l.restartUnit
	if learnRestarts.On() || last {
		l.backTo(l.floor)
	}
}

// backTo undoes all that was assigned above a level.
func (l *Learner) backTo(depth int) {
	if depth >= l.depth() {
		return
	}
	above := l.levels[depth+1]
	l.forecast.Drop(above.choices)
	for _, v := range slices.Backward(l.assigned[above.start:]) {
		l.unassign(v)
	}
	l.assigned = l.assigned[:above.start]
	l.head = above.start
	l.Forget()
	l.conflict = conflict{}
	l.Trace.Back(above.filled, above.depth)
	l.levels = l.levels[:depth+1]
}

// Adopt takes over the root that h has.
func (l *Learner) Adopt(h *Search) {
	for i, set := range l.openCells {
		k, w := i/l.Words, i%l.Words
		for gone := set &^ h.Cells[h.First+k*h.Row+w]; gone != 0; gone &= gone - 1 {
			if v, known := l.status(k, w*64+bits.TrailingZeros64(gone)); known == unassigned {
				l.assignFalse(v, because(decided, 0))
			}
		}
	}
}

// Tell removes from the root of h what l, which is at its root, has found to be false. It reports
// whether there may be solutions.
func (l *Learner) Tell(h *Search) (bool, error) {
	h.Trace.BackToRoot()
	for _, v := range l.assigned {
		k, slot := int(l.numberOf[v]), int(l.cellOf[v])
		if l.value[v] == assignedFalse && h.Fits(k, int32(slot)) {
			h.RemoveCells(k, slot/64, 1<<(slot%64))
		}
	}
	return h.Settle()
}
