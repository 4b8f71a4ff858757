package sat

// Cardinality constraints: at most one, or exactly one, of some literals is true. They
// apply wherever a puzzle chooses one of several things. A constraint of n literals takes
// O(n) clauses by a counter, and n(n−1)/2 by pairs. Source: C. Sinz, "Towards an optimal CNF
// encoding of Boolean cardinality constraints", CP 2005.

// fewPairs reports whether pairs of n literals are no more clauses than the counter has. So it is up
// to six literals.
func fewPairs(n int) bool { return n*(n-1)/2 <= 3*max(n-1, 0) }

// AtMostOne says that at most one of the literals is true. A literal that
// occurs twice counts twice, so it must be false.
//
// Up to six literals get a clause of two for each pair. More literals get the sequential
// counter of Sinz (section 2), with n−1 auxiliary variables and 3n−4 clauses of two. One
// clause of n literals makes the auxiliary variables functions of the literals.
func (f *CNF) AtMostOne(lits []Lit) {
	if fewPairs(len(lits)) {
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
	if fewPairs(len(lits)) {
		f.pairs(lits)
		return
	}
	f.counter(lits)
}

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
