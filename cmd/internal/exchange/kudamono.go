package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut/puzzle"
)

// Addresses of the puzzle editor Kudamono (pedros.works) with a Hidoku:
//
//	https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku
//
// W is columns x rows, and G the genre. L lists the squares that are not open: a number in
// brackets or an x for a hole, and then how many squares after the one before. The squares
// are counted column by column from the left, and in a column from below. Older addresses
// have W and H, each one less than the columns and rows. They order columns and rows by
// their numbers as texts: 0, 1, 10, 11, 2.
//
// SIE has lines along the edges of squares, which are walls. Each begins on a corner, counted
// like squares, and says how many corners after the one before. Then it goes up, down, right or
// left: U, D, R and L.
//
// Source: serializer.rs and hidato.rs of semiexp/cspuz_core, which reads and writes such
// addresses, lines in those of other genres; the editor itself is not published. Addresses of puzz.link and its relatives
// are refused by the name of their genre: variety.js of robx/pzprjs lists none with our rules.

// kudamonoPages begin the addresses, after the scheme.
var kudamonoPages = []string{
	"pedros.works/paper-puzzle-player?", "pedros.works/paper-puzzle-player.html?",
	"pedros.works/kudamono/player?", "pedros.works/kudamono/editor?",
}

// otherPages are addresses of editors whose genres have other rules.
var otherPages = []string{"puzz.link/p?", "pzplus.tck.mn/p?", "pzprxs.vercel.app/p?", "pzv.jp/p.html?", "pzv.jp/p?"}

func readKudamono(s *Source) ([]*Entry, error) { return s.eachLine("no address in it", s.kudamonoLine) }

func (s *Source) kudamonoLine(line string, number int) ([]*Entry, error) {
	_, page, hasScheme := strings.Cut(line, "://")
	if !hasScheme {
		page = line
	}
	for _, other := range otherPages {
		if rest, found := strings.CutPrefix(page, other); found {
			genre, _, _ := strings.Cut(rest, "/")
			return nil, s.fail(number, strings.Index(line, rest)+1, "the genre %q of %s has other rules than our puzzles", genre, strings.TrimSuffix(other, "?"))
		}
	}
	for _, known := range kudamonoPages {
		if query, found := strings.CutPrefix(page, known); found {
			return s.kudamonoQuery(query, number, strings.Index(line, query))
		}
	}
	return nil, s.fail(number, 1, "not an address of Kudamono; it begins with https://%s", kudamonoPages[0])
}

type kudamonoPart struct {
	text string
	at   int
}

func (s *Source) kudamonoQuery(query string, line, at int) ([]*Entry, error) {
	parts := map[string]kudamonoPart{}
	for pair := range strings.SplitSeq(query, "&") {
		key, value, found := strings.Cut(pair, "=")
		if !found || !slices.Contains([]string{"W", "H", "L", "SIE", "G"}, key) {
			return nil, s.fail(line, at+1, "the part %q is unknown; a Hidoku has W, H, L, SIE and G", pair)
		}
		if _, twice := parts[key]; twice {
			return nil, s.fail(line, at+1, "a second part %s", key)
		}
		value = strings.NewReplacer("%28", "(", "%29", ")").Replace(value) // other escapes stay, and are refused later
		parts[key] = kudamonoPart{value, at + len(key) + 1}
		at += len(pair) + 1
	}
	if genre := parts["G"]; genre.text != "hidoku" {
		return nil, s.fail(line, genre.at+1, "the genre %q; only hidoku is read", genre.text)
	}
	width, height, old, err := s.kudamonoSize(parts, line)
	if err != nil {
		return nil, err
	}
	if err := s.room(line, width, height); err != nil {
		return nil, err
	}
	values, err := s.kudamonoSquares(parts["L"], line, width*height)
	if err != nil {
		return nil, err
	}
	columns, rows := kudamonoOrder(width, old), kudamonoOrder(height, old)
	square := make([]int, width*height) // by row and column
	for i, value := range values {
		square[(height-1-rows[i%height])*width+columns[i/height]] = value
	}
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return square[row*width+col] == kudamonoHole })
	if err != nil {
		return nil, s.fail(line, parts["L"].at+1, "%v", err)
	}
	clues := make([]int, board.Len())
	for c := range clues {
		row, col := board.Pos(c)
		if clues[c] = square[row*width+col]; clues[c] == 0 {
			clues[c] = puzzle.Empty
		}
	}
	walls, err := s.kudamonoWalls(parts["SIE"], line, old, board)
	if err != nil {
		return nil, err
	}
	p, err := puzzle.HidokuRules{Moves: puzzle.King, Walls: walls}.New(board, clues)
	if err != nil {
		return nil, s.fail(line, parts["L"].at+1, "%v", err)
	}
	return []*Entry{s.entry(p, "", "")}, nil
}

