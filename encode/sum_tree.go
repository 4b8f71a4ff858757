package encode

// A sum of integers that must have a given value, as clauses. It applies to the lines of
// magic boards, to the number of stones of a kind and to the balance of colours.
//
// The terms are the leaves of a binary tree and every inner node is the sum of its two
// children. For Boolean terms it is the totalizer (O. Bailleux and Y. Boufkhad,
// "Efficient CNF encoding of Boolean cardinality constraints", CP 2003). An integer is
// in order encoding or in direct encoding: see [orderInt] and [directInt]. The literals
// of inner nodes are functions of those of the terms.
//
// An inner node has a clause for each pair of values of its children. A value is left
// out if the other terms can no longer make up the sum. High in the tree that leaves out
// most values.

// treeShape returns how many of two or more terms the first child of a node adds up.
type treeShape func(terms int) int

// balanced is the shape of a balanced tree.
func balanced(terms int) int { return terms / 2 }

// oneByOne is the shape of a tree that adds one term after the other.
func oneByOne(terms int) int { return max(terms-1, 0) }

// integer is a variable that has one of some values.
type integer interface {
	orderInt | directInt
	all() []int // its values, ascending
}

// sumTree is the work on one sum.
type sumTree[T integer] struct {
	sum       int // the value that it must have
	low, high int // the least and the greatest sum that all terms can have
	shape     treeShape
	zero      func() T
	plus      func(a, b *T, values []int) (T, error) // a + b, which has one of the values
}

// parts returns the two children of the root, whose value is known.
func (t *sumTree[T]) parts(terms []T) (a, b T, err error) {
	t.low, t.high = extent(terms)
	middle := t.shape(len(terms))
	if a, err = t.node(terms[:middle]); err != nil {
		return a, b, err
	}
	b, err = t.node(terms[middle:])
	return a, b, err
}

// node returns the sum of some of the terms.
func (t *sumTree[T]) node(terms []T) (T, error) {
	switch len(terms) {
	case 0:
		return t.zero(), nil
	case 1:
		return terms[0], nil
	}
	middle := t.shape(len(terms))
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

// cost returns an upper bound for the number of literals in the clauses. It counts values
// as if there were no gaps between them. node returns the literals for one inner node,
// given how many values its children and itself have.
func (t *sumTree[T]) cost(terms []T, node func(a, b, sum int) int) int {
	t.low, t.high = extent(terms)
	literals := 0
	var size func([]T) int // the number of values of the sum of some terms
	size = func(terms []T) int {
		if len(terms) == 1 {
			return len(terms[0].all())
		}
		low, high := t.within(terms)
		values := max(high-low+1, 0)
		middle := t.shape(len(terms))
		literals += node(size(terms[:middle]), size(terms[middle:]), values)
		return values
	}
	if middle := t.shape(len(terms)); middle > 0 {
		size(terms[:middle])
		size(terms[middle:])
	}
	return literals
}

// within returns bounds for the sum of some terms, given what the others can be.
func (t *sumTree[T]) within(terms []T) (low, high int) {
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
	for i, possible := range met {
		if possible {
			all = append(all, low+i)
		}
	}
	return all
}
