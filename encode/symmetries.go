package encode

// Symmetries of a puzzle as maps of the deciding literals of its formula: see [sat.Symmetries]. The
// puzzle has the symmetries of its board. Two maps of numbers come with them: to number a Hidoku
// backwards, and to take each number of a magic board from the least and the greatest together. Maps that
// are no symmetries do no harm: package sat looks at each.

import (
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/puzzle"
	"crosscut/sat"
)

// images returns a map of literals: that of value v on cell c goes to that of value to(v) on cell image[c].
// It returns nil if one of these is not there, for which literal returns 0.
func images(keep []sat.Lit, at func(i int) (c, v int), literal func(c, v int) sat.Lit, image []int, to func(v int) int) []sat.Lit {
	most := 0
	for _, l := range keep {
		most = max(most, l.Var())
	}
	by := make([]sat.Lit, most+1)
	for i, l := range keep {
		c, v := at(i)
		if by[l.Var()] = literal(image[c], to(v)); by[l.Var()] == 0 {
			return nil
		}
	}
	return by
}

// cellMaps returns what the symmetries of p do with cells, and the unmoved board first.
func cellMaps(p puzzle.Puzzle) (maps [][]int) {
	for _, s := range puzzle.Symmetries(p) {
		maps = append(maps, s.Image)
	}
	return maps
}

// numberMaps returns the maps of literals by the symmetries of the board, as they are and together with
// a map of numbers onto numbers.
func numberMaps(p puzzle.Puzzle, cells [][]int, keep []sat.Lit, at func(i int) (c, v int), literal func(c, v int) sat.Lit, other func(v int) int) (maps [][]sat.Lit) {
	same := func(v int) int { return v }
	for _, image := range cells {
		for _, to := range []func(int) int{same, other} {
			if by := images(keep, at, literal, image, to); by != nil {
				maps = append(maps, by)
			}
		}
	}
	return maps
}

// symmetries returns the symmetries of a Hidoku on which every path is right. Clauses of places alone then say all but at most one by
// ladders.
func (f *hidokuFormula) symmetries() *sat.Symmetries {
	if f.exclude == write.ByLadder || !f.p.AnyPath() {
		return nil
	}
	var keep []sat.Lit
	for i := range f.places() {
		keep = append(keep, place(i))
	}
	at := func(i int) (c, v int) { return int(f.cells[i]), f.numberAt(place(i)) }
	literal := func(c, v int) sat.Lit { return f.placeOn(v, c) }
	backwards := func(v int) int { return f.n + 1 - v }
	return &sat.Symmetries{Maps: numberMaps(f.p, cellMaps(f.p), keep, at, literal, backwards)}
}

// symmetries returns the symmetries of a magic board of which all lines are sums of cells.
func (f *magicFormula) symmetries() *sat.Symmetries {
	s := sat.Symmetries{Early: true}
	say := func(lits []sat.Lit, weights []int, sum int) {
		s.Sums = append(s.Sums, sat.Sum{Lits: lits, Weights: weights, Least: sum, Most: sum})
	}
	for i := range f.lines {
		l := &f.lines[i]
		if !l.IsSum() || l.Any {
			return nil
		}
		var lits []sat.Lit
		var weights []int
		for _, c := range l.Cells() {
			lits, weights = append(lits, f.has[c]...), append(weights, f.domains[c]...)
		}
		say(lits, weights, l.Sum)
	}
	var keep []sat.Lit
	var cellOf, valueOf []int
	on := make([][]sat.Lit, len(f.values))
	for c, numbers := range f.has {
		say(numbers, slices.Repeat([]int{1}, len(numbers)), 1)
		for i, l := range numbers {
			v := f.domains[c][i]
			keep, cellOf, valueOf = append(keep, l), append(cellOf, c), append(valueOf, v)
			on[f.index(v)] = append(on[f.index(v)], l)
		}
	}
	if f.p.Rules().Form != puzzle.Equation {
		for i, places := range on {
			say(places, slices.Repeat([]int{1}, len(places)), f.p.Uses(f.values[i]))
		}
	}
	at := func(i int) (c, v int) { return cellOf[i], valueOf[i] }
	literal := func(c, v int) sat.Lit {
		if i, found := slices.BinarySearch(f.domains[c], v); found {
			return f.has[c][i]
		}
		return 0
	}
	both := f.values[0] + f.values[len(f.values)-1]
	s.Maps = numberMaps(f.p, f.maps(), keep, at, literal, func(v int) int { return both - v })
	return &s
}
