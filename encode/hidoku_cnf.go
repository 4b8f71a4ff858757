package encode

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A Hidoku as a formula over its path, and a variable for each place: each number and each cell of its
// domain. The families of clauses are those of hidoku_path.go, without which a solution would have several models, and
//
//	edge         if two cells follow each other, and one has k, the other one has k−1 or k+1
//	cell         each cell has exactly one number
//	number       each number is on exactly one cell
//	successor    if k is on c, then k+1 is on a cell that may follow c
//	predecessor  if k+1 is on d, then k is on a cell that may come before d
//
// On a closed path, 1 comes after n. The order of cells has families of its own: see order.
//
// Any one of number, successor and predecessor is redundant. With number, each of the
// other two says that k and k+1 touch. Without number, those two make every number
// appear, because some number is on the first cell. Then n numbers on n cells appear once
// each. Degree and edge together say what successor and predecessor say. All are there because they
// prune at different times.
//
// Edges let a solver decide which way the path goes before it knows the numbers there, at up to three times the
// clauses. Directed steps are twice as many variables.
//
// Each of these families has up to nine literals per place. At-most-one constraints can
// have more. write.MaxLiterals bounds them all.

// hidokuFormula is a Hidoku as a formula that is being written. The variable of a place is the index of the
// place in the cells of the domains, plus 1.
type hidokuFormula struct {
	*hidokuPath
	*hidokuDomains
	exclude write.Exclusion
	on      []sat.Lit // scratch: per cell the variable of one number, 0 outside its domain
}

// writeHidoku returns p as a formula.
func writeHidoku(run *meter.Run, p *puzzle.Hidoku) (*Formula, error) {
	d, err := cutHidokuDomains(run, p)
	if err != nil {
		return nil, err
	}
	return d.formula(run, p)
}

// formula writes a Hidoku with given domains. It says at most one by pairs, of which there are maxPairs at most, or by
// ladders.
func (d *hidokuDomains) formula(run *meter.Run, p *puzzle.Hidoku) (*Formula, error) {
	f := &hidokuFormula{hidokuPath: newHidokuPath(run, p), hidokuDomains: d, on: make([]sat.Lit, d.n)}
	if d.clashes() > maxPairs {
		f.exclude = write.ByLadder
	}
	if 4*d.places() > sat.MaxVars { // a place has two ladders, with a variable each, and there are fewer edges than places
		return nil, write.TooLarge("formula of more than %d variables", sat.MaxVars)
	}
	keep := f.NewVars(d.places())
	f.makeEdges(f.mayJoin())
	for _, write := range []func() error{f.namePlaces, f.degrees, f.links, f.edges, f.cellsHaveNumbers, f.numbersHaveCells, f.steps, f.order} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: f.CNF, Keep: keep, Decode: d.decodeModel, differ: d.differ, symmetries: f.symmetries, families: f.Families}, nil
}

// maxPairs is how many clauses a Hidoku may have for pairs of numbers on a cell and for
// pairs of cells of a number. Writing them takes some tenths of a second. Boards with
// more are large and have few clues.
const maxPairs = 500_000

// clashes returns how many pairs there are of numbers on a cell and of cells of a number.
func (d *hidokuDomains) clashes() (n int) {
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
			if k == 1 {
				f.first[c] = place(i)
			}
			if k == f.n {
				f.last[c] = place(f.starts[k-1] + i)
			}
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

func (f *hidokuFormula) cellsHaveNumbers() error {
	f.Begin("cell")
	for c, numbers := range f.placesByCell() {
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
		f.NameLadder(first, places)
	}
	return nil
}

// mayJoin returns whether two cells may have consecutive numbers by their domains.
func (f *hidokuFormula) mayJoin() func(c, d int) bool {
	next := make([][]bool, f.n) // by cell and neighbour: the neighbour may have the number after that of the cell
	for c := range next {
		next[c] = make([]bool, len(f.p.Neighbours(c)))
	}
	for k := 1; k <= f.n; k++ {
		j := f.numberBeside(k, 1)
		if j == 0 {
			continue
		}
		f.setOn(j)
		for _, c := range f.cellsOf(k) {
			for i, d := range f.p.Neighbours(int(c)) {
				next[c][i] = next[c][i] || f.on[d] != 0
			}
		}
		f.clearOn(j)
	}
	after := func(c, d int) bool { return next[c][slices.Index(f.p.Neighbours(c), d)] }
	return func(c, d int) bool { return f.p.MayFollow(c, d) && (after(c, d) || after(d, c)) }
}

// edges says that two cells that follow each other have numbers that do.
func (f *hidokuFormula) edges() error {
	f.Begin("edge")
	for k := 1; k <= f.n; k++ {
		before, after := f.numberBeside(k, -1), f.numberBeside(k, 1)
		for i, c := range f.cellsOf(k) {
			for _, e := range f.near[c] {
				clause := []sat.Lit{place(f.starts[k-1] + i).Not(), e.lit.Not()}
				for _, there := range [...]sat.Lit{f.placeOn(before, e.other), f.placeOn(after, e.other)} {
					if there != 0 {
						clause = append(clause, there)
					}
				}
				f.Add(clause...)
			}
		}
		if err := f.Check(); err != nil {
			return err
		}
	}
	return nil
}

// steps says that each number touches the next one and the one before.
func (f *hidokuFormula) steps() error {
	for _, side := range []struct {
		name string
		by   int
	}{{"successor", 1}, {"predecessor", -1}} {
		f.Begin(side.name)
		for k := 1; k <= f.n; k++ {
			if j := f.numberBeside(k, side.by); j > 0 {
				if err := f.touch(k, j); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// numberBeside returns the number that comes after k on the path, or before it by -1, or 0.
func (f *hidokuFormula) numberBeside(k, by int) int {
	switch j := k + by; {
	case j > f.n && f.closed:
		return 1
	case j < 1 && f.closed:
		return f.n
	case j <= f.n:
		return j
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

// touch says that if number k is on a cell, j is on a cell that may follow it or come before it.
func (f *hidokuFormula) touch(k, j int) error {
	f.setOn(j)
	var clause []sat.Lit
	for i, c := range f.cellsOf(k) {
		clause = append(clause[:0], place(f.starts[k-1]+i).Not())
		for _, e := range f.near[c] {
			if f.on[e.other] != 0 {
				clause = append(clause, f.on[e.other])
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
