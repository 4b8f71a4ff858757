package exchange

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"crosscut/puzzle"
)

// Addresses of the puzzle editor Kudamono (pedros.works) with a Hidoku:
//
//	https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku
//
// W is columns x rows, and G the genre. L lists the squares that are not open: a number in brackets or an x for a hole, and
// then how many squares after the one before. The squares are counted column by column from the left, and in a column from
// below. Older addresses have W and H, each one less than the columns and rows. They order columns and rows by their numbers
// as texts: 0, 1, 10, 11, 2.
//
// SIE has lines along the edges of squares, which are walls. Each begins on a corner, counted like squares, and says how many
// corners after the one before. Then it goes up, down, right or left: U, D, R and L.
//
// Source: serializer.rs and hidato.rs of semiexp/cspuz_core; the editor itself is not published. Addresses of puzz.link and its
// relatives are refused by the name of their genre: variety.js of robx/pzprjs lists none with our rules.

// kudamonoPages begin the addresses, after the scheme.
var kudamonoPages = []string{"pedros.works/paper-puzzle-player?", "pedros.works/paper-puzzle-player.html?", "pedros.works/kudamono/player?", "pedros.works/kudamono/editor?"}

// otherPages are addresses of editors whose genres have other rules.
var otherPages = []string{"puzz.link/p?", "pzplus.tck.mn/p?", "pzprxs.vercel.app/p?", "pzv.jp/p.html?", "pzv.jp/p?"}

func readKudamono(s *Source) []*Entry { return s.eachLine("no address in it", s.kudamonoLine) }

func (s *Source) kudamonoLine(line string, number int) []*Entry {
	at := strings.Index(line, "?") + 1
	page, query := line[strings.LastIndex(line[:at], "://")+1:at], line[at:]
	page = strings.TrimPrefix(page, "//")
	if slices.Contains(otherPages, page) {
		genre, _, _ := strings.Cut(query, "/")
		s.fail(number, at+1, "the genre %q of %s has other rules than our puzzles", genre, strings.TrimSuffix(page, "?"))
	}
	s.failIf(!slices.Contains(kudamonoPages, page), number, 1, "not an address of Kudamono; it begins with https://%s", kudamonoPages[0])
	return s.kudamonoQuery(query, number, at)
}

// kudamonoPart is a part of an address, such as L=(4)2x1, and what was read of it.
type kudamonoPart struct {
	*Source
	text     string
	line, at int // where it stands
	next     int // the next character
}

// wrongIf fails at the character at a place of the part.
func (p *kudamonoPart) wrongIf(wrong bool, at int, format string, args ...any) {
	p.failIf(wrong, p.line, p.at+at+1, format, args...)
}

func (p *kudamonoPart) more() bool { return p.next < len(p.text) }

// step reads a number, and returns it if it is no larger than most.
func (p *kudamonoPart) step(most int) (step int, ok bool) {
	digits := p.text[p.next:]
	digits = digits[:len(digits)-len(strings.TrimLeft(digits, "0123456789"))]
	p.next += len(digits)
	step, err := strconv.Atoi(digits)
	return step, err == nil && step <= most
}

func (s *Source) kudamonoQuery(query string, line, at int) []*Entry {
	parts := map[string]*kudamonoPart{}
	for _, key := range []string{"W", "H", "L", "SIE", "G"} {
		parts[key] = &kudamonoPart{Source: s, line: line}
	}
	for pair := range strings.SplitSeq(query, "&") {
		key, value, found := strings.Cut(pair, "=")
		switch part := parts[key]; {
		case !found || part == nil:
			s.fail(line, at+1, "the part %q is unknown; a Hidoku has W, H, L, SIE and G", pair)
		case part.at > 0:
			s.fail(line, at+1, "a second part %s", key)
		default:
			part.text = strings.NewReplacer("%28", "(", "%29", ")").Replace(value) // other escapes stay, and are refused later
			part.at = at + len(key) + 1
		}
		at += len(pair) + 1
	}
	genre := parts["G"]
	genre.wrongIf(genre.text != "hidoku", 0, "the genre %q; only hidoku is read", genre.text)
	width, height, old := kudamonoSize(parts["W"], parts["H"])
	d := s.drawing(line, parts["L"].at+1, width, height)
	parts["L"].squares(d, old)
	parts["SIE"].walls(d, old)
	return []*Entry{s.entry(d.read("puzzle: hidoku", ""), "", "")}
}

// kudamonoSize reads the size. old reports whether the address is an older one.
func kudamonoSize(w, h *kudamonoPart) (width, height int, old bool) {
	columns, rows, both := strings.Cut(w.text, "x")
	h.wrongIf(both && h.text != "", 0, "both W=%s and H", w.text)
	if !both {
		columns, rows, old = w.text, h.text, true
	}
	width, err1 := strconv.Atoi(columns)
	height, err2 := strconv.Atoi(rows)
	if old {
		width, height = width+1, height+1
	}
	w.wrongIf(err1 != nil || err2 != nil || width < 1 || height < 1 || width > puzzle.MaxCells/height, 0, "the size %q is not columns x rows of at most %d squares", w.text+" "+h.text, puzzle.MaxCells)
	return width, height, old
}

// kudamonoPlace returns a square or a corner by its number, where a column has so many.
func kudamonoPlace(number, height int) image.Point {
	return image.Pt(number/height, height-1-number%height)
}

