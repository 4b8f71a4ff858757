package exchange

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/show"
)

// penpaPage begins an address. Then there are the size of a square in the editor, and how many rows and columns it allows.
const penpaPage, penpaScale, penpaMost = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=", 38, 100

// penpaDrawer draws a board: by kind of drawing, what is at each place.
type penpaDrawer struct {
	penpaGrid
	board   *puzzle.Board
	drawing map[string]map[string]any
}

// at returns the number of the square of a cell.
func (d *penpaDrawer) at(cell int) int {
	row, col := d.board.Pos(cell)
	return (row+penpaMargin)*d.width + col + penpaMargin
}

func writePenpa(e *Entry, p puzzle.Numbered) string {
	board := p.Board()
	refuse(max(board.Width(), board.Height()) > penpaMost, "a board of %dx%d squares; the most is %dx%d", board.Width(), board.Height(), penpaMost, penpaMost)
	width := board.Width() + 2*penpaMargin
	d := &penpaDrawer{penpaGrid{width, width * (board.Height() + 2*penpaMargin)}, board, map[string]map[string]any{"number": {}, "symbol": {}, "lineE": {}}}
	rules := d.rules(p)
	squares, previous := []int{}, 0
	h, ranked := p.(*puzzle.Hidoku)
	ranked = ranked && h.Ranked() // then its numbers are those of an order
	for c := range board.Len() {
		at := d.at(c)
		squares, previous = append(squares, at-previous), at
		k, style := p.Clue(c), 1 // black
		if ranked {
			k, style = show.Shown(h, c), penpaCircled
		}
		if k != puzzle.Empty {
			d.drawing["number"][strconv.Itoa(at)] = []any{strconv.Itoa(k), style, "1"} // of normal size
		}
	}
	escape := strings.NewReplacer(",", "%2C", "\n", "%2D", "&", "%2E", "=", "%2F")
	centre := (board.Height()/2+penpaMargin)*width + board.Width()/2 + penpaMargin
	header := fmt.Sprintf("square,%d,%d,%d,0,1,1,%d,%d,%d,%d,0,0,0,0,Title: %s,Author: %s,%s,%s,OFF,false,",
		board.Width(), board.Height(), penpaScale, (board.Width()+1)*penpaScale, (board.Height()+1)*penpaScale, centre, centre,
		escape.Replace(e.Title), escape.Replace(e.Author), escape.Replace(e.Source), escape.Replace(rules))
	tools := map[string]any{"edit_mode": "number", "number": []any{"1", 1}}
	mode := map[string]any{"qa": "pu_q", "grid": []string{"1", "2", "1"}, "pu_q": tools, "pu_a": tools}
	nothing := penpaDrawing(nil)
	text := packPenpa(header, []int{0, 0, 0, 0}, mode, penpaDrawing(d.drawing), nothing, squares, []string{}, map[string]bool{},
		"x", "x", []int{3, 2, 3}, mode, "x", 0, nothing, nothing, map[string]bool{}, []string{})
	return penpaPage + text + "\n"
}

// rules returns the rules of a puzzle, and draws those that can be drawn. They begin with a name of the family. Header lines
// of a puzzle file follow for what neither the name nor the drawing says, so the reader finds them again.
func (d *penpaDrawer) rules(p puzzle.Puzzle) string {
	name, said := "Hidoku", map[string]bool{"puzzle": true}
	_, words := show.RulesOf(p)
	switch p := p.(type) {
	case *puzzle.Hidoku:
		rules := p.Rules()
		refuse(rules.Moves == puzzle.Hex, "moves: %s; only boards of squares are written", rules.Moves)
		if known, is := map[puzzle.Moves]string{puzzle.King: "Hidato", puzzle.Rook: "Numbrix"}[rules.Moves]; is {
			name, said["moves"] = known, true
		}
		if p.Ranked() && rules.Moves == puzzle.Rook {
			name, said["clues"] = "Zip", true
		}
		for _, rule := range base.Fields[[][2]int](&rules) {
			if len(*rule.At) > 0 && d.drawPairs(rule.Name, *rule.At) {
				said[rule.Name] = true
				words += penpaSigns[rule.Name].says
			}
		}
	case *puzzle.Magic:
		name = "Magic"
		form := p.Rules().Form
		refuse(form == puzzle.Jodici || form == puzzle.Equation, "a puzzle of the form %s; only boards of squares are written", form)
	default:
		refuse(true, "a puzzle of the type %T", p)
	}
	words = name + ": " + words
	for line := range strings.SplitSeq(p.String(), "\n") {
		if key, _, header := strings.Cut(line, ": "); header && !said[key] {
			words += "\n" + line
		}
	}
	return words
}

