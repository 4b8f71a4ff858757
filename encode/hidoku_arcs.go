package encode

// The encoding "arcs" of Hidokus: a variable for each step of the path from a cell to
// one that touches it, whichever numbers it joins. It applies to every Hidoku. It has up
// to eight arcs per cell, and three clauses for each place and arc. Hamiltonian cycles
// are written as formulas in this way (N.-F. Zhou, "In pursuit of an efficient SAT
// encoding for the Hamiltonian cycle problem", CP 2020).

import (
	"slices"

	"crosscut/sat"
)

// arcs says that consecutive numbers touch. An arc is the variable that says that the
// path goes from one cell to another. One arc leaves each cell, except the one with the
// last number, and one enters each cell, except the one with the first. The families of
// clauses are
//
//	arc      if k is on c and k+1 on d, the path goes from c to d
//	forward  if k is on c and the path goes from c to d, k+1 is on d
//	back     if k+1 is on d and the path goes from c to d, k is on c
//	leaves   each cell has the last number or exactly one arc that leaves it
//	enters   each cell has the first number or exactly one arc that enters it
func (f *hidokuFormula) arcs() error {
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
// between them, or 0 when no number and its successor can be there.
func (f *hidokuFormula) declareArcs() [][]sat.Lit {
	arcs := make([][]sat.Lit, f.n)
	for c := range arcs {
		arcs[c] = make([]sat.Lit, len(f.p.Neighbours(c)))
	}
	for k := 1; k < f.n; k++ {
		f.setOn(k + 1)
		for _, c := range f.cellsOf(k) {
			for j, d := range f.p.Neighbours(int(c)) {
				if f.on[d] != 0 && arcs[c][j] == 0 {
					arcs[c][j] = f.NewVar()
				}
			}
		}
		f.clearOn(k + 1)
	}
	return arcs
}

// eachArc calls say for each place of a number k and each arc that leaves its cell, or
// with way −1 enters it. The arguments of say are three variables: the place of k, the
// arc, and the place of k+way at the other end of the arc, 0 when it cannot be there.
func (f *hidokuFormula) eachArc(arcs [][]sat.Lit, way int, say func(a, arc, b sat.Lit)) error {
	for k := 1; k <= f.n; k++ {
		next := k + way
		exists := 1 <= next && next <= f.n
		if exists {
			f.setOn(next)
		}
		for i, c := range f.cellsOf(k) {
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
		if exists {
			f.clearOn(next)
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// degrees says how many arcs leave and enter each cell.
func (f *hidokuFormula) degrees(arcs [][]sat.Lit) error {
	leaves, enters := make([][]sat.Lit, f.n), make([][]sat.Lit, f.n)
	for end, k := range [...]int{1, f.n} {
		for i, c := range f.cellsOf(k) {
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
