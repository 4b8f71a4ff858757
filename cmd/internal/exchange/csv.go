package exchange

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// CSV: rows of fields with commas, semicolons or tabs between them, as spreadsheets write
// them (RFC 4180). Fields may stand in double quotes, and a text may begin with a byte order
// mark. The rows are those of a puzzle file: first header lines such as "puzzle: hidoku" in
// the first field, or with "puzzle:" in the first field and the value in the next. Then there
// is a row for each row of cells. An open cell is empty. Fields that a spreadsheet has added
// at the end of a row do not matter where a row has one field only.
//
// A text with none of the separators is read as a puzzle file with blanks between cells.

type csvField struct {
	text      string
	line, col int
}

// headerWord matches a field that may be the key of a header line without its colon.
var headerWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]{3,}$`) })

// separators are the characters between fields. The one that occurs most often is it.
const separators = ",;\t"

const maxRows = 4 * puzzle.MaxCells

func readCSV(s *Source) ([]*Entry, error) {
	text := strings.ReplaceAll(strings.TrimPrefix(string(s.Data), "\ufeff"), "\r\n", "\n")
	rows, err := s.csvRows(text)
	if err != nil {
		return nil, err
	}
	var entries []*Entry
	s.squares = -len(text)
	for _, piece := range csvPieces(rows) {
		e, err := s.csvPuzzle(piece)
		if err == nil {
			err = s.room(piece[0][0].line, e.Puzzle.Board().Width(), e.Puzzle.Board().Height())
		}
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// separatorOf returns the separator of a text, or a comma if it has none.
func separatorOf(text string) byte {
	quoted := false
	var count [len(separators)]int
	for i := range len(text) {
		if text[i] == '"' {
			quoted = !quoted
		}
		if at := strings.IndexByte(separators, text[i]); at >= 0 && !quoted {
			count[at]++
		}
	}
	best := 0
	for i, n := range count {
		if n > count[best] {
			best = i
		}
	}
	return separators[best]
}

func (s *Source) csvRows(text string) ([][]csvField, error) {
	separator := separatorOf(text)
	var rows [][]csvField
	for i, line := range strings.Split(text, "\n") {
		fields, err := s.csvFields(line, i+1, separator)
		if err != nil {
			return nil, err
		}
		if rows = append(rows, fields); len(rows) > maxRows {
			return nil, s.fail(i+1, 1, "more than %d rows; split the text", maxRows)
		}
	}
	return rows, nil
}

// csvFields splits a line. A field in quotes ends in the same line, because no field of a
// puzzle has a line break.
func (s *Source) csvFields(line string, number int, separator byte) ([]csvField, error) {
	var fields []csvField
	col := 1
	for {
		start := col
		var field strings.Builder
		if rest, quoted := strings.CutPrefix(line, `"`); quoted {
			line, col = rest, col+1
			for {
				before, after, ended := strings.Cut(line, `"`)
				if !ended {
					return nil, s.fail(number, start, "a quoted field that does not end in this line")
				}
				field.WriteString(before)
				line, col = after, col+len([]rune(before))+1
				if !strings.HasPrefix(line, `"`) {
					break
				}
				field.WriteByte('"')
				line, col = line[1:], col+1
			}
			if line != "" && line[0] != separator {
				return nil, s.fail(number, col, "%q after the end of a quoted field", line[:1])
			}
		}
		before, after, more := strings.Cut(line, string(rune(separator)))
		field.WriteString(before)
		if start == col { // without quotes
			start += len(before) - len(strings.TrimLeft(before, " \t"))
		}
		if len(fields) > puzzle.MaxCells {
			return nil, s.fail(number, col, "more than %d fields in a row; no puzzle has so many", puzzle.MaxCells)
		}
		fields = append(fields, csvField{strings.TrimSpace(field.String()), number, start})
		col += len([]rune(before)) + 1
		if !more {
			return fields, nil
		}
		line = after
	}
}