// squares reads L: what stands in the squares, in its order.
func (p *kudamonoPart) squares(d *drawing, old bool) {
	columns, rows := kudamonoOrder(d.width, old), kudamonoOrder(d.height, old)
	next, last := 0, -1
	for p.more() {
		start, value := p.next, "##"
		switch rest := p.text[start:]; rest[0] {
		case 'x':
			p.next++
		case '(':
			number, _, ends := strings.Cut(rest[1:], ")")
			p.wrongIf(!ends, start, "a bracket that does not end")
			k, err := strconv.Atoi(number)
			p.wrongIf(err != nil || k < 1 || k > puzzle.MaxCells, start+1, "%q is not a number of a Hidoku", number)
			value, p.next = number, start+len(number)+2
		default:
			p.wrongIf(true, start, "%q is unknown; a square is a number in brackets, or x for a hole", rest[:1])
		}
		step, ok := p.step(len(d.squares))
		next += step
		p.wrongIf(!ok || next >= len(d.squares) || next <= last, start, "a square outside the board, or twice")
		col, row := next/d.height, next%d.height
		d.squares[(d.height-1-rows[row])*d.width+columns[col]], last = value, next
	}
}

// kudamonoOrder returns the columns or rows in the order of an address.
func kudamonoOrder(n int, old bool) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	if old {
		slices.SortFunc(order, func(a, b int) int { return strings.Compare(strconv.Itoa(a), strconv.Itoa(b)) })
	}
	return order
}

// kudamonoSteps are the directions of lines. A corner has as many columns to its left as X says, and Y rows above it.
var kudamonoSteps = map[byte]image.Point{'U': {0, -1}, 'D': {0, 1}, 'R': {1, 0}, 'L': {-1, 0}}

// besideStep returns the cells beside the step from a corner to the next, the upper or left one first; -1 where none is.
func besideStep(from, to image.Point, cell func(row, col int) int) [2]int {
	x, y := min(from.X, to.X), min(from.Y, to.Y)
	if from.X == to.X {
		return [2]int{cell(y, x-1), cell(y, x)}
	}
	return [2]int{cell(y-1, x), cell(y, x)}
}

// walls reads SIE. A line that has no cell on one of its sides is the edge of the board.
func (p *kudamonoPart) walls(d *drawing, old bool) {
	p.wrongIf(p.more() && old, 0, "lines in an older address; open it in the editor, which writes a new one")
	for start := 0; p.more(); {
		digits := p.next
		step, ok := p.step(maxSquares)
		start += step
		p.wrongIf(!ok || start >= (d.width+1)*(d.height+1), digits, "a line that begins on no corner of the board")
		for at := kudamonoPlace(start, d.height+1); p.more() && (p.text[p.next] < '0' || p.text[p.next] > '9'); p.next++ {
			to := at.Add(kudamonoSteps[p.text[p.next]])
			p.wrongIf(to == at || !to.In(image.Rect(0, 0, d.width+1, d.height+1)), p.next, "the step %q of a line; it is U, D, R or L, and stays on the board", p.text[p.next:p.next+1])
			pair := besideStep(at, to, d.at)
			d.join("walls", pair[0], pair[1])
			at = to
		}
	}
}

func writeKudamono(_ *Entry, p *puzzle.Hidoku) string {
	rules, board := p.Rules(), p.Board()
	for _, pair := range rules.Walls {
		refuse(!sideBySide(board, pair), "a wall between %s and %s, which have no side in common", board.Name(pair[0]), board.Name(pair[1]))
	}
	walls := rules.Walls
	rules.Walls = nil
	plain, err := rules.New(board, p.Clues())
	refuse(err != nil, "its walls: %w", err)
	variant := puzzle.Variant(plain)
	refuse(variant != "", "a puzzle with %s", variant)
	refuse(rules.Moves != puzzle.King, "moves: %s; it has Hidokus with king's moves only", rules.Moves)
	var l strings.Builder
	last := 0
	for i := range board.Width() * board.Height() {
		at := kudamonoPlace(i, board.Height())
		switch c := board.Cell(at.Y, at.X); {
		case c < 0:
			fmt.Fprintf(&l, "x%d", i-last)
		case p.Clue(c) != puzzle.Empty:
			fmt.Fprintf(&l, "(%d)%d", p.Clue(c), i-last)
		default:
			continue
		}
		last = i
	}
	return fmt.Sprintf("https://%sW=%dx%d&L=%s%s&G=hidoku\n", kudamonoPages[0], board.Width(), board.Height(), l.String(), kudamonoLines(board, walls))
}

// kudamonoLines returns walls as the part SIE, "" if there are none. A line begins on the first corner
// where a wall is left, and goes on as long as there is one.
func kudamonoLines(b *puzzle.Board, walls [][2]int) string {
	left := make(map[[2]int]bool)
	for _, pair := range walls {
		left[pair] = true
	}
	text, last := "", 0
	for start := 0; len(left) > 0; {
		at := kudamonoPlace(start, b.Height()+1)
		var way []byte
		for i := 0; i < len("URDL"); i++ {
			to := at.Add(kudamonoSteps["URDL"[i]])
			if pair := besideStep(at, to, b.Cell); left[pair] {
				delete(left, pair)
				at, way, i = to, append(way, "URDL"[i]), -1
			}
		}
		if len(way) == 0 {
			start++
			continue
		}
		text += fmt.Sprintf("%d%s", start-last, way)
		last = start
	}
	if text != "" {
		text = "&SIE=" + text
	}
	return text
}
