package encode

import (
	"slices"

	"crosscut/sat"
)

// Exclude adds the clause that excludes one cover from the models, given as the numbers of its
// options. When all covers are excluded, [sat.Refute] proves that there are no others. Options
// that are never chosen make no difference. The zero CoverFormula has no covers to exclude.
func (f *CoverFormula) Exclude(options []int) {
	if f.CNF == nil {
		return
	}
	var clause []sat.Lit
	for i, l := range f.Keep {
		switch {
		case slices.Contains(options, f.numbers[i]):
			clause = append(clause, l.Not())
		case !f.antichain:
			clause = append(clause, l)
		}
	}
	f.CNF.Add(clause...)
}
