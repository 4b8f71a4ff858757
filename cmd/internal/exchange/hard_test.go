package exchange_test

import (
	"compress/flate"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/cmd/internal/exchange"
	"crosscut/cmd/internal/link"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

type hardText struct {
	form, name string
	text       func(size int) string
}

// hardTexts has for each form texts that are hard to read.
var hardTexts = []hardText{
	{"csv", "separators", repeated("1", ",;", "\n")},
	{"csv", "quotes", repeated(`"`, `""`, `"`+"\n")},
	{"csv", "rows of stones", repeated("board:,2x2\n", "X,X\n", "")},
	{"csv", "a wide row among many rows of a stone", func(size int) string {
		return "=\n" + strings.Repeat("X,", min(size/4, puzzle.MaxCells-1)) + "X\n" + strings.Repeat("X\n", size/4)
	}},
	{"csv", "header lines", repeated("puzzle: hidoku\n", "title: a\n", "1,2\n")},
	{"csv", "a long header line", repeated("walls:", ",r1c1-r1c2", "\n1,2\n")},
	{"csv", "an error at the end of a long row", repeated("puzzle: hidoku\n", "1,", "x\n")},
	{"csv", "puzzles", repeated("", "puzzle: hidoku\n1,\n---\n", "")},
	{"csv", "large boards", repeated("", "board: 128x128\n* *\nX\n---\n", "")},
	{"janko", "sections", repeated("", "[begin]\npuzzle hidoku\n[problem]\n1 -\n[end]\n", "")},
	{"janko", "a long row", repeated("[begin]\npuzzle hidoku\n[problem]\n", "- ", "\n[end]\n")},
	{"janko", "a long key", repeated("[begin]\npuzzle ", "a ", "\n[end]\n")},
	{"janko", "blanks", repeated("[begin]\n", " ", "\n[end]\n")},
	{"kudamono", "addresses", repeated("", "https://pedros.works/kudamono/player?W=2x2&L=&G=hidoku\n", "")},
	{"kudamono", "lines", repeated("https://pedros.works/kudamono/player?W=9x9&L=&G=hidoku&SIE=0", "RL", "\n")},
	{"kudamono", "squares", repeated("https://pedros.works/kudamono/player?W=128x128&G=hidoku&L=x0", "x1", "\n")},
	{"kudamono", "brackets", repeated("https://pedros.works/kudamono/player?W=128x128&G=hidoku&L=", "(", "\n")},
	{"kudamono", "escapes", repeated("https://pedros.works/kudamono/player?W=9x9&G=hidoku&L=", "%28", "\n")},
	{"kudamono", "parts", repeated("https://pedros.works/kudamono/player?", "&", "\n")},
	{"penpa", "header lines in the rules", func(size int) string {
		return penpaText("square,2,1,38,0,1,1,114,76,9,9,0,0,0,0,Title: ,Author: ,,Hidoku: "+strings.Repeat("%2Dsum: 1%2Dtorus: no", size/16), "[0,0,0,0]", "{}", "{}", "{}", "[14,1]")
	}},
	{"penpa", "short forms", func(size int) string { return stored(strings.Repeat("zU", size/2)) }},
	{"penpa", "deep nesting", func(size int) string { return stored(penpaDrawn(strings.Repeat("[", size))) }},
	{"penpa", "deep objects", func(size int) string { return stored(penpaDrawn(strings.Repeat(`{"symbol":`, size/10))) }},
	{"penpa", "squares", func(size int) string {
		return stored("square,2,1,38,0,1,1\n[0,0,0,0]\n\n{}\n\n[14" + strings.Repeat(",0", size/2) + "]")
	}},
	{"penpa", "parts of the address", repeated(penpaBegins, "&a=", "\n")},
	{"linkedin", "deep nesting", repeated("", "[", "")},
	{"linkedin", "deep nesting that ends", func(size int) string {
		return strings.Repeat("[", min(9999, size)) + strings.Repeat(" ", size) + strings.Repeat("]", min(9999, size))
	}},
	{"linkedin", "deep Zips", repeated("", `{"orderedSequence":`, "")},
	{"linkedin", "Zips", repeated("[", `{"gridSize":2,"orderedSequence":[0,2]},`, "0]")},
	{"linkedin", "walls", func(size int) string {
		var walls strings.Builder
		for c := 0; c < puzzle.MaxCells-128 && walls.Len() < size; c++ {
			fmt.Fprintf(&walls, `{"cellIdx":%d,"direction":"DOWN"},`, c)
		}
		return `{"gridSize":128,"orderedSequence":[0,9],"walls":[` + walls.String() + `{"cellIdx":0,"direction":"DOWN"}]}`
	}},
	{"linkedin", "one wall again and again", repeated(`{"gridSize":128,"orderedSequence":[0,9],"walls":[`, `{"cellIdx":0,"direction":"DOWN"},`, `{"cellIdx":0,"direction":"DOWN"}]}`)},
	{"burrtools", "attributes", repeated("<puzzle", ` a{i}=""`, "/>")},
	{"burrtools", "one attribute again and again", repeated("<puzzle", ` a=""`, "/>")},
	{"burrtools", "name spaces", repeated("<puzzle", ` xmlns:a=""`, "/>")},
	{"burrtools", "elements", repeated(`<puzzle version="2"><shapes>`, "<a/>", "</shapes></puzzle>")},
	{"burrtools", "deep elements that are not read", repeated(`<puzzle version="2"><solutions>`, "<a>", "")},
	{"burrtools", "comments", repeated(`<puzzle version="2">`, "<!---->", "</puzzle>")},
	{"burrtools", "problems", repeated(`<puzzle version="2"><shapes>`+largeVoxel+`</shapes><problems>`, `<problem><shapes/><result id="0"/></problem>`, `</problems></puzzle>`)},
	{"burrtools", "a large shape", repeated(`<puzzle version="2"><shapes><voxel x="128" y="128" z="64" type="0">`, "_", `</voxel></shapes></puzzle>`)},
	{"letters", "small tilings", repeated("", "A\n\n", "")},
	{"letters", "a long row", repeated("", "A", "")},
	{"letters", "a high tiling", repeated("", "A\n", "")},
	{"letters", "blanks", repeated("A", " ", "A\n")},
	{"link", "damaged links", repeated("", "crosscut:bbc\n", "")},
	{"link", "a link for blanks", func(size int) string {
		return linkFor("puzzle: magic\nlines: r1c1" + strings.Repeat(" ", size-99) + "r1c2 = 3\n_,_\n")
	}},
	{"link", "links for 1 MB each, and blank lines", func(size int) string { // each link costs as much as a thousand times its length
		return strings.Repeat(linkFor("puzzle: hidoku\ntitle: "+strings.Repeat("a", link.MaxText-99)+"\n1,_\n")+strings.Repeat("\n", 6000), size/7300+1)
	}},
	{"link", "a link with many puzzles", func(size int) string { return linkFor(strings.Repeat("puzzle: hidoku\n1,_\n---\n", size/23-1)) }},
	{"link", "a link with many large boards", func(size int) string { return linkFor(strings.Repeat("board: 128x128\n* *\nX\n---\n", size/25-1)) }},
	{"link", "a long line", repeated("crosscut:", "b", "\n")},
	{"csv", ",", repeated("", ",", "")},
	{"csv", "\"\n", repeated("", "\"\n", "")},
	{"csv", "\"\"\"\",", repeated("", "\"\"\"\",", "")},
	{"csv", "1;\n", repeated("", "1;\n", "")},
	{"csv", "x:y\n", repeated("", "x:y\n", "")},
	{"csv", " ,", repeated("title:", " ,", "")},
	{"csv", ";", repeated("puzzle: magic\nlines: r1c1", ";", "")},
	{"janko", "[begin]\n", repeated("", "[begin]\n", "")},
	{"janko", "-\n", repeated("[begin]\npuzzle hidoku\n[problem]\n", "-\n", "[end]\n")},
	{"janko", " x", repeated("[begin]\npuzzle hidoku\ntitle", " x", "\n[problem]\n-\n[end]\n")},
	{"janko", "[begin]npuzzle hidoku", repeated("", "[begin]\npuzzle hidoku\n[problem]\n1\n[end]\n", "")},
	{"janko", "[begin] ", repeated("", "[begin] ", "")},
	{"kudamono", "x0", repeated("https://pedros.works/kudamono/player?W=128x128&L=", "x0", "&G=hidoku")},
	{"kudamono", "&L=", repeated("https://pedros.works/kudamono/player?", "&L=", "&G=hidoku")},
	{"kudamono", "%2", repeated("https://pedros.works/kudamono/player?W=2x2&L=", "%2", "&G=hidoku")},
	{"penpa", "A", repeated(penpaBegins, "A", "")},
	{"penpa", penpaBegins, repeated("", penpaBegins, "")},
	{"penpa", "%41", repeated(penpaBegins, "%41", "")},
	{"penpa", "&p=", repeated("", "&p=", "")},
	{"linkedin", `{"a":`, repeated("", `{"a":`, "")},
	{"linkedin", `{"a":[]},`, repeated("[", `{"a":[]},`, "1]")},
	{"linkedin", `"a{i}":1,`, repeated("{", `"a{i}":1,`, `"gridSize":2,"orderedSequence":[0,2]}`)},
	{"linkedin", "{'cellIdx':{i},'direct", repeated(`{"gridSize":128,"orderedSequence":[0,8],"walls":[`, `{"cellIdx":{i},"direction":"RIGHT"},`, `{"cellIdx":1,"direction":"DOWN"}]}`)},
	{"linkedin", "1,", repeated(`{"gridSize":3,"orderedSequence":[0,8],"solution":[`, "1,", "1]}")},
	{"json", "[", repeated("", "[", "")},
	{"json", "[1,0],", repeated("[", "[1,0],", "[0,4]]")},
	{"json", `"a{i}":[[1]],`, repeated("{", `"a{i}":[[1]],`, `"b":1}`)},
	{"json", `"a,",`, repeated("[[", `"a,",`, "1]]")},
	{"table", "cells", repeated("<table><tr>", "<td>", "</table>")},
	{"table", "rows", repeated("<table>", "<tr><td>1</td><td></td></tr>\n", "</table>")},
	{"table", "looks", repeated("<table><tr>", `<td class="a{i}"></td>`, "</table>")},
	{"table", "tags", repeated("<table><tr><td>", "<b>", "</td></table>")},
	{"table", "brackets", repeated("<table><tr><td>", "<", "</td></table>")},
	{"table", "blanks", repeated("<table><tr><td>", " ", "</td></table>")},
	{"table", "begun cells", repeated("<table><tr><td>", "<td ", "")},
	{"burrtools", ` a{i}="1"`, repeated("<puzzle", ` a{i}="1"`, "/>")},
	{"burrtools", ` a="1"`, repeated("<puzzle", ` a="1"`, "/>")},
	{"burrtools", "&amp;", repeated("<puzzle>", "&amp;", "</puzzle>")},
	{"burrtools", "x<!---->", repeated("<puzzle>", "x<!---->", "</puzzle>")},
	{"burrtools", "<", repeated("<!DOCTYPE x [", "<", "]>")},
	{"burrtools", "<b>", repeated("<comment>", "<b>", "</comment>")},
	{"burrtools", oneVoxel, repeated(`<puzzle version="2"><gridType type="0"/><shapes>`, oneVoxel, "</shapes></puzzle>")},
	{"letters", "A B\n", repeated("", "A B\n", "")},
	{"letters", "# A\n", repeated("", "# A\n", "")},
	{"link", "crosscut:a\n", repeated("", "crosscut:a\n", "")},
	{"link", "crosscut:", repeated("", "crosscut:", "")},
	{"link", "#", repeated("", "#", "")},
	{"link", "https://x.example/#bA\n", repeated("", "https://x.example/#bA\n", "")},
	{"link", " ", repeated("", " ", "")},
	{"link", "A", repeated("crosscut:b", "A", "")},
}

var largeVoxel = `<voxel x="128" y="128" z="1" type="0">` + strings.Repeat("#", puzzle.MaxCells) + `</voxel>`

func penpaDrawn(drawn string) string {
	return "square,2,1,38,0,1,1\n[0,0,0,0]\n\n" + drawn + "\n\n[14,1]"
}

// stored is penpaText for a text that is not made shorter.
func stored(content string) string {
	var packed strings.Builder
	w, _ := flate.NewWriter(&packed, flate.NoCompression)
	_, _ = w.Write([]byte(content))
	w.Close()
	return penpaBegins + base64.StdEncoding.EncodeToString([]byte(packed.String()))
}

func linkFor(content string) string {
	code, err := link.Encode(content)
	if err != nil {
		panic(err)
	}
	return link.Prefix + code
}

// repeated returns texts of a beginning, a part that stands there often, and an end.
func repeated(begin, part, end string) func(size int) string {
	return puzzletest.Hard{Begin: begin, Part: part, End: end}.Text
}

// TestHardTextsAreReadInLinearTime reads long texts of each form with many small parts, or with parts that are large boards,
// wide rows, pieces and links. Text of puzzle files within them is read in package text.
func TestHardTextsAreReadInLinearTime(t *testing.T) {
	for _, form := range exchange.Names() {
		assert.True(t, slices.ContainsFunc(hardTexts, func(c hardText) bool { return c.form == form }), form)
	}
	for _, c := range hardTexts {
		t.Run(c.form+" "+c.name, func(t *testing.T) {
			puzzletest.RequireLinear(t, c.text, func(content string) {
				_, _ = exchange.Read(c.form, strings.NewReader(content), "t", "")
			})
		})
	}
}
