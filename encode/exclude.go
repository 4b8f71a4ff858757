package encode

// Clauses that forbid solutions already found: Exclude forbids one, and Differ forbids
// all that agree with one on given cells. Both are written in the literals that decide,
// so that a clause has at most one literal a cell. A draughtboard needs one more variable
// a cell for Differ.

import (
	"slices"

	"crosscut/puzzle"
	"crosscut/sat"
)

// Exclude adds the clause that a model is not the solution s: at least one of the
// literals of Keep that s makes true is false.
func (f *Formula) Exclude(s puzzle.Solution) {
	if f.literals == nil {
		return
	}
	clause := f.literals(s)
	for i, l := range clause {
		clause[i] = l.Not()
	}
	f.CNF.Add(clause...)
}

// literals returns the deciding literals that s makes true.
func (d *hidokuDomains) literals(s puzzle.Solution) []sat.Lit {
	clause := d.differ(s, everyCell(s))
	for i, l := range clause {
		clause[i] = l.Not()
	}
	return clause
}

// literals returns the deciding literals that s makes true.
func (m *magicDomains) literals(has [][]sat.Lit, s puzzle.Solution) []sat.Lit {
	clause := m.differ(has, s, everyCell(s))
	for i, l := range clause {
		clause[i] = l.Not()
	}
	return clause
}

// literals returns the deciding literals that s makes true: those of the placements
// whose cells all have the same stone in s, and that of the colouring.
func (t *draughtboardFormula) literals(s puzzle.Solution) (lits []sat.Lit) {
	for i, k := range t.kinds {
		for j, q := range k.placements {
			stone := s[q.cells[0]]
			hasAnother := func(c int32) bool { return s[c] != stone }
			if slices.Contains(k.stones, max(stone, -stone)) && !slices.ContainsFunc(q.cells, hasAnother) {
				lits = append(lits, t.used[i][j])
			}
		}
	}
	if len(t.corners) == 2 {
		lits = append(lits, t.cornerOf(s))
	}
	return lits
}

// cornerOf returns the literal of the colouring that s is for, one of two.
func (t *draughtboardFormula) cornerOf(s puzzle.Solution) sat.Lit {
	if s[0] < 0 { // a white corner, which is the second colouring
		return t.corners[1]
	}
	return t.corners[0]
}

// everyCell returns all cells of the board of a solution.
func everyCell(s puzzle.Solution) []int {
	cells := make([]int, len(s))
	for c := range s {
		cells[c] = c
	}
	return cells
}

// Differ adds the clause that a model differs from the solution s on at least one of the
// cells: it has another number or a stone of another kind there, or it is for the other
// colouring of the board.
func (f *Formula) Differ(s puzzle.Solution, cells []int) {
	if f.differ != nil {
		f.CNF.Add(f.differ(s, cells)...)
	}
}

// differ returns the clause of Differ.
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

// differ returns the clause of Differ, where has are the variables of the cells' domains.
func (m *magicDomains) differ(has [][]sat.Lit, s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	for _, c := range cells {
		for i, k := range m.domains[c] {
			if m.p.Low()+k == s[c] {
				clause = append(clause, has[c][i].Not())
			}
		}
	}
	return clause
}

// differ returns the clause of Differ. A variable for each cell says that no placement
// of the kind that s has there covers it.
func (t *draughtboardFormula) differ(s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	if len(t.corners) == 2 {
		clause = append(clause, t.cornerOf(s).Not())
	}
	for _, c := range cells {
		first := t.p.Kinds()[max(s[c], -s[c])-1] + 1
		other := t.NewVar()
		clause = append(clause, other)
		for i := range t.kinds {
			if t.kinds[i].stones[0] != first {
				continue
			}
			for j := range t.kinds[i].placements {
				for _, d := range t.kinds[i].placements[j].cells {
					if int(d) == c {
						t.Add(other.Not(), t.used[i][j].Not())
					}
				}
			}
		}
	}
	return clause
}
