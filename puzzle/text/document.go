package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"crosscut/internal/base"
	"crosscut/internal/chars"
	"crosscut/puzzle"
)

// MaxFile is the largest size in bytes of a text that [Read] and [ReadSolutions]
// take. A board of [puzzle.MaxCells] is far smaller.
const MaxFile = 4 << 20

// maxHeader is the largest size in bytes of a header line. Those of the largest boards are shorter.
const maxHeader = 1 << 20

// ParseError says what is wrong with a text, where, and what would be right.
type ParseError struct {
	File      string
	Line, Col int // counted from 1, columns in characters; 0 when the text as a whole is meant
	Detail    string
}

// Error returns "file:line:col: detail", or "file: detail" if there is no line.
func (e *ParseError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Detail)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Detail)
}

// field is a piece of a line and where it stands.
type field struct {
	text      string
	line, col int
}

// row is a line of cells, or what stands between stones: a line of "=", or a blank one.
type row struct {
	fields    []field
	separator bool
	blank     bool
	heading   bool // of a table in a wiki
	commas    bool // commas or other signs stand between the fields, not blanks
}

func (r row) first() field { return r.fields[0] }

// document is a text split into header lines, a board and labels drawn in the header, and
// rows. It knows the form of lines, but not what they mean.
type document struct {
	name    string
	line    int // the number of its first line
	headers map[string]field
	keys    []string // keys of headers in the order of the text
	unknown field    // the key of the first header line that is unknown; its line is 0 if there is none
	sheet
	drawn    []row // the rows between "board:" and a line of "="
	labels   []row // the rows between "labels:" and a line of "="
	rows     []row
	rules    []int        // before how many rows each line of a frame stands
	likeRow  []row        // comments that look like a row of numbers whose first cell is a hole
	open     field        // the first open cell; its line is 0 if there is none
	sign     string       // how open cells are written
	called   string       // the name of the family as the text or the caller gives it; "" if neither does
	moves    puzzle.Moves // the moves that this name stands for, or ""
	hashes   []row        // comments that may be rows of a stone that is drawn with "#", and the blank lines between them
	remarks  []string     // the other comments
	until    string       // the word that ends a text within source code, or ""
	sizes    []field      // lengths of the board above its rows
	thin     field        // a row of dashes that may be a line of a table; its line is 0 if there is none
	guessing bool         // the kind is guessed
	note     string       // see [File]
	board    *puzzle.Board
	clues    []int       // per cell of the board
	places   []field     // per cell, where it stands
	two      bool        // a blank line stands in the middle
	err      *ParseError // the first mistake
	faults   []Fault
	wrong    *ParseError // about the first of them, or about stones that do not cover the board yet
	left     int         // the cells that these stones leave
}

// fail notes a mistake at f, if it is the first. What is read after it counts for nothing. So a reader looks for it at
// the end, and before a step that cannot do with what a mistake leaves behind. Long texts among args are shortened.
func (d *document) fail(f field, format string, args ...any) {
	if d.err == nil {
		d.err = d.mistake(f, format, args...)
	}
}

func (d *document) mistake(f field, format string, args ...any) *ParseError {
	return &ParseError{File: d.name, Line: f.line, Col: f.col, Detail: fmt.Sprintf(format, base.ShortenedAll(args)...)}
}

// failIf is fail on a condition. What is read cell by cell does not call it, because args cost something in any case.
func (d *document) failIf(wrong bool, f field, format string, args ...any) {
	if wrong {
		d.fail(f, format, args...)
	}
}

// check fails at f if there is an error.
func (d *document) check(f field, err error) { d.failIf(err != nil, f, "%v", err) }

// failBelow is fail, unless a header line above is unknown: then the rows below may have been taken for others.
func (d *document) failBelow(f field, format string, args ...any) {
	d.checkHeaders("")
	d.fail(f, format, args...)
}

// withoutMarks takes away a mark before the first line that says something, and before each blank
// line or comment above it. It changes lines.
func withoutMarks(lines []string) []string {
	for i, line := range lines {
		lines[i] = strings.TrimPrefix(line, chars.Mark)
		if said := strings.TrimSpace(lines[i]); said != "" && said[0] != '#' {
			break
		}
	}
	return lines
}

// splitLines returns the lines of a text whose first one has the given number.
func splitLines(data []byte, name string, first int) ([]string, error) {
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		col := 1
		for _, char := range line {
			if char == utf8.RuneError || char < ' ' && char != '\t' {
				return nil, &ParseError{File: name, Line: first + i, Col: col, Detail: notText}
			}
			col++
		}
	}
	return lines, nil
}