func onlyFirst(fields []csvField) bool {
	return !slices.ContainsFunc(fields[1:], func(f csvField) bool { return f.text != "" })
}

// csvPieces splits rows at those of "---", and leaves blank lines out.
func csvPieces(rows [][]csvField) [][][]csvField {
	pieces := make([][][]csvField, 1)
	for _, fields := range rows {
		switch first := fields[0].text; {
		case first == "" && len(fields) == 1:
		case len(first) >= 3 && strings.Trim(first, "-") == "" && onlyFirst(fields):
			pieces = append(pieces, nil)
		default:
			pieces[len(pieces)-1] = append(pieces[len(pieces)-1], fields)
		}
	}
	if last := len(pieces) - 1; last > 0 && pieces[last] == nil {
		return pieces[:last]
	}
	return pieces
}

// csvPuzzle reads the rows of one puzzle. It writes them as the text of a puzzle file. For
// an error in that text, it finds the field that the error is about.
func (s *Source) csvPuzzle(rows [][]csvField) (*Entry, error) {
	lines, origin, err := s.csvLines(rows)
	if err != nil {
		return nil, err
	}
	content := strings.Join(lines, "\n") + "\n"
	file, err := text.Read(strings.NewReader(content), s.Name, puzzle.Family(s.Family))
	if parse := (*text.ParseError)(nil); errors.As(err, &parse) && parse.Line >= 1 && parse.Line <= len(lines) {
		fields := origin[parse.Line-1]
		before := string([]rune(lines[parse.Line-1])[:max(parse.Col-1, 0)])
		at := fields[min(strings.Count(before, ","), len(fields)-1)]
		detail := parse.Detail
		if at == fields[0] && !onlyFirst(fields) && headerWord().MatchString(at.text) {
			detail += `; a header line has a colon, as in "title: Monday"`
		}
		return nil, &text.ParseError{File: s.Name, Line: at.line, Col: at.col, Detail: detail}
	}
	if err != nil {
		return nil, err
	}
	return &Entry{File: *file}, nil
}

// csvLines returns the rows as lines of a puzzle file, and for each line its fields.
func (s *Source) csvLines(rows [][]csvField) (lines []string, origin [][]csvField, err error) {
	stones := csvStones(rows)
	labels := false // the rows are labels
	var block csvBlock
	for from := 0; from < len(rows); from++ {
		fields := rows[from]
		first := fields[0].text
		separator := first != "" && strings.Trim(first, "=") == "" && onlyFirst(fields)
		header := strings.ContainsRune(first, ':') && onlyFirst(fields)
		comment := strings.HasPrefix(first, "#") && strings.Trim(first, "#") != "" && onlyFirst(fields)
		switch {
		case separator && (stones || labels):
			lines, labels = append(lines, first), false
		case labels:
			lines = append(lines, labelLine(fields))
		case header:
			lines, labels = append(lines, first), first == "labels:"
		case strings.HasSuffix(first, ":"):
			lines = append(lines, headerLine(fields))
		case comment:
			continue
		case stones && saysCount(fields):
			lines = append(lines, strings.TrimRight(labelLine(fields), "_,"))
		case stones:
			if from >= block.end {
				block = blockAt(rows, from)
				if err := s.room(fields[0].line, block.width, block.end-from); err != nil {
					return nil, nil, err
				}
			}
			lines = append(lines, stoneLine(fields, block.width))
		default:
			lines = append(lines, cellLine(fields))
		}
		origin = append(origin, fields)
	}
	return lines, origin, nil
}

// csvStones reports whether rows are those of a draughtboard: there is a line of "=" or a
// colour that does not belong to labels.
func csvStones(rows [][]csvField) bool {
	labels := false
	for _, fields := range rows {
		first := fields[0].text
		separator := first != "" && strings.Trim(first, "=") == ""
		switch {
		case labels:
			labels = !separator || !onlyFirst(fields)
		case first == "labels:":
			labels = true
		case separator, slices.ContainsFunc(fields, func(f csvField) bool { return f.text == "B" || f.text == "W" || f.text == "X" }):
			return true
		}
	}
	return false
}

