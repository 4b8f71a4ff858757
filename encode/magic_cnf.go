package encode

import (
	"fmt"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A magic board as a formula over a variable for each cell and number of its domain.
// All encodings have the family of clauses
//
//	number  each number is on exactly one cell
//
// They differ in how they say that the numbers of each line have the sum. The encodings
// "tree" and "chain" add up in order encoding, and also have each cell in order encoding:
//
//	order   a cell that is at least a number is at least the number before
//	value   a cell has a number if it is at least that and not at least the next
//	row …, column …, diagonal …
//	        the numbers of each line have the sum: order, lower, upper as in orderSumTo
//
// Lower and upper of the rows are each redundant. All numbers together have n times
// the sum, so if no row has too much, none has too little, and the other way
// round. This is also so for the columns, but not for the diagonals. Order of the cells
// is redundant because a cell whose literals rise again has two numbers, and then some
// number has no cell.
//
// Instead of order and value the other encodings have
//
//	cell    each cell has exactly one number
//
// and families of clauses for each line. These are described where they are written:
// sum_direct.go for "pairwise" and "bdd", magic_adder.go, magic_combinations.go and
// magic_support.go for the encodings of those names.
//
// The sums of a line have O(n³) values together, so clauses for pairs of them grow with a
// high power of n. maxLiterals bounds them.

// magicStyle is how an encoding says that the cells have numbers and the lines the sum.
type magicStyle func(*magicFormula) error

// The encodings of magic boards.
var (
	magicTree     = inOrder(balanced)
	magicChain    = inOrder(oneByOne)
	magicPairwise = direct(func(f *magicFormula, l *line) error {
		return f.directSumTo(string(l.kind), f.sum, f.directCells(l), balanced)
	})
	magicDiagram = direct(func(f *magicFormula, l *line) error {
		return f.directSumTo(string(l.kind), f.sum, f.directCells(l), oneByOne)
	})
	magicAdder        = direct((*magicFormula).addBits)
	magicCombinations = direct((*magicFormula).combine)
	magicSupport      = direct((*magicFormula).support)
)

// magicFormula is a magic board as a formula that is being written.
type magicFormula struct {
	*formula
	*magicDomains
	has [][]sat.Lit // has[c][i]: cell c has the i-th number of its domain
	on  [][]sat.Lit // per number, the variables of has that stand for it

	ordered []orderInt  // per cell, its number in order encoding; nil unless inOrder has made it
	bits    [][]sat.Lit // per cell, its number in binary; nil until addBits needs it
}

// write returns p as a formula in the style.
func (style magicStyle) write(run *search.Run, p *puzzle.Magic) (*Formula, error) {
	m, err := cutMagicDomains(run, p)
	if err != nil {
		return nil, err
	}
	return style.over(run, m)
}

// over is write with given domains.
func (style magicStyle) over(run *search.Run, m *magicDomains) (*Formula, error) {
	f := &magicFormula{formula: newFormula(run), magicDomains: m, has: make([][]sat.Lit, len(m.domains)), on: make([][]sat.Lit, len(m.domains))}
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
		first := f.Vars() + 1
		if err := f.exactlyOne(cells, byLadder); err != nil {
			return nil, err
		}
		f.nameLadder(first, cells)
	}
	if err := style(f); err != nil {
		return nil, err
	}
	decode := func(values []bool) puzzle.Solution { return m.decode(f.has, values) }
	differ := func(s puzzle.Solution, cells []int) []sat.Lit { return m.differ(f.has, s, cells) }
	literals := func(s puzzle.Solution) []sat.Lit { return m.literals(f.has, s) }
	return &Formula{CNF: f.CNF, Keep: keep, Groups: append(f.on, f.has...), Decode: decode, differ: differ, literals: literals, branchings: f.has, inference: f.inference(), families: f.families}, nil
}

// possible reports whether each cell of a line has a number in its domain. If one has not,
// the formula is contradictory already, and the line needs no clauses.
func (f *magicFormula) possible(l *line) bool {
	for _, c := range l.cells {
		if len(f.domains[c]) == 0 {
			return false
		}
	}
	return true
}

// inOrder returns the style that adds up in order encoding.
func inOrder(by treeShape) magicStyle {
	return func(f *magicFormula) error {
		if err := f.orderRoom(by); err != nil {
			return err
		}
		cells, err := f.orderedCells()
		if err != nil {
			return err
		}
		f.ordered = cells
		for _, l := range f.lines {
			if !f.possible(&l) {
				continue
			}
			numbers := make([]orderInt, f.n)
			for j, c := range l.cells {
				numbers[j] = cells[c]
			}
			if err := f.orderSumTo(string(l.kind), f.sum, numbers, by); err != nil {
				return err
			}
		}
		return nil
	}
}

// orderRoom returns an error if the clauses of all lines in order encoding would be too
// many.
func (f *magicFormula) orderRoom(by treeShape) error {
	literals := 0
	for _, l := range f.lines {
		if f.possible(&l) {
			numbers := make([]orderInt, f.n)
			for j, c := range l.cells {
				numbers[j].values = f.domains[c]
			}
			literals += f.newOrderTree("", f.sum, by).literals(numbers)
		}
		if err := f.room(literals); err != nil {
			return err
		}
	}
	return nil
}

// orderedCells returns the numbers of all cells in order encoding.
func (f *magicFormula) orderedCells() ([]orderInt, error) {
	cells := make([]orderInt, len(f.domains))
	f.begin("order")
	for c, domain := range f.domains {
		cells[c] = f.newOrderInt(domain, &addends{names: []string{f.p.Board().Name(c)}, offset: f.p.Low()})
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

// direct returns the style that says that each cell has one number, and that calls
// constrain for each line.
func direct(constrain func(*magicFormula, *line) error) magicStyle {
	return func(f *magicFormula) error {
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
			if err := constrain(f, &l); err != nil {
				return err
			}
		}
		return nil
	}
}

// directCells returns the numbers of the cells of a line in direct encoding.
func (f *magicFormula) directCells(l *line) []directInt {
	terms := make([]directInt, f.n)
	for j, c := range l.cells {
		terms[j] = directInt{f.domains[c], f.has[c]}
	}
	return terms
}

// decode returns the number of each cell. A cell without a number gets the one below the
// lowest, which no puzzle has, and a cell with several gets the last of them.
func (m *magicDomains) decode(has [][]sat.Lit, values []bool) puzzle.Solution {
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

// literals returns the deciding literals that s makes true.
func (m *magicDomains) literals(has [][]sat.Lit, s puzzle.Solution) []sat.Lit {
	clause := m.differ(has, s, everyCell(s))
	for i, l := range clause {
		clause[i] = l.Not()
	}
	return clause
}

// differ returns the clause of Differ, where has are the variables of the cells' domains.
func (m *magicDomains) differ(has [][]sat.Lit, s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	for _, c := range cells {
		for i, k := range m.domains[c] {
			if m.p.Low()+k == s[c] {
				clause = append(clause, has[c][i].Not())
			}
		}
	}
	return clause
}
