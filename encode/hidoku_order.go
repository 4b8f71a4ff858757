package encode

// The encoding "order" of Hidokus: the row and the column of each number in order
// encoding (see sum_order.go), beside the variables of its places. It applies to every
// Hidoku. The rows of two consecutive numbers differ by at most one, and so do their
// columns. So by unit propagation bounds of one number give bounds of the next.

import (
	"slices"

	"crosscut/sat"
)

// coordinates gives each number its row and its column in order encoding. The families
// of clauses, for rows and in the same way for columns, are
//
//	order   a number that is in row r or below is in row r−1 or below
//	number  each number is on a cell, and its row is that of its cell
//	line    a number in a row is on one of the cells of that row
//	step    from one number to the next the row changes by one at most
//
// Two cells are in different rows or columns, so a number is on one cell only.
// Line and step are redundant. Step is left out where moves go further than to cells
// around a cell. It shows at once how far the path can get in a gap.
func (f *hidokuFormula) coordinates() error {
	var before [2]orderInt
	beside := stepsStayBeside(f.p)
	for k := 1; k <= f.n; k++ {
		f.begin("number")
		f.Add(f.placesOf(k)...)
		if len(f.cellsOf(k)) == 0 {
			return nil // the formula is contradictory
		}
		for axis := range before {
			t := f.coordinate(k, axis)
			if k > 1 && beside {
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
func (f *hidokuFormula) coordinate(k, axis int) orderInt {
	lines := make(map[int][]sat.Lit)
	var values []int
	for i, c := range f.cellsOf(k) {
		row, col := f.p.Board().Pos(int(c))
		v := [...]int{row, col}[axis]
		if lines[v] == nil {
			values = append(values, v)
		}
		lines[v] = append(lines[v], place(f.starts[k-1]+i))
	}
	slices.Sort(values)
	f.begin("order")
	t := f.newOrderInt(values, nil)
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
func (f *hidokuFormula) step(a, b *orderInt) {
	f.begin("step")
	for i, v := range a.values {
		f.or(a.atLeast[i].Not(), b.from(v-1))
		f.or(a.atLeast[i+1], b.from(v+2).Not())
	}
}
