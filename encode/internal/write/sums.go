package write

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

	"crosscut/internal/base"
	"crosscut/sat"
)

// Always is a literal that is true, for clauses added by [Formula.Or] only. Its negation
// is false.
const Always = sat.Lit(math.MaxInt32)

// Or adds a clause without the negation of Always. It adds nothing if Always is in it.
func (f *Formula) Or(lits ...sat.Lit) {
	if slices.Contains(lits, Always) {
		return
	}
	f.Add(slices.DeleteFunc(lits, func(l sat.Lit) bool { return l == Always.Not() })...)
}

// OrderInt is an integer in order encoding.
type OrderInt struct {
	Values  []int     // the values that it can have, ascending
	AtLeast []sat.Lit // AtLeast[i]: it is Values[i] or more; a last literal beyond the values is false
	Addends *Addends  // what it adds up, nil if its literals need no names
}

// Addends are what a sum adds up, for the names of its literals.
type Addends struct {
	Names  []string
	Counts bool // they are literals, and the sum is how many are true
}

// name is the name of the literal "it is v or more".
func (t *Addends) name(v int) string {
	if t.Counts {
		return fmt.Sprintf("at least %d of %s", v, strings.Join(t.Names, " "))
	}
	return fmt.Sprintf("%s at least %d", strings.Join(t.Names, " + "), v)
}

// and returns the Addends of a sum of two parts, nil if either has none.
func (t *Addends) and(u *Addends) *Addends {
	if t == nil || u == nil {
		return nil
	}
	return &Addends{slices.Concat(t.Names, u.Names), t.Counts}
}

// NewOrderInt returns a fresh integer that can have the given values. Its clauses say that
// if it is at least a value, it is at least the value before. Its literals get names if it
// is said what it adds up.
func (f *Formula) NewOrderInt(values []int, of *Addends) OrderInt {
	t := OrderInt{values, make([]sat.Lit, len(values)+1), of}
	if of != nil {
		f.NameVars(sat.Lit(f.Vars()+1), len(values)-1, func(i int) string { return of.name(values[i+1]) })
	}
	t.AtLeast[0] = Always
	for i := 1; i < len(values); i++ {
		t.AtLeast[i] = f.NewVar()
		f.Or(t.AtLeast[i].Not(), t.AtLeast[i-1])
	}
	t.AtLeast[len(values)] = Always.Not()
	return t
}

// from returns the literal "it is v or more".
func (t *OrderInt) from(v int) sat.Lit {
	i, _ := slices.BinarySearch(t.Values, v)
	return t.AtLeast[i]
}

// Negative returns the negative of an integer.
func (t *OrderInt) Negative() OrderInt {
	n := OrderInt{Values: slices.Clone(t.Values), AtLeast: slices.Clone(t.AtLeast)}
	slices.Reverse(n.Values)
	slices.Reverse(n.AtLeast)
	for i := range n.Values {
		n.Values[i] = -n.Values[i]
	}
	for i, l := range n.AtLeast {
		n.AtLeast[i] = l.Not()
	}
	return n
}

