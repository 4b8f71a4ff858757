package text_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// asPeopleWrite has for each way of writing the same two puzzles in other ways: a Hidoku, and one with holes.
var asPeopleWrite = map[string]struct{ plain, holes string }{
	"commas":                   {"1,_,3\n_,_,_\n_,_,9\n", "1,_,3\n#,_,_\n_,_,8\n"},
	"empty fields":             {"1,,3\n,,\n,,9\n", "1,,3\n#,,\n,,8\n"},
	"semicolons":               {"1;;3\n;;\n;;9\n", "1;;3\n#;;\n;;8\n"},
	"a sheet from Excel":       {"sep=;\n1;;3\n;;\n;;9\n", "sep=;\n1;;3\n#;;\n;;8\n"},
	"tabs":                     {"1\t\t3\n\t\t\n\t\t9\n", "1\t\t3\n#\t\t\n\t\t8\n"},
	"tabs in place of blanks":  {"1\t_ 3\n_  _\t_\n_\t_\t9\n", "1\t_ 3\n#\t_ _\n_\t_\t8\n"},
	"quotes":                   {"\"1\";\"\";\"3\"\n\"\";\"\";\"\"\n\"\";\"\";\"9\"\n", "\"1\",\"\",\"3\"\n\"#\",\"\",\"\"\n\"\",\"\",\"8\"\n"},
	"fractions of pandas":      {"1.0,,3.0\n,,\n,,9.0\n", "1.0,,3.0\n#,,\n,,8.00\n"},
	"decimal commas":           {"1,0;;3,0\n;;\n;;9,0\n", "1,0;;3,0\n#;;\n;;8,0\n"},
	"names of columns":         {"A,B,C\n1,,3\n,,\n,,9\n", "c1;c2;c3\n1;;3\n#;;\n;;8\n"},
	"names of both":            {",0,1,2\n0,1,,3\n1,,,\n2,,,9\n", ",A,B,C\n1,1,,3\n2,#,,\n3,,,8\n"},
	"names of both, as R":      {"A,B,C\n1,1,,3\n2,,,\n3,,,9\n", "V1 V2 V3\n1 1 _ 3\n2 # _ _\n3 _ _ 8\n"},
	"a size":                   {"3\n1 0 3\n0 0 0\n0 0 9\n", "3x3\n1 0 3\n# 0 0\n0 0 8\n"},
	"a size of two numbers":    {"3 3\n1,_,3\n_,_,_\n_,_,9\n", "3 3\n1,_,3\n#,_,_\n_,_,8\n"},
	"a frame":                  {"┌───┬───┬───┐\n│ 1 │   │ 3 │\n├───┼───┼───┤\n│   │   │   │\n├───┼───┼───┤\n│   │   │ 9 │\n└───┴───┴───┘\n", "╔═══════╗\n║ 1 _ 3 ║\n║ # _ _ ║\n║ _ _ 8 ║\n╚═══════╝\n"},
	"a frame of signs":         {"+---+---+---+\n| 1 |   | 3 |\n+---+---+---+\n|   |   |   |\n+---+---+---+\n|   |   | 9 |\n+---+---+---+\n", "+-------+\n| 1 _ 3 |\n| # _ _ |\n| _ _ 8 |\n+-------+\n"},
	"Markdown":                 {"| a | b | c |\n|---|:-:|--:|\n| 1 |   | 3 |\n|   |   |   |\n|   |   | 9 |\n", "| 1 | _ | 3 |\n|---|---|---|\n| # | _ | _ |\n| _ | _ | 8 |\n"},
	"digits of full width":     {"１ ＿ ３\n＿ ＿ ＿\n＿ ＿ ９\n", "１，＿，３\n＃，＿，＿\n＿，＿，８\n"},
	"other blanks":             {"1\u00a0_\u00a03\n_\u3000_ _\n_ _\u20099\n", "1,\u00a0,3\n#,\u00a0,\u00a0\n\u00a0,,8\n"},
	"filled and empty squares": {"1 □ 3\n□ □ □\n□ □ 9\n", "1 □ 3\n■ □ □\n□ □ 8\n"},
	"blank lines":              {"1 . 3\n\n. . .\n\n. . 9\n", "1 . 3\n\n# . .\n\n. . 8\n"},
	"X and *":                  {"1 X 3\nX X X\nX X 9\n", "1,0,3\nX,0,0\n0,0,8\n"},
	"-1":                       {"1 -1 3\n-1 -1 -1\n-1 -1 9\n", "1,0,3\n-1,0,0\n0,0,8\n"},
	"brackets":                 {"[1][?][3]\n[?][?][?]\n[?][?][9]\n", "[1][??][3]\n[XX][??][??]\n[?][?][8]\n"},
	"one line":                 {"3 1 0 3 0 0 0 0 0 9\n", "3 1 0 3 -1 0 0 0 0 8\n"},
	"a list of clues":          {"3\n3\n1 1 1\n1 3 3\n3 3 9\n", "3 3\n1,_,3\n#,_,_\n_,_,8\n"},
	"a list from 0":            {"3\n3\n0 0 1\n0 2 3\n2 2 9\n", "3 3\n1,_,3\n#,_,_\n_,_,8\n"},
	"lines without a frame":    {"1|_|3\n-+-+-\n_|_|_\n-+-+-\n_|_|9\n", " 1 |   | 3\n---+---+---\n # |   |\n---+---+---\n   |   | 8\n"},
	"double lines":             {" 1 | _ || 3\n---+---++---\n _ | _ || _\n---+---++---\n _ | _ || 9\n", "1 _ || 3\n====++==\n# _ || _\n_ _ || 8\n"},
	"lines of dashes alone":    {" 1 |   | 3\n-----------\n   |   |\n-----------\n   |   | 9\n", "1|.|3\n-----\n#|.|.\n-----\n.|.|8\n"},
	"bars without blanks":      {"1||3\n||\n||9\n", "1||3\n#||\n||8\n"},
	"Markdown with one dash":   {"| a | b | c |\n|-|-|-|\n| 1 |   | 3 |\n|   |   |   |\n|   |   | 9 |\n", "1|_|3\n-|-|-\n#|_|_\n_|_|8\n"},
	"a table of a database":    {" c1 | c2 | x3 \n----+----+----\n  1 |    |  3\n    |    |\n    |    |  9\n", "+---+---+---+\n| p | q | r |\n+---+---+---+\n| 1 | 0 | 3 |\n| # | 0 | 0 |\n| 0 | 0 | 8 |\n+---+---+---+\n"},
	"tables of wikis":          {"^ c1 ^ c2 ^ c3 ^\n| 1 |   | 3 |\n|   |   |   |\n|   |   | 9 |\n", "||x||y||z||\n|1| |3|\n|#| | |\n| | |8|\n"},
	"doubled bars":             {"||1|| ||3||\n|| || || ||\n|| || ||9||\n", "||1||_||3||\n||#||_||_||\n||_||_||8||\n"},
	"headings in a wiki":       {"^ ^ 1 ^ 2 ^ 3 ^\n^ 1 | 1 |   | 3 |\n^ 2 |   |   |   |\n^ 3 |   |   | 9 |\n", "^ 1 ^ 2 ^ 3 ^\n| 1 | _ | 3 |\n| # | _ | _ |\n| _ | _ | 8 |\n"},
	"digits in circles":        {"① □ ③\n□ □ □\n□ □ ⑨\n", "1️⃣ ⬜ 3️⃣\n⬛ ⬜ ⬜\n⬜ ⬜ 𝟖\n"},
	"Java":                     {"int[][] b = {{1,0,3},{0,0,0},{0,0,9}};\n", "private static final int[][] B = new int[][]{\n  {1, 0, 3}, // top\n  {-1, 0, 0},\n  {0, 0, 8}\n};\n"},
	"C#":                       {"int[,] b = new int[,] { {1,0,3}, {0,0,0}, {0,0,9} };\n", "std::vector<std::vector<int>> b = {{1,0,3},{-1,0,0},{0,0,8}};\n"},
	"Rust":                     {"let b: [[u8; 3]; 3] = [[1,0,3],[0,0,0],[0,0,9]];\n", "let b = vec![\n    vec![1, 0, 3],\n    vec![-1, 0, 0],\n    vec![0, 0, 8],\n];\n"},
	"Kotlin and Scala":         {"val b = arrayOf(intArrayOf(1,0,3),intArrayOf(0,0,0),intArrayOf(0,0,9))\n", "val b = List.of(\n List(1,0,3),\n List(-1,0,0),\n List(0,0,8))\n"},
	"Go":                       {"b := [][]int{[]int{1, 0, 3}, []int{0, 0, 0}, []int{0, 0, 9}}\n", "var b = [][]int{\n\t{1, 0, 3},\n\t{-1, 0, 0},\n\t{0, 0, 8},\n}\n"},
	"numpy":                    {"b = np.array([[1,0,3],[0,0,0],[0,0,9]], dtype=int)\n", "[[1 0 3] [-1 0 0] [0 0 8]]\n"},
	"texts of Python":          {"b = \"\"\"\n1 0 3\n0 0 0\n0 0 9\n\"\"\"\n", "grid = [\n    '1.3',\n    '#..',\n    '..8',\n]\n"},
	"brackets above":           {"# as given: [1, 2]\nauthor: [B]\n1,0,3\n0,0,0\n0,0,9\n", "# (x): [1]\nauthor: [B] (c)\n1,_,3\n#,_,_\n_,_,8\n"},
	"Nim, Lisp and YAML":       {"let b = @[@[1,0,3],@[0,0,0],@[0,0,9]]\n", "grid: [[1,0,3],[-1,0,0],[0,0,8]]  # easy\n"},
	"texts of Java":            {"String[] b = {\n\"1 0 3\",\n\"0 0 0\",\n\"0 0 9\"};\n", "'((1 0 3) (-1 0 0) (0 0 8))\n"},
	"rows of R":                {"b = rbind(c(1,0,3), c(0,0,0), c(0,0,9))\n", "b <- rbind(c(1,NA,3), c(-1,NA,NA), c(NA,NA,8))\n"},
	"Matlab in one line":       {"A = [1 0 3; 0 0 0; 0 0 9];\n", "A = np.matrix('1 0 3; -1 0 0; 0 0 8')\n"},
	"formulas of Excel":        {"=1;;=3\n;;\n;;=9\n", "=\"1\",,=\"3\"\n#,,\n,,=\"8\"\n"},
	"texts of Excel":           {"'1\t\t'3\n\t\t\n\t\t'9\n", "'1,,'3\n#,,\n,,`8\n"},
	"other signs for holes":    {"1 @@@ 3\n@@@ @@@ @@@\n@@@ @@@ 9\n", "1 0 3\n@ 0 0\n0 0 8\n"},
	"tags beside rows":         {"[code]1 _ 3\n_ _ _\n_ _ 9[/code]\n", "[quote=\"me\"]1 _ 3\n# _ _\n_ _ 8[/quote]\n"},
	"a word above":             {"grid:\n1 _ 3\n_ _ _\n_ _ 9\n", "puzzle:\n\n1 _ 3\n## _ _\n_ _ 8\n"},
	"a name above":             {"board:\n1,_,3\n_,_,_\n_,_,9\n", "Monday 12:\n1 _ 3\n## _ _\n_ _ 8\n"},
	"YAML":                     {"cells: |\n  1 . 3\n  . . .\n  . . 9\n", "grid:\n - [1, 0, 3]\n - [-1, 0, 0]\n - [0, 0, 8]\n"},
	"Haskell and Prolog":       {"h = fromList [[1,0,3],\n              [0,0,0],\n              [0,0,9]]\n", "problem(1, [[1,_,3],\n           [#,_,_],\n           [_,_,8]]).\n"},
	"Clojure and Julia":        {"(def puzzle [[1 0 3]\n             [0 0 0]\n             [0 0 9]])\n", "const b = \"\"\"\n 1 0 3\n # 0 0\n 0 0 8 \"\"\"\n"},
	"bars with dashes":         {"1|-|3\n-|-|-\n-|-|9\n", "1|-|3\n#|-|-\n-|-|8\n"},
	"a size above":             {"size: 3\n1 0 3\n0 0 0\n0 0 9\n", "int n = 3;\nint m = 3;\n1 0 3\n# 0 0\n0 0 8\n"},
	"a size in two lines":      {"3\n3\n1 0 3\n0 0 0\n0 0 9\n", "3\n3\n1 0 3\n-1 0 0\n0 0 8\n"},
	"notes above":              {"name: Monday\nDate: 2024-01-02\n1 0 3\n0 0 0\n0 0 9\n", "difficulty: easy\nid: 17\n1 0 3\n# 0 0\n0 0 8\n"},
	"texts of Ruby and shells": {"b = <<~EOS\n  1 . 3\n  . . .\n  . . 9\nEOS\n", "cat > b.txt <<'END'\n1.3\n#..\n..8\nEND\n"},
	"more texts of Python":     {"b = '''\\\n1.3\n...\n..9'''\n", "b = \"\"\"\n1 . 3\n# . .\n. . 8\"\"\"\n"},
	"source code":              {"{\n  {1, 0, 3},\n  {0, 0, 0},\n  {0, 0, 9},\n};\n", "[[1, 0, 3],\n [-1, 0, 0],\n [0, 0, 8]]\n"},
	"CR":                       {"1,_,3\r_,_,_\r_,_,9\r", "1,_,3\r\n#,_,_\r\n_,_,8\r\n"},
}

