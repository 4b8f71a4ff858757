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

// Malformed texts of magic boards with lines of their own.
var malformedLines = []struct{ name, text, want string }{
	{"cell that is not there", "lines: r1c1 r1c3\n_,_\n", `f:1:13: lines: the board has no cell r1c3`},
	{"cell that is a hole", "lines: r1c1 r1c2 = 3; r1c3\n_,#,_\n", `f:1:13: lines: the board has no cell r1c2`},
	{"cell twice in a line", "lines: r1c1  r1c1 = 2\n_,_\n", `f:1:14: r1c1 is twice in this line`},
	{"cell in no line", "lines: r1c1 = 1\n_,_\n", `f:1:8: r1c2 is in no line`},
	{"nothing between two lines", "lines: r1c1 r1c2 = 3;; r1c1\n_,_\n", `f:1:22: a line without cells; lines are separated by ;`},
	{"two sums", "lines: r1c1 r1c2 = 3 = 4\n_,_\n", `f:1:24: a second = in a line; lines are separated by ;`},
	{"sum that is no number", "lines: r1c1 r1c2 = x\n_,_\n", `f:1:20: "x" is not the sum of a line; write a whole number as in = 15, or a product as in = *216`},
	{"unknown form", "puzzle: magic\nlines: panmagic\n_\n", `f:2:8: lines: "panmagic" is not the name of a cell; write pandiagonal, associative, or cells as in "r1c1 r1c2 r1c3 = 15; r2c1 r2c2 r2c3"`},
	{"no diagonals beside pandiagonal", "lines: pandiagonal\ndiagonals: no\n_\n", `f:2:12: diagonals: no; lines: pandiagonal has the diagonals, too`},
	{"diagonals beside a list", "lines: r1c1 = 1\ndiagonals: yes\n_\n", `f:2:12: diagonals: beside a list of lines; the list has all lines`},
	{"sum beside sums", "lines: r1c1 r1c2 = 3\nsum: 3\n_,_\n", `f:2:6: sum: beside lines that all have sums of their own`},
	{"sum that does not follow", "lines: r1c1 r1c2; r1c2\n_,_\n", `f:1:8: no sum is given, and none follows from the numbers; write "sum: 15", "sum: any", or a sum behind each line, as in "= 15"`},
	{"sums that cannot be equal", "lines: r1c1; r1c2\n_,_\n", `f:1:8: no sum is given, and none follows from the numbers; write "sum: 15", "sum: any", or a sum behind each line, as in "= 15"`},
	{"rows that cannot be equal", "puzzle: magic\nnumbers: 1 2 3 5\n_,_\n_,_\n", `f:2:10: the numbers add up to 11, so 2 rows cannot have equal sums`},
	{"too few numbers", "puzzle: magic\nnumbers: 2 3 5\n_,_\n_,_\n", `f:2:10: the board has 4 cells, and these are 3 numbers`},
	{"clue that is no number", "puzzle: magic\nnumbers: 2 2 4 4\n3,_\n_,_\n", `f:3:1: 3 is not one of the numbers`},
	{"clue too often", "puzzle: magic\nnumbers: 2 2 4 4\n2,_\n2,2\n", `f:4:3: 2 stands too often; the numbers have it 2 times`},
	{"values too large", "puzzle: magic\nnumbers: 1048576..1048579\nlines: r1c1 r1c2 r1c3 r1c4 = *1\n_,_,_,_\n", `f:3:8: line 1 could reach values above 2^60`},
	{"jodici of another size", "puzzle: jodici\n_,_,_\n", `f:2:1: a jodici has 3 rows of 6 cells without holes, one row for each ring`},
	{"jodici with a sum", "puzzle: jodici\nsum: 30\n_\n", `f:2:6: "sum:" does not go with puzzle: jodici`},
	{"jodici with a number three times", "puzzle: jodici\n1,1,1,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n", `f:2:5: 1 stands too often; the numbers have it 2 times`},
	{"equation without numbers", "puzzle: equation\n_ + _ = 3\n= =\n1 2\n", `f:2:1: which numbers a cell may have is not said; add a line such as "numbers: 1..9"`},
	{"equation without a result", "puzzle: equation\nnumbers: 1..9\n_ + _ =\n= =\n1 2\n", `f:3:1: not a grid of equations: rows such as 1 + _ = 3, rows of operators between them, and then a row of = and a row of results`},
	{"unknown operator", "puzzle: equation\nnumbers: 1..9\n_ / _ = 3\n= =\n1 2\n", `f:3:3: "/" where an operator is expected: +, - or *`},
	{"no operator", "puzzle: equation\nnumbers: 1..9\n1,,2,=,3\n=,=\n1,2\n", `f:3:3: "" where an operator is expected: +, - or *`},
	{"result that is no number", "puzzle: equation\nnumbers: 1..9\n_ + _ = _\n= =\n1 2\n", `f:3:9: "_" where a result is expected: a whole number`},
	{"row that goes on", "puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n= = =\n1 2\n", `f:4:5: the row goes on after 2: =`},
	{"row that ends early", "puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n= =\n1\n", `f:5:1: the row ends here after 1 of 2: results`},
	{"no sign of equality", "puzzle: equation\nnumbers: 1..9\n_ + _ + 3\n= =\n1 2\n", `f:3:7: "+" where = is expected`},
	{"clue outside an equation", "puzzle: equation\nnumbers: 1..9\n12 + _ = 3\n= =\n1 2\n", `f:3:1: 12 is not one of the numbers`},
}