// SumTo says that the terms have the given sum. Each term has at least one value.
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
func (f *Formula) SumTo(name string, sum int, terms []OrderInt) error {
	t := f.newSumTree(name, sum, terms)
	if err := f.Room(t.literals()); err != nil {
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
	f.Begin(name + " lower") // the root needs no literals: its value is known
	for i, v := range a.Values {
		f.Or(a.AtLeast[i].Not(), b.from(sum-v+1).Not())
	}
	f.Begin(name + " upper")
	for i, v := range a.Values {
		f.Or(a.AtLeast[i+1], b.from(sum-v))
	}
	return f.Check()
}

// Joint says that up to three terms have the given sum. There are O(|a|·|b|) clauses, over the two with the fewest values.
// The families are lower and upper, as for [Formula.SumTo].
func (f *Formula) Joint(name string, sum int, terms []OrderInt) error {
	zero := OrderInt{Values: []int{0}, AtLeast: []sat.Lit{Always, Always.Not()}}
	terms = append(slices.Clone(terms), zero, zero, zero)[:3]
	base.SortStable(terms, func(a, b OrderInt) int { return len(a.Values) - len(b.Values) })
	a, b, c := terms[0], terms[1], terms[2]
	if err := f.Room(6 * len(a.Values) * len(b.Values)); err != nil {
		return err
	}
	f.Begin(name + " lower")
	for i, v := range a.Values {
		for j, w := range b.Values {
			f.Or(a.AtLeast[i].Not(), b.AtLeast[j].Not(), c.from(sum-v-w+1).Not())
		}
	}
	f.Begin(name + " upper")
	for i, v := range a.Values {
		for j, w := range b.Values {
			f.Or(a.AtLeast[i+1], b.AtLeast[j+1], c.from(sum-v-w))
		}
	}
	return f.Check()
}

// CountTo says that lo to hi of the literals are true. These are the terms of a sum, and what lacks
// to hi is another term: its clauses are of the family "spare", and there are none if lo is hi.
// names are those of the literals, nil if the sums of them need no names.
func (f *Formula) CountTo(name string, lo, hi int, lits []sat.Lit, names func(sat.Lit) string) error {
	terms := make([]OrderInt, len(lits))
	for i, l := range lits {
		terms[i] = OrderInt{Values: []int{0, 1}, AtLeast: []sat.Lit{Always, l, Always.Not()}}
		if names != nil {
			terms[i].Addends = &Addends{Names: []string{names(l)}, Counts: true}
		}
	}
	if lo < hi {
		f.Begin("spare")
		values := make([]int, hi-lo+1)
		for n := range values {
			values[n] = n
		}
		terms = append(terms, f.NewOrderInt(values, nil))
	}
	return f.SumTo(name, hi, terms)
}

// SumLiterals returns an upper bound for the number of literals that SumTo writes.
func SumLiterals(sum int, terms []OrderInt) int {
	return new(Formula).newSumTree("", sum, terms).literals()
}

// sumTree is the work on one sum.
type sumTree struct {
	f         *Formula
	name      string
	sum       int // the value that it must have
	terms     []OrderInt
	low, high int // the least and the greatest sum that all terms can have
}

func (f *Formula) newSumTree(name string, sum int, terms []OrderInt) *sumTree {
	t := &sumTree{f: f, name: name, sum: sum, terms: terms}
	t.low, t.high = Extent(terms)
	return t
}

// node returns the sum of some of the terms.
func (t *sumTree) node(terms []OrderInt) (OrderInt, error) {
	switch len(terms) {
	case 0:
		return t.f.NewOrderInt([]int{0}, nil), nil
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
	return t.plus(&a, &b, sums(a.Values, b.Values, low, high))
}

// literals returns an upper bound for the number of literals in the clauses. It counts values
// as if there were no gaps between them.
func (t *sumTree) literals() (literals int) {
	var size func([]OrderInt) int // the number of values of the sum of some terms
	size = func(terms []OrderInt) int {
		if len(terms) == 1 {
			return len(terms[0].Values)
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
func (t *sumTree) within(terms []OrderInt) (low, high int) {
	low, high = Extent(terms)
	return max(low, t.sum-(t.high-high)), min(high, t.sum-(t.low-low))
}

// Extent returns the least and the greatest sum of the terms.
func Extent(terms []OrderInt) (low, high int) {
	for _, t := range terms {
		low += t.Values[0]
		high += t.Values[len(t.Values)-1]
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
func (t *sumTree) plus(a, b *OrderInt, values []int) (OrderInt, error) {
	f := t.f
	f.Begin(t.name + " order")
	c := f.NewOrderInt(values, a.Addends.and(b.Addends))
	f.Begin(t.name + " lower")
	for i, v := range a.Values {
		for j, w := range b.Values {
			f.Or(a.AtLeast[i].Not(), b.AtLeast[j].Not(), c.from(v+w))
		}
		if err := f.Check(); err != nil {
			return OrderInt{}, err
		}
	}
	f.Begin(t.name + " upper")
	for i, v := range a.Values {
		for j, w := range b.Values {
			f.Or(a.AtLeast[i+1], b.AtLeast[j+1], c.from(v+w+1).Not())
		}
		if err := f.Check(); err != nil {
			return OrderInt{}, err
		}
	}
	return c, nil
}
