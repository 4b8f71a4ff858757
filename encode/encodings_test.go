package encode

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/sat"
)

// eachEncoding runs a test for each encoding, with what draws puzzles of its family.
func eachEncoding(t *testing.T, test func(t *testing.T, e Encoding, draw func(*rapid.T) puzzle.Puzzle)) {
	for _, d := range drawers {
		for _, e := range Encodings(puzzle.Family(d.name)) {
			t.Run(fmt.Sprintf("%s %s", d.name, e.Name), func(t *testing.T) { test(t, e, d.draw) })
		}
	}
}

// of returns p as a formula.
func (e *Encoding) of(t require.TestingT, p puzzle.Puzzle) *Formula {
	f, err := CNFBy(ctx, p, e.Name)
	require.NoError(t, err)
	return f
}

// requireExact compares the models of a formula with the solutions: those that differ on
// Keep, and all of them, so that what is not kept must be a function of what is.
func requireExact(t require.TestingT, want []puzzle.Solution, f *Formula, p puzzle.Puzzle) {
	all := make([]sat.Lit, f.CNF.Vars())
	for v := range all {
		all[v] = sat.Lit(v + 1)
	}
	requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, len(want)), p, "models")
	requireSame(t, want, ofFormula(t, f.CNF, all, f.Decode, len(want)), p, "all variables")
}

func TestModelsOfEachEncodingAreTheSolutionsEachOnce(t *testing.T) {
	eachEncoding(t, func(t *testing.T, e Encoding, draw func(*rapid.T) puzzle.Puzzle) {
		rapid.Check(t, func(t *rapid.T) {
			p := draw(t)
			want := puzzletest.Brute(p)
			f := e.of(t, p)
			requireExact(t, want, f, p)
			found := 0
			require.NoError(t, f.Models(ctx, nil, func(values []bool) bool {
				found++
				for _, group := range f.Groups {
					in := slices.DeleteFunc(slices.Clone(group), func(l sat.Lit) bool { return !values[l.Var()] })
					require.Len(t, in, 1, "in a group of\n%s", p)
				}
				return true
			}))
			require.Len(t, want, found)
		})
	})
}