func TestReadSaysWhereALineIsWrong(t *testing.T) {
	for _, test := range malformedLines {
		t.Run(test.name, func(t *testing.T) {
			_, err := text.Read(strings.NewReader(test.text), "f", "")
			require.EqualError(t, err, test.want)
		})
	}
}

// A list of all rows, columns and diagonals, in any order, is a plain square.
func TestAListOfAllLinesIsAPlainSquare(t *testing.T) {
	p := read(t, "lines: r1c3 r2c2 r3c1; r3c1 r3c2 r3c3; r2c1 r2c2 r2c3; r1c1 r2c1 r3c1; r1c2 r2c2 r3c2; r1c3 r2c3 r3c3; r1c1 r2c2 r3c3; r1c2 r1c1 r1c3\nsum: 15\n_,_,_\n_,_,_\n_,_,_\n").(*puzzle.Magic)
	require.Empty(t, puzzle.Variant(p))
	require.Equal(t, "puzzle: magic\nnumbers: 1..9\nsum: 15\n__,__,__\n__,__,__\n__,__,__\n", p.String())
}

// A list with as many lines as a plain square is another puzzle if one line differs.
func TestAListWithAnotherLineIsNoPlainSquare(t *testing.T) {
	const rows = "r1c1 r1c2 r1c3 = 15; r2c1 r2c2 r2c3 = 15; r3c1 r3c2 r3c3 = 15"
	const columns = "r1c1 r2c1 r3c1 = 15; r1c2 r2c2 r3c2 = 15"
	for _, last := range []string{"r1c3 r2c3 r3c3 = 15", "r1c3 r2c3 = 15", "r1c3 r2c2 r3c1 = 15", "r1c3 r2c3 r3c3 = 16", "r1c3 r2c3 r3c3 = *15"} {
		p := read(t, "lines: "+rows+"; "+columns+"; "+last+"\nnumbers: 1..9\n_,_,_\n_,_,_\n_,_,_\n").(*puzzle.Magic)
		require.Equal(t, last == "r1c3 r2c3 r3c3 = 15", puzzle.Variant(p) == "", last)
	}
}

// The sum of a hexagon follows from its numbers, because each cell is in three lines.
func TestTheSumOfRegularLinesFollows(t *testing.T) {
	p := read(t, testdata(t, "magic/hexagon-3.txt")).(*puzzle.Magic)
	for _, l := range p.Lines() {
		require.False(t, l.Any)
		require.Equal(t, 38, l.Sum)
	}
}

