package encode

// The rules of a Hidoku beyond its graph, in the encoding "binary". Links are clauses over
// arcs. On a closed path, two further variables for each pair say that one cell has the last
// number and the other the first. Orders compare two numbers digit by digit.

import "crosscut/sat"

// variantRules writes the families of hidokuFormula, and "less" in place of "later".
func (f *hidokuBinary) variantRules() error {
	if f.p.Closed() {
		f.closePath()
	}
	link := func(c, d int) { f.Add(f.stepsBetween(c, d)...) }
	part := func(c, d int) {
		for _, step := range f.stepsBetween(c, d) {
			f.Add(step.Not())
		}
	}
	return sayRules(f.Formula, f.p, link, part, f.before)
}

// closePath says that a cell with the last number touches one with the first, and the other
// way round.
func (f *hidokuBinary) closePath() {
	f.Begin("closed")
	for _, ends := range [...][2][]sat.Lit{{f.last, f.first}, {f.first, f.last}} {
		for c, here := range ends[0] {
			if here == 0 {
				continue
			}
			clause := []sat.Lit{here.Not()}
			for _, d := range f.p.Neighbours(c) {
				if there := ends[1][d]; there != 0 {
					clause = append(clause, there)
				}
			}
			f.Add(clause...)
		}
	}
}

// stepsBetween returns the literals that say that two cells have consecutive numbers.
func (f *hidokuBinary) stepsBetween(a, b int) []sat.Lit {
	var steps []sat.Lit
	for _, pair := range [...][2]int{{a, b}, {b, a}} {
		c, d := pair[0], pair[1]
		for j, e := range f.p.Neighbours(c) {
			if e == d {
				steps = append(steps, f.arcs[c][j])
			}
		}
		if last, first := f.last[c], f.first[d]; f.p.Closed() && last != 0 && first != 0 {
			both := f.NewVar()
			f.Add(both.Not(), last)
			f.Add(both.Not(), first)
			f.Add(both, last.Not(), first.Not())
			steps = append(steps, both)
		}
	}
	return steps
}

// before says that the number of d is larger than that of c. A variable for each digit
// says that the digits up to it, of lower value, make a smaller number on c than on d.
func (f *hidokuBinary) before(c, d int) {
	f.Begin("less")
	less := sat.Lit(0) // no digits are not less than none
	for i, here := range f.digits[c] {
		there := f.digits[d][i]
		t := f.NewVar()
		f.Add(here, there.Not(), t)
		f.Add(t.Not(), here.Not(), there)
		if less == 0 {
			f.Add(t.Not(), here.Not())
			f.Add(t.Not(), there)
		} else {
			f.Add(t.Not(), here.Not(), less)
			f.Add(t.Not(), there, less)
			f.Add(t, here, less.Not())
			f.Add(t, there.Not(), less.Not())
		}
		less = t
	}
	f.Begin("before")
	f.Add(less) // a board of two cells or more has a digit
}
