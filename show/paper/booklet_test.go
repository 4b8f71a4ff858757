package paper

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/show"
)

// sample returns a booklet with a section of puzzles and one of solutions.
func sample(t *testing.T) (Booklet, []Section) {
	all := boards(t)
	b := Booklet{Title: "Rainy days", Author: "Ann", Subject: "4 puzzles", Width: a4Width, Height: a4Height, Cover: true}
	puzzles := Section{Heading: "Puzzles", Rules: "Solve them.", Contents: "1 to 4", Columns: 1, Rows: 2}
	solutions := Section{Heading: "Solutions", Columns: 3, Rows: 4}
	for i, name := range []string{"draughtboard", "hex", "king", "magic"} {
		p := all[name]
		puzzles.Entries = append(puzzles.Entries, Entry{Picture: empty(p), Number: i + 1, Level: "easy", Stars: 1})
		solutions.Entries = append(solutions.Entries, Entry{Picture: p, Number: i + 1})
		b.Samples = append(b.Samples, empty(p))
	}
	return b, []Section{puzzles, {Heading: "Empty"}, solutions}
}

// written returns the booklet as a file, and the operators of its pages.
func written(t *testing.T, b Booklet, sections []Section) (file []byte, pages string) {
	var out bytes.Buffer
	require.NoError(t, errOf(b.Write(&out, sections...)))
	var operators strings.Builder
	for _, stream := range pdfStream.FindAllSubmatch(out.Bytes(), -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // it is not compressed, so it is not a page
		}
		content, err := io.ReadAll(r)
		if !errors.Is(err, io.ErrUnexpectedEOF) { // the last byte may be like an end of line
			require.NoError(t, err)
		}
		if bytes.Contains(content, []byte("BT ")) {
			operators.Write(content)
		}
	}
	return out.Bytes(), operators.String()
}

func TestBookletsHaveACoverAndProperties(t *testing.T) {
	b, sections := sample(t)
	file, _ := written(t, b, sections)
	assert.Equal(t, 4, bytes.Count(file, []byte("/Type /Page\n")), "a cover, two pages of puzzles, one of solutions")
	for _, property := range []string{"/Title", "/Author", "/Subject", "/Creator"} {
		assert.Contains(t, string(file), property)
	}
	assert.NotContains(t, string(file), "/CreationDate (D:20", "no date of today")
	again, _ := written(t, b, sections)
	assert.Equal(t, file, again)
	b.Cover = false
	file, _ = written(t, b, sections)
	assert.Equal(t, 3, bytes.Count(file, []byte("/Type /Page\n")))
}

// inColour matches an operator that sets a colour with three parts.
var inColour = regexp.MustCompile(`[0-9.]+ [0-9.]+ [0-9.]+ (rg|RG)`)

func TestGreyBookletsHaveNoColours(t *testing.T) {
	b, sections := sample(t)
	_, coloured := written(t, b, sections)
	assert.Regexp(t, inColour, coloured)
	b.Grey = true
	_, grey := written(t, b, sections)
	assert.NotRegexp(t, inColour, grey)
}

// Everything stays on the page, on each paper and with large letters.
func TestBookletsStayOnTheirPaper(t *testing.T) {
	place := regexp.MustCompile(`(-?[0-9.]+) (-?[0-9.]+) [ml]\b`)
	for _, name := range []string{"a4", "letter", "a5"} {
		for _, large := range []bool{false, true} {
			for _, landscape := range []bool{false, true} {
				b, sections := sample(t)
				b.Large = large
				b.Width, b.Height, _ = Size(name)
				if landscape {
					b.Width, b.Height = b.Height, b.Width
				}
				_, pages := written(t, b, sections)
				seen := 0
				for _, at := range place.FindAllStringSubmatch(pages, -1) {
					x, y := float(t, at[1]), float(t, at[2])
					require.True(t, x > 0 && x < b.Width && y > 0 && y < b.Height, "%s: %v", name, at)
					seen++
				}
				assert.Greater(t, seen, 100)
			}
		}
	}
	_, _, ok := Size("a3")
	assert.False(t, ok)
}