// penpaDrawing is what somebody has drawn, with every kind of drawing.
func penpaDrawing(drawn map[string]map[string]any) map[string]any {
	drawing := map[string]any{}
	for nothing, keys := range map[string]string{
		`{}`:         "surface number numberS symbol line lineE wall cage deletelineE freeline freelineE",
		`[]`:         "thermo arrows direction squareframe polygon killercages nobulbthermo",
		`{"__a":[]}`: "command_redo command_undo command_replay",
	} {
		for key := range strings.FieldsSeq(keys) {
			drawing[key] = json.RawMessage(nothing)
		}
	}
	for key, places := range drawn {
		drawing[key] = places
	}
	return drawing
}

// packPenpa returns the lines of an address as its part p=.
func packPenpa(header string, lines ...any) string {
	text := header
	for _, line := range lines {
		data, _ := json.Marshal(line) // cannot fail for numbers, texts, lists and objects of them
		text += "\n" + string(data)
	}
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression)           // fails only for an unknown level
	w.Write([]byte(strings.NewReplacer(penpaCodes...).Replace(text))) // a buffer does not fail
	w.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

// What is drawn between two squares: a thick line for a wall, a black diamond for a link, and a white one for its opposite.
// Beside the squares, the editor numbers their corners at the lower right, the middles of their lower edges, and the middles
// of their right edges. Each has as many numbers as there are squares, and those of one square differ by that. A line has the
// key "from,to" with two corners, and a diamond the number of the middle.

// penpaGrid is the squares of the editor, those beside the board included.
type penpaGrid struct{ width, squares int }

// The styles of a line, of a number and of a symbol.
const penpaThick, penpaCircled, penpaDiamond = 2, 6, "diamond_SS"

// penpaSign is what is drawn between two cells, and what it says.
type penpaSign struct {
	diamond int    // its style, 2 for black and 1 for white; 0 for a thick edge
	says    string // beside the rules
}

// penpaSigns are the signs by the header lines for their pairs.
var penpaSigns = map[string]penpaSign{
	"walls":    {},
	"links":    {2, " The diamonds are black."},
	"unlinked": {1, " A white diamond stands for a cross."},
}

// edge returns the keys of the line and of the middle between a square and the one below it or to the right.
func (g penpaGrid) edge(square, next int) (line, middle string) {
	corner, from, at := g.squares+square, g.squares+square-1, 2*g.squares+square
	if next == square+1 {
		from, at = corner-g.width, 3*g.squares+square
	}
	return fmt.Sprintf("%d,%d", from, corner), strconv.Itoa(at)
}

// edges returns the two squares beside each edge, by the key of its line and by that of its middle.
func (g penpaGrid) edges() map[string][2]int {
	edges := make(map[string][2]int)
	for square := range g.squares {
		for _, next := range []int{square + 1, square + g.width} {
			line, middle := g.edge(square, next)
			edges[line], edges[middle] = [2]int{square, next}, [2]int{square, next}
		}
	}
	return edges
}

// drawPairs draws a list of pairs of cells on the edges between them, and reports whether it did.
// It draws none if two of them are not side by side on the board, or if there is no sign for them.
func (d *penpaDrawer) drawPairs(header string, pairs [][2]int) bool {
	sign, known := penpaSigns[header]
	if !known || slices.ContainsFunc(pairs, func(pair [2]int) bool { return !sideBySide(d.board, pair) }) {
		return false
	}
	for _, pair := range pairs {
		line, middle := d.edge(d.at(pair[0]), d.at(pair[1]))
		if sign.diamond > 0 {
			d.drawing["symbol"][middle] = []any{sign.diamond, penpaDiamond, 2} // in front of lines
		} else {
			d.drawing["lineE"][line] = penpaThick
		}
	}
	return true
}

// sideBySide reports whether the second cell of a pair is below the first or to the right.
func sideBySide(b *puzzle.Board, pair [2]int) bool {
	row, col := b.Pos(pair[0])
	return pair[1] == b.Cell(row+1, col) || pair[1] == b.Cell(row, col+1)
}
