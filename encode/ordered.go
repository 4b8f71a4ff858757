package encode

import (
	"math"
	"slices"

	"crosscut/sat"
)

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

func (t ordered) all() []int { return t.values }

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
func (f *formula) sumTo(name string, sum int, terms []ordered, by split) error {
	t := f.orderedTotal(name, sum, by)
	if err := f.room(t.literals(terms)); err != nil {
		return err
	}
	a, b, err := t.parts(terms)
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

// orderedTotal is a total in order encoding.
type orderedTotal struct{ total[ordered] }

func (f *formula) orderedTotal(name string, sum int, by split) *orderedTotal {
	return &orderedTotal{total[ordered]{
		sum: sum, split: by,
		zero: func() ordered { return f.newOrdered([]int{0}) },
		plus: func(a, b *ordered, values []int) (ordered, error) { return f.plus(name, a, b, values) },
	}}
}

// literals returns how many literals the clauses have, about and at most.
func (t *orderedTotal) literals(terms []ordered) int {
	return t.cost(terms, func(a, b, _ int) int { return 6 * a * b })
}

// plus returns a + b, which has one of the values.
func (f *formula) plus(name string, a, b *ordered, values []int) (ordered, error) {
	f.begin(name + " order")
	c := f.newOrdered(values)
	f.begin(name + " lower")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.atLeast[i].Not(), b.atLeast[j].Not(), c.from(v+w))
		}
		if err := f.check(); err != nil {
			return ordered{}, err
		}
	}
	f.begin(name + " upper")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.atLeast[i+1], b.atLeast[j+1], c.from(v+w+1).Not())
		}
		if err := f.check(); err != nil {
			return ordered{}, err
		}
	}
	return c, nil
}
