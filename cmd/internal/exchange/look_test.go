package exchange_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/exchange"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestFormsAreRecognised writes puzzles in each form, and reads them without its name.
func TestFormsAreRecognised(t *testing.T) {
	for content, forms := range map[string][]string{
		"puzzle: hidoku\n1,_\n_,_\n":                        {"csv", "janko", "kudamono", "penpa", "link"},
		"puzzle: zip\n1,_\n2,_\n":                           {"csv", "linkedin", "link"},
		"board: 3x2\nX,X,X\nX,_,_\n=\nX,X\n":                {"csv", "burrtools", "letters", "link"},
		"puzzle: magic\ntitle: a, b\n1,_,_\n_,5,_\n_,_,_\n": {"csv", "penpa", "link"},
	} {
		p, err := text.Parse(content)
		require.NoError(t, err)
		for _, form := range forms {
			e := entryOf("t", p)
			e.Solution, e.Only = solved(t, p)
			written, _, err := exchange.Write(form, []*exchange.Entry{e})
			require.NoError(t, err, form)
			for _, in := range []io.Reader{strings.NewReader(string(written)), iotest.OneByteReader(strings.NewReader(string(written)))} {
				file, err := exchange.ReadOne(in, "t", string(p.Family()))
				require.NoError(t, err, "%s\n%s", form, written)
				assert.Equal(t, normal(p), normal(file.Puzzle), form)
				assert.Equal(t, form == "csv" || form == "link", file.Note == "", form)
			}
			r := exchange.NewReader(strings.NewReader(string(written)), "t", string(p.Family()))
			read, err := r.NextPiece()
			require.NoError(t, err)
			file, err := read()
			require.NoError(t, err)
			assert.Equal(t, normal(p), normal(file.Puzzle), form)
			_, err = r.NextPiece()
			assert.ErrorIs(t, err, io.EOF)
		}
	}
}

