package encode

import (
	"slices"
	"strings"

	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/sat"
)

// A draughtboard is a formula over a variable for each placement of each kind of stones
// and, where there are two colourings to try, one for each of them. All encodings have
// the families of clauses
//
//	stone       of a kind with one stone exactly one placement is used
//	stones …    of a kind with m stones m placements are used: order, lower, upper
//	            as in sumTo
//	colouring   a placement is used only in a colouring in which it fits
//	corner      there is exactly one colouring
//
// Order of the stones is redundant: see sumTo. Cells are covered once either by
//
//	cell        each cell is in exactly one placement that is used
//
// or, with a variable for each cell and kind, by
//
//	cell        each cell has stones of exactly one kind on it
//	covers      a placement used puts its kind on its cells
//	covered     a cell with a kind on it is in a placement used of that kind
//	overlap     of a kind with several stones one placement at most is on a cell
//
// or, as the default does, placement by placement: see togetherness. Its families are
//
//	cell        each cell is in a placement that is used
//	stone       of a kind with one stone a placement is used
//	clash       two placements that cannot be used together
//	alone, pair a placement, or two, that leave a cell or a kind without any
//
// of which alone and pair are redundant. So is all of
//
//	balance …   the stones have as many squares of a colour as the board: see balance

// tilingStyle is what one encoding of draughtboards has and others have not.
type tilingStyle struct {
	exclude exclusion // of the placements of a stone and of those on a cell
	says    []func(*tiling) error
}

// The encodings of draughtboards.
var (
	draughtboardConflicts = tilingStyle{byPairs, []func(*tiling) error{(*tiling).fits, (*tiling).conflicts}}
	draughtboardKinds     = tilingStyle{byPairs, []func(*tiling) error{(*tiling).kindsOnCells, (*tiling).stones, (*tiling).fits}}
	draughtboardBalance   = tilingStyle{byPairs, append(slices.Clip(draughtboardKinds.says), (*tiling).balance)}
	draughtboardPairs     = tilingStyle{byPairs, []func(*tiling) error{(*tiling).placementsOnCells, (*tiling).stones, (*tiling).fits}}
	draughtboardLadder    = tilingStyle{byLadder, draughtboardPairs.says}
	draughtboardProduct   = tilingStyle{byProduct, draughtboardPairs.says}
)

// write returns p as a formula in the style.
func (style *tilingStyle) write(run *search.Run, p *puzzle.Draughtboard) (*Formula, error) {
	all, err := newPlacements(run, p)
	if err != nil {
		return nil, err
	}
	t := &tiling{formula: newFormula(run), placements: all, exclude: style.exclude}
	t.declare()
	for _, say := range style.says {
		if err := say(t); err != nil {
			return nil, err
		}
	}
	return &Formula{CNF: t.CNF, Keep: t.keep, Groups: t.groups(), Tiling: true, Decode: t.decode, differ: t.differ, literals: t.literals, families: t.families}, nil
}

// tiling is a draughtboard as a formula.
type tiling struct {
	*formula
	*placements
	exclude exclusion
	used    [][]sat.Lit // per kind and placement
	corners []sat.Lit   // per colouring if there are two, else none
	keep    []sat.Lit
}

// declare makes the variables.
func (t *tiling) declare() {
	for i := range t.kinds {
		k := &t.kinds[i]
		t.used = append(t.used, t.NewVars(len(k.placements)))
		t.keep = append(t.keep, t.used[i]...)
		for j := range k.placements {
			t.Name(t.used[i][j], "stone "+puzzle.StoneName(k.stones[0])+" on "+t.nameOf(&k.placements[j]))
		}
	}
	if colourings := t.p.Colourings(); len(colourings) > 1 {
		t.corners = t.NewVars(len(colourings))
		t.keep = append(t.keep, t.corners...)
		for i, colour := range colourings {
			t.Name(t.corners[i], "corner "+string(rune(colour)))
		}
	}
}