// TestBoardsAreReadAsPeopleWriteThem reads each way, with and without header lines above.
func TestBoardsAreReadAsPeopleWriteThem(t *testing.T) {
	plain, holes := read(t, "puzzle: hidato\n1,_,3\n_,_,_\n_,_,9\n"), read(t, "puzzle: hidato\n1,_,3\n##,_,_\n_,_,8\n")
	for name, written := range asPeopleWrite {
		for want, rows := range map[puzzle.Puzzle]string{plain: written.plain, holes: written.holes} {
			for _, content := range []string{rows, "puzzle: hidato\ntitle: a, b\n" + rows, "# mine\n" + rows} {
				if name == "one line" && strings.HasPrefix(content, "puzzle") { // ours has only one reading
					continue
				}
				f, err := text.Read(strings.NewReader(content), "f", "hidato")
				require.NoError(t, err, "%s\n%s", name, content)
				require.Equal(t, want.String(), f.Puzzle.String(), "%s\n%s", name, content)
			}
		}
	}
}

// TestSignsWithSeveralReadingsAreRefused names the sign that would be right.
func TestSignsWithSeveralReadingsAreRefused(t *testing.T) {
	for rows, want := range map[string]string{
		". 4 .\n0 1 0\n0 0 7\n":                          `f:2:1: . and 0 both stand for open cells`,
		"1 . 3\nX . .\n. . 8\n":                          `f:2:1: "X" is not a cell; write a number, _ for an open cell, or # for a hole`,
		"1 - 3\n* - -\n- - 8\n":                          `f:2:1: "*" is not a cell`,
		"1 2\nX 3\n":                                     `f:2:1: "X" is not a cell`,
		"1 X 9\n* X X\nX X X\n":                          `f:1:3: "X" is not a cell`,
		"H,CA,2,2\n1,?\n?,?\n":                           `f:1:1: a line for a board of hexagons (H) or triangles (T)`,
		"|   |   |\n|---|---|\n|1|_|":                    `f:2:1: an empty line of names above this one, or a row of open cells`,
		"1 2\n3\n":                                       `f:2:1: the row ends here with 1 cell; the first row has 2 (write # for a hole)`,
		"depth,2\n1,2\n":                                 `f:1:1: "depth" is not a cell`,
		"1\n1 _ 3\n_ _ _\n7 _ 9\n":                       `f:1:1: 1 cell in this row, and 3 in the last ones; if it is no row of the board, take it away`,
		"Solved it\nin 3 ms.\n1 2\n":                     `f:2:1: words, where rows of a board are read; a note stands above them`,
		"|1|2|\n|-|-|\n|3|4|\n":                          `f:2:1: a row of open cells, or a line of a table below a row of names`,
		"b <- matrix(c(1,0,3,0,5,0), nrow=2)":            `f:1:1: matrix makes rows of lists here; write the rows themselves, as in [[1, 0], [0, 4]]`,
		"b = np.array([1,0,3,0,5,0]).reshape(2,3)":       `f:1:1: reshape makes rows of lists here`,
		"# mine\nb <- cbind(c(1,0,0),c(0,0,0),c(3,0,9))": `f:2:1: cbind makes rows of lists here`,
		"p = array2d(1..2, 1..2, [\n 1,0,\n 0,4\n]);\n":  `f:1:1: array2d makes rows`,
		"b = torch.tensor([1,0,0,4]).view(2,2)":          `f:1:1: view makes rows`,
		"Numbrix:\n1 2\n":                                `f:1:1: "Numbrix" is no header line; write it as in "puzzle: numbrix"`,
		"--++--\n++++++\n":                               `f:1:1: "--++--" has no numbers; write one sign for each cell`,
		"10:02 begun\n1 2\n":                             `f:1:1: "10" begins no header line and no row; a note begins with #`,
	} {
		_, err := text.Read(strings.NewReader(rows), "f", "hidato")
		assert.ErrorContains(t, err, want, rows)
	}
	p, err := text.Read(strings.NewReader("numbers: -1..7\n-1,_,_\n_,3,_\n_,_,_\n"), "f", "")
	require.NoError(t, err)
	assert.Equal(t, -1, p.Puzzle.(*puzzle.Magic).Clue(0), "-1 is a number of this puzzle")
}

