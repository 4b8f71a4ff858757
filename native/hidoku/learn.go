package hidoku

import (
	"math"
	"math/bits"
	"slices"

	"crosscut/internal/search"
	"crosscut/native/internal/restarts"
	"crosscut/puzzle"
)

// The learning search finds out from each failure which of the choices above it
// were to blame, keeps that as a clause, and goes back to where the clause would
// have spoken first (Marques-Silva, Sakallah: GRASP, IEEE Transactions on
// Computers 48, 1999). The cuts are those of the quick search. None of them is
// written down as clauses: each says its reasons only when asked (Ohrimenko,
// Stuckey, Codish: Propagation via lazy clause generation, Constraints 14, 2009).
// A failure costs three times what it costs the quick search, and there are far
// fewer of them on boards that are hard for their size.
//
// Every solution is handed out once without a list of those already found: the
// last choice above a solution is turned into its opposite, and from then on the
// search goes back above that level, its floor, only by turning the choice there
// (Gebser, Kaufmann, Neumann, Schaub: Conflict-driven answer set enumeration,
// LPNMR 2007). Choices and turned choices are premises, not conclusions, so that
// all that is learnt follows from the puzzle and from the choices turned at the root,
// which are never taken back: it holds in every solution not yet handed out.

// pathLearner is the learning search. What it branches on are the candidates open
// at the root, each true or false. Of the embedded state, which is its own, the sets
// of numbers and the trail are not in use.
type pathLearner struct {
	*pathState
	assignment
	clauses
	yield  func(puzzle.Solution) bool
	filled puzzle.Solution // the slice that yield is given

	levels   []level // the root's first, then one a choice
	forecast *search.Forecast
	floor    int   // the level up to which choices are turned one by one
	unit     int64 // the failures to the first restart
	restarts int
	again    int64    // the count of failures at which to restart
	conflict conflict // what failed; clear but between a failure and the way back

	list     []int32  // scratch: premises, where they are no part of a list
	pair     [2]int32 // scratch: one premise or two
	resolved []int32  // scratch: the candidates that their premises have replaced
	learnt   []int32  // scratch: the clause being learnt
	seen     []bool   // scratch, by candidate: met on the way to it
	stamps   []int64  // by level: the last clause that it was counted for
	stamp    int64
}

// level is a choice and what followed from it.
type level struct {
	start         int     // its part of assigned begins here, with the choice
	from, to      float64 // its part of the whole search
	filled, depth int     // of the trace, before it
	choices       int     // of the forecast, before it
}

// event is a candidate chosen or refuted on the way to a state of the quick search.
type event struct {
	k, slot int32
	chosen  bool
}

// search hands out every solution that is left, where path is the way of another
// search that has handed out what lies before it. It returns errTired after
// failures in a row without a solution.
func (l *pathLearner) search(path []event, failures int64) error {
	alive, err := l.follow(path)
	found := l.run.Solutions
	last := l.run.Failures + failures
	for err == nil {
		if !alive {
			if more, err := l.learnOrTurn(); err != nil || !more {
				return err
			}
		} else if l.run.Failures >= l.again {
			l.restart()
			if l.run.Failures >= last && l.run.Solutions == found {
				return errTired
			}
		} else if more, err := l.branch(); !more {
			return err
		}
		alive, err = l.fixpoint()
	}
	return err
}

// follow goes along path. It reports whether there may be solutions where it ends,
// which is where the path does or earlier: at a choice that the root has lost the
// candidate of, since then all solutions left are beside it.
func (l *pathLearner) follow(path []event) (bool, error) {
	choices := l.forecast.Choices() // those of path
	l.forecast.Drop(0)
	alive, err := l.fixpoint()
	for i, e := range path {
		if err != nil || !alive {
			break
		}
		v, known := l.status(int(e.k), int(e.slot))
		switch {
		case known == yes && !e.chosen:
			return false, nil // every solution with it has been handed out
		case known == no && e.chosen:
			return true, nil
		case known != unknown:
			l.forecast.Resume(choices[i])
			continue
		case e.chosen:
			l.decide(v)
			l.forecast.Drop(l.forecast.Depth() - 1)
			l.forecast.Resume(choices[i])
			l.floor = l.depth()
		default:
			l.forecast.Resume(choices[i])
			l.assignFalse(v, because(given, 0))
		}
		alive, err = l.fixpoint()
	}
	return alive, err
}

// learnOrTurn goes back from a failure. It reports whether anything is left.
func (l *pathLearner) learnOrTurn() (bool, error) {
	l.run.Failures++
	l.rememberBest()
	l.trace.gaveUp(l.trace.whyFailed(l))
	switch {
	case l.depth() > l.floor:
		return true, l.learn()
	case l.floor > 0:
		l.turn()
		return true, nil
	}
	return false, nil
}

// rememberBest notes what is true below the last choice, which failed, when more is
// settled there than ever before.
func (l *pathLearner) rememberBest() {
	settled := l.levels[l.depth()].start
	if settled <= l.mostSettled {
		return
	}
	l.mostSettled = settled
	for _, v := range l.assigned[:settled] {
		if l.value[v] == yes {
			l.bestOfNumber[l.numberOf[v]], l.bestOnCell[l.cellOf[v]] = v, v
		}
	}
}

