package encode

import (
	"slices"

	"crosscut/sat"
)

// listed is an integer in direct encoding.
type listed struct {
	values []int     // that it can have, ascending
	is     []sat.Lit // is[i]: it is values[i]
}

func (t listed) all() []int { return t.values }

// at returns the literal "it is v", always.Not() when it cannot be.
func (t *listed) at(v int) sat.Lit {
	if i, found := slices.BinarySearch(t.values, v); found {
		return t.is[i]
	}
	return always.Not()
}

// listedSumTo says that the terms, of each of which exactly one literal is true, have
// the given sum. Clauses: O(Σ |a|·|b| + |c|·(|a| + |b|)) over all inner nodes c with
// children a, b but the root.
//
// The families of clauses are, after the name given,
//
//	add   a sum is what its two parts make
//	rest  a sum and one of its parts say what the other part is
//	some  for each value of a sum there is a value of each of its parts
//
// Add and some are each redundant.
//
// Added up one by one, that is a line's decision diagram: a node for each cell and each
// sum up to it. It is reduced, since what can follow two different sums is different.
func (f *formula) listedSumTo(name string, sum int, terms []listed, by split) error {
	t := total[listed]{
		sum: sum, split: by,
		zero: func() listed { return listed{values: []int{0}, is: []sat.Lit{always}} },
		plus: func(a, b *listed, values []int) (listed, error) { return f.listedPlus(name, a, b, values) },
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

// listedPlus returns a + b, which has one of the values.
func (f *formula) listedPlus(name string, a, b *listed, values []int) (listed, error) {
	c := listed{values, f.NewVars(len(values))}
	f.begin(name + " add")
	for i, v := range a.values {
		for j, w := range b.values {
			f.or(a.is[i].Not(), b.is[j].Not(), c.at(v+w))
		}
		if err := f.check(); err != nil {
			return c, err
		}
	}
	for _, parts := range [][2]*listed{{a, b}, {b, a}} {
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
