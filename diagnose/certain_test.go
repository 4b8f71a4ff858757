package diagnose_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
)

func TestCertainIsWhatBruteForceFindsInAllSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
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