func TestCaptions(t *testing.T) {
	e := Entry{Picture: show.Picture{Title: "Spiral"}, Number: 7, Level: "hard", Stars: 3}
	var texts []string
	stars := 0
	for _, p := range e.pieces() {
		texts = append(texts, p.text)
		stars += p.stars
		assert.Positive(t, p.wide(new(letters), 10))
	}
	assert.Equal(t, []string{"7", "Spiral", "hard", ""}, texts)
	assert.Equal(t, 3, stars)
	assert.Empty(t, Entry{}.pieces())
}

func TestTextsAreWrappedAtBlanks(t *testing.T) {
	text := "Write each number once, so that consecutive numbers touch."
	assert.Equal(t, []string{text}, new(letters).wrapped(text, 10, 1000))
	lines := new(letters).wrapped(text, 10, 100)
	assert.Greater(t, len(lines), 1)
	assert.Equal(t, text, strings.Join(lines, " "))
	for _, line := range lines {
		assert.LessOrEqual(t, new(letters).width(false, 10, line), 100.0)
	}
	assert.Equal(t, strings.Fields(text), new(letters).wrapped(text, 10, 1), "one word is never cut")
	assert.Empty(t, new(letters).wrapped("", 10, 10))
}

// float returns a number of the operators of a page.
func float(t *testing.T, text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return x
}

// Each form of picture has the labels of cells and of holes, before and after solving.
func TestLabelsAreInEachPicture(t *testing.T) {
	for name, text := range map[string]string{
		"hidoku":       "puzzle: hidoku\n1,##\n_,3\n",
		"hex":          "puzzle: hidoku\nmoves: hex\n1,##\n_,3\n",
		"draughtboard": "puzzle: draughtboard\nboard:\nB,#\nW,B\n=\nB,_\nW,B\n",
	} {
		p := show.Picture{Puzzle: parse(t, text), Labels: []string{"Mon", "Tue", "Wed", "Thu"}}
		filled := puzzle.Solution{1, 2, 3}
		if p.Puzzle.Family() == puzzle.FamilyDraughtboard {
			filled = puzzle.Solution{1, 1, 1}
		}
		require.NoError(t, p.Puzzle.Check(filled))
		for _, p.Filled = range []puzzle.Solution{nil, filled} {
			texts, _ := svgParts(t, render(t, SVG, p))
			for _, label := range p.Labels {
				assert.True(t, slices.Contains(texts, label), "%s has %s", name, label)
			}
			if p.Filled == nil || p.Puzzle.Family() != puzzle.FamilyDraughtboard {
				for _, label := range p.Labels {
					assert.Contains(t, p.Terminal(false), label, name)
				}
			}
			assert.Contains(t, p.Terminal(true), "Tue", "a hole")
			bare := p
			bare.Labels = nil
			assert.NotEqual(t, render(t, PNG, bare), render(t, PNG, p))
			assert.NotEqual(t, render(t, PDF, bare), render(t, PDF, p))
		}
	}
}

// Labels of another board are drawn as far as they go.
func TestTooFewLabels(t *testing.T) {
	p := show.Picture{Puzzle: parse(t, "puzzle: magic\n_,_,_\n_,5,_\n_,_,_\n"), Labels: []string{"a", "b"}}
	texts, _ := svgParts(t, render(t, SVG, p))
	assert.Contains(t, strings.Join(texts, " "), "a b")
}

// notes is a surface that says what is drawn on it.
type notes struct{ lines []string }

func (n *notes) fill(colour color.NRGBA, polygons [][]point) {
	n.lines = append(n.lines, fmt.Sprintf("fill %02x%02x%02x %v", colour.R, colour.G, colour.B, polygons[0][0]))
}

func (n *notes) stroke(l show.Look, lines []show.Line) {
	n.lines = append(n.lines, fmt.Sprintf("stroke %.1f %v %v", l.Width, l.Dash, lines[0].Points[0]))
}

func (n *notes) text(_ color.NRGBA, bold bool, _ point, size float64, text string) {
	n.lines = append(n.lines, fmt.Sprintf("text %s %.1f %v", text, size, bold))
}

