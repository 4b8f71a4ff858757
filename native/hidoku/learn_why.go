package hidoku

// Explanations. The premises of a candidate are candidates known before it whose
// values leave it no other value in any solution; those of a conflict cannot all be
// as they are. They are lists of literals, of which the candidates alone count and
// in which the candidate explained may be itself: so most are parts of lists that
// there are anyway. What was so at the root is among them too.

// premises returns the premises of v. They hold until the next call.
func (l *pathLearner) premises(v int32) []int32 {
	return l.premisesBy(v, l.why[v])
}

// premisesBy returns the premises of v if why is the reason of its value.
func (l *pathLearner) premisesBy(v int32, why reason) []int32 {
	switch why.kind() {
	case taken:
		l.pair[0] = why.index() << 1
		return l.pair[:1]
	case unentered:
		before := l.before(v)
		if after := l.after(v); why.index() != 0 && len(after) < len(before) {
			return after
		}
		return before
	case unleft:
		return l.after(v)
	case oneWay:
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

// conflictPremises returns the premises of the conflict.
func (l *pathLearner) conflictPremises() []int32 {
	switch of := l.conflict.of; l.conflict.kind {
	case noCell:
		return l.ofNumber(of)
	case noNumber:
		return l.ofCell(of)
	case allFalse:
		return l.literals(of)
	case bothTrue:
		l.pair = [2]int32{of << 1, l.conflict.with << 1}
		return l.pair[:]
	case unsupported:
		l.list = append(l.list[:0], l.premisesBy(of, l.conflict.why)...)
		l.list = append(l.list, of<<1)
		return l.list
	}
	return nil
}

// around returns the candidates before and after v but those on a slot.
func (l *pathLearner) around(v, but int32) []int32 {
	l.list = l.list[:0]
	for _, lit := range l.near[l.firstNear[2*v]:l.firstNear[2*v+2]] {
		if l.cellOf[lit>>1] != but {
			l.list = append(l.list, lit)
		}
	}
	return l.list
}

// ofNumber returns the candidates of number k.
func (l *pathLearner) ofNumber(k int32) []int32 { return l.byNumber[l.firstOf[k]:l.firstOf[k+1]] }

// ofCell returns the candidates of the cell at slot.
func (l *pathLearner) ofCell(slot int32) []int32 { return l.onCell[l.firstOn[slot]:l.firstOn[slot+1]] }

// before returns the candidates of the number before that of v on the cells around.
func (l *pathLearner) before(v int32) []int32 {
	return l.near[l.firstNear[2*v]:l.firstNear[2*v+1]]
}

// after returns the candidates of the number after that of v on the cells around.
func (l *pathLearner) after(v int32) []int32 {
	return l.near[l.firstNear[2*v+1]:l.firstNear[2*v+2]]
}