// Each text is what String gives for it.
func TestMagicLinesAsTheyAreWritten(t *testing.T) {
	for _, text := range []string{
		"puzzle: magic\nnumbers: 2..5 2\nlines: r1c1 r1c2 = 5; r1c3 r1c4 r1c5 = *24; r1c1 r1c5; r1c2 r1c4\nsum: any\n__,__, 4,__,__\n",
		"puzzle: magic\nnumbers: 1 1 4 4\ndiagonals: no\nsum: 5\n__,__\n__, 4\n",
		"puzzle: magic\nnumbers: 1..16\nlines: associative\nsum: 34\n__,__,__,__\n__,__,__,__\n__,__,__,__\n__,__,__,__\n",
		"puzzle: jodici\n 3, 7,__,__,__,__\n__,__, 1, 5, 9,__\n 6,__,__,__,__,__\n",
		"puzzle: equation\nnumbers: -9..99\n13 * __ - __ = -38\n* * +\n__ * __ + __ = 160\n= = =\n25 -32 318\n",
	} {
		require.Equal(t, text, read(t, text).String())
	}
}

// Every random board comes back from its text, with the same solutions.
func TestMagicLinesComeBackFromTheirText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawLines(t)
		q, err := text.Parse(p.String())
		require.NoError(t, err, "%s", p)
		require.Equal(t, p.String(), q.String())
		require.Equal(t, puzzletest.Brute(p), puzzletest.Brute(q), "%s", p)
	})
}

// For each rule of lines, a board that breaks only that rule.
func TestCheckNamesTheBrokenLine(t *testing.T) {
	for _, test := range []struct{ text, board, want string }{
		{"lines: r1c1 r1c2 = 4; r1c2 r1c3 = 5\n_,_,_\n", "1,3,2", ""},
		{"lines: r1c1 r1c2 = 4; r1c2 r1c3 = 5\n_,_,_\n", "3,1,2", `rule "line": line 2 has the sum 3, not 5`},
		{"lines: r1c1 r1c2 r1c3 = *6\n_,_,_\n", "3,1,1", `rule "twice": 1 on r1c3 stands too often; the numbers have it once`},
		{"numbers: 1 1 2\nlines: r1c1 r1c2 r1c3 = *3\n_,_,_\n", "1,1,2", `rule "line": line 1 has the product 2, not 3`},
		{"numbers: 1 1 3\nlines: r1c1 r1c2; r1c2 r1c3\nsum: any\n_,_,_\n", "1,3,1", ""},
		{"numbers: 1 1 3\nlines: r1c1 r1c2; r1c2 r1c3\nsum: any\n_,_,_\n", "3,1,1", `rule "line": line 2 has the sum 2, and line 1 has 4`},
		{"lines: r1c1 r1c2 r1c3 = 6\n_,_,2\n", "1,2,3", `rule "clue": 3 on r1c3, where 2 is given`},
		{"lines: r1c1 r1c2 r1c3 = 6\n_,_,_\n", "1,2,4", `rule "range": 4 on r1c3 is not one of the numbers`},
		{"puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n= =\n1 2\n", "2,2", `rule "row": row 1 has the sum 4, not 3`},
		{"puzzle: equation\nnumbers: 1..9\n_ - _ = 3\n= =\n5 2\n", "6,2", `rule "row": row 1 has the result 4, not 3`},
	} {
		p := read(t, test.text)
		err := p.Check(solution(t, p, test.board))
		if test.want == "" {
			assert.NoError(t, err, test.text)
		} else {
			assert.EqualError(t, err, test.want, test.text)
		}
	}
}

func TestBoardsOfNumbersAreNumbered(t *testing.T) {
	for _, test := range []struct {
		text      string
		low, high int
		clues     []int
	}{
		{"puzzle: hidoku\nmoves: hex\n_,4,#\n1,_,_\n", 1, 5, []int{puzzle.Empty, 4, 1, puzzle.Empty, puzzle.Empty}},
		{"numbers: -2..1\n_,_\n-1,_\n", -2, 1, []int{puzzle.Empty, puzzle.Empty, -1, puzzle.Empty}},
	} {
		p, ok := read(t, test.text).(puzzle.Numbered)
		require.True(t, ok)
		assert.Equal(t, []int{test.low, test.high}, []int{p.Low(), p.High()})
		assert.Equal(t, test.clues, p.Clues())
		for c, k := range test.clues {
			assert.Equal(t, k, p.Clue(c))
		}
		p.Clues()[0] = 3
		assert.Equal(t, test.clues, p.Clues(), "the slice is a copy")
	}
	_, ok := read(t, "board: 2x1\nB\n=\nW\n").(puzzle.Numbered)
	assert.False(t, ok, "a draughtboard has no numbers")
}