// TestWhatTextsAreTakenFor has texts that name no form, and what is said of them.
func TestWhatTextsAreTakenFor(t *testing.T) {
	for content, want := range map[string]string{
		"AAB\nABB\n":                      "read as letters",
		"# mine\n\nAAB\nABB\n":            "read as letters",
		"112\n122\n":                      "read as letters",
		"A A B\nA B B\n":                  "read as letters",
		"A,A,B\nA,B,B\n":                  "read as letters",
		"A1 A1 B1\nA1 B1 B1\n":            "read as letters",
		"AAB.\nABB.\n":                    "read as letters",
		"[[1,0],[0,4]]":                   "read as json",
		"{\"a\": [[1, null], [null, 4]]}": "read as json",
		"\ufeff[\n [\"1\", \"\"],\n [\"\", \"4\"]\n]":            "read as json",
		`{"x":{"gridSize":2,"orderedSequence":[0,2],"hints":1}}`: "read as linkedin, a Zip in the JSON of LinkedIn's page; not read: hints",
		"p cnf 2 1\n1 2 0\n":         "a formula in DIMACS, no puzzle of this program",
		"c a\nc\np  cnf 2 1\n":       "a formula in DIMACS, no puzzle of this program",
		"| a cover\na b c\na b\nc\n": `an exact cover, no puzzle of this program; "crosscut cover" solves it`,
		"a b c\nc\na b\n":            "an exact cover, no puzzle of this program",
		"a b | c\nc\na b c:1\n":      "an exact cover, no puzzle of this program",
		"A B\nA B\n":                 "a tiling drawn with one letter for each stone (crosscut import --from letters), or an exact cover (\"crosscut cover\" solves it)",
		"< a b c >\na b;\nc;\n":      `an exact cover in the form of another program, no puzzle of this program; "crosscut cover" solves it in Knuth's form`,
		"5 3\n0 2\n1 2 4\n3\n":       "an exact cover as lists of columns",
		"12.......\n.31......\n..2..4...\n.......4.\n........5\n9........\n.8.......\n..7......\n...6.....\n":                                         "a Sudoku, no puzzle of this program",
		"1 2 0 | 0 0 0 | 0 0 0\n0 3 1 | 0 0 0 | 0 0 0\n0 0 2 | 0 4 0 | 0 0 0\n------+-------+------\n" + strings.Repeat("0 0 0 | 0 0 0 | 0 0 0\n", 6): "a Sudoku, no puzzle of this program",
		"3 2\n101\n111\n\n1\n11\n\n2\n10\n11\n":                "drawings of stones and their sizes, no puzzle of this program; write the board as in board: 8x8",
		"3 2\n1\n2 2\n##\n.#\n":                                "drawings of stones and their sizes",
		"{1 2 3}\n{\n  {1 3}\n  {2}\n}\n":                      "an exact cover in the form of another program",
		"3 2\na b c\na b\nc\n":                                 "an exact cover in the form of another program",
		`{"width": 2, "height": 3, "tiles": [[1, 2], [3, 4]]}`: "JSON without a board that is read here",
		"\x1f\x8b1,2:3\n":                                      "compressed by gzip, and damaged or not whole; copy all of it",
		"1 0 0 1\n0 1 1 0\n":                                   "a matrix of 0 and 1, no puzzle of this program",
		"7\n1 0 0 1\n0 1 1 0\n":                                "a matrix of 0 and 1, no puzzle of this program",
		"<html><body>1,2":                                      "a web page or a file of another program, no puzzle of this program",
		"PK\x03\x04":                                           "a workbook or another archive, no puzzle of this program; save the sheet as CSV",
		"\x89PNG\r\n\x1a\n\x00":                                "a picture, no puzzle of this program",
		"\xd0\xcf\x11\xe0\xa1\xb1":                             "a workbook or another archive",
		"%PDF-1.4\n":                                           "a picture, no puzzle of this program",
		"{\"puzzle\":  3}":                                     "JSON without a board that is read here",
		"https://puzz.link/p?numlin/3/3/a":                     `the genre "numlin" of puzz.link/p has other rules`,
		penpaBegins + "https://puzz.link/p?":                   "the part p= cannot be unpacked: it is damaged, or not whole; copy all of it",
		"1,2,3\n4,5\n":                                         "2:3: the row ends here with 2 cells",
		"1\n2\n3\n":                                            "",
		"XXWW\nXAAW\n":                                         "read as letters",
		"[1,0],\n[0,4],\n":                                     "",
		"{\n {1, 0},\n {0, 4}\n};\n":                           "",
		"[[1,0],\n[0,4]":                                       "",
		"{\"gridSize\":3, \"ordered":                           "not JSON",
		"1,,\n,,4\n,,9\n":                                      "",
		"\xf0\x9f\xa7\xa9 of Monday\n1,,\n,,4\n,,9\n":          "", // bytes that begin no picture
		"AAB\r\nACB\r\n":                                       "read as letters",
		"A;A;B\nA;C;B\n":                                       "read as letters",
		"":                                                     "no puzzle in it",
		"# only\n":                                             "no puzzle in it",
		"Dear all,\nhere is 1 puzzle\n":                        "t:2:1: words, where rows of a board are read; a note stands above them",
		"🟥🟥🟦\n🟥🟦🟦\n":                                           "read as letters",
		"🟥🟥⬜️\n🟥🟧🟧\n":                                          "read as letters",
		"1.3\n...\n7.9\n":                                      "read as rows with nothing between the cells",
		"100\n000\n009\n":                                      "read as rows with nothing between the cells",
		"1..5\n.#..\n....\n..9.\n":                             "read as rows with nothing between the cells",
		"1..12\n.....\n":                                       `t:1:5: "12" may be one number or two; write commas or blanks between cells`,
		"1000\n0000\n0000\n0009\n":                             `"10" may be one number or two`,
		"1.3\n2.3\n":                                           "read as letters",
		"1_3\n___\n7_9\n":                                      "read as rows with nothing between the cells",
		"1_3\n____\n7_9\n":                                     `"1_3" is not a cell; write commas or blanks between cells`,
		"1,_,3\n_,_,_\n_,_,9\n\nSolve it!\n":                   "t:5:1: words, where rows of a board are read; a note stands above them, in a line that begins with #",
		"1,,3\n,,\n,,\n":                                       "",
		"Row 1: 1 _ _\nrow 2 : _ _ _\nRow 3: _ _ 9\n":          "",
		"(0,0) (0,1)\n(0,0) (0,1)\n":                           "a list of the places of cells, no puzzle of this program; draw the board as rows",
		"[(0, 0), (1, 0)]\n":                                   "a list of the places of cells",
		"F = [(0,1),(0,2)]\nI = [(0,0),(0,1)]\n":               "a list of the places of cells",
		"p = {\n 'F': [(0,1),(0,2)],\n}\n":                     "a list of the places of cells",
		"[[0,0],[2,1],[2,0]]\n":                                "pairs may be places of cells: draw a board as rows",
		"(1 0)\n(0 4)\n":                                       "",
		"1 ? 0\n? ? ?\n? ? 8\n":                                "and one sign for open cells; numbers count from 1",
		"<table><tr><td>1":                                     "read as table",
		"<p>1<table><TR ID='a'>\n <TD>1</TD><td class=x> </td>\n<tr><td class=x>&nbsp;<td><b>4</b></table>9": "read as table",
		"<table><tr><td>1<td class=a></td><td class=b></td></table>":                                         "empty cells of two looks, of which one may be holes",
		"<table><tr><td>1<td><img src=a></td><td><img src=b></td></table>":                                   "empty cells of two looks",
		"<table><tr><td colspan=2>1<td></table>":                                                             "a cell over several rows",
		"<table><tr><td>1<td></table><table></table>":                                                        "several tables",
		"<table><p>none</table>":                                                                             "a web page or a file of another program, no puzzle of this program; copy its board as rows",
		"{1, 0, 3},\n{0, 5, 0},\n{7, 0, 9}\n":                                                                "",
		"{1 2}\n{3}\n":                                                                                       "an exact cover in the form of another program",
		"𝙸𝙿𝙿\n𝙸𝙿𝚄\n":                                                                                         "read as letters",
		"ＩＰＰ\nＩＰＵ\n":                                                                                         "read as letters",
		"①②②\n①②③\n":                                                                                         "read as letters",
		"🅐🅐🅑\n🅐🅑🅑\n":                                                                                         "read as letters",
		"[begin]\n[problem]\n1 -\n[end]\n":                                                                   "t:1:1: no kind of puzzle; below [begin] stands a line such as puzzle hidoku",
		"[begin]\npuzzle\n[problem]\n1 -\n[end]\n":                                                           "t:2:1: no kind of puzzle",
		"[begin]\npuzzle hidoku\n1 -\n[end]\n":                                                               "t:3:1: a row above [problem]; write a line [problem] above the rows",
		"[begin]\npuzzle hidoku\n[end]\n":                                                                    "t:1:1: no section [problem]; below such a line stand the rows",
		"[begin]\npuzzle hidoku\n[problem]\n[end]\n":                                                         "t:3:1: no rows in the section [problem], such as",
		"[begin]\npuzzle hidoku\n[problem]\n1 -\n[solution]\n[end]\n":                                        "t:5:1: no rows in the section [solution]",
		"puzzle hidoku\n[problem]\n1 -\n":                                                                    "no line [begin] in it, above the kind, the size and the section [problem]",
		"X,X,X\nY,Y,Y\nZ,Z,Z\n":                                                                              "read as letters",
		"xxw\nxww\n":                                                                                         "read as letters",
		"AAAA\n\nBBBB\nB...\n":                                                                               "read as letters",
		"A10 A10\nA10 B10\n":                                                                                 "read as letters",
		"[[[1,1],[0,2]],[[1,1,1]]]":                                                                          "JSON without a board that is read here",
		"{\"stones\":[[[1,1],[0,1]]],\"board\":\"8x8\"}":                                                     "JSON without a board that is read here",
	} {
		file, err := exchange.ReadOne(strings.NewReader(content), "t", map[bool]string{true: "", false: "hidato"}[strings.Contains(want, "letters") || strings.HasPrefix(want, "pairs")])
		if err != nil {
			assert.ErrorContains(t, err, want, content)
			for _, word := range []string{"json:", "xml:", "Go ", "base64", "unmarshal", "EOF", "struct"} {
				assert.NotContains(t, err.Error(), word, content)
			}
			continue
		}
		assert.Contains(t, file.Note, want, content)
	}
	_, err := exchange.ReadOne(strings.NewReader("2x\nXX\nXX\n"), "t", "")
	assert.ErrorContains(t, err, "the stones have 8 cells", "how often a stone is used is no row of a tiling")
	_, err = exchange.ReadOne(strings.NewReader("3\nAAB\nACB\nCCB\n"), "t", "")
	assert.EqualError(t, err, "t:1:1: a size above a tiling; take the line away")
	_, err = exchange.ReadOne(strings.NewReader("2x\n##\n##\n"), "t", "")
	assert.ErrorContains(t, err, "the stones have 8 cells", "nor if its stone is drawn in #")
	_, err = exchange.ReadOne(strings.NewReader("1.3\n...\n7.9\n"), "t", "")
	assert.ErrorContains(t, err, "this may be hidato", "digits that stand once each are no tiling")
	_, err = exchange.ReadOne(strings.NewReader("AA\nBB\n\nAB\nAB\n"), "t", "")
	assert.EqualError(t, err, "t: 2 puzzles in it; one puzzle is wanted here")
}

