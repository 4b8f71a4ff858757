package sat

// The analysis of conflicts: the clause that a conflict teaches, and the hints that prove
// it in LRAT. It applies when all literals of a clause are false. Its time is bounded by
// the size of the reasons of the false literals. Sources: refute_learning.go.

import (
	"cmp"
	"slices"
)

// analysis is the result of the analysis of one conflict, with its scratch memory.
type analysis struct {
	learnt   []code // the clause; its first literal is the one of the last level
	levels   int    // on how many levels its literals became false
	involved []int  // the variables that took part in the conflict

	seen    []bool  // by variable; all false between two conflicts
	cleared []int   // the variables that are seen
	counted []int32 // by level: the conflict in which it was last counted
	round   int32
	stack   []code
}

// analyse sets the clause that a conflict teaches. On the way back from the conflict, it
// is the first clause with a single literal of the last level. It returns the level to go
// back to.
func (r *refuter) analyse(conflict ref) int {
	r.learnt = append(r.learnt[:0], 0) // room for the literal of the last level
	r.involved = r.involved[:0]
	at, last := len(r.trail), 0
	for clause := conflict; ; {
		last += r.resolve(clause)
		for at--; !r.seen[r.trail[at].variable()]; at-- {
		}
		if last--; last == 0 {
			break
		}
		clause = r.why(r.trail[at])
	}
	r.learnt[0] = r.trail[at].not()
	r.minimise()
	r.forget(0)
	return r.backLevel()
}

// blame sets the clause of the choices that led to the conflict, the last one first.
func (r *refuter) blame(conflict ref) {
	r.learnt = r.learnt[:0]
	for _, l := range r.clause(conflict) {
		if v := l.variable(); r.level[v] > 0 {
			r.see(v)
		}
	}
	for at := len(r.trail) - 1; at >= r.starts[0]; at-- {
		l := r.trail[at]
		v := l.variable()
		switch {
		case !r.seen[v]:
		case r.reason[v] == none:
			r.learnt = append(r.learnt, l.not())
		default:
			for _, other := range r.clause(r.reason[v]) {
				if v := other.variable(); !r.seen[v] && r.level[v] > 0 {
					r.see(v)
				}
			}
		}
	}
	r.forget(0)
}

// resolve marks the false literals of a clause as seen. It returns how many new ones are
// of the last level.
func (r *refuter) resolve(clause ref) (last int) {
	for _, l := range r.clause(clause) {
		v := l.variable()
		if r.values[l] > 0 || r.seen[v] || r.level[v] == 0 {
			continue
		}
		r.see(v)
		r.involved = append(r.involved, v)
		if int(r.level[v]) == len(r.starts) {
			last++
		} else {
			r.learnt = append(r.learnt, l)
		}
	}
	return last
}

func (r *refuter) see(v int) {
	r.seen[v] = true
	r.cleared = append(r.cleared, v)
}

// minimise removes the literals of the learnt clause that follow from the others.
func (r *refuter) minimise() {
	if !minimising.On() {
		return
	}
	kept := r.learnt[:1]
	for _, l := range r.learnt[1:] {
		if !r.redundant(l) {
			kept = append(kept, l)
		}
	}
	r.learnt = kept
}

// redundant reports whether a literal is false because of literals that are seen. Then
// it also marks as seen all literals between them.
func (r *refuter) redundant(l code) bool {
	before := len(r.cleared)
	r.stack = append(r.stack[:0], l)
	for len(r.stack) > 0 {
		why := r.reason[r.stack[len(r.stack)-1].variable()]
		r.stack = r.stack[:len(r.stack)-1]
		if why < 0 {
			return r.forget(before)
		}
		for _, other := range r.clause(why) {
			v := other.variable()
			if r.values[other] > 0 || r.seen[v] || r.level[v] == 0 {
				continue
			}
			if r.reason[v] < 0 {
				return r.forget(before)
			}
			r.see(v)
			r.stack = append(r.stack, other)
		}
	}
	return true
}

// forget removes the marks that were set since, and returns false.
func (r *refuter) forget(since int) bool {
	for _, v := range r.cleared[since:] {
		r.seen[v] = false
	}
	r.cleared = r.cleared[:since]
	return false
}

// backLevel puts the literal with the second highest level second, and returns
// that level. It counts the levels.
func (r *refuter) backLevel() int {
	r.levels = r.levelsOf(r.learnt)
	second := 0
	for i, l := range r.learnt {
		level := r.level[l.variable()]
		if i > 0 && (second == 0 || level > r.level[r.learnt[second].variable()]) {
			second = i
		}
	}
	if second == 0 {
		return 0
	}
	r.learnt[1], r.learnt[second] = r.learnt[second], r.learnt[1]
	return int(r.level[r.learnt[1].variable()])
}

// levelsOf returns on how many levels the literals of a clause became true or false.
func (r *refuter) levelsOf(clause []code) (levels int) {
	r.round++
	for _, l := range clause {
		if level := r.level[l.variable()]; r.counted[level] != r.round {
			r.counted[level] = r.round
			levels++
		}
	}
	return levels
}

// hints returns the numbers of the clauses that prove a clause. When all its literals are
// false, these clauses make one literal after the other true. The last one is the conflict:
// all its literals are false then. hints returns nil for a proof without hints.
func (r *refuter) hints(clause []code, conflict ref) []int {
	if !r.proof.hinted {
		return nil
	}
	for _, l := range clause {
		r.see(l.variable())
	}
	given := len(r.cleared)
	queue := r.clause(conflict)
	var implied, units []int
	for next := given; ; next++ {
		for _, l := range queue {
			if v := l.variable(); !r.seen[v] {
				r.see(v)
				if r.unit[v] != 0 {
					units = append(units, r.unit[v])
				} else {
					implied = append(implied, v)
				}
			}
		}
		for next < len(r.cleared) && r.unit[r.cleared[next]] != 0 {
			next++
		}
		if next == len(r.cleared) {
			break
		}
		queue = r.clause(r.reason[r.cleared[next]])
	}
	r.forget(0)
	slices.SortFunc(implied, func(a, b int) int { return cmp.Compare(r.where[a], r.where[b]) })
	for _, v := range implied {
		units = append(units, r.numberOf(r.reason[v]))
	}
	return append(units, r.numberOf(conflict))
}
