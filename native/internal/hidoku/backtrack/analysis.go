package backtrack

// analysis is memory that learning from one failure needs.
type analysis struct {
	list     []int32  // premises that are not stored in another list
	pair     [2]int32 // memory for lists of one or two premises
	resolved []int32  // the candidates that were replaced by their premises
	learnt   []int32  // the clause being learnt
	seen     []bool   // per candidate, whether the analysis has reached it
	stamps   []int64  // by level: the number of the last clause for which the level was counted
	stamp    int64    // the number of clauses counted
}

// learn turns the conflict into a clause, goes back, and makes one literal of the clause
// true. The clause has only one candidate of the current level. Going back, it is the
// first candidate that every reason of the conflict in this level passes through.
func (l *Learner) learn() error {
	uip := l.resolve()
	for _, v := range l.resolved {
		l.seen[v] = false
	}
	l.resolved = l.resolved[:0]
	l.learnt[0] = l.falsified(uip)
	all := l.learnt
	l.minimise()
	for _, lit := range all { // minimise has only changed the order
		l.seen[lit>>1] = false
	}
	l.meetingWeight /= decay
	return l.assertLearnt()
}

// resolve replaces candidates of the current level, the latest first, by their premises
// until one is left. It returns that one. The candidates of the levels below stay seen,
// and their literals are in learnt from 1 on.
func (l *Learner) resolve() int32 {
	premises := l.conflictPremises()
	l.learnt = append(l.learnt[:0], 0)
	open, at := 0, len(l.assigned)
	for {
		for _, lit := range premises {
			open += l.notePremise(lit >> 1)
		}
		for at--; !l.seen[l.assigned[at]]; at-- {
		}
		v := l.assigned[at]
		if open--; open == 0 {
			return v
		}
		if l.why[v].kind() == byClause {
			l.countUse(l.why[v].index())
		}
		l.resolved = append(l.resolved, v)
		premises = l.premises(v)
	}
}

// notePremise notes a premise, and returns 1 if it is a new one of the current level.
func (l *Learner) notePremise(u int32) int {
	level := int(l.levelOf[u])
	if l.seen[u] || level == 0 {
		return 0
	}
	l.seen[u] = true
	l.countMeeting(u)
	if level == l.depth() {
		return 1
	}
	l.learnt = append(l.learnt, l.falsified(u))
	return 0
}

// minimise drops from learnt each literal that the others imply. A literal is implied if
// each of its premises is in the clause or is implied itself.
func (l *Learner) minimise() {
	if !minimising.On() {
		return
	}
	keep := 1
	for i := 1; i < len(l.learnt); i++ {
		if !l.implied(l.learnt[i] >> 1) {
			l.learnt[i], l.learnt[keep] = l.learnt[keep], l.learnt[i]
			keep++
		}
	}
	l.learnt = l.learnt[:keep]
}

func (l *Learner) implied(v int32) bool {
	if l.why[v].kind() == decided {
		return false
	}
	for _, lit := range l.premises(v) {
		if u := lit >> 1; !l.seen[u] && l.levelOf[u] > 0 {
			return false
		}
	}
	return true
}

// assertLearnt goes back to the level at which all of the learnt clause except its
// first literal is false, or to the floor. There it keeps the clause and makes that
// literal true.
func (l *Learner) assertLearnt() error {
	back := 0
	for i := 1; i < len(l.learnt); i++ {
		if level := int(l.levelOf[l.learnt[i]>>1]); level > back {
			back = level
			l.learnt[1], l.learnt[i] = l.learnt[i], l.learnt[1]
		}
	}
	glue := l.glue()
	l.backTo(max(back, l.floor))
	why := because(decided, 0)
	if len(l.learnt) > 1 {
		ref, err := l.store(l.learnt, glue)
		if err != nil {
			return err
		}
		why = because(byClause, ref)
	}
	l.makeTrue(l.learnt[0], why)
	if len(l.refs) >= l.reduceAt && reduction.On() {
		l.reduce()
	}
	return nil
}

// glue returns how many levels the literals of the learnt clause are from (Audemard,
// Simon: Predicting learnt clauses quality in modern SAT solvers, IJCAI 2009).
func (l *Learner) glue() int32 {
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