// Lengths grow with the cell, and a text fits its width.
func TestLengthsAreThoseOfCells(t *testing.T) {
	n := new(notes)
	b := newBrush(n, new(letters), point{X: 100, Y: 200}, 80)
	b.Path(show.Look{Stroke: color.NRGBA{A: 0xff}, Width: 0.05, Dash: []float64{0.125, 0.1}}, show.Line{Points: []point{{X: 1}, {Y: 1}}})
	b.Path(show.Look{Fill: color.NRGBA{R: 0xff, A: 0xff}}, show.Line{Points: []point{{X: 3, Y: 2}, {Y: 1}, {X: 1, Y: 1}}})
	b.Text(ink(true), show.Words{Middle: point{}, Size: 0.5, Width: 1, Text: "A"})
	b.Text(ink(true), show.Words{Middle: point{}, Size: 0.5, Width: 0.1, Text: "A"})
	b.Text(ink(false), show.Words{Middle: point{}, Size: 0.5, Width: 1, Text: "B\r"})
	assert.Equal(t, []string{
		"stroke 4.0 [10 8] {180 200}", "fill ff0000 {340 360}", "text A 40.0 true", "text A 11.1 true", "text B□ 40.0 false",
	}, n.lines)
	assert.Empty(t, b.lacking)
}

// A section shares a page with the one before it if it fits there as a whole. Puzzles and their
// solutions are never on one page.
func TestSmallSectionsShareAPage(t *testing.T) {
	section := func(heading string, entries, columns, rows int) Section {
		return Section{Heading: heading, Columns: columns, Rows: rows, Entries: make([]Entry, entries)}
	}
	solutions := section("solutions", 1, 2, 3)
	solutions.Apart = true
	var got []string
	for _, parts := range pagesOf([]Section{
		section("a", 1, 1, 2), section("b", 2, 2, 3), section("none", 0, 1, 1), section("c", 2, 1, 6),
		section("d", 4, 1, 3), section("e", 3, 1, 3), section("f", 1, 1, 3), solutions,
	}) {
		page := ""
		for _, s := range parts {
			page += fmt.Sprintf("%s %d %v ", s.Heading, len(s.Entries), s.begins)
		}
		got = append(got, strings.TrimSpace(page))
	}
	assert.Equal(t, []string{"a 1 true b 2 true", "c 2 true", "d 3 true", "d 1 false", "e 3 true", "f 1 true", "solutions 1 true"}, got)
}

// TestGolden compares the structure of a picture of each family in each format with one
// that a person has looked at. It compares shapes, their kinds and places to the unit,
// texts, and the average colours of parts of cells. With PICTURE_UPDATE=1 it writes
// testdata/golden. Then draw the pictures and look at them.
func TestGolden(t *testing.T) {
	for name, p := range boards(t) {
		p.Marked, p.Title = []int{1}, "Title"
		structure := "puzzle, svg\n" + svgStructure(t, render(t, SVG, empty(p))) +
			"\nsvg\n" + svgStructure(t, render(t, SVG, p)) +
			"\npng\n" + pngStructure(t, p) +
			"\npdf\n" + pdfStructure(t, render(t, PDF, p)) +
			"\nterminal\n" + terminalStructure(p)
		file := filepath.Join("testdata", "golden", name+".txt")
		if os.Getenv("PICTURE_UPDATE") != "" {
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
			require.NoError(t, os.WriteFile(file, []byte(structure), 0o600))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), structure, name)
	}
}

var decimal = regexp.MustCompile(`-?\d+(\.\d+)?`)

