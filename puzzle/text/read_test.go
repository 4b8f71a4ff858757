package text_test

import (
	"errors"
	"io"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestReadTakesTheFormatsOfTheOriginalSolvers(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		family           puzzle.Family
	}{
		{
			"hidoku, the only kind that fits",
			"_, 2,_\n_,__,3\n", "puzzle: hidoku\nmoves: king\n__, 2,__\n__,__, 3\n", "",
		},
		{
			"stones between lines of =",
			"B,_\nW,B\n=====\nW\n", "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 2x2\nB,_\nW,B\n=\nW\n=\n", "",
		},
		{
			"one stone",
			"B,W\nW,B\n", "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 2x2\nB,W\nW,B\n=\n", "",
		},
		{
			"lines of = around and doubled",
			"=\n=\nB\n==\n\n===\n", "puzzle: draughtboard\ncorner: any\nflips: yes\nboard: 1x1\nB\n=\n", "",
		},
		{
			"magic rows with blanks",
			"  __ __ 9 \n__  5\t7\n 1 _ __\n", "puzzle: magic\nnumbers: 1..9\nsum: 15\n__,__, 9\n__, 5, 7\n 1,__,__\n", puzzle.FamilyMagic,
		},
		{
			"magic rows with commas, asked for",
			"2,_\n_,_\n", "puzzle: magic\nnumbers: 1..4\nsum: 5\n 2,__\n__,__\n", puzzle.FamilyMagic,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := text.Read(strings.NewReader(test.text), "f", test.family)
			require.NoError(t, err)
			assert.Equal(t, test.want, f.Puzzle.String())
		})
	}
}

func TestReadTellsTheFamilyFromAHeader(t *testing.T) {
	for header, family := range map[string]puzzle.Family{
		"moves: hex": puzzle.FamilyHidoku, "diagonals: yes": puzzle.FamilyMagic, "sum: 1": puzzle.FamilyMagic,
		"numbers: 1..1": puzzle.FamilyMagic, "corner: any": puzzle.FamilyDraughtboard,
		"flips: no": puzzle.FamilyDraughtboard, "board: 1x1": puzzle.FamilyDraughtboard,
	} {
		row := "_"
		if family == puzzle.FamilyDraughtboard {
			row = "X"
		}
		assert.Equal(t, family, read(t, header+"\n"+row+"\n").Family(), header)
	}
}

func TestFormsOfATextThatMeanTheSame(t *testing.T) {
	const want = "puzzle: hidoku\nmoves: rook\n##, 1,__\n__,__,__\n"
	for name, text := range map[string]string{
		"as written":              want,
		"carriage returns":        strings.ReplaceAll(want, "\n", "\r\n"),
		"byte order mark":         "\ufeff" + want,
		"no newline at the end":   strings.TrimSuffix(want, "\n"),
		"tabs and blanks":         "puzzle:\thidoku\n moves :  rook\t\n\t##,\t1\t,__\n__,  __ ,\t__\n",
		"one letter each":         "puzzle: hidoku\nmoves: rook\n#,1,_\n_,_,_\n",
		"many letters each":       "puzzle: hidoku\nmoves: rook\n###,001,____\n_____,__,_\n",
		"blank lines":             "\n\npuzzle: hidoku\n\nmoves: rook\n\n##,1,_\n  \n_,_,_\n\n\n",
		"headers the other way":   "moves: rook\npuzzle: hidoku\n##,1,_\n_,_,_\n",
		"comments":                "# a puzzle: this one\n#\n####\n# 1,2\n#1,2\n  # of three, or two\npuzzle: hidoku\n# moves: king\nmoves: rook\n###\n##,1,_\n_,_,_\n",
		"commas in one row only":  "puzzle: hidoku\nmoves: rook\n##,1,_\n_ _ _\n",
		"names of rows":           "puzzle: hidoku\nmoves: rook\nRow 1: ##,1,_\nrow 2 :  _ _ _\n",
		"source without a source": "source:\npuzzle: hidoku\nmoves: rook\n##,1,_\n_,_,_\n",
	} {
		assert.Equal(t, want, read(t, text).String(), name)
	}
	column := read(t, "puzzle: hidoku\n##\n_\n_\n")
	assert.Equal(t, []int{1, 3, 2}, []int{column.Board().Width(), column.Board().Height(), column.Board().Len()}, `a lone "##" is a row`)
}

