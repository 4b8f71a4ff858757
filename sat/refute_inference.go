package sat

// Inferences that unit propagation misses, in a proof. A puzzle may know rules that are
// stronger than the clauses of its formula. They apply to proofs by learning, whenever unit
// propagation has come to an end. An inference costs nothing in the proof until a conflict
// needs it. Then it is explained by a clause, which becomes a lemma. Source: O. Ohrimenko,
// P. Stuckey and M. Codish, "Propagation via lazy clause generation", Constraints 14, 2009.

import "fmt"

// Inference finds literals that follow from others, and that unit propagation misses. It
// serves one call of [Refute], in one goroutine.
type Inference struct {
	// Find calls found with literals that follow from those that are true. value returns 1
	// for a true literal, −1 for a false one and 0 for an open one. It may miss some.
	Find func(value func(Lit) int8, found func(Lit))

	// Explain returns literals that were all false before l was found: before says which
	// were. The clause of them and l must follow from the formula by unit propagation. If it
	// does not, a proof in [LRAT] fails with an error, and one in [DRAT] is wrong.
	Explain func(l Lit, before func(Lit) bool) []Lit
}

// infer makes the inferred literals true. It reports whether there are any. Without an
// assumption each becomes a clause of the proof.
func (r *refuter) infer() bool {
	if r.inference == nil {
		return false
	}
	before := len(r.trail)
	value := func(l Lit) int8 {
		if !r.knows(l) {
			return 0
		}
		return r.values[codeOf(l)]
	}
	r.inference.Find(value, func(l Lit) {
		if !r.knows(l) {
			r.refuse("%d is inferred, and no literal of the formula", l)
			return
		}
		c := codeOf(l)
		if r.values[c] != 0 {
			return
		}
		r.assign(c, unexplained)
		if len(r.starts) == 0 {
			r.addInferred(c)
		}
	})
	return len(r.trail) > before
}

// addInferred writes a literal that was inferred without an assumption.
func (r *refuter) addInferred(l code) {
	clause := r.explanation(l)
	number := r.write(clause, r.derivation(clause))
	if len(clause) == 1 {
		r.unit[l.variable()] = number
		return
	}
	var hints []int
	for _, other := range clause[1:] {
		hints = append(hints, r.unit[other.variable()])
	}
	r.unit[l.variable()] = r.write(clause[:1], append(hints, number))
	r.proof.drop(r.number, number, clause)
}

// why returns the clause that forced a literal. It explains an inferred one. The explanation is a
// lemma, because most are needed again: written anew each time, they would be more work for a checker.
func (r *refuter) why(l code) ref {
	v := l.variable()
	if r.reason[v] != unexplained {
		return r.reason[v]
	}
	clause := r.explanation(l)
	last := min(1, len(clause)-1) // where the literal stands that became false last
	for i := 2; i < len(clause); i++ {
		if r.where[clause[i].variable()] > r.where[clause[last].variable()] {
			last = i
		}
	}
	if last > 0 {
		clause[1], clause[last] = clause[last], clause[1]
	}
	at := r.store(clause, r.write(clause, r.derivation(clause)))
	r.reason[v] = at
	if len(clause) > 1 {
		r.attach(at)
		r.lemmas = append(r.lemmas, lemma{at, r.levelsOf(clause)})
	}
	return at
}

// explanation returns the clause that makes an inferred literal true, the literal first.
func (r *refuter) explanation(l code) []code {
	at := r.where[l.variable()]
	before := func(other Lit) bool {
		if !r.knows(other) {
			return false
		}
		c := codeOf(other)
		return r.values[c] < 0 && r.where[c.variable()] < at
	}
	others := r.inference.Explain(l.lit(), before)
	for _, other := range others {
		if !before(other) {
			r.refuse("the explanation of %d has %d, which was not false", l.lit(), other)
			return []code{l}
		}
	}
	return codes([]code{l}, others)
}

// knows reports whether l is a literal of a variable of the formula.
func (r *refuter) knows(l Lit) bool { return l.valid() && l.Var() < len(r.unit) }

// refuse ends the proof with an error, because an inference is wrong.
func (r *refuter) refuse(format string, args ...any) {
	if r.proof.failed == nil {
		r.proof.failed = fmt.Errorf("sat: "+format, args...)
	}
}

// derivation returns the hints that prove an explanation, nil for a proof without hints.
func (r *refuter) derivation(clause []code) []int {
	if !r.proof.hinted {
		return nil
	}
	hints, ok := r.formula.derive(clause)
	if !ok {
		r.refuse("the explanation of %d does not follow by unit propagation", clause[0].lit())
	}
	return hints
}

// derive returns the hints that prove a clause from the clauses of the formula alone. It
// reports false if unit propagation does not.
func (r *refuter) derive(clause []code) (hints []int, ok bool) {
	defer r.back(0)
	conflict := r.propagate()
	for _, l := range clause {
		v := l.variable()
		switch {
		case conflict != none || r.values[l] < 0:
		case r.values[l] == 0:
			r.assume(l.not())
		case r.unit[v] != 0:
			return []int{r.unit[v]}, true
		default:
			conflict = r.reason[v]
		}
	}
	if conflict == none { // only now, so that no literal of the clause is found to be true
		conflict = r.propagate()
	}
	if conflict == none {
		return nil, false
	}
	return r.hints(clause, conflict), true
}
