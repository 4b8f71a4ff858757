package encode

// A sum of variables that must have a given value, as clauses. The terms are the
// leaves of a binary tree and every inner node is the sum of its two children, as in
// the totalizer of O. Bailleux and Y. Boufkhad ("Efficient CNF encoding of Boolean
// cardinality constraints", CP 2003), here for integers.
//
// An integer is in order encoding or in direct encoding: see [ordered] and [listed].
// Values are cut that leave the other terms no chance to make up the sum, which high
// in the tree is most of them. The literals of inner nodes are functions of those of
// the terms.

// split says how many of some terms, two or more, are added up in the first part.
type split func(terms int) int

// The shapes of the tree: a balanced one, and one that adds one term after the other.
func balanced(terms int) int { return terms / 2 }
func oneByOne(terms int) int { return max(terms-1, 0) }

// integer is a variable that has one of some values.
type integer interface {
	ordered | listed
	all() []int // its values, ascending
}

// total is the work on one sum.
type total[T integer] struct {
	sum       int
	low, high int // the least and the greatest sum of all terms
	split     split
	zero      func() T
	plus      func(a, b *T, values []int) (T, error) // a + b, which has one of the values
}

// parts returns the two children of the root, whose value is known.
func (t *total[T]) parts(terms []T) (a, b T, err error) {
	t.low, t.high = extent(terms)
	middle := t.split(len(terms))
	if a, err = t.node(terms[:middle]); err != nil {
		return a, b, err
	}
	b, err = t.node(terms[middle:])
	return a, b, err
}

// node returns the sum of some of the terms.
func (t *total[T]) node(terms []T) (T, error) {
	switch len(terms) {
	case 0:
		return t.zero(), nil
	case 1:
		return terms[0], nil
	}
	middle := t.split(len(terms))
	a, err := t.node(terms[:middle])
	if err != nil {
		return a, err
	}
	b, err := t.node(terms[middle:])
	if err != nil {
		return b, err
	}
	low, high := t.within(terms)
	return t.plus(&a, &b, sums(a.all(), b.all(), low, high))
}

// cost returns how many literals the clauses have, about and at most, when an inner
// node has so many for the numbers of the values of its children and of its own:
// values are counted as if there were no gaps.
func (t *total[T]) cost(terms []T, node func(a, b, sum int) int) int {
	t.low, t.high = extent(terms)
	literals := 0
	var size func([]T) int // the number of values of the sum of some terms
	size = func(terms []T) int {
		if len(terms) == 1 {
			return len(terms[0].all())
		}
		low, high := t.within(terms)
		values := max(high-low+1, 0)
		middle := t.split(len(terms))
		literals += node(size(terms[:middle]), size(terms[middle:]), values)
		return values
	}
	if middle := t.split(len(terms)); middle > 0 {
		size(terms[:middle])
		size(terms[middle:])
	}
	return literals
}

// within returns bounds of the sum of some terms, given what the others can be.
func (t *total[T]) within(terms []T) (low, high int) {
	low, high = extent(terms)
	return max(low, t.sum-(t.high-high)), min(high, t.sum-(t.low-low))
}

// extent returns the least and the greatest sum of the terms.
func extent[T integer](terms []T) (low, high int) {
	for _, t := range terms {
		values := t.all()
		low += values[0]
		high += values[len(values)-1]
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
