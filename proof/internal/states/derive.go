//go:build !page

package states

import (
	"fmt"
	"slices"

	"crosscut/internal/base"
	"crosscut/sat"
)

// A lemma follows from clauses of some rules, from what operations mean, and from lemmas before it. A propagator of its own
// finds how.

// prove writes a lemma that follows from some sources by unit propagation, once. Others may follow from it.
func (d *diagram) prove(lemma []sat.Lit, sources ...int) int {
	n, ok := d.lemmas[keyOf(0, lemma)]
	if !ok {
		n = d.once(lemma, func() []int { return d.derive(lemma, sources...) })
		d.know(n, -n, lemma...)
	}
	return n
}

// once writes a lemma with the hints for it, unless it is there. It needs nothing but a clause if that is all of the proof.
func (d *diagram) once(lemma []sat.Lit, hints func() []int) int {
	key := keyOf(0, lemma)
	n, ok := d.lemmas[key]
	if !ok {
		why := hints()
		if n = why[0]; len(why) > 1 {
			n = d.assert(lemma, why...)
		}
		d.lemmas[key] = n
	}
	return n
}

// bytesOfFact is about what a clause takes in memory.
const bytesOfFact = 120

// knowFormula lets lemmas follow from the clauses of the rules.
func (d *diagram) knowFormula() error {
	allocated, err := base.Reserve(int64(d.CNF.Clauses()*bytesOfFact + 4*d.CNF.Literals()))
	if err != nil {
		return err
	}
	defer allocated()
	rule, number := 0, 0
	for lits := range d.CNF.All() {
		for number == d.rules[rule].end {
			rule++
		}
		number++
		d.know(number, rule+1, lits...)
		if err := d.run.Err(); err != nil {
			return err
		}
	}
	return nil
}

// know lets lemmas follow from a clause of a source. A source is a rule, counted from 1, or the opposite of the number of a
// value or of a lemma. A clause of 0 is there for all.
func (d *diagram) know(number, source int, lits ...sat.Lit) {
	f := &fact{lits: d.prover.coded(lits), number: number, about: source}
	switch {
	case d.rough:
	case len(lits) == 1:
		d.units = append(d.units, f)
	default:
		d.prover.add(f)
	}
}

// mean lets lemmas follow from the meaning of an operation.
func (d *diagram) mean(p part, source int) {
	defining := []sat.Lit{p.lit}
	for i, l := range p.lits {
		defining = append(defining, l.Not())
		d.know(p.clause+1+i, source, p.lit.Not(), l)
	}
	d.know(p.clause, source, defining...)
}

// derive returns the hints for a lemma: the clauses that refute its opposite, without those that do not matter. They are of
// some sources, or say what operations mean.
func (d *diagram) derive(lemma []sat.Lit, sources ...int) (hints []int) {
	if d.rough {
		return nil
	}
	p, w := d.prover, newReasons()
	p.hidden = func(f *fact) bool { return f.about != 0 && !slices.Contains(sources, f.about) }
	p.starts, p.chosen = []int{0}, []int{-1}
	defer p.back(0)
	for _, l := range lemma {
		if c := p.code(l).not(); p.values[c] == 0 {
			p.assign(c, cause{})
		}
	}
	conflict := p.refute(d.units)
	if conflict == nil {
		d.defect = fmt.Errorf("the clause %v does not follow; this is a mistake of crosscut, so there is no certificate", lemma)
		return []int{0}
	}
	p.because(w, 0, conflict.fact)
	p.trace(w, func(l code, why cause) { p.because(w, l, why.fact) })
	for _, h := range w.forwards() {
		hints = append(hints, h.number)
	}
	return hints
}

// chain is a proof by unit propagation: the literals that are known, and the clauses by which.
type chain struct {
	known []sat.Lit
	hints []int
}

// refute begins a proof of a lemma: its opposite is known.
func refute(lemma []sat.Lit) *chain {
	c := new(chain)
	for _, l := range lemma {
		c.known = append(c.known, l.Not())
	}
	return c
}

// follow adds hints in their order.
func (c *chain) follow(hints []hint) []int {
	for _, h := range hints {
		if h.makes == 0 {
			c.hints = append(c.hints, h.number)
		} else {
			c.learn(h.makes, h.number)
		}
	}
	return c.hints
}

// learn adds what a clause says that has one literal which is not known to be false.
func (c *chain) learn(l sat.Lit, clause int) {
	if !slices.Contains(c.known, l) {
		c.known, c.hints = append(c.known, l), append(c.hints, clause)
	}
}

// passes returns the digits of a rule after each step of a reading, and the state at the end.
func (d *diagram) passes(read *reading, value, q int) (digits []sat.Lit, end int) {
	u := &d.rules[read.rule]
	for i, choice := range read.choices[value] {
		q = u.to[read.from+i][choice][q]
		digits = append(digits, u.in(read.from+i+1, q)...)
	}
	return digits, q
}

// free reports whether the state of a rule after a value is the same for all states before it.
func (d *diagram) free(read *reading, value int) bool {
	u, choice := &d.rules[read.rule], read.choices[value][0]
	return len(u.common[read.from][choice]) == len(u.digits[read.from+1])
}

// not adds the opposites of parts to a clause.
func not(clause []sat.Lit, parts ...part) []sat.Lit {
	for _, p := range parts {
		if p.lit != 0 {
			clause = append(clause, p.lit.Not())
		}
	}
	return clause
}
