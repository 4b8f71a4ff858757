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
// Source: serializer.rs and hidato.rs of semiexp/cspuz_core, which reads and writes such
// addresses; the editor itself is not published. Addresses of puzz.link and its relatives
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
		if !found || !slices.Contains([]string{"W", "H", "L", "G"}, key) {
			return nil, s.fail(line, at+1, "the part %q is unknown; a Hidoku has W, H, L and G", pair)
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
	p, err := puzzle.HidokuRules{Moves: puzzle.King}.New(board, clues)
	if err != nil {
		return nil, s.fail(line, parts["L"].at+1, "%v", err)
	}
	return []*Entry{s.entry(p, "", "")}, nil
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
	if !ok || p.Rules().Moves != puzzle.King {
		what := fmt.Sprintf("a puzzle of the family %s", e.Puzzle.Family())
		if ok {
			what = fmt.Sprintf("moves: %s", p.Rules().Moves)
		}
		return nil, cannotHave("kudamono", "%s; it has Hidokus with king's moves only", what)
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
	return fmt.Appendf(nil, "https://%sW=%dx%d&L=%s&G=hidoku\n", kudamonoPages[0], board.Width(), board.Height(), l.String()), nil
}
