package encode

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// withoutInnerClues returns a drawn Hidoku without its clues between the ends and without its order.
func withoutInnerClues(t *rapid.T) *puzzle.Hidoku {
	p := drawHidoku(t).(*puzzle.Hidoku)
	b, rules := p.Board(), p.Rules()
	rules.Order = nil
	clues := make([]int, b.Len())
	for c := range clues {
		if clues[c] = p.Clue(c); clues[c] > 1 && clues[c] < b.Len() {
			clues[c] = puzzle.Empty
		}
	}
	p, err := rules.New(b, clues)
	require.NoError(t, err)
	return p
}

func TestModelsWithoutNumbersAreTheSolutionsEachOnce(t *testing.T) {
	blank, err := ForSearch(ctx, puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), "")
	require.NoError(t, err)
	require.NotNil(t, blank.missing)
	rapid.Check(t, func(t *rapid.T) {
		p := withoutInnerClues(t)
		want := solutionsOf(t, p)
		f, err := ForSearch(ctx, p, "")
		require.NoError(t, err)
		for range 2 {
			var got []puzzle.Solution
			require.NoError(t, f.Models(ctx, nil, func(values []bool) bool {
				got = append(got, f.Decode(values))
				return true
			}))
			slices.SortFunc(got, slices.Compare[puzzle.Solution])
			requireSame(t, want, got, p, "models")
			f.symmetries = nil
		}
	})
}
