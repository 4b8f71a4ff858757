package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestVariantNamesWhatIsNotPlain(t *testing.T) {
	for content, want := range map[string]string{
		"puzzle: hidoku\n1,_\n_,_\n":                                            "",
		"puzzle: magic\n__,__,__\n__,__,__\n__,__,__\n":                         "",
		"puzzle: magic\nlines: r1c1 r1c2\n_,_\n":                                "a list of lines",
		"puzzle: magic\nnumbers: 1 1 2 2\ndiagonals: no\n_,_\n_,_\n":            "a list of numbers",
		"puzzle: magic\nlines: pandiagonal\n_,_,_\n_,_,_\n_,_,_\n":              "pandiagonal lines",
		"puzzle: jodici\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n":               "the wheel of a jodici",
		"puzzle: draughtboard\nboard: 2x2\n2 *\nX,X\n":                          "",
		"puzzle: draughtboard\nboard: 2x2\n0..2 *\nX,X\n":                       "stones that may be left out",
		"puzzle: draughtboard\nboard: 2x2\ngaps: 2\nX,X\n":                      "bare cells",
		"puzzle: draughtboard\nboard: 2x2\ngaps: 2\n0..2 *\nX,X\n":              "bare cells and stones that may be left out",
		"puzzle: draughtboard\nboard: 2x2\ngaps: 2\n0..2 *, no turns\nX,X\n":    "bare cells, stones that may be left out and stones that turn or flip unlike the others",
		"puzzle: draughtboard\nboard: 2x2\n2 *, no turns\nX,X\n":                "stones that turn or flip unlike the others",
		"puzzle: draughtboard\nboard: 2x2\n2 *\nX,X\n=\n0..1 *\nX,X,X\nX,X,X\n": "stones that may be left out",
	} {
		p, err := text.Parse(content)
		if assert.NoError(t, err, content) {
			assert.Equal(t, want, puzzle.Variant(p), content)
		}
	}
	for _, p := range []puzzle.Puzzle{nil, new(puzzle.Hidoku), new(puzzle.Magic), new(puzzle.Draughtboard), (*puzzle.Magic)(nil)} {
		assert.Empty(t, puzzle.Variant(p))
	}
}

func TestPlainPuzzlesAreNoVariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		assert.Equal(t, puzzle.Variant(p) == "", puzzle.Plain(p), p)
		if p, ok := p.(interface{ Plain() bool }); assert.True(t, ok) {
			assert.Equal(t, puzzle.Variant(p.(puzzle.Puzzle)) == "", p.Plain(), p)
		}
	})
}
