package text_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// pairHeaders are headers that list pairs of cells, of which two may stand in one puzzle.
var pairHeaders = [][2]string{{"links", "unlinked"}, {"walls", "links"}}

// malformed has texts that are not puzzles, and the error of Read for each. "f" is the
// name of the text.
var malformed = []struct {
	name   string
	text   string
	family puzzle.Family
	want   string
}{
	// The form of the text.
	{"empty", "", "", "f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4"},
	{"blank lines only", "\n \t\n\r\n", "", "f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4"},
	{"comments only", "# 1,2\n#\n###\n", "", "f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4"},
	{"headers only", "puzzle: hidoku\nsource:\n", "", "f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4"},
	{"binary", "\x7fELF\x02\x01\x00", "", "f:1:5: this is not a text file"},
	{"a page", "\n<!doctype html>\n<p>", "", "f:2:1: a web page, a formula or a file of another program, not a puzzle; import it first"},
	{"no character of Windows-1252", "_,_\n_,\x81\n", "", "f:2:3: this is not a text file"},
	{"two strange bytes later", "_,_\n\xff\xfe_\x00", "", "f:2:4: this is not a text file"},
	{"a formula", "c a comment\nc\np cnf 2 1\n1 2 0\n", "", "f:3:1: a web page, a formula or a file of another program, not a puzzle; import it first"},
	{"a replacement character", "é,\ufffd\n", "", "f:1:3: this is not a text file"},
	{"a bell", "_,\a\n", "", "f:1:3: this is not a text file"},
	{"a second byte order mark", "\ufeff\ufeff_,_\n", "hidoku", "f:1:1: \"\\ufeff_\" is not a cell; write a number, _ for an open cell, or # for a hole"},
	{"too many rows", strings.Repeat("=\n", 4*puzzle.MaxCells+1), "", "f:65537:1: more than 65536 rows; no puzzle has so many"},
	{"too many rows drawn", "board:\n" + strings.Repeat("B\n", 4*puzzle.MaxCells+1), "", "f:65538:1: more than 65536 rows; no puzzle has so many"},

	// Header lines.
	{"header after rows", "_,_\nmoves: king\n", "", "f:2:1: a header line after the first row; header lines stand before the rows, and a line of --- before another puzzle"},
	{"gaps not a number", "board: 2x2\ngaps: some\nX,X\n", "", `f:2:7: gaps: "some" is not a number or a range; write a number of cells as in 1, 0..3 or any`},
	{"line ends of Windows", "puzzle: hidoku\r\n1,2\r\n3,x\r\n", "", `f:3:3: "x" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"two signs, and then a number twice", "puzzle: hidoku\n1,_\n.,1\n", "", `f:3:1: _ and . both stand for open cells on this board; write # for a hole, where there is no cell, and one sign for open cells`},
	{"two puzzles", "1,_\n_,_\n---\n1,_\n_,_\n", "hidoku", "f:3:1: a line of ---, which stands between puzzles; one puzzle is wanted here"},
	{"a size of another board", "puzzle: hidoku\nsize: 5\n1,_\n_,_\n", "", `f:2:7: the size 5, but the board has 2 rows, and 2 cells in the first`},
	{"sizes that are too many", "n = 2\nm = 2\nsize: 2\nw = 2\nXX\n\nXX\n", "", `f:4:5: one more size of the board; a width and a height are enough`},
	{"a table whose lines are all empty", "&&&\n&&&&\n&&&&(    \n", "", "f:1:1: no numbers in it; draw each cell of a stone as X, with a blank line before another stone; on a board write a number, _ for an open cell, or # for a hole"},
	{"two boards", "1 _ 3\n_ _ _\n_ _ 9\n\n_ _ 3\n_ 1 _\n_ _ 9\n", "hidato", "f:5:5: 3 stands twice, on r1c3 and r4c3; if these are two boards, write --- between them"},
	{"names of columns and rows, and a row without cells", "1 2\n1 5 6\n2\n", "hidato", "f:2:5: the row goes on with 3 cells; the first row has 2 (write # for a hole)"},
	{"gaps the wrong way", "board: 2x2\ngaps: 3..1\nX,X\n", "", `f:2:7: gaps: "3..1" is backwards; the smaller number comes first, as in 1..3; write a number of cells as in 1, 0..3 or any`},
	{"gaps below 0", "board: 2x2\ngaps: -1\nX,X\n", "", `f:2:7: gaps: "-1" is not a number or a range; write a number of cells as in 1, 0..3 or any`},
	{"open gaps without a board", "gaps: any\nX,X\n", "", `f:2:1: the number of stones or gaps is open; give the board with a line such as "board: 8x8"`},
	{"open count without a board", "* *\nX,X\n", "", `f:1:1: the number of stones or gaps is open; give the board with a line such as "board: 8x8"`},
	{"unknown set", "stones: heptominoes\nboard: 7x7\n", "", `f:1:9: "heptominoes" is not a set of stones; it is pentominoes, tetrominoes, hexominoes, one-sided tetrominoes or one-sided pentominoes`},
	{"nothing after a plus", "stones: pentominoes +\n", "", `f:1:9: "" is not a set of stones; it is pentominoes, tetrominoes, hexominoes, one-sided tetrominoes or one-sided pentominoes`},
	{"a set without a board", "stones: pentominoes\n", "", `f:1:9: the stones have 60 cells, which fill no square; give the board with a line such as "board: 8x8"`},
	{"the family named after another set", "puzzle: pentominoes\nstones: tetrominoes\nboard: 5x4\n", "", `f:2:9: stones: tetrominoes, but the puzzle is called pentominoes; write "puzzle: draughtboard"`},
	{"count of nothing", "board: 2x2\n0 *\nX,X\n", "", `f:2:1: "0 *" uses the stone never; write how often the stone is used as in 3 *, 0..2 * or * *`},
	{"count the wrong way", "board: 2x2\n2..1 *\nX,X\n", "", `f:2:1: "2..1 *" is backwards; the smaller number comes first, as in 1..2; write how often the stone is used as in 3 *, 0..2 * or * *`},
	{"count above all boards", "board: 2x2\n20000 *\nX,X\n", "", `f:2:1: "20000 *" has more than 16384, and no board has so many cells; write how often the stone is used as in 3 *, 0..2 * or * *`},
	{"count with too many digits", "board: 2x2\n1..99999999999999999999 *\nX,X\n", "", `f:2:1: "1..99999999999999999999 *" has more than 16384, and no board has so many cells; write how often the stone is used as in 3 *, 0..2 * or * *`},
	{"count below 0", "board: 2x2\n-20000 *\nX,X\n", "", `f:2:1: "-20000 *" is not a number or a range; write how often the stone is used as in 3 *, 0..2 * or * *`},
	{"gaps above all boards", "board: 2x2\ngaps: 0..16385\nX,X\n", "", `f:2:7: gaps: "0..16385" has more than 16384, and no board has so many cells; write a number of cells as in 1, 0..3 or any`},
	{"count without a star at the end", "board: 2x2\n  * 3\nX,X\n", "", `f:2:3: "* 3" has no * behind the number; write how often the stone is used as in 3 *, 0..2 * or * *`},
	{"unknown restriction", "board: 2x2\n2 *, no jumps\nX,X\n", "", `f:2:6: "no jumps" after *; write "no flips" or "no turns", each once`},
	{"restriction twice", "board: 2x2\n2 *, no flips, no flips\nX,X\n", "", `f:2:16: "no flips" after *; write "no flips" or "no turns", each once`},
	{"count without a stone", "board: 2x2\nX,X\n=\n2 *\n", "", `f:4:1: a stone that is used several times and is not drawn; draw it below the line with *`},
	{"count within a stone", "board: 2x2\nX,X\n2 *\nX,X\n", "", `f:3:1: a line with * stands before the first row of a stone, and a line of = before another stone`},
	{"too many stones by their counts", "board: 2x2\n3 *\nX,X\n", "", `f:1:8: the stones have 6 cells, the board has 4`},
	{"too few stones for the gaps", "board: 3x3\ngaps: 1\n0..2 *\nX,X,X\n", "", `f:1:8: the stones have at most 6 cells and the gaps at most 1, the board has 9`},
	{"too many stones for the gaps", "board: 2x2\ngaps: 2..3\n1..2 *\nX,X,X\n", "", `f:1:8: the stones have at least 3 cells and the gaps at least 2, the board has 4`},
	{"bare in both colourings", "board: 2x1\ngaps: any\ncorner: any\n* *\nB,W\n", "", `f:1:8: the board may stay bare as a whole, which is the same in both colourings; give the colour of the corner`},
	{"unknown header", "puzzle: hidoku\n  nome: x\n_,_\n", "", `f:2:3: unknown header "nome"; the headers of the family hidoku are ` + strings.Join(text.Headers("hidoku"), ", ")},
	{"unknown header of an unknown family", "quux: king\n_,_\n", "", `f:1:1: unknown header "quux"; the headers are ` + strings.Join(text.Headers(""), ", ")},
	{"header with a letter too much", "puzzle: draughtboard\nborad: 2x1\nX,X\n", "", `f:2:1: unknown header "borad" (perhaps "board"); the headers of the family draughtboard are ` + strings.Join(text.Headers("draughtboard"), ", ")},
	{"unknown header without rows", "puzzle: magic\nsums: 5\n", "", `f:2:1: unknown header "sums" (perhaps "sum"); the headers of the family magic are ` + strings.Join(text.Headers("magic"), ", ")},
	{"unknown header with rows below", "lables:\na,b\n=\npuzzle: hidoku\n_,_\n", "", `f:1:1: unknown header "lables" (perhaps "labels"); the headers are ` + strings.Join(text.Headers(""), ", ")},
	{"header in capitals", "Puzzles: hidoku\n_,_\n", "", `f:1:1: unknown header "Puzzles" (perhaps "puzzle"); the headers are ` + strings.Join(text.Headers(""), ", ")},
	{"no key", ": hidoku\n_,_\n", "", `f:1:1: unknown header ""; the headers are ` + strings.Join(text.Headers(""), ", ")},
	{"header twice", "sum: 1\nsum: 1\n1\n", "", `f:2:1: a second line "sum:"`},
	{"header without value", "puzzle: hidoku\nmoves: \n_,_\n", "", `f:2:8: nothing after "moves:"`},
	{"family nobody knows", "puzzle:  sudoku\n_,_\n", "", `f:1:10: "sudoku" is not a family of puzzles; write hidato, numbrix, rikudo, zip, hidoku, draughtboard or magic`},
	{"family nobody knows, asked for", "_,_\n", "sudoku", `f: "sudoku" is not a family of puzzles; write hidato, numbrix, rikudo, zip, hidoku, draughtboard or magic`},
	{"header of another family", "puzzle: magic\nmoves: king\n_\n", "", `f:2:8: "moves:" is for the family hidoku, and this puzzle is of the family magic; its headers are ` + strings.Join(text.Headers("magic"), ", ")},
	{"headers of two families", "sum: 5\ncorner: B\n_\n", "", `f:2:9: "corner:" is for the family draughtboard, and this puzzle is of the family magic; its headers are ` + strings.Join(text.Headers("magic"), ", ")},
	{"header of another family than asked for", "sum: 5\n_\n", "hidoku", `f:1:6: "sum:" is for the family magic, and this puzzle is of the family hidoku; its headers are ` + strings.Join(text.Headers("hidoku"), ", ")},
	{"claim in words", "solutions: many\n_,_\n", "", `f:1:12: "many" is not a number of solutions; write 1, 1000+ or ?`},
	{"claim below zero", "solutions: -1\n_,_\n", "", `f:1:12: "-1" is not a number of solutions; write 1, 1000+ or ?`},
	{"claim of two pluses", "solutions: 1++\n_,_\n", "", `f:1:12: "1++" is not a number of solutions; write 1, 1000+ or ?`},
	{"claim that is a plus", "solutions: +\n_,_\n", "", `f:1:12: "+" is not a number of solutions; write 1, 1000+ or ?`},
	{"claim of too many digits", "solutions: " + strings.Repeat("1", 1001) + "\n_,_\n", "", `f:1:12: "` + strings.Repeat("1", 100) + `…" is not a number of solutions; write 1, 1000+ or ?`},

	// Titles and labels.
	{"title without value", "title:\n_,1\n", "", `f:1:7: nothing after "title:"`},
	{"author twice", "author: A\nauthor: A\n_,1\n", "", `f:2:1: a second line "author:"`},
	{"labels on one line", "labels: r1c1=Jan\n_,1\n", "", `f:1:9: a text after "labels:"; the labels stand in rows below it, up to a line of =`},
	{"labels without end", "puzzle: hidoku\nlabels:\nJan,Feb\n_,1\n", "", "f:3:1: labels and no puzzle below; end the labels with a line of ="},
	{"no labels", "puzzle: hidoku\nlabels:\n=\n_,1\n", "", "f:2:8: no labels below; write a row for each row of the board, and then a line of ="},
	{"too many rows of labels", "puzzle: hidoku\nlabels:\nJan,Feb\nMar,Apr\n=\n_,1\n", "", "f:4:1: 2 rows of labels, and the board has 1"},
	{"too few labels", "puzzle: hidoku\nlabels:\nJan\n=\n_,1\n", "", "f:3:1: 1 label in a row, and the board has 2 columns"},
	{"too many labels", "puzzle: hidoku\nlabels:\nJan,Feb,Mar\n=\n_,1\n", "", "f:3:9: 3 labels in a row, and the board has 2 columns"},
	{"a hole among the labels only", "puzzle: hidoku\nlabels:\nJan,#\n=\n_,1\n", "", "f:3:5: a hole among the labels, where the board has a cell; write _ for no label"},
	{"a long label", "puzzle: hidoku\nlabels:\nJan,Donnerstag 30\n=\n_,1\n", "", `f:3:5: the label "Donnerstag 30" has more than 12 characters`},
	{"too many rows of labels for any board", "labels:\n" + strings.Repeat("B\n", 4*puzzle.MaxCells+1), "", "f:65538:1: more than 65536 rows; no puzzle has so many"},

	// Hidokus and magic boards.
	{"may be two families", "_,1\n_,_\n", "", `f:1:1: this may be hidato (8 neighbours), numbrix (4 neighbours), rikudo (hexagons) or magic: say which with --puzzle, or with a first line such as "puzzle: hidato"`},
	{"is neither, for one reason", "_,1\n_,1\n", "", "f:2:3: 1 stands twice, on r1c2 and r2c2; what it may be is not said: say it with --puzzle"},
	{"is neither, for two reasons", "_,26\n_,_\n", "", `f:1:3: 26 on r1c2 is outside 1..4 (read as a hidoku; if it is not one, say so with a first line such as "puzzle: magic" or "numbers: 5..29", or with --puzzle)`},
	{"a step that is too long", "moves: (1,2) (200,1)\n_,_\n", "", `f:1:8: moves: "(1,2) (200,1)"; a step goes at most 127 cells along a row or a column`},
	{"moves nobody knows", "moves: queen\n_,_\n", "", `f:1:8: moves: "queen"; it is king, rook, hex, knight or steps such as (1,2) (1,3)`},
	{"row too short", "puzzle: hidoku\n1,2,3\n4,5\n", "", "f:3:3: the row ends here with 2 cells; the first row has 3 (write # for a hole)"},
	{"row too long", "puzzle: hidoku\n1,2\n4,5,6\n", "", "f:3:5: the row goes on with 3 cells; the first row has 2 (write # for a hole)"},
	{"row too long, blanks", "puzzle: hidoku\n 1  2\n 3  4  5\n", "", "f:3:8: the row goes on with 3 cells; the first row has 2 (write # for a hole)"},
	{"comma at the end", "puzzle: hidoku\n1,2\n3,4,\n", "", "f:3:5: the row goes on with 3 cells; the first row has 2 (write # for a hole)"},
	{"comma at the end of one row", "puzzle: hidoku\n1,2,\n3,4\n", "", "f:3:3: the row ends here with 2 cells; the first row has 3 (write # for a hole)"},
	{"a torus nobody knows", "moves: rook\ntorus: maybe\n_,_\n", "", `f:2:8: torus: "maybe"; it is no or yes`},
	{"a closed path nobody knows", "closed: round\n_,_\n", "", `f:1:9: closed: "round"; it is no or yes`},
	{"hexagons around an odd torus", "moves: hex\ntorus: yes\n_,_\n", "", "f:2:8: torus: hexagons on a torus need an even number of rows"},
	{"a wall of one cell", "walls: r1c1-r1c2, r1c1\n_,_\n", "", `f:1:19: walls: "r1c1" is not a pair of cells; write two names as in r1c1-r1c2`},
	{"a wall of nothing", "walls: r1c1-r1c2,\n_,_,_\n", "", `f:1:18: walls: "" is not a pair of cells; write two names as in r1c1-r1c2`},
	{"a wall of three cells", "walls: r1c1-r1c2-r1c3\n_,_,_\n", "", `f:1:8: walls: "r1c1-r1c2-r1c3" is not a pair of cells; write two names as in r1c1-r1c2`},
	{"a wall of no names", "walls: a1-a2\n_,_\n", "", `f:1:8: walls: "a1" is not the name of a cell; write r4c2 for the second cell of the fourth row`},
	{"a wall beyond the board", "walls: r1c1 - r1c3\n_,_\n", "", "f:1:15: walls: the board has no cell r1c3"},
	{"a wall at a hole", "walls: r1c1-r1c2\n_,#\n", "", "f:1:13: walls: the board has no cell r1c2"},
	{"a wall twice", "walls: r1c1-r1c2, r1c2-r1c1\n_,_\n", "", "f:1:19: walls: r1c1-r1c2 stands twice"},
	{"a wall inside a cell", "walls: r1c1-r1c1\n_,_\n", "", "f:1:8: walls: r1c1 twice"},
	{"a wall between cells apart", "walls: r1c1-r1c3\n_,_,_\n", "", "f:1:8: walls: r1c1-r1c3 do not touch anyway"},
	{"a bridge between neighbours", "bridges: r1c1-r1c3, r1c1-r1c2\n_,_,_\n", "", "f:1:21: bridges: r1c1-r1c2 touch anyway"},
	{"a wall and a bridge", "walls: r1c1-r1c2\nbridges: r1c1-r1c2\n_,_\n", "", "f:2:10: bridges: r1c1-r1c2 touch anyway"},
	{"a link over a wall", "walls: r1c1-r1c2\nlinks: r1c1-r1c2\n_,_\n", "", "f:2:8: links: r1c1-r1c2 do not touch"},
	{"unlinked cells apart", "unlinked: r1c1-r1c3\n_,_,_\n", "", "f:1:11: unlinked: r1c1-r1c3 do not touch"},
	{"a link and its opposite", "links: r1c1-r1c2\nunlinked: r1c2-r1c3, r1c2-r1c1\n_,_,_\n", "", "f:2:22: unlinked: r1c1-r1c2 are linked"},
	{"clues nobody knows", "clues: ranks\n1,2\n", "", `f:1:8: clues: "ranks"; it is numbers or order`},
	{"an order of one cell", "clues: order\n1,_\n", "", "f:1:8: clues: order; the board needs at least the numbers 1 and 2, for the ends of the way"},
	{"an order with a gap", "clues: order\n1,_,4,2\n", "", "f:2:5: 4, and no 3; with clues: order the numbers are 1, 2, 3 and so on"},
	{"an order twice", "clues: order\norder: r1c1\n1,2\n", "", "f:2:8: order: and clues: order; the numbers on the board already say the order"},
	{"an order of no cells", "order: r1c1 x\n_,_\n", "", `f:1:13: order: "x" is not the name of a cell; write r4c2 for the second cell of the fourth row`},
	{"an order that comes back", "order: r1c1, r1c2, r1c1\n_,_\n", "", "f:1:20: order: r1c1 stands twice"},
	{"a header of another family, after one of a variant", "walls: r1c1-r1c2\nsum: 3\n_,_\n", "", `f:2:6: "sum:" is for the family magic, and this puzzle is of the family hidoku; its headers are ` + strings.Join(text.Headers("hidoku"), ", ")},
	{"moves that another name of the family excludes", "puzzle: numbrix\nmoves: king\n1,_\n", "", "f:2:8: moves: king; a numbrix has the moves rook"},
	{"moves that the given name of the family excludes", "moves: hex\n1,_\n", "hidato", "f:1:8: moves: hex; a hidato has the moves king"},
	{"comment below the first row", "puzzle: hidoku\n_,_\n# end\n", "", "f:3:1: words, where rows of a board are read; a note stands above them, in a line that begins with #"},
	{"letter", "puzzle: hidoku\n_,l0\n", "", `f:2:3: "l0" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"letter in a row that begins with a hole", "puzzle: hidoku\n##,1O\n__, 1\n", "", `f:2:4: "1O" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"column counted in characters", "puzzle: hidoku\nsource: ‚–’\n_,\t é\n", "", `f:3:5: "é" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"row too long after a letter of two bytes", "puzzle: hidoku\n1,2\né,4,5\n", "", "f:3:5: the row goes on with 3 cells; the first row has 2 (write # for a hole)"},
	{"number with a point", "puzzle: hidoku\n1.5,_\n", "", `f:2:1: "1.5" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"number beyond 64 bits", "puzzle: hidoku\n_,99999999999999999999\n", "", "f:2:3: 99999999999999999999 is too large a number"},
	{"the least number of 64 bits", "puzzle: magic\n-9223372036854775808\n", "", `f:2:1: "-9223372036854775808" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"number beyond any board", "puzzle: magic\n1099511627777\n", "", "f:2:1: 1099511627777 is too large a number"},
	{"a very long word", "puzzle: hidoku\n" + strings.Repeat("é", 5000) + "\n", "", `f:2:1: "` + strings.Repeat("é", 100) + `…" is not a cell; write a number, _ for an open cell, or # for a hole`},
	{"number too small", "puzzle: magic\nnumbers: 3..6\n2,_\n_,_\n", "", "f:3:1: 2 on r1c1 is outside 3..6"},
	{"number too large", "puzzle: hidoku\n_, 3\n", "", "f:2:4: 3 on r1c2 is outside 1..2"},
	{"number twice", "puzzle: hidoku\n1,_\n_,1\n", "", "f:3:3: 1 stands twice, on r1c1 and r2c2"},
	{"first row that begins with a hole and has no commas", "puzzle: hidoku\n# of 4 cells\n# _ 1\n ## _ _ 3\n_ _ _ _\n", "", "f:4:2: a comment that looks like the first row; a first row that begins with a hole needs commas, as in ##,_,_,4"},
	{"the same without a family", "## _\n_ _\n", "", "f:1:1: a comment that looks like the first row; a first row that begins with a hole needs commas, as in ##,_,_,4"},
	{"holes only", "puzzle: hidoku\n#,#\n", "", "f:2:1: the board has no cells, only holes; the cells of a stone are drawn as X"},
	{"line of = in a hidoku", "puzzle: hidoku\n_,_\n====\n", "", "f:3:1: a line of =, which stands between stones only"},
	{"row too wide", "puzzle: hidoku\n" + strings.Repeat("_,", puzzle.MaxCells) + "_\n", "", "f:2:32769: more than 16384 cells in a row; no puzzle has so many"},
	{"row too wide, blanks", "puzzle: hidoku\n" + strings.Repeat("_ ", puzzle.MaxCells+2) + "\n", "", "f:2:32769: more than 16384 cells in a row; no puzzle has so many"},
	{"board too large", "puzzle: hidoku\n" + strings.Repeat(strings.Repeat("_ ", 129)+"\n", 128), "", "f:2:1: a board of 129x128 squares is too large; the most is 16384 squares"},

	{"line of = in a magic board", "puzzle: magic\n=\n_\n", "", "f:2:1: a line of =, which stands between stones only"},
	{"diagonals of a third kind", "diagonals: maybe\n_\n", "", `f:1:12: diagonals: "maybe"; it is yes or no`},
	{"not square", "puzzle: magic\n_,_\n", "", "f:2:1: a magic board is square, and this one has 1 row of 2 cells; other boards need their \"lines:\""},
	{"magic board with a hole", "puzzle: magic\n_,_\n_,##\n", "", "f:3:3: a magic square has no holes; a board with holes needs its \"lines:\""},
	{"magic number outside", "puzzle: magic\n5\n", "", `f:2:1: 5 on r1c1 is outside 1..1; for other numbers add a line such as "numbers: 5..29"`},
	{"magic number outside what is said", "numbers: 5..5\n4\n", "", "f:2:1: 4 on r1c1 is outside 5..5"},
	{"magic number twice", "numbers: 5..8\n_,7\n7,_\n", "", "f:3:1: 7 stands twice, on r1c2 and r2c1"},
	{"numbers without end", "numbers: 5..\n_\n", "", `f:1:10: numbers: "5.."; write the lowest and the highest as in 5..29, or a list as in 2 3 5 7 1..9`},
	{"numbers in words", "numbers: a..b\n_\n", "", `f:1:10: numbers: "a..b"; write the lowest and the highest as in 5..29, or a list as in 2 3 5 7 1..9`},
	{"numbers too large", "numbers: 1099511627777..1099511627777\n_\n", "", "f:1:10: numbers may be at most 1099511627776 in magnitude"},
	{"numbers too small", "numbers: -1099511627777..-1099511627777\n_\n", "", "f:1:10: numbers may be at most 1099511627776 in magnitude"},
	{"numbers too many", "numbers: 1..5\n_,_\n_,_\n", "", "f:1:10: 1..5 are 5 numbers, and the board has 4 cells; write 1..4"},
	{"numbers backwards", "numbers: 4..1\n_,_\n_,_\n", "", "f:1:10: 4..1 are no numbers; write the lowest first"},
	{"numbers that make the sum too large", "numbers: 1099511627773..1099511627776\n_,_\n_,_\n", "", "f:1:10: numbers and sums are at most 1099511627776 in magnitude"},
	{"sum in words", "sum: x\n_\n", "", `f:1:6: sum: "x"; write a whole number of at most 1099511627776 in magnitude, or any`},
	{"sum too large", "sum: 1099511627777\n_\n", "", `f:1:6: sum: "1099511627777"; write a whole number of at most 1099511627776 in magnitude, or any`},
	{"sum below all numbers", "sum: -9223372036854775808\n_\n", "", `f:1:6: sum: "-9223372036854775808"; write a whole number of at most 1099511627776 in magnitude, or any`},

	// Stones.
	{"only lines of =", "==\n=\n", "", "f: no stones in it"},
	{"board, no stones", "board:\nB,W\n====\n", "", "f:2:1: a board and no stones; end the drawn board with a line of = and draw the stones below it"},
	{"drawn board without end", "board:\nB,W\nW,B\n", "", "f:2:1: a board and no stones; end the drawn board with a line of = and draw the stones below it"},
	{"nothing drawn", "board:\n===\nB\n", "", "f:1:7: no board below; draw it in B, W and # up to a line of =, or write its size as in 8x8"},
	{"flips of a third kind", "flips: twice\nB\n", "", `f:1:8: flips: "twice"; it is yes or no`},
	{"corner of a third colour", "corner: X\nB\n", "", `f:1:9: corner: "X"; it is any, B or W`},
	{"stone of unknown letters", "B,G\n", "", `f:1:3: "G" is not a cell of a stone; write B, W, X or _`},
	{"stone of other small letters", "B\n=\ng\n", "", `f:3:1: "g" is not a cell of a stone; write B, W, X or _`},
	{"stone of two letters in one cell", "puzzle: draughtboard\nBW,B\n", "", `f:2:1: "BW" is not a cell of a stone; write B, W, X or _`},
	{"stone with an empty cell", "B,,W\n", "", "f:1:1: the cells of the stone are not connected by their sides"},
	{"stone without cells", "B\n=\n_,_\n", "", "f:3:1: a stone without cells; draw each of them as X"},
	{"stone in two pieces", "B,_\n_,B\n", "", "f:1:1: the cells of the stone are not connected by their sides"},
	{"stone too large", "puzzle: draughtboard\n" + strings.Repeat(strings.Repeat("X ", 129)+"\n", 128), "", "f:2:1: a stone of 16512 cells is too large; the most is 16384 cells"},
	{"stones too many", "board: 128x128\n" + strings.Repeat("X\n=\n", puzzle.MaxCells+1), "", "f:32770:1: with this stone the stones have more than 16384 cells, the most that a board has"},
	{"areas that do not add up", "board: 2x2\nB,W\n=\nB\n", "", "f:1:8: the stones have 3 cells, the board has 4"},
	{"areas that do not add up to the drawn board", "board:\nB,W\n=\nB\n", "", `f:2:1: the stones have 1 cell, the board has 2; a line "2 *" above the stone uses it so often`},
	{"areas that fill no square", "B,W\n", "", `f:1:1: the stones have 2 cells, which fill no square; give the board with a line such as "board: 8x8"`},
	{"areas and gaps that fill no square", "gaps: 1\nX,X\nX,X\n", "", `f:2:1: the stones and gaps have 5 cells, which fill no square; give the board with a line such as "board: 8x8"`},
	{"areas that fill no square, asked for", "===\nB,W\n", "draughtboard", `f:1:1: the stones have 2 cells, which fill no square; give the board with a line such as "board: 8x8"`},
	{"board of a billion cells", "board: 100000x10000\nB,W\n", "", "f:1:8: a board of 100000x10000 squares is too large; the most is 16384 squares"},
	{"board of no cells", "board: 0x4\nB,W\n", "", "f:1:8: a board of 0x4 squares; both must be at least 1"},
	{"board of one number", "board: 8\nB,W\n", "", `f:1:8: board: "8"; write columns x rows as in 8x8`},
	{"board of three numbers", "board: 2x2x2\nB,W\n", "", `f:1:8: board: "2x2x2"; write columns x rows as in 8x8`},
	{"board in words", "board: large\nB,W\n", "", `f:1:8: board: "large"; write columns x rows as in 8x8`},
	{"too many black cells", "board: 3x1\ncorner: W\nB\n=\nB\n=\nW\n", "", "f:1:8: the stones have 2 black cells, the board with a corner W has 1"},
	{"too many white cells, whatever the corner", "board: 3x1\nW\n=\nW\n=\nW\n", "", "f:1:8: the stones have 3 white cells, the board with a corner B has 1"},
	{"too many black cells for a board not given", "corner: W\nB\n", "", "f:2:1: the stones have 1 black cell, the board with a corner W has 0"},
	{"drawn board with a short row", "board:\nB,W\nW\n=\nB\n", "", "f:3:1: the row ends here with 1 cell; the first row has 2 (write # for a hole)"},
	{"drawn board of other letters", "board:\nB,Y\n=\nB\n", "", `f:2:3: "Y" is not a square of a board; write B, W, X for either colour, or # for a hole`},
	{"drawn board with a comment in it", "board:\nB,W\n# and\n=\nB\n", "", `f:3:3: "and" is not a square of a board; write B, W, X for either colour, or # for a hole`},
	{"drawn board that is not chequered", "board:\nB,W\nB,W\n=\nB\n", "", "f:3:1: the board is not chequered: a B here does not go with the squares before it"},
	{"drawn board of holes", "board:\n#,#\n=\nB\n", "", "f:2:1: the board has no cells, only holes"},
	{"drawn board too large", "board:\n" + strings.Repeat(strings.Repeat("B W ", 64)+"B\n"+strings.Repeat("W B ", 64)+"W\n", 64) + "=\nB\n", "", "f:2:1: a board of 129x128 squares is too large; the most is 16384 squares"},
	{"drawn board against its corner", "corner: W\nboard:\n#,W\n=\nW\n", "", "f:1:9: corner: W, but the board is drawn with a corner B"},
}

func TestReadSaysWhereAMalformedTextIsWrong(t *testing.T) {
	for _, test := range malformed {
		t.Run(test.name, func(t *testing.T) {
			f, err := text.Read(strings.NewReader(test.text), "f", test.family)
			require.EqualError(t, err, test.want)
			assert.Nil(t, f)
			var e *text.ParseError
			assert.ErrorAs(t, err, &e)
		})
	}
}

// endless is a reader that never ends.
type endless struct{ text string }

func (r endless) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		n += copy(p[n:], r.text)
	}
	return len(p), nil
}