// labelLine returns a row of labels. A comma in a label makes an error of the reader.
func labelLine(fields []csvField) string {
	var labels []string
	for _, f := range fields {
		if f.text == "" {
			f.text = "_"
		}
		labels = append(labels, f.text)
	}
	return strings.Join(labels, ",")
}

// headerLine returns a header line whose key is in the first field and whose value is in the
// next ones.
func headerLine(fields []csvField) string {
	var values []string
	for _, f := range fields[1:] {
		values = append(values, f.text)
	}
	return fields[0].text + " " + strings.TrimRight(strings.Join(values, ", "), ", ")
}

func cellLine(fields []csvField) string {
	var cells []string
	for _, f := range fields {
		cell := f.text
		switch {
		case cell == "":
			cell = "_"
		case strings.Trim(cell, "#") == "":
			cell = "##" // a lone # begins a comment
		}
		cells = append(cells, strings.ReplaceAll(cell, ",", ";")) // a comma within quotes does not separate
	}
	return strings.Join(cells, ",")
}

func saysCount(fields []csvField) bool { return strings.HasSuffix(fields[0].text, "*") }

// csvBlock is a stone or the drawn board: the rows from one on up to its end.
type csvBlock struct{ width, end int }

// blockAt returns the block that begins with a row. It ends at a header line, a line of "=" or one with a
// count, and is as wide as the last field that is not empty.
func blockAt(rows [][]csvField, from int) csvBlock {
	block := csvBlock{width: 1, end: from}
	for ; block.end < len(rows); block.end++ {
		first := rows[block.end][0].text
		if block.end > from && (strings.ContainsRune(first, ':') || saysCount(rows[block.end]) || first != "" && strings.Trim(first, "=") == "") {
			break
		}
		for i, f := range rows[block.end] {
			if f.text != "" {
				block.width = max(block.width, i+1)
			}
		}
	}
	return block
}

// stoneLine returns a row of a stone, of the given width. Empty fields are no cells.
func stoneLine(fields []csvField, width int) string {
	cells := slices.Repeat([]string{"_"}, width)
	for i, f := range fields[:min(width, len(fields))] {
		if f.text != "" {
			cells[i] = strings.ReplaceAll(f.text, ",", ";")
		}
	}
	return strings.Join(cells, ",")
}

// writeCSV writes the lines of the puzzle file, with empty fields for open cells.
func writeCSV(e *Entry) ([]byte, error) {
	if p, ok := e.Puzzle.(*puzzle.Magic); ok && p.Rules().Form == puzzle.Equation {
		return nil, cannotHave("csv", "a grid of equations")
	}
	numbers := e.Puzzle.Family() != puzzle.FamilyDraughtboard
	narrow := e.Puzzle.Board().Width() == 1 // an empty line would not be a row
	labels := false
	var text strings.Builder
	for line := range strings.Lines(e.Text()) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case labels && strings.Trim(line, "=") == "":
			labels = false
		case !labels && strings.ContainsRune(line, ':'):
			text.WriteString(quoted(line) + "\n")
			labels = line == "labels:"
			continue
		}
		fields := strings.Split(line, ",")
		for i, f := range fields {
			f = strings.TrimSpace(f)
			if (numbers || labels) && !narrow && strings.Trim(f, "_") == "" {
				f = ""
			}
			fields[i] = quoted(f)
		}
		text.WriteString(strings.Join(fields, ",") + "\n")
	}
	return []byte(text.String()), nil
}

func quoted(field string) string {
	if !strings.ContainsAny(field, `",;`+"\t") {
		return field
	}
	return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
}
