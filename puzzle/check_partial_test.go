package puzzle_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestPartialBoardsBreakARuleOrNone(t *testing.T) {
	closed := "puzzle: hidoku\nmoves: rook\nclosed: yes\nunlinked: r1c1-r2c1\norder: r1c1 r1c2\n_,_\n_,_\n"
	hidoku := "puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,_\n"
	magic := "puzzle: magic\n_,_,_\n_,5,_\n_,_,_\n"
	stones := "puzzle: draughtboard\nboard: 3x2\ncorner: B\nB,W\n=\nB,W\n=\nW,B\n"
	for _, test := range []struct {
		puzzle, board string
		rule          puzzle.Rule // "" if no rule is broken
	}{
		{hidoku, "1,2,_\n_,_,_\n_,_,9", ""},
		{hidoku, "_,_,_\n_,_,_\n_,_,_", ""},
		{hidoku, "1,3,_\n2,_,_\n_,_,4", puzzle.RuleTouch},
		{closed, "1,_\n_,4", puzzle.RuleClosed},
		{closed, "1,_\n4,_", puzzle.RuleUnlinked},
		{closed, "3,2\n_,_", puzzle.RuleOrder},
		{hidoku, "1,2,_\n_,_,_\n_,_,10", puzzle.RuleRange},
		{hidoku, "1,2,_\n_,_,_\n_,_,2", puzzle.RuleTwice},
		{hidoku, "2,_,_\n_,_,_\n_,_,_", puzzle.RuleClue},
		{magic, "2,7,6\n_,_,_\n_,_,_", ""},
		{magic, "2,7,_\n_,_,_\n_,_,9", ""},
		{magic, "2,7,8\n_,_,_\n_,_,_", puzzle.RuleRow},
		{magic, "2,_,_\n_,5,_\n_,_,9", puzzle.RuleDiagonal},
		{stones, "A,a,_\n_,_,_", ""},
		{stones, "A,_,_\n_,_,_", ""},
		{stones, "A,_,a\n_,_,_", puzzle.RuleShape},
		{stones, "A,a,A\n_,_,_", puzzle.RuleShape},
	} {
		p := read(t, test.puzzle)
		boards, err := text.ReadSolutions(strings.NewReader(test.board), "board", p)
		require.NoError(t, err)
		err = puzzle.CheckPartial(p, boards[0])
		if test.rule == "" {
			assert.NoError(t, err, test.board)
			continue
		}
		var v *puzzle.Violation
		require.True(t, errors.As(err, &v), test.board)
		assert.Equal(t, test.rule, v.Rule, test.board)
		assert.Error(t, p.Check(boards[0]))
	}
	var none *puzzle.Hidoku
	assert.Error(t, puzzle.CheckPartial(none, nil))
}
