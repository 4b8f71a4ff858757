package encode

import (
	"fmt"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A magic board that is not a plain square as a formula. There is a variable for each cell
// and number of its domain. The families of clauses are
//
//	cell     each cell has exactly one number
//	number   each number is on as many cells as it must be; not if numbers are free
//	product  a product of two factors is what they make; for terms that multiply
//	row, column, diagonal or line, with a word as in orderSumTo or directSumTo
//	         the terms of each line have the sum
//
// A product of more factors is a product of products. Products that the other terms of the
// line rule out have no variable. If the sum is not known, it is an integer of its own. The
// lines add up to 0 when it is taken away.
//
// Number is not redundant. Cell is not, except for what the lines say of it.

// lineStyle is how an encoding writes the sums of a board that is not a plain square.
type lineStyle struct {
	order bool // in order encoding, else in direct encoding
	by    treeShape
}

// lineFormula is such a board as a formula that is being written.
type lineFormula struct {
	*formula
	*lineDomains
	lineStyle
	has    [][]sat.Lit // has[c][i]: cell c has the i-th number of its domain
	common *directInt  // the unknown sum, nil if there is none
}

// forMagic returns the function that writes a magic board: a plain square in one style, any
// other board in the other. If lines is nil, other boards are refused.
func forMagic(name string, plain magicStyle, lines *lineStyle) func(*search.Run, puzzle.Puzzle) (*Formula, error) {
	return by(func(run *search.Run, p *puzzle.Magic) (*Formula, error) {
		switch {
		case p.Plain():
			return plain.write(run, p)
		case lines == nil:
			return nil, fmt.Errorf("encoding %s is for plain magic squares only, not for other lines or numbers", name)
		}
		m, err := cutLineDomains(run, p)
		if err != nil {
			return nil, err
		}
		return lines.over(run, m)
	})
}

// over returns the board with the given domains as a formula.
func (style lineStyle) over(run *search.Run, m *lineDomains) (*Formula, error) {
	f := &lineFormula{formula: newFormula(run), lineDomains: m, lineStyle: style}
	var keep []sat.Lit
	for c, domain := range m.domains {
		f.has = append(f.has, f.NewVars(len(domain)))
		keep = append(keep, f.has[c]...)
		for i, k := range domain {
			f.Name(f.has[c][i], fmt.Sprintf("number %d on %s", k, m.p.Board().Name(c)))
		}
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	f.begin("cell")
	for _, numbers := range f.has {
		if err := f.exactlyOne(numbers, byLadder); err != nil {
			return nil, err
		}
	}
	if err := f.countNumbers(); err != nil {
		return nil, err
	}
	if err := f.addLines(); err != nil {
		return nil, err
	}
	decode := func(values []bool) puzzle.Solution { return m.decode(f.has, values) }
	differ := func(s puzzle.Solution, cells []int) []sat.Lit { return m.differ(f.has, s, cells) }
	literals := func(s puzzle.Solution) []sat.Lit {
		clause := m.differ(f.has, s, everyCell(s))
		for i, l := range clause {
			clause[i] = l.Not()
		}
		return clause
	}
	return &Formula{CNF: f.CNF, Keep: keep, Groups: f.has, Decode: decode, differ: differ, literals: literals, branchings: f.has, families: f.families}, nil
}

// countNumbers says how often each number stands.
func (f *lineFormula) countNumbers() error {
	if f.p.Free() {
		return nil
	}
	on := make(map[int][]sat.Lit)
	for c, domain := range f.domains {
		for i, k := range domain {
			on[k] = append(on[k], f.has[c][i])
		}
	}
	for _, k := range f.values {
		uses := f.p.Uses(k)
		f.begin("number")
		if uses == 1 || len(on[k]) < uses {
			if err := f.exactlyOne(on[k], byLadder); err != nil {
				return err
			}
			if uses > 1 {
				f.Add() // it has too few cells
			}
			continue
		}
		terms := make([]orderInt, len(on[k]))
		for i, l := range on[k] {
			terms[i] = orderInt{values: []int{0, 1}, atLeast: []sat.Lit{always, l, always.Not()}}
		}
		if err := f.orderSumTo("number", uses, terms, balanced); err != nil {
			return err
		}
	}
	return nil
}

// maxRange bounds the range of values of a sum, for which there is an array.
const maxRange = 1 << 26

// addLines says that each line has its sum.
func (f *lineFormula) addLines() error {
	if slices.ContainsFunc(f.lines, func(l puzzle.Line) bool { return l.Any }) {
		if err := f.addCommon(); err != nil {
			return err
		}
	}
	for i := range f.lines {
		l := &f.lines[i]
		if !f.possible(l) {
			f.Add() // so there is no solution
			continue
		}
		whole := f.bounds(l, -1, interval{})
		target := f.target(l)
		if whole.high < target.low || whole.low > target.high {
			f.Add()
			continue
		}
		terms, ok, err := f.terms(l, whole, target)
		if err != nil {
			return err
		}
		if !ok {
			f.Add() // a term has no value that fits
			continue
		}
		if low, high := extent(terms); high-low > maxRange {
			return tooLarge("sum with values from %d to %d", low, high)
		}
		sum := l.Sum
		if l.Any {
			sum = 0
		}
		if err := f.sumTo(string(l.Rule), sum, terms); err != nil {
			return err
		}
	}
	return nil
}

// addCommon adds the sum that all lines with Any have.
func (f *lineFormula) addCommon() error {
	common := interval{1, 0}
	for i := range f.lines {
		if l := &f.lines[i]; l.Any && f.possible(l) {
			common = f.target(l)
		}
	}
	if common.low > common.high {
		f.Add()
		return f.check()
	}
	if common.high-common.low > maxRange {
		return tooLarge("sum with values from %d to %d", common.low, common.high)
	}
	values := make([]int, common.high-common.low+1)
	for i := range values {
		values[i] = common.low + i
	}
	f.common = &directInt{values, f.NewVars(len(values))}
	for i, v := range values {
		f.Name(f.common.is[i], fmt.Sprintf("the sum is %d", v))
	}
	f.begin("sum")
	return f.exactlyOne(f.common.is, byLadder)
}

// terms returns the terms of a line as integers. ok is false if one has no value.
func (f *lineFormula) terms(l *puzzle.Line, whole, target interval) (terms []directInt, ok bool, err error) {
	for t := range l.Terms {
		own := f.bounds(&puzzle.Line{Terms: l.Terms[t : t+1]}, -1, interval{})
		// What the term may be, if the others are what they may be.
		fits := interval{target.low - (whole.high - own.high), target.high - (whole.low - own.low)}
		term, err := f.term(&l.Terms[t], fits)
		if err != nil || len(term.values) == 0 {
			return nil, false, err
		}
		terms = append(terms, term)
	}
	if l.Any {
		if f.common == nil {
			return nil, false, nil
		}
		terms = append(terms, f.common.negative())
	}
	return terms, true, nil
}

// negative returns the negative of an integer.
func (t *directInt) negative() directInt {
	n := directInt{slices.Clone(t.values), slices.Clone(t.is)}
	slices.Reverse(n.values)
	slices.Reverse(n.is)
	for i := range n.values {
		n.values[i] = -n.values[i]
	}
	return n
}

// term returns a term as an integer. Values that do not fit are left out.
func (f *lineFormula) term(t *puzzle.Term, fits interval) (directInt, error) {
	product := directInt{f.domains[t.Cells[0]], f.has[t.Cells[0]]}
	if t.Minus {
		fits = interval{-fits.high, -fits.low}
	}
	for i, c := range t.Cells[1:] {
		rest := interval{1, 1} // what is still to be multiplied
		for _, d := range t.Cells[i+2:] {
			rest = rest.times(f.of(d))
		}
		keep := func(v int) bool {
			all := interval{v, v}.times(rest)
			return all.low <= fits.high && all.high >= fits.low
		}
		var err error
		if product, err = f.times(&product, &directInt{f.domains[c], f.has[c]}, keep); err != nil {
			return product, err
		}
	}
	if t.Minus {
		product = product.negative()
	}
	return product, nil
}

// times returns a product. It has only values for which keep reports true, and factors that
// make another value are excluded.
func (f *lineFormula) times(a, b *directInt, keep func(int) bool) (directInt, error) {
	if err := f.room(4 * len(a.values) * len(b.values)); err != nil {
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
	f.begin("product")
	some := make([][]sat.Lit, len(c.values)) // per product, the numbers of a that make it
	for i, v := range a.values {
		made := make(map[int]bool)
		for j, w := range b.values {
			is := c.at(v * w)
			f.or(a.is[i].Not(), b.is[j].Not(), is)
			if is != always.Not() && !made[v*w] {
				made[v*w] = true
				k, _ := slices.BinarySearch(c.values, v*w)
				some[k] = append(some[k], a.is[i])
			}
		}
		if err := f.check(); err != nil {
			return c, err
		}
	}
	for k, lits := range some {
		f.Add(append(lits, c.is[k].Not())...)
	}
	return c, f.check()
}

// sumTo says that the terms have the sum.
func (f *lineFormula) sumTo(name string, sum int, terms []directInt) error {
	if !f.order {
		return f.directSumTo(name, sum, terms, f.by)
	}
	ordered := make([]orderInt, len(terms))
	for i, t := range terms {
		f.begin(name + " order")
		ordered[i] = f.newOrderInt(t.values, nil)
		f.begin(name + " value")
		for j, l := range t.is {
			f.or(l.Not(), ordered[i].atLeast[j])
			f.or(l.Not(), ordered[i].atLeast[j+1].Not())
			f.or(l, ordered[i].atLeast[j].Not(), ordered[i].atLeast[j+1])
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return f.orderSumTo(name, sum, ordered, f.by)
}

// decode returns the number of each cell, and [puzzle.Empty] for a cell without a number.
func (m *lineDomains) decode(has [][]sat.Lit, values []bool) puzzle.Solution {
	s := make(puzzle.Solution, len(m.domains))
	for c, domain := range m.domains {
		s[c] = puzzle.Empty
		for i, k := range domain {
			if v := has[c][i].Var(); v < len(values) && values[v] {
				s[c] = k
			}
		}
	}
	return s
}

// differ returns the clause of Differ, where has are the variables of the cells' domains.
func (m *lineDomains) differ(has [][]sat.Lit, s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	for _, c := range cells {
		if i, found := slices.BinarySearch(m.domains[c], s[c]); found {
			clause = append(clause, has[c][i].Not())
		}
	}
	return clause
}
