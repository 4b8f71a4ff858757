package encode

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/sat"
)

func TestCoversAreTheSolutionsEachOnce(t *testing.T) {
	for _, d := range drawers {
		t.Run(d.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := d.draw(t)
				want := puzzletest.Brute(p)
				x, err := ExactCover(ctx, p)
				require.NoError(t, err)
				require.NoError(t, x.Problem.Validate())
				requireSame(t, want, ofCover(t, x.Problem, x.Decode, len(want)), p, "covers")
			})
		})
	}
}

func TestDecodeTakesOptionsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		x, err := ExactCover(ctx, p)
		require.NoError(t, err)
		covers, err := x.Problem.First(ctx, 1, nil)
		require.NoError(t, err)
		for _, cover := range covers {
			want := x.Decode(slices.Clone(cover))
			require.NoError(t, p.Check(want))
			require.Equal(t, want, x.Decode(rapid.Permutation(cover).Draw(t, "order")))
		}
	})
}

func TestSeedsHaveTheirPublishedAnswers(t *testing.T) {
	for _, file := range puzzletest.Files(t, "../shared/cases/seeds") {
		t.Run(file.Name, func(t *testing.T) {
			require.NotNil(t, file.Solutions.Count)
			count := int(file.Solutions.Count.Int64())
			if file.Puzzle.Family() == puzzle.FamilyDraughtboard {
				testDraughtboardSeed(t, file.Puzzle, count)
				return
			}
			testCount(t, file.Puzzle, count)
		})
	}
}

// testDraughtboardSeed is testCount for a puzzle for which gini needs a minute to find all
// models. It looks only at models in which some stones are where they are in one of three
// solutions.
func testDraughtboardSeed(t *testing.T, p puzzle.Puzzle, count int) {
	start := time.Now()
	x, err := ExactCover(ctx, p)
	require.NoError(t, err)
	covers := ofCover(t, x.Problem, x.Decode, count)
	t.Logf("%d items, %d options: %v", x.Problem.Primary()+x.Problem.Secondary(), x.Problem.Options(), time.Since(start))
	require.Len(t, slices.CompactFunc(slices.Clone(covers), slices.Equal[puzzle.Solution]), count)
	for _, like := range []int{0, count / 2, count - 1} {
		start := time.Now()
		f, err := CNF(ctx, p, "")
		require.NoError(t, err)
		encoded := time.Since(start)
		want := slices.DeleteFunc(slices.Clone(covers), func(s puzzle.Solution) bool {
			return !slices.Equal(cellsOf(s, 3), cellsOf(covers[like], 3)) || !slices.Equal(cellsOf(s, 5), cellsOf(covers[like], 5))
		})
		for _, l := range f.Keep {
			for _, stone := range []int{3, 5} {
				if f.CNF.NameOf(l) == nameOf(p, covers[like], stone) {
					f.CNF.Add(l)
				}
			}
		}
		requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, count), p, "models")
		t.Logf("%d variables, %d clauses in %v, %d models: %v", f.CNF.Vars(), f.CNF.Clauses(), encoded, len(want), time.Since(start))
	}
}

// cellsOf returns the cells that a stone covers.
func cellsOf(s puzzle.Solution, stone int) []int {
	var cells []int
	for c, value := range s {
		if value == stone {
			cells = append(cells, c)
		}
	}
	return cells
}

// nameOf returns the name of the variable for where a stone lies.
func nameOf(p puzzle.Puzzle, s puzzle.Solution, stone int) string {
	name := "stone " + p.(*puzzle.Draughtboard).Name(stone) + " on"
	for _, c := range cellsOf(s, stone) {
		name += " " + p.Board().Name(c)
	}
	return name
}

// testCount checks that both targets give the same count solutions of p, all different,
// and that the rules allow each.
func testCount(t *testing.T, p puzzle.Puzzle, count int) {
	start := time.Now()
	f, err := CNF(ctx, p, "")
	require.NoError(t, err)
	models := ofFormula(t, f.CNF, f.Keep, f.Decode, count)
	t.Logf("%d variables, %d clauses: %v", f.CNF.Vars(), f.CNF.Clauses(), time.Since(start))
	start = time.Now()
	x, err := ExactCover(ctx, p)
	require.NoError(t, err)
	covers := ofCover(t, x.Problem, x.Decode, count)
	t.Logf("%d items, %d options: %v", x.Problem.Primary()+x.Problem.Secondary(), x.Problem.Options(), time.Since(start))
	require.Len(t, models, count)
	requireSame(t, models, covers, p, "covers")
	for _, s := range models {
		require.NoError(t, p.Check(s))
	}
	require.Len(t, slices.CompactFunc(models, slices.Equal[puzzle.Solution]), count)
}

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
