package paper

import (
	"bytes"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
)

// parse reads a puzzle whose text is known to be good.
func parse(t *testing.T, content string) puzzle.Puzzle {
	p, err := text.Parse(content)
	require.NoError(t, err)
	return p
}

// boards returns puzzles to draw, each with a solution.
func boards(t *testing.T) map[string]show.Picture {
	king := parse(t, "puzzle: hidoku\n1,_,_\n_,#,_\n8,_,_\n")
	return map[string]show.Picture{
		"king": {Puzzle: king, Filled: puzzle.Solution{1, 2, 3, 7, 4, 8, 6, 5}},
		"hex": {
			Puzzle: parse(t, "puzzle: hidoku\nmoves: hex\n1,_\n_,_\n"),
			Filled: puzzle.Solution{1, 2, 4, 3},
		},
		"magic": {
			Puzzle: parse(t, "puzzle: magic\n2,_,_\n_,5,_\n_,_,_\n"),
			Filled: puzzle.Solution{2, 7, 6, 9, 5, 1, 4, 3, 8},
		},
		"draughtboard": {
			Puzzle: parse(t, "puzzle: draughtboard\nboard: 3x2\ncorner: B\nB,W\n=\nB,W\n=\nB,W\n"),
			Filled: puzzle.Solution{1, 1, 2, 3, 3, 2},
		},
	}
}

// empty returns the picture of the puzzle alone.
func empty(p show.Picture) show.Picture { return show.Picture{Puzzle: p.Puzzle} }

// sizeOf returns the width and height of the picture in cells.
func sizeOf(t *testing.T, p show.Picture) (width, height float64) {
	width, height, err := show.SizeOf([]show.Picture{p})
	require.NoError(t, err)
	return width, height
}

// The space around a board, and for the sums beside a magic one, in cells.
const margin, sumSpace = 0.3, 1.1

// colourOf returns the colour that the style sheet fills shapes of these classes with.
func colourOf(t *testing.T, classes string) color.Color {
	digits := regexp.MustCompile(`(?m)^\.crosscut ` + regexp.QuoteMeta(classes) + ` \{ fill: #(\w+)`).FindSubmatch(render(t, SVG, boards(t)["magic"]))
	require.NotNil(t, digits, classes)
	rgb, err := hex.DecodeString(strings.Repeat(string(digits[1]), 6/len(digits[1])))
	require.NoError(t, err)
	return color.RGBA{rgb[0], rgb[1], rgb[2], 0xff}
}

// render returns the picture as a file.
func render(t *testing.T, format Format, p show.Picture) []byte {
	var out bytes.Buffer
	require.NoError(t, errOf(Write(&out, format, p)))
	return out.Bytes()
}

// errOf leaves out the signs that the typeface lacks.
func errOf(_ string, err error) error { return err }