// corner is a corner of squares: how many columns are to its left, and how many rows above it.
type corner struct{ x, y int }

// kudamonoSteps are the directions of lines.
var kudamonoSteps = map[byte]corner{'U': {0, -1}, 'D': {0, 1}, 'R': {1, 0}, 'L': {-1, 0}}

// beside returns the cells on both sides of the line from a corner to the next one, the upper or left one
// first. Beside the board, and in holes, there is −1.
func (from corner) beside(to corner, b *puzzle.Board) [2]int {
	x, y := min(from.x, to.x), min(from.y, to.y)
	if from.x == to.x {
		return [2]int{b.Cell(y, x-1), b.Cell(y, x)}
	}
	return [2]int{b.Cell(y-1, x), b.Cell(y, x)}
}

// kudamonoWalls reads SIE. A line that has no cell on one of its sides is the edge of the board.
func (s *Source) kudamonoWalls(lines kudamonoPart, line int, old bool, b *puzzle.Board) (walls [][2]int, err error) {
	if lines.text != "" && old {
		return nil, s.fail(line, lines.at+1, "lines in an older address; open it in the editor, which writes a new one")
	}
	start, met := 0, make(map[[2]int]bool)
	for i := 0; i < len(lines.text); {
		digits := i
		for i < len(lines.text) && lines.text[i] >= '0' && lines.text[i] <= '9' {
			i++
		}
		step, err := strconv.Atoi(lines.text[digits:i])
		if start += step; err != nil || step > maxSquares || start >= (b.Width()+1)*(b.Height()+1) {
			return nil, s.fail(line, lines.at+digits+1, "a line that begins on no corner of the board")
		}
		at := corner{start / (b.Height() + 1), b.Height() - start%(b.Height()+1)}
		for ; i < len(lines.text) && (lines.text[i] < '0' || lines.text[i] > '9'); i++ {
			step, known := kudamonoSteps[lines.text[i]]
			to := corner{at.x + step.x, at.y + step.y}
			if !known || to.x < 0 || to.x > b.Width() || to.y < 0 || to.y > b.Height() {
				return nil, s.fail(line, lines.at+i+1, "the step %q of a line; it is U, D, R or L, and stays on the board", lines.text[i:i+1])
			}
			pair := at.beside(to, b)
			if pair[0] >= 0 && pair[1] >= 0 && !met[pair] {
				walls, met[pair] = append(walls, pair), true
			}
			at = to
		}
	}
	return walls, nil
}

// kudamonoSize reads the size. old reports whether the address is an older one.
func (s *Source) kudamonoSize(parts map[string]kudamonoPart, line int) (width, height int, old bool, err error) {
	w, h := parts["W"], parts["H"]
	columns, rows, found := strings.Cut(w.text, "x")
	if !found {
		columns, rows, old = w.text, h.text, true
	} else if h.text != "" {
		return 0, 0, false, s.fail(line, h.at+1, "both W=%s and H", w.text)
	}
	width, err1 := strconv.Atoi(columns)
	height, err2 := strconv.Atoi(rows)
	if old {
		width, height = width+1, height+1
	}
	if err1 != nil || err2 != nil || width < 1 || height < 1 || width > puzzle.MaxCells/height {
		return 0, 0, false, s.fail(line, w.at+1, "the size %q is not columns x rows of at most %d squares", w.text+" "+h.text, puzzle.MaxCells)
	}
	return width, height, old, nil
}

// kudamonoHole stands for a hole among the values of squares. An open square is 0.
const kudamonoHole = -1

