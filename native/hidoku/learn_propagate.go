package hidoku

import "math/bits"

// fixpoint applies the clauses and the cuts until none of them finds anything. It
// reports whether the state may hold solutions. The error is the context's.
func (l *learner) fixpoint() (bool, error) {
	at := sweepPosition{up: true}
	for l.conflict.kind == noConflict {
		if err := l.run.Err(); err != nil {
			return false, err
		}
		switch {
		case l.head < len(l.assigned):
			l.propagateNext()
		case len(l.single) > 0:
			l.settleSingleCandidate()
		case l.takeStale(&at):
			l.reviseWithReasons(at.k)
		case l.edgeAt != nil && l.reviseEdges():
		default:
			return true, nil
		}
	}
	return false, nil
}

// propagateNext does what follows at once from the next candidate assigned.
func (l *learner) propagateNext() {
	v := l.assigned[l.head]
	l.head++
	if v >= l.firstEdge {
		l.propagateEdge(v)
	} else if l.value[v] == assignedTrue {
		l.excludeOthers(v)
	}
	if l.conflict.kind == noConflict {
		l.visitWatches(v)
	}
}

// settleSingleCandidate makes the last candidate of a number or a cell true. No
// solution is lost: see settleSingle.
func (l *learner) settleSingleCandidate() {
	last := len(l.single) - 1
	of := l.single[last]
	l.single = l.single[:last]
	var v int32
	var kind int
	if of >= 0 {
		v, kind = l.numberXor[of], onlyCell
	} else {
		v, kind = l.cellXor[^of], onlyNumber
	}
	if l.value[v] == unassigned {
		l.trace.forced(l.state, int(l.numberOf[v]), int(l.cellOf[v]), kind == onlyCell)
		l.assignTrue(v, because(kind, 0))
	}
}

// excludeOthers makes all other candidates of v's number and cell false, since v is
// true. No solution is lost: see settleSingle.
func (l *learner) excludeOthers(v int32) {
	k, slot := l.numberOf[v], l.cellOf[v]
	if l.cellCount[k] > 1 {
		for u := l.firstOf[k]; u < l.firstOf[k+1]; u++ {
			l.exclude(u, v)
		}
	}
	if l.numberCount[slot] > 1 {
		for _, lit := range l.ofCell(slot) {
			l.exclude(lit>>1, v)
		}
	}
}

// exclude makes u false if it is not v, which is true.
func (l *learner) exclude(u, v int32) {
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
func (l *learner) reviseWithReasons(k int) {
	if l.cellCount[k] == 1 && (l.firstOf[k] == l.firstOf[k+1] || !l.isSettled(l.numberBefore(k)) && !l.isSettled(l.numberAfter(k))) {
		return
	}
	for w, set := range l.cellsOf(k) {
		if set == 0 {
			continue
		}
		enter, leave, two := l.waysByEdges(k, w, set)
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
func (l *learner) isSettled(k int) bool { return k >= 0 && l.cellCount[k] == 1 }

// whyNoWay returns the reason why k cannot come to a slot and go.
func (l *learner) whyNoWay(k, slot int, enters, leaves bool) reason {
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
func (l *learner) refute(k int, slot int32, why reason) bool {
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

// onlyWay returns the slot next to a slot that k-1 fits by an edge that is not false,
// where there is only one.
func (l *learner) onlyWay(k, slot int) int32 {
	if l.touching != nil {
		for _, to := range l.touching[slot] {
			if l.fits(l.numberBefore(k), to) {
				return to
			}
		}
		return -1
	}
	for dir, step := range l.steps {
		to := slot + 64*step.words + int(step.bits)
		if l.edgeAt != nil && l.openWays[dir*l.words+slot/64]>>(slot%64)&1 == 0 {
			continue
		}
		if to >= 0 && to < l.slots && l.cells[l.first+(k-1)*l.row+to/64]>>(to%64)&1 != 0 {
			return int32(to)
		}
	}
	return -1
}
