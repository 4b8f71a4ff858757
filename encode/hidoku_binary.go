package encode

// The encoding "binary" of Hidokus: the numbers of cells in binary, and a variable for each
// step of the path from a cell to one that touches it. It applies to every Hidoku, and to
// boards that are too large for a variable for each number and cell. A cell needs three
// variables for each binary digit, and an arc needs two clauses for each digit. So the
// formula has some 24·n·log n literals for arcs with rook moves, and twice that with king's
// moves. It propagates little. N.-F. Zhou compares this with other ways to number a cycle
// ("In pursuit of an efficient SAT encoding for the Hamiltonian cycle problem", CP 2020).

import (
	"math/bits"
	"strconv"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// hidokuBinary is a Hidoku in binary that is being written. Digits are those of a number
// less 1, the lowest first.
type hidokuBinary struct {
	*write.Formula
	p           *puzzle.Hidoku
	n           int
	digits      [][]sat.Lit // by cell: the digits of its number
	next        [][]sat.Lit // by cell: the digits of its number plus 1
	arcs        [][]sat.Lit // by cell and neighbour: the path goes from the cell to the neighbour
	first, last []sat.Lit   // by cell: it has the first or last number; 0 where that does not fit
}

// writeHidokuBinary returns p as a formula. The families of clauses are
//
//	plus one  the digits of each number plus 1 follow from those of the number
//	clue      a cell with a clue has its number
//	first     one cell has the first number, and its digits say so
//	last      one cell has the last number, and its digits say so
//	leaves    each cell has the last number or exactly one arc that leaves it
//	enters    each cell has the first number or exactly one arc that enters it
//	arc       the number at the end of an arc is the one at its beginning plus 1
//
// A path from the first number grows by 1 with each arc, so it ends on the last number
// after all n cells. There is no cycle beside it.
func writeHidokuBinary(run *meter.Run, p *puzzle.Hidoku) (*Formula, error) {
	n := p.Board().Len()
	f := &hidokuBinary{
		Formula: write.NewFormula(run), p: p, n: n,
		digits: make([][]sat.Lit, n), next: make([][]sat.Lit, n), arcs: make([][]sat.Lit, n),
		first: make([]sat.Lit, n), last: make([]sat.Lit, n),
	}
	keep, groups := f.declare()
	for _, write := range []func() error{f.plusOne, f.clues, f.ends, f.degrees, f.follow, f.variantRules} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: f.CNF, Keep: keep, Groups: groups, Decode: f.decode, differ: f.differ, literals: f.literals, families: f.Families}, nil
}

// declare makes the variables. It returns those that decide, and for each cell the set of
// which one is true.
func (f *hidokuBinary) declare() (keep []sat.Lit, groups [][]sat.Lit) {
	for c := range f.n {
		name := f.p.Board().Name(c)
		for range f.p.Neighbours(c) {
			f.arcs[c] = append(f.arcs[c], f.NewVar())
		}
		for i, d := range f.p.Neighbours(c) {
			f.Name(f.arcs[c][i], "step from "+name+" to "+f.p.Board().Name(d))
		}
		group := append([]sat.Lit(nil), f.arcs[c]...)
		if f.p.Fits(c, f.n) {
			f.last[c] = f.NewVar()
			f.Name(f.last[c], "last number on "+name)
			group = append(group, f.last[c])
		}
		if f.p.Fits(c, 1) {
			f.first[c] = f.NewVar()
			f.Name(f.first[c], "first number on "+name)
		}
		groups, keep = append(groups, group), append(keep, group...)
		f.digits[c] = f.NewVars(bits.Len(uint(f.n - 1)))
		for i, digit := range f.digits[c] {
			f.Name(digit, "digit "+strconv.Itoa(i)+" of the number on "+name+", less 1")
		}
	}
	return keep, groups
}