// nameOf lists the cells of a placement.
func (all *placements) nameOf(q *placement) string {
	names := make([]string, len(q.cells))
	for i, c := range q.cells {
		names[i] = all.p.Board().Name(int(c))
	}
	return strings.Join(names, " ")
}

// groups returns the placements over each cell, those of each kind with one stone,
// and the colourings.
func (t *tiling) groups() [][]sat.Lit {
	groups := make([][]sat.Lit, t.p.Board().Len())
	for i := range t.kinds {
		for j, q := range t.kinds[i].placements {
			for _, c := range q.cells {
				groups[c] = append(groups[c], t.used[i][j])
			}
		}
		if len(t.kinds[i].stones) == 1 {
			groups = append(groups, t.used[i])
		}
	}
	if len(t.corners) > 0 {
		groups = append(groups, t.corners)
	}
	return groups
}

// placementsOnCells says that each cell is covered once, by its placements.
func (t *tiling) placementsOnCells() error {
	t.begin("cell")
	for _, lits := range t.groups()[:t.p.Board().Len()] {
		if err := t.exactlyOne(lits, t.exclude); err != nil {
			return err
		}
	}
	return nil
}

// kindsOnCells says that each cell is covered once, by one kind.
func (t *tiling) kindsOnCells() error {
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
	t.begin("cell")
	for _, lits := range kindsOn {
		if err := t.exactlyOne(lits, t.exclude); err != nil {
			return err
		}
	}
	return nil
}

// coverBy ties the placements of a kind to literals that say on which cells it is,
// and returns these, 0 for a cell it cannot be on.
func (t *tiling) coverBy(i int) ([]sat.Lit, error) {
	k := &t.kinds[i]
	over := make([][]sat.Lit, t.p.Board().Len())
	for j, q := range k.placements {
		for _, c := range q.cells {
			over[c] = append(over[c], t.used[i][j])
		}
	}
	on := make([]sat.Lit, len(over))
	for c, lits := range over {
		if len(lits) == 0 {
			continue
		}
		on[c] = t.NewVar()
		t.begin("covers")
		for _, l := range lits {
			t.Add(l.Not(), on[c])
		}
		t.begin("covered")
		t.Add(append(slices.Clone(lits), on[c].Not())...)
		if len(k.stones) > 1 {
			t.begin("overlap")
			if err := t.atMostOne(lits, t.exclude); err != nil {
				return nil, err
			}
		}
		if err := t.check(); err != nil {
			return nil, err
		}
	}
	return on, nil
}

// stones says how many placements of each kind are used.
func (t *tiling) stones() error {
	t.begin("stone")
	for i, k := range t.kinds {
		if len(k.stones) == 1 {
			if err := t.exactlyOne(t.used[i], t.exclude); err != nil {
				return err
			}
		}
	}
	return t.several()
}

// several says how many placements are used of each kind with several stones.
func (t *tiling) several() error {
	for i, k := range t.kinds {
		if len(k.stones) == 1 || i == t.uncounted {
			continue
		}
		terms := make([]ordered, len(k.placements))
		for j, l := range t.used[i] {
			terms[j] = ordered{values: []int{0, 1}, atLeast: []sat.Lit{always, l, always.Not()}}
		}
		if err := t.sumTo("stones", len(k.stones), terms, balanced); err != nil {
			return err
		}
	}
	return t.check()
}

// fits ties the placements that fit in only one of two colourings to it.
func (t *tiling) fits() error {
	if len(t.corners) == 0 {
		return nil
	}
	t.begin("colouring")
	for i := range t.kinds {
		for j := range t.kinds[i].placements {
			if colouring := t.needs(&t.kinds[i].placements[j]); colouring >= 0 {
				t.Add(t.used[i][j].Not(), t.corners[colouring])
			}
		}
		if err := t.check(); err != nil {
			return err
		}
	}
	t.begin("corner")
	t.ExactlyOne(t.corners)
	return nil
}

// decode lays the stones whose placements are used.
func (t *tiling) decode(values []bool) puzzle.Solution {
	if len(values) <= len(t.keep) { // the variables kept are the first ones
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
