package backtrack

import "fmt"

// Explanations: lists of premises. The premises of a candidate were known before it,
// and their values leave it no other value in any solution. The premises of a conflict
// cannot all have their values in one solution.
//
// A premise is given as either of its literals. The list may contain the candidate that
// it explains, and candidates known at the root. So most explanations are parts of
// lists that exist anyway.

// premises returns the premises of v. They hold until the next call.
func (l *Learner) premises(v int32) []int32 { return l.premisesBy(v, l.why[v]) }

// premisesBy returns the premises of v if why is the reason of its value.
func (l *Learner) premisesBy(v int32, why reason) []int32 {
	switch why.kind() {
	case excluded:
		l.pair[0] = why.index() << 1
		return l.pair[:1]
	case noWayIn:
		before := l.before(v)
		if after := l.after(v); why.index() != 0 && len(after) < len(before) {
			return after
		}
		return before
	case noWayOut:
		return l.after(v)
	case sharedWay:
		return l.around(v, why.index())
	case onlyCell:
		return l.ofNumber(l.numberOf[v])
	case onlyNumber:
		return l.ofCell(l.cellOf[v])
	case byClause:
		return l.literals(why.index())
	}
	return nil
}

func (l *Learner) conflictPremises() []int32 {
	switch of := l.conflict.of; l.conflict.kind {
	case noCell:
		return l.ofNumber(of)
	case noNumber:
		return l.ofCell(of)
	case allFalse:
		return l.literals(of)
	case twoTrue:
		l.pair = [2]int32{of << 1, l.conflict.with << 1}
		return l.pair[:]
	case unsupported:
		l.list = append(l.list[:0], l.premisesBy(of, l.conflict.why)...)
		l.list = append(l.list, of<<1)
		return l.list
	}
	return nil
}

// around returns the candidates before and after v, except those on one slot.
func (l *Learner) around(v, but int32) []int32 {
	l.list = l.list[:0]
	for _, lit := range l.near[l.firstNear[2*v]:l.firstNear[2*v+2]] {
		if l.cellOf[lit>>1] != but {
			l.list = append(l.list, lit)
		}
	}
	return l.list
}

// whyFailed says what failed, in words, if somebody watches.
func (l *Learner) whyFailed() string {
	if l.Trace == nil {
		return ""
	}
	switch of := l.conflict.of; l.conflict.kind {
	case noCell:
		return fmt.Sprintf("no cell left for %d", of+1)
	case noNumber:
		return fmt.Sprintf("no number left for %s", l.Name(int(of)))
	case twoTrue:
		return fmt.Sprintf("no cell left for %d", l.numberOf[of]+1)
	case unsupported:
		return fmt.Sprintf("%d is cut off from its neighbours", l.numberOf[of]+1)
	}
	return "this has failed before"
}
