package human

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
)

// drawHidokuState draws a board, of which some numbers are placed and some candidates are
// gone. They need not be of a solution.
func drawHidokuState(t *rapid.T) *hidokuState {
	s := newHidokuState(puzzletest.DrawHidoku(t))
	for range rapid.IntRange(0, s.n*s.n).Draw(t, "dropped") {
		s.drop(rapid.IntRange(0, s.n-1).Draw(t, "k"), rapid.IntRange(0, s.n-1).Draw(t, "c"), None)
	}
	return s
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
				require.Equal(t, want, s.supported(k, c), "%d on %s", k+1, s.cell(c))
			}
		}
	})
}

// A cell is looked at if it cuts anything, and a step by a cut point has one that cuts.
func TestCutPointsCut(t *testing.T) {
	steps := 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawHidokuState(t)
		cuts := func(c int) bool { return len(s.neighbours[c]) > 0 && len(s.areas(c, s.neighbours[c])) > 1 }
		for c := range s.n {
			if s.numberOn[c] < 0 && cuts(c) {
				require.True(t, s.mayCut(c), "%s of\n%s", s.cell(c), s.puzzle)
			}
		}
		if step, ok := s.cutStep(); ok {
			steps++
			require.True(t, cuts(step.Remove[0].Cells[0]), "%s\n%s", s.puzzle, step.Text)
		}
	})
	require.Positive(t, steps)
}
