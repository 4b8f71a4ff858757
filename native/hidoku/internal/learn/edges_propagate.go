package learn

// Propagation by edges: what follows from edges, and from candidates for edges (edges.go).

import "math/bits"

// reviseEdges does the next work on edges that waits. It reports whether there was any.
func (l *Learner) reviseEdges() bool {
	if slot := takeSlot(l.staleSlots); slot >= 0 {
		l.reviseSlot(slot)
		return true
	}
	if slot := takeSlot(l.staleChains); slot >= 0 {
		l.reviseChainsOf(slot)
		return true
	}
	if slot := takeSlot(l.staleWays); slot >= 0 {
		l.reviseWaysAt(slot)
		return true
	}
	return false
}

// takeSlot takes a slot out of a set. It returns -1 if there is none.
func takeSlot(set []uint64) int32 {
	for w, word := range set {
		if word != 0 {
			set[w] = word & (word - 1)
			return int32(w*64 + bits.TrailingZeros64(word))
		}
	}
	return -1
}

// loseNumber takes k from the numbers of a slot.
func (l *Learner) loseNumber(k, slot int) {
	if l.edgeAt == nil {
		return
	}
	l.Numbers[slot*l.NumberWords+k/64] &^= 1 << (k % 64)
	w, bit := slot/64, uint64(1)<<(slot%64)
	l.staleSlots[w] |= bit
	if l.trueEdges[slot] > 0 {
		l.staleChains[w] |= bit
	}
}

// regainNumber undoes loseNumber.
func (l *Learner) regainNumber(k, slot int) {
	if l.edgeAt != nil {
		l.Numbers[slot*l.NumberWords+k/64] |= 1 << (k % 64)
	}
}

// forgetEdges drops all work on edges that is waiting.
func (l *Learner) forgetEdges() {
	clear(l.staleSlots)
	clear(l.staleChains)
	clear(l.staleWays)
}

// reviseSlot looks at the edges of a slot that lost numbers.
func (l *Learner) reviseSlot(slot int32) {
	for _, v := range l.edgesOf(slot) {
		if v < 0 || l.value[v] != unassigned {
			continue
		}
		edge := v - l.firstEdge
		from, to := l.ends[edge][0], l.ends[edge][1]
		if k := l.witness[edge] >> 1; !l.Fits(int(k), from) || !l.Fits(int(k+1-2*(l.witness[edge]&1)), to) {
			witness := l.pairOf(from, to)
			if witness < 0 {
				l.assignEdge(v, assignedFalse, because(noPair, 0))
				continue
			}
			l.witness[edge] = witness
		}
		if l.NumberCount[from] == 1 && l.NumberCount[to] == 1 {
			l.assignEdge(v, assignedTrue, because(consecutive, 0))
		}
	}
	if l.possible[slot] > 0 {
		l.checkEdges(slot)
	}
}

// checkEdges compares the edges of a slot with those that the path needs there.
func (l *Learner) checkEdges(slot int32) {
	if l.conflict.kind != noConflict {
		return
	}
	least, most := int8(2), int8(2)
	if l.possible[slot] <= least && l.mayBeEnd(slot) {
		least = 1
	}
	if l.trueEdges[slot] > 0 && l.endAt(slot) >= 0 {
		most = 1
	}
	switch {
	case l.possible[slot] < least:
		l.conflict = conflict{kind: fewEdges, of: slot}
	case l.trueEdges[slot] > most:
		l.conflict = conflict{kind: manyEdges, of: slot}
	case l.possible[slot] == l.trueEdges[slot]:
	case l.trueEdges[slot] == most:
		l.assignEdges(slot, assignedFalse, because(fullSlot, slot))
	case l.possible[slot] == least:
		l.assignEdges(slot, assignedTrue, because(lastEdges, slot))
	}
}

// assignEdges gives all unknown edges of a slot a value.
func (l *Learner) assignEdges(slot int32, value int8, why reason) {
	for _, v := range l.edgesOf(slot) {
		if v >= 0 && l.value[v] == unassigned {
			l.assignEdge(v, value, why)
		}
	}
}

// mayBeEnd reports whether the path may begin or end at a slot.
func (l *Learner) mayBeEnd(slot int32) bool { return l.Fits(0, slot) || l.Fits(l.N-1, slot) }

// endAt returns the first or last number of the path if it is known to be at slot, else -1.
func (l *Learner) endAt(slot int32) int {
	for _, k := range [2]int{0, l.N - 1} {
		if l.Fits(k, slot) {
			if _, known := l.status(k, int(slot)); known == assignedTrue {
				return k
			}
		}
	}
	return -1
}

// propagateEdge does what follows at once from an edge.
func (l *Learner) propagateEdge(v int32) {
	ends := l.ends[v-l.firstEdge]
	l.checkEdges(ends[0])
	l.checkEdges(ends[1])
	if l.conflict.kind == noConflict && l.value[v] == assignedTrue {
		l.join(v)
	}
}

// join joins the two chains that a true edge connects. The edge between their far ends
// would close a circle.
func (l *Learner) join(v int32) {
	ends := l.ends[v-l.firstEdge]
	if l.chainEnd[ends[0]] == ends[1] {
		l.conflict = conflict{kind: circle, of: v}
		return
	}
	a, b := l.chainEnd[ends[0]], l.chainEnd[ends[1]]
	l.chainEnd[a], l.chainEnd[b] = b, a
	l.joined[v-l.firstEdge] = true
	for _, u := range l.edgesOf(a) {
		if u >= 0 && l.value[u] == unassigned && l.other(u, a) == b {
			l.assignEdge(u, assignedFalse, because(wouldClose, 0))
		}
	}
}

