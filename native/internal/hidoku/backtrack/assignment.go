package backtrack

// What is known of a candidate.
const (
	unassigned int8 = iota
	assignedTrue
	assignedFalse
)

// reason says why a candidate is true or false. It is one of the kinds below, and some
// kinds have an index.
type reason uint32

const (
	decided    = iota // chosen, turned, or known at the root
	excluded          // false: the candidate at index, of the same number or cell, is true
	noWayIn           // false: no cell around can hold the number before; if index is not 0, none can hold the one after either
	noWayOut          // false: no cell around can hold the number after
	sharedWay         // false: the numbers before and after share their only cell around, the one at slot index
	onlyCell          // true: its number has no other cell
	onlyNumber        // true: its cell has no other number
	byClause          // all other literals of the clause at index are false
)

func because(kind int, index int32) reason { return reason(index)<<reasonBits | reason(kind) }

func (r reason) kind() int    { return int(r & (1<<reasonBits - 1)) }
func (r reason) index() int32 { return int32(r >> reasonBits) }

// conflict is what failed.
type conflict struct {
	kind     int
	of, with int32
	why      reason
}

const (
	noConflict  = iota
	noCell      // the number conflict.of has no cell
	noNumber    // the cell at the slot conflict.of has no number
	allFalse    // the clause conflict.of has only false literals
	twoTrue     // the candidates conflict.of and conflict.with are true, but belong to the same number or cell
	unsupported // the candidate conflict.of is true, and the reason conflict.why makes it false
)

// assignment is what is known of the candidates, and why.
type assignment struct {
	value    []int8   // by candidate
	why      []reason // by candidate
	levelOf  []int32  // by candidate: the level at which it became known
	assigned []int32  // the known candidates, in the order in which they became known
	head     int      // assigned[head:] have not been propagated
	conflict conflict // what failed; it is empty unless a failure has happened and is not yet undone

	numberXor, cellXor []int32 // exclusive or of the candidates that are not false; if one is left, this is that candidate
}

// newAssignment returns the assignment in which nothing is known.
func newAssignment(candidates, numbers, slots int) assignment {
	return assignment{
		value: make([]int8, candidates), why: make([]reason, candidates), levelOf: make([]int32, candidates),
		numberXor: make([]int32, numbers), cellXor: make([]int32, slots),
	}
}

// status returns the candidate k on slot, or -1, and what is known of it.
func (l *Learner) status(k, slot int) (int32, int8) {
	v := l.candidateOf(k, slot)
	switch {
	case v >= 0:
		return v, l.value[v]
	case l.Cells[l.First+k*l.Row+slot/64]>>(slot%64)&1 != 0:
		return v, assignedTrue
	}
	return v, assignedFalse
}

func (l *Learner) assign(v int32, value int8, why reason) {
	l.value[v] = value
	l.why[v] = why
	l.levelOf[v] = int32(l.depth())
	l.assigned = append(l.assigned, v)
}

func (l *Learner) assignTrue(v int32, why reason) { l.assign(v, assignedTrue, why) }

func (l *Learner) assignFalse(v int32, why reason) {
	l.assign(v, assignedFalse, why)
	l.Run.Propagations++
	k, slot := int(l.numberOf[v]), int(l.cellOf[v])
	l.Cells[l.First+k*l.Row+slot/64] &^= 1 << (slot % 64)
	l.numberXor[k] ^= v
	l.cellXor[slot] ^= v
	l.Touched(k)
	switch l.CellCount[k]--; l.CellCount[k] {
	case 1:
		l.OpenNumbers[k/64] &^= 1 << (k % 64)
		l.Single = append(l.Single, int32(k))
	case 0:
		l.conflict = conflict{kind: noCell, of: int32(k)}
	}
	switch l.NumberCount[slot]--; l.NumberCount[slot] {
	case 1:
		l.OpenSlots[slot/64] &^= 1 << (slot % 64)
		l.Single = append(l.Single, ^int32(slot))
	case 0:
		l.conflict = conflict{kind: noNumber, of: int32(slot)}
	}
}

func (l *Learner) unassign(v int32) {
	k, slot := int(l.numberOf[v]), int(l.cellOf[v])
	if l.value[v] == assignedFalse {
		l.Cells[l.First+k*l.Row+slot/64] |= 1 << (slot % 64)
		l.numberXor[k] ^= v
		l.cellXor[slot] ^= v
		l.Regained(k, 1)
		l.RegainedSlot(slot, 1)
	}
	l.value[v] = unassigned
}