// TestBoardsWithoutANameAreAskedAbout reads boards that say nothing of their kind.
func TestBoardsWithoutANameAreAskedAbout(t *testing.T) {
	for rows, want := range map[string]string{
		"1,_,_\n_,_,_\n_,_,9\n":                       "hidato (8 neighbours), numbrix (4 neighbours), rikudo (hexagons) or magic: say which with --puzzle",
		"_,_,_\n_,_,5\n":                              "hidato (8 neighbours), numbrix (4 neighbours) or rikudo (hexagons): ",
		"1,_,_,_\n_,_,_,2\n_,3,_,_\n_,_,_,4\n":        "magic, or a zip (4 neighbours) whose stations no way passes in their order: ",
		"# Hidato and Numbrix\n1,_,_\n_,_,_\n_,_,9\n": "hidato (8 neighbours), numbrix (4 neighbours), ",
		"1,_,_,_\n_,_,_,2\n3,_,_,_\n":                 "hidato (8 neighbours), numbrix (4 neighbours), rikudo (hexagons) or zip (4 neighbours, 1, 2, 3 … are stations), and the numbers break the rules of each: ",
		".#.\n###\n":                                  "hidato (8 neighbours), numbrix (4 neighbours) or rikudo (hexagons); if it draws a stone, write X for each of its cells: ",
		"1,2,_,_\n":                                   "hidato (8 neighbours), numbrix (4 neighbours), rikudo (hexagons) or zip (4 neighbours, 1, 2, 3 … are stations): ",
	} {
		_, err := text.Read(strings.NewReader(rows), "f", "")
		assert.ErrorContains(t, err, "this may be "+want, rows)
	}
	for rows, want := range map[string]string{
		"1,_,_,2\n_,_,_,_\n_,_,_,_\n_,_,3,_\n_,_,_,_\n":                "read as zip, the only kind that its numbers fit",
		"walls: r1c1-r1c2\n1,_,_\n_,_,_\n_,_,2\n":                      "read as hidato (8 neighbours), since no line says which moves there are; if it is another kind, say so with --puzzle",
		"puzzle: numbrix\n1,_,_\n_,2,_\n_,_,_\n":                       "the numbers break the rules of numbrix, and fit hidato (8 neighbours) or zip (4 neighbours, 1, 2, 3 … are stations); if that is meant, say so in the line \"puzzle:\"",
		"Q,CA,2,3\n#,?,4\n1,*,?\n":                                     "read with the moves king, as its first line says",
		"Q,C,2,3\n1,?,4\n#,?,?\n":                                      "read with the moves rook, as its first line says",
		"puzzle: numbrix\n1,_,_\n_,3,_\n_,_,_\n":                       "",
		"puzzle: magic\n|2|7|6|\n|-|-|-|\n|9|5|1|\n|-|-|-|\n|4|3|8|\n": "read without the lines between rows",
		"puzzle: magic\n2|7|6\n_|_|_\n9|5|1\n_|_|_\n4|3|8\n_|_|_\n":    "read without the lines between rows",
		"puzzle: hidato\n1|2|3\n-|-|-\n6|5|4\n-|-|-\n13|14|15\n":       "",
		"# Numbrix\ngrid:\n1,_,_\n_,_,_\n_,_,9\n":                      "line 2 is read as a comment; read as numbrix, which its title, a comment or its name says; if it is another kind, say so with --puzzle",
		"XXX\nXXX\nXXX\n":                                              `read as one stone; if the drawing is the board, write a line "board:" above it, and the stones below a line of =`,
		"board: 3x3\nXXX\nXXX\nXXX\n":                                  "",
		"puzzle: hidato\n2,7,6\n9,5,1\n4,3,8\n":                        `the numbers break the rules of hidato, and fit magic; if that is meant, say so in the line "puzzle:"`,
		"puzzle: hidato\n2,7,6\n9,5,1\n4,8,3\n":                        "",
		"puzzle: hidato\n2,7,6\n_,5,1\n4,3,8\n":                        "",
		"puzzle: numbrix\n_,1,_\n_,_,_\n_,_,_\n":                       "the numbers break the rules of numbrix, and fit hidato (8 neighbours) or rikudo (hexagons); if that is meant, say so in the line \"puzzle:\"",
		"puzzle: magic\n1,2,3\n6,5,4\n7,8,9\n":                         `the numbers break the rules of magic, and fit hidato (8 neighbours), numbrix (4 neighbours), rikudo (hexagons) or zip (4 neighbours, 1, 2, 3 … are stations); if that is meant, say so in the line "puzzle:"`,
		"2,7,6\n9,5,1\n4,3,8\n":                                        "read as magic, the only kind that its numbers fit",
		"# Numbrix no. 5\n1,_,_\n_,_,_\n_,_,9\n":                       "read as numbrix, which its title, a comment or its name says; if it is another kind, say so with --puzzle",
		"; Hidato\n1,_,_\n_,_,_\n_,_,9\n":                              "line 1 is read as the title; read as hidato, which its title, a comment or its name says; if it is another kind, say so with --puzzle",
		"title: A Zip\n1,_,_\n_,_,_\n_,_,2\n":                          "read as zip, which its title, a comment or its name says; if it is another kind, say so with --puzzle",
		"# Numbrix\n1,_,_\n_,2,_\n_,_,9\n":                             "read as numbrix, which its title, a comment or its name says; if it is another kind, say so with --puzzle; the numbers break the rules of numbrix, and fit hidato (8 neighbours); if that is meant, say so with --puzzle",
	} {
		f, err := text.Read(strings.NewReader(rows), "f", "")
		require.NoError(t, err, rows)
		assert.Equal(t, want, f.Note, rows)
	}
}

