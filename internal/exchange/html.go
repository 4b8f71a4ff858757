package exchange

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // for the page
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"slices"
	"strings"

	"crosscut/internal/drawing"
	"crosscut/internal/link"
	"crosscut/internal/stones"
	"crosscut/puzzle"
)

// A page that plays a puzzle in a browser: one file that works offline. The folder page has
// it, its style and its script. Its policy allows nothing but these two, by their digests, so a
// text in a header line cannot become a script. The solution is written in base 64, so
// nobody sees it by accident.
//
// The page has the link of the puzzle in a <meta> element. From there it is read back.

var (
	//go:embed page/page.html
	pageText string
	//go:embed page/play.css
	pageStyle string
	//go:embed page/play.js
	pageScript string
)

// pagePuzzle is what the script of the page knows.
type pagePuzzle struct {
	Link   string     `json:"link"`
	Family string     `json:"family"`
	Width  int        `json:"width"`
	Height int        `json:"height"`
	Cells  []pageCell `json:"cells"`
	Low    int        `json:"low"`
	High   int        `json:"high"`
	Moves  string     `json:"moves"`
	Sum    int        `json:"sum"`
	Lines  [][]int    `json:"lines"`  // the cells of each line that has the sum
	Labels []string   `json:"labels"` // of squares, row by row

	Names   []string    `json:"names"` // of stones
	Stones  []pageStone `json:"stones"`
	Corners []string    `json:"corners"` // the colours that the first square may have

	Hidden string `json:"hidden"` // the values of the solution; "" if there is none to show
}

type pageCell struct {
	Row     int   `json:"row"`
	Col     int   `json:"col"`
	Clue    *int  `json:"clue"`
	Touches []int `json:"touches"`
}

// pageStone is a stone. Each version is the sorted list of its cells, "0.1B" for one.
type pageStone struct {
	Size     int      `json:"size"`
	Drawing  []string `json:"drawing"` // rows of B, W, X and _
	Versions []string `json:"versions"`
}

func writeHTML(e *Entry) ([]byte, error) {
	code, err := linkOf(e)
	if err != nil {
		return nil, err
	}
	board := e.Puzzle.Board()
	data := pagePuzzle{
		Link: code, Family: string(e.Puzzle.Family()), Width: board.Width(), Height: board.Height(), Labels: e.labels(),
		Lines: [][]int{}, Names: []string{}, Stones: []pageStone{}, Corners: []string{},
	}
	for c := range board.Len() {
		row, col := board.Pos(c)
		data.Cells = append(data.Cells, pageCell{Row: row, Col: col, Touches: []int{}})
	}
	switch p := e.Puzzle.(type) {
	case *puzzle.Hidoku:
		data.Moves = string(p.Rules().Moves)
		data.numbers(p)
		for c := range data.Cells {
			data.Cells[c].Touches = append(data.Cells[c].Touches, p.Neighbours(c)...)
		}
	case *puzzle.Magic:
		data.numbers(p)
		data.Sum = p.Sum()
		for _, l := range p.Lines() {
			data.Lines = append(data.Lines, l.Cells())
		}
	case *puzzle.Draughtboard:
		data.stones(p)
	default:
		return nil, cannotHave("html", "a puzzle of the type %T", e.Puzzle)
	}
	if e.Only {
		shown := slices.Clone(e.Solution)
		for c, value := range shown {
			if e.Puzzle.Family() == puzzle.FamilyDraughtboard && value < 0 { // the sign is the colour of the corner
				shown[c] = -value
			}
		}
		values, err := json.Marshal(shown)
		if err != nil {
			return nil, err
		}
		data.Hidden = base64.StdEncoding.EncodeToString(values)
	}
	return page(e, code, data)
}

func page(e *Entry, code string, data pagePuzzle) ([]byte, error) {
	inside, err := json.Marshal(data) // with <, > and & escaped
	if err != nil {
		return nil, err
	}
	name, rules := drawing.RulesOf(e.Puzzle)
	title := cmp.Or(e.Title, name)
	clicked := "a number"
	if e.Puzzle.Family() == puzzle.FamilyDraughtboard {
		clicked = "a stone"
	}
	author := ""
	if e.Author != "" {
		author = "<p>" + html.EscapeString(e.Author) + "</p>\n"
	}
	text := strings.NewReplacer(
		"{script digest}", digestOf(pageScript), "{style digest}", digestOf(pageStyle), "{script}", pageScript, "{style}", pageStyle,
		"{prefix}", link.Prefix, "{link}", code, "{puzzle}", string(inside), "{title}", html.EscapeString(title), "{author}", author,
		"{rules}", html.EscapeString(rules), "{clicked}", clicked,
	).Replace(pageText)
	return []byte(text), nil
}

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

func (d *pagePuzzle) numbers(p puzzle.Numbered) {
	d.Low, d.High = p.Low(), p.High()
	for c := range d.Cells {
		if k := p.Clue(c); k != puzzle.Empty {
			d.Cells[c].Clue = &k
		}
	}
}

func (d *pagePuzzle) stones(p *puzzle.Draughtboard) {
	d.Low, d.High = 1, len(p.Stones())
	for _, colour := range p.Colourings() {
		d.Corners = append(d.Corners, string(rune(colour)))
	}
	for i, s := range p.Stones() {
		d.Names = append(d.Names, p.Name(i+1))
		stone := pageStone{Size: len(s.Cells()), Versions: []string{}, Drawing: strings.Fields(strings.ReplaceAll(s.String(), ",", ""))}
		for _, version := range s.Versions(p.Setup().Flips) {
			for _, corner := range []puzzle.Colour{puzzle.Black, puzzle.White} {
				if text, ok := laid(version, corner); ok {
					stone.Versions = append(stone.Versions, text)
				}
			}
		}
		d.Stones = append(d.Stones, stone)
	}
}

// laid returns the cells of a stone that lies so that its first square has a colour. ok is
// false if its colours do not allow that.
func laid(s puzzle.Stone, corner puzzle.Colour) (text string, ok bool) {
	var cells []string
	for _, c := range s.Cells() {
		square := corner
		if (c.Row+c.Col)%2 == 1 {
			square = corner.Other()
		}
		if !stones.Fits(c.Colour, square) {
			return "", false
		}
		cells = append(cells, fmt.Sprintf("%d.%d%c", c.Row, c.Col, square))
	}
	slices.Sort(cells)
	return strings.Join(cells, " "), true
}

func readHTML(s *Source) ([]*Entry, error) {
	return s.marked(`<meta name="crosscut" content="`, `"`, "a page of crosscut has a <meta> element with its puzzle")
}

// marked reads the link that stands between two texts.
func (s *Source) marked(before, after, missing string) ([]*Entry, error) {
	text := string(s.Data)
	at := strings.Index(text, before)
	if at < 0 {
		return nil, s.fail(0, 0, "no puzzle in it; %s", missing)
	}
	at += len(before)
	code, _, _ := strings.Cut(text[at:], after)
	entries, err := s.linked(code)
	if err != nil {
		return nil, s.failAt(text, at, "%v", err)
	}
	return entries, nil
}
