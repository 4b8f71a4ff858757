package human

import (
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// drawHidokuState draws a board, of which some numbers are placed and some candidates are
// gone. They need not be of a solution.
func drawHidokuState(t *rapid.T) *hidokuState {
	p := puzzletest.DrawHidoku
	if rapid.Bool().Draw(t, "a variant") {
		p = puzzletest.DrawVariant
	}
	s := newHidokuState(p(t))
	for range rapid.IntRange(0, s.n*s.n).Draw(t, "dropped") {
		s.drop(rapid.IntRange(0, s.n-1).Draw(t, "k"), rapid.IntRange(0, s.n-1).Draw(t, "c"), None)
	}
	return s
}

// hidokuStates yields so many states, always the same.
func hidokuStates(n int) iter.Seq[*hidokuState] {
	return func(yield func(*hidokuState) bool) {
		states := rapid.Custom(drawHidokuState)
		for seed := range n {
			if !yield(states.Example(seed)) {
				return
			}
		}
	}
}

func TestSupportIsOneCellBeforeAndAnotherAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawHidokuState(t)
		for k := range s.n {
			for c := range s.n {
				want := s.n == 1
				for _, before := range s.neighbours[c] {
					for _, after := range s.neighbours[c] {
						enter := k == 0 || s.may(k-1, before)
						leave := k == s.n-1 || s.may(k+1, after)
						want = want || enter && leave && (before != after || k == 0 || k == s.n-1)
					}
				}
				require.Equal(t, want, s.supported(k, c), "%d on %s", k+1, s.puzzle.Board().Name(c))
			}
		}
	})
}

// No cell of a ring cuts it, even where the sizes of the gaps contradict one another.
func TestARingHasNoCutPoint(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\nmoves: rook\n_,_,3\n_,_,#\n4,#,7\n")
	require.NoError(t, err)
	_, ok := newHidokuState(p.(*puzzle.Hidoku)).cutStep()
	require.False(t, ok)
}

// Some gaps fit into one area only. The area must have these, and may have others that fit. If their sizes allow only sets with some gap, or only sets without it, there is a
// step. The test tries all sets.
func TestAreasAreFilledByGaps(t *testing.T) {
	steps := 0
	for s := range hidokuStates(500) {
		areas, gaps := s.areas(-1, nil), s.gaps()
		if s.wrong != nil || len(areas) < 2 || len(gaps) > 8 {
			continue
		}
		want := false
		for _, a := range areas {
			with, without := 0, 0 // the gaps, as bits, that some set has, and that some set lacks
			inside, forced := 0, 0
			for i, g := range gaps {
				if s.inside(g, a) {
					inside |= 1 << i
					if !slices.ContainsFunc(areas, func(b *area) bool { return b != a && s.inside(g, b) }) {
						forced |= 1 << i
					}
				}
			}
			for set := range 1 << len(gaps) {
				size := 0
				for i, g := range gaps {
					size += set >> i & 1 * (g.to - g.from - 1)
				}
				if set&^inside == 0 && forced&^set == 0 && size == len(a.cells) {
					with |= set
					without |= inside &^ set
				}
			}
			for i, g := range gaps {
				if inside>>i&1 == 0 {
					continue
				}
				for k := g.from + 1; k < g.to; k++ {
					for c := range s.n {
						want = want || s.may(k, c) && s.numberOn[c] < 0 && (a.in[c] && with>>i&1 == 0 || !a.in[c] && without>>i&1 == 0)
					}
				}
			}
		}
		_, ok := s.areaStep()
		require.Equal(t, want, ok || s.wrong != nil, "%s", s.puzzle)
		if ok {
			steps++
		}
	}
	require.Positive(t, steps)
}

// A cell is looked at if it cuts anything, and a step by a cut point has one that cuts.
func TestCutPointsCut(t *testing.T) {
	steps := 0
	for s := range hidokuStates(500) {
		cuts := func(c int) bool { return len(s.neighbours[c]) > 0 && len(s.areas(c, s.neighbours[c])) > 1 }
		for c := range s.n {
			if s.numberOn[c] < 0 && cuts(c) {
				require.True(t, s.mayCut(c), "%s of\n%s", s.puzzle.Board().Name(c), s.puzzle)
			}
		}
		if step, ok := s.cutStep(); ok {
			steps++
			require.True(t, cuts(step.Remove[0].Cells[0]), "%s\n%s", s.puzzle, step.Text)
		}
	}
	require.Positive(t, steps)
}

// Nothing follows from an empty board, so each number may still be on each cell.
func TestAGradeSaysHowManyCandidatesAreLeft(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: hidoku\nmoves: king\n_,_,_\n_,_,_\n_,_,_\n",
	} {
		p, err := text.Parse(content)
		require.NoError(t, err)
		g, err := GradeOf(t.Context(), p, Easy)
		require.NoError(t, err)
		require.Empty(t, g.Profile)
		require.Equal(t, 81, g.Left, "%s", p)
	}
}

func TestTheLastCandidateIsAContradiction(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n_,_\n_,_\n")
	require.NoError(t, err)
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
	p, err := text.Parse("puzzle: hidoku\nmoves: rook\n_\n4\n_\n2\n_\n")
	require.NoError(t, err)
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
	p, err := text.Parse("puzzle: hidoku\n_\n")
	require.NoError(t, err)
	s := newHidokuState(p.(*puzzle.Hidoku))
	step, ok := s.step(Extreme)
	require.True(t, ok)
	require.Equal(t, []Candidate{s.candidate(0, 0)}, step.Place)
	step, ok = newHidokuState(p.(*puzzle.Hidoku)).hemmedStep()
	require.True(t, ok)
	require.Equal(t, []Candidate{s.candidate(0, 0)}, step.Place)
}
