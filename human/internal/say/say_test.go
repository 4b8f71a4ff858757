package say

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/puzzletest"
)

// Places of templates: every type of value, and every way to write it.
func TestEnglish(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_,_\n_,_,_\n_,_,9\n")
	defer delete(Templates, "test")
	for _, c := range []struct {
		template string
		value    Value
		want     string
	}{
		{"a {v}.", Number(-3), "a -3."},
		{"{v}", Cell(5), "r2c3"},
		{"{v}", Stone("AB"), "AB"},
		{"{v}", Cells{0}, "r1c1"},
		{"{v}", Cells{0, 1}, "r1c1 and r1c2"},
		{"{v:or}", Cells{0, 1, 8}, "r1c1, r1c2 or r3c3"},
		{"{v:spaced}", Cells{0, 1, 8}, "r1c1 r1c2 r3c3"},
		{"{v}", Numbers{}, ""},
		{"{v:ranges}", Numbers{1, 2, 4, 5, 6, 7, 9}, "1, 2, 4 to 7 or 9"},
		{"{v|one|{v} ways}!", Number(1), "one!"},
		{"{v|one|{v} ways}!", Number(0), "0 ways!"},
		{"{v|only {v}|all of {v}}", Cells{3}, "only r2c1"},
		{"{v|only {v}|all of {v:or}}", Cells{3, 4}, "all of r2c1 or r2c2"},
		{"{v|a|b}", nil, "b"},
		{"{v}", nil, ""},
		{"{v}", Sentence{"numbers.at", Values{"number": Number(2), "cell": Cell(1)}}, "2 at r1c2"},
		{"{v}", Sentences{{"magic.row", Values{"number": Number(2)}}, {"magic.rising", nil}}, "row 2 and the rising diagonal"},
		{"{v", Number(2), "2"}, // no panic, whatever the table has
	} {
		Templates["test"] = c.template
		assert.Equal(t, c.want, Sentence{"test", Values{"v": c.value}}.English(p.Board()), c.template)
	}
	assert.Empty(t, Sentence{}.English(nil))
	assert.Empty(t, Sentence{Template: "there is none"}.English(p.Board()))
}