// reviseChainsOf removes numbers from the cells of the chains of true edges through a
// slot. A settled cell ends a chain, since nothing more follows from one side for the other.
func (l *Learner) reviseChainsOf(slot int32) {
	if l.NumberCount[slot] > 1 {
		end, from := slot, int32(-1)
		for {
			next := l.nextOnChain(end, from)
			if next < 0 {
				break
			}
			end, from = next, end
			if l.NumberCount[end] == 1 {
				break
			}
		}
		if from >= 0 {
			l.collectChain(end, from)
			l.reviseChain()
		}
		return
	}
	for _, v := range l.edgesOf(slot) {
		if v >= 0 && l.value[v] == assignedTrue {
			l.collectChain(slot, l.other(v, slot))
			l.reviseChain()
		}
	}
}

// nextOnChain returns the slot after slot on its chain, if from is before it, or -1.
func (l *Learner) nextOnChain(slot, from int32) int32 {
	for _, v := range l.edgesOf(slot) {
		if v >= 0 && l.value[v] == assignedTrue {
			if next := l.other(v, slot); next != from {
				return next
			}
		}
	}
	return -1
}

// collectChain sets chain to the slots from first on, by way of second.
func (l *Learner) collectChain(first, second int32) {
	l.chain = append(l.chain[:0], first, second)
	for from, at := first, second; l.NumberCount[at] > 1; {
		next := l.nextOnChain(at, from)
		if next < 0 {
			break
		}
		l.chain = append(l.chain, next)
		from, at = at, next
	}
}

// reviseChain removes the numbers that fit neither a rise nor a fall along chain.
func (l *Learner) reviseChain() {
	first := l.NumbersOf(int(l.chain[0]))
	copy(l.rise, first)
	copy(l.fall, first)
	for i, slot := range l.chain[1:] {
		set := l.NumbersOf(int(slot))
		for w := range first {
			if l.rise[w] != 0 {
				l.rise[w] &= bitsFrom(set, w*64+i+1)
			}
			if l.fall[w] != 0 {
				l.fall[w] &= bitsFrom(set, w*64-i-1)
			}
		}
	}
	for i, slot := range l.chain {
		if l.firstOn[slot] == l.firstOn[slot+1] {
			continue // it was settled at the root
		}
		settled := l.NumberCount[slot] == 1
		for w, set := range l.NumbersOf(int(slot)) {
			if set == 0 {
				continue
			}
			gone := set &^ (bitsFrom(l.rise, w*64-i) | bitsFrom(l.fall, w*64+i))
			for ; gone != 0; gone &= gone - 1 {
				if !l.refute(w*64+bits.TrailingZeros64(gone), slot, because(alongChain, 0)) {
					return
				}
			}
		}
		if !settled {
			l.staleChains[slot/64] &^= 1 << (slot % 64)
		}
	}
}

// bitsFrom returns 64 members of a set, from a number on, which may be outside the set.
func bitsFrom(set []uint64, from int) uint64 {
	w, shift := from>>6, uint(from&63)
	var word uint64
	if w >= 0 && w < len(set) {
		word = set[w] >> shift
	}
	if w++; shift != 0 && w >= 0 && w < len(set) {
		word |= set[w] << (64 - shift)
	}
	return word
}

// reviseWaysAt removes the numbers of a slot that cannot come and go by edges that are
// not false.
func (l *Learner) reviseWaysAt(slot int32) {
	if l.firstOn[slot] == l.firstOn[slot+1] {
		return
	}
	for w, set := range l.NumbersOf(int(slot)) {
		if set == 0 {
			continue
		}
		var enter, leave, two uint64
		if w == 0 {
			enter, two = 1, 1
		}
		if w == (l.N-1)/64 {
			leave = 1 << ((l.N - 1) % 64)
			two |= leave
		}
		for _, v := range l.edgesOf(slot) {
			if v < 0 || l.value[v] == assignedFalse {
				continue
			}
			near := l.NumbersOf(int(l.other(v, slot)))
			before, after := bitsFrom(near, w*64-1), bitsFrom(near, w*64+1)
			two |= (enter | leave) & (before | after)
			enter |= before
			leave |= after
		}
		for gone := set &^ (enter & leave & two); gone != 0; gone &= gone - 1 {
			bit := gone & -gone
			k := w*64 + bits.TrailingZeros64(bit)
			if !l.refute(k, slot, l.whyNoWay(k, int(slot), enter&bit != 0, leave&bit != 0)) {
				return
			}
		}
	}
}

// waysByEdges is ways by edges that are not false.
func (l *Learner) waysByEdges(k, w int, set uint64) (enter, leave, two uint64) {
	const all = ^uint64(0)
	switch {
	case l.edgeAt == nil:
		return l.Ways(k, w, set)
	case k == 0:
		return all, l.aroundByEdges(1, w), all
	case k == l.N-1:
		return l.aroundByEdges(k-1, w), all, all
	}
	i0 := l.First + k*l.Row + w
	for dir, step := range l.Steps {
		i := i0 + step.Words
		open := l.openWays[dir*l.Words+w]
		before := step.Across(l.Cells[i-l.Row:]) & open
		after := step.Across(l.Cells[i+l.Row:]) & open
		two |= (enter | leave) & (before | after)
		enter |= before
		leave |= after
		if set&^(enter&leave&two) == 0 {
			break
		}
	}
	return enter, leave, two
}

// aroundByEdges is around by edges that are not false.
func (l *Learner) aroundByEdges(k, w int) (set uint64) {
	base := l.First + k*l.Row + w
	for dir, step := range l.Steps {
		set |= step.Across(l.Cells[base+step.Words:]) & l.openWays[dir*l.Words+w]
	}
	return set
}
