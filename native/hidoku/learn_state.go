package hidoku

import (
	"math/bits"
	"slices"
)

// What is known of a candidate.
const (
	unknown int8 = iota
	yes
	no
)

// reason says why a candidate is true or false: one of the kinds below, and for
// some of them an index.
type reason uint32

const (
	given      = iota // it was chosen, turned, or so at the root
	taken             // false: the candidate at index, of the same number or cell, is true
	unentered         // false: the number before fits no cell around; nor, unless index is 0, does the one after
	unleft            // false: the number after fits no cell around
	oneWay            // false: both fit the cell at slot index around, and no other
	onlyCell          // true: its number has no other cell
	onlyNumber        // true: its cell has no other number
	byClause          // all other literals of the clause at index are false
)

func because(kind int, index int32) reason { return reason(index)<<3 | reason(kind) }

func (r reason) kind() int    { return int(r & 7) }
func (r reason) index() int32 { return int32(r >> 3) }

// conflict is what failed.
type conflict struct {
	kind     int
	of, with int32
	why      reason
}

const (
	noConflict  = iota
	noCell      // number of has no cell
	noNumber    // the cell at slot of has no number
	allFalse    // the clause at of
	bothTrue    // candidates of and with, of the same number or cell
	unsupported // candidate of, which is true, for the reason why
)

// assignment is what is known of the candidates that were open when learning began,
// and why. They are numbered by number and then by slot.
type assignment struct {
	numberOf, cellOf []int32  // candidate to number and slot
	firstOf          []int32  // number to its first candidate; the next number's ends them
	byNumber         []int32  // all candidates, which are by number
	onCell           []int32  // the candidates by slot
	firstOn          []int32  // slot to its first place in onCell; the next slot's ends them
	near             []int32  // for each candidate, those of the number before and of the one after on the cells around
	firstNear        []int32  // candidate to the first place in near of the two
	open             []uint64 // the sets of cells of these candidates
	firstIn          []int32  // word of open to its first candidate

	value    []int8
	why      []reason
	at       []int32 // candidate to its place in assigned
	levelOf  []int32
	assigned []int32 // the candidates known, in the order in which they became so
	head     int     // assigned[head:] have not been propagated

	// How often each candidate, number and slot was met in learning, the recent
	// times weighing more.
	met, numberMet, cellMet []float64

	lastOfNumber, lastOnCell []int32 // the candidate that was true last, -1 for none
	bestOfNumber, bestOnCell []int32 // that was true when most was settled, -1 for none
	mostSettled              int     // how many candidates were known then

	numberRest, cellRest []int32 // exclusive or of the candidates not false
}

// maxCandidates is the most candidates that there is room to learn about. At 160
// bytes each they take 170 megabytes, set up with a look at the context at each number.
const maxCandidates = 1 << 20

// newPathLearner returns the learning search for the root of h, which has
// maxCandidates at most.
func newPathLearner(h *pathSearch) (*pathLearner, error) {
	state := *h.pathState
	state.cells = slices.Clone(h.cells)
	state.cellCount = slices.Clone(h.cellCount)
	state.numberCount = slices.Clone(h.numberCount)
	state.stale = make([]uint64, len(h.stale))
	state.single, state.numbers, state.trail = nil, nil, nil
	state.openNumbers = slices.Clone(h.openNumbers)
	state.openSlots = slices.Clone(h.openSlots)
	l := &pathLearner{pathState: &state, yield: h.yield, filled: h.filled, forecast: h.forecast, unit: max(1, h.atFirst)}
	l.levels = append(l.levels, level{to: 1})
	l.again = l.run.Failures + l.unit
	if err := l.number(); err != nil {
		return nil, err
	}
	l.makeRoom(int(l.firstOf[l.n]))
	l.listCandidates()
	return l, l.listNear()
}

// number numbers the candidates.
func (l *pathLearner) number() error {
	l.open = make([]uint64, l.n*l.words)
	l.firstIn = make([]int32, l.n*l.words)
	l.firstOf = make([]int32, l.n+1)
	count := 0
	for k := range l.n {
		l.firstOf[k] = int32(count)
		if l.cellCount[k] == 1 {
			continue
		}
		for w, set := range l.cellsOf(k) {
			l.open[k*l.words+w] = set
			l.firstIn[k*l.words+w] = int32(count)
			count += bits.OnesCount64(set)
		}
		if err := l.run.Err(); err != nil {
			return err
		}
	}
	l.firstOf[l.n] = int32(count)
	return nil
}

