package learn

import "crosscut/native/hidoku/internal/backtrack"

// The learning search asks here why an edge has its value, and why edges excluded a candidate. All
// premises were known before the variable, by their places in assigned: see explain.go.

// isKnown reports whether a variable had a value before a place in assigned.
func (l *Learner) isKnown(v int32, value int8, limit int32) bool {
	return l.value[v] == value && l.position[v] < limit
}

// wayPremises returns why a number cannot come into its cell and leave it: candidates
// and edges around it.
func (l *Learner) wayPremises(v int32, why reason, limit int32) []int32 {
	k, slot := int(l.numberOf[v]), l.cellOf[v]
	before, after := k-1, k+1
	but := int32(-1)
	switch why.kind() {
	case noWayIn:
		if why.index() != 0 && len(l.after(v)) < len(l.before(v)) {
			before = -1
		} else {
			after = -1
		}
	case noWayOut:
		before = -1
	case sharedWay:
		but = why.index()
	}
	l.list = l.list[:0]
	for _, e := range l.edgesOf(slot) {
		if e < 0 {
			continue
		}
		to := l.other(e, slot)
		if to == but {
			continue
		}
		if before >= 0 {
			l.notePassage(e, before, to, limit)
		}
		if after >= 0 && after < l.N {
			l.notePassage(e, after, to, limit)
		}
	}
	return l.list
}

// notePassage adds to list why k cannot be on the far side, to, of an edge: the edge is
// false, or k is not there. A false edge makes a more general clause. Minimal rook's boards of
// 20×20 have as few as half of the failures with such clauses.
func (l *Learner) notePassage(e int32, k int, to, limit int32) {
	u := int32(-1)
	if l.openCells[k*l.Words+int(to)/64]>>(to%64)&1 != 0 {
		u = l.candidateOf(k, int(to))
	}
	switch {
	case u < 0 && !l.Fits(k, to) || u >= 0 && l.levelOf[u] == 0 && l.isKnown(u, assignedFalse, limit):
		// it is not there in any solution left
	case l.isKnown(e, assignedFalse, limit):
		l.list = append(l.list, e<<1)
	default:
		l.list = append(l.list, u<<1)
	}
}

// chainPremises returns why the candidate v fits neither a rise nor a fall along its
// chain of true edges.
func (l *Learner) chainPremises(v, limit int32) []int32 {
	k, slot := int(l.numberOf[v]), l.cellOf[v]
	sides := [2]int32{-1, -1}
	count := 0
	for _, e := range l.edgesOf(slot) {
		if e >= 0 && l.isKnown(e, assignedTrue, limit) {
			sides[count] = e
			count++
		}
	}
	l.list = l.list[:0]
	var reach [2]int
	for up := 1; up >= -1; up -= 2 {
		side, steps := l.misfit(k, slot, sides, up, limit)
		reach[side] = max(reach[side], steps)
	}
	for side, steps := range reach {
		e, at := sides[side], slot
		for range steps {
			l.list = append(l.list, e<<1)
			at = l.other(e, at)
			e = l.nextEdge(at, e, limit)
		}
	}
	return l.list
}

// misfit supposes that k is on slot, and that the numbers rise by up on the first side and
// fall on the second. It looks for the nearest slot that cannot have its number then. It
// returns the side and the number of steps, and adds the candidate there to list.
func (l *Learner) misfit(k int, slot int32, sides [2]int32, up int, limit int32) (side, steps int) {
	at := [2]int32{slot, slot}
	for steps = 1; sides[0] >= 0 || sides[1] >= 0; steps++ {
		for side := range sides {
			if sides[side] < 0 {
				continue
			}
			at[side] = l.other(sides[side], at[side])
			other := k + steps*up*(1-2*side)
			if other < 0 || other >= l.N {
				return side, steps
			}
			u := l.candidateOf(other, int(at[side]))
			if u < 0 && !l.Fits(other, at[side]) {
				return side, steps
			}
			if u >= 0 && l.isKnown(u, assignedFalse, limit) {
				l.list = append(l.list, u<<1)
				return side, steps
			}
			sides[side] = l.nextEdge(at[side], sides[side], limit)
		}
	}
	return 0, 0 // never reached: reviseChain has found such a slot
}

// nextEdge returns the true edge at slot that is not e, or -1.
func (l *Learner) nextEdge(slot, e, limit int32) int32 {
	for _, u := range l.edgesOf(slot) {
		if u >= 0 && u != e && l.isKnown(u, assignedTrue, limit) {
			return u
		}
	}
	return -1
}

