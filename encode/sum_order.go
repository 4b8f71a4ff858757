package encode

// Sums in order encoding: the literals of an integer say "it is v or more". An inner
// node has two clauses for each pair of values of its children. Bounds of the terms give
// bounds of the sum, and the other way round, by unit propagation.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"crosscut/sat"
)

// always is a literal that is true, for clauses added by [formula.or] only. Its negation
// is false.
const always = sat.Lit(math.MaxInt32)

// or adds a clause without the negation of always. It adds nothing if always is in it.
func (f *formula) or(lits ...sat.Lit) {
	if slices.Contains(lits, always) {
		return
	}
	f.Add(slices.DeleteFunc(lits, func(l sat.Lit) bool { return l == always.Not() })...)
}

// orderInt is an integer in order encoding.
type orderInt struct {
	values  []int     // the values that it can have, ascending
	atLeast []sat.Lit // atLeast[i]: it is values[i] or more; a last literal beyond the values is false
	addends *addends  // what it adds up, nil if its literals need no names
}

// addends are what a sum adds up, for the names of its literals.
type addends struct {
	names  []string
	offset int  // is added to a value to get the one that names show
	counts bool // they are literals, and the sum is how many are true
}

// name is the name of the literal "it is v or more".
func (t *addends) name(v int) string {
	if t.counts {
		return fmt.Sprintf("at least %d of %s", v+t.offset, strings.Join(t.names, " "))
	}
	return fmt.Sprintf("%s at least %d", strings.Join(t.names, " + "), v+t.offset)
}

// and returns the addends of a sum of two parts, nil if either has none.
func (t *addends) and(u *addends) *addends {
	if t == nil || u == nil {
		return nil
	}
	return &addends{slices.Concat(t.names, u.names), t.offset + u.offset, t.counts}
}

// all returns the values: see integer.
func (t orderInt) all() []int { return t.values }

// newOrderInt returns a fresh integer that can have the given values. Its clauses say that
// if it is at least a value, it is at least the value before. Its literals get names if it
// is said what it adds up.
func (f *formula) newOrderInt(values []int, of *addends) orderInt {
	t := orderInt{values, make([]sat.Lit, len(values)+1), of}
	if of != nil {
		f.NameVars(sat.Lit(f.Vars()+1), len(values)-1, func(i int) string { return of.name(values[i+1]) })
	}
	t.atLeast[0] = always
	for i := 1; i < len(values); i++ {
		t.atLeast[i] = f.NewVar()
		f.or(t.atLeast[i].Not(), t.atLeast[i-1])
	}
	t.atLeast[len(values)] = always.Not()
	return t
}

// from returns the literal "it is v or more".
func (t *orderInt) from(v int) sat.Lit {
	i, _ := slices.BinarySearch(t.values, v)
	return t.atLeast[i]
}

// orderSumTo says that the terms have the given sum. Each term has at least one value.
// There are O(Σ |a|·|b|) clauses, over the children a, b of all inner nodes except the root.
//
// The families of clauses have the given name and one of these words:
//
//	order  a sum that is at least a value is at least the value before
//	lower  a sum is at least the lower bounds of its two parts; the whole is not too much
//	upper  a sum is at most the upper bounds of its two parts; the whole is not too little
//
// Order is redundant if the values of the terms have no gaps, as in counts, because
// lower and upper then fix every literal. With gaps, no smaller parts of a sum of 8 may
// make 7. Then only order fixes its literal "at least 7".
func (f *formula) orderSumTo(name string, sum int, terms []orderInt, by treeShape) error {
	t := f.newOrderTree(name, sum, by)
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

// orderTree is the work on one sum in order encoding.
type orderTree struct{ sumTree[orderInt] }

// newOrderTree returns the work on a sum: see orderSumTo.
func (f *formula) newOrderTree(name string, sum int, by treeShape) *orderTree {
	return &orderTree{sumTree[orderInt]{
		sum: sum, shape: by,
		zero: func() orderInt { return f.newOrderInt([]int{0}, nil) },
		plus: func(a, b *orderInt, values []int) (orderInt, error) { return f.orderPlus(name, a, b, values) },
	}}
}

// literals returns an upper bound for the number of literals in the clauses.
func (t *orderTree) literals(terms []orderInt) int {
	return t.cost(terms, func(a, b, _ int) int { return 6 * a * b })
}

// orderPlus returns a + b, which has one of the values.
func (f *formula) orderPlus(name string, a, b *orderInt, values []int) (orderInt, error) {
	f.begin(name + " order")
	c := f.newOrderInt(values, a.addends.and(b.addends))
	f.begin(name + " lower")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.atLeast[i].Not(), b.atLeast[j].Not(), c.from(v+w))
		}
		if err := f.check(); err != nil {
			return orderInt{}, err
		}
	}
	f.begin(name + " upper")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.atLeast[i+1], b.atLeast[j+1], c.from(v+w+1).Not())
		}
		if err := f.check(); err != nil {
			return orderInt{}, err
		}
	}
	return c, nil
}
