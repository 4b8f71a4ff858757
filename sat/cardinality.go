package sat

// Cardinality constraints: at most one, or exactly one, of some literals is true. They
// apply wherever a puzzle chooses one of several things. A constraint of n literals takes
// O(n) clauses by a counter or by a product, and n(n−1)/2 by pairs. Sources: C. Sinz,
// "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005. J. Chen,
// "A new SAT encoding of the at-most-one constraint", ModRef 2010.

import "math"

// pairsUpTo is the largest number of literals for which [CNF.AtMostOne] forbids
// the pairs: with six, the 15 pairs are as many clauses as the counter has.
const pairsUpTo = 6

// AtMostOne says that at most one of the literals is true. A literal that
// occurs twice counts twice, so it must be false.
//
// Up to six literals get a clause of two for each pair. More literals get the sequential
// counter of Sinz (section 2), with n−1 auxiliary variables and 3n−4 clauses of two. One
// clause of n literals makes the auxiliary variables functions of the literals.
func (f *CNF) AtMostOne(lits []Lit) {
	if len(lits) <= pairsUpTo {
		f.pairs(lits)
		return
	}
	last := f.counter(lits)
	// Without this, when no literal is true the counter may start anywhere.
	f.Add(append([]Lit{last.Not()}, lits[:len(lits)-1]...)...)
}

// ExactlyOne says that one of the literals is true and no other. Without literals it
// makes f unsatisfiable. The encoding is that of [CNF.AtMostOne]. But the long clause
// there is replaced by the clause of the literals. The true literal fixes the counter.
func (f *CNF) ExactlyOne(lits []Lit) {
	f.Add(lits...)
	if len(lits) <= pairsUpTo {
		f.pairs(lits)
		return
	}
	f.counter(lits)
}

// pairs forbids every pair of the literals.
func (f *CNF) pairs(lits []Lit) {
	for i, l := range lits {
		for _, other := range lits[:i] {
			f.Add(other.Not(), l.Not())
		}
	}
}

// counter forbids every pair of the literals by auxiliary variables s. Each literal
// except the last has one: s[i] is true when one of lits[0..i] is true. It returns the
// last s. There must be two literals or more.
func (f *CNF) counter(lits []Lit) Lit {
	s := f.NewVar()
	f.Add(lits[0].Not(), s)
	for _, l := range lits[1 : len(lits)-1] {
		next := f.NewVar()
		f.Add(l.Not(), s.Not())
		f.Add(l.Not(), next)
		f.Add(s.Not(), next)
		s = next
	}
	f.Add(lits[len(lits)-1].Not(), s.Not())
	return s
}

// AtMostOneProduct says what [CNF.AtMostOne] says, by the product of Chen. The literals
// are put on a grid. At most one row and at most one column have a true literal. Beyond six
// literals, this takes 2n + O(√n) clauses of two and 2√n + O(∜n) auxiliary variables.
// Another 2√n clauses of about √n make the auxiliary variables functions of the literals.
func (f *CNF) AtMostOneProduct(lits []Lit) {
	if len(lits) <= pairsUpTo {
		f.pairs(lits)
		return
	}
	width := int(math.Ceil(math.Sqrt(float64(len(lits)))))
	rows, columns := make([][]Lit, (len(lits)+width-1)/width), make([][]Lit, width)
	for i, l := range lits {
		rows[i/width] = append(rows[i/width], l)
		columns[i%width] = append(columns[i%width], l)
	}
	for _, lines := range [][][]Lit{rows, columns} {
		met := make([]Lit, len(lines))
		for i, line := range lines {
			met[i] = f.anyOf(line)
		}
		f.AtMostOneProduct(met)
	}
}

// anyOf returns a literal that is true when one of the literals is.
func (f *CNF) anyOf(lits []Lit) Lit {
	met := f.NewVar()
	for _, l := range lits {
		f.Add(l.Not(), met)
	}
	f.Add(append([]Lit{met.Not()}, lits...)...)
	return met
}