// pairPremises returns why an edge has no consecutive numbers.
func (l *Learner) pairPremises(e, limit int32) []int32 {
	ends := l.ends[e-l.firstEdge]
	l.list = l.list[:0]
	for i, slot := range ends {
		if k := l.settledAt(slot, limit); k >= 0 {
			l.noteNear(k, ends[1-i])
			return l.list
		}
	}
	for _, lit := range l.ofCell(ends[0]) {
		if u := lit >> 1; l.isKnown(u, assignedFalse, limit) {
			l.list = append(l.list, lit)
		} else {
			l.noteNear(int(l.numberOf[u]), ends[1])
		}
	}
	return l.list
}

// settledAt returns the number that was known to be on slot before a place in assigned,
// or -1. It adds its candidate to list.
func (l *Learner) settledAt(slot, limit int32) int {
	if l.NumberCount[slot] != 1 {
		return -1
	}
	if l.firstOn[slot] == l.firstOn[slot+1] {
		return backtrack.Lowest(l.NumbersOf(int(slot)))
	}
	v := l.cellXor[slot]
	if !l.isKnown(v, assignedTrue, limit) {
		return -1
	}
	l.list = append(l.list, v<<1)
	return int(l.numberOf[v])
}

// noteNear adds the candidates next to k on a slot to list.
func (l *Learner) noteNear(k int, slot int32) {
	for _, near := range [2]int{k - 1, k + 1} {
		if near >= 0 && near < l.N {
			if u := l.candidateOf(near, int(slot)); u >= 0 {
				l.list = append(l.list, u<<1)
			}
		}
	}
}

// consecutivePremises returns the two candidates that make an edge true.
func (l *Learner) consecutivePremises(e int32) []int32 {
	l.list = l.list[:0]
	for _, slot := range l.ends[e-l.firstEdge] {
		if l.firstOn[slot] < l.firstOn[slot+1] {
			l.list = append(l.list, l.cellXor[slot]<<1)
		}
	}
	return l.list
}

// slotPremises returns why a slot has all its true edges, or no others left than e.
func (l *Learner) slotPremises(e int32, why reason, limit int32) []int32 {
	slot, value := why.index(), assignedFalse
	if why.kind() == fullSlot {
		value = assignedTrue
	}
	l.list = l.list[:0]
	left := l.fixedEdges[slot]
	for _, u := range l.edgesOf(slot) {
		switch {
		case u < 0 || u == e:
		case l.isKnown(u, value, limit):
			l.list = append(l.list, u<<1)
		default:
			left++
		}
	}
	if value == assignedTrue && len(l.list)+int(l.fixedEdges[slot]) < 2 || value == assignedFalse && left > 0 {
		l.noteEnds(slot, value, limit)
	}
	return l.list
}

// noteEnds adds the known candidates of the first and the last number on a slot to list.
func (l *Learner) noteEnds(slot int32, value int8, limit int32) {
	for _, k := range [2]int{0, l.N - 1} {
		if u := l.candidateOf(k, int(slot)); u >= 0 && l.isKnown(u, value, limit) {
			l.list = append(l.list, u<<1)
		}
	}
}

// slotConflict returns the premises of a slot that has too many or too few edges.
func (l *Learner) slotConflict(slot int32, kind int) []int32 {
	value := assignedFalse
	if kind == manyEdges {
		value = assignedTrue
	}
	l.list = l.list[:0]
	for _, u := range l.edgesOf(slot) {
		if u >= 0 && l.value[u] == value {
			l.list = append(l.list, u<<1)
		}
	}
	if kind == manyEdges && l.trueEdges[slot] == 2 || kind == fewEdges && l.possible[slot] == 1 {
		l.noteEnds(slot, value, int32(len(l.assigned)))
	}
	return l.list
}

// circlePremises returns the true edges that join the two ends of e.
func (l *Learner) circlePremises(e, limit int32) []int32 {
	ends := l.ends[e-l.firstEdge]
	l.list = l.list[:0]
	for _, start := range l.edgesOf(ends[0]) {
		if start < 0 || start == e || !l.isKnown(start, assignedTrue, limit) {
			continue
		}
		l.list = l.list[:0]
		for at, u := ends[0], start; u >= 0; {
			l.list = append(l.list, u<<1)
			at = l.other(u, at)
			if at == ends[1] {
				return l.list
			}
			u = l.nextEdge(at, u, limit)
		}
	}
	return l.list
}
