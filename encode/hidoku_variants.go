package encode

// The clauses for the order of cells of a Hidoku. They have up to four literals for each number of a cell.

import (
	"strconv"

	"crosscut/sat"
)

// order says that the numbers of the cells of the order ascend. The families of clauses are
//
//	later   a variable for a number and a cell says that the cell has a larger number
//	before  if k is on c, the next cell of the order has a larger number
func (f *hidokuFormula) order() error {
	order := f.p.Ascending()
	for i := 1; i < len(order); i++ {
		f.before(order[i-1], order[i])
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// before says that the number of d is larger than that of c.
func (f *hidokuFormula) before(c, d int) {
	f.Begin("later")
	larger := sat.Lit(0) // the number of d is larger than k
	later := make([]sat.Lit, f.n+1)
	for k := f.n - 1; k > 0; k-- {
		if next := f.placeOn(k+1, d); next != 0 {
			t := f.NewVar()
			f.Name(t, f.p.Board().Name(d)+" at least "+strconv.Itoa(k+1))
			f.Add(next.Not(), t)
			if larger == 0 {
				f.Add(t.Not(), next)
			} else {
				f.Add(larger.Not(), t)
				f.Add(t.Not(), next, larger)
			}
			larger = t
		}
		later[k] = larger
	}
	f.Begin("before")
	for k := 1; k <= f.n; k++ {
		here := f.placeOn(k, c)
		switch {
		case here == 0:
		case later[k] == 0:
			f.Add(here.Not())
		default:
			f.Add(here.Not(), later[k])
		}
	}
}
