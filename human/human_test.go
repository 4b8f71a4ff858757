package human_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/human"
	"crosscut/internal/filling"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// has reports whether a solution has a candidate.
func has(p puzzle.Puzzle, s puzzle.Solution, c human.Candidate) bool {
	board, ok := p.(*puzzle.Draughtboard)
	if !ok {
		return s[c.Cells[0]] == c.Value
	}
	value := s[c.Cells[0]]
	if value == puzzle.Bare || c.Value == puzzle.Bare {
		return value == c.Value
	}
	if (value < 0) != (c.Value < 0) || board.Kinds()[max(value, -value)-1] != max(c.Value, -c.Value)-1 {
		return false
	}
	for d, other := range s {
		if (other == value) != slices.Contains(c.Cells, d) {
			return false
		}
	}
	return true
}

// requireHolds fails the test unless a step holds in all solutions. It returns the
// solutions that a symmetry step keeps.
func requireHolds(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, step human.Step) []puzzle.Solution {
	require.NotEmpty(t, step.Text)
	require.True(t, len(step.Place)+len(step.Remove) > 0, "a step without a conclusion: %s", step.Text)
	if step.Technique == human.Mirror {
		kept := slices.DeleteFunc(slices.Clone(solutions), func(s puzzle.Solution) bool {
			return slices.ContainsFunc(step.Remove, func(c human.Candidate) bool { return has(p, s, c) })
		})
		for _, s := range solutions {
			require.True(t, slices.ContainsFunc(puzzle.Symmetries(p), func(g puzzle.Symmetry) bool {
				image := g.Apply(s)
				return slices.ContainsFunc(kept, func(k puzzle.Solution) bool { return slices.Equal(k, image) })
			}), "%s: lost %v", step.Text, s)
		}
		return kept
	}
	for _, s := range solutions {
		for _, c := range step.Place {
			require.True(t, has(p, s, c), "%s\n%s\n%s", p, step.Text, puzzle.Format(p, s))
		}
		for _, c := range step.Remove {
			require.False(t, has(p, s, c), "%s\n%s\n%s", p, step.Text, puzzle.Format(p, s))
		}
	}
	return solutions
}

// replay makes all steps, checks each, and returns how it ended.
func replay(t require.TestingT, p puzzle.Puzzle, solutions []puzzle.Solution, hardest human.Level) (*human.Solver, error) {
	s, err := human.New(p)
	require.NoError(t, err)
	s.Within(hardest)
	for steps := 0; ; steps++ {
		require.Less(t, steps, 10_000, "steps that lead nowhere: %s", p)
		step, err := s.Next(context.Background())
		if err != nil {
			switch {
			case errors.Is(err, human.ErrSolved):
				require.Len(t, solutions, 1, "solved, and not unique: %s", p)
				require.Equal(t, []int(solutions[0]), s.Board())
			case errors.Is(err, human.ErrContradiction):
				require.Empty(t, solutions, "%v: %s", err, p)
			default:
				require.ErrorIs(t, err, human.ErrStuck)
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
		replay(t, p, puzzletest.Brute(p), human.Extreme)
	})
}

// isFixed reports whether people's steps know the puzzle: the numbers of its stones are not
// open.
func isFixed(p puzzle.Puzzle) bool {
	board, ok := p.(*puzzle.Draughtboard)
	return !ok || board.Fixed()
}

// TestStepsHoldInAllSolutionsOfRandomVariants has draughtboards with gaps and restrictions. If
// the number of stones is open, there are no steps.
func TestStepsHoldInAllSolutionsOfRandomVariants(t *testing.T) {
	gaps := 0
	draw := rapid.Custom(puzzletest.DrawDraughtboardVariant)
	for seed := range 1000 {
		p := draw.Example(seed)
		if open := p.Signed() && p.Gaps().Most > 0; open || !p.Fixed() {
			_, err := human.New(p)
			require.ErrorContains(t, err, "open")
			continue
		}
		if p.Gaps().Most > 0 {
			gaps++
		}
		if solutions := puzzletest.Brute(p); len(solutions) < 200 {
			replay(t, p, solutions, human.Extreme)
		}
	}
	require.Greater(t, gaps, 10)
}

// The first stone has versions that cover the same cells in other colours.
func TestStepsOfStonesWithSquaresOfEitherColour(t *testing.T) {
	p, err := text.Parse("puzzle: draughtboard\ncorner: W\nboard: 4x3\nX,B\nX,_\n=\nW\n=\nX\nX\n=\nW,_\nX,W\n=\nX\n=\nW\n=\nW\n=\n")
	require.NoError(t, err)
	s, end := replay(t, p, puzzletest.Brute(p), human.Extreme)
	require.Error(t, end)
	require.NotNil(t, s)
}

func TestStepsHoldInAllSolutionsOfTheCorpus(t *testing.T) {
	const enough = 500
	for _, file := range puzzletest.Files(t, "testdata/*") {
		if testing.Short() && file.Puzzle.Board().Len() > 36 || !isFixed(file.Puzzle) {
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
			level := human.Extreme
			switch cells := file.Puzzle.Board().Len(); {
			case file.Puzzle.Family() == puzzle.FamilyDraughtboard && cells > 50:
				level = human.Medium
			case err != nil, cells > 36, file.Puzzle.Family() != puzzle.FamilyHidoku && cells > 16, len(solutions) > 200:
				level = human.Hard
			}
			if len(solutions) < enough {
				replay(t, file.Puzzle, solutions, level)
			}
		})
	}
}

// These boards are large enough for areas, cut points and long bridges. Their clues
// leave some solutions.
func TestStepsHoldInAllSolutionsOfLargerPuzzles(t *testing.T) {
	const enough = 300
	ctx := context.Background()
	used := map[human.Technique]int{}
	seeds := uint64(150)
	if testing.Short() {
		seeds = 40
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		moves := []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}[rng.IntN(3)]
		board, err := puzzle.NewBoard(4+rng.IntN(4), 4+rng.IntN(4), nil)
		require.NoError(t, err)
		clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
		blank, err := puzzle.NewHidoku(board, moves, clues)
		require.NoError(t, err)
		path, err := filling.Hidoku(ctx, blank, rng)
		require.NoError(t, err)
		for c, k := range path {
			if rng.IntN(100) < 15+rng.IntN(20) {
				clues[c] = k
			}
		}
		p, err := puzzle.NewHidoku(board, moves, clues)
		require.NoError(t, err)
		var solutions []puzzle.Solution
		err = native.Search(ctx, p, &search.Meter{MaxNodes: 3000}, func(s puzzle.Solution) bool {
			solutions = append(solutions, slices.Clone(s))
			return len(solutions) < enough
		})
		if err != nil {
			continue // not all solutions are known
		}
		replay(t, p, solutions, human.Hard)
		g, err := human.GradeOf(ctx, p, human.Hard)
		require.NoError(t, err)
		for technique, times := range g.Profile {
			used[technique] += times
		}
	}
	for technique := human.Touch; technique <= human.CutPoint; technique++ {
		if technique == human.Linked {
			continue // plain puzzles have no such rules
		}
		require.Positive(t, used[technique], "no puzzle had %v", technique)
	}
}