func TestWithCluesChangesNothingButTheClues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) puzzle.Puzzle{
			func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawHidoku(t) },
			func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawMagic(t) },
			func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawLines(t) },
		}).Draw(t, "kind")
		p := draw(t)
		n := p.(puzzle.Numbered)
		same, err := n.WithClues(n.Clues())
		require.NoError(t, err)
		require.Equal(t, p.String(), same.String())
		require.Equal(t, p, same)

		numbers := rapid.IntRange(n.Low(), n.High())
		if m, ok := p.(*puzzle.Magic); ok {
			numbers = rapid.SampledFrom(m.Numbers())
		}
		k, c := numbers.Draw(t, "number"), rapid.IntRange(0, p.Board().Len()-1).Draw(t, "cell")
		clues := slices.Repeat([]int{puzzle.Empty}, p.Board().Len())
		clues[c] = k
		other, err := n.WithClues(clues)
		require.NoError(t, err)
		require.Equal(t, clues, other.Clues())
		require.Equal(t, []int{n.Low(), n.High()}, []int{other.Low(), other.High()})
		back, err := other.WithClues(n.Clues())
		require.NoError(t, err)
		require.Equal(t, p, back)
	})
}

func TestWithCluesRefusesBadClues(t *testing.T) {
	for text, want := range map[string]string{
		"puzzle: hidoku\n_,_\n": "3 on r1c1 is outside 1..2",
		"numbers: 4..4\n_\n":    "3 on r1c1 is outside 4..4",

		"numbers: 2 5\nlines: r1c1 r1c2 = 7\n_,_\n": "3 on r1c1 is not one of the numbers",
	} {
		p := read(t, text).(puzzle.Numbered)
		clues := p.Clues()
		clues[0] = 3
		other, err := p.WithClues(clues)
		require.EqualError(t, err, want)
		require.True(t, other == nil, "no interface that holds a nil pointer")
		clues[0] = 0
		_, err = p.WithClues(clues)
		require.ErrorContains(t, err, "; puzzle.Empty stands for an open cell")
		_, err = p.WithClues([]int{})
		require.Error(t, err)
	}
	for _, p := range []puzzle.Numbered{new(puzzle.Hidoku), new(puzzle.Magic)} {
		_, err := p.WithClues(p.Clues())
		require.Error(t, err)
	}
}

func TestNilCluesAreNone(t *testing.T) {
	board, err := puzzle.NewBoard(2, 2, nil)
	require.NoError(t, err)
	hidoku, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, nil)
	require.NoError(t, err)
	magic, err := puzzle.MagicRules{Order: 2, Low: 1, Sum: new(5), NoDiagonals: true}.New(nil)
	require.NoError(t, err)
	none := []int{puzzle.Empty, puzzle.Empty, puzzle.Empty, puzzle.Empty}
	for _, p := range []puzzle.Numbered{hidoku, magic} {
		assert.Equal(t, none, p.Clues())
		given, err := p.WithClues([]int{1, puzzle.Empty, puzzle.Empty, puzzle.Empty})
		require.NoError(t, err)
		assert.Equal(t, 1, given.Clue(0))
		without, err := given.WithClues(nil)
		require.NoError(t, err)
		assert.Equal(t, none, without.Clues())
		_, err = p.WithClues([]int{})
		assert.Error(t, err, "an empty slice has too few entries")
	}
}

func TestRulesMakeTheBoardAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		switch p := puzzletest.Draw(t).(type) {
		case *puzzle.Magic:
			q, err := p.Rules().New(p.Clues())
			require.NoError(t, err)
			require.Equal(t, p.String(), q.String())
		case *puzzle.Hidoku:
			q, err := p.Rules().New(p.Board(), p.Clues())
			require.NoError(t, err)
			require.Equal(t, p.String(), q.String())
		case *puzzle.Draughtboard:
			q, err := p.Setup().New()
			require.NoError(t, err)
			require.Equal(t, p.String(), q.String())
		}
	})
}
