package puzzle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// No answer excludes a solution.
func TestEverySolutionKeepsTheAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		n := p.Board().Len()
		for _, s := range puzzletest.Brute(p) {
			for c, k := range s {
				require.True(t, p.Fits(c, k), "%d on %d of %v", k, c, p)
			}
			for c, d := range p.Pairs() {
				apart := max(s[c]-s[d], s[d]-s[c])
				follows := apart == 1 || p.Closed() && apart == n-1
				require.True(t, !follows || p.MayFollow(c, d), "%d-%d of %v", c, d, p)
				require.True(t, follows || !p.MustFollow(c, d), "%d-%d of %v", c, d, p)
			}
			require.True(t, slices.IsSortedFunc(p.Ascending(), func(c, d int) int { return s[c] - s[d] }), "%v", p)
		}
	})
}

// With the graph, the clues and the answers, a path is a solution.
func TestAnswersAreWhatTheRulesSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		all := puzzletest.Brute(puzzletest.AnyPath(t, p))
		kept := slices.DeleteFunc(slices.Clone(all), func(s puzzle.Solution) bool {
			for c, k := range s {
				if !p.Fits(c, k) {
					return true
				}
			}
			for c, d := range p.Pairs() {
				apart := max(s[c]-s[d], s[d]-s[c])
				follows := apart == 1 || p.Closed() && apart == len(s)-1
				if follows && !p.MayFollow(c, d) || !follows && p.MustFollow(c, d) {
					return true
				}
			}
			return !slices.IsSortedFunc(p.Ascending(), func(c, d int) int { return s[c] - s[d] })
		})
		require.Equal(t, len(puzzletest.Brute(p)), len(kept), "%v", p)
		require.True(t, !p.AnyPath() || len(kept) == len(all))
	})
}

// The lists say the same as the question for one cell and one number.
func TestListsOfWhatFitsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		for k := 1; k <= p.Board().Len(); k++ {
			var cells []int
			for c := range p.Board().Len() {
				if p.Fits(c, k) {
					cells = append(cells, c)
				}
			}
			require.True(t, slices.Equal(cells, p.Fitting(k)), "%d of %v", k, p)
			require.LessOrEqual(t, p.FitsLike(k), k)
			require.True(t, slices.Equal(cells, p.Fitting(p.FitsLike(k))), "%d of %v", k, p)
		}
	})
}