// TestStonesAreReadAsPeopleDrawThem reads the same stones in many drawings.
func TestStonesAreReadAsPeopleDrawThem(t *testing.T) {
	want := read(t, "board: 3x3\nX,X,X\n_,X,_\n=\nX,X\n=\nX,X,X\n").String()
	for _, stones := range []string{
		"XXX\n X\n=\nXX\n=\nXXX\n", "XXX\n X\n\nXX\n\nXXX\n", "XXX\n.X.\n\n\nXX\n\nXXX\n\n", "XXX\n_X\n\nX X\n\nX X X\n",
		"  XXX\n   X\n\n    XX\n\nX,X,X\n", "1x\nXXX\n X\n\n1×\nXX\n\nXXX\n", "XXX\n#X#\n\nXX.\n\n1 *\n\nXXX\n", "X,X,X\n,X,\n=,,\nX,X,\n=,,\nX,X,X\n", "X;X;X\n;X;\n=;;\nX;X;\n=;;\nX;X;X\n",
		"X\tX\tX\n\tX\t\n=\t\t\nX\tX\t\n=\t\t\nX\tX\tX\n",
		"T = [[1,1,1],\n     [0,1,0]]\nI = [[1,1]]\nJ = [[1,1,1]]\n", "shapes = [\n [[1,1,1],[0,1,0]],\n [[1,1]],\n [[1,1,1]],\n]\n", "int[][][] p = {\n {{1,1,1},{0,1,0}},\n {{1,1}},\n {{1,1,1}}\n};\n",
		"p = {\n 'T': [[1,1,1],[0,1,0]],\n 'I': [[1,1]],\n 'J': [[1,1,1]],\n}\n", "s = [np.array([[1,1,1],[0,1,0]]), np.array([[1,1]]), np.array([[1,1,1]])]\n",
		"const T = [\n  'XXX',\n  '.X.'\n];\nconst I = [\n 'XX'\n];\nconst J = [\n 'XXX'\n];\n", "111\n010\n\n11\n\n111\n",
		"T: XXX\n    X\n\nI: XX\nJ: XXX\n", "Piece 1: XXX\n.X.\nPiece 2: XX\n\nPiece 3: XXX\n",
		"xxx\n x\n\nxx\n\nxxx\n", "1 ×\nxxx\n.x.\n=\n1 x\nx,x\n=\nXXX\n",
	} {
		for _, board := range []string{"board: 3x3\n", "board:\nXXX\nXXX\nXXX\n=\n", "board:\nXXX\nXXX\nXXX\n\n"} {
			if strings.Contains(board, "\n\n") && strings.Contains(stones, "=") || strings.Contains(board, "XX") && strings.Contains(stones, "\t") {
				continue
			}
			assert.Equal(t, want, read(t, board+stones).String(), board+stones)
		}
	}
	blackAndWhite := read(t, "board: 2x2\nB,W\nW,_\n=\nB\n").String()
	for _, drawn := range []string{"board: 2x2\nBW\nW\n\nB\n", "bw\nw\n\nb\n", "1 ×\nBW\nW\n\nB\n", "board:\nxx\nxx\n=\nbw\nw\n=\nb\n"} {
		assert.Equal(t, read(t, "board: 2x2\n"+blackAndWhite[strings.Index(blackAndWhite, "B"):]).String(), read(t, drawn).String(), drawn)
	}
}

