package draughtboard

import (
	"slices"

	"crosscut/puzzle"
	"crosscut/sat"
)

// How the formula of a draughtboard excludes solutions: see exclude.go.

// literals returns the deciding literals that s makes true: those of the placements
// whose cells all have the same stone in s, and that of the colouring.
func (t *formula) literals(s puzzle.Solution) (lits []sat.Lit) {
	for i, k := range t.kinds {
		for j := range k.placements {
			if k.lies(&k.placements[j], s) {
				lits = append(lits, t.used[i][j])
			}
		}
	}
	if len(t.corners) == 2 {
		lits = append(lits, t.cornerOf(s))
	}
	return lits
}

// covering returns for each cell the literals of the placements of kind i that cover it.
func (t *formula) covering(i int) [][]sat.Lit {
	lits := make([][]sat.Lit, t.p.Board().Len())
	for j, q := range t.kinds[i].placements {
		for _, c := range q.Cells {
			lits[c] = append(lits[c], t.used[i][j])
		}
	}
	return lits
}

// cornerOf returns the literal of the colouring that s is for, one of two.
func (t *formula) cornerOf(s puzzle.Solution) sat.Lit {
	if slices.ContainsFunc(s, func(v int) bool { return v < 0 }) { // a white corner, which is the second colouring
		return t.corners[1]
	}
	return t.corners[0]
}

// differ returns the clause of Differ. A variable for each cell says that no placement
// of the kind that s has there covers it. Another colouring differs only where s has a
// stone: a bare cell is the same in both.
func (t *formula) differ(s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	hasStone := func(c int) bool { return s[c] != puzzle.Bare }
	if len(t.corners) == 2 && slices.ContainsFunc(cells, hasStone) {
		clause = append(clause, t.cornerOf(s).Not())
	}
	covering := make([][][]sat.Lit, len(t.kinds)) // per kind that s has, and per cell, its placements there
	for _, c := range cells {
		first := puzzle.Bare // the first stone of the kind that s has there
		if s[c] != puzzle.Bare {
			first = t.p.Kinds()[max(s[c], -s[c])-1] + 1
		}
		other := t.NewVar()
		clause = append(clause, other)
		for i := range t.kinds {
			if t.kinds[i].stones[0] != first {
				continue
			}
			if covering[i] == nil {
				covering[i] = t.covering(i)
			}
			for _, l := range covering[i][c] {
				t.Add(other.Not(), l.Not())
			}
		}
	}
	return clause
}
