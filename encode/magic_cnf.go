package encode

import (
	"fmt"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A magic board is a formula over a variable for each cell and number of its domain.
// All encodings have the family of clauses
//
//	number  each number is on exactly one cell
//
// and differ in how they say that the numbers of each line have the sum. Those that add
// up in order encoding have for each cell its number in order encoding as well:
//
//	order   what is at least a number is at least the one before
//	value   a cell has a number when it is at least that and not at least the next
//	row …, column …, diagonal …
//	        the numbers of each line have the sum: order, lower, upper as in sumTo
//
// Lower and upper of the rows are each redundant: all numbers together have n times
// the sum, so when no row has too much none has too little, and the other way
// round. Likewise of the columns, not of the diagonals. Order of the cells is
// redundant because a cell whose literals rise again has two numbers, and then some
// number has no cell. The other encodings have in place of order and value
//
//	cell    each cell has exactly one number
//
// and families of each line that the function says which writes them.

// magicStyle is how an encoding says that the cells have numbers and the lines the sum.
type magicStyle func(*square) error

// The encodings of magic boards.
var (
	magicTree         = inOrder(balanced)
	magicChain        = inOrder(oneByOne)
	magicPairwise     = direct(func(f *square, l *line) error { return f.listedSumTo(string(l.kind), f.sum, f.listed(l), balanced) })
	magicDiagram      = direct(func(f *square, l *line) error { return f.listedSumTo(string(l.kind), f.sum, f.listed(l), oneByOne) })
	magicAdder        = direct((*square).addBits)
	magicCombinations = direct((*square).combine)
	magicSupport      = direct((*square).support)
)

// square is a magic board as a formula.
type square struct {
	*formula
	*magic
	has [][]sat.Lit // per cell the variables of its domain
	on  [][]sat.Lit // per number the variables of its cells

	bits [][]sat.Lit // per cell its number in binary, for addBits
}

// write returns p as a formula in the style.
func (style magicStyle) write(run *search.Run, p *puzzle.Magic) (*Formula, error) {
	m, err := newMagic(run, p)
	if err != nil {
		return nil, err
	}
	return style.over(run, m)
}

// over is write for the domains at hand.
func (style magicStyle) over(run *search.Run, m *magic) (*Formula, error) {
	f := &square{formula: newFormula(run), magic: m, has: make([][]sat.Lit, len(m.domains)), on: make([][]sat.Lit, len(m.domains))}
	var keep []sat.Lit
	for c, domain := range m.domains {
		f.has[c] = f.NewVars(len(domain))
		keep = append(keep, f.has[c]...)
		for i, k := range domain {
			f.on[k] = append(f.on[k], f.has[c][i])
			f.Name(f.has[c][i], fmt.Sprintf("number %d on %s", m.p.Low()+k, m.p.Board().Name(c)))
		}
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	f.begin("number")
	for _, cells := range f.on {
		if err := f.exactlyOne(cells, byLadder); err != nil {
			return nil, err
		}
	}
	if err := style(f); err != nil {
		return nil, err
	}
	decode := func(values []bool) puzzle.Solution { return m.decode(f.has, values) }
	differ := func(s puzzle.Solution, cells []int) []sat.Lit { return m.differ(f.has, s, cells) }
	literals := func(s puzzle.Solution) []sat.Lit { return m.literals(f.has, s) }
	return &Formula{CNF: f.CNF, Keep: keep, Groups: append(f.on, f.has...), Decode: decode, differ: differ, literals: literals, cells: f.has, families: f.families}, nil
}

// possible reports whether each cell of a line may have a number. When one may not, the
// formula is contradictory already, and nothing needs to be said of the line.
func (f *square) possible(l *line) bool {
	for _, c := range l.cells {
		if len(f.domains[c]) == 0 {
			return false
		}
	}
	return true
}

// inOrder returns the style that adds up in order encoding.
func inOrder(by split) magicStyle {
	return func(f *square) error {
		if err := f.orderedRoom(by); err != nil {
			return err
		}
		cells, err := f.ordered()
		if err != nil {
			return err
		}
		for _, l := range f.lines {
			if !f.possible(&l) {
				continue
			}
			terms := make([]ordered, f.n)
			for j, c := range l.cells {
				terms[j] = cells[c]
			}
			if err := f.sumTo(string(l.kind), f.sum, terms, by); err != nil {
				return err
			}
		}
		return nil
	}
}

// orderedRoom returns an error when the clauses of all lines would be too many.
func (f *square) orderedRoom(by split) error {
	literals := 0
	for _, l := range f.lines {
		if f.possible(&l) {
			terms := make([]ordered, f.n)
			for j, c := range l.cells {
				terms[j].values = f.domains[c]
			}
			literals += f.orderedTotal("", f.sum, by).literals(terms)
		}
		if err := f.room(literals); err != nil {
			return err
		}
	}
	return nil
}

// ordered returns the numbers of the cells in order encoding.
func (f *square) ordered() ([]ordered, error) {
	cells := make([]ordered, len(f.domains))
	f.begin("order")
	for c, domain := range f.domains {
		cells[c] = f.newOrdered(domain)
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	f.begin("value")
	for c, t := range cells {
		for i, l := range f.has[c] {
			f.or(l.Not(), t.atLeast[i])
			f.or(l.Not(), t.atLeast[i+1].Not())
			f.or(l, t.atLeast[i].Not(), t.atLeast[i+1])
		}
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	return cells, nil
}

// direct returns the style that says of each cell that it has one number, and of each
// line what say says.
func direct(say func(*square, *line) error) magicStyle {
	return func(f *square) error {
		f.begin("cell")
		for _, numbers := range f.has {
			if err := f.exactlyOne(numbers, byLadder); err != nil {
				return err
			}
		}
		for _, l := range f.lines {
			if !f.possible(&l) {
				continue
			}
			if err := say(f, &l); err != nil {
				return err
			}
		}
		return nil
	}
}

// listed returns the numbers of a line in direct encoding.
func (f *square) listed(l *line) []listed {
	terms := make([]listed, f.n)
	for j, c := range l.cells {
		terms[j] = listed{f.domains[c], f.has[c]}
	}
	return terms
}

// decode puts on each cell its number. A cell that has none keeps a number that is
// not on the board, and of several numbers the last counts.
func (m *magic) decode(has [][]sat.Lit, values []bool) puzzle.Solution {
	s := make(puzzle.Solution, len(m.domains))
	for c, domain := range m.domains {
		s[c] = m.p.Low() - 1
		for i, k := range domain {
			if v := has[c][i].Var(); v < len(values) && values[v] {
				s[c] = m.p.Low() + k
			}
		}
	}
	return s
}
