package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The text with which pages of janko.at give a puzzle to their player:
//
//	[begin]
//	puzzle hidoku
//	author …
//	size 7             or rows and cols
//	[problem]
//	- 4 -              one row for each row of cells; - and . are open
//	[solution]
//	1 4 3
//	[end]
//
// The form was learnt from programs that read such pages, because janko.at publishes no
// description. These show no Hidoku with holes. We write a hole as "#". The name numbrix
// stands for rook's moves here, and rikudo for hexagons.
//
// Text before [begin] and after [end] is the rest of a page, and is not read.

type jankoReader struct {
	*Source
	keys   map[string]string
	rows   map[string][][]csvField // the rows of a section
	first  int                     // the line of [begin]
	places map[string]int          // the line of a key or a section
}

func readJanko(s *Source) ([]*Entry, error) {
	var entries []*Entry
	lines := strings.Split(strings.ReplaceAll(strings.TrimPrefix(string(s.Data), "\ufeff"), "\r\n", "\n"), "\n")
	var r *jankoReader
	section := ""
	for i, line := range lines {
		words := wordsOf(line, i+1)
		switch {
		case len(words) == 0:
		case r == nil:
			if strings.EqualFold(words[0].text, "[begin]") {
				r = &jankoReader{s, map[string]string{}, map[string][][]csvField{}, i + 1, map[string]int{}}
				section = "[begin]"
			}
		case strings.EqualFold(words[0].text, "[end]"):
			e, err := r.entry()
			if err != nil {
				return nil, err
			}
			entries, r = append(entries, e), nil
		case strings.HasPrefix(words[0].text, "["):
			if section = strings.ToLower(words[0].text); section != "[problem]" && section != "[solution]" {
				return nil, s.fail(i+1, words[0].col, "the section %s is unknown; a Hidoku has [problem] and [solution]", words[0].text)
			}
			if _, twice := r.places[section]; twice {
				return nil, s.fail(i+1, words[0].col, "a second section %s", section)
			}
			r.places[section] = i + 1
		case section == "[begin]":
			if err := r.key(words, line); err != nil {
				return nil, err
			}
		default:
			r.rows[section] = append(r.rows[section], words)
		}
	}
	switch {
	case r != nil:
		return nil, s.fail(r.first, 1, "no [end] after this [begin]")
	case len(entries) == 0:
		return nil, s.fail(0, 0, "no line [begin] in it")
	}
	return entries, nil
}

func wordsOf(line string, number int) []csvField {
	var words []csvField
	start := -1
	chars := []rune(line + " ")
	for i, char := range chars {
		blank := char == ' ' || char == '\t' || char == '\r'
		if blank && start >= 0 {
			words = append(words, csvField{string(chars[start:i]), number, start + 1})
			start = -1
		}
		if !blank && start < 0 {
			start = i
		}
	}
	return words
}

var jankoKeys = []string{"puzzle", "title", "author", "source", "info", "size", "rows", "cols"}

func (r *jankoReader) key(words []csvField, line string) error {
	key := strings.ToLower(words[0].text)
	if !slices.Contains(jankoKeys, key) {
		return r.fail(words[0].line, words[0].col, "the key %q is unknown; the keys are %s", words[0].text, base.List(jankoKeys))
	}
	if _, twice := r.keys[key]; twice {
		return r.fail(words[0].line, words[0].col, "a second line %q", key)
	}
	_, value, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "\t", " ")), " ")
	r.keys[key], r.places[key] = strings.TrimSpace(value), words[0].line
	return nil
}

func (r *jankoReader) entry() (*Entry, error) {
	family, moves, known := text.Family(r.keys["puzzle"])
	if isZip := strings.EqualFold(r.keys["puzzle"], text.Zip); !known || family != puzzle.FamilyHidoku || isZip {
		return nil, r.fail(max(r.places["puzzle"], r.first), 1, "puzzle %q; only hidoku, hidato, numbrix and rikudo are read", r.keys["puzzle"])
	}
	if moves == "" {
		moves = puzzle.King
	}
	rows := r.rows["[problem]"]
	if err := r.size(rows); err != nil {
		return nil, err
	}
	board, clues, err := r.cells(rows)
	if err != nil {
		return nil, err
	}
	p, err := puzzle.HidokuRules{Moves: moves}.New(board, clues)
	if err != nil {
		return nil, r.fail(r.places["[problem]"], 1, "%v", err)
	}
	e := r.Source.entry(p, r.keys["title"], r.keys["author"], r.keys["source"], r.keys["info"])
	return e, r.solution(e)
}

