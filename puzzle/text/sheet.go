package text

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"crosscut/internal/chars"
	"crosscut/puzzle"
)

// How rows are written. One look at the whole text tells what stands between the cells: commas, blanks, and in a sheet
// semicolons or tabs. Spreadsheets fill lines up, people draw frames, and programs write tables and source code.

// sheet is what one look at the rows of a text tells.
type sheet struct {
	between  string // ";" or a tab; "" for commas, and for blanks in rows that have none
	padding  int    // how often that, or a comma, stands in the first row
	noEquals bool   // there is no line of "="
	barred   bool   // bars stand between cells
	inner    bool   // and not at the ends of all rows
	double   bool   // two of them side by side are one line
	single   bool   // a row does not begin and end with two of them
	thin     int    // rows of dashes, which may be lines of a table
	dashes   bool   // a dash is a cell, also in other rows
}

// sheetOf looks at the lines of a text. Tabs stand between cells if all rows have as many.
func sheetOf(lines []string) sheet {
	s := sheet{noEquals: true}
	labels, tabs, commas, told := false, -1, false, ""
	for _, line := range lines {
		said := strings.Trim(line, blanks+`;,"`)
		equals := said != "" && strings.Trim(said, "=") == ""
		s.noEquals = s.noEquals && !equals
		switch {
		case said == "" && strings.TrimSpace(line) == "", equals:
			labels = labels && !equals
		case labels, isComment(line):
		case isHeader(line):
			labels = strings.EqualFold(said, "labels:")
		case tellsBetween(line):
			told = line[len(sep) : len(sep)+1]
		default:
			if line := strings.TrimRight(line, blanks+"];"); strings.Contains(line, ";") && len(listsIn(line, ";")) == 1 {
				told = ";"
			}
			commas = commas || strings.Contains(line, ",")
			s.look(line)
			if n := strings.Count(line, "\t"); tabs < 0 {
				tabs, s.padding = n, max(strings.Count(line, ","), strings.Count(line, ";"), n)
			} else if n != tabs {
				tabs = 0
			}
		}
	}
	s.dashes, s.double = s.dashes || s.thin > 1, s.double || s.barred && !s.single
	switch {
	case told == ";":
		s.between = told
	case tabs > 0 && !commas:
		s.between = "\t"
	}
	return s
}

// look looks at the bars and dashes of a row.
func (s *sheet) look(line string) {
	line = oneBar.Replace(line)
	said := strings.Trim(line, blanks+brackets+",;.")
	if !strings.Contains(line, "|") {
		s.double = s.double || isLine(line) && strings.Contains(line, "++")
		return
	}
	s.barred = true
	switch {
	case isThin(line):
		s.thin++
		return
	case isLine(line), hasLetters(said):
		return
	}
	s.inner = s.inner || said != "" && said[0] != '|' && said[len(said)-1] != '|'
	s.single = s.single || !strings.HasPrefix(said, "||") || !strings.HasSuffix(said[2:], "||")
	for cell := range strings.FieldsFuncSeq(line, func(char rune) bool { return char == ' ' || char == '|' }) {
		s.dashes = s.dashes || isRun(cell, '-')
	}
}

// isLine reports whether a text can be a line between rows with bars. A row of an equation has blanks between its signs.
func isLine(text string) bool {
	text = strings.TrimSpace(text)
	return strings.Trim(text, ruled+bars) == "" && (strings.Contains(text, "-+") || strings.Contains(text, "=+"))
}

// isThin reports whether a text is a row of dashes between bars, or such a line with one dash in each column.
func isThin(text string) bool {
	return strings.Contains(text, "|") && strings.Contains(text, "-") && strings.Trim(text, "-:| \t") == "" && !strings.Contains(text, "---") && !strings.Contains(text, ":-")
}

// sep begins a line that tells Excel what stands between fields.
const sep = "sep="

func tellsBetween(line string) bool {
	return len(line) > len(sep) && len(line) <= len(sep)+2 && strings.EqualFold(line[:len(sep)], sep)
}

