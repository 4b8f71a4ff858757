package encode

import (
	"strconv"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A Hidoku is a formula over a variable for each number and each cell of its domain.
// All encodings have the families of clauses
//
//	cell         each cell has exactly one number
//	number       each number is on exactly one cell
//
// and in most of them consecutive numbers touch by
//
//	successor    if k is on c, then k+1 is on a cell that touches c
//	predecessor  if k+1 is on d, then k is on a cell that touches d
//
// Any one of the last three is redundant. With number, of the other two each says
// that k and k+1 touch. Without it, they make every number appear, since some
// number is on the first cell, and then n numbers on n cells appear once each.
// All three are there because they prune at different times.

// hidokuStyle is what one encoding of Hidokus has and others have not.
type hidokuStyle struct {
	plain   bool      // domains as the clues alone have them
	exclude exclusion // of the numbers of a cell, and of the cells of a number
	says    []func(*pathCNF) error
}

// The encodings of Hidokus.
var (
	hidokuPairs   = hidokuStyle{says: []func(*pathCNF) error{(*pathCNF).numbers, (*pathCNF).successors, (*pathCNF).predecessors}}
	hidokuLadder  = hidokuStyle{exclude: byLadder, says: hidokuPairs.says}
	hidokuProduct = hidokuStyle{exclude: byProduct, says: hidokuPairs.says}
	hidokuPlain   = hidokuStyle{plain: true, exclude: byLadder, says: hidokuPairs.says}
	hidokuOneWay  = hidokuStyle{exclude: byLadder, says: []func(*pathCNF) error{(*pathCNF).numbers, (*pathCNF).successors}}
	hidokuOrder   = hidokuStyle{exclude: byLadder, says: []func(*pathCNF) error{(*pathCNF).coordinates, (*pathCNF).successors, (*pathCNF).predecessors}}
	hidokuArcs    = hidokuStyle{exclude: byLadder, says: []func(*pathCNF) error{(*pathCNF).numbers, (*pathCNF).arcs}}
)

// pathCNF is a Hidoku as a formula. The variable of a place is its index in cells of its
// domains, plus 1.
type pathCNF struct {
	*formula
	*domains
	p       *puzzle.Hidoku
	exclude exclusion
	groups  [][]sat.Lit
	on      []sat.Lit // scratch: a 0 per cell
}

// write returns p as a formula in the style.
func (style *hidokuStyle) write(run *search.Run, p *puzzle.Hidoku) (*Formula, error) {
	domainsOf := hidokuDomains
	if style.plain {
		domainsOf = plainDomains
	}
	d, err := domainsOf(run, p)
	if err != nil {
		return nil, err
	}
	return style.over(run, p, d)
}

// over is write for given domains.
func (style *hidokuStyle) over(run *search.Run, p *puzzle.Hidoku, d *domains) (*Formula, error) {
	f := &pathCNF{formula: newFormula(run), domains: d, p: p, exclude: style.exclude, on: make([]sat.Lit, d.n)}
	if f.exclude == byPairs && d.pairs() > mostPairs {
		f.exclude = byLadder
	}
	keep := f.NewVars(d.places())
	if err := f.name(); err != nil {
		return nil, err
	}
	if err := f.numbered(); err != nil {
		return nil, err
	}
	for k := 1; k <= d.n; k++ {
		f.groups = append(f.groups, f.placesOf(k))
	}
	for _, say := range style.says {
		if err := say(f); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: f.CNF, Keep: keep, Groups: f.groups, Decode: d.decodeModel, differ: d.differ, literals: d.literals, families: f.families}, nil
}

// mostPairs is how many clauses for pairs of numbers on a cell, and of cells of a number,
// a Hidoku may have: some tenths of a second, to write them. Boards that have more are
// large and have few clues.
const mostPairs = 500_000

// pairs returns how many pairs there are of numbers on a cell and of cells of a number.
func (d *domains) pairs() (n int) {
	numbers := make([]int, d.n) // per cell
	for k := 1; k <= d.n; k++ {
		cells := d.of(k)
		n += len(cells) * (len(cells) - 1) / 2
		for _, c := range cells {
			n += numbers[c]
			numbers[c]++
		}
	}
	return n
}

// place returns the variable of the i-th place, counted over all domains.
func place(i int) sat.Lit { return sat.Lit(i + 1) }

// placesOf returns the variables of the cells of number k.
func (d *domains) placesOf(k int) []sat.Lit {
	places := make([]sat.Lit, d.starts[k]-d.starts[k-1])
	for i := range places {
		places[i] = place(d.starts[k-1] + i)
	}
	return places
}

// byCell returns for each cell the variables of the numbers it may have.
func (d *domains) byCell() [][]sat.Lit {
	places := make([][]sat.Lit, d.n)
	for i, c := range d.cells {
		places[c] = append(places[c], place(i))
	}
	return places
}

// name names every place.
func (f *pathCNF) name() error {
	for k := 1; k <= f.n; k++ {
		number := "number " + strconv.Itoa(k) + " on "
		for i, c := range f.of(k) {
			f.Name(place(f.starts[k-1]+i), number+f.p.Board().Name(int(c)))
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// numbered says that each cell has one number.
func (f *pathCNF) numbered() error {
	f.groups = f.byCell()
	f.begin("cell")
	for _, numbers := range f.groups {
		if err := f.exactlyOne(numbers, f.exclude); err != nil {
			return err
		}
	}
	return nil
}

// numbers says that each number is on one cell.
func (f *pathCNF) numbers() error {
	f.begin("number")
	for k := 1; k <= f.n; k++ {
		if err := f.exactlyOne(f.placesOf(k), f.exclude); err != nil {
			return err
		}
	}
	return nil
}

func (f *pathCNF) successors() error {
	f.begin("successor")
	for k := 1; k < f.n; k++ {
		if err := f.touch(k, k+1); err != nil {
			return err
		}
	}
	return nil
}

func (f *pathCNF) predecessors() error {
	f.begin("predecessor")
	for k := 1; k < f.n; k++ {
		if err := f.touch(k+1, k); err != nil {
			return err
		}
	}
	return nil
}

// touch says that number k is on no cell unless j is on one that touches it.
func (f *pathCNF) touch(k, j int) error {
	f.lay(j)
	var clause []sat.Lit
	for i, c := range f.of(k) {
		clause = append(clause[:0], place(f.starts[k-1]+i).Not())
		for _, e := range f.p.Neighbours(int(c)) {
			if f.on[e] != 0 {
				clause = append(clause, f.on[e])
			}
		}
		f.Add(clause...)
	}
	f.lift(j)
	return f.check()
}

// lay sets on to the variables of number k by cells.
func (f *pathCNF) lay(k int) {
	for i, c := range f.of(k) {
		f.on[c] = place(f.starts[k-1] + i)
	}
}

// lift takes back what lay has set.
func (f *pathCNF) lift(k int) {
	for _, c := range f.of(k) {
		f.on[c] = 0
	}
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
