package encode

import (
	"context"
	"errors"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Confirming is to ask whether a reduction admits solutions that somebody else has found. It takes no search of the space:
// a solution decides all that is to be decided. So it tries the encoding on boards that are too large for a search of
// its own. It says nothing of whether there are other solutions.

// Confirm asks whether the formula admits solutions of the puzzle, each of which the rules must accept. gini
// assumes the deciding literals of a solution, and must find a model that is this solution. The result is how
// many are confirmed, in their order. If the error is nil and these are not all, then the formula does not admit
// the next one. The formula must come from [CNF] or [ForSearch], without added clauses. Loading takes as
// long as for a search.
func (f *Formula) Confirm(ctx context.Context, m *meter.Meter, solutions []puzzle.Solution) (confirmed int, err error) {
	if f.CNF == nil {
		return 0, nil // the zero Formula admits nothing
	}
	s := sat.NewSolver(f.CNF)
	values := make([]bool, f.CNF.Vars()+1)
	for i, want := range solutions {
		found, err := s.Solve(ctx, m, f.decided(want)...)
		if !found || err != nil {
			return i, err
		}
		for v := range values {
			values[v] = s.Value(sat.Lit(v))
		}
		if !slices.Equal(f.Decode(values), want) {
			return i, nil
		}
	}
	return len(solutions), nil
}

// decided returns the literals of Keep that a solution makes true, as far as they are there.
func (f *Formula) decided(s puzzle.Solution) []sat.Lit {
	switch {
	case f.literals != nil:
		return f.literals(s)
	case f.differ == nil: // the zero Formula
		return nil
	}
	every := make([]int, len(s))
	for c := range s {
		every[c] = c
	}
	clause := f.differ(s, every)
	for i, l := range clause {
		clause[i] = l.Not()
	}
	return clause
}

// ConfirmByCover asks whether the exact cover of p admits solutions. For each solution only the
// options that agree with it are written, and some cover by these must be this solution. The result is that of
// [Formula.Confirm]. A cover that is too large for a search may be confirmed.
func ConfirmByCover(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, solutions []puzzle.Solution) (confirmed int, err error) {
	return confirmBy(ctx, m, solutions, func(only puzzle.Solution) (*Cover, error) { return coverOf(ctx, p, only) })
}

// confirmBy is ConfirmByCover, where cover returns what is written for a solution.
func confirmBy(ctx context.Context, m *meter.Meter, solutions []puzzle.Solution, cover func(only puzzle.Solution) (*Cover, error)) (confirmed int, err error) {
	for i, want := range solutions {
		x, err := cover(want)
		if err != nil {
			return i, err
		}
		found := false
		err = x.Problem.Solve(ctx, m, func(options []int) bool {
			found = slices.Equal(x.Decode(options), want)
			return !found
		})
		if !found {
			return i, err
		}
		if err != nil && !errors.Is(err, meter.ErrStopped) {
			return i, err
		}
	}
	return len(solutions), nil
}
