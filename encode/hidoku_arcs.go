package encode

import (
	"slices"

	"crosscut/sat"
)

// arcs says that consecutive numbers touch by a variable for each cell and each cell
// that touches it, which says that the path goes from the one to the other. Each cell
// then has one arc that leaves it, unless it has the last number, and one that enters
// it, unless it has the first. That is how Hamiltonian cycles are written as formulas
// (N.-F. Zhou, "In pursuit of an efficient SAT encoding for the Hamiltonian cycle
// problem", CP 2020). The families of clauses are
//
//	arc      if k is on c and k+1 on d, the path goes from c to d
//	forward  if k is on c and the path goes from c to d, k+1 is on d
//	back     if k+1 is on d and the path goes from c to d, k is on c
//	leaves   each cell has the last number or exactly one arc that leaves it
//	enters   each cell has the first number or exactly one arc that enters it
func (f *pathCNF) arcs() error {
	arcs := f.declareArcs()
	f.begin("arc")
	if err := f.eachArc(arcs, 1, func(a, arc, b sat.Lit) {
		if b != 0 {
			f.Add(a.Not(), b.Not(), arc)
		}
	}); err != nil {
		return err
	}
	implied := func(a, arc, b sat.Lit) {
		if b != 0 {
			f.Add(a.Not(), arc.Not(), b)
		} else {
			f.Add(a.Not(), arc.Not())
		}
	}
	f.begin("forward")
	if err := f.eachArc(arcs, 1, implied); err != nil {
		return err
	}
	f.begin("back")
	if err := f.eachArc(arcs, -1, implied); err != nil {
		return err
	}
	return f.degrees(arcs)
}

// declareArcs returns for each cell and each of its neighbours the variable of the arc
// to it, or 0 when no number and its successor may be there.
func (f *pathCNF) declareArcs() [][]sat.Lit {
	arcs := make([][]sat.Lit, f.n)
	for c := range arcs {
		arcs[c] = make([]sat.Lit, len(f.p.Neighbours(c)))
	}
	for k := 1; k < f.n; k++ {
		f.lay(k + 1)
		for _, c := range f.of(k) {
			for j, d := range f.p.Neighbours(int(c)) {
				if f.on[d] != 0 && arcs[c][j] == 0 {
					arcs[c][j] = f.NewVar()
				}
			}
		}
		f.lift(k + 1)
	}
	return arcs
}

// eachArc calls say for each number k on a cell and each arc that leaves that cell, or
// with way −1 enters it: with the variables that k is there, of the arc, and that k+way
// is on its other end, 0 when it cannot be.
func (f *pathCNF) eachArc(arcs [][]sat.Lit, way int, say func(a, arc, b sat.Lit)) error {
	for k := 1; k <= f.n; k++ {
		next := k + way
		inside := 1 <= next && next <= f.n
		if inside {
			f.lay(next)
		}
		for i, c := range f.of(k) {
			for j, d := range f.p.Neighbours(int(c)) {
				arc := arcs[c][j]
				if way < 0 {
					arc = arcs[d][slices.Index(f.p.Neighbours(d), int(c))]
				}
				if arc != 0 {
					say(place(f.starts[k-1]+i), arc, f.on[d])
				}
			}
		}
		if inside {
			f.lift(next)
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// degrees says how many arcs leave and enter each cell.
func (f *pathCNF) degrees(arcs [][]sat.Lit) error {
	leaves, enters := make([][]sat.Lit, f.n), make([][]sat.Lit, f.n)
	for end, k := range [...]int{1, f.n} {
		for i, c := range f.of(k) {
			at := [...][][]sat.Lit{enters, leaves}[end]
			at[c] = append(at[c], place(f.starts[k-1]+i))
		}
	}
	for c := range arcs {
		for j, d := range f.p.Neighbours(c) {
			if arc := arcs[c][j]; arc != 0 {
				leaves[c], enters[d] = append(leaves[c], arc), append(enters[d], arc)
			}
		}
	}
	f.begin("leaves")
	for _, lits := range leaves {
		if err := f.exactlyOne(lits, f.exclude); err != nil {
			return err
		}
	}
	f.begin("enters")
	for _, lits := range enters {
		if err := f.exactlyOne(lits, f.exclude); err != nil {
			return err
		}
	}
	return nil
}
