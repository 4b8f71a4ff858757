package encode

// Sums in direct encoding: the literals of an integer say "it is v". An inner node has a
// clause for each pair of values of its children. It also has one for each value of its
// own and each of a child. So it is larger than order encoding, but it shows gaps.

import (
	"slices"

	"crosscut/sat"
)

// directInt is an integer in direct encoding.
type directInt struct {
	values []int     // the values that it can have, ascending
	is     []sat.Lit // is[i]: it is values[i]
}

// all returns the values: see integer.
func (t directInt) all() []int { return t.values }

// at returns the literal "it is v", always.Not() when it cannot be.
func (t *directInt) at(v int) sat.Lit {
	if i, found := slices.BinarySearch(t.values, v); found {
		return t.is[i]
	}
	return always.Not()
}

// directSumTo says that the terms have the given sum. Exactly one literal of each term
// must be true. There are O(Σ |a|·|b| + |c|·(|a| + |b|)) clauses, over all inner nodes c
// with children a, b, except the root.
//
// The families of clauses have the given name and one of these words:
//
//	add   a sum is what its two parts make
//	rest  a sum and one part give the other part
//	some  if a sum has a value, so has each part
//
// Add and some are each redundant.
//
// If terms are added up one by one, the sum is a decision diagram of the line: a node for
// each cell and each sum up to it. The diagram is reduced, because different things can
// follow two different sums.
func (f *formula) directSumTo(name string, sum int, terms []directInt, by treeShape) error {
	t := sumTree[directInt]{
		sum: sum, shape: by,
		zero: func() directInt { return directInt{values: []int{0}, is: []sat.Lit{always}} },
		plus: func(a, b *directInt, values []int) (directInt, error) { return f.directPlus(name, a, b, values) },
	}
	if err := f.room(t.cost(terms, func(a, b, c int) int { return 3*a*b + 4*c*(a+b) })); err != nil {
		return err
	}
	a, b, err := t.parts(terms)
	if err != nil {
		return err
	}
	f.begin(name + " rest")
	for i, v := range a.values {
		f.or(a.is[i].Not(), b.at(sum-v))
	}
	for i, w := range b.values {
		f.or(b.is[i].Not(), a.at(sum-w))
	}
	return f.check()
}

// directPlus returns a + b, which has one of the values.
func (f *formula) directPlus(name string, a, b *directInt, values []int) (directInt, error) {
	c := directInt{values, f.NewVars(len(values))}
	f.begin(name + " add")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.is[i].Not(), b.is[j].Not(), c.at(v+w))
		}
		if err := f.check(); err != nil {
			return c, err
		}
	}
	for _, parts := range [][2]*directInt{{a, b}, {b, a}} {
		one, other := parts[0], parts[1]
		for k, u := range values {
			f.begin(name + " rest")
			some := []sat.Lit{c.is[k].Not()}
			for i, v := range one.values {
				f.or(c.is[k].Not(), one.is[i].Not(), other.at(u-v))
				if other.at(u-v) != always.Not() {
					some = append(some, one.is[i])
				}
			}
			f.begin(name + " some")
			f.or(some...)
			if err := f.check(); err != nil {
				return c, err
			}
		}
	}
	return c, nil
}