func TestReadersRefuseWhatIsLargerThanAnyPuzzle(t *testing.T) {
	const want = "f: larger than 4 MiB; no puzzle is so large"
	for _, content := range []string{"_,", "=\n", "\n", "# ", "\x00"} {
		_, err := text.Read(endless{content}, "f", "")
		require.EqualError(t, err, want)
		if content != "=\n" { // of which the first line is too much
			_, err = text.ReadSolutions(endless{content}, "f", read(t, "puzzle: hidoku\n_,_\n"))
			require.EqualError(t, err, want)
			_, err = firstOf(endless{content}, "f", read(t, "puzzle: hidoku\n_,_\n"))
			require.EqualError(t, err, want)
		}
	}
	_, err := text.Read(strings.NewReader(strings.Repeat("\n", text.MaxFile)), "f", "")
	require.EqualError(t, err, "f:1:1: no puzzle in it: there are no rows, such as 1,_,_,4", "the largest text is taken")
}

func TestReadersHandOnWhatTheReaderSays(t *testing.T) {
	torn := errors.New("torn cable")
	_, err := text.Read(iotest.ErrReader(torn), "f", "")
	require.ErrorIs(t, err, torn)
	require.EqualError(t, err, "f: torn cable")
	_, err = text.ReadSolutions(iotest.ErrReader(torn), "f", read(t, "puzzle: hidoku\n_,_\n"))
	require.ErrorIs(t, err, torn)
	_, err = firstOf(iotest.ErrReader(torn), "f", read(t, "puzzle: hidoku\n_,_\n"))
	require.EqualError(t, err, "f: torn cable")
}

