package sat

import "math"

// pairsUpTo is the largest number of literals for which [CNF.AtMostOne] forbids
// the pairs: with six, the 15 pairs are as many clauses as the counter has.
const pairsUpTo = 6

// AtMostOne says that at most one of the literals is true. A literal that
// occurs twice counts twice, so it must be false.
//
// Up to six literals that is a clause of two for each pair. Beyond, it is the
// sequential counter of C. Sinz ("Towards an optimal CNF encoding of Boolean
// cardinality constraints", CP 2005, section 2) with n−1 auxiliary variables
// and 3n−4 clauses of two, and one clause of n which makes the auxiliary
// variables functions of the literals.
func (f *CNF) AtMostOne(lits []Lit) {
	if len(lits) <= pairsUpTo {
		f.pairs(lits)
		return
	}
	last := f.counter(lits)
	// Without this, when no literal is true the counter may start anywhere.
	f.Add(append([]Lit{last.Not()}, lits[:len(lits)-1]...)...)
}

// ExactlyOne says that one of the literals is true and no other. Without
// literals that makes f unsatisfiable. The encoding is that of
// [CNF.AtMostOne], with the clause of the literals in place of its long clause:
// the true literal already fixes the counter.
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

// counter forbids every pair of the literals by auxiliary variables s, one for
// each literal but the last: s[i] is true when one of lits[0..i] is. It returns
// the last s. There must be two literals or more.
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

// AtMostOneProduct says what [CNF.AtMostOne] says by the product of J. Chen ("A new
// SAT encoding of the at-most-one constraint", ModRef 2010): the literals are put on
// a grid, and at most one row and at most one column has a true one. Beyond six
// literals that is 2n + O(√n) clauses of two with 2√n + O(∜n) auxiliary variables, and
// 2√n clauses of about √n which make the auxiliary variables functions of the literals.
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