// size compares the size in the first section with the rows.
func (r *jankoReader) size(rows [][]csvField) error {
	line := max(r.places["[problem]"], r.first)
	if len(rows) == 0 {
		return r.fail(line, 1, "no rows in the section [problem]")
	}
	for _, key := range []string{"size", "rows", "cols"} {
		text, said := r.keys[key]
		if !said {
			continue
		}
		width, height := len(rows[0]), len(rows)
		want := map[string]string{"size": strconv.Itoa(width), "rows": strconv.Itoa(height), "cols": strconv.Itoa(width)}[key]
		if key == "size" && width != height {
			want = fmt.Sprintf("%d %d", width, height)
		}
		if strings.Join(strings.Fields(text), " ") != want {
			return r.fail(r.places[key], 1, "%s %s, but [problem] has %s of %s", key, text, base.Plural(height, "row"), base.Plural(width, "cell"))
		}
	}
	return nil
}

func (r *jankoReader) cells(rows [][]csvField) (*puzzle.Board, []int, error) {
	for _, row := range rows {
		if at := min(len(row), len(rows[0])); len(row) != len(rows[0]) {
			return nil, nil, r.fail(row[at-1].line, row[at-1].col, "a row of %s; the first row has %d", base.Plural(len(row), "cell"), len(rows[0]))
		}
	}
	board, err := puzzle.NewBoard(len(rows[0]), len(rows), func(row, col int) bool { return strings.Trim(rows[row][col].text, "#") == "" })
	if err != nil {
		return nil, nil, r.fail(rows[0][0].line, rows[0][0].col, "%v", err)
	}
	clues := make([]int, board.Len())
	for c := range clues {
		row, col := board.Pos(c)
		cell := rows[row][col]
		if clues[c] = puzzle.Empty; cell.text == "-" || cell.text == "." {
			continue
		}
		k, err := strconv.Atoi(cell.text)
		if err != nil {
			return nil, nil, r.fail(cell.line, cell.col, "%q is not a cell; it is a number, - for an open cell or # for a hole", cell.text)
		}
		if k < 1 || k > board.Len() {
			return nil, nil, r.fail(cell.line, cell.col, "%d is outside 1..%d", k, board.Len())
		}
		clues[c] = k
	}
	return board, clues, nil
}

// solution checks the section [solution]. Some pages print the same solution twice.
func (r *jankoReader) solution(e *Entry) error {
	rows := r.rows["[solution]"]
	if len(rows) == 0 {
		return nil
	}
	line := r.places["[solution]"]
	board := e.Puzzle.Board()
	if len(rows) != board.Height() || len(rows[0]) != board.Width() {
		return r.fail(line, 1, "the section [solution] has another size than [problem]")
	}
	_, s, err := r.cells(rows)
	if err != nil {
		return err
	}
	if err := e.Puzzle.Check(s); err != nil {
		return r.fail(line, 1, "the section [solution] is not a solution: %v", err)
	}
	e.Solution = s
	return nil
}

var jankoNames = map[puzzle.Moves]string{puzzle.King: "hidoku", puzzle.Rook: "numbrix", puzzle.Hex: "rikudo"}

func writeJanko(e *Entry) ([]byte, error) {
	p, ok := e.Puzzle.(*puzzle.Hidoku)
	if !ok {
		return nil, cannotHave("janko", "a puzzle of the family %s; it has Hidokus only", e.Puzzle.Family())
	}
	board := p.Board()
	var text strings.Builder
	fmt.Fprintf(&text, "[begin]\npuzzle %s\n", jankoNames[p.Rules().Moves])
	for _, h := range []struct{ key, value string }{{"title", e.Title}, {"author", e.Author}, {"source", e.Source}} {
		if h.value != "" {
			fmt.Fprintf(&text, "%s %s\n", h.key, h.value)
		}
	}
	if board.Width() == board.Height() {
		fmt.Fprintf(&text, "size %d\n", board.Width())
	} else {
		fmt.Fprintf(&text, "rows %d\ncols %d\n", board.Height(), board.Width())
	}
	text.WriteString("[problem]\n" + jankoRows(board, p.Clues()))
	if e.Only {
		text.WriteString("[solution]\n" + jankoRows(board, e.Solution))
	}
	text.WriteString("[end]\n")
	return []byte(text.String()), nil
}

func jankoRows(board *puzzle.Board, values []int) string {
	var text strings.Builder
	for row := range board.Height() {
		var cells []string
		for col := range board.Width() {
			switch c := board.Cell(row, col); {
			case c < 0:
				cells = append(cells, "#")
			case values[c] == puzzle.Empty:
				cells = append(cells, "-")
			default:
				cells = append(cells, strconv.Itoa(values[c]))
			}
		}
		text.WriteString(strings.Join(cells, " ") + "\n")
	}
	return text.String()
}