// notText is what is wrong with data that is no text.
const notText = "this is not a text file"

// namesRow reports whether a text is a name that people write before a row, with a colon behind it.
func namesRow(text string) bool {
	number, row := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), "row")
	return row && isDigits(strings.TrimSpace(number))
}

// namesStone reports whether a text is a name before the first row of a stone, as in I: XXXX.
func namesStone(name, cells string) bool {
	_, known := headerOf(strings.ToLower(strings.TrimSpace(name)))
	return !known && strings.Trim(name, bars+ruled) != "" && strings.ContainsAny(cells, "#XBW█") && strings.Trim(cells, "#XBW█._ \t") == ""
}

func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// maxRows is the largest number of rows that a text may have, lines of "=", the drawn board
// and the labels included. As many stones as a board has squares need fewer.
const maxRows = 4 * puzzle.MaxCells

// scan splits the lines of a text.
func (d *document) scan(lines []string) {
	d.headers, d.sheet = make(map[string]field), sheetOf(lines)
	var drawing *[]row // the drawn part that the lines belong to, or nil
	for i, text := range lines {
		at := d.line + i
		if drawing == nil && len(d.rows) == 0 {
			text = plainHeader(text)
		}
		switch name, cells, colon := strings.Cut(text, ":"); {
		case !colon:
		case namesRow(name):
			text = blankFor(name+":") + cells
		case drawing != &d.labels && namesStone(name, cells) && !isNote(text):
			text, drawing = blankFor(name+":")+cells, d.addBlank(drawing, at)
			if i+1 < len(lines) && strings.TrimLeft(lines[i+1], blanks) == lines[i+1] { // the other rows do not stand below it
				text = strings.TrimLeft(text, blanks)
			}
		}
		if drawing != &d.labels {
			text = d.withoutCode(text, at)
		}
		header := drawing == nil && len(d.rows) == 0 && isHeader(text)
		switch {
		case strings.TrimSpace(text) == "" && (d.between != "\t" || strings.Count(text, "\t") != d.padding): // else a row of open cells
			drawing = d.addBlank(drawing, at)
		case drawing == &d.labels:
			drawing = add(drawing, d.split(text, at))
		case len(d.rows) == 0 && tellsBetween(text):
		case !header && d.isRule(text):
			d.addRule(text, at)
		case drawing != nil:
			drawing = add(drawing, d.splitRow(text, at, 0))
		case len(d.rows) == 0 && isComment(text):
			d.addComment(text, at)
		case len(d.rows) == 0 && d.addSize(text, at), !isHeader(text) && d.isHere(text):
		case len(d.rows) == 0 && drawing == nil && isNote(text):
			d.remarks = append(d.remarks, text)
		case isLabel(text) && len(d.rows)+len(d.drawn) > 0: // stands above a stone
			d.addBlank(nil, at)
		case isHeader(text) && d.isHeading(text, lines[i+1:], at):
			d.remarks = append(d.remarks, text)
			d.tell("line %d is read as a comment", at)
		case isHeader(text):
			drawing = d.addHeader(d.withoutPadding(text, at), at)
		case len(d.rows) == 0 && i+1 < len(lines) && strings.TrimSpace(strings.Join(lines[i+1:min(i+3, len(lines))], "")) != "" && d.addTitle(d.splitRow(text, at, 0)):
		default:
			d.addRows(text, at)
		}
		if len(d.rows)+len(d.drawn)+len(d.labels)+len(d.hashes) > maxRows {
			d.fail(field{line: at, col: 1}, "more than %d rows; no puzzle has so many", maxRows)
		}
		if d.err != nil {
			return
		}
	}
	d.asStones("1", "0")
	d.asStones("#", "._")
	half := slices.IndexFunc(d.rows, func(r row) bool { return r.blank })
	d.two = half > 1 && (len(d.rows)-1)/2 == half // the last line may be blank, too
	d.rows = withoutBlanks(d.rows)
}

// addComment notes a comment, which may be a row that lacks commas.
func (d *document) addComment(text string, line int) {
	r := d.splitRow(text, line, 0)
	if strings.Trim(text, "#._ \t") == "" {
		d.hashes = append(d.hashes, r)
	} else if strings.Trim(text, "# \t") != "" {
		d.remarks = append(d.remarks, text)
	}
	if len(d.likeRow) < maxRows && looksLikeNumbers(r) {
		d.likeRow = append(d.likeRow, r)
	}
}

