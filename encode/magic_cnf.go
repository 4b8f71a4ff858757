package encode

import (
	"fmt"
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A magic board as a formula. There is a variable for each cell and number of its domain. The
// families of clauses are
//
//	number   each number is on as many cells as it must be; not if numbers are free
//	order    an integer that is at least a value is at least the value before
//	value    an integer has a value if it is at least that and not at least the next
//	cell     each cell that is in no sum has exactly one number
//	product  a product of two factors is what they make; for terms that multiply
//	row, column, diagonal or line, with a word as in write.Formula.SumTo
//	         the terms of each line have the sum
//
// The integers in order encoding are the cells that are terms of a line, and the products. A
// product of more factors is a product of products, of which the inner ones may have other values
// beside their own, without harm. Products that the other terms of the line rule out have no variable. If the sum is not known, it is an integer of its own. The lines add up to 0
// when it is taken away.
//
// On a plain square, lower and upper of the rows are each redundant. All numbers together have n
// times the sum, so if no row has too much, none has too little, and the other way round. This is
// also so for the columns, but not for the diagonals. Order of the cells is redundant there because
// a cell whose literals rise again has two numbers, and then some number has no cell.
//
// The sums of a line of a plain square have O(n³) values together, so clauses for pairs of them grow
// with a high power of n. write.MaxLiterals bounds them.

// magicFormula is a magic board as a formula that is being written.
type magicFormula struct {
	*write.Formula
	*magicDomains
	has     [][]sat.Lit      // has[c][i]: cell c has the i-th number of its domain
	ordered []write.OrderInt // per cell, its number in order encoding; without values for a cell that is no term
	common  write.OrderInt   // the sum that is not known; without values if there is none
}

func writeMagic(run *meter.Run, p *puzzle.Magic) (*Formula, error) {
	m, err := cutMagicDomains(run, p)
	if err != nil {
		return nil, err
	}
	return m.formula(run, (*magicFormula).wholeLines)
}

func (f *magicFormula) wholeLines() []func() error {
	return []func() error{f.roomForLines, f.cells, f.addLines}
}

// formula is writeMagic with given domains. steps says how cells and lines are written.
func (m *magicDomains) formula(run *meter.Run, steps func(*magicFormula) []func() error) (*Formula, error) {
	f := &magicFormula{Formula: write.NewFormula(run), magicDomains: m, ordered: make([]write.OrderInt, len(m.domains))}
	var keep []sat.Lit
	for c, domain := range m.domains {
		f.has = append(f.has, f.NewVars(len(domain)))
		keep = append(keep, f.has[c]...)
		for i, k := range domain {
			f.Name(f.has[c][i], fmt.Sprintf("number %d on %s", k, m.p.Board().Name(c)))
		}
		if err := f.Check(); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(m.domains, func(domain []int) bool { return len(domain) == 0 }) {
		f.Begin("cell")
		f.Add() // a cell has no number, so there is no solution
	} else {
		for _, write := range append([]func() error{f.countNumbers}, steps(f)...) {
			if err := write(); err != nil {
				return nil, err
			}
		}
	}
	return &Formula{
		CNF: f.CNF, Keep: keep, Decode: f.decode, differ: f.differ, symmetries: f.symmetries,
		groups: f.has, inference: f.inference(), families: f.Families,
	}, nil
}

// countNumbers says how often each number stands.
func (f *magicFormula) countNumbers() error {
	if f.p.Rules().Form == puzzle.Equation {
		return nil
	}
	on := make([][]sat.Lit, len(f.values))
	for c, domain := range f.domains {
		for i, k := range domain {
			on[f.index(k)] = append(on[f.index(k)], f.has[c][i])
		}
	}
	f.Begin("number")
	for i, places := range on {
		uses := f.p.Uses(f.values[i])
		switch {
		case len(places) < uses:
			f.Add() // it has too few cells
		case uses == 1:
			first := f.Vars() + 1
			if err := f.SayExactlyOne(places, write.ByLadder); err != nil {
				return err
			}
			f.NameLadder(first, places)
		default:
			if err := f.CountTo("number", uses, uses, places, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// roomForLines returns an error if the clauses of the lines that only add up cells would be too
// many. For other lines, that is found out when they are written.
func (f *magicFormula) roomForLines() error {
	literals := 0
	for i := range f.lines {
		l := &f.lines[i]
		if l.IsSum() && !l.Any {
			terms := make([]write.OrderInt, len(l.Terms))
			for j, c := range l.Cells() {
				terms[j].Values = f.domains[c]
			}
			literals += write.SumLiterals(l.Sum, terms)
		}
		if err := f.Room(literals); err != nil {
			return err
		}
	}
	return nil
}

// cells says that each cell has one number. Cells that are terms get it in order encoding.
func (f *magicFormula) cells() error {
	for i := range f.lines {
		for _, t := range f.lines[i].Terms {
			if c := t.Cells[0]; len(t.Cells) == 1 && f.ordered[c].Values == nil {
				f.ordered[c] = f.inOrder(f.domains[c], f.has[c], &write.Addends{Names: []string{f.p.Board().Name(c)}})
				if err := f.Check(); err != nil {
					return err
				}
			}
		}
	}
	f.Begin("cell")
	for c, numbers := range f.has {
		if f.ordered[c].Values == nil {
			if err := f.SayExactlyOne(numbers, write.ByLadder); err != nil {
				return err
			}
		}
	}
	return nil
}

// inOrder returns an integer in order encoding, of which is[i] says that it is values[i].
func (f *magicFormula) inOrder(values []int, is []sat.Lit, of *write.Addends) write.OrderInt {
	f.Begin("order")
	t := f.NewOrderInt(values, of)
	f.Begin("value")
	for i, l := range is {
		f.Or(l.Not(), t.AtLeast[i])
		f.Or(l.Not(), t.AtLeast[i+1].Not())
		f.Or(l, t.AtLeast[i].Not(), t.AtLeast[i+1])
	}
	return t
}

// maxRange bounds the range of values of a sum, for which there is an array.
const maxRange = 1 << 26

func (f *magicFormula) addLines() error {
	if slices.ContainsFunc(f.lines, func(l puzzle.Line) bool { return l.Any }) {
		if err := f.addCommon(); err != nil {
			return err
		}
	}
	for i := range f.lines {
		l := &f.lines[i]
		whole, target := f.total(l.Terms), f.sumOf(l)
		if !whole.meets(target) {
			f.Add()
			continue
		}
		terms, err := f.terms(l, whole, target)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(terms, func(t write.OrderInt) bool { return len(t.Values) == 0 }) {
			f.Add() // a term has no value that fits
			continue
		}
		if low, high := write.Extent(terms); high-low > maxRange {
			return write.TooLarge("sum with values from %d to %d", low, high)
		}
		sum := l.Sum
		if l.Any {
			sum = 0
		}
		if err := f.SumTo(l.Rule, sum, terms); err != nil {
			return err
		}
	}
	return nil
}

// addCommon adds the sum that all lines with Any have.
func (f *magicFormula) addCommon() error {
	var common interval
	for i := range f.lines {
		if l := &f.lines[i]; l.Any {
			common = f.sumOf(l)
		}
	}
	if common.low > common.high {
		f.Add()
		return f.Check()
	}
	if common.high-common.low > maxRange {
		return write.TooLarge("sum with values from %d to %d", common.low, common.high)
	}
	values := make([]int, common.high-common.low+1)
	for i := range values {
		values[i] = common.low + i
	}
	f.Begin("order")
	f.common = f.NewOrderInt(values, &write.Addends{Names: []string{"the sum is"}})
	return f.Check()
}

func (f *magicFormula) terms(l *puzzle.Line, whole, target interval) (terms []write.OrderInt, err error) {
	for i := range l.Terms {
		t := &l.Terms[i]
		term := f.ordered[t.Cells[0]]
		if len(t.Cells) > 1 {
			own := f.factor(t, -1)
			// What the term may be, if the others are what they may be.
			fits := interval{target.low - (whole.high - own.high), target.high - (whole.low - own.low)}
			if t.Minus {
				fits = interval{-fits.high, -fits.low}
			}
			product, err := f.product(t.Cells, fits)
			if err != nil {
				return nil, err
			}
			term = f.inOrder(product.values, product.is, nil)
		}
		if t.Minus {
			term = term.Negative()
		}
		terms = append(terms, term)
	}
	if l.Any {
		terms = append(terms, f.common.Negative())
	}
	return terms, f.Check()
}

// directInt is an integer in direct encoding.
type directInt struct {
	values []int     // the values that it can have, ascending
	is     []sat.Lit // is[i]: it is values[i]
}

// at returns the literal "it is v", always.Not() when it cannot be.
func (t *directInt) at(v int) sat.Lit {
	if i, found := slices.BinarySearch(t.values, v); found {
		return t.is[i]
	}
	return write.Always.Not()
}

// product returns a product of cells. Values that do not fit are left out.
func (f *magicFormula) product(cells []int, fits interval) (directInt, error) {
	product := directInt{f.domains[cells[0]], f.has[cells[0]]}
	for i, c := range cells[1:] {
		rest := interval{1, 1} // what is still to be multiplied
		for _, d := range cells[i+2:] {
			rest = rest.times(f.of(d))
		}
		keep := func(v int) bool { return interval{v, v}.times(rest).meets(fits) }
		var err error
		if product, err = f.times(&product, &directInt{f.domains[c], f.has[c]}, keep); err != nil {
			return product, err
		}
	}
	return product, nil
}

// times returns a product. It has only values for which keep reports true, and factors that
// make another value are excluded.
func (f *magicFormula) times(a, b *directInt, keep func(int) bool) (directInt, error) {
	if err := f.Room(4 * len(a.values) * len(b.values)); err != nil {
		return directInt{}, err
	}
	var c directInt
	for _, v := range a.values {
		for _, w := range b.values {
			if keep(v * w) {
				c.values = append(c.values, v*w)
			}
		}
	}
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	c.is = f.NewVars(len(c.values))
	f.Begin("product")
	some := make([][]sat.Lit, len(c.values)) // per product, the numbers of a that make it
	for i, v := range a.values {
		made := make(map[int]bool)
		for j, w := range b.values {
			is := c.at(v * w)
			f.Or(a.is[i].Not(), b.is[j].Not(), is)
			if is != write.Always.Not() && !made[v*w] {
				made[v*w] = true
				k, _ := slices.BinarySearch(c.values, v*w)
				some[k] = append(some[k], a.is[i])
			}
		}
		if err := f.Check(); err != nil {
			return c, err
		}
	}
	for k, lits := range some {
		f.Add(append(lits, c.is[k].Not())...)
	}
	return c, f.Check()
}

// decode returns the number of each cell, and [puzzle.Empty] for a cell without a number.
func (f *magicFormula) decode(values []bool) puzzle.Solution {
	s := make(puzzle.Solution, len(f.domains))
	for c, domain := range f.domains {
		s[c] = puzzle.Empty
		for i, k := range domain {
			if v := f.has[c][i].Var(); v < len(values) && values[v] {
				s[c] = k
			}
		}
	}
	return s
}

func (f *magicFormula) differ(s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	for _, c := range cells {
		if i, found := slices.BinarySearch(f.domains[c], s[c]); found {
			clause = append(clause, f.has[c][i].Not())
		}
	}
	return clause
}