// TestTablesAndGluedRowsAreTheirBoards compares boards in other forms with the same in rows of ours.
func TestTablesAndGluedRowsAreTheirBoards(t *testing.T) {
	for content, rows := range map[string]string{
		"1.3\n...\n7.9\n": "1,_,3\n_,_,_\n7,_,9\n",
		`{"width": 2, "height": 2, "rows": [[1, 0], [0, 4]]}`:          "1,_\n_,4\n",
		"'1','_','3'\n'_','_','_'\n":                                   "1,_,3\n_,_,_\n",
		"g = [[1,0,3], [0,5,0]];":                                      "1,_,3\n_,5,_\n",
		"{1,0,3},{0,5,0}\n":                                            "1,_,3\n_,5,_\n",
		"{1, 0, 3},\n{0, 5, 0}\n":                                      "1,_,3\n_,5,_\n",
		"{1,0,3},\n{0,5,0}\n":                                          "1,_,3\n_,5,_\n",
		"[1],[0],[3]\n[0],[5],[0]\n":                                   "1,_,3\n_,5,_\n",
		"(1,0,3),(0,5,0),\n":                                           "1,_,3\n_,5,_\n",
		"b = [['1', 'X'],\n ['_', '_']]":                               "1,#\n_,_\n",
		"{|\n! a !! b\n|-\n| 1 || _\n|-\n| style=\"x\" | _\n| 4\n|}\n": "1,_\n_,4\n",
		"1003\n0000\n":                                                 "1,_,_,3\n_,_,_,_\n",
		"[table]\n[tr][td]1[/td][td][/td][/tr]\n[tr][td] [/td][td][b]4[/b][/td][/tr]\n[/table]\n":                                            "1,_\n_,4\n",
		"Here it is:\n[TABLE=\"width: 100\"]\n[TR]\n[TD=\"align: right\"]1[/TD]\n[TD]_[/TD]\n[/TR]\n[TR][TD]_[/TD][TD]4[/TD][/TR][/TABLE]\n": "1,_\n_,4\n",
		"100\n000\n009\n":          "1,_,_\n_,_,_\n_,_,9\n",
		"1..5\n.#..\n....\n..9.\n": "1,_,_,5\n_,#,_,_\n_,_,_,_\n_,_,9,_\n",
		"<title>My 5</title><table><tr><th>a<th>b<tr><td>1</td><td></td></tr><tr><td>&nbsp;</td><td><i>4</i></td></tr></table>bye": "1,_\n_,4\n",
		"<TABLE>\n<TR>\n<TD>1\n<TD>\n<TD>3\n<TR><TD><TD><TD>6</TABLE>":                                                             "1,_,3\n_,_,6\n",
	} {
		file, err := exchange.ReadOne(strings.NewReader(content), "t", "hidato")
		require.NoError(t, err, content)
		want, err := text.Parse("puzzle: hidato\n" + rows)
		require.NoError(t, err)
		assert.Equal(t, want.String(), file.Puzzle.String(), content)
	}
	for _, content := range []string{"[[[1,1],[0,1]],[[1,1,1]],[[1],[1],[1]]]", `{"a": [[1,1],[0,1]], "b": [[1,1,1]], "c": [[1],[1],[1]]}`} {
		file, err := exchange.ReadOne(strings.NewReader(content), "t", "")
		require.NoError(t, err)
		want, err := text.Parse("X,X\n_,X\n=\nX,X,X\n=\nX\nX\nX\n")
		require.NoError(t, err)
		assert.Equal(t, want.String(), file.Puzzle.String())
	}
}