// TestStonesInHashesAreNoComments reads stones that are drawn in "#" alone.
func TestStonesInHashesAreNoComments(t *testing.T) {
	want := read(t, "board: 4x3\nX,X,X\nX\n=\nX,X\nX,X\n=\nX,X,X,X\n").String()
	for _, stones := range []string{"###\n#\n\n##\n##\n\n####\n", "....\n.###\n.#..\n....\n\n....\n..##\n..##\n\n####\n....\n", "# Mine\n###\n#..\n=\n##\n##\n=\n####\n", "███\n█\n\n██\n██\n\n████\n", "1 *\n###\n#\n\n1 x\n##\n##\n\n####\n"} {
		for _, board := range []string{"board: 4x3\n", "board:\n####\n####\n####\n=\n", "board:\nXXXX\nXXXX\nXXXX\n\n"} {
			if strings.Contains(board, "\n\n") != strings.Contains(stones, "=") {
				assert.Equal(t, want, read(t, board+stones).String(), board+stones)
			}
		}
	}
	assert.Equal(t, read(t, "XX\n=\nXX\n").String(), read(t, "##\n\n##\n").String())
	for content, want := range map[string]string{
		"board: 4x3\n###\n#\n\nXX\nXX\n": "f:2:1: a row of # alone is a comment here; draw each cell of a stone as X",
		"board:\n.##.\n####\n\n##\n##\n": `"." is not a square of a board; write B, W, X for either colour, or # for a hole`,
		"###\n#\n":                       "no puzzle in it: lines that begin with # are comments; draw the cells of stones as X",
	} {
		_, err := text.Read(strings.NewReader(content), "f", "")
		assert.ErrorContains(t, err, want, content)
	}
	for _, holes := range []string{"##,_,_\n_,_,##\n", "## _ _\n\n_ _ ##\n", "_ ## _\n_ _ ##\n"} {
		_, err := text.Read(strings.NewReader(holes), "f", "")
		assert.ErrorContains(t, err, "", holes)
		f, err := text.Read(strings.NewReader(strings.Replace(holes, "## _ _", "##,_,_", 1)), "f", "hidato")
		if err == nil {
			assert.Equal(t, puzzle.FamilyHidoku, f.Puzzle.Family(), "a board without numbers has holes")
		}
	}
}

// TestAZipWithAGapIsAPart reads a Zip whose stations skip a number as the one that counts on.
func TestAZipWithAGapIsAPart(t *testing.T) {
	_, err := text.Read(strings.NewReader("puzzle: zip\n1,_,_\n_,_,2\n_,4,7\n"), "f", "")
	part := (*text.PartError)(nil)
	require.ErrorAs(t, err, &part)
	require.EqualError(t, err, "f:4:3: 4, and no 3; with clues: order the numbers are 1, 2, 3 and so on")
	require.Equal(t, []text.Fault{{Cell: 7, Value: 4, Before: -1}, {Cell: 8, Value: 7, Before: -1}}, part.Part.Faults)
	require.Equal(t, []int{0, 5, 7, 8}, part.Part.Puzzle.(*puzzle.Hidoku).Ascending())
}

