package human_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestFilledCellsCountAsGiven(t *testing.T) {
	for _, test := range []struct{ puzzle, board, next string }{
		{"puzzle: magic\n2,_,_\n_,5,_\n_,_,_\n", "_,7,_\n_,_,_\n_,_,_", "r1c3 must be 6"},
		{"puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,9\n", "1,2,3\n_,_,4\n_,_,_", "5 must be at r2c2"},
		{"puzzle: draughtboard\nboard: 4x1\nX,X\n=\nX\n=\nX\n", "_,_,a,A", "must lie on"},
	} {
		p := puzzletest.Read(t, test.puzzle)
		boards, err := text.ReadSolutions(strings.NewReader(test.board), "board", p)
		require.NoError(t, err)
		s, err := human.NewFilled(p, boards[0])
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
	_, err := human.NewFilled(p, slices.Repeat([]int{2}, 9))
	assert.Error(t, err)
}

// A technique is sound only for the rules that it was written for.
func TestForeignPuzzlesAreNotGraded(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		s, err := human.New(p)
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
		s, err := human.New(file.Puzzle)
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

func TestManyWaysWeighMore(t *testing.T) {
	for ways, weight := range map[int]int{0: 7, 1: 7, 8: 7, 9: 8, 16: 8, 17: 9, 20: 9} {
		assert.Equal(t, weight, human.Step{Technique: human.LongBridge, Ways: ways}.Weight(), ways)
	}
	assert.Equal(t, 5, human.Step{Technique: human.Bridge, Ways: 20}.Weight())
}