func TestReadKeepsWhatTheHeaderClaims(t *testing.T) {
	for _, test := range []struct {
		header, shown string
		count         *big.Int
		atLeast       bool
	}{
		{"", "?", nil, false},
		{"solutions: ?\n", "?", nil, false},
		{"solutions: 0\n", "0", new(big.Int), false},
		{"solutions: 104\n", "104", big.NewInt(104), false},
		{"solutions: 1000+\n", "1000+", big.NewInt(1000), true},
		{"solutions: 18446744073709551616\n", "18446744073709551616", new(big.Int).Lsh(big.NewInt(1), 64), false},
	} {
		f, err := text.Read(strings.NewReader("puzzle: hidoku\nsource: a book, page 5: top\n"+test.header+"_\n"), "f", "")
		require.NoError(t, err)
		assert.Equal(t, "f", f.Name)
		assert.Equal(t, "a book, page 5: top", f.Source)
		assert.Equal(t, test.shown, f.Solutions.String())
		assert.Equal(t, test.atLeast, f.Solutions.AtLeast)
		if test.count == nil {
			assert.Nil(t, f.Solutions.Count)
		} else {
			assert.Zero(t, test.count.Cmp(f.Solutions.Count))
		}
	}
}

func TestClaimAllowsWhatDoesNotContradictIt(t *testing.T) {
	for _, test := range []struct {
		claim             text.Claim
		found             uint64
		complete, allowed bool
	}{
		{text.Claim{}, 7, true, true},
		{text.Claim{Count: big.NewInt(7)}, 7, true, true},
		{text.Claim{Count: big.NewInt(7)}, 7, false, true},
		{text.Claim{Count: big.NewInt(7)}, 6, true, false},
		{text.Claim{Count: big.NewInt(7)}, 6, false, true},
		{text.Claim{Count: big.NewInt(7)}, 8, false, false},
		{text.Claim{Count: big.NewInt(7), AtLeast: true}, 8, true, true},
		{text.Claim{Count: big.NewInt(7), AtLeast: true}, 6, true, false},
		{text.Claim{Count: new(big.Int).Lsh(big.NewInt(1), 64)}, 1<<64 - 1, true, false},
	} {
		assert.Equal(t, test.allowed, test.claim.Allows(new(big.Int).SetUint64(test.found), test.complete), "%v with %d", test.claim, test.found)
	}
}

func TestReadTakesStonesThatCannotFitWhenTheTextSaysSo(t *testing.T) {
	const content = "board: 2x1\ncorner: B\nB\n=\nB\n"
	_, err := text.Parse(content)
	require.EqualError(t, err, "puzzle:1:8: the stones have 2 black cells, the board with a corner B has 1")
	_, err = text.Parse("solutions: 1\n" + content)
	require.Error(t, err)
	p := read(t, "solutions: 0\n"+content)
	assert.Empty(t, puzzletest.Brute(p))
	again := read(t, p.String())
	assert.Equal(t, p.String(), again.String())
}

func TestDrawnBoardsGiveTheCornerAndTheHoles(t *testing.T) {
	for _, test := range []struct {
		name, header string
		corner       puzzle.Colour
	}{
		{"the drawing decides", "", puzzle.White},
		{"the corner agrees", "corner: W\n", puzzle.White},
		{"the corner stays open", "corner: any\n", puzzle.AnyColour},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := read(t, test.header+"board:\n#,B\n##,W\n==\nX,X\n").(*puzzle.Draughtboard)
			assert.Equal(t, test.corner, p.Setup().Corner)
			assert.Equal(t, 2, p.Board().Len())
			assert.Equal(t, puzzle.Black, p.ColourAt(0, puzzle.White))
		})
	}
}

func TestSolutionsOfStonesAreReadInLettersOfAnyCaseAndInNumbers(t *testing.T) {
	given := read(t, "puzzle: draughtboard\nboard: 2x1\ncorner: B\nB\n=\nW\n")
	open := read(t, "puzzle: draughtboard\nboard: 2x1\ncorner: any\nB\n=\nW\n")
	for _, test := range []struct {
		p    puzzle.Puzzle
		text string
		want puzzle.Solution
	}{
		{given, "A,b", puzzle.Solution{1, 2}},
		{given, "a,B", puzzle.Solution{1, 2}},
		{given, "1 2", puzzle.Solution{1, 2}},
		{open, "A,b", puzzle.Solution{1, 2}},
		{open, "b,A", puzzle.Solution{-2, -1}},
		{open, "-2,-1", puzzle.Solution{-2, -1}},
	} {
		assert.Equal(t, test.want, solution(t, test.p, test.text), test.text)
	}
}