// TestHeadersOfSheets are read without what a spreadsheet adds.
func TestHeadersOfSheets(t *testing.T) {
	for _, between := range []string{",", ";", "\t"} {
		rows := strings.ReplaceAll("puzzle: hidato,,\ntitle:,Monday,\n# mine,,\nlabels:,,\na,,\n=,,\n1,,3\n", ",", between)
		f, err := text.Read(strings.NewReader(rows), "f", "")
		require.NoError(t, err, rows)
		assert.Equal(t, "Monday", f.Title)
		assert.Equal(t, []string{"a", "", ""}, f.Labels)
	}
	f, err := text.Read(strings.NewReader("puzzle: hidato\ntitle: a, b,\nlabels:\n\"a, \"\"b\",\"\"\"c\"\"\"\n=\n1,_\n"), "f", "")
	require.NoError(t, err)
	assert.Equal(t, "a, b,", f.Title)
	assert.Equal(t, []string{`a, "b`, `"c"`}, f.Labels)
	again, err := text.Read(strings.NewReader(f.Text(f.Puzzle)), "f", "")
	require.NoError(t, err, f.Text(f.Puzzle))
	assert.Equal(t, f.Notes, again.Notes, fmt.Sprint(f.Text(f.Puzzle)))
}

// Boards as people have them are read as the same puzzle.
func TestReadTakesBoardsAsPeopleHaveThem(t *testing.T) {
	t.Parallel()
	const plain = "_ 4 _\n1 _ 9\n_ _ _\n"
	sheet := ";4;\n1;;9\n;;\n"
	for name, written := range map[string]string{
		"title of a sheet":        "Monday;;\n" + sheet,
		"title with a number":     "Puzzle 12;;\n" + sheet,
		"title in two cells":      "Name;Monday;\n" + sheet,
		"title in quotes":         "\"Hidato, easy\",,\n" + strings.ReplaceAll(sheet, ";", ","),
		"title with tabs":         "Monday\t\t\n" + strings.ReplaceAll(sheet, ";", "\t"),
		"title in words":          "Hidato of Monday\n\n" + plain,
		"title and a date":        "Monday 12 May\n" + plain,
		"empty edges":             "_,4,_,,\n1,_,9,,\n_,_,_,,\n,,,,\n",
		"digits of Arabic":        "_ ٤ _\n١ _ ٩\n_ _ _\n",
		"digits of Hindi":         "_ ४ _\n१ _ ९\n_ _ _\n",
		"what cannot be seen":     "_ 4 _\u200d\n\u200e1 _ 9\n_ _ \u00ad_\n",
		"boxes":                   "▢ 4 ▢\n1 ▢ 9\n▢ ▢ ▢\n",
		"empty brackets":          "[] 4 []\n1 [] 9\n[] [] []\n",
		"brackets with blanks":    "[ ] 4 [ ]\n1 [ ] 9\n[ ] [ ] [ ]\n",
		"brackets that touch":     "[ ][4][ ]\n[1][ ][9]\n[ ][ ][ ]\n",
		"dots of a width":         ".. .4 ..\n.1 .. .9\n.. .. ..\n",
		"a quotation twice":       ">> _ 4 _\n>> 1 _ 9\n>> _ _ _\n",
		"numbers of rows":         "1) _ 4 _\n2) 1 _ 9\n3) _ _ _\n",
		"a quotation":             "> _ 4 _\n> 1 _ 9\n> _ _ _\n",
		"a forum":                 "[code]\n" + plain + "[/code]\n",
		"a fence":                 "# Monday\n```text\n" + plain + "```\n",
		"names with alignment":    "| A | B | C |\n|:-:|:-:|--:|\n| | 4 | |\n| 1 | | 9 |\n| | | |\n",
		"bold":                    "| _ | **4** | _ |\n| **1** | _ | **9** |\n| _ | _ | _ |\n",
		"words for nothing":       "NaN,4.0,NaN\n1.0,NaN,9.0\nNaN,NaN,NaN\n",
		"source code":             "board = [\n  [None, 4, None],\n  [1, None, 9],\n  [None, None, None],\n]\n",
		"source code of PHP":      "<?php\n$board = [\n  [null, 4, null],\n  [1, null, 9],\n  [null, null, null],\n];\n?>\n",
		"source code with braces": "int board[3][3] = {\n  {0, 4, 0},\n  {1, 0, 9},\n  {0, 0, 0},\n};\n",
		"LaTeX":                   "\\begin{tabular}{ccc}\n & 4 & \\\\ \\hline\n1 & & 9 \\\\\n & & \\\\\n\\end{tabular}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want, err := text.Read(strings.NewReader(plain), "f", "hidato")
			require.NoError(t, err)
			got, err := text.Read(strings.NewReader(written), "f", "hidato")
			require.NoError(t, err)
			assert.Equal(t, want.Puzzle.String(), got.Puzzle.String())
			assert.Equal(t, strings.HasPrefix(name, "title"), got.Title != "" && strings.Contains(got.Note, "title"))
		})
	}
}

