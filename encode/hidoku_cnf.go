package encode

import (
	"strconv"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// hidokuCNF returns p as a formula over a variable for each number and each cell
// of its domain. The families of clauses are
//
//	cell         each cell has exactly one number
//	number       each number is on exactly one cell
//	successor    if k is on c, then k+1 is on a cell that touches c
//	predecessor  if k+1 is on d, then k is on a cell that touches d
//
// Any one of the last three is redundant. With number, of the other two each says
// that k and k+1 touch. Without it, they make every number appear, since some
// number is on the first cell, and then n numbers on n cells appear once each.
// All three are there because they prune at different times.
func hidokuCNF(run *search.Run, p *puzzle.Hidoku) (*Formula, error) {
	d, err := hidokuDomains(run, p)
	if err != nil {
		return nil, err
	}
	return hidokuFormula(run, p, d)
}

// hidokuFormula is hidokuCNF for given domains. The variable of a place is its
// index in d.cells, plus 1.
func hidokuFormula(run *search.Run, p *puzzle.Hidoku, d *domains) (*Formula, error) {
	f := newFormula(run)
	places := f.NewVars(d.places())
	if err := nameHidoku(f, p, d); err != nil {
		return nil, err
	}
	groups := d.byCell()
	f.begin("cell")
	for _, numbers := range groups {
		f.ExactlyOne(numbers)
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	f.begin("number")
	for k := 1; k <= d.n; k++ {
		cells := places[d.starts[k-1]:d.starts[k]]
		groups = append(groups, cells)
		f.ExactlyOne(cells)
		if err := f.check(); err != nil {
			return nil, err
		}
	}
	on := make([]sat.Lit, d.n)
	f.begin("successor")
	for k := 1; k < d.n; k++ {
		if err := touch(f, p, d, k, k+1, on); err != nil {
			return nil, err
		}
	}
	f.begin("predecessor")
	for k := 1; k < d.n; k++ {
		if err := touch(f, p, d, k+1, k, on); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: f.CNF, Keep: places, Groups: groups, Decode: d.decodeModel, differ: d.differ, families: f.families}, nil
}

// place returns the variable of the i-th place, counted over all domains.
func place(i int) sat.Lit { return sat.Lit(i + 1) }

// byCell returns for each cell the variables of the numbers it may have.
func (d *domains) byCell() [][]sat.Lit {
	places := make([][]sat.Lit, d.n)
	for i, c := range d.cells {
		places[c] = append(places[c], place(i))
	}
	return places
}

// touch says that number k is on no cell unless j is on one that touches it. on is
// scratch, a 0 per cell, and is left so.
func touch(f *formula, p *puzzle.Hidoku, d *domains, k, j int, on []sat.Lit) error {
	for i, c := range d.of(j) {
		on[c] = place(d.starts[j-1] + i)
	}
	var clause []sat.Lit
	for i, c := range d.of(k) {
		clause = append(clause[:0], place(d.starts[k-1]+i).Not())
		for _, e := range p.Neighbours(int(c)) {
			if on[e] != 0 {
				clause = append(clause, on[e])
			}
		}
		f.Add(clause...)
	}
	for _, c := range d.of(j) {
		on[c] = 0
	}
	return f.check()
}

// nameHidoku names every place.
func nameHidoku(f *formula, p *puzzle.Hidoku, d *domains) error {
	for k := 1; k <= d.n; k++ {
		number := "number " + strconv.Itoa(k) + " on "
		for i, c := range d.of(k) {
			f.Name(place(d.starts[k-1]+i), number+p.Board().Name(int(c)))
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// decodeModel puts on each cell its number. A cell that has none keeps 0, which
// is no number, and of several numbers the last counts.
func (d *domains) decodeModel(values []bool) puzzle.Solution {
	if len(values) <= d.places() {
		return nil
	}
	s := make(puzzle.Solution, d.n)
	for k := 1; k <= d.n; k++ {
		for i, c := range d.of(k) {
			if values[place(d.starts[k-1]+i)] {
				s[c] = k
			}
		}
	}
	return s
}