// What the tests read.
var (
	read     = puzzletest.Read
	solution = puzzletest.ReadSolution
	testdata = puzzletest.Testdata
)

func TestNotesAreReadAndWritten(t *testing.T) {
	content := `puzzle: hidoku
title: May: the first week
author: Ann
labels:
 Mo 1,    _, Über
    #,    #,    =
=
moves: rook
 1,__,__
##,##,__
`
	f, err := text.Read(strings.NewReader(content), "f", "")
	require.NoError(t, err)
	assert.Equal(t, "May: the first week", f.Title)
	assert.Equal(t, "Ann", f.Author)
	assert.Equal(t, []string{"Mo 1", "", "Über", "", "", "="}, f.Labels)
	assert.Equal(t, strings.ReplaceAll(strings.ReplaceAll(content, " Mo 1,    _, Über", "Mo 1,   _,Über"), "    #,    #,    =", "   #,   #,   ="), f.Text(f.Puzzle))
}

// The longest label is read. A hole may have a label, too: on a calendar, the date that stays open.
func TestLabels(t *testing.T) {
	label := strings.Repeat("é", 12)
	for content, want := range map[string][]string{
		"puzzle: hidoku\nlabels:\nJan," + label + "\n=\n_,1\n": {"Jan", label},
		"labels:\n,Feb,_\n=\nboard:\nB,#,#\n=\nB\n":            {"", "Feb", ""},
	} {
		f, err := text.Read(strings.NewReader(content), "f", "")
		require.NoError(t, err)
		assert.Equal(t, want, f.Labels)
		assert.True(t, want[0] != "" || strings.Contains(f.Text(f.Puzzle), "labels:\n  _,Feb,  #\n=\n"))
	}
}

func TestNotesOfAnotherBoardLoseTheirLabels(t *testing.T) {
	p := read(t, "puzzle: hidoku\n1,_\n")
	n := text.Notes{Title: "T", Labels: []string{"a"}}
	assert.Equal(t, "puzzle: hidoku\ntitle: T\nmoves: king\n 1,__\n", n.Text(p))
	assert.Empty(t, n.Text(nil))
	assert.Equal(t, p.String(), text.Notes{}.Text(p))
}

func TestFamiliesHaveOtherNames(t *testing.T) {
	stones := "X,X\n=\nX,X\n"
	for _, test := range []struct {
		name, rows string
		family     puzzle.Family
		moves      puzzle.Moves
	}{
		{"hidoku", "1,_\n", puzzle.FamilyHidoku, puzzle.King},
		{"hidato", "1,_\n", puzzle.FamilyHidoku, puzzle.King},
		{"Hidato", "moves: king\n1,_\n", puzzle.FamilyHidoku, puzzle.King},
		{"numbrix", "1,_\n", puzzle.FamilyHidoku, puzzle.Rook},
		{"rikudo", "1,_\n", puzzle.FamilyHidoku, puzzle.Hex},
		{"polyomino", stones, puzzle.FamilyDraughtboard, ""},
		{"pentominoes", stones, puzzle.FamilyDraughtboard, ""},
		{"hexominoes", stones, puzzle.FamilyDraughtboard, ""},
		{"checkerboard", stones, puzzle.FamilyDraughtboard, ""},
		{"magic square", "1\n", puzzle.FamilyMagic, ""},
	} {
		header, err := text.Parse("puzzle: " + test.name + "\n" + test.rows)
		require.NoError(t, err, test.name)
		given, err := text.Read(strings.NewReader(test.rows), "f", puzzle.Family(test.name))
		require.NoError(t, err, test.name)
		for _, p := range []puzzle.Puzzle{header, given.Puzzle} {
			assert.Equal(t, test.family, p.Family(), test.name)
			if hidoku, ok := p.(*puzzle.Hidoku); ok {
				assert.Equal(t, test.moves, hidoku.Rules().Moves, test.name)
			}
		}
	}
	_, _, known := text.Family("sudoku")
	assert.False(t, known)
	assert.Contains(t, text.Others(puzzle.FamilyHidoku), "rikudo")
}