// For texts as large as a text may be, and as bad as possible, the error is a short line.
func TestLargeHostileTextsGetAShortAnswer(t *testing.T) {
	const size = text.MaxFile
	for name, content := range map[string]string{
		"one row":             strings.Repeat("1,", size/2),
		"one row of blanks":   strings.Repeat("_ ", size/2),
		"one word":            strings.Repeat("x", size),
		"one number":          strings.Repeat("9", size),
		"one header":          strings.Repeat("x", size-1) + ":",
		"one claim":           "solutions:" + strings.Repeat("9", size-10),
		"lines of =":          strings.Repeat("=\n", size/2),
		"rows of holes":       strings.Repeat("##\n", size/3),
		"stones of one cell":  strings.Repeat("X\n=\n", size/4),
		"one stone":           strings.Repeat("X\n", size/2),
		"stones of no cell":   strings.Repeat("_\n=\n", size/4),
		"a drawn board":       "board:\n" + strings.Repeat("B\n", size/2-4),
		"one row of a stone":  "corner: B\n" + strings.Repeat("X,", size/2-8),
		"numbers of one line": "numbers: " + strings.Repeat("1", size-20) + "..2\n1\n",
	} {
		_, err := text.Read(strings.NewReader(content), "f", "")
		require.Error(t, err, name)
		require.Less(t, len(err.Error()), 400, name)
	}
}

