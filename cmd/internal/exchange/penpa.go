package exchange

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Addresses of the editor Penpa+ (penpa-edit) with a board of squares and numbers:
//
//	https://swaroopg92.github.io/penpa-edit/#m=edit&p=…
//
// p is a text of lines, packed by deflate and written in base 64, with short forms ("z" and a sign) for keys. Those that matter:
//
//	0   square,columns,rows,…,Title: …,Author: …,source,rules,…
//	1   how many rows and columns at the four sides are not of the board
//	3   what the setter has drawn; 4: what the solver has drawn
//	5   the squares of the board: the first, and then the distance of each to the next
//
// A square in row r and column c from 0 has the number (r+2)·(columns+4)+c+2. One that is not in line 5, or black, is a hole.
//
// Penpa+ draws any puzzle and knows no genre of ours. So the caller must name the family, unless the rules or the title begin
// with its name. We write such rules, and below them header lines of a puzzle file for rules that cannot be drawn. Everything
// drawn besides numbers, black squares, walls and diamonds is refused by its name. The state of the editor, the history and
// the answer are no part of the puzzle.
//
// Source: class_p.js, class_square.js and general.js of swaroopg92/penpa-edit, version 3.2.3.

// penpaCodes are the texts that occur often, each followed by its short form.
var penpaCodes = strings.Fields(`
	z zZ  "qa" z9  "pu_q" zQ  "pu_a" zA  "grid" zG  "edit_mode" zM  "surface" zS  "line" zL  "lineE" zE  "wall" zW
	"cage" zC  "number" zN  "symbol" zY  "special" zP  "board" zB  "command_redo" zR  "command_undo" zU
	"command_replay" z8  "numberS" z1  "freeline" zF  "freelineE" z2  "thermo" zT  "arrows" z3  "direction" zD
	"squareframe" z0  "polygon" z5  "deletelineE" z4  "killercages" z6  "nobulbthermo" z7  "__a" z_  null zO`)

const penpaHeader, penpaSpace, penpaDrawn, penpaAnswer, penpaSquares = 0, 1, 3, 4, 5 // the lines that matter

// The fields of the first line that matter; a board is flipped by two of them.
const penpaColumns, penpaRows, penpaTurned, penpaFlipped, penpaTitle, penpaAuthor, penpaSource, penpaRules = 1, 2, 4, 5, 15, 16, 17, 18

// penpaMargin is how many squares the editor has beside the board at each side.
const penpaMargin = 2

const penpaBlack = 4 // the colour of a square

func readPenpa(s *Source) []*Entry {
	return s.eachLine("no address in it", func(line string, number int) []*Entry {
		r := &penpaReader{drawing: &drawing{place: place{s, number, 1}}}
		return []*Entry{r.address(line)}
	})
}

type penpaReader struct {
	*drawing
	fields []string // of the first line
	space  [4]int
	grid   penpaGrid
	edges  map[string][2]int
	drawn  map[string]json.RawMessage
	left   []string
}

func (r *penpaReader) address(line string) *Entry {
	packed := ""
	_, query, _ := strings.Cut(line, "#")
	if query == "" {
		_, query, _ = strings.Cut(line, "?")
	}
	for pair := range strings.SplitSeq(query, "&") {
		switch key, value, _ := strings.Cut(pair, "="); key {
		case "":
		case "p":
			packed = value
		case "m":
			r.failIf(value != "edit" && value != "solve", "m=%s; it is edit or solve", value)
		case "a", "l", "r", "q": // an answer, how to show it, a recording
			r.left = append(r.left, "the part "+key+" of the address")
		default:
			r.fail("the part %q of the address is unknown", key)
		}
	}
	r.failIf(packed == "", "no part p= in it; an address of penpa-edit has #m=edit&p=…")
	content, err := unpackPenpa(packed)
	r.failIf(err != nil, "the part p= cannot be unpacked: %v", damaged(err))
	r.unpacks(r.line, "address", len(content))
	lines := strings.Split(content, "\n")
	r.failIf(len(lines) <= penpaSquares, "the part p= has %d lines, too few for a puzzle", len(lines))
	return r.puzzle(lines)
}

// unpackPenpa returns the lines of a part p=.
func unpackPenpa(packed string) (string, error) {
	if plain, err := url.PathUnescape(packed); err == nil {
		packed = plain
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(packed, "="))
	if err != nil {
		return "", err
	}
	plain, err := limited(flate.NewReader(bytes.NewReader(data)))
	if err != nil {
		return "", err
	}
	back, long, size := slices.Clone(penpaCodes), map[string]string{}, len(plain)
	slices.Reverse(back) // so each text follows its short form
	for code := range slices.Chunk(back, 2) {
		long[code[0]] = code[1]
	}
	for i := 0; i+1 < len(plain); i++ { // a z in a text, as in "puzzle", may begin no short form
		size += len(long[string(plain[i:i+2])])
	}
	if size > 2*text.MaxFile {
		return "", errTooLarge
	}
	return strings.NewReplacer(back...).Replace(string(plain)), nil
}

