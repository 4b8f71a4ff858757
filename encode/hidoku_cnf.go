package encode

import (
	"fmt"
	"sort"
	"strconv"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A Hidoku as a formula over a variable for each place: each number and each cell of its
// domain. The families of clauses are
//
//	cell         each cell has exactly one number
//	number       each number is on exactly one cell
//	successor    if k is on c, then k+1 is on a cell that touches c
//	predecessor  if k+1 is on d, then k is on a cell that touches d
//
// The rules of variants have families of their own: see hidoku_variants.go.
//
// Any one of number, successor and predecessor is redundant. With number, each of the
// other two says that k and k+1 touch. Without number, those two make every number
// appear, because some number is on the first cell. Then n numbers on n cells appear once
// each. All three are there because they prune at different times.
//
// Each of these families has up to nine literals per place. At-most-one constraints can
// have more. write.MaxLiterals bounds them all.

// hidokuFormula is a Hidoku as a formula that is being written. The variable of a place is the index of the
// place in the cells of the domains, plus 1.
type hidokuFormula struct {
	*write.Formula
	*hidokuDomains
	p       *puzzle.Hidoku
	exclude write.Exclusion
	groups  [][]sat.Lit // sets of literals: see Formula
	on      []sat.Lit   // scratch: per cell the variable of one number, 0 outside its domain
}

// hidokuBy returns the function that writes a Hidoku. It says at most one by pairs, of which there are maxPairs
// at most, or by ladders.
func hidokuBy(exclude write.Exclusion) func(*meter.Run, puzzle.Puzzle) (*Formula, error) {
	return by(func(run *meter.Run, p *puzzle.Hidoku) (*Formula, error) {
		d, err := cutHidokuDomains(run, p)
		if err != nil {
			return nil, err
		}
		return d.formula(run, p, exclude)
	})
}

// formula writes a Hidoku with given domains: see hidokuBy.
func (d *hidokuDomains) formula(run *meter.Run, p *puzzle.Hidoku, exclude write.Exclusion) (*Formula, error) {
	f := &hidokuFormula{Formula: write.NewFormula(run), hidokuDomains: d, p: p, exclude: exclude, on: make([]sat.Lit, d.n)}
	switch {
	case exclude == write.ByLadder && 3*d.places() > sat.MaxVars: // a place has two ladders, with a variable each
		return nil, write.TooLarge("formula of more than %d variables", sat.MaxVars)
	case exclude == write.ByPairs && d.pairs() > maxPairs:
		return nil, write.TooLarge("formula of more than %d clauses for pairs", maxPairs)
	}
	keep := f.NewVars(d.places())
	if err := f.namePlaces(); err != nil {
		return nil, err
	}
	for _, write := range []func() error{f.cellsHaveNumbers, f.numbersHaveCells, f.steps, f.variantRules} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: f.CNF, Keep: keep, Groups: f.groups, Decode: d.decodeModel, differ: d.differ, symmetries: f.symmetries, families: f.Families}, nil
}

// maxPairs is how many clauses a Hidoku may have for pairs of numbers on a cell and for
// pairs of cells of a number. Writing them takes some tenths of a second. Boards with
// more are large and have few clues.
const maxPairs = 500_000

// pairs returns how many pairs there are of numbers on a cell and of cells of a number.
func (d *hidokuDomains) pairs() (n int) {
	numbers := make([]int, d.n) // per cell
	for k := 1; k <= d.n; k++ {
		cells := d.cellsOf(k)
		n += len(cells) * (len(cells) - 1) / 2
		for _, c := range cells {
			n += numbers[c]
			numbers[c]++
		}
	}
	return n
}

// place returns the variable of the i-th place, counted from 0 over all domains.
func place(i int) sat.Lit { return sat.Lit(i + 1) }

func (d *hidokuDomains) numberAt(place sat.Lit) int {
	return sort.Search(d.n, func(i int) bool { return d.starts[i+1] >= place.Var() }) + 1
}

