package show

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// parse reads a puzzle whose text is known to be good.
func parse(t *testing.T, content string) puzzle.Puzzle {
	p, err := text.Parse(content)
	require.NoError(t, err)
	return p
}

// written returns the picture as a file. It fails unless the file is well-formed.
func written(t *testing.T, pictures ...Picture) string {
	var out bytes.Buffer
	require.NoError(t, WriteSVG(&out, pictures...))
	decoder := xml.NewDecoder(bytes.NewReader(out.Bytes()))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return out.String()
		} else {
			require.NoError(t, err)
		}
	}
}

func TestCellsAndHolesHaveNames(t *testing.T) {
	text := written(t, Picture{Puzzle: parse(t, "puzzle: hidoku\n1,_,_\n_,#,_\n7,_,#\n")})
	assert.Equal(t, 7, strings.Count(text, "data-cell="))
	assert.Contains(t, text, `<path class="cell clue" data-cell="r3c1"`)
	assert.Contains(t, text, `<path class="cell" data-cell="r2c3"`)
	assert.Contains(t, text, `<path class="hole enclosed" data-hole="r2c2"`)
	assert.Contains(t, text, `<path class="hole" data-hole="r3c3"`)
}

// A half-filled board shows the parts of its path that are known.
func TestOpenCells(t *testing.T) {
	p := parse(t, "puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n")
	e := puzzle.Empty
	text := written(t, Picture{Puzzle: p, Filled: puzzle.Solution{1, 2, e, e, 5, 4}})
	assert.Contains(t, text, `class="route" d="M20 20L60 20M100 60L60 60"`)
	assert.Equal(t, 1, strings.Count(text, `class="end"`), "6 is not on the board")

	q := parse(t, "puzzle: draughtboard\nboard: 2x2\ncorner: B\nB,W\n=\nB,W\n")
	text = written(t, Picture{Puzzle: q, Filled: puzzle.Solution{e, e, 2, 2}})
	assert.Contains(t, text, `class="stone s1" data-stone="B"`)
	assert.NotContains(t, text, `data-stone="A"`)
	assert.Contains(t, text, ">A</text>", "B has the name of the stone like it")
	assert.NotContains(t, Picture{Puzzle: q, Filled: puzzle.Solution{1, 1, 2, 2}}.Terminal(false), "B")

	m := parse(t, "puzzle: magic\n2,_,_\n_,5,_\n_,_,_\n")
	text = written(t, Picture{Puzzle: m, Filled: puzzle.Solution{2, 7, 5, e, e, e, e, e, e}})
	assert.Contains(t, text, ">14</text>", "the sum of a full line")
	assert.Equal(t, 7, strings.Count(text, ">15</text>"), "what the others must have")
}

// Without style attributes a page with a strict content policy can show the picture.
func TestNoStyleAttributes(t *testing.T) {
	q := parse(t, "puzzle: draughtboard\nboard: 2x2\ncorner: B\nB,W\n=\nB,W\n")
	for _, p := range []Picture{{Puzzle: q, Title: "title"}, {Puzzle: q, Filled: puzzle.Solution{1, 1, 2, 2}, Marked: []int{3, 0, 3}}} {
		text := written(t, p)
		assert.NotContains(t, text, "style=")
		assert.NotContains(t, text, "<script")
		for _, class := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(text, -1) {
			for _, name := range strings.Fields(class[1]) {
				known := regexp.MustCompile(`\.`+name+`\b`).MatchString(sheet) || strings.Contains("crosscut board sheet row number loose draughtboard", name)
				assert.True(t, known, "the style sheet lacks %s", name)
			}
		}
	}
}

// A title may be the name of a file, which can have any bytes.
func TestAnyTitleIsValid(t *testing.T) {
	text := written(t, Picture{Puzzle: parse(t, "puzzle: hidoku\n1,_,_\n"), Title: "<é&\xff\x01]]>\""})
	assert.Contains(t, text, "&lt;é&amp;\ufffd\ufffd]]&gt;&quot;")
	assert.NotContains(t, text, "<é")
}

