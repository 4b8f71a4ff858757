package human

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native"
	"crosscut/puzzle"
)

// requireHolds fails the test unless a step holds in all solutions. It returns the
// solutions that a symmetry step keeps.
func requireHolds(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, step Step) []puzzle.Solution {
	require.NotEmpty(t, step.Text)
	require.True(t, len(step.Place)+len(step.Remove) > 0, "a step without a conclusion: %s", step.Text)
	if step.Technique == Mirror {
		return requireImagesKept(t, p, solutions, step)
	}
	requireTrue(t, p, solutions, step)
	return solutions
}

// replay makes all steps, checks each, and returns how it ended.
func replay(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, hardest Level) (*Solver, error) {
	s, err := New(p)
	require.NoError(t, err)
	s.Within(hardest)
	for steps := 0; ; steps++ {
		require.Less(t, steps, 10_000, "steps that lead nowhere: %s", p)
		step, err := s.Next(context.Background())
		if err != nil {
			switch {
			case errors.Is(err, ErrSolved):
				require.Len(t, solutions, 1, "solved, and not unique: %s", p)
				require.Equal(t, []int(solutions[0]), s.Board())
			case errors.Is(err, ErrContradiction):
				require.Empty(t, solutions, "%v: %s", err, p)
			default:
				require.ErrorIs(t, err, ErrStuck)
			}
			return s, err
		}
		require.LessOrEqual(t, step.Technique.Level(), hardest)
		solutions = requireHolds(t, p, solutions, step)
	}
}

func TestStepsHoldInAllSolutionsOfRandomPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		replay(t, p, puzzletest.Brute(p), Extreme)
	})
}

// TestStepsHoldInAllSolutionsOfRandomVariants has draughtboards with gaps and restrictions. If
// the number of stones is open, there are no steps.
func TestStepsHoldInAllSolutionsOfRandomVariants(t *testing.T) {
	gaps := 0
	draw := rapid.Custom(puzzletest.DrawDraughtboardVariant)
	for seed := range 1000 {
		p := draw.Example(seed)
		if open := p.Signed() && p.Gaps().Most > 0; open || !p.Fixed() {
			_, err := New(p)
			require.ErrorContains(t, err, "open")
			continue
		}
		if p.Gaps().Most > 0 {
			gaps++
		}
		if solutions := puzzletest.Brute(p); len(solutions) < 200 {
			replay(t, p, solutions, Extreme)
		}
	}
	require.Greater(t, gaps, 10)
}

// The first stone has versions that cover the same cells in other colours.
func TestStepsOfStonesWithSquaresOfEitherColour(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: draughtboard\ncorner: W\nboard: 4x3\nX,B\nX,_\n=\nW\n=\nX\nX\n=\nW,_\nX,W\n=\nX\n=\nW\n=\nW\n=\n")
	s, end := replay(t, p, puzzletest.Brute(p), Extreme)
	require.Error(t, end)
	require.NotNil(t, s)
}

func TestStepsHoldInAllSolutionsOfTheCorpus(t *testing.T) {
	const enough = 500
	for _, file := range puzzletest.Files(t, "testdata/*") {
		if _, err := New(file.Puzzle); testing.Short() && file.Puzzle.Board().Len() > 36 || errors.Is(err, ErrNoSteps) {
			continue
		}
		t.Run(file.Name, func(t *testing.T) {
			var solutions []puzzle.Solution
			err := native.Search(context.Background(), file.Puzzle, &search.Meter{MaxNodes: 20000}, func(s puzzle.Solution) bool {
				solutions = append(solutions, slices.Clone(s))
				return len(solutions) < enough
			})
			// Guesses take long on large boards and where there are many solutions. They cannot be
			// judged if solutions are missing.
			level := Extreme
			switch cells := file.Puzzle.Board().Len(); {
			case file.Puzzle.Family() == puzzle.FamilyDraughtboard && cells > 50:
				level = Medium
			case err != nil, cells > 36, file.Puzzle.Family() != puzzle.FamilyHidoku && cells > 16, len(solutions) > 200:
				level = Hard
			}
			if len(solutions) < enough {
				replay(t, file.Puzzle, solutions, level)
			}
		})
	}
}
