package encode

// A sum of integers that must have a given value, as clauses. It applies to the lines of magic
// boards, and to the number of stones of a kind or of places of a number.
//
// The integers are in order encoding: their literals say "it is v or more". The terms are the
// leaves of a balanced binary tree, and every inner node is the sum of its two children. For
// Boolean terms it is the totalizer (O. Bailleux and Y. Boufkhad, "Efficient CNF encoding of
// Boolean cardinality constraints", CP 2003). The literals of inner nodes are functions of those of
// the terms. Bounds of the terms give bounds of the sum, and the other way round, by unit
// propagation.
//
// An inner node has two clauses for each pair of values of its children. A value is left out if the
// other terms can no longer make up the sum. High in the tree that leaves out most values.

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
	counts bool // they are literals, and the sum is how many are true
}

// name is the name of the literal "it is v or more".
func (t *addends) name(v int) string {
	if t.counts {
		return fmt.Sprintf("at least %d of %s", v, strings.Join(t.names, " "))
	}
	return fmt.Sprintf("%s at least %d", strings.Join(t.names, " + "), v)
}

// and returns the addends of a sum of two parts, nil if either has none.
func (t *addends) and(u *addends) *addends {
	if t == nil || u == nil {
		return nil
	}
	return &addends{slices.Concat(t.names, u.names), t.counts}
}

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

// negative returns the negative of an integer.
func (t *orderInt) negative() orderInt {
	n := orderInt{values: slices.Clone(t.values), atLeast: slices.Clone(t.atLeast)}
	slices.Reverse(n.values)
	slices.Reverse(n.atLeast)
	for i := range n.values {
		n.values[i] = -n.values[i]
	}
	for i, l := range n.atLeast {
		n.atLeast[i] = l.Not()
	}
	return n
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
func (f *formula) orderSumTo(name string, sum int, terms []orderInt) error {
	t := f.newSumTree(name, sum, terms)
	if err := f.room(t.literals()); err != nil {
		return err
	}
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

// sumTree is the work on one sum.
type sumTree struct {
	f         *formula
	name      string
	sum       int // the value that it must have
	terms     []orderInt
	low, high int // the least and the greatest sum that all terms can have
}

// newSumTree returns the work on a sum: see orderSumTo.
func (f *formula) newSumTree(name string, sum int, terms []orderInt) *sumTree {
	t := &sumTree{f: f, name: name, sum: sum, terms: terms}
	t.low, t.high = extent(terms)
	return t
}

// node returns the sum of some of the terms.
func (t *sumTree) node(terms []orderInt) (orderInt, error) {
	switch len(terms) {
	case 0:
		return t.f.newOrderInt([]int{0}, nil), nil
	case 1:
		return terms[0], nil
	}
	middle := len(terms) / 2
	a, err := t.node(terms[:middle])
	if err != nil {
		return a, err
	}
	b, err := t.node(terms[middle:])
	if err != nil {
		return b, err
	}
	low, high := t.within(terms)
	return t.plus(&a, &b, sums(a.values, b.values, low, high))
}

// literals returns an upper bound for the number of literals in the clauses. It counts values
// as if there were no gaps between them.
func (t *sumTree) literals() (literals int) {
	var size func([]orderInt) int // the number of values of the sum of some terms
	size = func(terms []orderInt) int {
		if len(terms) == 1 {
			return len(terms[0].values)
		}
		low, high := t.within(terms)
		middle := len(terms) / 2
		literals += 6 * size(terms[:middle]) * size(terms[middle:])
		return max(high-low+1, 0)
	}
	if middle := len(t.terms) / 2; middle > 0 {
		size(t.terms[:middle])
		size(t.terms[middle:])
	}
	return literals
}

// within returns bounds for the sum of some terms, given what the others can be.
func (t *sumTree) within(terms []orderInt) (low, high int) {
	low, high = extent(terms)
	return max(low, t.sum-(t.high-high)), min(high, t.sum-(t.low-low))
}

// extent returns the least and the greatest sum of the terms.
func extent(terms []orderInt) (low, high int) {
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
	for i, possible := range met {
		if possible {
			all = append(all, low+i)
		}
	}
	return all
}

// plus returns a + b, which has one of the values.
func (t *sumTree) plus(a, b *orderInt, values []int) (orderInt, error) {
	f := t.f
	f.begin(t.name + " order")
	c := f.newOrderInt(values, a.addends.and(b.addends))
	f.begin(t.name + " lower")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.atLeast[i].Not(), b.atLeast[j].Not(), c.from(v+w))
		}
		if err := f.check(); err != nil {
			return orderInt{}, err
		}
	}
	f.begin(t.name + " upper")
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