func TestLongTextsAreSmaller(t *testing.T) {
	size := func(text string) string {
		var d svg
		d.Text("number", "", Words{Point{}, textSize, 0.76, text})
		return regexp.MustCompile(`font-size="([^"]*)"`).FindStringSubmatch(d.String())[1]
	}
	assert.Equal(t, "20", size("99"))
	assert.Equal(t, "17.47", size("100"))
	assert.Equal(t, "13.1", size("1000"))
}

func TestPicturesSideBySide(t *testing.T) {
	p := Picture{Puzzle: parse(t, "puzzle: magic\ndiagonals: no\n_,_,_\n_,_,_\n_,_,_\n")}
	assert.Contains(t, written(t, p), `viewBox="0 0 188 188" width="188" height="188"`)
	two := written(t, p, p)
	assert.Contains(t, two, `viewBox="0 0 376 188"`)
	assert.Contains(t, two, `<g transform="translate(188 0)">`)
	assert.Equal(t, two, written(t, p, p), "the same bytes")
}

func TestBadPicturesAreErrors(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for name, p := range foreign {
		if _, numbered := p.(puzzle.Numbered); !numbered {
			require.ErrorContains(t, WriteSVG(io.Discard, Picture{Puzzle: p}), "puzzletest."+name)
		}
	}
	require.EqualError(t, WriteSVG(io.Discard, Picture{}), "the puzzle is nil")
	p := parse(t, "puzzle: hidoku\n1,_\n")
	require.EqualError(t, WriteSVG(io.Discard, Picture{Puzzle: p, Filled: puzzle.Solution{1}}), "1 values for a board of 2 cells")
}

// Variants show walls as thick lines, links as diamonds, the opposite as crosses, and rings
// around the cells of an order.
func TestVariantsShowTheirSigns(t *testing.T) {
	p := parse(t, "puzzle: hidoku\nmoves: rook\ntorus: yes\nwalls: r1c1-r1c2, r1c1-r3c1\nbridges: r1c1-r2c2\nlinks: r2c1-r2c2\nunlinked: r3c1-r3c2\nclues: order\n1,_,_\n_,2,_\n_,_,3\n")
	text := written(t, Picture{Puzzle: p})
	assert.Contains(t, text, `<path class="wall" d="M40 40L40 0"/>`, "the side between the two cells")
	assert.Contains(t, text, `<path class="wall" d="M40 0L0 0M40 120L0 120"/>`, "both sides of a step over an edge")
	assert.Contains(t, text, `<path class="bridge" d="M20 20L60 60"/>`)
	assert.Contains(t, text, `<path class="diamond" d="M40 54L46 60L40 66L34 60z"/>`)
	assert.Equal(t, 1, strings.Count(text, `class="cross"`))
	assert.Equal(t, 3, strings.Count(text, `class="rank"`))
	assert.Regexp(t, `class="number given" data-at="r2c2"[^>]*>2<`, text, "a rank")
	solved := written(t, Picture{Puzzle: p, Filled: puzzle.Solution{1, 2, 3, 4, 5, 6, 7, 8, 9}})
	assert.Regexp(t, `class="number given" data-at="r2c2"[^>]*>2<`, solved, "a rank on the line, too")
	assert.NotContains(t, solved, `class="number" `, "steps have no numbers")
	assert.Contains(t, solved, "L120 40M0 40L20 60", "a step over the edge")
	assert.NotContains(t, text, `class="sum"`, "the number in a ring is its place")
}