func (l *pathLearner) makeRoom(count int) {
	indices := make([]int32, 6*count)
	for _, of := range []*[]int32{&l.numberOf, &l.cellOf, &l.byNumber, &l.onCell, &l.at, &l.levelOf} {
		*of, indices = indices[:count:count], indices[count:]
	}
	l.value = make([]int8, count)
	l.why = make([]reason, count)
	l.met = make([]float64, count)
	l.seen = make([]bool, count)
	l.watches = make([][]watch, 2*count)
	l.numberRest = make([]int32, l.n)
	l.cellRest = make([]int32, l.slots)
	l.firstOn = make([]int32, l.slots+1)
	l.lastOfNumber = slices.Repeat([]int32{-1}, l.n)
	l.lastOnCell = slices.Repeat([]int32{-1}, l.slots)
	l.bestOfNumber = slices.Repeat([]int32{-1}, l.n)
	l.bestOnCell = slices.Repeat([]int32{-1}, l.slots)
	l.numberMet = make([]float64, l.n)
	l.cellMet = make([]float64, l.slots)
	l.room = firstRoom
	l.step = 1
}

// listCandidates lists the candidates by number and by slot.
func (l *pathLearner) listCandidates() {
	v := int32(0)
	for i, set := range l.open {
		k := int32(i / l.words)
		for ; set != 0; set &= set - 1 {
			slot := int32(i%l.words*64 + bits.TrailingZeros64(set))
			l.numberOf[v], l.cellOf[v], l.byNumber[v] = k, slot, v<<1
			l.numberRest[k] ^= v
			l.cellRest[slot] ^= v
			l.firstOn[slot]++
			v++
		}
	}
	end := int32(0)
	for slot, count := range l.firstOn {
		end += count
		l.firstOn[slot] = end
	}
	for v--; v >= 0; v-- {
		slot := l.cellOf[v]
		l.firstOn[slot]--
		l.onCell[l.firstOn[slot]] = v << 1
	}
}

// listNear lists what is near each candidate.
func (l *pathLearner) listNear() error {
	l.firstNear = make([]int32, 2*len(l.value)+1)
	l.near = make([]int32, 0, len(l.value)*len(l.steps))
	for k := range l.n {
		for _, lit := range l.ofNumber(int32(k)) {
			v := lit >> 1
			l.listAround(k-1, int(l.cellOf[v]))
			l.firstNear[2*v+1] = int32(len(l.near))
			l.listAround(k+1, int(l.cellOf[v]))
			l.firstNear[2*v+2] = int32(len(l.near))
		}
		if err := l.run.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (l *pathLearner) listAround(k, slot int) {
	if k < 0 || k == l.n || l.firstOf[k] == l.firstOf[k+1] {
		return
	}
	for _, step := range l.steps {
		if to := slot + 64*step.words + int(step.bits); to >= 0 && to < l.slots {
			if v := l.candidateOf(k, to); v >= 0 {
				l.near = append(l.near, v<<1)
			}
		}
	}
}

// candidateOf returns the candidate k on slot, or -1 when it was none or had been
// settled when learning began.
func (l *pathLearner) candidateOf(k, slot int) int32 {
	i, bit := k*l.words+slot/64, uint64(1)<<(slot%64)
	if l.open[i]&bit == 0 {
		return -1
	}
	return l.firstIn[i] + int32(bits.OnesCount64(l.open[i]&(bit-1)))
}

// status returns the candidate k on slot, or -1, and what is known of it.
func (l *pathLearner) status(k, slot int) (int32, int8) {
	v := l.candidateOf(k, slot)
	switch {
	case v >= 0:
		return v, l.value[v]
	case l.cells[l.first+k*l.row+slot/64]>>(slot%64)&1 != 0:
		return v, yes
	}
	return v, no
}

func (l *pathLearner) assign(v int32, value int8, why reason) {
	l.value[v] = value
	l.why[v] = why
	l.at[v] = int32(len(l.assigned))
	l.levelOf[v] = int32(l.depth())
	l.assigned = append(l.assigned, v)
}

func (l *pathLearner) assignTrue(v int32, why reason) { l.assign(v, yes, why) }

func (l *pathLearner) assignFalse(v int32, why reason) {
	l.assign(v, no, why)
	l.run.Propagations++
	k, slot := int(l.numberOf[v]), int(l.cellOf[v])
	l.cells[l.first+k*l.row+slot/64] &^= 1 << (slot % 64)
	l.numberRest[k] ^= v
	l.cellRest[slot] ^= v
	l.touched(k)
	switch l.cellCount[k]--; l.cellCount[k] {
	case 1:
		l.openNumbers[k/64] &^= 1 << (k % 64)
		l.single = append(l.single, int32(k))
	case 0:
		l.conflict = conflict{kind: noCell, of: int32(k)}
	}
	switch l.numberCount[slot]--; l.numberCount[slot] {
	case 1:
		l.openSlots[slot/64] &^= 1 << (slot % 64)
		l.single = append(l.single, ^int32(slot))
	case 0:
		l.conflict = conflict{kind: noNumber, of: int32(slot)}
	}
}

func (l *pathLearner) unassign(v int32) {
	k, slot := int(l.numberOf[v]), int(l.cellOf[v])
	if l.value[v] == no {
		l.cells[l.first+k*l.row+slot/64] |= 1 << (slot % 64)
		l.numberRest[k] ^= v
		l.cellRest[slot] ^= v
		l.regained(k, 1)
		l.regainedSlot(slot, 1)
	} else {
		l.lastOfNumber[k], l.lastOnCell[slot] = v, v
	}
	l.value[v] = unknown
}

// fixpoint applies the clauses and the cuts until none of them finds anything. It
// reports whether the state may hold solutions; the error is the context's.
func (l *pathLearner) fixpoint() (bool, error) {
	at := sweep{up: true}
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
		default:
			return true, nil
		}
	}
	return false, nil
}