func (r *penpaReader) puzzle(lines []string) *Entry {
	r.fields = strings.Split(lines[penpaHeader], ",")
	r.size(lines)
	r.json(lines, penpaDrawn, &r.drawn, "what was drawn")
	var answer map[string]json.RawMessage
	if json.Unmarshal([]byte(lines[penpaAnswer]), &answer) == nil && slices.ContainsFunc(slices.Collect(maps.Keys(answer)), func(key string) bool {
		return !strings.HasPrefix(key, "command_") && !isVoidJSON(answer[key])
	}) {
		r.left = append(r.left, "the answer")
	}
	r.squaresOf(lines)
	r.readDrawn()
	e := r.entry(r.read(r.headers(), r.Family), r.field(penpaTitle, "Title:"), r.field(penpaAuthor, "Author:"), r.field(penpaSource, ""))
	e.Left = r.left
	return e
}

// json reads a line of p=, which has what the words say.
func (r *penpaReader) json(lines []string, i int, to any, what string) {
	r.failIf(json.Unmarshal([]byte(lines[i]), to) != nil, "line %d of p= is not "+what, i+1)
}

// field returns a field of the first line, without its name and its escapes.
func (r *penpaReader) field(i int, name string) string {
	if i >= len(r.fields) {
		return ""
	}
	text := strings.NewReplacer("%2C", ",", "%2D", "\n", "%2E", "&", "%2F", "=").Replace(r.fields[i])
	return strings.TrimSpace(strings.TrimPrefix(text, name))
}

func (r *penpaReader) size(lines []string) {
	r.failIf(!slices.Contains([]string{"square", "sudoku", "kakuro"}, r.fields[0]), "a board of the kind %q; only boards of squares are read", r.fields[0])
	r.failIf(len(r.fields) <= penpaFlipped+1, "the first line of p= has %d fields, too few for a board", len(r.fields))
	r.failIf(r.fields[penpaTurned] != "0" || r.fields[penpaFlipped] != "1" || r.fields[penpaFlipped+1] != "1", "a board that is turned or flipped; turn it back in the editor")
	columns, err1 := strconv.Atoi(r.fields[penpaColumns])
	rows, err2 := strconv.Atoi(r.fields[penpaRows])
	r.failIf(err1 != nil || err2 != nil || columns < 1 || rows < 1 || columns > puzzle.MaxCells/rows, "a board of %s x %s squares; the most is %d squares", r.fields[penpaColumns], r.fields[penpaRows], puzzle.MaxCells)
	r.json(lines, penpaSpace, &r.space, "the space beside the board")
	for _, n := range r.space {
		r.failIf(n < 0 || n > columns+rows, "a space of %d beside the board", n)
	}
	width := columns + 2*penpaMargin
	r.grid = penpaGrid{width, width * (rows + 2*penpaMargin)}
	columns, rows = columns-r.space[2]-r.space[3], rows-r.space[0]-r.space[1]
	r.failIf(columns < 1 || rows < 1, "no square is left beside the space")
	r.drawing = r.Source.drawing(r.line, 1, columns, rows)
}

// square returns the square of the board that has a number in the editor, and whether there is one.
func (r *penpaReader) square(number int) (square int, on bool) {
	row, col := number/r.grid.width-penpaMargin-r.space[0], number%r.grid.width-penpaMargin-r.space[2]
	return row*r.width + col, number >= 0 && row >= 0 && row < r.height && col >= 0 && col < r.width
}

// squaresOf reads which squares are cells. The others are holes.
func (r *penpaReader) squaresOf(lines []string) {
	var steps []int
	r.json(lines, penpaSquares, &steps, "the squares of the board")
	r.squares = slices.Repeat([]string{"##"}, len(r.squares))
	number := 0
	for _, step := range steps {
		r.failIf(step < -1<<30 || step > 1<<30, "line %d of p= has a step of %d", penpaSquares+1, step)
		number += step
		square, on := r.square(number)
		r.failIf(!on, "the square %d is beside the board", number)
		r.squares[square] = "_"
	}
}

func isVoidJSON(value json.RawMessage) bool {
	return slices.Contains([]string{"{}", "[]", `""`, "null", ""}, strings.TrimSpace(string(value)))
}

// readDrawn puts what is drawn into the squares and between them.
func (r *penpaReader) readDrawn() {
	r.edges = r.grid.edges()
	for _, key := range slices.Sorted(maps.Keys(r.drawn)) {
		switch value := r.drawn[key]; {
		case strings.HasPrefix(key, "command_"), isVoidJSON(value):
		case key == "number":
			eachSquare(r, value, key, r.number)
		case key == "surface":
			eachSquare(r, value, key, r.surface)
		case key == "lineE":
			eachPlace(r, value, key, r.wall)
		case key == "symbol":
			eachPlace(r, value, key, r.symbol)
		default:
			r.fail("something is drawn with %q; only numbers, black squares, walls and diamonds are read", key)
		}
	}
}

