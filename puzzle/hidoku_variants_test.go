package puzzle_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// rows returns the rows of an empty board, with a number in its first cell unless that is "_".
func rows(width, height int, first string) string {
	text := strings.Repeat(strings.TrimSuffix(strings.Repeat("_,", width), ",")+"\n", height)
	return strings.Replace(text, "_", first, 1)
}

// The published counts, by brute force on the graph of the puzzle.
func TestBruteForceFindsThePublishedCounts(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"knight's tours on 3x4, 16 (A165134)", "moves: knight\n" + rows(4, 3, "_"), 16},
		{"knight's tours on 5x5 from a corner: 304 of the 1,728 directed ones of A165134", "moves: knight\n" + rows(5, 5, "1"), 304},
		{"rook's cycles on 4x4: A003763 in both directions", "moves: rook\nclosed: yes\n" + rows(4, 4, "1"), 12},
		{"rook's cycles on the torus of 4x3: 126 (A216588) in both directions", "moves: rook\ntorus: yes\nclosed: yes\n" + rows(4, 3, "1"), 252},
		{"king's cycles on 3x3: 16 (A140519) in both directions", "closed: yes\n" + rows(3, 3, "1"), 32},
	} {
		assert.Len(t, puzzletest.Brute(read(t, test.text)), test.want, test.name)
	}
}

// Whether two cells touch, from the meaning of the header lines alone.
func TestTheGraphIsWhatTheHeadersSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		r, b := p.Rules(), p.Board()
		steps := map[puzzle.Moves][][2]int{
			puzzle.King: {{0, 1}, {1, 1}}, puzzle.Rook: {{0, 1}}, puzzle.Knight: {{1, 2}},
			"(0,2) (1,2)": {{0, 2}, {1, 2}}, "(1,1) (1,2)": {{1, 1}, {1, 2}},
		}[r.Moves]
		if steps == nil {
			return // hexagons have a test of their own
		}
		isStep := func(c, d int) bool {
			r1, c1 := b.Pos(c)
			r2, c2 := b.Pos(d)
			around := 3 // a step of 2 may go around a torus of one row several times
			if !r.Torus {
				around = 0
			}
			for row := -around; row <= around; row++ {
				for col := -around; col <= around; col++ {
					x, y := r2-r1+row*b.Height(), c2-c1+col*b.Width()
					x, y = max(x, -x), max(y, -y)
					if c != d && slices.Contains(steps, [2]int{min(x, y), max(x, y)}) {
						return true
					}
				}
			}
			return false
		}
		has := func(list [][2]int, c, d int) bool { return slices.Contains(list, [2]int{min(c, d), max(c, d)}) }
		for c := range b.Len() {
			assert.IsIncreasing(t, append([]int{-1}, p.Neighbours(c)...))
			for d := range b.Len() {
				want := isStep(c, d) && !has(r.Walls, c, d) || has(r.Bridges, c, d)
				assert.Equal(t, want, slices.Contains(p.Neighbours(c), d), "%s and %s of\n%s", b.Name(c), b.Name(d), p)
			}
		}
	})
}

func TestVariantsAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		again, err := text.Parse(p.String())
		require.NoError(t, err, "%s", p)
		assert.Equal(t, p, again, "%s", p)
		with, err := p.WithClues(p.Clues())
		require.NoError(t, err)
		assert.Equal(t, p, with)
	})
}

// A symmetry takes solutions to solutions.
func TestSymmetriesOfVariantsKeepTheSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		all := puzzletest.Brute(p)
		for _, s := range puzzle.Symmetries(p) {
			for _, x := range all {
				assert.NoError(t, p.Check(s.Apply(nil, x)), "%v of\n%s", s.Image, p)
			}
		}
	})
}

func TestSymmetriesKeepWallsLinksAndOrder(t *testing.T) {
	for text, want := range map[string]int{
		"moves: knight\n" + rows(3, 3, "_"):                                      8,
		"moves: rook\ntorus: yes\n" + rows(3, 3, "_"):                            8,
		"moves: rook\nwalls: r1c1-r1c2\n" + rows(3, 3, "_"):                      1,
		"moves: rook\nwalls: r1c1-r1c2, r1c2-r1c3\n" + rows(3, 3, "_"):           2,
		"moves: rook\nwalls: r2c1-r2c2\n" + rows(3, 3, "_"):                      2,
		"moves: rook\nbridges: r1c1-r3c3\n" + rows(3, 3, "_"):                    4,
		"moves: rook\nlinks: r1c2-r2c2\n" + rows(3, 3, "_"):                      2,
		"moves: rook\nlinks: r1c2-r2c2\nunlinked: r1c1-r1c2\n" + rows(3, 3, "_"): 1,
		"moves: rook\norder: r2c2 r1c1\n" + rows(3, 3, "_"):                      2,
		"moves: rook\norder: r1c1 r3c3\n" + rows(3, 3, "_"):                      2,
		"moves: rook\nclues: order\n1,_,_\n_,3,_\n_,_,2\n":                       2,
	} {
		assert.Len(t, puzzle.Symmetries(read(t, text)), want, text)
	}
}

func TestMovesHaveOneForm(t *testing.T) {
	board, err := puzzle.NewBoard(4, 4, nil)
	require.NoError(t, err)
	for text, want := range map[string]puzzle.Moves{
		"(1,2)": puzzle.Knight, "(2,1) (1,2)": puzzle.Knight, "(1,0)": puzzle.Rook, "(1,1) (0,1)": puzzle.King,
		"(1,3)(2,1)": "(1,2) (1,3)", " ( 3 , 1 )  (1,2) ": "(1,2) (1,3)", "hex": puzzle.Hex,
	} {
		p, err := puzzle.HidokuRules{Moves: puzzle.Moves(text)}.New(board, nil)
		require.NoError(t, err, text)
		assert.Equal(t, want, p.Rules().Moves, text)
	}
	for _, text := range []string{"", "(0,0)", "(1)", "(1,2", "1,2", "(-1,2)", "(1,200)", "(1,2);", "(1,2) king", strings.Repeat("(1,2)", 99)} {
		_, err := puzzle.HidokuRules{Moves: puzzle.Moves(text)}.New(board, nil)
		assert.Error(t, err, text)
	}
}

// The numbers of the file are ranks. Their steps are unknown, except those of the ends.
func TestAnOrderHasTheEndsAsClues(t *testing.T) {
	p := read(t, "moves: rook\nclues: order\n1,_,3\n_,_,2\n").(*puzzle.Hidoku)
	assert.Equal(t, []int{1, puzzle.Empty, 6, puzzle.Empty, puzzle.Empty, puzzle.Empty}, p.Clues())
	assert.Equal(t, []int{0, 5, 2}, p.Rules().Order)
	assert.Equal(t, "clues: order", puzzle.Variant(p))
	fewer, err := p.WithClues(slices.Repeat([]int{puzzle.Empty}, 6))
	require.NoError(t, err)
	assert.Equal(t, "puzzle: hidoku\nmoves: rook\norder: r1c1 r2c3 r1c3\n__,__,__\n__,__,__\n", fewer.String())
}

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