// What looks like a title, a tag or code may be a row.
func TestReadDropsNoRow(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]string{
		"[None]\n[1]\n[2]\n":               "1x3",
		"[ ]\n[1]\n[2]\n":                  "1x3",
		"[XXX]\n[X]\n":                     "2x2",
		"[] [] []\n[] 4 []\n[] [] []\n":    "3x3",
		"one 2 3\n4 5 6\n7 8 _\n":          "\"one\" is not a cell",
		"#REF!;;3\n;;\n1;;9\n":             "\"#REF!\" is not a cell",
		"#;;3\n;;\n1;;8\n":                 "3x3",
		"\\N\t1\t3\n\\N\t4\t\\N\n":         "is not a cell",
		"\\hline 1 & & 3 \\\\\n& & \\\\\n": "3x2",
		"abc;3;\n;;4\n;;9\n":               "\"abc\" is not a cell",
		"_ nine _\n_ _ _\n_ _ _\n":         "\"nine\" is not a cell",
		"title Monday\n_ _\n_ 4\n":         "a header line has a colon",
	} {
		family := puzzle.FamilyHidoku
		if strings.Contains(written, "X") {
			family = ""
		}
		file, err := text.Read(strings.NewReader(written), "f", family)
		if err != nil {
			require.ErrorContains(t, err, want, written)
			continue
		}
		board := file.Puzzle.Board()
		assert.Equal(t, want, fmt.Sprintf("%dx%d", board.Width(), board.Height()), written)
	}
}

// A board that is drawn without commas has no square at a blank, nor behind the end of a row.
func TestBoardsAreDrawnWithBlanks(t *testing.T) {
	const stones = "=\nXXX\nX\n\nXX\nXX\n"
	for drawn, plain := range map[string]string{
		" XX\nXXX\n XXX\n":  "#,X,X,#\nX,X,X,#\n#,X,X,X\n",
		"XX XX\nX  X\nXX\n": "X,X,#,X,X\nX,#,#,X,#\nX,X,#,#,#\n",
		"BWBW\nWBW\n  B\n":  "B,W,B,W\nW,B,W,#\n#,#,B,#\n",
		"XXXX\n#XXX\n  X\n": "X,X,X,X\n#,X,X,X\n#,#,X,#\n",
	} {
		want, err := text.Parse("board:\n" + plain + stones)
		require.NoError(t, err, plain)
		got, err := text.Parse("board:\n" + drawn + stones)
		require.NoError(t, err, drawn)
		require.Equal(t, want.String(), got.String(), drawn)
	}
	_, err := text.Parse("board:\nXXXX\nX_XX\n" + stones)
	require.ErrorContains(t, err, `"_" is not a square of a board`)
	_, err = text.Parse("board:\nX,X,X,X\nX,X\n" + stones)
	require.ErrorContains(t, err, "write # for a hole")
}

// TestTablesOfOtherProgramsAreTheirBoards compares boards as other programs draw them with rows of ours.
func TestTablesOfOtherProgramsAreTheirBoards(t *testing.T) {
	want := read(t, "puzzle: hidato\n1,_,_\n_,_,6\n_,8,_\n").String()
	for _, rows := range []string{
		"size 3\n-------------\n| 1 |   |   |\n-------------\n|   |   | 6 |\n-------------\n|   | 8 |   |\n-------------\n",
		"-----------\n|   |   |   |\n| 1 |   |   |\n|   |   |   |\n-----------\n|   |   |   |\n|   |   | 6 |\n|   |   |   |\n-----------\n|   |   |   |\n|   | 8 |   |\n|   |   |   |\n-----------\n",
		"board([[1,_,_],\n[_,_,6],\n[_,8,_]]).\n", "p = [|1,_,_|\n_,_,6|\n_,8,_|];\n", "A = [1 0 0;\n0 0 6;\n0 8 0];\n", "- [1, 0, 0]\n- [0, 0, 6]\n- [0, 8, 0]\n",
		"3\n1,,,\n,,6,\n,8,,\n", "1, , ,\n , ,6,\n ,8, ,\n", "1;;;\n;;6;\n;8;;\n",
	} {
		f, err := text.Read(strings.NewReader(rows), "f", "hidato")
		require.NoError(t, err, rows)
		f.Title = ""
		assert.Equal(t, want, f.Puzzle.String(), rows)
		assert.Equal(t, strings.ContainsAny(rows, "[{"), f.Note == "", rows)
	}
	r := text.NewReader(strings.NewReader("1,_\n_,4\n----\n1,_\n_,4\n"), "f", "hidato")
	for range 2 {
		_, err := r.Next()
		require.NoError(t, err, "a line of dashes stands between boards without bars")
	}
}

func TestBlanksOfManyKindsAreNoPuzzle(t *testing.T) {
	for _, blank := range []string{"\u00a0", "\u3000\n", "\v", "c\u00a0", " \u2009\n\n"} {
		_, err := text.Read(strings.NewReader(strings.Repeat(blank, 3)), "f", "hidato")
		assert.Error(t, err, "%q", blank)
	}
}

// TestBoardsOfStonesAreReadAsPeopleWriteThem reads a board of 4x3 squares and three stones.
func TestBoardsOfStonesAreReadAsPeopleWriteThem(t *testing.T) {
	want := read(t, "board: 4x3\nX,X,X,X\n=\nX,X\nX,X\n=\nX,X\nX,X\n")
	for _, content := range []string{
		"4x3\n####\n\n##\n##\n\n##\n##\n", "size: 4 x 3\nXXXX\n\nXX\nXX\n\nXX\nXX\n", "rows = 3\ncols = 4\nXXXX\n\nXX\nXX\n\nXX\nXX\n",
		"Board:\n....\n....\n....\n\nPieces:\nXXXX\n\nXX\nXX\n\nXX\nXX\n", "board:\n____\n____\n____\n=\nXXXX\n\nXX\nXX\n\nXX\nXX\n",
		"4x3\n1: ####\n2: ##\n   ##\n3: ##\n   ##\n", "4x3\n\nPiece 1:\nXXXX\nPiece 2:\nXX\nXX\nPiece 3:\nXX\nXX\n", "width: 4\nheight: 3\nI:\nXXXX\n\nO:\nXX\nXX\n\nO:\nXX\nXX\n",
	} {
		f, err := text.Read(strings.NewReader(content), "f", "")
		require.NoError(t, err, content)
		require.Equal(t, want.Board().Len(), f.Puzzle.Board().Len(), content)
		require.Equal(t, want.Board().Width(), f.Puzzle.Board().Width(), content)
		require.Equal(t, want.(*puzzle.Draughtboard).Stones(), f.Puzzle.(*puzzle.Draughtboard).Stones(), content)
	}
}

