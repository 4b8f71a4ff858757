package sat

// A solver that learns from conflicts and writes down what it learns. The method is
// that of J. P. Marques-Silva and K. A. Sakallah ("GRASP: a search algorithm for
// propositional satisfiability", IEEE Transactions on Computers 48, 1999), with the
// scores and the minimised clauses of N. Eén and N. Sörensson ("An extensible
// SAT-solver", SAT 2003) and the restarts and levels of G. Audemard and L. Simon
// ("Predicting learnt clauses quality in modern SAT solvers", IJCAI 2009). What is
// learnt follows by unit propagation from the clauses before it (E. Goldberg and Y.
// Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003).

import (
	"cmp"
	"slices"

	"crosscut/internal/search"
)

// lemma is a clause that was learnt.
type lemma struct {
	clause ref
	levels int // on how many levels its literals became false: few are good
}

// refuter looks for a contradiction.
type refuter struct {
	*propagator
	analysis
	run   *search.Run
	proof *proofWriter

	number  int   // of the last clause
	unit    []int // by variable: the number of its clause of one literal, 0 for none
	settled int   // the literals of the trail before this one are units of the proof

	groups [][]code // to branch along, before branching by scores
	tree   bool     // no learning: each dead end is a clause
	dead   []lemma  // of a tree: stack of dead ends, with the level at which each counts

	inference *Inference // nil for none
	formula   *refuter   // has the clauses of the formula alone; nil unless inferences need hints

	order      heap // of the variables that may be open
	gain       float64
	phase      []bool // by variable: the last value that it had
	lemmas     []lemma
	room       int     // the largest number of lemmas
	fast, slow float64 // moving averages of levels
	since      int     // conflicts since the last restart
}

// The largest number of lemmas at first. Inferences make some ten explanations for each clause
// that is learnt. With little room, most are written again and again.
const (
	roomOfLemmas      = 4000
	roomWithInference = 40_000
)

// newRefuter returns a refuter with the clauses of f. It reports true when clauses of one
// literal or none contradict each other. Then the proof is complete.
func newRefuter(f *CNF, how *Refutation, run *search.Run, proof *proofWriter) (*refuter, bool, error) {
	r := &refuter{
		propagator: newPropagator(f.Vars()), analysis: newAnalysis(f.Vars()), run: run, proof: proof,
		number: f.Clauses(), unit: make([]int, f.Vars()+1),
		order: newHeap(f.Vars()), gain: 1, phase: make([]bool, f.Vars()+1), room: roomOfLemmas, tree: how.Groups != nil && !how.Along,
	}
	for _, group := range how.Groups {
		r.groups = append(r.groups, codes(nil, group))
	}
	if how.Inference != nil && !r.tree {
		r.inference, r.room = how.Inference, roomWithInference
	}
	refuted := false
	err := r.load(f, run, func(number int, clause []code) bool {
		refuted = r.loadShort(number, clause)
		return !refuted
	})
	if err == nil && !refuted && r.inference != nil && proof.hinted {
		r.formula, _, err = newRefuter(f, &Refutation{}, run, proof)
	}
	return r, refuted, err
}

// loadShort adds a clause of one literal or none. It reports whether the clause
// contradicts those before it.
func (r *refuter) loadShort(number int, clause []code) bool {
	if len(clause) == 0 {
		r.write(nil, []int{number})
		return true
	}
	v := clause[0].variable()
	switch r.values[clause[0]] {
	case -1:
		r.write(nil, []int{r.unit[v], number})
		return true
	case 0:
		r.assign(clause[0], none)
		r.unit[v] = number
		r.settled = len(r.trail)
	}
	return false
}

// refute searches for a contradiction without assumptions. It reports true when it has
// found one, and false when it has found a model.
func (r *refuter) refute() (bool, error) {
	for {
		conflict := r.propagate()
		if len(r.starts) == 0 {
			r.settle()
			if conflict != none {
				r.write(nil, r.hints(nil, conflict))
				return true, r.proof.failed
			}
		}
		if conflict != none {
			r.run.Failures++
			r.overcome(conflict)
			if r.proof.failed != nil {
				return false, r.proof.failed
			}
			continue
		}
		inferred := r.infer()
		if r.proof.failed != nil {
			return false, r.proof.failed
		}
		if inferred || r.restart() {
			continue
		}
		l, open := r.choose()
		if !open {
			return false, nil
		}
		if err := r.run.Node(2); err != nil {
			return false, err
		}
		r.assume(l)
	}
}

// settle gives each literal that is true without assumptions a clause of its own in the
// proof. So hints need not explain it each time. A proof without hints does not need it.
func (r *refuter) settle() {
	for ; r.proof.hinted && r.settled < len(r.trail); r.settled++ {
		l := r.trail[r.settled]
		v := l.variable()
		if r.unit[v] != 0 {
			continue
		}
		hints := []int{}
		for _, other := range r.clause(r.reason[v]) {
			if other != l {
				hints = append(hints, r.unit[other.variable()])
			}
		}
		r.unit[v] = r.write([]code{l}, append(hints, r.numberOf(r.reason[v])))
	}
}

// write writes a clause into the proof and returns its number.
func (r *refuter) write(clause []code, hints []int) int {
	r.number++
	r.proof.add(r.number, clause, hints)
	return r.number
}

// overcome learns from a conflict, goes back, and makes the first consequence true.
func (r *refuter) overcome(conflict ref) {
	if r.tree {
		r.deadEnd(conflict)
	} else {
		r.learn(conflict)
	}
}

