package encode

// The clauses for the rules of a Hidoku beyond its graph: a closed path, cells that must or may not
// follow each other, and the order of cells. Clauses for two cells have up to three literals for each number
// of a cell, and those for orders up to four.

import (
	"slices"
	"strconv"

	"crosscut/encode/internal/write"
	"crosscut/puzzle"
	"crosscut/sat"
)

// variantRules says what the puzzle demands beyond its graph. The families of clauses are
//
//	closed    if n is on c, 1 is on a cell that touches c, and the other way round
//	link      if k is on c, a cell that must follow or precede it has k−1 or k+1
//	unlinked  if k is on c, a cell that may not follow it has not k+1
//	later     a variable for a number and a cell says that the cell has a larger number
//	before    if k is on c, the next cell of the order has a larger number
//
// On a closed path, 1 comes after n.
func (f *hidokuFormula) variantRules() error {
	if f.p.Closed() {
		f.Begin("closed")
		for _, ends := range [...][2]int{{f.n, 1}, {1, f.n}} {
			if err := f.touch(ends[0], ends[1]); err != nil {
				return err
			}
		}
	}
	both := func(say func(c, d int)) func(c, d int) {
		return func(c, d int) {
			say(c, d)
			say(d, c)
		}
	}
	return sayRules(f.Formula, f.p, both(f.link), both(f.part), f.before)
}

// sayRules says the rules of two cells, each by a function.
func sayRules(f *write.Formula, p *puzzle.Hidoku, link, part, before func(c, d int)) error {
	if p.AnyPath() {
		return nil
	}
	for _, rule := range []struct {
		name  string
		holds func(c, d int) bool
		say   func(c, d int)
	}{
		{"link", p.MustFollow, link},
		{"unlinked", func(c, d int) bool { return !p.MayFollow(c, d) }, part},
	} {
		begun := false
		for c, d := range p.Pairs() {
			if !rule.holds(c, d) {
				continue
			}
			if !begun {
				f.Begin(rule.name)
				begun = true
			}
			rule.say(c, d)
			if err := f.Check(); err != nil {
				return err
			}
		}
	}
	order := p.Ascending()
	for i := 1; i < len(order); i++ {
		before(order[i-1], order[i])
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// numberAfter returns the number after k on the path, or 0.
func (f *hidokuFormula) numberAfter(k int) int {
	switch {
	case k < f.n:
		return k + 1
	case f.p.Closed():
		return 1
	}
	return 0
}

// placeOn returns the variable of number k on cell c, or 0 if c is not in its domain or there
// is no such number.
func (f *hidokuFormula) placeOn(k, c int) sat.Lit {
	if k < 1 {
		return 0
	}
	i, found := slices.BinarySearch(f.cellsOf(k), int32(c))
	if !found {
		return 0
	}
	return place(f.starts[k-1] + i)
}

// link says that the number of d is beside that of c.
func (f *hidokuFormula) link(c, d int) {
	for k := 1; k <= f.n; k++ {
		here := f.placeOn(k, c)
		if here == 0 {
			continue
		}
		clause := []sat.Lit{here.Not()}
		before := k - 1
		if before == 0 && f.p.Closed() {
			before = f.n
		}
		for _, j := range [...]int{before, f.numberAfter(k)} {
			if there := f.placeOn(j, d); there != 0 {
				clause = append(clause, there)
			}
		}
		f.Add(clause...)
	}
}

// part says that the number of d does not come after that of c.
func (f *hidokuFormula) part(c, d int) {
	for k := 1; k <= f.n; k++ {
		here, there := f.placeOn(k, c), f.placeOn(f.numberAfter(k), d)
		if here != 0 && there != 0 {
			f.Add(here.Not(), there.Not())
		}
	}
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
