package exchange

import (
	"cmp"
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
//	puzzle hidoku      also title, author, source, info, size 7, or rows and cols
//	[problem]
//	- 4 -              one row for each row of cells; - and . are open; [solution] has such rows, too
//	[end]
//
// The form was learnt from programs that read such pages, because janko.at publishes no description. These show no Hidoku
// with holes. We write a hole as "#". The name numbrix stands for rook's moves here, and rikudo for hexagons.
//
// Text before [begin] and after [end] is the rest of a page, and is not read.

type jankoReader struct {
	*Source
	keys   map[string]string
	rows   map[string][]string // the lines of a section, each where it stands in the text, with commas between the cells
	places map[string]int      // the line of a key or a section
}

func readJanko(s *Source) (entries []*Entry) {
	var r *jankoReader
	section := ""
	for i, line := range strings.Split(string(s.Data), "\n") {
		word, value, _ := strings.Cut(strings.TrimSpace(strings.ReplaceAll(line, "\t", " ")), " ")
		col := len(line) - len(strings.TrimLeft(line, " \t")) + 1
		switch lower := strings.ToLower(word); {
		case word == "" && (r == nil || section == "[begin]"):
		case r == nil:
			if lower == "[begin]" {
				r = &jankoReader{s, map[string]string{}, map[string][]string{}, map[string]int{lower: i + 1}}
				section = lower
			}
		case lower == "[end]":
			entries, r = append(entries, r.entry()), nil
		case strings.HasPrefix(word, "["):
			section = lower
			s.failIf(section != "[problem]" && section != "[solution]", i+1, col, "the section %s is unknown; a Hidoku has [problem] and [solution]", word)
			s.failIf(r.places[section] > 0, i+1, col, "a second section %s", section)
			r.places[section] = i + 1
		case section != "[begin]":
			r.rows[section] = append(r.rows[section], withCommas(line))
		case strings.Trim(word, "0123456789-.") == "":
			s.fail(i+1, col, "a row above [problem]; write a line [problem] above the rows")
		case !slices.Contains(jankoKeys, lower):
			s.fail(i+1, col, "the key %q is unknown; the keys are %s", word, base.List(jankoKeys))
		default:
			s.failIf(r.places[lower] > 0, i+1, col, "a second line %q", lower)
			r.keys[lower], r.places[lower] = strings.TrimSpace(value), i+1
		}
	}
	if r != nil {
		s.fail(r.places["[begin]"], 1, "no [end] after this [begin]")
	}
	s.failIf(len(entries) == 0, 0, 0, "no line [begin] in it, above the kind, the size and the section [problem]")
	return entries
}

// withCommas returns a row whose cells have a comma behind them instead of the first blank, so that all stay in their columns.
func withCommas(line string) string {
	row := behindCell().ReplaceAllString(strings.TrimRight(line, " \t"), "$1,")
	if strings.Trim(row, "# \t") == "" && row != "" {
		return row + "#" // a lone # begins a comment
	}
	return row
}

var jankoKeys = []string{"puzzle", "title", "author", "source", "info", "size", "rows", "cols"}

func (r *jankoReader) entry() *Entry {
	family, _, known := text.Family(r.keys["puzzle"])
	kind, rows, begin := r.keys["puzzle"], r.rows["[problem]"], r.places["[begin]"]
	other := !known || family != puzzle.FamilyHidoku || strings.EqualFold(kind, "zip")
	r.failIf(kind == "", cmp.Or(r.places["puzzle"], begin), 1, "no kind of puzzle; below [begin] stands a line such as puzzle hidoku")
	r.failIf(other, r.places["puzzle"], 1, "puzzle %q; only hidoku, hidato, numbrix and rikudo are read", kind)
	r.failIf(r.places["[problem]"] == 0, begin, 1, "no section [problem]; below such a line stand the rows, such as 1 - - 4")
	r.failIf(len(rows) == 0, r.places["[problem]"], 1, "no rows in the section [problem], such as 1 - - 4")
	file, err := text.Read(strings.NewReader(strings.Join(rows, "\n")), r.Name, puzzle.Family(r.keys["puzzle"]))
	r.section("[problem]", err)
	r.size(file.Puzzle.Board())
	e := r.Source.entry(file.Puzzle, r.keys["title"], r.keys["author"], r.keys["source"], r.keys["info"])
	r.solution(e)
	return e
}

// section fails if there is an error about the rows of a section.
func (r *jankoReader) section(name string, err error) {
	line, col := placeOf(err)
	r.below(err, line+r.places[name], col, "")
}

// size compares the size in the first section with the board.
func (r *jankoReader) size(board *puzzle.Board) {
	width, height := strconv.Itoa(board.Width()), strconv.Itoa(board.Height())
	both := width
	if width != height {
		both += " " + height
	}
	for _, h := range [][2]string{{"size", both}, {"rows", height}, {"cols", width}} {
		said, has := r.keys[h[0]]
		r.failIf(has && strings.Join(strings.Fields(said), " ") != h[1], r.places[h[0]], 1, "%s %s, but [problem] has %s of %s", h[0], said, base.Plural(board.Height(), "row"), base.Plural(board.Width(), "cell"))
	}
}

// solution checks the section [solution]. Some pages print the same solution twice.
func (r *jankoReader) solution(e *Entry) {
	line := r.places["[solution]"]
	r.failIf(line > 0 && r.rows["[solution]"] == nil, line, 1, "no rows in the section [solution]; take the line away, or write them")
	if line == 0 {
		return
	}
	found, err := text.ReadSolutions(strings.NewReader(strings.Join(r.rows["[solution]"], "\n")), r.Name, e.Puzzle)
	r.section("[solution]", err)
	for _, solution := range found {
		err = cmp.Or(err, e.Puzzle.Check(solution))
	}
	r.failIf(err != nil, line, 1, "the section [solution] is not a solution: %v", err)
	e.Solution = found[0]
}

var jankoNames = map[puzzle.Moves]string{puzzle.King: "hidoku", puzzle.Rook: "numbrix", puzzle.Hex: "rikudo"}

func writeJanko(e *Entry, p *puzzle.Hidoku) string {
	board := p.Board()
	var text strings.Builder
	fmt.Fprintf(&text, "[begin]\npuzzle %s\n", jankoNames[p.Rules().Moves])
	for _, h := range e.headers() {
		fmt.Fprintf(&text, "%s %s\n", h[0], h[1])
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
	return text.String()
}

func jankoRows(board *puzzle.Board, values []int) string {
	drawn := board.Draw(func(c int) string {
		if values[c] == puzzle.Empty {
			return "-"
		}
		return strconv.Itoa(values[c])
	})
	return strings.NewReplacer(" ", "", "##", "#", ",", " ").Replace(drawn)
}