// branch makes a choice, or hands out the solution where none is left. It reports
// whether the search goes on.
func (l *pathLearner) branch() (bool, error) {
	v := l.next()
	if v >= 0 {
		err := l.run.Node(2)
		if err == nil {
			l.decide(v)
		}
		return err == nil, err
	}
	for k := range l.n {
		l.filled[l.cellAt[lowest(l.cellsOf(k))]] = k + 1
	}
	l.run.Solutions++
	l.trace.found()
	if !l.yield(l.filled) {
		return false, search.ErrStopped
	}
	if l.depth() == 0 {
		return false, nil
	}
	l.turn()
	return true, nil
}

// next returns the candidate to choose, or -1 when everything is settled. It is one of
// the number or cell with the fewest candidates for the times that it was met in
// learning, where the recent times weigh more: the one that was true when most was
// settled, so that the search comes back to where it was nearest to a solution (Biere,
// Fleury: Chasing target phases, POS 2020), or else the one that was true last, so that
// parts of the board that were solved stay so when it comes back from elsewhere
// (Pipatsrisawat, Darwiche: A lightweight component caching scheme for satisfiability
// solvers, SAT 2007). Where both are out, it is the tightest.
func (l *pathLearner) next() int32 {
	of := l.mostPressing()
	switch {
	case of == none:
		return -1
	case of < 0:
		slot := int32(^of)
		return l.pick(l.bestOnCell[slot], l.lastOnCell[slot], l.ofCell(slot))
	}
	return l.pick(l.bestOfNumber[of], l.lastOfNumber[of], l.ofNumber(int32(of)))
}

// pick returns best or last where they are unknown, or the tightest of list.
func (l *pathLearner) pick(best, last int32, list []int32) int32 {
	switch {
	case best >= 0 && l.value[best] == unknown:
		return best
	case last >= 0 && l.value[last] == unknown:
		return last
	}
	return l.tightest(list)
}

// none is no number and no cell.
const none = variable(math.MaxInt32)

// mostPressing returns the number or cell to branch on, or none.
func (l *pathLearner) mostPressing() variable {
	best, size, met := none, 1.0, 0.0
	for w, set := range l.openNumbers {
		for ; set != 0; set &= set - 1 {
			k := w*64 + bits.TrailingZeros64(set)
			if count := float64(l.cellCount[k]); count*met < size*(l.step+l.numberMet[k]) {
				best, size, met = variable(k), count, l.step+l.numberMet[k]
			}
		}
	}
	for w, set := range l.openSlots {
		for ; set != 0; set &= set - 1 {
			slot := w*64 + bits.TrailingZeros64(set)
			if count := float64(l.numberCount[slot]); count*met < size*(l.step+l.cellMet[slot]) {
				best, size, met = ^variable(slot), count, l.step+l.cellMet[slot]
			}
		}
	}
	return best
}

// tightest returns the unknown candidate of list whose number and cell have the fewest
// candidates, and of these the one met most: see candidate.
func (l *pathLearner) tightest(list []int32) int32 {
	best, size := int32(-1), int32(0)
	for _, lit := range list {
		u := lit >> 1
		if l.value[u] != unknown {
			continue
		}
		count := l.cellCount[l.numberOf[u]] + l.numberCount[l.cellOf[u]]
		if best < 0 || count < size || count == size && l.met[u] > l.met[best] {
			best, size = u, count
		}
	}
	return best
}

// depth returns how many choices the state has.
func (l *pathLearner) depth() int { return len(l.levels) - 1 }

// decide opens a level in which v is true.
func (l *pathLearner) decide(v int32) {
	below := l.levels[l.depth()]
	filled, depth := l.trace.mark()
	l.levels = append(l.levels, level{
		start: len(l.assigned), from: below.from, to: (below.from + below.to) / 2, filled: filled, depth: depth,
		choices: l.forecast.Depth(),
	})
	k := variable(l.numberOf[v])
	l.forecast.Choose(int(l.cellCount[k]))
	l.trace.chosen(l.pathState, int(k), int(l.cellOf[v]), k)
	l.assignTrue(v, because(given, 0))
}

// turn goes back to before the last choice and makes it false: all its solutions
// have been handed out. From there on choices are turned one by one.
func (l *pathLearner) turn() {
	last := l.levels[l.depth()]
	v := l.assigned[last.start]
	l.forecast.Close(last.choices + 1)
	choice := l.forecast.Last()
	l.backTo(l.depth() - 1)
	l.forecast.Resume(choice)
	l.forecast.Turn()
	l.levels[l.depth()].from = last.to
	l.run.Share(last.to)
	l.forecast.Tell()
	l.floor = l.depth()
	l.assignFalse(v, because(given, 0))
}

// restart goes back to the floor, to choose anew by what has failed since.
func (l *pathLearner) restart() {
	l.restarts++
	l.again = l.run.Failures + restarts.Luby(l.restarts)*l.unit
	l.backTo(l.floor)
}

// backTo takes back all that was assigned above a level.
func (l *pathLearner) backTo(depth int) {
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
	l.forget()
	l.conflict = conflict{}
	l.trace.back(above.filled, above.depth)
	l.levels = l.levels[:depth+1]
}
