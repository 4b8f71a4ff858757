package encode

import (
	"context"
	"errors"
	"io"
	"slices"

	"crosscut/meter"
	"crosscut/sat"
)

// Exclude adds the clause that excludes one cover from the models, given as the numbers of its
// options. When all covers are excluded, [CoverFormula.Refute] proves that there are no others. Options
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

// Refute writes a proof to w that the formula has no model: see [sat.Refute]. The proof is a
// tree of choices along the primary items. A node of m is a choice. It fails with
// [sat.ErrSatisfiable] when there is a cover that was not excluded.
func (f *CoverFormula) Refute(ctx context.Context, m *meter.Meter, w io.Writer, format sat.ProofFormat) error {
	if f.CNF == nil {
		return errors.New("encode: the zero CoverFormula has no proof")
	}
	return sat.Refute(ctx, f.CNF, sat.Refutation{Groups: f.groups, Format: format}, m, w)
}
