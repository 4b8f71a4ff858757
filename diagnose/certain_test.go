package diagnose_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// drawAny returns a small puzzle of any family, with or without the rules of a variant.
func drawAny(t *rapid.T) puzzle.Puzzle {
	switch rapid.IntRange(0, 3).Draw(t, "kind of puzzle") {
	case 0:
		return puzzletest.DrawVariant(t)
	case 1:
		return puzzletest.DrawLines(t)
	case 2:
		return puzzletest.DrawDraughtboardVariant(t)
	}
	return puzzletest.Draw(t)
}

// TestCertainEndsWithBareCells has a board whose solutions agree on bare cells in both
// colourings. Another colouring makes no difference there.
func TestCertainEndsWithBareCells(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	p := puzzletest.Read(t, "puzzle: draughtboard\nboard: 2x2\ncorner: any\ngaps: any\n1..* *\nB\n")
	got, err := diagnose.Certain(ctx, p, nil)
	require.NoError(t, err)
	require.Empty(t, got.Cells)
	require.LessOrEqual(t, got.Calls, 5)
}

// TestImagesOfSolutionsSpareCalls has the empty square of order 3. Its eight solutions are the
// images of one, and agree on the middle cell.
func TestImagesOfSolutionsSpareCalls(t *testing.T) {
	got, err := diagnose.Certain(t.Context(), puzzletest.BlankMagic(t, 3, 1, true), nil)
	require.NoError(t, err)
	require.Equal(t, []int{4}, got.Cells)
	require.Equal(t, 2, got.Calls, "a solution, and none that differs from it in the middle")
}

func TestCertainIsWhatBruteForceFindsInAllSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawAny(t)
		all := puzzletest.Brute(p)
		got, err := diagnose.Certain(context.Background(), p, nil)
		require.NoError(t, err)
		require.LessOrEqual(t, got.Calls, p.Board().Len()+1)
		if len(all) == 0 {
			require.Nil(t, got.Solution)
			return
		}
		var want []int
		for c := range all[0] {
			certain := true
			for _, s := range all {
				certain = certain && puzzletest.Alike(p, s[c], all[0][c])
			}
			if certain {
				want = append(want, c)
			}
		}
		require.Equal(t, len(want), len(got.Cells), "%v", got.Cells)
		for i := range want {
			require.Equal(t, want[i], got.Cells[i])
			require.True(t, puzzletest.Alike(p, all[0][want[i]], got.Solution[want[i]]))
		}
	})
}
