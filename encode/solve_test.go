package encode

import (
	"context"
	"fmt"
	"slices"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/sat"
)

// Helpers that the tests share. They return solutions by way of each target, sorted.
// Repeated and wrong ones are included, so that a comparison with the right ones shows all
// mistakes.

// ctx is the context for tests that do not test contexts.
var ctx = context.Background()

// read reads a puzzle whose text is known to be good.
var read = puzzletest.Read

// ofFormula returns the solutions of all models of a formula that differ on keep,
// or limit+1 of them if there are more.
func ofFormula(t require.TestingT, cnf *sat.CNF, keep []sat.Lit, decode func([]bool) puzzle.Solution, limit int) []puzzle.Solution {
	var all []puzzle.Solution
	err := sat.Models(ctx, cnf, keep, nil, func(values []bool) bool {
		all = append(all, decode(values))
		return len(all) <= limit
	})
	if len(all) <= limit {
		require.NoError(t, err)
	}
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return all
}

// ofCover returns the solutions of all covers of a problem, or limit+1 of them if
// there are more.
func ofCover(t require.TestingT, problem *dlx.Problem, decode func([]int) puzzle.Solution, limit int) []puzzle.Solution {
	var all []puzzle.Solution
	err := problem.Solve(ctx, nil, func(options []int) bool {
		all = append(all, decode(options))
		return len(all) <= limit
	})
	if len(all) <= limit {
		require.NoError(t, err)
	}
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return all
}

// equal is slices.Equal for solutions; the empty list equals nil.
func equal(a, b []puzzle.Solution) bool {
	return slices.EqualFunc(a, b, slices.Equal[puzzle.Solution])
}

// requireSame fails unless both are the same solutions, in the same number.
func requireSame(t require.TestingT, want, got []puzzle.Solution, p puzzle.Puzzle, by string) {
	if !equal(want, got) {
		require.Fail(t, "other solutions", "by %s: want %d, got %d of\n%v\nfirst wanted %v\ngot %v",
			by, len(want), len(got), p, firstOf(want), firstOf(got))
	}
}

func firstOf(all []puzzle.Solution) string { return fmt.Sprint(all[:min(3, len(all))]) }
