package human_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
	"crosscut/puzzle/text"
)

// For each puzzle in testdata that needs no guess, the steps place every open cell and
// end with the solution.
func TestStepsReplayedFromTheCluesReachTheSolution(t *testing.T) {
	for _, pattern := range []string{"testdata/*", "../shared/cases/*"} {
		t.Run(pattern, func(t *testing.T) {
			replayed := map[puzzle.Family]int{}
			for _, file := range puzzletest.Files(t, pattern) {
				if cells := file.Puzzle.Board().Len(); cells <= 400 && (puzzletest.Long() || cells <= 64) && replayedToItsEnd(t, file) {
					replayed[file.Puzzle.Family()]++
				}
			}
			t.Log(replayed)
			for _, family := range puzzle.Families() {
				require.True(t, replayed[family] > 0 || pattern != "testdata/*", family)
			}
		})
	}
}

// replayedToItsEnd puts what the steps place on the clues of a puzzle. It fails the test
// if the result is not the solution. It reports whether the steps ended with one.
func replayedToItsEnd(t *testing.T, file *text.File) bool {
	p, ctx := file.Puzzle, context.Background()
	solver, err := human.New(context.Background(), p, nil)
	if errors.Is(err, human.ErrNoSteps) {
		return false
	}
	require.NoError(t, err)
	solver.Hardest = human.Hard
	board := slices.Clone(solver.Board())
	for err == nil {
		var step human.Step
		step, err = solver.Next(ctx)
		for _, c := range step.Place {
			if c.Value == 0 && len(c.Cells) == 2 {
				continue
			}
			for _, cell := range c.Cells {
				require.Equal(t, puzzle.Empty, board[cell], "%s: %s", file.Name, step.Text)
				board[cell] = c.Value
			}
		}
	}
	if !errors.Is(err, human.ErrSolved) {
		return false
	}
	end := solver.Board()
	require.NoError(t, p.Check(end), file.Name)
	for c, v := range board {
		if v == puzzle.Empty && p.Family() == puzzle.FamilyHidoku && p.(*puzzle.Hidoku).Ranked() {
			continue
		}
		require.True(t, space.SameValue(p, v, end[c]), "%s: %s", file.Name, p.Board().Name(c))
	}
	found, err := crosscut.Distinct(ctx, crosscut.Native, p, 2, nil)
	require.NoError(t, err)
	require.Len(t, found, 1, "%s: solved by steps, and not unique", file.Name)
	if p.Family() != puzzle.FamilyDraughtboard {
		require.Equal(t, []int(found[0]), end, file.Name)
	}
	return true
}

func TestStarsFollowTheLevel(t *testing.T) {
	for _, test := range []struct {
		grade human.Grade
		stars int
	}{
		{human.Grade{Level: human.Easy, Weight: 2}, 1},
		{human.Grade{Level: human.Medium, Weight: 5}, 2},
		{human.Grade{Level: human.Hard, Weight: 7}, 3},
		{human.Grade{Level: human.Hard, Weight: 8}, 4},
		{human.Grade{Level: human.Extreme, Weight: 12}, 5},
	} {
		assert.Equal(t, test.stars, test.grade.Stars(), test.grade.Level)
	}
}

func TestFilledCellsCountAsGiven(t *testing.T) {
	for _, test := range []struct{ puzzle, board, next string }{
		{"puzzle: magic\n2,_,_\n_,5,_\n_,_,_\n", "_,7,_\n_,_,_\n_,_,_", "r1c3 must be 6"},
		{"puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,9\n", "1,2,3\n_,_,4\n_,_,_", "5 must be at r2c2"},
		{"puzzle: draughtboard\nboard: 4x1\nX,X\n=\nX\n=\nX\n", "_,_,a,A", "must lie on"},
	} {
		p := puzzletest.Read(t, test.puzzle)
		boards, err := text.ReadSolutions(strings.NewReader(test.board), "board", p)
		require.NoError(t, err)
		s, err := human.New(context.Background(), p, boards[0])
		require.NoError(t, err)
		var texts []string
		for {
			step, err := s.Next(context.Background())
			if err != nil {
				break
			}
			texts = append(texts, step.Text)
		}
		require.NotEmpty(t, texts, test.board)
		assert.Contains(t, strings.Join(texts, "\n"), test.next)
		for c, value := range boards[0] {
			if value != puzzle.Empty {
				assert.Equal(t, value, s.Board()[c], "a filled cell keeps its value")
			}
		}
	}
	p := puzzletest.Read(t, "puzzle: magic\n2,_,_\n_,5,_\n_,_,_\n")
	_, err := human.New(context.Background(), p, slices.Repeat([]int{2}, 9))
	assert.Error(t, err)
}

// A technique is sound only for the rules that it was written for.
func TestForeignPuzzlesAreNotGraded(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		s, err := human.New(context.Background(), p, nil)
		require.ErrorContains(t, err, "no human steps for a puzzle of type")
		assert.Nil(t, s)
		g, err := human.GradeOf(context.Background(), p, human.Extreme)
		require.ErrorContains(t, err, "no human steps for a puzzle of type")
		assert.False(t, g.Solved)
	}
}

// TestNobodyGoesThroughManyWays takes the steps of boards on which gaps have hundreds of
// ways.
func TestNobodyGoesThroughManyWays(t *testing.T) {
	most := 0
	for _, file := range puzzletest.Files(t, "testdata/hidoku") {
		if file.Name != "gr08-min-1.txt" && file.Name != "gx09-min-1.txt" {
			continue
		}
		s, err := human.New(context.Background(), file.Puzzle, nil)
		require.NoError(t, err)
		for {
			step, err := s.Next(context.Background())
			if err != nil {
				break
			}
			most = max(most, step.Ways)
		}
	}
	assert.Greater(t, most, 8)
	assert.LessOrEqual(t, most, 20)
}