// splitRow splits a row of cells, after other signs for the same became ours.
func (d *document) splitRow(text string, line, col int) row {
	text = chars.Plain(text)
	if strings.HasPrefix(text, ">") { // quoted, as in a mail
		row := strings.TrimLeft(text, "> ")
		text = strings.Repeat(" ", len(text)-len(row)) + row
	}
	r := d.split(d.unframed(text), line)
	r.heading = isHeading(text)
	for i, f := range r.fields {
		r.fields[i].col, r.fields[i].text = f.col+col, bare(f.text)
	}
	return r
}

// bare returns a cell without what source code and spreadsheets put around it, as in 'X', '4, =4 and ="4".
func bare(text string) string {
	if text == "" || !strings.Contains("='`\"", text[:1]) {
		return text
	}
	quoted := strings.TrimPrefix(text, "=")
	if n := len(quoted); n > 1 && n < 6 && strings.IndexByte("'\"", quoted[0]) >= 0 && quoted[0] == quoted[n-1] {
		return strings.TrimSpace(quoted[1 : n-1])
	} else if number := strings.TrimLeft(quoted, "'`"); isDigits(number) {
		return number
	}
	return text
}

// mostFields is more than a row of any board has.
const mostFields = puzzle.MaxCells + 2

// split splits a row at what stands between cells. It stops when it has more fields than any board has cells.
func (d *document) split(text string, line int) row {
	whole := trimmed(strings.TrimRight(text, blanks+",;"), line, 1)
	if whole.text != "" && strings.Trim(whole.text, "=") == "" {
		return row{fields: []field{whole}, separator: true}
	}
	for _, between := range []string{d.between, ","} {
		if between != "" && strings.Contains(text, between) {
			return row{fields: (field{text, line, 1}).split(between[0], mostFields), commas: true}
		}
	}
	fields := field{strings.TrimRight(text, ";"), line, 1}.between(blanks, puzzle.MaxCells)
	if fields == nil { // within bars
		fields = []field{{line: line, col: 1}}
	}
	return row{fields: fields}
}

// split returns the parts between separators, without blanks around them. The last of so many has the rest. In quotes a
// separator is a sign like any other, unless a quote does not end in the field. Time O(bytes).
func (f field) split(separator byte, most int) []field {
	fields := make([]field, 0, min(strings.Count(f.text, string(rune(separator))), most)+1)
	quotes := strings.Count(f.text, `"`)%2 == 0
	for start, col := 0, f.col; ; {
		end, quoted := start, false
		for end < len(f.text) && (quoted || f.text[end] != separator || len(fields) == most-1) {
			quoted = quotes && quoted != (f.text[end] == '"')
			end++
		}
		part := trimmed(f.text[start:end], f.line, col)
		if n := len(part.text); n > 1 && part.text[0] == '"' && part.text[n-1] == '"' {
			part.text = strings.TrimSpace(strings.ReplaceAll(part.text[1:n-1], `""`, `"`))
		}
		fields = append(fields, part)
		if end == len(f.text) {
			return fields
		}
		start, col = end+1, col+utf8.RuneCountInString(f.text[start:end])+1
	}
}