// svgStructure returns a line for each shape: its class, and the rectangle around it or the
// text in it.
func svgStructure(t *testing.T, file []byte) string {
	var lines strings.Builder
	decoder := xml.NewDecoder(bytes.NewReader(file))
	text := ""
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return lines.String()
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			attr := map[string]string{}
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			switch e.Name.Local {
			case "svg":
				fmt.Fprintf(&lines, "%s x %s\n", attr["width"], attr["height"])
			case "g":
				fmt.Fprintf(&lines, "group %s %s\n", attr["class"], attr["transform"])
			case "path":
				fmt.Fprintf(&lines, "%s %s%s %s\n", attr["class"], attr["data-cell"], attr["data-hole"], around(attr["d"]))
			case "circle":
				fmt.Fprintf(&lines, "%s %s,%s\n", attr["class"], rounded(attr["cx"]), rounded(attr["cy"]))
			case "text":
				text = fmt.Sprintf("%s %s,%s", attr["class"], rounded(attr["x"]), rounded(attr["y"]))
			}
		case xml.CharData:
			if text != "" {
				fmt.Fprintf(&lines, "%s %s\n", text, e)
			}
		case xml.EndElement:
			text = ""
		}
	}
}

// around returns the rectangle around a path, in whole units.
func around(path string) string {
	var low, high [2]float64
	for i, text := range decimal.FindAllString(path, -1) {
		x, _ := strconv.ParseFloat(text, 64)
		if i < 2 {
			low[i], high[i] = x, x
		}
		low[i%2], high[i%2] = min(low[i%2], x), max(high[i%2], x)
	}
	return fmt.Sprintf("%.0f,%.0f to %.0f,%.0f", math.Round(low[0]), math.Round(low[1]), math.Round(high[0]), math.Round(high[1]))
}

func rounded(number string) string {
	x, _ := strconv.ParseFloat(number, 64)
	return fmt.Sprintf("%.0f", math.Round(x))
}

// pngStructure returns the average colours of squares, of which a cell has four by four.
// Each colour is three digits of base 8.
func pngStructure(t *testing.T, p show.Picture) string {
	img, err := png.Decode(bytes.NewReader(render(t, PNG, p)))
	require.NoError(t, err)
	const side = 2 * cellSize / 4
	var lines strings.Builder
	for y := 0; y+side <= img.Bounds().Dy(); y += side {
		for x := 0; x+side <= img.Bounds().Dx(); x += side {
			var sum [3]uint32
			for i := range side * side {
				r, g, b, _ := img.At(x+i%side, y+i/side).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
			}
			for _, s := range sum {
				fmt.Fprint(&lines, s/(side*side)/32)
			}
			lines.WriteByte(' ')
		}
		lines.WriteByte('\n')
	}
	return strings.ReplaceAll(lines.String(), " \n", "\n")
}

var (
	pdfStream   = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	pdfOperator = regexp.MustCompile(`(?m)(?:^|\s)(re|[mlcfSh]|f\*|BT|rg|RG|w)\s*$`)
	pdfWidth    = regexp.MustCompile(`(?m)[0-9.]+ w$`)
	pdfPage     = regexp.MustCompile(`/MediaBox \[[^\]]*\]`)
)

// pdfStructure returns the size of each page and how often its content has each width of lines and
// the operators that fill, stroke, write and choose colours.
func pdfStructure(t *testing.T, file []byte) string {
	count := map[string]int{}
	for _, stream := range pdfStream.FindAllSubmatch(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue // it is not compressed, so it is not a page
		}
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		if bytes.Contains(content, []byte(" BT")) || bytes.Contains(content, []byte("BT ")) {
			for _, operator := range pdfOperator.FindAllSubmatch(content, -1) {
				count[string(operator[1])]++
			}
			for _, width := range pdfWidth.FindAll(content, -1) {
				count[string(width)]++
			}
			count["text"] += bytes.Count(content, []byte("Tj"))
		}
	}
	lines := string(pdfPage.Find(file)) + "\n"
	for _, operator := range slices.Sorted(maps.Keys(count)) {
		lines += fmt.Sprintf("%s %d\n", operator, count[operator])
	}
	return lines
}

// terminalStructure returns the lines of a terminal with their escape sequences readable.
func terminalStructure(p show.Picture) string {
	var lines strings.Builder
	for line := range strings.Lines(p.Terminal(true)) {
		fmt.Fprintf(&lines, "%+q\n", strings.TrimSuffix(line, "\n"))
	}
	return lines.String()
}