// A cell of an order that has no number shows its place in the order, on squares and on hexagons.
func TestAnOrderIsShown(t *testing.T) {
	for _, moves := range []string{"rook", "hex"} {
		text := written(t, Picture{Puzzle: parse(t, "puzzle: hidoku\nmoves: "+moves+"\norder: r2c2 r1c1\n_,_\n_,_\n")})
		places := regexp.MustCompile(`<text class="sum" x="([0-9.]+)"[^>]*>(\d\.)<`).FindAllStringSubmatch(text, -1)
		require.Len(t, places, 2, moves)
		assert.Equal(t, "1.", places[0][2])
		assert.Equal(t, "2.", places[1][2])
		assert.Less(t, numberOf(places[1][1]), numberOf(places[0][1]), "the second cell is left of the first one")
	}
}

// Every rule of the style sheet is understood, so that paper shows what screens do.
func TestEveryRuleIsUnderstood(t *testing.T) {
	number := regexp.MustCompile(`^[0-9. ]+$`)
	for _, r := range rules() {
		for key, value := range r.set {
			switch key {
			case "fill", "stroke":
				assert.True(t, value == "none" || colourOf(value).A == 0xff, "%s: %s", key, value)
			case "stroke-width", "fill-opacity", "stroke-dasharray":
				assert.Regexp(t, number, value, key)
			default:
				assert.Contains(t, []string{"", "stroke-linecap", "stroke-linejoin", "font-weight", "font-family", "text-anchor"}, key)
			}
		}
	}
	assert.Greater(t, len(rules()), 40)
	plain := plainLook.styled("cell clue", nil)
	assert.Equal(t, Look{Fill: colourOf("#fcf0cd"), Stroke: colourOf("#c3bfb6"), Width: 1}, plain)
	assert.True(t, plainLook.styled("text name", []string{"stone", "s3"}).Bold)
	assert.False(t, plainLook.styled("text name", []string{"loose", "s3"}).Bold)
	assert.Zero(t, plainLook.styled("route", nil).Fill.A)
	assert.Equal(t, []float64{5, 4}, plainLook.styled("through", nil).Dash)
}

// The stones and the board of a sheet do not overlap in a space of any shape. They fill it
// better than in one row below the board.
func TestSheetsFitTheirSpace(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "testdata", "draughtboard", "seed-8x8.txt"))
	require.NoError(t, err)
	p, err := text.Parse(string(content))
	require.NoError(t, err)
	q := p.(*puzzle.Draughtboard)
	for _, aspect := range []float64{0.2, 0.7, 1, 1.5, 4} {
		s := newSheet(q, aspect)
		type box struct{ from, to Point }
		boxes := []box{{s.BoardAt, Point{s.BoardAt.X + 8, s.BoardAt.Y + 8}}}
		row := 0.0
		for _, l := range s.Loose {
			w, h := extentOf(l.Stone)
			at := s.StonesAt.MovedBy(l.At.X, l.At.Y)
			boxes = append(boxes, box{at, Point{at.X + w, at.Y + h}})
			row += w + gap
		}
		assert.Len(t, boxes, 12, "a stone for each kind")
		for i, a := range boxes {
			assert.GreaterOrEqual(t, min(a.from.X, a.from.Y), 0.0)
			assert.LessOrEqual(t, a.to.X, s.Width+1e-9)
			assert.LessOrEqual(t, a.to.Y, s.Height+1e-9)
			for _, b := range boxes[:i] {
				assert.True(t, a.from.X >= b.to.X || b.from.X >= a.to.X || a.from.Y >= b.to.Y || b.from.Y >= a.to.Y, "aspect %v: %v and %v", aspect, a, b)
			}
		}
		assert.GreaterOrEqual(t, min(aspect/s.Width, 1/s.Height), min(aspect/row, 1./14))
		assert.Equal(t, aspect > 1, s.StonesAt.X > 8, "beside the board where it is wide: %v", aspect)
	}
}