// add adds a row to a drawn part, and returns where the next one goes. A line of "=" ends the part.
func add(drawing *[]row, line row) *[]row {
	if line.separator {
		return nil
	}
	*drawing = append(*drawing, line)
	return drawing
}

// addBlank adds a blank line, which may stand between stones. It ends a drawn board if no line of "=" can do so.
func (d *document) addBlank(drawing *[]row, line int) *[]row {
	if drawing == &d.drawn && d.noEquals && len(d.drawn) > 0 {
		return nil
	}
	rows := &d.rows
	if len(d.rows) == 0 {
		rows = &d.hashes
	}
	if n := len(*rows); drawing == nil && n > 0 && !(*rows)[n-1].blank {
		*rows = append(*rows, row{fields: []field{{line: line, col: 1}}, separator: true, blank: true})
	}
	return drawing
}

// withoutBlanks leaves blank lines out, unless they alone stand between the rows.
func withoutBlanks(rows []row) []row {
	numbers := slices.ContainsFunc(rows, row.hasNumbers)
	explicit := slices.ContainsFunc(rows, func(r row) bool { return r.separator && !r.blank })
	if !numbers && !explicit && slices.ContainsFunc(rows, row.showsStone) {
		return rows
	}
	return slices.DeleteFunc(rows, func(r row) bool { return r.blank })
}

// isComment reports whether a line is a comment: it begins with "#" and is not a row that begins with a hole. Such a row has
// only the hole before its first comma, or is a lone "##".
func isComment(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "#") || text == "##" {
		return false
	}
	end := strings.IndexAny(text, ",;")
	first := strings.TrimSpace(text[:max(end, 0)])
	return end < 0 || !isRun(first, '#') && !strings.HasSuffix(first, "!") && !strings.HasSuffix(first, "?") // as in #REF!
}

// looksLikeNumbers reports whether all fields of a comment could be cells of numbers, and the first one a hole.
func looksLikeNumbers(r row) bool {
	return len(r.fields) > 1 && isRun(r.fields[0].text, '#') && !slices.ContainsFunc(r.fields, func(f field) bool {
		_, err := strconv.Atoi(f.text)
		return err != nil && !isOpen(f.text) && !isRun(f.text, '#')
	})
}

// isHeader reports whether a line has the form "key: value"; no row has a colon.
func isHeader(text string) bool {
	return strings.ContainsRune(text, ':') && strings.Trim(text, bars+ruled) != ""
}

// isHeading reports whether a line is a word with a colon alone above rows, as grid: or Monday: with the bar of YAML.
func (d *document) isHeading(text string, below []string, line int) bool {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), ":")
	_, known := headerOf(name)
	_, _, family := Family(name)
	below = slices.DeleteFunc(slices.Clone(below[:min(2, len(below))]), func(line string) bool { return strings.TrimSpace(line) == "" })
	next := strings.TrimSpace(append(below, "")[0])
	if family || known && name != "puzzle" && name != "board" || len(d.rows) > 0 || strings.Trim(rest, blanks+"|>-") != "" || isHeader(next) {
		return false
	}
	row := d.splitRow(d.withoutCode(next, line), line, 0)
	return (name != "board" || row.hasNumbers()) && strings.Trim(row.words(), stoneSigns+"0123456789-?* ") == "" && (row.hasCells() || row.showsStone())
}

// isLabel reports whether a line is a name with a colon alone, as "A:" or "Piece 2:", and no header line.
func isLabel(text string) bool {
	name, colon := strings.CutSuffix(strings.TrimSpace(text), ":")
	if !colon || strings.Trim(name, bars+ruled) == "" || strings.Contains(name, ":") { // as nearly every row
		return false
	}
	_, known := headerOf(name)
	return !known
}

// isNote reports whether a line says nothing about the rules: name: Monday, or a comment of source code with a word.
func isNote(text string) bool {
	key, _, colon := strings.Cut(strings.TrimSpace(text), ":")
	isSign := func(sign string) bool { return strings.HasPrefix(key, sign) }
	if slices.ContainsFunc([]string{"--", "//", "%", "/*", ";;"}, isSign) {
		return slices.ContainsFunc(strings.Fields(text), func(word string) bool { return len(word) > 3 && isWord(word) })
	}
	return colon && slices.Contains([]string{"name", "date", "id", "difficulty", "level", "note", "notes", "comment", "description", "version"}, strings.ToLower(key))
}

// sizeSigns makes the signs between two lengths alike, and leaves out what source code has behind them.
var sizeSigns = strings.NewReplacer("×", "x", "X", "x", ";", " ", ",", " ")

