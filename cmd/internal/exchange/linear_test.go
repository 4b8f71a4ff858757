package exchange_test

import (
	"strings"
	"testing"

	"crosscut/cmd/internal/exchange"
	"crosscut/internal/puzzletest"
)

// hardFiles are long files with many small parts, by form.
var hardFiles = map[string][]puzzletest.Hard{
	"csv": {{Part: ","}, {Part: "\"\n"}, {Part: "\"\"\"\","}, {Part: "1;\n"}, {Part: "x:y\n"}, {Begin: "title:", Part: " ,"}, {Begin: "puzzle: magic\nlines: r1c1", Part: ";"}},
	"janko": {
		{Part: "[begin]\n"},
		{Begin: "[begin]\npuzzle hidoku\n[problem]\n", Part: "- ", End: "\n[end]\n"},
		{Begin: "[begin]\npuzzle hidoku\n[problem]\n", Part: "-\n", End: "[end]\n"},
		{Begin: "[begin]\npuzzle hidoku\ntitle", Part: " x", End: "\n[problem]\n-\n[end]\n"},
		{Part: "[begin]\npuzzle hidoku\n[problem]\n1\n[end]\n"},
		{Part: "[begin] "},
	},
	"kudamono": {
		{Begin: "https://pedros.works/kudamono/player?W=128x128&L=", Part: "x0", End: "&G=hidoku"},
		{Begin: "https://pedros.works/kudamono/player?W=128x128&L=", Part: "(", End: "&G=hidoku"},
		{Begin: "https://pedros.works/kudamono/player?W=128x128&L=&SIE=4", Part: "RL", End: "&G=hidoku"},
		{Begin: "https://pedros.works/kudamono/player?", Part: "&L=", End: "&G=hidoku"},
		{Part: "https://pedros.works/kudamono/player?W=2x2&L=&G=hidoku\n"},
		{Begin: "https://pedros.works/kudamono/player?W=2x2&L=", Part: "%2", End: "&G=hidoku"},
	},
	"penpa": {{Begin: penpaBegins, Part: "A"}, {Part: penpaBegins}, {Begin: penpaBegins, Part: "%41"}, {Part: "&p="}},
	"linkedin": {
		{Part: "["},
		{Part: `{"a":`},
		{Begin: "[", Part: `{"a":[]},`, End: "1]"},
		{Begin: "{", Part: `"a{i}":1,`, End: `"gridSize":2,"orderedSequence":[0,2]}`},
		{Begin: `{"gridSize":128,"orderedSequence":[0,8],"walls":[`, Part: `{"cellIdx":{i},"direction":"RIGHT"},`, End: `{"cellIdx":1,"direction":"DOWN"}]}`},
		{Begin: `{"gridSize":3,"orderedSequence":[0,8],"solution":[`, Part: "1,", End: "1]}"},
		{Begin: "[", Part: `{"gridSize":2,"orderedSequence":[0,2]},`, End: "1]"},
	},
	"json": {
		{Part: "["},
		{Begin: "[", Part: "[1,0],", End: "[0,4]]"},
		{Begin: "{", Part: `"a{i}":[[1]],`, End: `"b":1}`},
		{Begin: "[[", Part: `"a,",`, End: "1]]"},
	},
	"burrtools": {
		{Begin: "<puzzle", Part: ` a{i}="1"`, End: "/>"},
		{Begin: "<puzzle", Part: ` a="1"`, End: "/>"},
		{Part: "<a>"},
		{Begin: "<puzzle>", Part: "<a/>", End: "</puzzle>"},
		{Begin: "<puzzle>", Part: "&amp;", End: "</puzzle>"},
		{Begin: "<puzzle>", Part: "x<!---->", End: "</puzzle>"},
		{Begin: "<!DOCTYPE x [", Part: "<", End: "]>"},
		{Begin: "<comment>", Part: "<b>", End: "</comment>"},
		{Begin: `<puzzle version="2"><gridType type="0"/><shapes>`, Part: oneVoxel, End: "</shapes></puzzle>"},
	},
	"letters": {{Part: "A"}, {Part: "A\n"}, {Part: "A B\n"}, {Part: "A\n\n"}, {Part: " "}, {Part: "# A\n"}},
	"link":    {{Part: "crosscut:a\n"}, {Part: "crosscut:"}, {Part: "#"}, {Part: "https://x.example/#bA\n"}, {Part: " "}, {Begin: "crosscut:b", Part: "A"}},
}

// TestReadingIsLinear reads long files of each form. Text of puzzle files within them is read in package text.
func TestReadingIsLinear(t *testing.T) {
	for _, form := range exchange.Names() {
		if len(hardFiles[form]) == 0 {
			t.Errorf("no hard files of the form %s", form)
		}
		for _, hard := range hardFiles[form] {
			t.Run(form+"/"+hard.Begin+hard.Part, func(t *testing.T) {
				puzzletest.RequireLinear(t, hard.Text, func(text string) {
					_, _ = exchange.Read(form, strings.NewReader(text), "f", "")
				})
			})
		}
	}
}