// kudamonoSquares reads L: the values of the squares in its order.
func (s *Source) kudamonoSquares(l kudamonoPart, line, squares int) ([]int, error) {
	values := make([]int, squares)
	next, last := 0, -1
	for i := 0; i < len(l.text); {
		start, value := i, kudamonoHole
		switch l.text[i] {
		case 'x':
			i++
		case '(':
			end := strings.IndexByte(l.text[i:], ')')
			if end < 0 {
				return nil, s.fail(line, l.at+i+1, "a bracket that does not end")
			}
			k, err := strconv.Atoi(l.text[i+1 : i+end])
			if err != nil || k < 1 || k > puzzle.MaxCells {
				return nil, s.fail(line, l.at+i+2, "%q is not a number of a Hidoku", l.text[i+1:i+end])
			}
			value, i = k, i+end+1
		default:
			return nil, s.fail(line, l.at+i+1, "%q is unknown; a square is a number in brackets, or x for a hole", l.text[i:i+1])
		}
		digits := i
		for i < len(l.text) && l.text[i] >= '0' && l.text[i] <= '9' {
			i++
		}
		gap, err := strconv.Atoi(l.text[digits:i])
		if next += gap; err != nil || gap > squares || next >= squares || next <= last {
			return nil, s.fail(line, l.at+start+1, "a square outside the board, or twice")
		}
		values[next], last = value, next
	}
	return values, nil
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

func writeKudamono(e *Entry) ([]byte, error) {
	p, ok := e.Puzzle.(*puzzle.Hidoku)
	if !ok {
		return nil, cannotHave("kudamono", "a puzzle of the family %s; it has Hidokus with king's moves only", e.Puzzle.Family())
	}
	rules := p.Rules()
	for _, pair := range rules.Walls {
		if !sideBySide(p.Board(), pair) {
			return nil, cannotHave("kudamono", "a wall between %s and %s, which have no side in common", p.Board().Name(pair[0]), p.Board().Name(pair[1]))
		}
	}
	rules.Walls = nil
	plain, err := rules.New(p.Board(), p.Clues())
	if err != nil {
		return nil, err
	}
	if variant := puzzle.Variant(plain); variant != "" {
		return nil, cannotHave("kudamono", "a puzzle with %s", variant)
	}
	if rules.Moves != puzzle.King {
		return nil, cannotHave("kudamono", "moves: %s; it has Hidokus with king's moves only", rules.Moves)
	}
	board := p.Board()
	var l strings.Builder
	last := 0
	for i := range board.Width() * board.Height() {
		c := board.Cell(board.Height()-1-i%board.Height(), i/board.Height())
		switch {
		case c < 0:
			fmt.Fprintf(&l, "x%d", i-last)
		case p.Clue(c) != puzzle.Empty:
			fmt.Fprintf(&l, "(%d)%d", p.Clue(c), i-last)
		default:
			continue
		}
		last = i
	}
	lines := kudamonoLines(board, p.Rules().Walls)
	return fmt.Appendf(nil, "https://%sW=%dx%d&L=%s%s&G=hidoku\n", kudamonoPages[0], board.Width(), board.Height(), l.String(), lines), nil
}

// kudamonoLines returns walls as the part SIE, "" if there are none. A line begins on the first corner
// where a wall is left, and goes on as long as there is one.
func kudamonoLines(b *puzzle.Board, walls [][2]int) string {
	left := make(map[[2]int]bool)
	for _, pair := range walls {
		left[pair] = true
	}
	var text strings.Builder
	last := 0
	for start := 0; len(left) > 0; {
		at := corner{start / (b.Height() + 1), b.Height() - start%(b.Height()+1)}
		var way []byte
		for more := true; more; {
			more = false
			for _, letter := range []byte("URDL") {
				to := corner{at.x + kudamonoSteps[letter].x, at.y + kudamonoSteps[letter].y}
				if pair := at.beside(to, b); left[pair] {
					delete(left, pair)
					at, way, more = to, append(way, letter), true
					break
				}
			}
		}
		if len(way) == 0 {
			start++
			continue
		}
		fmt.Fprintf(&text, "%d%s", start-last, way)
		last = start
	}
	if text.Len() == 0 {
		return ""
	}
	return "&SIE=" + text.String()
}
