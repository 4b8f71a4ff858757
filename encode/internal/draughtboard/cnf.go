// Package draughtboard writes draughtboards as formulas and as exact covers. Both begin with the
// list of placements.
package draughtboard

import (
	"slices"
	"strconv"
	"strings"

	"crosscut/encode/internal/write"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A draughtboard as a formula. It has a variable for each placement of each kind of
// stones, and one for each colouring if there are two to try. All encodings have the
// families of clauses
//
//	stone       exactly one placement of each kind with one stone is used, or at most one
//	            if the stone may be left out
//	stones …    m placements of a kind with m stones are used, also of one stone with many placements; there
//	            are three such families: order, lower and upper, see write.Formula.SumTo
//	spare       how many stones of a kind are left out, if that is open
//	colouring   a placement is used only in a colouring in which it fits
//	corner      there is exactly one colouring
//
// Order of the stones is redundant: see write.Formula.SumTo. There are two ways to say that each cell is
// covered once. The encoding "conflicts" looks at pairs of placements: see conflicts.go. The
// encoding "kinds" has a variable for each cell and kind, and the families
//
//	cell        each cell has stones of exactly one kind on it
//	covers      a placement that is used puts its kind on its cells
//	covered     a cell with a kind on it is in a placement of that kind that is used
//	overlap     at most one placement of a kind with several stones is on a cell
//
// A formula has a variable for each placement, so write.MaxElements bounds the number of
// variables and write.MaxLiterals the clauses.

// Formula returns a draughtboard as a formula. With pairable above 0 it looks at pairs of placements, of
// which there are at most so many. Otherwise it has variables for kinds on cells.
func Formula(run *meter.Run, p *puzzle.Draughtboard, pairable int) (*write.Puzzle, error) {
	all, err := newPlacements(run, p)
	if err != nil {
		return nil, err
	}
	total := all.total()
	if pairable > 0 && total > pairable {
		return nil, write.TooLarge("formula of all pairs of %d placements", total)
	}
	t := &formula{Formula: write.NewFormula(run), placements: all, kindsCovering: pairable == 0}
	t.declare()
	says := []func() error{t.kindsOnCells, t.stones, t.fits}
	if !t.kindsCovering {
		says = []func() error{t.fits, func() error { return t.conflicts(total) }}
	}
	for _, say := range says {
		if err := say(); err != nil {
			return nil, err
		}
	}
	return &write.Puzzle{Formula: t.Formula, Keep: t.keep, Groups: t.groups(), Along: t.single(), Decode: t.decode, Differ: t.differ, Literals: t.literals, Symmetries: t.symmetries}, nil
}

// formula is a draughtboard as a formula that is being written.
type formula struct {
	*write.Formula
	*placements
	used    [][]sat.Lit // used[i][j]: placement j of kind i is used
	corners []sat.Lit   // corners[i]: the board has colouring i; nil unless there are two
	keep    []sat.Lit   // the literals that decide: see Formula

	kindsCovering bool // it has variables for kinds on cells
}

func (t *formula) declare() {
	for i := range t.kinds {
		k := &t.kinds[i]
		t.used = append(t.used, t.NewVars(len(k.placements)))
		t.keep = append(t.keep, t.used[i]...)
		name := t.name(i)
		if i != t.bare {
			name = "stone " + name
		}
		for j := range k.placements {
			t.Name(t.used[i][j], name+" on "+t.nameOf(&k.placements[j]))
		}
	}
	if colourings := t.p.Colourings(); len(colourings) > 1 {
		t.corners = t.NewVars(len(colourings))
		t.keep = append(t.keep, t.corners...) // a set: the order does not matter
		for i, colour := range colourings {
			t.Name(t.corners[i], "corner "+string(rune(colour)))
		}
	}
}

// name names a kind by its first stone.
func (all *placements) name(i int) string {
	if i == all.bare {
		return "bare"
	}
	return all.p.Name(all.kinds[i].stones[0])
}

func (all *placements) nameOf(q *placement) string {
	names := make([]string, len(q.Cells))
	for i, c := range q.Cells {
		names[i] = all.p.Board().Name(c)
	}
	return strings.Join(names, " ")
}

// groups returns the groups of Formula: the placements on each cell, those of each kind
// with one stone, and the colourings.
func (t *formula) groups() [][]sat.Lit {
	groups := make([][]sat.Lit, t.p.Board().Len())
	for i := range t.kinds {
		for c, lits := range t.covering(i) {
			groups[c] = append(groups[c], lits...)
		}
	}
	groups = append(groups, t.single()...)
	if len(t.corners) > 0 {
		groups = append(groups, t.corners)
	}
	return groups
}

// single returns the placements of each kind with one stone.
func (t *formula) single() (groups [][]sat.Lit) {
	for i := range t.kinds {
		if len(t.kinds[i].stones) == 1 && t.kinds[i].fixed() {
			groups = append(groups, t.used[i])
		}
	}
	return groups
}

// kindsOnCells says that exactly one kind covers each cell, and covers it once.
func (t *formula) kindsOnCells() error {
	kindsOn := make([][]sat.Lit, t.p.Board().Len()) // per cell
	for i := range t.kinds {
		on, err := t.coverBy(i)
		if err != nil {
			return err
		}
		for c, l := range on {
			if l != 0 {
				kindsOn[c] = append(kindsOn[c], l)
			}
		}
	}
	t.Begin("cell")
	for _, lits := range kindsOn {
		if err := t.SayExactlyOne(lits, write.ByPairs); err != nil {
			return err
		}
	}
	return nil
}

// coverBy returns for each cell the literal that kind i is on it, 0 if it cannot be. It
// says how the placements of the kind decide these literals.
func (t *formula) coverBy(i int) ([]sat.Lit, error) {
	k := &t.kinds[i]
	over := t.covering(i)
	on := make([]sat.Lit, len(over))
	for c, lits := range over {
		if len(lits) == 0 {
			continue
		}
		on[c] = t.NewVar()
		t.Name(on[c], "kind on "+t.p.Board().Name(c)+":"+t.name(i))
		t.Begin("covers")
		for _, l := range lits {
			t.Add(l.Not(), on[c])
		}
		t.Begin("covered")
		t.Add(append(slices.Clone(lits), on[c].Not())...)
		if len(k.stones) > 1 {
			t.Begin("overlap")
			if err := t.SayAtMostOne(lits, write.ByPairs); err != nil {
				return nil, err
			}
		}
		if err := t.Check(); err != nil {
			return nil, err
		}
	}
	return on, nil
}

func (t *formula) stones() error {
	t.Begin("stone")
	for i, k := range t.kinds {
		switch {
		case t.isCounted(i):
		case k.fixed():
			if err := t.SayExactlyOne(t.used[i], write.ByPairs); err != nil {
				return err
			}
		default:
			if err := t.SayAtMostOne(t.used[i], write.ByPairs); err != nil {
				return err
			}
		}
	}
	return t.several()
}

// isCounted reports whether the placements of a kind that are used are counted by a sum: if it has several stones, or
// too many placements for pairs.
func (t *formula) isCounted(i int) bool {
	return len(t.kinds[i].stones) > 1 || t.kindsCovering && len(t.used[i]) > write.PairsUpTo
}

// several says how many placements of each kind that is counted are used. If the number
// is open, the stones left out are another term of the sum.
func (t *formula) several() error {
	for i, k := range t.kinds {
		if !t.isCounted(i) || i == t.uncounted || k.free {
			continue
		}
		number := func(l sat.Lit) string { return strconv.Itoa(l.Var()) }
		if err := t.CountTo("stones", k.least, len(k.stones), t.used[i], number); err != nil {
			return err
		}
	}
	return t.Check()
}

// fits says that there is one colouring, and that a placement is used only in a colouring
// in which it fits.
func (t *formula) fits() error {
	if len(t.corners) == 0 {
		return nil
	}
	t.Begin("colouring")
	for i := range t.kinds {
		for j := range t.kinds[i].placements {
			if colouring := t.needs(&t.kinds[i].placements[j]); colouring >= 0 {
				t.Add(t.used[i][j].Not(), t.corners[colouring])
			}
		}
		if err := t.Check(); err != nil {
			return err
		}
	}
	t.Begin("corner")
	t.ExactlyOne(t.corners)
	return nil
}

// decode returns the solution of a model: see Formula.
func (t *formula) decode(values []bool) puzzle.Solution {
	if len(values) <= len(t.keep) { // the deciding variables come first
		return nil
	}
	var used []*placement
	for i, lits := range t.used {
		for j, l := range lits {
			if values[l.Var()] {
				used = append(used, &t.kinds[i].placements[j])
			}
		}
	}
	colouring := len(t.p.Colourings()) - 1
	for i, l := range t.corners {
		if values[l.Var()] {
			colouring = i
		}
	}
	return t.filling(used, colouring)
}