// The ending of a name says the family where neither the text nor the caller does.
func TestTheEndingSaysTheFamily(t *testing.T) {
	const either = "_,_,3\n_,_,_\n1,_,_\n"
	for _, test := range []struct {
		name, text string
		family     puzzle.Family
	}{
		{"f.hidoku", either, puzzle.FamilyHidoku},
		{"folder/f.MAGIC", either, puzzle.FamilyMagic},
		{"f.magic#2", either, puzzle.FamilyMagic},
		{"f.stones", "puzzle: magic\n" + either, puzzle.FamilyMagic},
		{"f.stones", "numbers: 1..9\n" + either, puzzle.FamilyMagic},
		{"f.puzzle", "8,_,_\n_,5,_\n_,_,99\n", ""},
	} {
		f, err := text.Read(strings.NewReader(test.text), test.name, "")
		if test.family == "" {
			require.Error(t, err, test.name)
			continue
		}
		require.NoError(t, err, test.name)
		assert.Equal(t, test.family, f.Puzzle.Family(), test.name)
	}
	f, err := text.Read(strings.NewReader(either), "f.hidoku", puzzle.FamilyMagic)
	require.NoError(t, err)
	assert.Equal(t, puzzle.FamilyMagic, f.Puzzle.Family(), "the caller says it")
}

func TestSignsForOpenCells(t *testing.T) {
	want := read(t, "puzzle: hidoku\n1,_,_\n_,_,6\n")
	for _, rows := range []string{"1,,\n,,6\n", "1,.,.\n.,.,6\n", "1 . ..\n. . 6\n", "1,-,--\n-,-,6\n", "1,?,?\n?,?,6\n", "1,0,0\n0,0,6\n"} {
		p, err := text.Parse("puzzle: hidoku\n" + rows)
		require.NoError(t, err, rows)
		assert.Equal(t, want.String(), p.String(), rows)
	}
	p := read(t, "puzzle: magic\nnumbers: 0..8\n0,_,_\n_,4,_\n_,_,_\n")
	assert.Equal(t, 0, p.(*puzzle.Magic).Clue(0), "0 is a number of this puzzle")
	p = read(t, "puzzle: magic\n0,0,0\n0,5,0\n0,0,0\n")
	assert.Equal(t, puzzle.Empty, p.(*puzzle.Magic).Clue(0))
}

// namesAndErrors returns the names of the puzzles that a reader reads, and its errors.
func namesAndErrors(r *text.Reader) []string {
	var all []string
	for {
		f, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			all = append(all, err.Error())
		default:
			all = append(all, f.Name)
		}
	}
}

func TestReaderReadsPuzzlesOneAfterTheOther(t *testing.T) {
	const one = "puzzle: hidoku\n1,_\n_,_\n"
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"one":                      {one, []string{"f"}},
		"nothing":                  {"", []string{"f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4"}},
		"two":                      {one + "---\n" + one, []string{"f#1", "f#2"}},
		"a line at the end":        {one + "---\n" + one + "---\n", []string{"f#1", "f#2"}},
		"one, and a line":          {one + "---\n", []string{"f#1"}},
		"longer lines, and blanks": {one + "\n -----  \r\n\n" + one, []string{"f#1", "f#2"}},
		"no line break at the end": {one + "---\n" + strings.TrimSpace(one), []string{"f#1", "f#2"}},
		"a bad one among them": {one + "---\n1,2\n3,x\n---\n" + one, []string{
			"f#1", "f:6:3: \"x\" is no number; write a number, or _ for an open cell, or # for a hole", "f#3",
		}},
		"with byte order marks, as files that were joined": {
			"\ufeff" + one + "---\n\ufeff" + one + "---\n\ufeff\n---\n\ufeff\ufeff" + one, []string{
				"f#1", "f#2", "f:9:1: no puzzle", "f:11:1: unknown",
			},
		},
		"with byte order marks and carriage returns": {
			strings.ReplaceAll("\ufeff"+one+"---\n\ufeff"+one+"---\n", "\n", "\r\n"), []string{"f#1", "f#2"},
		},
		"byte order marks below blanks, comments and before lines": {
			one + "---\n\ufeff\n# next\n\ufeff" + one + "\ufeff---\n" + one + "---\n\ufeff", []string{"f#1", "f#2", "f#3"},
		},
		"a byte order mark before a row": {one + "---\npuzzle: hidoku\n1,_\n\ufeff_,_\n", []string{"f#1", "f:7:1: \"\\ufeff_\""}},
		"nothing between two lines": {one + "---\n---\n" + one, []string{
			"f#1", "f:5:1: no puzzle in it: there are no rows, such as 1,_,_,4", "f#3",
		}},
		"nothing, again and again": {one + strings.Repeat("---\n \n", 1000) + "---\n" + one + "---\n---\n---\n", []string{
			"f#1", "f:5:1: no puzzle in it: there are no rows, such as 1,_,_,4", "f#1002",
			"f:2009:1: no puzzle in it: there are no rows, such as 1,_,_,4",
		}},
		"only lines between": {strings.Repeat("---\n", 100_000), []string{
			"f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4",
		}},
		"a page":  {"<p>\n---\n" + one, []string{"f:1:1: a web page or a file of another program, not a puzzle; import it first"}},
		"XML":     {"<?xml version=\"1.0\"?>\n---\n" + one, []string{"f:1:1: a web page or a file of another program, not a puzzle; import it first"}},
		"no text": {one + "---\n\x00\n---\n" + one, []string{"f#1", "f:5:1: this is not a text file"}},
		"too long": {
			one + "---\n" + strings.Repeat("# a comment\n", text.MaxFile/12+1) + one,
			[]string{"f#1", "f:5:1: larger than 4 MiB; what follows was not read"},
		},
		"together longer than one may be": {
			strings.Repeat(one+strings.Repeat("\n", text.MaxFile/2)+"---\n", 3), []string{"f#1", "f#2", "f#3"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := namesAndErrors(text.NewReader(strings.NewReader(test.text), "f", ""))
			require.Len(t, got, len(test.want), "%q", got)
			for i, want := range test.want {
				assert.True(t, strings.HasPrefix(got[i], want[:min(len(want), 12)]), "%q, want %q", got[i], want)
			}
		})
	}
}

