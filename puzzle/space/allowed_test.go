package space_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

func TestWaysAtTheStartOfSmallBoards(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []struct{ Value, Ways int }
	}{
		{"numbers beside 1", "puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n", []struct{ Value, Ways int }{{2, 2}, {3, 5}, {4, 5}, {5, 5}, {6, 5}}},
		{"a closed path", "puzzle: hidoku\nmoves: rook\nclosed: yes\n1,_,_\n_,_,_\n", []struct{ Value, Ways int }{{2, 2}, {3, 5}, {4, 5}, {5, 5}, {6, 2}}},
		{"between two clues", "puzzle: hidoku\nmoves: king\n1,_,3\n_,_,_\n", []struct{ Value, Ways int }{{2, 2}, {4, 3}, {5, 4}, {6, 4}}},
		{"6 ends the first row", "puzzle: magic\n2,7,_\n_,_,_\n_,_,_\n", []struct{ Value, Ways int }{{1, 6}, {3, 6}, {4, 6}, {5, 6}, {6, 7}, {8, 6}, {9, 6}}},
		{"dominoes alike and a square", "puzzle: draughtboard\nboard: 4x2\n2 *\nX,X\n=\nX,X\nX,X\n", []struct{ Value, Ways int }{{1, 10}, {3, 3}}},
		{"dominoes of two colours, in both colourings", "puzzle: draughtboard\nboard: 2x2\n2 *\nB,W\n", []struct{ Value, Ways int }{{1, 4}, {-1, 4}}},
		{"gaps", "puzzle: draughtboard\nboard: 3x1\ngaps: 1\nX,X\n", []struct{ Value, Ways int }{{1, 2}, {puzzle.Bare, 3}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, space.AtStart(t.Context(), puzzletest.Read(t, test.text)))
		})
	}
}

func TestWaysOfAStoneWhenOthersLie(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: draughtboard\nboard: 4x2\n3 *\nX,X\n=\nX\n=\nX\n")
	const __ = puzzle.Empty
	rules := space.By(p, puzzle.AnyColour)
	one := []int{1, 1, __, __, __, __, __, __}
	assert.Equal(t, 6, rules.OfValue(one, 1), "1 in the first row, 3 in the second, and 2 upright")
	assert.Equal(t, 2, rules.OfCell(one, 4), "one domino or a single stone; both single stones are alike")
	all := []int{1, 1, 2, 2, 3, 3, __, __}
	assert.Zero(t, rules.OfValue(all, 2))
	assert.Equal(t, 1, rules.OfCell(all, 7))
}

func TestNoWaysWithoutRulesOrTime(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Empty(t, space.AtStart(ctx, puzzletest.BlankMagic(t, 3, 1, true)))
	assert.Empty(t, space.AtStart(t.Context(), &puzzletest.Stripes{Cells: puzzletest.BlankMagic(t, 3, 1, true).Board()}))
}
