package encode

import (
	"fmt"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// magicCNF returns p as a formula over a variable for each cell and number of its
// domain, and for each cell its number in order encoding (see sum.go). The
// families of clauses are
//
//	order   what is at least a number is at least the one before
//	value   a cell has a number when it is at least that and not at least the next
//	number  each number is on exactly one cell
//	row …, column …, diagonal …
//	        the numbers of each line have the sum: order, lower, upper as in sumTo
//
// Lower and upper of the rows are each redundant: all numbers together have n times
// the sum, so when no row has too much none has too little, and the other way
// round. Likewise of the columns, not of the diagonals. Order of the cells is
// redundant because a cell whose literals rise again has two numbers, and then some
// number has no cell.
func magicCNF(run *search.Run, p *puzzle.Magic) (*Formula, error) {
	m, err := newMagic(run, p)
	if err != nil {
		return nil, err
	}
	return m.formula(run)
}

// formula is magicCNF for the domains at hand.
func (m *magic) formula(run *search.Run) (*Formula, error) {
	f := newFormula(run)
	if err := m.room(f); err != nil {
		return nil, err
	}
	has := make([][]sat.Lit, len(m.domains)) // per cell the variables of its domain
	var keep []sat.Lit
	for c, domain := range m.domains {
		has[c] = f.NewVars(len(domain))
		keep = append(keep, has[c]...)
		for i, k := range domain {
			f.Name(has[c][i], fmt.Sprintf("number %d on %s", m.p.Low()+k, m.p.Board().Name(c)))
		}
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	cells, err := m.cells(f, has)
	if err != nil {
		return nil, err
	}
	groups, err := m.numbers(f, has)
	if err != nil {
		return nil, err
	}
	if err := m.sums(f, cells); err != nil {
		return nil, err
	}
	decode := func(values []bool) puzzle.Solution { return m.decode(has, values) }
	differ := func(s puzzle.Solution, cells []int) []sat.Lit { return m.differ(has, s, cells) }
	return &Formula{CNF: f.CNF, Keep: keep, Groups: append(groups, has...), Decode: decode, differ: differ, families: f.families}, nil
}

// cells returns the numbers of the cells in order encoding.
func (m *magic) cells(f *formula, has [][]sat.Lit) ([]ordered, error) {
	cells := make([]ordered, len(m.domains))
	f.begin("order")
	for c, domain := range m.domains {
		cells[c] = f.newOrdered(domain)
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	f.begin("value")
	for c, t := range cells {
		for i, l := range has[c] {
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

// numbers says that each number is on exactly one cell, and returns these cells.
func (m *magic) numbers(f *formula, has [][]sat.Lit) ([][]sat.Lit, error) {
	on := make([][]sat.Lit, len(m.domains))
	for c, domain := range m.domains {
		for i, k := range domain {
			on[k] = append(on[k], has[c][i])
		}
	}
	f.begin("number")
	for _, cells := range on {
		f.ExactlyOne(cells)
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	return on, nil
}

// sums says that the numbers of each line have the sum. It says nothing when a cell
// has no number, and the formula is contradictory already.
func (m *magic) sums(f *formula, cells []ordered) error {
	for _, l := range m.lines {
		terms, ok := m.terms(l, cells)
		if !ok {
			return nil
		}
		if err := f.sumTo(string(l.kind), m.sum, terms); err != nil {
			return err
		}
	}
	return nil
}

// terms returns the numbers of a line, and false when one of its cells has none.
func (m *magic) terms(l line, cells []ordered) ([]ordered, bool) {
	terms := make([]ordered, m.n)
	for j, c := range l.cells {
		terms[j] = cells[c]
		if len(m.domains[c]) == 0 {
			return nil, false
		}
	}
	return terms, true
}

// room returns an error when the clauses of all lines would be too many.
func (m *magic) room(f *formula) error {
	cells := make([]ordered, len(m.domains))
	for c, domain := range m.domains {
		cells[c].values = domain
	}
	literals := 0
	for _, l := range m.lines {
		if terms, ok := m.terms(l, cells); ok {
			literals += cost(m.sum, terms)
		}
		if err := f.room(literals); err != nil {
			return err
		}
	}
	return nil
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