// A sign between two cells hides the number of no cell. It stands not far from the middle of
// the step.
func TestSignsHideNoNumber(t *testing.T) {
	for _, content := range []string{
		"moves: (0,2) (1,2)\nunlinked: r1c1-r1c3, r1c2-r3c3, r3c1-r3c3\n_,5,_\n_,_,_\n_,_,_\n",
		"moves: (2,2) (0,1)\nunlinked: r1c1-r3c3, r1c1-r1c2, r1c3-r3c1\n_,_,_\n_,5,_\n_,_,_\n",
		"moves: (0,4) (0,1)\ntorus: yes\nunlinked: r1c1-r1c5, r1c1-r1c6\n_,_,_,_,_,_,_,_,_\n",
		"moves: king\nunlinked: r1c1-r1c2, r1c1-r2c2\n_,_\n_,_\n",
	} {
		parsed, err := text.Parse("puzzle: hidoku\n" + content)
		require.NoError(t, err, content)
		p := parsed.(*puzzle.Hidoku)
		g := gridOf(p)
		for from, to := range p.Pairs() {
			if p.MayFollow(from, to) {
				continue // there is no sign
			}
			a, b := g.Middle(from), g.Middle(to)
			for _, m := range g.Between(p, from, to) {
				for c := range p.Board().Len() {
					assert.Greater(t, distance(m, g.Middle(c)), 0.3, "%s%d-%d on %s", content, from, to, p.Board().Name(c))
				}
				if !p.Rules().Torus {
					assert.Less(t, distance(m, Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}), 0.4, content)
				}
			}
		}
	}
}

func distance(a, b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

// Stones of one kind have one name in a picture, unless that is the name of another kind, too.
func TestStonesOfOneKindHaveOneName(t *testing.T) {
	for content, want := range map[string]string{
		"board: 3x2\n* *\nX,X,X\n=\n* *\nX\n":                       "A A B B B B B B",
		"stones: tetrominoes + tetrominoes\nboard: 8x5\n":           "A B C D E A B C D E",
		"stones: tetrominoes + one-sided tetrominoes\nboard: 8x6\n": "A B1 C D1 E1 A B2 C D2 D1 F2 G2",
		"stones: tetrominoes\nboard: 4x6\ngaps: any\n2 *\nX,X\n":    "A B C D E F F",
	} {
		p, err := text.Parse("puzzle: draughtboard\n" + content)
		require.NoError(t, err, content)
		assert.Equal(t, want, strings.Join(namesOfKinds(p.(*puzzle.Draughtboard)), " "), content)
	}
}

// notes is a canvas that says what is drawn on it.
type notes struct{ lines []string }

func (n *notes) Path(l Look, lines ...Line) {
	n.lines = append(n.lines, fmt.Sprintf("%02x%02x%02x %.3f %v %v", l.Fill.R, l.Fill.G, l.Fill.B, l.Width, l.Dash, lines[0].Points[0]))
}

func (n *notes) Text(l Look, w Words) {
	n.lines = append(n.lines, fmt.Sprintf("%s %v %v", w.Text, w.Middle, l.Bold))
}

// A canvas of others gets looks and places, and no groups. Shapes within groups look as these say, and those after them do not.
func TestGroupsEnd(t *testing.T) {
	n := new(notes)
	s := &styled{to: n, look: plainLook}
	line := Line{Points: []Point{{X: 1}, {Y: 1}, {X: 1, Y: 1}}}
	s.Group("stone s0", "", Point{X: 1, Y: 2})
	s.Group("", "", Point{X: 1})
	s.Path("face", "", line)
	s.Text("name", "", Words{Text: "A"})
	s.End()
	s.Path("face", "", line)
	s.End()
	s.Path("through", "", line)
	s.Path("through", "", line)
	s.Text("name", "", Words{Text: "B"})
	s.Circle("face", Point{X: 1, Y: 1}, 1)
	assert.Equal(t, []string{
		"e69f00 0.025 [] {3 2}", "A {2 2} true",
		"e69f00 0.025 [] {2 2}",
		"000000 0.050 [0.125 0.1] {1 0}", "000000 0.050 [0.125 0.1] {1 0}", "B {0 0} false",
		"000000 0.025 [] {2 1}",
	}, n.lines)
}
