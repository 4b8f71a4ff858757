package hidoku

// learn turns the conflict into a clause that has one candidate of the current
// level, the first on the way back from the conflict through which all its reasons
// in this level go, goes back, and makes that candidate what the clause says.
func (l *pathLearner) learn() error {
	uip := l.resolve()
	for _, v := range l.resolved {
		l.seen[v] = false
	}
	l.resolved = l.resolved[:0]
	l.learnt[0] = l.falsified(uip)
	all := l.learnt
	l.minimise()
	for _, lit := range all { // minimise has but exchanged them
		l.seen[lit>>1] = false
	}
	l.step /= decay
	return l.assertLearnt()
}

// resolve replaces candidates of the current level, the latest first, by their
// premises until one is left, which it returns. It leaves those of the levels below
// seen, and their literals in learnt from 1 on.
func (l *pathLearner) resolve() int32 {
	premises := l.conflictPremises()
	l.learnt = append(l.learnt[:0], 0)
	open, at := 0, len(l.assigned)
	for {
		for _, lit := range premises {
			open += l.meet(lit >> 1)
		}
		for at--; !l.seen[l.assigned[at]]; at-- {
		}
		v := l.assigned[at]
		if open--; open == 0 {
			return v
		}
		if l.why[v].kind() == byClause {
			l.used(l.why[v].index())
		}
		l.resolved = append(l.resolved, v)
		premises = l.premises(v)
	}
}

// meet notes a premise, and returns 1 if it is a new one of the current level.
func (l *pathLearner) meet(u int32) int {
	level := int(l.levelOf[u])
	if l.seen[u] || level == 0 {
		return 0
	}
	l.seen[u] = true
	l.raise(u)
	if level == l.depth() {
		return 1
	}
	l.learnt = append(l.learnt, l.falsified(u))
	return 0
}

// decay is what a meeting loses of its weight at each failure.
const decay = 0.95

// raise counts a meeting of v, its number and its cell.
func (l *pathLearner) raise(v int32) {
	const most = 1e100
	l.met[v] += l.step
	l.numberMet[l.numberOf[v]] += l.step
	l.cellMet[l.cellOf[v]] += l.step
	if l.step < most {
		return
	}
	for _, list := range [][]float64{l.met, l.numberMet, l.cellMet} {
		for i := range list {
			list[i] /= most
		}
	}
	l.step /= most
}

// minimise drops from learnt what the others imply: all premises of it are among
// them, or dropped themselves for that reason.
func (l *pathLearner) minimise() {
	keep := 1
	for i := 1; i < len(l.learnt); i++ {
		if !l.implied(l.learnt[i] >> 1) {
			l.learnt[i], l.learnt[keep] = l.learnt[keep], l.learnt[i]
			keep++
		}
	}
	l.learnt = l.learnt[:keep]
}

func (l *pathLearner) implied(v int32) bool {
	if l.why[v].kind() == given {
		return false
	}
	for _, lit := range l.premises(v) {
		if u := lit >> 1; !l.seen[u] && l.levelOf[u] > 0 {
			return false
		}
	}
	return true
}

// assertLearnt goes back to the level at which all of the learnt clause but its
// first literal is false, or to the floor, keeps the clause, and makes that literal
// true.
func (l *pathLearner) assertLearnt() error {
	back := 0
	for i := 1; i < len(l.learnt); i++ {
		if level := int(l.levelOf[l.learnt[i]>>1]); level > back {
			back = level
			l.learnt[1], l.learnt[i] = l.learnt[i], l.learnt[1]
		}
	}
	glue := l.glue()
	l.backTo(max(back, l.floor))
	why := because(given, 0)
	if len(l.learnt) > 1 {
		ref, err := l.keep(l.learnt, glue)
		if err != nil {
			return err
		}
		why = because(byClause, ref)
	}
	l.makeTrue(l.learnt[0], why)
	if len(l.refs) >= l.room {
		l.reduce()
	}
	return nil
}

// glue returns how many levels the learnt clause has literals of (Audemard, Simon:
// Predicting learnt clauses quality in modern SAT solvers, IJCAI 2009).
func (l *pathLearner) glue() int32 {
	l.stamp++
	for len(l.stamps) <= l.depth() {
		l.stamps = append(l.stamps, 0)
	}
	count := int32(0)
	for _, lit := range l.learnt {
		if level := l.levelOf[lit>>1]; l.stamps[level] != l.stamp {
			l.stamps[level] = l.stamp
			count++
		}
	}
	return count
}