// headers returns header lines with the name of the puzzle: that of the caller, or the first word of the rules or of the
// title. After a name in the rules come the header lines below it.
func (r *penpaReader) headers() string {
	if r.Family != "" {
		if r.field(penpaRules, "") != "" {
			r.left = append(r.left, "the rules")
		}
		return "puzzle: " + r.Family
	}
	for _, content := range []string{r.field(penpaRules, ""), r.field(penpaTitle, "Title:")} {
		word, _, _ := strings.Cut(content, ":")
		if family, _, known := text.Family(word); known {
			return "puzzle: " + strings.ToLower(word) + headersBelow(content, family)
		}
	}
	r.fail("nothing in it says which puzzle it is; say so with --puzzle, such as --puzzle numbrix")
	return ""
}

// headersBelow returns the lines below the first that are header lines of the family alone.
func headersBelow(rules string, family puzzle.Family) string {
	var headers strings.Builder
	own, common := text.Headers(family), text.Headers("none")
	for i, line := range strings.Split(rules, "\n") {
		key, _, _ := strings.Cut(line, ":")
		if i > 0 && slices.Contains(own, key) && !slices.Contains(common, key) {
			headers.WriteString("\n" + line)
		}
	}
	return headers.String()
}

// eachPlace reads an object that has something for places by their names.
func eachPlace[T any](r *penpaReader, value json.RawMessage, what string, do func(place string, item T)) {
	var items map[string]T
	r.failIf(json.Unmarshal(value, &items) != nil, "what is drawn with %q has another form", what)
	for _, place := range slices.Sorted(maps.Keys(items)) {
		do(place, items[place])
	}
}

// eachSquare is eachPlace for squares of the board.
func eachSquare[T any](r *penpaReader, value json.RawMessage, what string, do func(square int, item T)) {
	eachPlace(r, value, what, func(place string, item T) {
		number, err := strconv.Atoi(place)
		square, on := r.square(number)
		r.failIf(err != nil || !on, "something is drawn with %q at the place %s beside the board, or on an edge", what, place)
		do(square, item)
	})
}

func (r *penpaReader) number(square int, item []any) {
	name := r.name(square)
	r.failIf(len(item) < 3, "the number on %s is incomplete", name)
	text := strings.TrimSpace(fmt.Sprint(item[0]))
	kind := fmt.Sprint(item[2])
	plain := slices.Contains([]string{"1", "5", "6", "8", "10"}, kind) // normal, small, medium, long, big
	r.failIf(!plain, "%q on %s is an arrow, a corner, a list of candidates or another number of the kind %s", text, name, kind)
	if text == "" {
		return
	}
	_, err := strconv.Atoi(text)
	r.failIf(err != nil, "%q on %s is not a number", text, name)
	r.failIf(r.squares[square] == "##", "the number %s on %s, which is not of the board", text, name)
	r.squares[square] = text
}

func (r *penpaReader) surface(square, colour int) {
	is := r.squares[square]
	r.failIf(colour != penpaBlack, "the colour %d on %s; only black squares are read, as holes", colour, r.name(square))
	r.failIf(is != "_" && is != "##", "a number on the black square %s", r.name(square))
	r.squares[square] = "##"
}

// wall reads a line along an edge. One at the outside of the board is its frame.
func (r *penpaReader) wall(place string, style any) {
	edge, ok := r.edges[place]
	r.failIf(!ok || !strings.Contains(place, ",") || style != float64(penpaThick), "the line %q of the style %q; only thick black lines along one edge are read, as walls", place, fmt.Sprint(style))
	r.between("walls", edge)
}

// symbol reads the diamond between two cells, black or white.
func (r *penpaReader) symbol(place string, symbol []any) {
	edge, ok := r.edges[strings.TrimSuffix(place, "E")] // where several things may lie, the editor adds an E
	if ok && !strings.Contains(place, ",") && len(symbol) > 1 && symbol[1] == penpaDiamond {
		for header, sign := range penpaSigns {
			if sign.diamond > 0 && symbol[0] == float64(sign.diamond) && r.between(header, edge) {
				return
			}
		}
	}
	r.fail("something is drawn with %q at the place %q: %q; only black diamonds between two squares are read, where one follows the other, and white ones, where none does", "symbol", place, fmt.Sprint(symbol))
}

// between notes a pair of squares of the editor, and reports whether both are cells.
func (r *penpaReader) between(header string, edge [2]int) bool {
	first, on := r.square(edge[0])
	second, also := r.square(edge[1])
	return on && also && r.squares[first] != "##" && r.squares[second] != "##" && r.join(header, first, second)
}
