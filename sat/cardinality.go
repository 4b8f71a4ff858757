package sat

// Cardinality constraints: at most one, or exactly one, of some literals is true. They
// apply wherever a puzzle chooses one of several things. A constraint of n literals takes
// O(n) clauses by a counter, and n(n−1)/2 by pairs. Source: C. Sinz, "Towards an optimal CNF
// encoding of Boolean cardinality constraints", CP 2005.

import "slices"

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

// Cardinality constraints for any number k: at most, at least or exactly k of some literals
// are true. They use the sequential counter of C. Sinz (CP 2005, section 2), with both
// directions of each equivalence. So the auxiliary variables are functions of the
// literals, and unit propagation finds every forced literal. For n literals there are at
// most k(n−k+1) auxiliary variables, and four clauses of up to three literals for each.
//
// Totalizers need more clauses for small k. Cardinality networks need fewer for large k,
// but their auxiliary variables are no functions of the literals without more clauses.

// AtMost says that at most k of the literals are true. A literal that occurs twice counts
// twice. With k < 0 it makes f unsatisfiable, and with k ≥ n for n literals it says
// nothing. For k = 1 it is [CNF.AtMostOne]. Otherwise it takes at most k(n−k) auxiliary
// variables and some 4k(n−k) clauses. The auxiliary variables are functions of the
// literals, so they never multiply models. They get the next numbers above [CNF.Vars]. So
// take a list of your own variables from [CNF.NewVars], and not from their numbers. lits may
// have literals of either sign. It is not kept.
func (f *CNF) AtMost(k int, lits []Lit) {
	switch {
	case k < 0:
		f.Add()
	case k == 0:
		for _, l := range lits {
			f.Add(l.Not())
		}
	case k == 1:
		f.AtMostOne(lits)
	case k < len(lits):
		f.tally(k, lits, false)
	}
}

// AtLeast says that at least k of the literals are true. It is [CNF.AtMost] of their
// negations: at most n−k of n literals are false.
func (f *CNF) AtLeast(k int, lits []Lit) {
	switch {
	case k <= 0:
	case k == 1:
		f.Add(lits...)
	case k > len(lits):
		f.Add()
	default:
		f.AtMost(len(lits)-k, negated(lits))
	}
}

// Exactly says that exactly k of the literals are true. For k = 1 it is [CNF.ExactlyOne].
// Otherwise it takes at most k(n−k+1) auxiliary variables for n literals. They are functions
// of the literals.
func (f *CNF) Exactly(k int, lits []Lit) {
	switch n := len(lits); {
	case k < 0 || k > n:
		f.Add()
	case k == 0 || k == n:
		f.AtMost(0, signed(lits, k == 0))
	case k == 1:
		f.ExactlyOne(lits)
	case k == n-1:
		f.ExactlyOne(negated(lits))
	default:
		f.tally(k, lits, true)
	}
}

func negated(lits []Lit) []Lit { return signed(lits, false) }

// signed returns the literals if positive, else their negations.
func signed(lits []Lit, positive bool) []Lit {
	lits = slices.Clone(lits)
	for i := range lits {
		if !positive {
			lits[i] = lits[i].Not()
		}
	}
	return lits
}

// tally says that at most k literals are true, and if exactly that k are. 1 < k < n.
//
// After literal i, reached[j] says that j or more of the literals up to it are true, for 1 ≤
// j ≤ k. It leaves out each j so small that what is asked later does not depend on it. An
// entry of 0 stands for no variable: j = 0 is always reached, and j > i+1 never.
func (f *CNF) tally(k int, lits []Lit, exactly bool) {
	last, least := len(lits)-1, k
	if exactly {
		least = k - 1
	}
	reached := make([]Lit, k+1)
	for i, l := range lits[:last] {
		if reached[k] != 0 {
			f.Add(reached[k].Not(), l.Not()) // l would be one too many
		}
		next := make([]Lit, k+1)
		for j := max(1, least-(last-1-i)); j <= min(i+1, k) && f.err == nil; j++ {
			next[j] = f.step(reached[j-1], reached[j], l)
		}
		reached = next
	}
	f.Add(reached[k].Not(), lits[last].Not())
	if exactly {
		f.Add(reached[k], lits[last])
		f.Add(reached[k], reached[k-1])
	}
}

// step returns the literal that j or more of the literals up to l are true. fewer says that
// j−1 or more of those before l are true, and is 0 if that is certain. more says the same of
// j, and is 0 if that is impossible.
func (f *CNF) step(fewer, more, l Lit) Lit {
	s := f.NewVar()
	if fewer != 0 {
		f.Add(fewer.Not(), l.Not(), s)
		f.Add(fewer, s.Not())
	} else {
		f.Add(l.Not(), s)
	}
	if more != 0 {
		f.Add(more.Not(), s)
		f.Add(more, l, s.Not())
	} else {
		f.Add(l, s.Not())
	}
	return s
}