// propagateNext does what follows at once from the next candidate assigned.
func (l *pathLearner) propagateNext() {
	v := l.assigned[l.head]
	l.head++
	if l.value[v] == yes {
		l.takeFromOthers(v)
	}
	if l.conflict.kind == noConflict {
		l.visitWatches(v)
	}
}

// settleSingleCandidate makes true what a number or a cell has left. No solution is
// lost: see settleSingle.
func (l *pathLearner) settleSingleCandidate() {
	last := len(l.single) - 1
	of := l.single[last]
	l.single = l.single[:last]
	var v int32
	var kind int
	if of >= 0 {
		v, kind = l.numberRest[of], onlyCell
	} else {
		v, kind = l.cellRest[^of], onlyNumber
	}
	if l.value[v] == unknown {
		l.trace.forced(l.pathState, int(l.numberOf[v]), int(l.cellOf[v]), kind == onlyCell)
		l.assignTrue(v, because(kind, 0))
	}
}

// takeFromOthers makes all others of the number and of the cell of v false, since v
// is true. No solution is lost: see settleSingle.
func (l *pathLearner) takeFromOthers(v int32) {
	k, slot := l.numberOf[v], l.cellOf[v]
	if l.cellCount[k] > 1 {
		for u := l.firstOf[k]; u < l.firstOf[k+1]; u++ {
			l.take(u, v)
		}
	}
	if l.numberCount[slot] > 1 {
		for _, lit := range l.ofCell(slot) {
			l.take(lit>>1, v)
		}
	}
}

// take makes u false if it is not v, which is true.
func (l *pathLearner) take(u, v int32) {
	switch {
	case l.value[u] == unknown:
		l.assignFalse(u, because(taken, v))
	case l.value[u] == yes && u != v:
		l.conflict = conflict{kind: bothTrue, of: u, with: v}
	}
}

// reviseWithReasons is revise, which says why no solution is lost. What is left of
// the numbers next to one with one cell is around that cell once they have been
// revised, so it is left out itself unless they have one cell too; and always if it
// has been there since the root, where all that is open around it was revised.
func (l *pathLearner) reviseWithReasons(k int) {
	if l.cellCount[k] == 1 && (l.firstOf[k] == l.firstOf[k+1] || (k == 0 || l.cellCount[k-1] != 1) && (k == l.n-1 || l.cellCount[k+1] != 1)) {
		return
	}
	for w, set := range l.cellsOf(k) {
		if set == 0 {
			continue
		}
		enter, leave, two := l.ways(k, w, set)
		for gone := set &^ (enter & leave & two); gone != 0; gone &= gone - 1 {
			bit := gone & -gone
			v := l.firstIn[k*l.words+w] + int32(bits.OnesCount64(l.open[k*l.words+w]&(bit-1)))
			var why reason
			switch {
			case enter&bit == 0 && leave&bit == 0:
				why = because(unentered, 1)
			case enter&bit == 0:
				why = because(unentered, 0)
			case leave&bit == 0:
				why = because(unleft, 0)
			default:
				why = because(oneWay, l.onlyWay(k, w*64+bits.TrailingZeros64(bit)))
			}
			if l.value[v] == yes {
				l.conflict = conflict{kind: unsupported, of: v, why: why}
				return
			}
			l.assignFalse(v, why)
		}
	}
}

// onlyWay returns the slot next to a slot that k-1 fits, where there is one alone.
func (l *pathLearner) onlyWay(k, slot int) int32 {
	for _, step := range l.steps {
		to := slot + 64*step.words + int(step.bits)
		if to >= 0 && to < l.slots && l.cells[l.first+(k-1)*l.row+to/64]>>(to%64)&1 != 0 {
			return int32(to)
		}
	}
	return -1
}