// deadEnd adds the clause of the choices that led to a conflict. It is deleted when the
// choice before the last of them is undone.
func (r *refuter) deadEnd(conflict ref) {
	r.blame(conflict)
	number := r.write(r.learnt, r.hints(r.learnt, conflict))
	last := r.learnt[0]
	if len(r.learnt) == 1 {
		r.retract(0)
		r.assign(last, none)
		r.unit[last.variable()] = number
		return
	}
	level := int(r.level[last.variable()]) - 1
	r.retract(level)
	clause := r.store(r.learnt, number)
	r.dead = append(r.dead, lemma{clause, level})
	r.assign(last, clause)
}

// learn adds the clause that a conflict teaches. It goes back to the level where the
// clause has one open literal, and makes this literal true.
func (r *refuter) learn(conflict ref) {
	level := r.analyse(conflict)
	number := r.write(r.learnt, r.hints(r.learnt, conflict))
	r.since++
	r.fast += (float64(r.levels) - r.fast) / 32
	r.slow += (float64(r.levels) - r.slow) / 8192
	for _, v := range r.involved {
		r.raise(v)
	}
	r.gain /= 0.95
	r.retract(level)
	if len(r.learnt) == 1 {
		r.assign(r.learnt[0], none)
		r.unit[r.learnt[0].variable()] = number
		return
	}
	clause := r.store(r.learnt, number)
	r.attach(clause)
	r.lemmas = append(r.lemmas, lemma{clause, r.levels})
	r.assign(r.learnt[0], clause)
}

// retract goes back to a level. It records the values that are lost, and deletes the dead
// ends of the levels above.
func (r *refuter) retract(level int) {
	if level >= len(r.starts) {
		return
	}
	for _, l := range r.trail[r.starts[level]:] {
		v := l.variable()
		r.phase[v] = l&1 == 0
		r.order.put(v)
	}
	r.back(level)
	for top := len(r.dead) - 1; top >= 0 && r.dead[top].levels > level; top-- {
		end := r.dead[top].clause
		r.proof.drop(r.number, r.numberOf(end), r.clause(end))
		r.arena = r.arena[:end-2]
		r.dead = r.dead[:top]
	}
}

// raise raises the score of a variable that took part in a conflict.
func (r *refuter) raise(v int) {
	const most = 1e100
	r.order.score[v] += r.gain
	if r.order.score[v] > most {
		for i := range r.order.score {
			r.order.score[i] /= most
		}
		r.gain /= most
	}
	r.order.raised(v)
}

// choose returns the literal to assume next, or false when there is none.
func (r *refuter) choose() (code, bool) {
	if group := narrowest(r.propagator, r.groups); group != nil {
		return group[slices.IndexFunc(group, func(l code) bool { return r.values[l] == 0 })], true
	}
	for {
		v := r.order.take()
		if v == 0 {
			return 0, false
		}
		if l := code(2 * v); r.values[l] == 0 {
			if !r.phase[v] {
				l = l.not()
			}
			return l, true
		}
	}
}

// restart goes back to level 0 when the last learnt clauses are worse than the average, or
// when there are too many. It reports whether it did.
func (r *refuter) restart() bool {
	const pause, worse = 50, 1.25
	crowded := len(r.lemmas) > r.room
	if !crowded && (r.since < pause || r.fast < worse*r.slow) || len(r.starts) == 0 {
		return false
	}
	r.since, r.fast = 0, r.slow
	r.retract(0)
	if crowded {
		r.forgetLemmas()
	}
	return true
}

// forgetLemmas deletes the worse half of the lemmas. There must be no assumption, and
// propagation must be complete.
func (r *refuter) forgetLemmas() {
	const good = 2 // levels: such clauses are kept
	slices.SortStableFunc(r.lemmas, func(a, b lemma) int { return cmp.Compare(a.levels, b.levels) })
	half := len(r.lemmas) / 2
	for _, l := range r.lemmas[half:] {
		if l.levels > good {
			r.proof.drop(r.number, r.numberOf(l.clause), r.clause(l.clause))
			r.arena[l.clause-2] = 0
		}
	}
	moved := r.rebuild()
	kept := r.lemmas[:0]
	for _, l := range r.lemmas {
		if to, there := moved[l.clause]; there {
			kept = append(kept, lemma{to, l.levels})
		}
	}
	r.lemmas = kept
	r.room += 500
}

// numberOf returns the number of a clause.
func (p *propagator) numberOf(r ref) int { return int(p.arena[r-2]) }

// rebuild moves the clauses together. It leaves out satisfied clauses and those with the
// number 0. It returns the new place of each clause by its old one. There must be no
// assumption, and propagation must be complete. Reasons are lost.
func (p *propagator) rebuild() map[ref]ref {
	moved := make(map[ref]ref)
	old := p.arena
	p.arena = make([]code, 0, len(old))
	for _, lists := range [][][]watch{p.pairs, p.longer} {
		for i := range lists {
			lists[i] = lists[i][:0]
		}
	}
	for at := 2; at <= len(old); {
		number, size := old[at-2], int(old[at-1])
		lits := old[at : at+size]
		if number != 0 && size > 1 && !slices.ContainsFunc(lits, func(l code) bool { return p.values[l] > 0 }) {
			to := p.store(lits, int(number))
			p.attach(to)
			moved[ref(at)] = to
		}
		at += size + 2
	}
	return moved
}