// svgParts returns the texts of an SVG file, and its number of shapes.
func svgParts(t *testing.T, file []byte) (texts []string, shapes int) {
	decoder := xml.NewDecoder(bytes.NewReader(file))
	inText := false
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts, shapes
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
			if slices.Contains([]string{"path", "circle"}, e.Name.Local) {
				shapes++
			}
		case xml.CharData:
			if inText {
				texts = append(texts, string(e))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestPicturesHaveTheTextsOfTheBoard(t *testing.T) {
	for name, want := range map[string]struct{ empty, filled string }{
		"king":         {"1 8", "1 2 3 4 5 6 7 8"},
		"hex":          {"1", "1 2 3 4"},
		"magic":        {"15 15 15 15 15 15 15 15 2 5", "1 15 15 15 15 15 15 15 15 2 3 4 5 6 7 8 9"},
		"draughtboard": {"A ×3", "A A A"},
	} {
		t.Run(name, func(t *testing.T) {
			p := boards(t)[name]
			require.NoError(t, p.Puzzle.Check(p.Filled))
			texts, _ := svgParts(t, render(t, SVG, empty(p)))
			slices.Sort(texts)
			assert.Equal(t, want.empty, strings.Join(texts, " "))
			texts, _ = svgParts(t, render(t, SVG, p))
			slices.Sort(texts)
			assert.Equal(t, want.filled, strings.Join(texts, " "))
		})
	}
}

func TestSolutionsAndMarksAddShapes(t *testing.T) {
	for name, p := range boards(t) {
		t.Run(name, func(t *testing.T) {
			_, shapes := svgParts(t, render(t, SVG, p))
			assert.GreaterOrEqual(t, shapes, p.Puzzle.Board().Len(), "every cell has one")
			p.Marked = []int{1, 0}
			_, more := svgParts(t, render(t, SVG, p))
			assert.Equal(t, shapes+2, more, "one for each marked cell")
			assert.Equal(t, []int{1, 0}, p.Marked, "the caller's")
		})
	}
}

func TestTitles(t *testing.T) {
	p := boards(t)["magic"]
	_, before := sizeOf(t, p)
	p.Title = "a <title> & more"
	_, after := sizeOf(t, p)
	assert.Greater(t, after, before)
	texts, _ := svgParts(t, render(t, SVG, p))
	assert.Contains(t, strings.Join(texts, ""), "a <title> & more")
}

// TestAnyTitleIsValidXML has what XML does not allow: bytes that are not UTF-8, control
// characters and two code points.
func TestAnyTitleIsValidXML(t *testing.T) {
	p := boards(t)["magic"]
	p.Title = "é\xff\xfe \x01\ufffe\uffff]]>"
	texts, _ := svgParts(t, render(t, SVG, p))
	assert.Contains(t, strings.Join(texts, ""), "é\ufffd\ufffd \ufffd\ufffd\ufffd]]>")
}

// Near the corners of cells, away from numbers, the picture has the colour of the cell.
func TestPixels(t *testing.T) {
	p := boards(t)["magic"]
	p.Marked = []int{8}
	width, height := sizeOf(t, p)
	img, err := png.Decode(bytes.NewReader(render(t, PNG, p)))
	require.NoError(t, err)
	const scale = 2 * cellSize // pixels a cell, at 144 a inch
	assert.InDelta(t, width*scale, img.Bounds().Dx(), 1)
	assert.InDelta(t, height*scale, img.Bounds().Dy(), 1)
	at := func(col, row float64) color.Color {
		return img.At(int((margin+sumSpace+col)*scale), int((margin+row)*scale))
	}
	assert.Equal(t, colourOf(t, ".clue"), color.RGBAModel.Convert(at(0.2, 0.2)))
	assert.Equal(t, colourOf(t, ".cell"), color.RGBAModel.Convert(at(1.2, 0.2)))
	assert.Equal(t, colourOf(t, ".cell.marked"), color.RGBAModel.Convert(at(2.25, 2.25)))
}

func TestHolesAmongCellsAreDark(t *testing.T) {
	p := boards(t)["king"]
	img, err := png.Decode(bytes.NewReader(render(t, PNG, p)))
	require.NoError(t, err)
	middle := int(math.Round((margin + 1.5) * 2 * cellSize))
	assert.Equal(t, colourOf(t, ".hole.enclosed"), color.RGBAModel.Convert(img.At(middle, middle)))

	outline := show.Picture{Puzzle: parse(t, "puzzle: hidoku\n1,_,_\n_,#,_\n_,#,7\n")}
	img, err = png.Decode(bytes.NewReader(render(t, PNG, outline)))
	require.NoError(t, err)
	assert.NotEqual(t, colourOf(t, ".hole.enclosed"), color.RGBAModel.Convert(img.At(middle, middle)), "it is outside")
}

func TestTheSamePictureIsTheSameBytes(t *testing.T) {
	for name, p := range boards(t) {
		for _, format := range []Format{SVG, PNG, PDF} {
			assert.Equal(t, render(t, format, p), render(t, format, p), "%s as %s", name, format)
		}
	}
	assert.ErrorContains(t, errOf(Write(io.Discard, "gif", boards(t)["hex"])), `no picture format "gif"`)
}

func TestBookletsHaveSolutionsAtTheBack(t *testing.T) {
	puzzles, solutions := Section{Heading: "Ein Heft für Łukasz", Columns: 2, Rows: 2}, Section{Columns: 2, Rows: 2}
	for _, name := range []string{"king", "hex", "magic", "draughtboard", "king"} {
		p := boards(t)[name]
		puzzles.Entries = append(puzzles.Entries, Entry{Picture: empty(p)})
		solutions.Entries = append(solutions.Entries, Entry{Picture: p})
	}
	var file bytes.Buffer
	b := Booklet{Title: "Ein Heft für Łukasz", Width: a4Width, Height: a4Height}
	require.NoError(t, errOf(b.Write(&file, puzzles, solutions)))
	assert.True(t, bytes.HasPrefix(file.Bytes(), []byte("%PDF-")))
	assert.Equal(t, 4, bytes.Count(file.Bytes(), []byte("/Type /Page\n")), "two pages each")
	var again bytes.Buffer
	require.NoError(t, errOf(b.Write(&again, puzzles, solutions)))
	assert.Equal(t, file.Bytes(), again.Bytes())
}

// Two solutions of a puzzle are on one page, so that a reader can compare them.
func TestBookletsHavePicturesOfOnePuzzleOnOnePage(t *testing.T) {
	one, two, three := boards(t)["king"], boards(t)["hex"], boards(t)["magic"]
	for _, test := range []struct {
		columns, rows, want int
		pictures            []show.Picture
	}{
		{2, 2, 3, []show.Picture{one, one, two, three, three}},
		{1, 3, 2, []show.Picture{one, two, three, three}},
		{1, 1, 1, []show.Picture{one, one}},
		{1, 2, 2, []show.Picture{one, one, one}},
		{2, 1, 2, []show.Picture{one, two}},
		{2, 1, 1, []show.Picture{one, two, two}},
	} {
		s := Section{Columns: test.columns, Rows: test.rows}
		for _, p := range test.pictures {
			s.Entries = append(s.Entries, Entry{Picture: p})
		}
		assert.Equal(t, test.want, s.fitting(s.Entries))
	}
}

// A stone must have the same colour in all pictures of a puzzle, and another one than the
// stones that touch it.
func TestAStoneKeepsItsColour(t *testing.T) {
	p, err := text.Parse("puzzle: draughtboard\nboard: 3x2\nX,X\n=\nX,X\n=\nX,X\n")
	require.NoError(t, err)
	for _, filled := range []puzzle.Solution{{1, 2, 3, 1, 2, 3}, {1, 1, 2, 3, 3, 2}} {
		text := show.Picture{Puzzle: p, Filled: filled}.Terminal(true)
		for _, colour := range []string{"232;193;104", "153;204;232", "106;192;167"} { // of A, B and C on a grey square
			assert.Contains(t, text, "48;2;"+colour)
		}
	}
	seen := make(map[color.Color]int)
	for stone := range 21 {
		c := colourOf(t, fmt.Sprintf(".s%d", stone))
		other, again := seen[c]
		assert.False(t, again, "stones %d and %d", stone, other)
		seen[c] = stone
	}
}

func TestTextIsAsDrawn(t *testing.T) {
	for name, want := range map[string]string{
		"king": `
1──2──3
      │
7     4
│╲    │
8  6──5
`,
		"hex": `
1──2
   ╲
 4──3
`,
		"magic": `
   ┌────┬────┬────┐
   │  2 │  7 │  6 │ 15
   ├────┼────┼────┤
   │  9 │  5 │  1 │ 15
   ├────┼────┼────┤
   │  4 │  3 │  8 │ 15
   └────┴────┴────┘
15   15   15   15   15
`,
		"draughtboard": `
┌───────────┬─────┐
│  A     a  │  A  │
├───────────┤     │
│  a     A  │  a  │
└───────────┴─────┘
`,
	} {
		t.Run(name, func(t *testing.T) {
			p := boards(t)[name]
			assert.Equal(t, strings.TrimPrefix(want, "\n"), p.Terminal(false))
			coloured := p.Terminal(true)
			assert.Contains(t, coloured, "\x1b[")
			for _, line := range strings.Split(strings.TrimSuffix(coloured, "\n"), "\n") {
				assert.NotRegexp(t, `\x1b\[0;[^m]*m[^\x1b]*$`, line, "colours end with the line")
			}
		})
	}
}

func TestTextOfEmptyBoards(t *testing.T) {
	assert.Equal(t, "1  ·  ·\n\n·     ·\n\n8  ·  ·\n", empty(boards(t)["king"]).Terminal(false))
	assert.Equal(t, `┌───┬───┬───┐
│ B │ W │ B │
├───┼───┼───┤
│ W │ B │ W │
└───┴───┴───┘

A ×3    B W
`, empty(boards(t)["draughtboard"]).Terminal(false))
}

func TestPuzzlesOfForeignTypesAreAnErrorOrText(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for name, p := range foreign {
		picture := show.Picture{Puzzle: p, Title: "title"}
		want := "puzzletest." + name
		b := Booklet{Width: a4Width, Height: a4Height}
		if _, numbered := p.(puzzle.Numbered); numbered { // its numbers can be drawn
			require.NoError(t, errOf(Write(io.Discard, PDF, picture)))
			continue
		}
		for _, format := range []Format{SVG, PNG, PDF} {
			require.ErrorContains(t, errOf(Write(io.Discard, format, picture)), want)
		}
		require.ErrorContains(t, errOf(b.Write(io.Discard, Section{Columns: 1, Rows: 1, Entries: []Entry{{Picture: picture}}})), want)
		lines := strings.Split(picture.Terminal(true), "\n")
		assert.Len(t, lines, 4, "a title and two rows")
	}
	require.EqualError(t, errOf(Write(io.Discard, SVG, show.Picture{})), "the puzzle is nil")
	require.EqualError(t, errOf(Write(io.Discard, SVG, show.Picture{Puzzle: new(puzzle.Magic)})), "the board has no cells")
}

// Every puzzle of testdata can be drawn in every form, even if its shape is odd.
func TestEveryFileCanBeDrawn(t *testing.T) {
	names, err := filepath.Glob("../../testdata/*/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		file, err := os.Open(name)
		require.NoError(t, err)
		f, err := text.Read(file, name, "")
		file.Close()
		if err != nil {
			continue // a solution, or an answer
		}
		p := show.Picture{Puzzle: f.Puzzle, Title: name}
		texts, _ := svgParts(t, render(t, SVG, p))
		assert.NotEmpty(t, texts, name)
		assert.NotEmpty(t, render(t, PDF, p), name)
		assert.NotEmpty(t, p.Terminal(true), name)
	}
}