// TestHeaderLinesOfOthersAreRead reads header lines as people and other programs write them.
func TestHeaderLinesOfOthersAreRead(t *testing.T) {
	want := read(t, "puzzle: hidoku\nmoves: rook\n1,_\n_,_\n")
	for _, headers := range []string{
		"Puzzle: Numbrix", "PUZZLE : numbrix", "puzzle = numbrix", "puzzle = \"numbrix\"", "type: numbrix", "Game: Numbrix", "kind = 'numbrix';",
		"puzzle: hidoku\nMoves = rook", "-- a Numbrix of Monday", "// numbrix", "% Numbrix 7", "/* numbrix */", "title = A numbrix", "Title: numbrix",
	} {
		f, err := text.Read(strings.NewReader(headers+"\n1,_\n_,_\n"), "f", "")
		require.NoError(t, err, headers)
		require.Equal(t, want.String(), f.Puzzle.String(), headers)
	}
	labels := "puzzle: numbrix\nLabels:\nSum: A,b\nc,d\n=\n1,_\n_,_\n"
	f, err := text.Read(strings.NewReader(labels), "f", "")
	require.NoError(t, err)
	require.Equal(t, "Sum: A", f.Labels[0], "what stands in labels is no header line")
	magic := read(t, "puzzle: magic\nsum: 30\n_,_\n_,_\n")
	for _, header := range []string{"sum = 30", "Magic constant: 30", "target: 30"} {
		f, err := text.Read(strings.NewReader(header+"\n_,_\n_,_\n"), "f", "magic")
		require.NoError(t, err, header)
		require.Equal(t, magic.String(), f.Puzzle.String(), header)
	}
	for _, none := range []string{"sums = 5", "puzzle = sudoku", "type: hard", "walls = [1]"} {
		_, err := text.Read(strings.NewReader(none+"\n1,_\n_,_\n"), "f", "numbrix")
		require.Error(t, err, none)
	}
}

// survo is a puzzle of S. Mustonen, "On certain cross sum puzzles" (2006), which has exactly one solution.
const survo = "puzzle: magic\nlines: r1c1 r1c2 r1c3 r1c4 = 30; r2c1 r2c2 r2c3 r2c4 = 18; r3c1 r3c2 r3c3 r3c4 = 30; " +
	"r1c1 r2c1 r3c1 = 27; r1c2 r2c2 r3c2 = 16; r1c3 r2c3 r3c3 = 10; r1c4 r2c4 r3c4 = 25\n_,6,_,_\n8,_,_,_\n_,_,3,_\n"

func TestSumsBesideABoardAreItsLines(t *testing.T) {
	square := "puzzle: magic\ndiagonals: no\n2,_,6\n_,5,_\n4,_,8\n"
	for drawn, same := range map[string]string{
		"_ 6 _ _ 30\n8 _ _ _ 18\n_ _ 3 _ 30\n27 16 10 25\n":                                                                   survo,
		"    A B C D\n1 * 6 * * 30\n2 8 * * * 18\n3 * * 3 * 30\n    27 16 10 25\n":                                            survo,
		",A,B,C,D,\n1,,6,,,30\n2,8,,,,18\n3,,,3,,30\n,27,16,10,25,\n":                                                         survo,
		"_ 6 _ _ | 30\n8 _ _ _ | 18\n_ _ 3 _ | 30\n------------\n27 16 10 25 | 78\n":                                          survo,
		"| _ | 6 | _ | _ | 30 |\n|--|--|--|--|--|\n| 8 | _ | _ | _ | 18 |\n| _ | _ | 3 | _ | 30 |\n| 27 | 16 | 10 | 25 | |\n": survo,
		"2 _ 6 15\n_ 5 _ 15\n4 _ 8 15\n15 15 15\n":                                                                            square,
		"puzzle: magic\n2 _ 6 15\n_ 5 _ 15\n4 _ 8 15\n15 15 15 45\n":                                                          square,
		"numbers: 2..5\n_ _ 5\n_ _ 9\n7 7\n":                                                                                  "puzzle: magic\nnumbers: 2..5\nlines: r1c1 r1c2 = 5; r2c1 r2c2 = 9; r1c1 r2c1 = 7; r1c2 r2c2 = 7\n_,_\n_,_\n",
		"_ _ 3\n_ ## 3\n3 3\n":                                                                                                "puzzle: magic\nlines: r1c1 r1c2 = 3; r2c1 = 3; r1c1 r2c1 = 3; r1c2 = 3\n_,_\n_,##\n",
	} {
		p, err := text.Parse(drawn)
		require.NoError(t, err, drawn)
		want, err := text.Parse(same)
		require.NoError(t, err)
		assert.Equal(t, want.String(), p.String(), drawn)
	}
	diagonal, err := text.Parse("2 _ 6 15\n_ 5 _ 15\n4 _ 8 15\n15 15 15 15\n")
	require.NoError(t, err)
	assert.Len(t, diagonal.(*puzzle.Magic).Lines(), 7)
	for _, board := range []string{ // 4 + 6 = 3 + 7 = 1 + 2 + 3 + 4
		"puzzle: magic\n_,_,4\n_,_,6\n3,7,5\n",
		"puzzle: magic\nnumbers: 1 2 3 4 5 6 7 11 12\n_,_,5\n_,_,12\n6,11,2\n",
	} {
		p, err := text.Parse(board)
		require.NoError(t, err, board)
		assert.Equal(t, 9, p.Board().Len(), board)
	}
	_, err = text.Parse("puzzle: hidoku\n_ _ 4\n_ _ 6\n3 7\n")
	assert.ErrorContains(t, err, "the row ends here with 2 cells")
}