func TestReadSolutionsSaysWhereATextIsNoSolution(t *testing.T) {
	const (
		numbers = "puzzle: hidoku\n_,#,_\n_,_,_\n"
		letters = "puzzle: draughtboard\nboard: 2x1\nB\n=\nW\n"
	)
	for _, test := range []struct{ name, puzzle, text, want string }{
		{"empty", numbers, "", "f:1:1: no solution in it: there are no rows"},
		{"comments only", numbers, "# nothing\nsolutions: 0\n", "f:1:1: no solution in it: there are no rows"},
		{"binary", numbers, "1,\x00", "f:1:3: this is not a text file"},
		{"line of =", numbers, "1,#,2\n==\n", "f:2:1: a line of =, which stands between stones only"},
		{"board cut short", numbers, "1,#,2\n3,4,5\n\n1,#,2\n", "f:4:1: the board ends here with 1 of its 2 rows"},
		{"row too short", numbers, "1,#,2\n3,4\n", "f:2:3: a row of 2 cells; the puzzle's have 3"},
		{"row too long", numbers, "1,#,2\n3,4,5,6,7\n", "f:2:7: a row of 5 cells; the puzzle's have 3"},
		{"sign for a cell that does not exist", numbers, "1,#,2\n!,4,5\n", `f:2:1: "!" is not a cell; write a number, _ for an open cell, or # for a hole`},
		{"hole where there is none", numbers, "1,#,2\n3,#,5\n", "f:2:3: a hole where the puzzle has the cell r2c2"},
		{"no hole where there is one", numbers, "1,2,3\n4,5,_\n", `f:1:3: "2" where the puzzle has a hole; write #`},
		{"no number", numbers, "1,#,A\n3,4,5\n", `f:1:5: "A" is not a cell; write a number, _ for an open cell, or # for a hole`},
		{"comment inside a board", numbers, "1,#,2\n# more\n", "f:2:3: a row of 2 cells; the puzzle's have 3"},
		{"header inside a board", numbers, "1,#,2\nsum: 5\n", "f:2:6: a row of 2 cells; the puzzle's have 3"},
		{"no stone", letters, "A,!\n", `f:1:3: "!" is not a stone; write A to B`},
		{"number of a stone beyond any board", letters, "1,16385\n", `f:1:3: "16385" is not a stone; write A to B`},
		{"name of a stone beyond any board", letters, "A,ZZZZZZZZZZZZZZZZZZZZ\n", `f:1:3: "ZZZZZZZZZZZZZZZZZZZZ" is not a stone; write A to B`},
		{"accented name", letters, "A,é\n", `f:1:3: "é" is not a stone; write A to B`},
	} {
		t.Run(test.name, func(t *testing.T) {
			solutions, err := text.ReadSolutions(strings.NewReader(test.text), "f", read(t, test.puzzle))
			require.EqualError(t, err, test.want)
			assert.Nil(t, solutions)
			requireSameOneByOne(t, test.text, read(t, test.puzzle), nil, err)
		})
	}
}

// TestAnotherNameThanTheOneAskedForIsRefused reads texts that say what they are, for callers who want something else.
func TestAnotherNameThanTheOneAskedForIsRefused(t *testing.T) {
	for _, c := range []struct {
		said   string
		asked  puzzle.Family
		refuse bool
	}{
		{"hidoku", "magic", true},
		{"magic", "numbrix", true},
		{"hidoku", "numbrix", true},
		{"numbrix", "rikudo", true},
		{"magic", "jodici", true},
		{"hidoku", "zip", true},
		{"hidoku", "Hidoku", false},
		{"hidoku", "hidato", false},
		{"Numbrix", "hidoku", false},
		{"hidoku\nmoves: rook", "numbrix", false},
		{"hidoku", "", false},
	} {
		_, err := text.Read(strings.NewReader("puzzle: "+c.said+"\n1,_\n_,_\n"), "f", c.asked)
		if c.refuse {
			require.EqualError(t, err, "f:1:9: puzzle: "+c.said+", and "+string(c.asked)+" is asked for, as by --puzzle; change one of them")
		} else if err != nil {
			require.NotContains(t, err.Error(), "asked for")
		}
	}
}