// plusOne makes the digits of each number plus 1.
func (f *hidokuBinary) plusOne() error {
	f.Begin("plus one")
	for c, digits := range f.digits {
		carry := sat.Lit(0) // none for the lowest digit, where it is always 1
		for i, digit := range digits {
			if i == 0 {
				f.next[c] = append(f.next[c], digit.Not())
				carry = digit
				continue
			}
			sum := f.NewVar()
			f.Add(sum.Not(), digit, carry)
			f.Add(sum.Not(), digit.Not(), carry.Not())
			f.Add(sum, digit.Not(), carry)
			f.Add(sum, digit, carry.Not())
			f.next[c] = append(f.next[c], sum)
			if i < len(digits)-1 {
				both := f.NewVar()
				f.Add(both.Not(), digit)
				f.Add(both.Not(), carry)
				f.Add(both, digit.Not(), carry.Not())
				carry = both
			}
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// is returns the literals that are all true if a cell has number k.
func (f *hidokuBinary) is(c, k int) []sat.Lit {
	var all []sat.Lit
	for i, digit := range f.digits[c] {
		if (k-1)>>i&1 == 0 {
			digit = digit.Not()
		}
		all = append(all, digit)
	}
	return all
}

func (f *hidokuBinary) clues() error {
	f.Begin("clue")
	for c := range f.n {
		if k := f.p.Clue(c); k != puzzle.Empty {
			for _, digit := range f.is(c, k) {
				f.Add(digit)
			}
		}
	}
	return f.Check()
}

func (f *hidokuBinary) ends() error {
	for _, end := range []struct {
		name string
		on   []sat.Lit
		k    int
	}{{"first", f.first, 1}, {"last", f.last, f.n}} {
		f.Begin(end.name)
		var some []sat.Lit
		for c, lit := range end.on {
			if lit == 0 {
				continue
			}
			some = append(some, lit)
			for _, digit := range f.is(c, end.k) {
				f.Add(lit.Not(), digit)
			}
		}
		if err := f.SayExactlyOne(some, write.ByLadder); err != nil {
			return err
		}
	}
	return nil
}

// degrees says how many arcs leave and enter each cell.
func (f *hidokuBinary) degrees() error {
	leaves, enters := make([][]sat.Lit, f.n), make([][]sat.Lit, f.n)
	for c := range f.n {
		for i, d := range f.p.Neighbours(c) {
			leaves[c], enters[d] = append(leaves[c], f.arcs[c][i]), append(enters[d], f.arcs[c][i])
		}
		if f.last[c] != 0 {
			leaves[c] = append(leaves[c], f.last[c])
		}
		if f.first[c] != 0 {
			enters[c] = append(enters[c], f.first[c])
		}
	}
	for _, side := range []struct {
		name string
		of   [][]sat.Lit
	}{{"leaves", leaves}, {"enters", enters}} {
		f.Begin(side.name)
		for _, lits := range side.of {
			if err := f.SayExactlyOne(lits, write.ByNumber); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *hidokuBinary) follow() error {
	f.Begin("arc")
	for c, arcs := range f.arcs {
		for i, d := range f.p.Neighbours(c) {
			for j, digit := range f.digits[d] {
				f.Add(arcs[i].Not(), f.next[c][j].Not(), digit)
				f.Add(arcs[i].Not(), f.next[c][j], digit.Not())
			}
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// decode returns the number of each cell, or nil if values are too few.
func (f *hidokuBinary) decode(values []bool) puzzle.Solution {
	if len(values) <= f.Vars() {
		return nil
	}
	s := make(puzzle.Solution, f.n)
	for c, digits := range f.digits {
		s[c] = 1
		for i, digit := range digits {
			if values[digit] {
				s[c] += 1 << i
			}
		}
	}
	return s
}

func (f *hidokuBinary) literals(s puzzle.Solution) []sat.Lit {
	var all []sat.Lit
	for c, k := range s {
		if k == f.n && f.last[c] != 0 {
			all = append(all, f.last[c])
		}
		for i, d := range f.p.Neighbours(c) {
			if s[d] == k+1 {
				all = append(all, f.arcs[c][i])
			}
		}
	}
	return all
}

// differ returns the clause of Differ: some digit of a cell is another one.
func (f *hidokuBinary) differ(s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	for _, c := range cells {
		for _, digit := range f.is(c, s[c]) {
			clause = append(clause, digit.Not())
		}
	}
	return clause
}
