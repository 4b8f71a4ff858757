package sat

import (
	"context"

	"crosscut/internal/search"
)

// Models calls yield once for each assignment of the literals in keep that some
// model of f has: models that agree on keep are one. With an empty keep that is
// one call if f is satisfiable. values[v] is the value of the variable v in one
// such model, values[0] is unused; the slice is only valid during the call.
//
// The error is nil only when there are no more assignments; otherwise it is
// [search.ErrStopped], a [*search.LimitError] (the nodes of m are calls of the
// solver; a formula too large for the solver is a limit too), the cause of the
// end of ctx, or what is wrong with f or keep. Every model is checked against f
// before it is handed out, and an assignment that is none, or was there before,
// ends the search with an error. The order of the models is the same each time.
//
// A blocking clause is as long as keep: where the models have many literals of
// keep false, [ModelsAntichain] is faster.
func Models(ctx context.Context, f *CNF, keep []Lit, m *search.Meter, yield func(values []bool) bool) error {
	e := enumeration{f: f, keep: keep, crowd: crowd(f)}
	return e.to(yield).start(ctx, m)
}

// ModelsAntichain is [Models] for formulas of which the caller can promise: for
// no two models that differ on keep, the literals of keep that the one makes
// true are among those that the other makes true. In other words, the sets of
// true literals are an antichain. That is so whenever every model makes the
// same number of them true: "each cell has exactly one value" is enough, if
// keep has the literals "cell c has value k". It is so for the options of an
// exact cover as well.
//
// Then a blocking clause needs only the literals that are true, one a cell in
// place of one for every cell and value. Without the promise, models are lost.
func ModelsAntichain(ctx context.Context, f *CNF, keep []Lit, m *search.Meter, yield func(values []bool) bool) error {
	e := enumeration{f: f, keep: keep, antichain: true, crowd: crowd(f)}
	return e.to(yield).start(ctx, m)
}

// crowd returns how many literals of blocking clauses a solver may have. gini
// walks over all its clauses for each model, so they may be about as many as
// those of f: fewer would load f too often. On the 161,280 Latin squares of
// order 5, 2¹² takes 6 s, 2¹⁶ 12 s and no bound more than 150 s.
func crowd(f *CNF) int {
	if f == nil {
		return 0 // check will refuse it
	}
	return max(f.Literals(), 1<<12)
}
