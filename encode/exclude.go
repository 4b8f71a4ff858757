package encode

// Clauses that forbid solutions already found. Exclude forbids one solution, and Differ
// forbids all that agree with it on given cells. The clauses are of the deciding literals,
// with at most one literal for each cell. For a draughtboard, Differ needs one more variable
// for each cell. How each family writes them is in its own files.

import (
	"slices"

	"crosscut/puzzle"
)

// Exclude adds the clause that a model is not the solution s. Some literal of Keep that s
// makes true must be false.
func (f *Formula) Exclude(s puzzle.Solution) {
	if f.CNF == nil {
		return
	}
	clause := f.decided(s)
	for i, l := range clause {
		clause[i] = l.Not()
	}
	f.CNF.Add(clause...)
}

// Differ adds the clause that a model differs from the solution s on at least one of the
// cells. There it has another number, or a stone of another kind. It also differs if it
// is for the other colouring of the board, and s has a stone on one of the cells.
// Cells that s does not have make no difference.
func (f *Formula) Differ(s puzzle.Solution, cells []int) {
	cells = slices.DeleteFunc(slices.Clone(cells), func(c int) bool { return c < 0 || c >= len(s) })
	if f.differ != nil {
		f.CNF.Add(f.differ(s, cells)...)
	}
}
