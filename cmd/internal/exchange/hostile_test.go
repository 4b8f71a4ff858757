package exchange_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/cmd/internal/exchange"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

const penpaBegins = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="

// penpaText packs lines as an address of penpa-edit.
func penpaText(lines ...string) string {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)
	io.WriteString(w, strings.Join(lines, "\n"))
	w.Close()
	return penpaBegins + base64.StdEncoding.EncodeToString(packed.Bytes())
}

// penpaBoard is a board of 2x1 squares with the given drawing.
func penpaBoard(drawn string) string {
	return penpaText("square,2,1,38,0,1,1,114,76,9,9,0,0,0,0,Title: Hidato: x,Author: ", "[0,0,0,0]", "{}", drawn, "{}", "[14,1]")
}

// voxels is a file of BurrTools with one piece of one cell.
func voxels(piece, result, problem string) string {
	return `<puzzle version="2"><gridType type="0"/><colors><color red="0"/><color red="9"/></colors><shapes>` + piece + result +
		`</shapes><problems>` + problem + `</problems></puzzle>`
}

const (
	oneVoxel   = `<voxel x="1" y="1" z="1" type="0">#</voxel>`
	oneProblem = `<problem><shapes><shape id="0" count="1"/></shapes><result id="1"/></problem>`
)

