package backtrack

import (
	"math/bits"
)

// fixpoint applies the clauses and the cuts until none of them finds anything. It
// reports whether the state may hold solutions. The error is the context's.
func (l *Learner) fixpoint() (bool, error) {
	at := sweepPosition{Up: true}
	for l.conflict.kind == noConflict {
		if err := l.Run.Err(); err != nil {
			return false, err
		}
		switch {
		case l.head < len(l.assigned):
			l.propagateNext()
		case len(l.Single) > 0:
			l.settleSingleCandidate()
		case l.TakeStale(&at):
			l.reviseWithReasons(at.K)
		default:
			return true, nil
		}
	}
	return false, nil
}

// propagateNext does what follows at once from the next candidate assigned.
func (l *Learner) propagateNext() {
	v := l.assigned[l.head]
	l.head++
	if l.value[v] == assignedTrue {
		l.excludeOthers(v)
	}
	if l.conflict.kind == noConflict {
		l.visitWatches(v)
	}
}

// settleSingleCandidate makes the last candidate of a number or a cell true. No
// solution is lost: see settleSingle.
func (l *Learner) settleSingleCandidate() {
	last := len(l.Single) - 1
	of := l.Single[last]
	l.Single = l.Single[:last]
	var v int32
	var kind int
	if of >= 0 {
		v, kind = l.numberXor[of], onlyCell
	} else {
		v, kind = l.cellXor[^of], onlyNumber
	}
	if l.value[v] == unassigned {
		l.Trace.Forced(l.State, int(l.numberOf[v]), int(l.cellOf[v]), kind == onlyCell)
		l.assignTrue(v, because(kind, 0))
	}
}

// excludeOthers makes all other candidates of v's number and cell false, since v is
// true. No solution is lost: see settleSingle.
func (l *Learner) excludeOthers(v int32) {
	k, slot := l.numberOf[v], l.cellOf[v]
	if l.CellCount[k] > 1 {
		for u := l.firstOf[k]; u < l.firstOf[k+1]; u++ {
			l.exclude(u, v)
		}
	}
	if l.NumberCount[slot] > 1 {
		for _, lit := range l.ofCell(slot) {
			l.exclude(lit>>1, v)
		}
	}
}

// exclude makes u false if it is not v, which is true.
func (l *Learner) exclude(u, v int32) {
	switch {
	case l.value[u] == unassigned:
		l.assignFalse(u, because(excluded, v))
	case l.value[u] == assignedTrue && u != v:
		l.conflict = conflict{kind: twoTrue, of: u, with: v}
	}
}

// reviseWithReasons is revise with a reason for each candidate removed. It skips a
// number with one cell where that cannot find anything: once its neighbours on the path
// have been revised, what they have left is around that cell. So it is skipped unless a
// neighbour has one cell too. And a number whose cell is known since the root is always
// skipped, since all that is open around it was revised there.
func (l *Learner) reviseWithReasons(k int) {
	if l.CellCount[k] == 1 && (l.firstOf[k] == l.firstOf[k+1] || !l.isSettled(l.NumberBefore(k)) && !l.isSettled(l.NumberAfter(k))) {
		return
	}
	for w, set := range l.CellsOf(k) {
		if set == 0 {
			continue
		}
		enter, leave, two := l.Ways(k, w, set)
		for gone := set &^ (enter & leave & two); gone != 0; gone &= gone - 1 {
			bit := gone & -gone
			slot := w*64 + bits.TrailingZeros64(bit)
			if !l.refute(k, int32(slot), l.whyNoWay(k, slot, enter&bit != 0, leave&bit != 0)) {
				return
			}
		}
	}
}

// isSettled reports whether there is a number k, and it has one cell.
func (l *Learner) isSettled(k int) bool { return k >= 0 && l.CellCount[k] == 1 }

// whyNoWay returns the reason why k cannot come to a slot and go.
func (l *Learner) whyNoWay(k, slot int, enters, leaves bool) reason {
	switch {
	case !enters && !leaves:
		return because(noWayIn, 1)
	case !enters:
		return because(noWayIn, 0)
	case !leaves:
		return because(noWayOut, 0)
	}
	return because(sharedWay, l.onlyWay(k, slot))
}

// refute makes the candidate k on slot false, unless that was settled at the root. It
// reports false if the candidate is true.
func (l *Learner) refute(k int, slot int32, why reason) bool {
	v := l.candidateOf(k, int(slot))
	if v < 0 {
		return true // what is around it fails, too
	}
	if l.value[v] == assignedTrue {
		l.conflict = conflict{kind: unsupported, of: v, why: why}
		return false
	}
	l.assignFalse(v, why)
	return true
}

// onlyWay returns the slot next to a slot that k-1 fits,
// where there is only one.
func (l *Learner) onlyWay(k, slot int) int32 {
	if l.Touching != nil {
		for _, to := range l.Touching[slot] {
			if l.Fits(l.NumberBefore(k), to) {
				return to
			}
		}
		return -1
	}
	for _, step := range l.Steps {
		to := slot + step
		if to >= 0 && to < l.Slots && l.Cells[l.First+(k-1)*l.Row+to/64]>>(to%64)&1 != 0 {
			return int32(to)
		}
	}
	return -1
}