// addSize takes a line such as size: 5, 4x3 or int n = 5; for lengths of the board, those of rows before those of columns.
func (d *document) addSize(text string, line int) bool {
	first, last := strings.IndexAny(text, ":="), strings.LastIndexAny(text, ":=")
	names := append([]string{""}, strings.Fields(strings.ToLower(text[:max(first, 0)]))...)
	name, at := names[len(names)-1], utf8.RuneCountInString(text[:last+1])+1
	sizes := field{sizeSigns.Replace(text[last+1:]), line, at}.split('x', 3)
	across := slices.Contains([]string{"m", "cols", "columns", "width", "w"}, name)
	named := across || slices.Contains([]string{"n", "size", "rows", "height", "h"}, name)
	switch wrong := slices.ContainsFunc(sizes, func(f field) bool { return !isDigits(f.text) }); {
	case wrong || !named && (len(sizes) != 2 || strings.Trim(strings.TrimSpace(text), "0123456789x×") != ""): // 1 X 3 is a row
		return false
	case len(d.sizes) > 2:
		d.fail(sizes[0], "one more size of the board; a width and a height are enough")
	case across:
		d.sizes = append(sizes, d.sizes...)
	default:
		d.sizes = append(d.sizes, sizes...)
	}
	return true
}

// addHeader adds a line "key: value". If rows follow that belong to it, it returns where they go.
func (d *document) addHeader(text string, line int) (drawing *[]row) {
	before, after, _ := strings.Cut(text, ":")
	key := trimmed(before, line, 1)
	value := trimmed(after, line, utf8.RuneCountInString(before)+2)
	_, twice := d.headers[key.text]
	_, known := headerOf(key.text)
	switch {
	case len(text) > maxHeader:
		d.failBelow(key, "a header line of more than %d MiB; no puzzle needs so long a line", maxHeader>>20)
	case len(d.rows) > 0:
		d.failBelow(key, "a header line after the first row; header lines stand before the rows, and a line of --- before another puzzle")
	case !known: // the error comes when the family is known
		if d.unknown.line == 0 {
			d.unknown = key
		}
		return nil
	case twice:
		d.failBelow(key, "a second line %q", key.text+":")
	case value.text == "" && !slices.Contains([]string{"board", "labels", "source"}, key.text):
		d.failBelow(value, "nothing after %q", key.text+":")
	case value.text != "" && key.text == "labels":
		d.failBelow(value, "a text after \"labels:\"; the labels stand in rows below it, up to a line of =")
	}
	d.headers[key.text] = value
	d.keys = append(d.keys, key.text)
	if value.text != "" {
		return nil
	}
	return map[string]*[]row{"board": &d.drawn, "labels": &d.labels}[key.text]
}

// trimmed returns the field of a piece of a line that begins at col.
func trimmed(text string, line, col int) field {
	left := strings.TrimLeft(text, blanks)
	return field{strings.TrimRight(left, blanks), line, col + len(text) - len(left)}
}

const blanks = " \t"

// boardOf returns the board that rows draw, with holes where they have "#".
func boardOf(rows []row) (*puzzle.Board, error) {
	return puzzle.NewBoard(len(rows[0].fields), len(rows), func(r, c int) bool { return isRun(rows[r].fields[c].text, '#') })
}

// rectangle checks that rows all have as many cells as the first.
func (d *document) rectangle(rows []row) {
	width := len(rows[0].fields)
	for _, f := range d.sizes {
		n, _ := asNumber(f.text)
		d.failIf(n != width && n != len(rows) && n != width*len(rows), f, "the size %s, but the board has %d rows, and %d cells in the first", f.text, len(rows), width)
	}
	if width > puzzle.MaxCells {
		d.fail(rows[0].fields[puzzle.MaxCells], "more than %d cells in a row; no puzzle has so many", puzzle.MaxCells)
	}
	if n := len(rows); n > 3 && len(rows[n-1].fields) == len(rows[n-2].fields) && len(rows[n-1].fields) != width {
		d.fail(rows[0].first(), "%s in this row, and %d in the last ones; if it is no row of the board, take it away (write # for a hole)", base.Plural(width, "cell"), len(rows[n-1].fields))
	}
	for _, r := range rows {
		if n := len(r.fields); n < width {
			d.fail(r.fields[n-1], "the row ends here with %s; the first row has %d (write # for a hole)", base.Plural(n, "cell"), width)
		} else if n > width {
			d.fail(r.fields[width], "the row goes on with %d cells; the first row has %d (write # for a hole)", n, width)
		}
	}
}