// TestAnyTitleIsReadBack has titles with the letter that begins short forms in addresses of penpa-edit.
func TestAnyTitleIsReadBack(t *testing.T) {
	p, err := text.Parse("puzzle: hidato\n1,_\n_,_\n")
	require.NoError(t, err)
	for _, title := range []string{"Puzzle", "z", "Zz zz", "zq zzz"} {
		e := entryOf("t", p)
		e.Title = title
		written, _, err := exchange.Write("penpa", []*exchange.Entry{e})
		require.NoError(t, err)
		file, err := exchange.ReadOne(strings.NewReader(string(written)), "t", "")
		require.NoError(t, err, title)
		assert.Equal(t, title, file.Title)
	}
}

// TestAPuzzleFileIsReadAsItComes reads a puzzle before the rest of a pipe is there.
func TestAPuzzleFileIsReadAsItComes(t *testing.T) {
	in, out := io.Pipe()
	defer in.Close()
	go io.WriteString(out, "# mine\npuzzle: hidoku\n1,_\n---\n")
	r := exchange.NewReader(in, "t", "")
	read, err := r.NextPiece()
	require.NoError(t, err)
	_, err = read()
	require.NoError(t, err)
	broken := errors.New("broken")
	go out.CloseWithError(broken)
	_, err = r.NextPiece()
	require.ErrorIs(t, err, broken)
}

