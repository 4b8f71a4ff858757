package native

import "math"

// Explanations. The premises of a candidate are candidates known before it whose
// values leave it no other value in any solution; those of a conflict cannot all be
// as they are. What was so at the root is left out where that is cheap.

// premises appends to list the premises of v.
func (l *pathLearner) premises(v int32, list []int32) []int32 {
	switch why := l.why[v]; why.kind() {
	case taken:
		return append(list, why.index())
	case support:
		return l.supportPremises(int(l.numberOf[v]), int(l.cellOf[v]), l.at[v], list)
	case onlyCell:
		return l.numberPremises(l.numberOf[v], v, list)
	case onlyNumber:
		return l.cellPremises(l.cellOf[v], v, list)
	case byClause:
		return l.clausePremises(why.index(), v, list)
	}
	return list
}

// conflictPremises appends to list the premises of the conflict.
func (l *pathLearner) conflictPremises(list []int32) []int32 {
	switch of := l.conflict.of; l.conflict.kind {
	case noCell:
		return l.numberPremises(of, -1, list)
	case noNumber:
		return l.cellPremises(of, -1, list)
	case allFalse:
		return l.clausePremises(of, -1, list)
	case bothTrue:
		return append(list, of, l.conflict.with)
	case unsupported:
		return l.supportPremises(int(l.numberOf[of]), int(l.cellOf[of]), math.MaxInt32, append(list, of))
	case rootless:
		return l.supportPremises(int(of), lowest(l.cellsOf(int(of))), math.MaxInt32, list)
	}
	return list
}

// numberPremises appends the candidates of number k except v.
func (l *pathLearner) numberPremises(k, v int32, list []int32) []int32 {
	for u := l.firstOf[k]; u < l.firstOf[k+1]; u++ {
		if u != v && l.levelOf[u] > 0 {
			list = append(list, u)
		}
	}
	return list
}

// cellPremises appends the candidates of the cell at slot except v.
func (l *pathLearner) cellPremises(slot, v int32, list []int32) []int32 {
	for _, u := range l.onCell[l.firstOn[slot]:l.firstOn[slot+1]] {
		if u != v && l.levelOf[u] > 0 {
			list = append(list, u)
		}
	}
	return list
}

// clausePremises appends the candidates of a clause except v.
func (l *pathLearner) clausePremises(ref, v int32, list []int32) []int32 {
	for _, lit := range l.literals(ref) {
		if lit>>1 != v {
			list = append(list, lit>>1)
		}
	}
	return list
}

// supportPremises appends candidates that, false before the place before in
// assigned, left number k no support on slot: see revise. Of the cells around,
// either k-1 fits none, or k+1 fits none, or both fit one and the same alone.
func (l *pathLearner) supportPremises(k, slot int, before int32, list []int32) []int32 {
	start := len(list)
	shared, below := -1, math.MaxInt
	if k > 0 {
		if list, shared = l.absent(k-1, slot, before, -1, list); shared < 0 {
			below = len(list)
		} else {
			list = list[:start]
		}
	}
	if k < l.n-1 {
		middle := len(list)
		var other int
		if list, other = l.absent(k+1, slot, before, -1, list); other < 0 && len(list)-middle < below-start {
			return append(list[:start], list[middle:]...) // the shorter of two
		}
		list = list[:middle]
	}
	if below < math.MaxInt {
		return list
	}
	list, _ = l.absent(k-1, slot, before, shared, list)
	list, _ = l.absent(k+1, slot, before, shared, list)
	return list
}

// absent appends the candidates of k around slot, leaving out that on the slot but,
// all of which were false before the place before in assigned; or else it returns
// a slot that k fitted then, -1 if none.
func (l *pathLearner) absent(k, slot int, before int32, but int, list []int32) ([]int32, int) {
	for _, step := range l.steps {
		to := slot + 64*step.words + int(step.bits)
		if to < 0 || to >= l.slots || to == but {
			continue
		}
		v, known := l.status(k, to)
		switch {
		case known != no || v >= 0 && l.at[v] >= before:
			return list, to
		case v >= 0 && l.levelOf[v] > 0:
			list = append(list, v)
		}
	}
	return list, -1
}