func TestReaderPassesErrorsOfReadingOn(t *testing.T) {
	broken := errors.New("broken")
	r := text.NewReader(io.MultiReader(strings.NewReader("1,_\n_,_\n---\n1"), iotest.ErrReader(broken)), "f", puzzle.FamilyHidoku)
	_, err := r.Next()
	require.NoError(t, err)
	for range 2 {
		_, err = r.Next()
		assert.ErrorIs(t, err, broken)
	}
}

// Several puzzles are read back as written, no matter how the bytes arrive.
func TestReaderReadsBackWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var content strings.Builder
		var want []string
		for range rapid.IntRange(1, 4).Draw(t, "puzzles") {
			p := puzzletest.Draw(t)
			want = append(want, p.String())
			content.WriteString(p.String() + "---\n")
		}
		r := text.NewReader(iotest.OneByteReader(strings.NewReader(content.String())), "f", "")
		for _, p := range want {
			f, err := r.Next()
			require.NoError(t, err)
			require.Equal(t, p, f.Puzzle.String())
		}
		_, err := r.Next()
		require.ErrorIs(t, err, io.EOF)
	})
}

// A line may be longer than what is read at once.
func TestLongLinesAreRead(t *testing.T) {
	long := "# " + strings.Repeat("x", 10_000) + "\n"
	p := read(t, long+"puzzle: hidoku\n_,1\n")
	require.Equal(t, puzzle.Solution{2, 1}, solution(t, p, long+"2,1\n"))
	_, err := firstOf(strings.NewReader(long+"2,x\n"), "s", p)
	require.ErrorContains(t, err, "s:2:3: ")
	_, err = text.NewReader(strings.NewReader(long+"puzzle: hidoku\n_,y\n"), "p", "").Next()
	require.ErrorContains(t, err, "p:3:3: ")
}

// A board for stones without colours may be drawn in X. A square of a colour settles all others.
func TestBoardsAreDrawnInEitherColour(t *testing.T) {
	for _, test := range []struct{ head, board, like string }{
		{"", "X,X,X\nX,X,#\n", "corner: any\n"},
		{"corner: W\n", "X,X,X\nX,X,#\n", "corner: W\n"},
		{"", "X,X,X\nX,W,#\n", "corner: W\n"},
		{"", "#,X,B\nX,X,X\n", "corner: B\n"},
	} {
		p := read(t, "puzzle: polyominoes\n"+test.head+"board:\n"+test.board+"=\nX,X,X\n=\nX,X\n")
		assert.Contains(t, p.String(), test.like)
	}
}

// firstOf returns the first filled board of a text.
func firstOf(r io.Reader, name string, p puzzle.Puzzle) (puzzle.Solution, error) {
	for s, err := range text.Solutions(r, name, p) {
		return s, err
	}
	return nil, io.EOF
}