// withoutPadding returns a header line without what a spreadsheet adds, and with a value from the next fields.
func (d *document) withoutPadding(text string, line int) string {
	between := cmp.Or(d.between, ",")
	quoted := strings.HasPrefix(text, `"`)
	_, value, _ := strings.Cut(text, ":")
	padded := strings.HasPrefix(value, between) || d.padding > 0 && strings.Count(text, between) == d.padding && strings.HasSuffix(text, between)
	if !quoted && !padded {
		return text
	}
	var parts []string
	for _, f := range (field{text, line, 1}).split(between[0], mostFields) {
		if f.text != "" {
			parts = append(parts, f.text)
		}
	}
	if strings.HasSuffix(parts[0], ":") {
		return parts[0] + " " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(parts, ", ")
}

// tell adds to what is said about how the text was read.
func (d *document) tell(format string, args ...any) {
	d.note = strings.TrimPrefix(d.note+"; "+fmt.Sprintf(format, args...), "; ")
}

// addTitle takes a line above all rows for the title, if it has words and no cell but numbers. One word among several
// fields of a sheet is one. Without separators the first word must not be in capitals, because a stone may be.
func (d *document) addTitle(line row) bool {
	var words []string
	names, numbers := 0, 0
	for _, f := range line.fields {
		letters := strings.TrimFunc(f.text, func(char rune) bool { return !unicode.IsLetter(char) })
		switch {
		case f.text == "":
			continue
		case isOpen(f.text), isRun(f.text, '#'), strings.ContainsAny(f.text, "*="), line.isSmallStone():
			return false
		case utf8.RuneCountInString(letters) > 2 && (line.commas || letters != strings.ToUpper(letters)):
			names++
		case isNumber(f):
			numbers++
		}
		words = append(words, f.text)
	}
	if len(words) == 0 || line.separator || slices.Contains(Headers(""), words[0]) || d.headers["title"].line > 0 {
		return false
	}
	if names == 0 || numbers > len(words)/2 || line.commas && len(words) > 1 && (names < len(words) || len(words) == len(line.fields)) {
		return false
	}
	title := line.first()
	title.text = strings.Join(words, " ")
	d.headers["title"], d.keys = title, append(d.keys, "title")
	d.tell("line %d is read as the title", title.line)
	return true
}

// bars stand between the cells of a table, and ruled are the other signs of its lines. Brackets stand around lists.
const bars, ruled, brackets = "|│┃║", "+-=: ", "[](){}"

// isAround reports whether a line stands around a text: a fence, a tag of a forum or a command of LaTeX.
func isAround(text string) bool {
	name := tagName(text)
	begins := func(sign string) bool { return strings.HasPrefix(text, sign) }
	return slices.ContainsFunc([]string{"```", `"""`, "'''", "<?php", "?>"}, begins) ||
		utf8.RuneCountInString(name) > 2 && isWord(name) ||
		begins(`\`) && len(text) > 3 && isWord(text[1:4]) && !strings.Contains(text, "&")
}

func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(char rune) bool { return !unicode.IsLetter(char) })
}

func isBox(char rune) bool { return char >= '─' && char <= '╿' }

// isRule reports whether a line is a part of a frame, of a table or of a list in brackets that has no cells. A row of an
// equation may have nothing but + and =, and dashes may be open cells.
func (d *document) isRule(text string) bool {
	text = strings.TrimSpace(text)
	switch {
	case isAround(text) && !isOpen(strings.Trim(text, "[]")) && strings.Trim(text, colours+"[]") != "", isBetween(text):
		return true
	case strings.Contains(text, "[]"), strings.Contains(text, "[ ]"): // open cells
		return false
	case strings.ContainsAny(text, brackets):
		return strings.Trim(text, brackets+",; ") == ""
	case d.barred && isLine(text), isThin(text) && len(d.rows) == 1 && !d.dashes:
		return true
	case strings.ContainsFunc(text, isBox):
	case strings.Contains(text, "|") && (strings.Contains(text, "---") || strings.Contains(text, ":-")):
	default:
		return false
	}
	inside := strings.Trim(text, bars+"+") // a row of open cells has blanks between bars
	return !strings.ContainsFunc(text, func(char rune) bool { return !isBox(char) && !strings.ContainsRune(bars+ruled, char) }) &&
		(strings.Trim(inside, bars+" ") != "" || !strings.ContainsAny(text, bars))
}

// oneBar makes all bars alike. Those of DokuWiki's headings are ^.
var oneBar = strings.NewReplacer("│", "|", "┃", "|", "║", "|", "^", "|")

// unframed returns a row with commas for the bars between cells, and blanks for those between groups of cells.
func (d *document) unframed(text string) string {
	if strings.Contains(text, "&") { // LaTeX
		text = strings.NewReplacer("&", ",", `\\`, "", `\hline`, "").Replace(text)
	}
	switch {
	case strings.Contains(text, "]["): // [1][_][X]
		text = strings.NewReplacer("][", " |", "[", "|", "]", "|").Replace(text)
	case strings.ContainsAny(text, brackets): // as in source code
		text = strings.TrimRight(strings.NewReplacer("[]", "_", "[ ]", "_", "[", " ", "]", " ", "{", " ", "}", " ", "(", " ", ").", " ", ")", " ").Replace(text), blanks+",;")
	}
	if !strings.ContainsAny(text, bars) && !strings.HasPrefix(text, "^") {
		return text
	}
	body := oneBar.Replace(text)
	if d.double || isHeading(text) {
		body = strings.ReplaceAll(body, "||", "| ")
	}
	body = strings.TrimRight(body, blanks)
	inside := body
	if !d.inner {
		body = strings.TrimSuffix(body, "|")
		inside = strings.TrimPrefix(strings.TrimLeft(body, blanks), "|")
	}
	between := ","
	for piece := range strings.SplitSeq(inside, "|") {
		if len(strings.Fields(piece)) > 1 {
			between = " "
		}
	}
	return strings.Repeat(" ", len(body)-len(inside)) + strings.ReplaceAll(inside, "|", between)
}

// isHeading reports whether a row of a table in a wiki has names: ^ a ^ b ^ or ||a||b||.
func isHeading(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) > 1 && text[0] == '^' && text[len(text)-1] == '^' || strings.HasPrefix(text, "||") && strings.HasSuffix(text, "||") && hasLetters(text)
}

// addRule leaves a line of a frame out. Below the first row of a table it says that this row has names.
func (d *document) addRule(text string, line int) {
	if strings.ContainsAny(text, "]})") { // the end of a list of rows
		d.addBlank(nil, line)
	}
	d.rules = append(d.rules, len(d.rows))
	if len(d.rows) != 1 || isBetween(text) {
		return
	}
	switch head := d.rows[0]; {
	case head.hasCells(), head.showsStone():
		if isThin(text) {
			d.thin = trimmed(text, line, 1)
		}
	case slices.ContainsFunc(head.fields, func(f field) bool { return f.text != "" }):
		d.rows = nil
		d.tell("read as a table, without its first line, which line %d says are names", line)
	case !strings.ContainsFunc(text, isBox) && !strings.Contains(text, "+"):
		d.failBelow(field{line: line, col: 1}, "an empty line of names above this one, or a row of open cells; take both lines away, or write _ in the cells")
	}
}

// flatten leaves out the empty lines of cells that are drawn several lines high, each within a frame.
func (d *document) flatten() {
	rules := slices.DeleteFunc(slices.Clone(d.rules), func(n int) bool { return n == 0 })
	if len(rules) == 0 || rules[0] < 2 || rules[len(rules)-1] != len(d.rows) {
		return
	}
	high, filled := rules[0], map[int]bool{}
	for i, n := range rules {
		if n != (i+1)*high {
			return
		}
	}
	for i, r := range d.rows {
		if slices.ContainsFunc(r.fields, func(f field) bool { return f.text != "" }) {
			filled[i%high] = true
		}
	}
	if len(filled) != 1 {
		return
	}
	d.tell("read as a table with cells of %d lines", high)
	i := -1
	d.rows = slices.DeleteFunc(d.rows, func(row) bool { i++; return !filled[i%high] })
}

// withoutRulers leaves out rows of dashes or lines between the rows of a table whose cells have all numbers from 1. No way
// could pass a board with such rows of open cells.
func (d *document) withoutRulers() {
	var rows []row
	numbers, largest := map[int]bool{}, 0
	for i, r := range d.rows {
		full := isNumber(r.first())
		if i > 0 && full == isNumber(d.rows[i-1].first()) {
			return
		} else if full {
			rows = append(rows, r)
		}
		for _, f := range r.fields {
			if k, err := asNumber(f.text); err == nil {
				numbers[k], largest = true, max(largest, k)
			}
		}
	}
	if d.barred && len(rows) > 1 && largest == len(numbers) && largest == len(rows)*len(rows[0].fields) {
		d.rows = rows
		d.tell("read without the lines between rows")
	}
}

// hasCells reports whether a row has a cell of a board of numbers that is not empty.
func (r row) hasCells() bool { return slices.ContainsFunc(r.fields, field.isCell) }

func (f field) isCell() bool {
	return f.text != "" && (isNumber(f) || isOpen(f.text) || isRun(f.text, '#'))
}

// withoutEdges cuts empty fields at the edges of a sheet that has another sign for open cells.
func (d *document) withoutEdges() {
	named := d.headers["puzzle"].line > 0 || d.headers["lines"].line > 0
	top, left, bottom, right, signs := len(d.rows), puzzle.MaxCells, 0, 0, false
	for i, r := range d.rows {
		for j, f := range r.fields {
			if f.text != "" {
				top, left, bottom, right = min(top, i), min(left, j), i+1, max(right, j+1)
				signs = signs || isOpen(f.text)
			}
		}
	}
	switch width := len(d.rows[0].fields); {
	case top == 0 && left == 0 && bottom == len(d.rows) && right == width, bottom == 0:
	case signs:
		d.rows = d.rows[top:bottom]
		for i := range d.rows {
			d.rows[i].fields = d.rows[i].fields[left:right]
		}
	case !named && width != len(d.rows):
		d.tell("its numbers stand in %dx%d of %dx%d cells; the empty cells around them are read as open cells", right-left, bottom-top, width, len(d.rows))
	}
}

func isNumber(f field) bool { _, err := asNumber(f.text); return err == nil }

// asNumber returns the number that a text is. The error for others costs no memory: most cells are open.
func asNumber(text string) (int, error) {
	if !strings.ContainsAny(text, "0123456789") {
		return 0, strconv.ErrSyntax
	}
	return strconv.Atoi(whole(text))
}

// whole returns a number without a fraction of zeros, and without what fills it up to the width of others.
func whole(text string) string {
	if isDigits(text) {
		return text
	}
	text = strings.TrimLeft(strings.Trim(text, "*"), "_.") // **5** is bold in Markdown
	number, zeros, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	if number != "" && isRun(zeros, '0') {
		return number
	}
	return text
}

// withoutNames leaves out a first row that has nothing but the size of the board, and a first row and a first column
// that have the numbers or letters of columns and rows.
func (d *document) withoutNames() {
	if len(d.rows) < 2 {
		d.wrap()
		return
	}
	if d.fromList() {
		return
	}
	if r := d.rows; len(r) > 3 && len(r[0].fields) == 1 && len(r[1].fields) == 1 && len(r[2].fields) > 1 { // a size in two lines
		d.rows = append([]row{{fields: []field{r[0].first(), r[1].first()}}}, r[2:]...)
	}
	head, below := d.rows[0].fields, d.rows[1:]
	var side []field
	shortest := puzzle.MaxCells
	for _, r := range below {
		side, shortest = append(side, r.fields[0]), min(shortest, len(r.fields))
	}
	width := len(below[0].fields)
	names, corner := head, len(head) == width && width > 1 && head[0].text == ""
	if corner {
		names = head[1:]
	}
	switch {
	case len(head) != width && saysSize(head, len(below), width):
		d.rows = below
		d.tell("read as a board below a line with its size")
	case d.headers["numbers"].line > 0: // they may stand several times
	case (corner || len(head) == width-1) && isSequence(names) && isSequence(side) && shortest > 1:
		for i := range below {
			below[i].fields = below[i].fields[1:]
		}
		d.rows = below
		d.tell("read as a sheet, without the first line and the first column, which are names")
	case isSequence(names) && (!isNumber(names[0]) || d.rows[0].heading), d.rows[0].heading && !d.rows[0].hasCells():
		d.rows = below
		d.tell("read as a sheet, without the first line, which has names")
	}
}

// kindLine takes a first line such as "Q,CA,4,5" for moves: squares (Q) touch at sides (C) and corners (A).
func (d *document) kindLine() {
	if len(d.rows) < 2 || len(d.rows[0].fields) != 4 || !slices.Contains([]string{"Q", "H", "T"}, d.rows[0].first().text) {
		return
	}
	head := d.rows[0].fields
	moves, known := map[string]puzzle.Moves{"QCA": puzzle.King, "QC": puzzle.Rook}[head[0].text+head[1].text]
	if !known {
		d.fail(head[0], "a line for a board of hexagons (H) or triangles (T), which does not say which rows are shifted; for hexagons take it away, and say --puzzle rikudo")
	}
	at := head[0]
	at.text = string(moves)
	d.headers["moves"], d.keys, d.rows = at, append(d.keys, "moves"), d.rows[1:]
	d.tell("read with the moves %s, as its first line says", at.text)
}

// wrap makes a square of a single row that has the size of a square and then all of its cells.
func (d *document) wrap() {
	cells := d.rows[0].fields
	side, err := strconv.Atoi(cells[0].text)
	if _, said := d.headers["puzzle"]; said || d.familyOfHeaders() != "" || err != nil || side < 3 || len(cells) != side*side+1 {
		return
	}
	d.rows = nil
	d.tell("read as a board of %dx%d cells behind its size", side, side)
	for chunk := range slices.Chunk(cells[1:], side) {
		d.rows = append(d.rows, row{fields: chunk})
	}
}

// fromList makes a board of its size and a list of its clues: the row, the column and the number of each. How many they
// are may stand between. Rows and columns count from 0 or from 1, which a first or a last one tells.
func (d *document) fromList() bool {
	size := d.rows[0].fields
	height, err1 := asNumber(size[0].text)
	width, err2 := asNumber(size[len(size)-1].text)
	list := slices.DeleteFunc(slices.Clone(d.rows[1:]), func(r row) bool { return len(r.fields) == 1 && isNumber(r.fields[0]) })
	if err1 != nil || err2 != nil || len(size) > 2 || height < 2 || width < 2 || width > puzzle.MaxCells/height || len(d.rows)-len(list) > 2 {
		return false
	}
	least, most, at, seen := puzzle.MaxCells, false, make([][2]int, len(list)), map[[2]int]bool{}
	for i, r := range list {
		if len(r.fields) != 3 || slices.ContainsFunc(r.fields, func(f field) bool { return !isNumber(f) }) {
			return false
		}
		row, _ := asNumber(r.fields[0].text)
		col, _ := asNumber(r.fields[1].text)
		at[i] = [2]int{row, col}
		if least, most = min(least, row, col), most || row == height || col == width; row < 0 || col < 0 || row > height || col > width || seen[at[i]] {
			return false
		}
		seen[at[i]] = true
	}
	switch {
	case len(list) == height && width == 3 && len(d.rows) == len(list)+1, len(list) == 0, least == 0 && most:
		return false
	case least > 0 && !most:
		d.fail(list[0].first(), "a list of rows, columns and numbers; whether rows count from 0 or from 1 is not seen: write the board as rows such as 1,_,_,4")
	}
	rows := make([]row, height)
	for i := range rows {
		rows[i].fields = slices.Repeat([]field{{"_", d.rows[0].first().line, 1}}, width)
	}
	for i, r := range list {
		rows[at[i][0]-min(least, 1)].fields[at[i][1]-min(least, 1)] = r.fields[2]
	}
	d.rows = rows
	d.tell("read as a list of rows, columns and numbers below the size of the board")
	return true
}

// withoutCommas leaves out what stands behind the commas at the ends of all rows of a square board.
func (d *document) withoutCommas() {
	rows, width := d.rows, len(d.rows[len(d.rows)-1].fields)-1
	if len(rows[0].fields) == 1 { // the size
		rows = rows[1:]
	}
	if _, named := d.headers["puzzle"]; named || len(rows) != width || slices.ContainsFunc(rows, func(r row) bool {
		return len(r.fields) < 2 || !r.commas || r.fields[len(r.fields)-1].text != ""
	}) {
		return
	}
	for i, r := range rows {
		rows[i].fields = r.fields[:len(r.fields)-1]
	}
	d.tell("read without the empty cells behind the commas at the ends of rows")
}

// saysSize reports whether fields are the height and the width of a board, in any order, or both as one number.
func saysSize(fields []field, height, width int) bool {
	if len(fields) == 1 {
		fields = field{text: strings.ToLower(fields[0].text)}.split('x', 2)
	}
	first, err := strconv.Atoi(fields[0].text)
	last, err2 := strconv.Atoi(fields[len(fields)-1].text)
	return err == nil && err2 == nil && len(fields) <= 2 && (first == height && last == width || first == width && last == height)
}

// isSequence reports whether fields are names that count: 0, 1, 2 or c1, c2 or A, B.
func isSequence(fields []field) bool {
	if len(fields) < 2 {
		return false
	}
	start := strings.TrimRight(fields[0].text, "0123456789")
	count, err := strconv.Atoi(fields[0].text[len(start):])
	letter := err != nil && len(start) == 1 && strings.EqualFold(start, "a")
	for i, f := range fields {
		if letter && f.text != string(rune(start[0])+rune(i)) || !letter && (err != nil || f.text != start+strconv.Itoa(count+i)) {
			return false
		}
	}
	return letter || count <= 1
}
