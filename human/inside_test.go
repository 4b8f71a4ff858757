package human

import (
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// No cell of a ring cuts it, even where the sizes of the gaps contradict one another.
func TestARingHasNoCutPoint(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\n_,_,3\n_,_,#\n4,#,7\n")
	_, ok := newHidokuState(p.(*puzzle.Hidoku)).cutStep()
	require.False(t, ok)
}

// Nothing follows from an empty board, so each number may still be on each cell.
func TestAGradeSaysHowManyCandidatesAreLeft(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: hidoku\nmoves: king\n_,_,_\n_,_,_\n_,_,_\n",
	} {
		p := puzzletest.Read(t, content)
		g, err := GradeOf(t.Context(), p, Easy)
		require.NoError(t, err)
		require.Empty(t, g.Profile)
		require.Equal(t, 81, g.Left, "%s", p)
	}
}

func TestTheLastCandidateIsAContradiction(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n_,_\n_,_\n")
	s := newHidokuState(p.(*puzzle.Hidoku))
	u := newHidokuState(p.(*puzzle.Hidoku))
	for i := range 4 {
		require.Nil(t, s.wrong)
		require.Nil(t, u.wrong)
		require.True(t, s.drop(i, 2, None))
		require.True(t, u.drop(1, i, None))
		require.False(t, u.drop(1, i, None))
	}
	require.Equal(t, "no number is left for r2c1", s.wrong.English(s.puzzle.Board()))
	require.Equal(t, "no cell is left for 2", u.wrong.English(u.puzzle.Board()))
}

// 3 can only be between 2 and 4. So that cell is not for 1. The next step is the same for 5.
func TestAGapThatFitsOneAreaFillsIt(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: rook\n_\n4\n_\n2\n_\n")
	s := newHidokuState(p.(*puzzle.Hidoku))
	for _, c := range []int{0, 4} {
		require.True(t, s.drop(2, c, None))
	}
	step, ok := s.areaStep()
	require.True(t, ok)
	require.Equal(t, Areas, step.Technique)
	require.Equal(t, []Candidate{s.candidate(0, 2)}, step.Remove)
}

func TestABoardOfOneCellIsOneStep(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n_\n")
	s := newHidokuState(p.(*puzzle.Hidoku))
	step, ok := s.step(Extreme)
	require.True(t, ok)
	require.Equal(t, []Candidate{s.candidate(0, 0)}, step.Place)
	step, ok = newHidokuState(p.(*puzzle.Hidoku)).hemmedStep()
	require.True(t, ok)
	require.Equal(t, []Candidate{s.candidate(0, 0)}, step.Place)
}