// TestPackedTextsAreReadAsTheyWere packs texts of several forms.
func TestPackedTextsAreReadAsTheyWere(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"1,_\n_,4\n": "", "[[1,0],[0,4]]": "read as json", "title: R\xe4tsel\n1,_\n_,4\n": "", "p cnf 1 1\n1 0\n": `t: this is a formula in DIMACS, no puzzle of this program; "crosscut models" finds its models`,
	} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		io.WriteString(z, content)
		require.NoError(t, z.Close())
		file, err := exchange.ReadOne(&packed, "t", "hidato")
		if err != nil {
			assert.EqualError(t, err, want)
			continue
		}
		assert.Contains(t, file.Note, want)
		assert.Equal(t, 1, file.Puzzle.(*puzzle.Hidoku).Clue(0))
	}
	_, err := exchange.ReadOne(strings.NewReader("\x1f\x8b1"), "t", "")
	assert.EqualError(t, err, "t: compressed by gzip, and damaged or not whole; copy all of it")
}

// Drawings of one letter each are the stones of one puzzle, and no tilings.
func TestLettersDrawStones(t *testing.T) {
	t.Parallel()
	want, err := exchange.ReadOne(strings.NewReader("XXX\nX\n\nXX\n\nX\nXX\n"), "t", "")
	require.NoError(t, err)
	for _, drawn := range []string{"AAA\nA\n\nBB\n\nC\nCC\n", "xxx\nx\n\nxx\n\nx\nxx\n", "aaa\r\na\r\n\r\nbb\r\n\r\nc\r\ncc\r\n", "111\n100\n\n11\n\n10\n11\n", "My stones\nXXX\nX\n\nXX\n\nX\nXX\n", "L\nXXX\nX\n\nI\nXX\n\nV\nX\nXX\n", "@@@\n@..\n\n@@.\n\n@\n@@\n", "***\n*\n\n**\n\n*\n**\n", "1x\nXXX\nX\n\n1 ×\nXX\n\nX\nXX\n", "X;X;X\nX;;\n;;\nX;X;\n;;\nX;;\nX;X;\n", "🟦🟦🟦\n🟦\n\n🟥🟥\n\n🟨⬜\n🟨🟨\n"} {
		got, err := exchange.ReadOne(strings.NewReader(drawn), "t", "")
		require.NoError(t, err, drawn)
		assert.Equal(t, want.Puzzle.String(), got.Puzzle.String(), drawn)
	}
}
