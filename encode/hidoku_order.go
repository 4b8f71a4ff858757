package encode

import (
	"slices"

	"crosscut/sat"
)

// coordinates gives each number its row and its column in order encoding (see sum.go).
// The families of clauses are
//
//	order   what is in a row, or column, from r on is in one from the row before on
//	number  each number is on a cell, and its row and column are those of its cell
//	line    what is in a row, or column, is on one of its cells
//	step    from one number to the next the row, and the column, change by one at most
//
// Two cells are in different rows or columns, so that a number is on one cell only.
// Line and step are redundant. Step says of a gap at once how far the path gets in it.
func (f *pathCNF) coordinates() error {
	var before [2]ordered
	for k := 1; k <= f.n; k++ {
		f.begin("number")
		f.Add(f.placesOf(k)...)
		if len(f.of(k)) == 0 {
			return nil // and the formula is contradictory
		}
		for axis := range before {
			t := f.coordinate(k, axis)
			if k > 1 {
				f.step(&before[axis], &t)
			}
			before[axis] = t
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// coordinate returns the row of a number, or with axis 1 its column.
func (f *pathCNF) coordinate(k, axis int) ordered {
	lines := make(map[int][]sat.Lit)
	var values []int
	for i, c := range f.of(k) {
		row, col := f.p.Board().Pos(int(c))
		v := [...]int{row, col}[axis]
		if lines[v] == nil {
			values = append(values, v)
		}
		lines[v] = append(lines[v], place(f.starts[k-1]+i))
	}
	slices.Sort(values)
	f.begin("order")
	t := f.newOrdered(values)
	for i, v := range values {
		f.begin("number")
		for _, l := range lines[v] {
			f.or(l.Not(), t.atLeast[i])
			f.or(l.Not(), t.atLeast[i+1].Not())
		}
		f.begin("line")
		f.or(append([]sat.Lit{t.atLeast[i].Not(), t.atLeast[i+1]}, lines[v]...)...)
	}
	return t
}

// step says that two coordinates differ by one at most.
func (f *pathCNF) step(a, b *ordered) {
	f.begin("step")
	for i, v := range a.values {
		f.or(a.atLeast[i].Not(), b.from(v-1))
		f.or(a.atLeast[i+1], b.from(v+2).Not())
	}
}
