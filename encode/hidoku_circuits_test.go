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

// modelsOf returns the solutions of all models that Models hands out, sorted.
func modelsOf(t require.TestingT, f *Formula) (all []puzzle.Solution) {
	require.NoError(t, f.Models(ctx, nil, func(values []bool) bool {
		all = append(all, f.Decode(values))
		return true
	}))
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return all
}

func TestModelsForSearchAreTheSolutionsEachOnce(t *testing.T) {
	for _, draw := range []func(*rapid.T) puzzle.Puzzle{drawHidoku, func(t *rapid.T) puzzle.Puzzle { return withoutInnerClues(t) }} {
		rapid.Check(t, func(t *rapid.T) {
			p := draw(t)
			want := solutionsOf(t, p)
			f, err := ForSearch(ctx, p, "")
			require.NoError(t, err)
			requireSame(t, want, modelsOf(t, f), p, "models")
			f.symmetries = nil
			requireSame(t, want, modelsOf(t, f), p, "models without symmetries")
		})
	}
}

// Boards with more solutions than are searched without symmetries, each with a rule that some symmetry of the board breaks.
func TestModelsForSearchKeepEachRule(t *testing.T) {
	for rules, numbers := range map[string]bool{
		"": false, "closed: yes\n": false, "links: r1c1-r1c2\n": false, "unlinked: r1c1-r2c2\n": false, "walls: r1c1-r1c2\n": false,
		"order: r1c1 r3c3\n": true, "order: r2c2 r1c2 r3c3\n": true,
	} {
		for _, clue := range []string{"_", "1", "9", "2", "5"} {
			p := read(t, "puzzle: hidoku\n"+rules+"_,_,_\n_,_,_\n_,_,"+clue+"\n")
			f, err := ForSearch(ctx, p, "")
			require.NoError(t, err)
			require.Equal(t, numbers || clue == "2" || clue == "5", f.missing == nil, "%s", p)
			want := puzzletest.Brute(p)
			requireSame(t, want, modelsOf(t, f), p, "models")
			f, err = CNF(ctx, p, "")
			require.NoError(t, err)
			require.Nil(t, f.missing)
			requireSame(t, want, modelsOf(t, f), p, "models with numbers")
		}
	}
}
