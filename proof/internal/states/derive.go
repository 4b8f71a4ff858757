//go:build !page

package states

import (
	"fmt"
	"slices"

	"crosscut/sat"
)

// clause is a clause of the formula or of the proof with its number.
type clause struct {
	number int
	lits   []sat.Lit
}

// prove writes a lemma that follows from some clauses by unit propagation, once.
func (d *diagram) prove(lemma []sat.Lit, from func() [][]clause) int {
	return d.once(lemma, func() []int { return d.derive(lemma, from()...) })
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

// consequence is a literal that is true if a lemma is not, and the clause by which.
type consequence struct {
	lit sat.Lit
	by  *clause
}

// derive returns the hints for a lemma: the clauses that refute its opposite, without those that do not matter.
func (d *diagram) derive(lemma []sat.Lit, from ...[]clause) (hints []int) {
	if d.rough {
		return nil
	}
	for _, l := range lemma {
		d.marked.set(l.Not(), -1)
	}
	order, conflict := d.propagate(from)
	if conflict == nil {
		d.defect = fmt.Errorf("the clause %v does not follow; this is a mistake of crosscut, so there is no certificate", lemma)
		return []int{0}
	}
	needed := make([]bool, len(order))
	for i, by := len(order), conflict; ; by = order[i].by {
		hints = append(hints, by.number)
		for _, l := range by.lits {
			if n := d.marked.get(l.Not()); n > 0 {
				needed[n] = true
			}
		}
		for i--; i > 0 && !needed[i]; i-- {
		}
		if i <= 0 {
			break
		}
		needed[i] = false
	}
	for _, l := range lemma {
		d.marked.set(l.Not(), 0)
	}
	for _, c := range order {
		d.marked.set(c.lit, 0)
	}
	slices.Reverse(hints)
	return hints
}

// propagate adds what clauses say that have one literal which is not known to be false, until there is a contradiction.
// The first consequence stands for none.
func (d *diagram) propagate(from [][]clause) (order []consequence, conflict *clause) {
	order = make([]consequence, 1)
	try := func(c *clause) {
		open := sat.Lit(0)
		for _, l := range c.lits {
			switch {
			case d.marked.get(l.Not()) != 0:
			case open != 0 || d.marked.get(l) != 0:
				return
			default:
				open = l
			}
		}
		if open == 0 {
			conflict = c
			return
		}
		d.marked.set(open, len(order))
		order = append(order, consequence{open, c})
	}
	for before := -1; before < len(order); {
		before = len(order)
		for _, list := range from { // rules have their steps in this order or in the other one
			for i := 0; i < 2*len(list) && conflict == nil; i++ {
				try(&list[min(i, 2*len(list)-1-i)])
			}
		}
		if conflict != nil {
			break
		}
	}
	return order, conflict
}

// marks are numbers of literals. Most literals are of the formula.
type marks struct {
	of   []int32
	more map[sat.Lit]int
}

func (m *marks) get(l sat.Lit) int {
	if i := index(l); i < len(m.of) {
		return int(m.of[i])
	}
	return m.more[l]
}

func (m *marks) set(l sat.Lit, n int) {
	switch i := index(l); {
	case i < len(m.of):
		m.of[i] = int32(n)
	case n == 0:
		delete(m.more, l)
	default:
		m.more[l] = n
	}
}

// defining returns the clause that a part is true if its literals are.
func defining(p part) clause {
	lits := []sat.Lit{p.lit}
	for _, l := range p.lits {
		lits = append(lits, l.Not())
	}
	return clause{p.clause, lits}
}

// meaning returns the clauses about a part: what it says, and that it is true.
func meaning(parts ...part) (all []clause) {
	for _, p := range parts {
		if p.clause == 0 {
			continue
		}
		all = append(all, defining(p))
		for i, l := range p.lits {
			all = append(all, clause{p.clause + 1 + i, []sat.Lit{p.lit.Not(), l}})
		}
	}
	return all
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
	return len(u.common[read.from][choice].digits) == len(u.digits[read.from+1])
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
