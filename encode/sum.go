package encode

import (
	"math"
	"slices"

	"crosscut/sat"
)

// A sum of variables that must have a given value, as clauses. The terms are the
// leaves of a balanced binary tree and every inner node is the sum of its two
// children, as in the totalizer of O. Bailleux and Y. Boufkhad ("Efficient CNF
// encoding of Boolean cardinality constraints", CP 2003), here for integers.
//
// Nodes are in order encoding: a node has a literal "at least v" for each value v
// that it can have but the smallest. Values are cut that leave the other terms no
// chance to make up the sum, which high in the tree is most of them. The clauses
// fix every node from below and from above, so the literals of inner nodes are
// functions of those of the terms.
//
// On the magic boards of order 5 and 6 that were tried, a tree that adds one term
// after the other took a quarter more clauses and about as much time.

// always is the literal that is true and its negation the one that is false, in
// clauses added by [formula.or] only.
const always = sat.Lit(math.MaxInt32)

// or adds a clause, unless always is in it. The negation of always is left out.
func (f *formula) or(lits ...sat.Lit) {
	if slices.Contains(lits, always) {
		return
	}
	f.Add(slices.DeleteFunc(lits, func(l sat.Lit) bool { return l == always.Not() })...)
}

// ordered is an integer in order encoding.
type ordered struct {
	values  []int     // that it can have, ascending
	atLeast []sat.Lit // atLeast[i]: it is values[i] or more; one more literal than values, which is false
}

// newOrdered returns a fresh integer that can have the given values, and says that
// whatever is at least a value is at least the one before.
func (f *formula) newOrdered(values []int) ordered {
	t := ordered{values, make([]sat.Lit, len(values)+1)}
	t.atLeast[0] = always
	for i := 1; i < len(values); i++ {
		t.atLeast[i] = f.NewVar()
		f.or(t.atLeast[i].Not(), t.atLeast[i-1])
	}
	t.atLeast[len(values)] = always.Not()
	return t
}

// from returns the literal "it is v or more".
func (t *ordered) from(v int) sat.Lit {
	i, _ := slices.BinarySearch(t.values, v)
	return t.atLeast[i]
}

// total is the work on one sum.
type total struct {
	*formula
	name      string
	sum       int
	low, high int // the least and the greatest sum of all terms
}

// sumTo says that the terms have the given sum. Each must have a value. Clauses:
// O(Σ |a|·|b|) over all pairs of children a, b of an inner node but the root.
//
// The families of clauses are, after the name given,
//
//	order  a sum that is at least a value is at least the value before
//	lower  a sum is at least what its two parts are at least; and all is not too much
//	upper  a sum is at most what its two parts are at most; and all is not too little
//
// Where the values of the terms have no gaps, as in counts, order is redundant:
// lower and upper then fix every literal. With gaps, nothing else fixes "at least
// 7" of a sum of 8 that no two smaller parts make 7.
func (f *formula) sumTo(name string, sum int, terms []ordered) error {
	if err := f.room(cost(sum, terms)); err != nil {
		return err
	}
	low, high := extent(terms)
	t := total{f, name, sum, low, high}
	middle := len(terms) / 2
	a, err := t.node(terms[:middle])
	if err != nil {
		return err
	}
	b, err := t.node(terms[middle:])
	if err != nil {
		return err
	}
	f.begin(name + " lower") // the root needs no literals: its value is known
	for i, v := range a.values {
		f.or(a.atLeast[i].Not(), b.from(sum-v+1).Not())
	}
	f.begin(name + " upper")
	for i, v := range a.values {
		f.or(a.atLeast[i+1], b.from(sum-v))
	}
	return f.check()
}

// node returns the sum of some of the terms.
func (t *total) node(terms []ordered) (ordered, error) {
	switch len(terms) {
	case 0:
		return t.newOrdered([]int{0}), nil
	case 1:
		return terms[0], nil
	}
	middle := len(terms) / 2
	a, err := t.node(terms[:middle])
	if err != nil {
		return ordered{}, err
	}
	b, err := t.node(terms[middle:])
	if err != nil {
		return ordered{}, err
	}
	low, high := t.within(terms)
	return t.plus(&a, &b, low, high)
}

// plus returns a + b, which must be within low..high.
func (t *total) plus(a, b *ordered, low, high int) (ordered, error) {
	t.begin(t.name + " order")
	c := t.newOrdered(sums(a.values, b.values, low, high))
	t.begin(t.name + " lower")
	for i, v := range a.values {
		for j, w := range b.values {
			t.or(a.atLeast[i].Not(), b.atLeast[j].Not(), c.from(v+w))
		}
		if err := t.check(); err != nil {
			return ordered{}, err
		}
	}
	t.begin(t.name + " upper")
	for i, v := range a.values {
		for j, w := range b.values {
			t.or(a.atLeast[i+1], b.atLeast[j+1], c.from(v+w+1).Not())
		}
		if err := t.check(); err != nil {
			return ordered{}, err
		}
	}
	return c, nil
}

// cost returns how many literals the clauses of sumTo have, about and at most:
// values are counted as if there were no gaps.
func cost(sum int, terms []ordered) int {
	t := total{sum: sum}
	t.low, t.high = extent(terms)
	literals := 0
	var size func([]ordered) int // the number of values of the sum of some terms
	size = func(terms []ordered) int {
		if len(terms) == 1 {
			return len(terms[0].values)
		}
		middle := len(terms) / 2
		literals += 6 * size(terms[:middle]) * size(terms[middle:])
		low, high := t.within(terms)
		return max(high-low+1, 0)
	}
	if middle := len(terms) / 2; middle > 0 {
		size(terms[:middle])
		size(terms[middle:])
	}
	return literals
}

// within returns bounds of the sum of some terms, given what the others can be.
func (t *total) within(terms []ordered) (low, high int) {
	low, high = extent(terms)
	return max(low, t.sum-(t.high-high)), min(high, t.sum-(t.low-low))
}

// extent returns the least and the greatest sum of the terms.
func extent(terms []ordered) (low, high int) {
	for _, t := range terms {
		low += t.values[0]
		high += t.values[len(t.values)-1]
	}
	return low, high
}

// sums returns every v + w within low..high, ascending, for v in a and w in b.
func sums(a, b []int, low, high int) []int {
	met := make([]bool, max(high-low+1, 0))
	for _, v := range a {
		for _, w := range b {
			if low <= v+w && v+w <= high {
				met[v+w-low] = true
			}
		}
	}
	var all []int
	for i, yes := range met {
		if yes {
			all = append(all, low+i)
		}
	}
	return all
}
