package encode

import (
	"slices"

	"crosscut/puzzle"
	"crosscut/sat"
)

// Exclude adds to the formula, for good, that a model is not s, a solution: the clause
// that not all literals of Keep are true that s makes true.
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

// literals returns the literals that s makes true of those that decide.
func (d *domains) literals(s puzzle.Solution) []sat.Lit {
	clause := d.differ(s, everyCell(s))
	for i, l := range clause {
		clause[i] = l.Not()
	}
	return clause
}

// literals returns the literals that s makes true of those that decide.
func (m *magic) literals(has [][]sat.Lit, s puzzle.Solution) []sat.Lit {
	clause := m.differ(has, s, everyCell(s))
	for i, l := range clause {
		clause[i] = l.Not()
	}
	return clause
}

// literals returns the literals that s makes true of those that decide: of the
// placements on which each of the cells has the same stone, and of the colouring.
func (t *tiling) literals(s puzzle.Solution) (lits []sat.Lit) {
	for i, k := range t.kinds {
		for j, q := range k.placements {
			stone := s[q.cells[0]]
			another := func(c int32) bool { return s[c] != stone }
			if slices.Contains(k.stones, max(stone, -stone)) && !slices.ContainsFunc(q.cells, another) {
				lits = append(lits, t.used[i][j])
			}
		}
	}
	if len(t.corners) == 2 {
		corner := t.corners[0]
		if s[0] < 0 { // of the white corner, which is the second colouring
			corner = t.corners[1]
		}
		lits = append(lits, corner)
	}
	return lits
}

// everyCell returns all cells of the board of a solution.
func everyCell(s puzzle.Solution) []int {
	cells := make([]int, len(s))
	for c := range s {
		cells[c] = c
	}
	return cells
}

// Differ adds to the formula, for good, that a model is no solution that agrees with s,
// a solution, on all of the cells: that on one of them at least it has another number,
// or a stone of another kind, or that it is for the other colouring of the board.
func (f *Formula) Differ(s puzzle.Solution, cells []int) {
	if f.differ != nil {
		f.CNF.Add(f.differ(s, cells)...)
	}
}

// differ returns the clause of Differ.
func (d *domains) differ(s puzzle.Solution, cells []int) []sat.Lit {
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

// differ returns the clause of Differ, for the variables of the cells' domains.
func (m *magic) differ(has [][]sat.Lit, s puzzle.Solution, cells []int) []sat.Lit {
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
func (t *tiling) differ(s puzzle.Solution, cells []int) []sat.Lit {
	var clause []sat.Lit
	if len(t.corners) == 2 {
		corner := t.corners[0]
		if s[0] < 0 { // of the white corner, which is the second colouring
			corner = t.corners[1]
		}
		clause = append(clause, corner.Not())
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
