package sat

// A solver that learns from conflicts and writes down what it learns. The method is
// that of J. P. Marques-Silva and K. A. Sakallah ("GRASP: a search algorithm for
// propositional satisfiability", IEEE Transactions on Computers 48, 1999), with the
// minimised clauses of N. Eén and N. Sörensson ("An extensible SAT-solver", SAT 2003), the
// levels of G. Audemard and L. Simon ("Predicting learnt clauses quality in modern SAT
// solvers", IJCAI 2009) and restarts by Luby's sequence. What is
// learnt follows by unit propagation from the clauses before it (E. Goldberg and Y.
// Novikov, "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003).

import (
	"cmp"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
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
	run   *meter.Run
	proof *proofWriter

	number  int   // of the last clause
	unit    []int // by variable: the number of its clause of one literal, 0 for none
	settled int   // the literals of the trail before this one are units of the proof

	groups [][]code // to branch along, before branching by scores
	tree   bool     // no learning: each dead end is a clause
	dead   []lemma  // of a tree: stack of dead ends, with the level at which each counts

	inference *Inference // nil for none
	formula   *refuter   // has the clauses of the formula alone; nil unless inferences need hints

	order    heap   // of the variables that may be open
	phase    []bool // by variable: the last value that it had
	lemmas   []lemma
	room     int   // the largest number of lemmas; at first the number of literals of the formula
	since    int64 // conflicts since the last restart
	restarts int   // how many there were
}

// newRefuter returns a refuter with the clauses of f. It reports true when clauses of one
// literal or none contradict each other. Then the proof is complete.
func newRefuter(f *CNF, how *Refutation, run *meter.Run, proof *proofWriter) (*refuter, bool, error) {
	r := &refuter{
		propagator: newPropagator(f.Vars()), analysis: analysis{seen: make([]bool, f.Vars()+1), counted: make([]int32, f.Vars()+1)}, run: run, proof: proof,
		number: f.Clauses(), unit: make([]int, f.Vars()+1),
		order: newHeap(f.Vars()), phase: make([]bool, f.Vars()+1), room: f.Literals(), tree: how.Groups != nil && !how.Along,
	}
	for _, group := range how.Groups {
		r.groups = append(r.groups, codes(nil, group))
	}
	if !r.tree && inferring.On() {
		r.inference = how.Inference
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
	for _, v := range r.involved {
		r.order.raise(v)
	}
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

// restart goes back to level 0 after as many conflicts as Luby's sequence says, or when there are
// too many lemmas. It reports whether it did.
func (r *refuter) restart() bool {
	crowded := len(r.lemmas) > r.room
	due := restarting.On() && r.since >= restartUnit*search.Luby(r.restarts+1)
	if !crowded && !due || len(r.starts) == 0 {
		return false
	}
	r.since, r.restarts = 0, r.restarts+1
	r.retract(0)
	if crowded {
		r.forgetLemmas()
	}
	return true
}

// forgetLemmas deletes the worse half of the lemmas. There must be no assumption, and
// propagation must be complete.
func (r *refuter) forgetLemmas() {
	slices.SortStableFunc(r.lemmas, func(a, b lemma) int { return cmp.Compare(a.levels, b.levels) })
	half := len(r.lemmas) / 2
	for _, l := range r.lemmas[half:] {
		r.proof.drop(r.number, r.numberOf(l.clause), r.clause(l.clause))
		r.arena[l.clause-2] = 0
	}
	moved := r.rebuild()
	kept := r.lemmas[:0]
	for _, l := range r.lemmas {
		if to, there := moved[l.clause]; there {
			kept = append(kept, lemma{to, l.levels})
		}
	}
	r.lemmas = kept
	r.room += half / 4 // without more room, the search might never end
}

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

// heap is a binary heap of variables, with the highest score on top: the number of conflicts in
// which a variable took part. Each change takes O(log n) steps.
type heap struct {
	score []int // by variable
	vars  []int32
	where []int32 // by variable: its index in vars, or −1
}

// newHeap returns a heap of the variables 1 to n with score 0.
func newHeap(n int) heap {
	h := heap{score: make([]int, n+1), where: make([]int32, n+1)}
	for v := 1; v <= n; v++ {
		h.where[v] = int32(len(h.vars))
		h.vars = append(h.vars, int32(v))
	}
	return h
}

// put puts variable v in, unless it is there.
func (h *heap) put(v int) {
	if h.where[v] < 0 {
		h.where[v] = int32(len(h.vars))
		h.vars = append(h.vars, int32(v))
		h.up(len(h.vars) - 1)
	}
}

// take removes the variable on top and returns it. It returns 0 for an empty heap.
func (h *heap) take() int {
	if len(h.vars) == 0 {
		return 0
	}
	top, last := h.vars[0], h.vars[len(h.vars)-1]
	h.vars = h.vars[:len(h.vars)-1]
	h.where[top] = -1
	if len(h.vars) > 0 {
		h.set(0, last)
		h.down(0)
	}
	return int(top)
}

// raise raises the score of a variable that took part in a conflict.
func (h *heap) raise(v int) {
	h.score[v]++
	if h.where[v] >= 0 {
		h.up(int(h.where[v]))
	}
}

func (h *heap) set(i int, v int32) { h.vars[i], h.where[v] = v, int32(i) }

func (h *heap) up(i int) {
	v := h.vars[i]
	for i > 0 && h.score[v] > h.score[h.vars[(i-1)/2]] {
		h.set(i, h.vars[(i-1)/2])
		i = (i - 1) / 2
	}
	h.set(i, v)
}

func (h *heap) down(i int) {
	v := h.vars[i]
	for {
		child := 2*i + 1
		if child+1 < len(h.vars) && h.score[h.vars[child+1]] > h.score[h.vars[child]] {
			child++
		}
		if child >= len(h.vars) || h.score[h.vars[child]] <= h.score[v] {
			break
		}
		h.set(i, h.vars[child])
		i = child
	}
	h.set(i, v)
}