// refused are texts with the beginning of the error that each gets.
var refused = []struct{ form, text, want string }{
	{"csv", "1,2\n\"3,4", `t:2:1: "\"3" is not a cell`},
	{"csv", "\"1\"x,2\n3,4", `t:1:1: "\"1\"x" is not a cell`},
	{"csv", "puzzle: hidoku,\n1,2\n3,x", `t:3:3: "x" is not a cell`},
	{"csv", "puzzle: hidoku;\n1;2\n3;  9", `t:3:5: 9 on r2c2 is outside 1..4`},
	{"csv", "puzzle: hidoku\n1,2\n3,\"4,5\"", `t:3:3: "4,5" is not a cell`},
	{"csv", "puzzle: hidoku\n1,2,3\n4,5\n", `t:3:3: the row ends here with 2 cells`},
	{"csv", "title,Monday\n1,2\n", `t:1:1: "title" is not a cell; a header line has a colon, as in "title: Monday"`},
	{"csv", "labels:,Mon\n1,2\n", `t:1:9: a text after "labels:"`},
	{"csv", "depth: 3\n1,2\n", `t:1:1: unknown header "depth"`},
	{"csv", "", `t:1:1: no puzzle in it`},
	{"csv", strings.Repeat("_", text.MaxFile+1), "t: larger than 4 MiB; no puzzle is so large"},
	{"csv", "1;;\n;9;7\n;5;\n", `t:1:1: this may be hidato (8 neighbours), rikudo (hexagons) or magic: say which with --puzzle, or with a first line such as "puzzle: hidato"`},
	{"csv", strings.Repeat(",", puzzle.MaxCells+5), `t:1:16385: more than 16384 cells in a row`},
	{"janko", "", `t: no line [begin] in it`},
	{"janko", "x\n[begin]\npuzzle hidoku\n", `t:2:1: no [end] after this [begin]`},
	{"janko", "[begin]\npuzzle sudoku\n[problem]\n1\n[end]", `t:2:1: puzzle "sudoku"; only hidoku`},
	{"janko", "[begin]\npuzzle hidoku\n[areas]\n1\n[end]", `t:3:1: the section [areas] is unknown`},
	{"janko", "[begin]\npuzzle hidoku\n moderate 3\n[end]", `t:3:2: the key "moderate" is unknown`},
	{"janko", "[begin]\npuzzle hidoku\npuzzle hidoku\n[end]", `t:3:1: a second line "puzzle"`},
	{"janko", "[begin]\npuzzle hidoku\nsize 3\n[problem]\n1 -\n- 4\n[end]", `t:3:1: size 3, but [problem] has 2 rows of 2 cells`},
	{"janko", "[begin]\npuzzle hidoku\n[problem]\n1 -\n- x\n[end]", `t:5:3: "x" is not a cell`},
	{"janko", "[begin]\npuzzle hidoku\n[problem]\n1 -\n- 5\n[end]", `t:5:3: 5 on r2c2 is outside 1..4`},
	{"janko", "[begin]\npuzzle hidoku\n[problem]\n1 -\n-\n[end]", `t:5:1: the row ends here with 1 cell; the first row has 2`},
	{"janko", "[begin]\npuzzle hidoku\n[problem]\n[problem]\n[end]", `t:4:1: a second section [problem]`},
	{"janko", "[begin]\npuzzle hidoku\n[end]", `t:1:1: no section [problem]`},
	{"janko", "[begin]\npuzzle hidoku\n[problem]\n1 -\n1 -\n[end]", `t:5:1: 1 stands twice, on r1c1 and r2c1`},
	{"janko", "[begin]\npuzzle hidoku\n[problem]\n1 -\n[solution]\n1 2 3\n[end]", `t:6:5: a row of 3 cells; the puzzle's have 2`},
	{"kudamono", "x", `t:1:1: not an address of Kudamono`},
	{"kudamono", "", `t: no address in it`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&G=tetrochain", `t:1:46: the genre "tetrochain"; only hidoku is read`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&LI=1&G=hidoku", `t:1:44: the part "LI=1" is unknown`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=&SIE=9U&G=hidoku", `t:1:51: a line that begins on no corner`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=&SIE=99999999999999999999U&G=hidoku", `t:1:51: a line that begins on no corner`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=&SIE=U&G=hidoku", `t:1:51: a line that begins on no corner`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=&SIE=4E&G=hidoku", `t:1:52: the step "E" of a line`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=&SIE=4UUU&G=hidoku", `t:1:53: the step "U" of a line`},
	{"kudamono", "https://pedros.works/kudamono/player?W=1&H=1&L=&SIE=4U&G=hidoku", `t:1:53: lines in an older address`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=b0&G=hidoku", `t:1:46: "b" is unknown`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=(1)4&G=hidoku", `t:1:46: a square outside the board, or twice`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=(1)1(2)0&G=hidoku", `t:1:50: a square outside the board, or twice`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=(1)99999999999999999999&G=hidoku", `t:1:46: a square outside`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=(1&G=hidoku", `t:1:46: a bracket that does not end`},
	{"kudamono", "https://pedros.works/kudamono/player?W=2x2&L=(x)1&G=hidoku", `t:1:47: "x" is not a number`},
	{"kudamono", "https://pedros.works/kudamono/player?W=99999x99999&G=hidoku", `t:1:40: the size "99999x99999 "`},
	{"kudamono", "https://pedros.works/kudamono/player?W=9223372036854775807&H=1&G=hidoku", `t:1:40: the size`},
	{"kudamono", "https://puzz.link/p?snake/3/3/1", `t:1:21: the genre "snake" of puzz.link/p has other rules`},
	{"penpa", "x", `t:1:1: no part p= in it`},
	{"penpa", penpaBegins + "%%%", `t:1:1: the part p= cannot be unpacked`},
	{"penpa", penpaBegins + "AAAA", `t:1:1: the part p= cannot be unpacked`},
	{"penpa", penpaText("square"), `t:1:1: the part p= has 1 lines`},
	{"penpa", penpaText("zq"), `t:1:1: the part p= has 1 lines`},
	{"penpa", penpaBoard(`{"zq":{"14":1}}`), `t:1:1: something is drawn with "zq"`},
	{"penpa", penpaText("hex,2,1,38,0,1,1", "[0,0,0,0]", "", "{}", "", "[]"), `t:1:1: a board of the kind "hex"`},
	{"penpa", penpaText("square,2,1,38,90,1,1", "[0,0,0,0]", "", "{}", "", "[]"), `t:1:1: a board that is turned or flipped`},
	{"penpa", penpaText("square,99999,99999,38,0,1,1", "[0,0,0,0]", "", "{}", "", "[]"), `t:1:1: a board of 99999 x 99999 squares`},
	{"penpa", penpaText("square,2,1,38,0,1,1", "[0,0,2,0]", "", "{}", "", "[]"), `t:1:1: no square is left`},
	{"penpa", penpaText("square,2,1,38,0,1,1", "[0,0,0,0]", "", "[]", "", "[]"), `t:1:1: line 4 of p=`},
	{"penpa", penpaText("square,2,1,38,0,1,1", "[0,0,0,0]", "", "{}", "", "[3]"), `t:1:1: the square 3 is beside the board`},
	{"penpa", penpaText("square,2,1,38,0,1,1", "[0,0,0,0]", "", "{}", "", "[14,1]"), `t:1:1: nothing in it says which puzzle it is`},
	{"penpa", penpaBoard(`{"symbol":{"14":[1,"circle_L",1]}}`), `t:1:1: something is drawn with "symbol"`},
	{"penpa", penpaBoard(`{"symbol":{"104":[3,"diamond_SS",1]}}`), `t:1:1: something is drawn with "symbol" at the place "104": "[3 diamond_SS 1]"`},
	{"penpa", penpaBoard(`{"symbol":{"105":[2,"diamond_SS",1]}}`), `t:1:1: something is drawn with "symbol" at the place "105"`},
	{"penpa", penpaBoard(`{"symbol":{"104":[]}}`), `t:1:1: something is drawn with "symbol"`},
	{"penpa", penpaBoard(`{"symbol":[1]}`), `t:1:1: what is drawn with "symbol"`},
	{"penpa", penpaBoard(`{"lineE":[1]}`), `t:1:1: what is drawn with "lineE"`},
	{"penpa", penpaBoard(`{"lineE":{"38,44":12}}`), `t:1:1: the line "38,44" of the style "12"`},
	{"penpa", penpaBoard(`{"lineE":{"14,15":2}}`), `t:1:1: the line "14,15" of the style "2"`},
	{"penpa", penpaBoard(`{"lineE":{"37,45":2}}`), `t:1:1: the line "37,45" of the style "2"`},
	{"penpa", penpaBoard(`{"wall":{"104,105":2}}`), `t:1:1: something is drawn with "wall"`},
	{"penpa", penpaBoard(`{"surface":{"14":3}}`), `t:1:1: the colour 3 on r1c1`},
	{"penpa", penpaBoard(`{"number":{"14":["1",1,"7"]}}`), `t:1:1: "1" on r1c1 is an arrow, a corner`},
	{"penpa", penpaBoard(`{"number":{"14":["A",1,"1"]}}`), `t:1:1: "A" on r1c1 is not a number`},
	{"penpa", penpaBoard(`{"number":{"14":["3",1,"1"]}}`), `t:1:1: 3 on r1c1 is outside 1..2`},
	{"penpa", penpaBoard(`{"number":{"99":["1",1,"1"]}}`), `t:1:1: something is drawn with "number" at the place 99`},
	{"penpa", penpaBoard(`{"number":{"14":["1"]}}`), `t:1:1: the number on r1c1 is incomplete`},
	{"penpa", penpaBoard(`{"number":{"14":["1",1,"1"]},"surface":{"14":4}}`), `t:1:1: a number on the black square r1c1`},
	{"penpa", penpaText("square,1,1,38,0,1,1,76,76,9,9,0,0,0,0,Title: Hidato: \x01", "[0,0,0,0]", "{}", "{}", "{}", "[12]"), `t: its title "Hidato: \x01" cannot stand in a puzzle file`},
	{"linkedin", "", `t:1:1: not JSON`},
	{"json", "[[1,0],\n[0,4]", `t:2:6: not JSON: a quote, a comma or a bracket is missing`},
	{"json", "[[1,1e400],[0,4]]", `t: JSON with a number that is too large`},
	{"json", strings.Repeat("[", 20000) + strings.Repeat("]", 20000), `t:1:10002: not JSON: a quote, a comma or a bracket is missing, or one is too many, or lists stand too deep`},
	{"json", "[[1,0],[0,5]]", `t: row 2 of the list: 5 on r2c2 is outside 1..4`},
	{"json", "[[1,0],[0,true]]", `t: JSON without a board that is read here`},
	{"json", `{"a":[[1]],"b":[[1]]}`, `t: two boards in one object`},
	{"json", `{"F":[[0,1],[0,2]],"I":[[0,0],[0,1]]}`, `t: two boards in one object`},
	{"table", "<table></table>", `t: `},
	{"table", "<table><tr><td>1<td>x</table>", `t: row 1 of the list: `},
	{"table", "<table><tr><td rowspan=2>1<td></table>", `t: several tables, or a cell over several rows or columns; copy the board`},
	{"linkedin", "[{}, 3, \"orderedSequence\"]", `t: no Zip in it`},
	{"linkedin", `{"gridSize":"3","orderedSequence":[0,8]}`, `t: not a Zip`},
	{"linkedin", `{"gridSize":-3,"orderedSequence":[0,8]}`, `t: gridSize -3`},
	{"linkedin", `{"gridSize":99999,"orderedSequence":[0,8]}`, `t: gridSize 99999; it is`},
	{"linkedin", `{"gridSize":9999,"orderedSequence":[0,8]}`, `t: a board of 9999x9999 squares is too large`},
	{"linkedin", `{"gridSize":3,"orderedSequence":[0,9]}`, `t: orderedSequence: there is no square 9`},
	{"linkedin", `{"gridSize":3,"orderedSequence":[4]}`, `t: orderedSequence: a Zip has at least two numbers`},
	{"linkedin", `{"gridSize":3,"orderedSequence":[4,8,4]}`, `t: order: r2c2 stands twice`},
	{"linkedin", `{"gridSize":3,"orderedSequence":[0,8],"walls":[{"cellIdx":2,"direction":"RIGHT"}]}`, `t: walls: no wall on the side RIGHT of the square 2`},
	{"linkedin", `{"gridSize":3,"orderedSequence":[0,8],"walls":[{"cellIdx":-1,"direction":"DOWN"}]}`, `t: walls: no wall on the side DOWN of the square -1`},
	{"linkedin", `{"gridSize":3,"orderedSequence":[0,8],"walls":[{"cellIdx":2,"direction":"IN"}]}`, `t: walls: no wall on the side IN of the square 2`},
	{"linkedin", `{"gridSize":2,"orderedSequence":[0,2],"solution":[0,1,2,3]}`, `t: solution: `},
	{"linkedin", `{"gridSize":2,"orderedSequence":[0,2],"solution":[7]}`, `t: solution: there is no square 7`},
	{"burrtools", "", `t:1:1: this is not an xml file`},
	{"burrtools", "\x1f\x8b", `t: compressed by gzip, and damaged or not whole`},
	{"burrtools", `<x/>`, `t:1:1: <x> is not <puzzle>`},
	{"burrtools", `<puzzle version="3"/>`, `t:1:1: version="3" of <puzzle>; only a number from 1 to 2 is read`},
	{"burrtools", `<puzzle version="2"><extra/></puzzle>`, `t:1:21: the element <extra> in <puzzle> is unknown`},
	{"burrtools", `<puzzle version="2" extra="1"/>`, `t:1:1: the attribute "extra" of <puzzle> is unknown`},
	{"burrtools", `<!DOCTYPE x [<!ENTITY a "aa">]><puzzle version="2">&a;</puzzle>`, `t:1:52: this is not an xml file`},
	{"burrtools", voxels(oneVoxel, oneVoxel, ""), `t:1:1: no <problem> in it`},
	{"burrtools", voxels(`<voxel x="1" y="1" z="2" type="0">##</voxel>`, oneVoxel, oneProblem), `t:1:98: a shape that is not flat`},
	{"burrtools", voxels(`<voxel x="2" y="1" z="1" type="0">##</voxel>`, oneVoxel, "\n"+`<problem><shapes><shape id="0" count="16000"/></shapes><result id="1"/></problem>`), `t:2:18: with this piece the pieces have more than 16384 cells`},
	{"burrtools", voxels(`<voxel x="1" y="1" z="1" type="0">+</voxel>`, oneVoxel, oneProblem), `t:1:98: a piece with cells that may stay empty`},
	{"burrtools", voxels(`<voxel x="1" y="1" z="1" type="0">#3</voxel>`, oneVoxel, oneProblem), `t:1:98: a cell of the colour 3`},
	{"burrtools", voxels(`<voxel x="99999" y="1" z="1" type="0">#</voxel>`, oneVoxel, oneProblem), `t:1:98: x="99999" of <voxel>; only a number from 1 to 16384 is read`},
	{"burrtools", voxels(`<voxel x="9999" y="9999" z="9999" type="0">#</voxel>`, oneVoxel, oneProblem), `t:1:98: <voxel> has 1 cell`},
	{"burrtools", voxels(oneVoxel, oneVoxel, `<problem><shapes><shape id="0" min="2" max="1"/></shapes><result id="1"/></problem>`), `t:1:220: min="2" of <shape>; only a number from 0 to 1 is read`},
	{"burrtools", voxels(oneVoxel, oneVoxel, `<problem><shapes><shape id="0" count="99999"/></shapes><result id="1"/></problem>`), `t:1:220: count="99999"`},
	{"burrtools", voxels(oneVoxel, oneVoxel, `<problem><shapes><shape id="7" count="1"/></shapes><result id="1"/></problem>`), `t:1:220: id="7" of <shape>`},
	{"burrtools", voxels(oneVoxel, oneVoxel, `<problem><shapes><shape id="0" count="1" group="2"/></shapes><result id="1"/></problem>`), `t:1:220: the group 2 of pieces`},
	{"burrtools", voxels(`<voxel x="1" y="1" z="1" type="0">#1</voxel>`, `<voxel x="1" y="1" z="1" type="0">#2</voxel>`, oneProblem), `t:1:98: a cell of the colour 1, which fits no cell`},
	{"burrtools", voxels(oneVoxel, `<voxel x="2" y="2" z="1" type="0">#1#1#2#2</voxel>`, oneProblem), `t:1:141: the colours of the result are not those of a chequered board`},
	{"burrtools", voxels(oneVoxel, `<voxel x="2" y="1" z="1" type="0">##</voxel>`, oneProblem), `t:1:204: the stones have 1 cell, the board has 2`},
	{"burrtools", voxels(largeVoxel, "", `<problem><shapes>`+strings.Repeat(`<shape id="0" count="0"/>`, 10_000)+`</shapes><result id="0"/></problem>`), "t:1:1: with this board, the boards in the text have more than 524288 squares"},
	{"burrtools", voxels(oneVoxel, oneVoxel, `<problem holes="1"/>`), `t:1:203: the attribute "holes"`},
	{"burrtools", strings.Repeat("<a>", 100), `t:1:1: <a> is not <puzzle>`},
	{"burrtools", `<puzzle version="2"><colors>` + strings.Repeat("<color/>", 60_000), `t:1:400013: more than 50000 elements`},
	{"letters", "", `t: no tiling in it`},
	{"letters", "AB\nBA", `t:1:1: stone "A": the cells of the stone are not connected`},
	{"letters", "A!\n", `t:1:2: "!" is not a letter or digit`},
	{"letters", "A ! A\n", `t:1:3: "!" is not a letter`},
	{"letters", "...\n", `t:1:1: the board has no cells`},
	{"letters", strings.Repeat("A", puzzle.MaxCells+1), `t:1:1: a board of 16385x1 squares is too large; the most is 16384 squares`},
	{"link", "", `t: no link in it`},
	{"link", "\n\ncrosscut:bbc", `t:3:1: the link is damaged`},
	{"link", "puzzle: hidoku\n1,2\n", `t:1:1: no whole link in this line; a link begins with crosscut:, or stands in an address after #`},
}

// TestUnknownPartsAreRefused gives each reader texts that it must refuse, by name and place.
func TestUnknownPartsAreRefused(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range refused {
		_, err := exchange.Read(c.form, strings.NewReader(c.text), "t", "")
		if assert.Error(t, err, "%s: %.80s", c.form, c.text) {
			assert.True(t, strings.HasPrefix(err.Error(), c.want), "%s: %.80s\n  %v\n  wanted %s", c.form, c.text, err, c.want)
		}
		seen[c.form] = true
	}
	assert.Len(t, seen, len(exchange.Names()))
}

// TestWhatAFormCannotExpress is refused by name.
func TestWhatAFormCannotExpress(t *testing.T) {
	for _, c := range []struct{ form, text, want string }{
		{"janko", "puzzle: magic\n1", "a puzzle of the family magic"},
		{"kudamono", "moves: rook\n1,2", "moves: rook"},
		{"kudamono", "puzzle: magic\n1", "a puzzle of the family magic"},
		{"penpa", "moves: hex\n1,2", "moves: hex"},
		{"penpa", "puzzle: jodici\n3,7,_,_,_,_\n_,_,1,5,9,_\n6,_,_,_,_,_", "a puzzle of the form jodici"},
		{"penpa", "puzzle: equation\nnumbers: 1..9\n_ + _ = 3\n* +\n_ - _ = 1\n= =\n2 2\n", "a puzzle of the form equation"},
		{"penpa", "board: 1x1\nX", "a puzzle of the family draughtboard"},
		{"penpa", "puzzle: hidoku\n" + strings.Repeat("_,", 100) + "_", "a board of 101x1 squares"},
		{"letters", "puzzle: hidoku\n1,2", "a puzzle of the family hidoku"},
		{"letters", "board: 1x1\ncorner: B\nB", "the colours of stone A"},
		{"letters", "board: 1x1\nflips: no\nX", "flips: no"},
		{"letters", "board: 1x1\nX", "a puzzle without a known solution"},
		{"letters", "board: 63x1\n" + strings.Repeat("X\n=\n", 63), "63 stones"},
		{"burrtools", "puzzle: hidoku\n1,2", "a puzzle of the family hidoku"},
		{"burrtools", "board: 4x1\nflips: no\nsolutions: 0\nX,X,X\nX,_,_", "flips: no"},
		{"burrtools", "board: 1x1\nB", "corner: any"},
	} {
		p, err := text.Parse(c.text)
		require.NoError(t, err, c.text)
		_, _, err = exchange.Write(c.form, []*exchange.Entry{entryOf("t", p)})
		assert.ErrorContains(t, err, "t: "+c.form+" cannot express "+c.want)
	}
}

// TestBombsAreRefused gives small texts that would become huge. The memory for them is
// bounded.
func TestBombsAreRefused(t *testing.T) {
	const size = 4 * text.MaxFile
	var gz, deflated bytes.Buffer
	z := gzip.NewWriter(&gz)
	io.CopyN(z, zeros{}, size)
	z.Close()
	d, err := flate.NewWriter(&deflated, flate.BestCompression)
	require.NoError(t, err)
	io.CopyN(d, zeros{}, size)
	d.Close()
	large := strings.Repeat("zU", text.MaxFile/2-8)
	for i, c := range []struct{ form, text string }{
		{"burrtools", gz.String()}, // the first three are larger when they are unpacked
		{"penpa", penpaBegins + base64.StdEncoding.EncodeToString(deflated.Bytes())},
		{"penpa", penpaText(large)},
		{"burrtools", "<a>" + strings.Repeat("x<!---->", text.MaxFile/8-8) + "</a>"},
		{"burrtools", voxels(oneVoxel, `<voxel x="128" y="128" z="1" type="0">`+strings.Repeat("#", puzzle.MaxCells)+"</voxel>",
			strings.Repeat(`<problem><shapes><shape id="0" count="16384"/></shapes><result id="1"/></problem>`, 10_000))},
		{"csv", strings.Repeat("\n", text.MaxFile+1)},
		{"csv", strings.Repeat("1\n", text.MaxFile/2)},
		{"letters", strings.Repeat("A\n\n", text.MaxFile/3-1) + "!"},
		{"letters", strings.Repeat("A", text.MaxFile-1)},
		{"letters", strings.Repeat("A\n", text.MaxFile/2-1)},
		{"letters", strings.Repeat("A B\n", text.MaxFile/4-1)},
		{"link", strings.Repeat("crosscut:a\n", text.MaxFile/11)},
		{"janko", strings.Repeat("[begin]\n", text.MaxFile/8)},
		{"penpa", strings.Repeat(penpaText("square,2,1,38,0,1,1,114,76,9,9,0,0,0,0,Title: Hidato: x", "[0,0,0,0]", strings.Repeat(" ", 1<<20), "{}", "{}", "[14,1]")+"\n", 100)},
		{"kudamono", strings.Repeat("https://pedros.works/kudamono/player?W=128x128&L=&G=hidoku\n", 60_000)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := exchange.Read(c.form, strings.NewReader(c.text), "t", "")
		runtime.ReadMemStats(&after)
		if assert.Error(t, err, c.form) && i < 3 {
			assert.ErrorContains(t, err, "larger than 4 MiB", c.form)
		}
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<29), "%s: %.20q", c.form, c.text)
	}
}

// zeros is a reader without an end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// TestHeadersAreEscaped writes header lines that would be markup in other forms.
func TestHeadersAreEscaped(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n1,_\n_,_\n")
	require.NoError(t, err)
	evil := `</script><script>alert(1)</script>"'&\end{document}%$`
	e := entryOf("p", p)
	e.Title, e.Author, e.Source = evil, evil, evil
	for _, form := range []string{"csv", "janko", "penpa"} {
		content, _, err := exchange.Write(form, []*exchange.Entry{e})
		require.NoError(t, err)
		back := read(t, form, string(content), "")[0]
		assert.Equal(t, []string{evil, evil, evil}, []string{back.Title, back.Author, back.Source}, form)
	}
}

// FuzzRead reads any text in any form. What can be read can be written and read again as the
// same puzzle.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"hidoku/gk05-med-1", "magic/n3-m1", "draughtboard/three", "draughtboard/d08holes-0", "hidoku/gx07-multi-1"} {
		content, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", name+".txt"))
		require.NoError(f, err)
		p, err := text.Parse(string(content))
		require.NoError(f, err)
		for i, form := range exchange.Names() {
			if written, _, err := exchange.Write(form, []*exchange.Entry{entryOf("p", p)}); err == nil {
				f.Add(uint8(i), string(written), "")
			}
		}
	}
	for _, c := range refused {
		for i, form := range exchange.Names() {
			if form == c.form && len(c.text) < 1000 {
				f.Add(uint8(i), c.text, "numbrix")
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, content, family string) {
		form := exchange.Names()[int(which)%len(exchange.Names())]
		if _, _, known := text.Family(family); !known {
			family = ""
		}
		entries, err := exchange.Read(form, strings.NewReader(content), "t", family)
		if err != nil {
			return
		}
		for _, e := range entries {
			comesBackFrom(t, form, e)
		}
	})
}

// FuzzPenpa packs any text as an address of penpa-edit, and reads it.
func FuzzPenpa(f *testing.F) {
	f.Add("square,2,1,38,0,1,1,114,76,9,9,0,0,0,0,Title: Hidato: x,Author: y\n[0,0,0,0]\n{}\n{\"number\":{\"14\":[\"1\",1,\"1\"]},\"surface\":{\"15\":4}}\n{}\n[14,1]")
	f.Add("sudoku,4,4,38,0,1,1,114,76,9,9,0,0,0,0,Title: ,Author: ,src,Numbrix: %2C\n[1,1,1,1]\n{}\n{\"number\":{\"27\":[3,1,\"10\"]}}\n{\"number\":{}}\n[27,1,7,1]")
	f.Fuzz(func(t *testing.T, text string) {
		for _, family := range []string{"", "magic", "rikudo"} {
			entries, err := exchange.Read("penpa", strings.NewReader(penpaText(text)), "t", family)
			if err == nil {
				comesBackFrom(t, "penpa", entries[0])
			}
		}
	})
}

// comesBackFrom writes an entry that a form has given in that form, as a puzzle file and as
// a link.
func comesBackFrom(t *testing.T, form string, e *exchange.Entry) {
	own, err := exchange.Read("csv", strings.NewReader(e.Text()), "t", "")
	require.NoError(t, err, e.Text())
	require.Equal(t, e.Puzzle.String(), own[0].Puzzle.String())
	for _, to := range []string{form, "link"} {
		written, _, err := exchange.Write(to, []*exchange.Entry{e})
		if err != nil && to == form { // a tiling without its solution, or a board that is too large for the editor
			require.ErrorContains(t, err, "cannot express")
			continue
		}
		require.NoError(t, err)
		back, err := exchange.Read(to, strings.NewReader(string(written)), "t", "")
		require.NoError(t, err, string(written))
		require.Equal(t, normal(e.Puzzle), normal(back[0].Puzzle))
	}
}

// TestEntriesKeepHeaders reads the text of each puzzle of testdata back with its header
// lines.
func TestEntriesKeepHeaders(t *testing.T) {
	for _, file := range puzzletest.Files(t, "testdata/*") {
		entries, err := exchange.Read("csv", strings.NewReader(file.Text(file.Puzzle)), file.Name, "")
		require.NoError(t, err)
		require.Len(t, entries, 1)
		again, err := text.Read(strings.NewReader(entries[0].Text()), file.Name, "")
		require.NoError(t, err)
		assert.Equal(t, file.Notes, again.Notes)
	}
}