func (d *hidokuDomains) placesOf(k int) []sat.Lit {
	places := make([]sat.Lit, d.starts[k]-d.starts[k-1])
	for i := range places {
		places[i] = place(d.starts[k-1] + i)
	}
	return places
}

// placesByCell returns for each cell the variables of the numbers it may have.
func (d *hidokuDomains) placesByCell() [][]sat.Lit {
	places := make([][]sat.Lit, d.n)
	for i, c := range d.cells {
		places[c] = append(places[c], place(i))
	}
	return places
}

func (f *hidokuFormula) namePlaces() error {
	for k := 1; k <= f.n; k++ {
		number := "number " + strconv.Itoa(k) + " on "
		for i, c := range f.cellsOf(k) {
			f.Name(place(f.starts[k-1]+i), number+f.p.Board().Name(int(c)))
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

func (f *hidokuFormula) cellsHaveNumbers() error {
	f.groups = f.placesByCell()
	f.Begin("cell")
	for c, numbers := range f.groups {
		first := f.Vars() + 1
		if err := f.SayExactlyOne(numbers, f.exclude); err != nil {
			return err
		}
		// The i-th variable of a ladder says that the cell has one of the first numbers.
		f.NameVars(sat.Lit(first), f.Vars()-first+1, func(i int) string {
			return fmt.Sprintf("%s at most %d", f.p.Board().Name(c), f.numberAt(numbers[i]))
		})
	}
	return nil
}

func (f *hidokuFormula) numbersHaveCells() error {
	f.Begin("number")
	for k := 1; k <= f.n; k++ {
		places, first := f.placesOf(k), f.Vars()+1
		if err := f.SayExactlyOne(places, f.exclude); err != nil {
			return err
		}
		f.groups = append(f.groups, places)
		f.NameLadder(first, places)
	}
	return nil
}

// steps says that each number but the last touches the next, and that each but the first touches
// the one before.
func (f *hidokuFormula) steps() error {
	f.Begin("successor")
	for k := 1; k < f.n; k++ {
		if err := f.touch(k, k+1); err != nil {
			return err
		}
	}
	f.Begin("predecessor")
	for k := 1; k < f.n; k++ {
		if err := f.touch(k+1, k); err != nil {
			return err
		}
	}
	return nil
}

// touch says that if number k is on a cell, j is on a cell that touches it.
func (f *hidokuFormula) touch(k, j int) error {
	f.setOn(j)
	var clause []sat.Lit
	for i, c := range f.cellsOf(k) {
		clause = append(clause[:0], place(f.starts[k-1]+i).Not())
		for _, e := range f.p.Neighbours(int(c)) {
			if f.on[e] != 0 {
				clause = append(clause, f.on[e])
			}
		}
		f.Add(clause...)
	}
	f.clearOn(j)
	return f.Check()
}

// setOn sets on to the variables of number k, by cells.
func (f *hidokuFormula) setOn(k int) {
	for i, c := range f.cellsOf(k) {
		f.on[c] = place(f.starts[k-1] + i)
	}
}

func (f *hidokuFormula) clearOn(k int) {
	for _, c := range f.cellsOf(k) {
		f.on[c] = 0
	}
}

// decodeModel returns the number of each cell. A cell without a number gets 0, which no
// puzzle has, and a cell with several gets the last of them.
func (d *hidokuDomains) decodeModel(values []bool) puzzle.Solution {
	if len(values) <= d.places() {
		return nil
	}
	s := make(puzzle.Solution, d.n)
	for k := 1; k <= d.n; k++ {
		for i, c := range d.cellsOf(k) {
			if values[place(d.starts[k-1]+i)] {
				s[c] = k
			}
		}
	}
	return s
}

func (d *hidokuDomains) differ(s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	for _, c := range cells {
		for i := d.starts[s[c]-1]; i < d.starts[s[c]]; i++ {
			if int(d.cells[i]) == c {
				clause = append(clause, place(i).Not())
			}
		}
	}
	return clause
}
