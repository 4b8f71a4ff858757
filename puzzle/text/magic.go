package text

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Texts of magic boards. The header "lines:" says which lines there are, and "numbers:" may have repeats.

func (d *document) magic() puzzle.Puzzle {
	switch puzzle.MagicForm(strings.ToLower(d.called)) {
	case puzzle.Jodici:
		return d.jodici()
	case puzzle.Equation:
		return d.equation()
	}
	diagonals := d.oneOf("diagonals", "yes", "no")
	clues := d.grid()
	if d.err != nil {
		return nil
	}
	rules := puzzle.MagicRules{Form: d.magicForm(diagonals), NoDiagonals: diagonals == "no"}
	if rules.Form == puzzle.Listed {
		rules.Board, rules.Lines, rules.NoDiagonals = d.board, d.listedLines(d.headers["lines"]), false
	}
	rules.Numbers = d.numbers(d.board.Len())
	advice := ""
	if _, said := d.headers["numbers"]; !said {
		advice = `; for other numbers add a line such as "numbers: 5..29"`
	}
	d.inNumbers(clues, rules.Numbers, false, advice)
	open := d.sum(&rules)
	if d.err != nil {
		return nil
	}
	p, err := rules.New(clues)
	if d.check(cmp.Or(d.headers["lines"], d.headers["numbers"], d.headers["sum"], d.rows[0].first()), err); d.err != nil {
		return nil
	}
	d.failIf(open && slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Any }), d.headers["lines"], `no sum is given, and none follows from the numbers; write "sum: 15", "sum: any", or a sum behind each line, as in "= 15"`)
	return p
}

// sum reads "sum:", for listed lines without one. open reports whether these have to get theirs from the numbers.
func (d *document) sum(rules *puzzle.MagicRules) (open bool) {
	f, said := d.headers["sum"]
	switch listed := rules.Form == puzzle.Listed; {
	case !said:
		return listed
	case listed && !slices.ContainsFunc(rules.Lines, func(l puzzle.Line) bool { return l.Any }):
		d.fail(f, "sum: beside lines that all have sums of their own")
	case f.text == "any":
		return false
	}
	k, err := strconv.Atoi(f.text)
	d.failIf(err != nil || tooLarge(k), f, "sum: %q; write a whole number of at most %d in magnitude, or any", f.text, puzzle.MaxNumber)
	for i := range rules.Lines {
		if l := &rules.Lines[i]; l.Any {
			l.Any, l.Sum = false, k
		}
	}
	if rules.Form != puzzle.Listed {
		rules.Sum = &k
	}
	return false
}

// magicForm returns the form that the header "lines:" names, and checks that the board can have it.
func (d *document) magicForm(diagonals string) puzzle.MagicForm {
	f, said := d.headers["lines"]
	form := puzzle.MagicForm(strings.ToLower(f.text))
	of, diagonalsSaid := d.headers["diagonals"]
	listed := said && form != puzzle.Pandiagonal && form != puzzle.Associative
	switch board := d.board; {
	case listed && diagonalsSaid:
		d.fail(of, "diagonals: beside a list of lines; the list has all lines")
	case said && diagonals == "no":
		d.fail(of, "diagonals: no; lines: %s has the diagonals, too", string(form))
	case listed:
		return puzzle.Listed
	case board.Width() != board.Height():
		d.fail(d.rows[0].first(), `a magic board is square, and this one has %s of %s; other boards need their "lines:"`, base.Plural(board.Height(), "row"), base.Plural(board.Width(), "cell"))
	case board.Len() < board.Width()*board.Height():
		isHole := func(f field) bool { return isRun(f.text, '#') }
		row := d.rows[slices.IndexFunc(d.rows, func(r row) bool { return slices.ContainsFunc(r.fields, isHole) })]
		d.fail(row.fields[slices.IndexFunc(row.fields, isHole)], `a magic square has no holes; a board with holes needs its "lines:"`)
	case !said:
		return puzzle.Square
	}
	return form
}

// words returns the parts of a field between blanks and commas, in time O(bytes).
func (f field) words() []field { return f.between(blanks+",", len(f.text)) }

// between returns the parts of a field between any of some signs, and not many more than most.
func (f field) between(signs string, most int) (parts []field) {
	start, col, at := -1, f.col, f.col // of the open part, and the column of each character
	for i, char := range f.text + signs[:1] {
		switch inside := !strings.ContainsRune(signs, char); {
		case inside && start < 0:
			start, at = i, col
		case !inside && start >= 0:
			parts, start = append(parts, field{f.text[start:i], f.line, at}), -1
		}
		if col++; len(parts) > most {
			break
		}
	}
	return parts
}

// listedLines reads a list of lines: "r1c1 r1c2 = 15; r2c1 r2c2 = *12; r3c1 r3c2".
func (d *document) listedLines(f field) []puzzle.Line {
	var lines []puzzle.Line
	inLine := make([]int, d.board.Len()) // per cell, the last line that it is in; lines count from 1
	for i, part := range f.split(';', mostFields) {
		d.failIf(len(lines) == puzzle.MaxCells, part, "more than %d lines", puzzle.MaxCells)
		sides := part.split('=', 3)
		if len(sides) > 2 {
			d.fail(sides[2], "a second = in a line; lines are separated by ;")
		}
		cells, at := d.cells("lines", sides[0])
		d.failIf(len(cells) == 0, sides[0], "a line without cells; lines are separated by ;")
		for j, c := range cells {
			d.failIf(inLine[c] == i+1, at[j], "%s is twice in this line", at[j].text)
			inLine[c] = i + 1
		}
		l := puzzle.Line{Rule: "line", Name: fmt.Sprintf("line %d", i+1)}
		for _, c := range cells {
			l.Terms = append(l.Terms, puzzle.Term{Cells: []int{c}})
		}
		if l.Any = len(sides) == 1; !l.Any {
			d.lineResult(&l, sides[1], cells)
		}
		lines = append(lines, l)
	}
	if c := slices.Index(inLine, 0); c >= 0 {
		d.fail(f, "%s is in no line", d.board.Name(c))
	}
	return lines
}

// lineResult reads the sum or the product of a line: "15" or "*216".
func (d *document) lineResult(l *puzzle.Line, f field, cells []int) {
	text, product := strings.CutPrefix(f.text, "*")
	sum, err := strconv.Atoi(strings.TrimSpace(text))
	d.failIf(err != nil || !product && tooLarge(sum), f, "%q is not the sum of a line; write a whole number as in = 15, or a product as in = *216", f.text)
	if product {
		l.Terms = []puzzle.Term{{Cells: cells}}
	}
	l.Sum = sum
}

// withoutSums makes lines of the sums beside the rows and below the columns of a board, as Survo puzzles have them. Columns may have
// letters there, and rows numbers.
func (d *document) withoutSums() {
	if asked := d.asked(); asked != "" && asked != puzzle.FamilyMagic || d.headers["lines"].line > 0 || d.addSums(d.rows) {
		return
	}
	var rows []row
	var side []field
	for i, r := range d.rows {
		inside := r.fields
		for len(inside) > 1 && inside[0].text == "" {
			inside = inside[1:]
		}
		switch last := i == len(d.rows)-1; {
		case i == 0 && isSequence(slices.DeleteFunc(slices.Clone(inside), func(f field) bool { return f.text == "" })):
			continue
		case last:
			r.fields = inside
		default:
			side, r.fields = append(side, r.fields[0]), r.fields[1:]
		}
		rows = append(rows, r)
	}
	if isSequence(side) {
		d.addSums(rows)
	}
}

// addSums takes the last cells of rows and the last row for sums, if both add up to the same. Without "numbers:" this must be the sum
// of 1, 2 and so on. In the corner may stand that again, or the sum of the diagonal. Clues cannot be so large, or stand twice.
func (d *document) addSums(rows []row) bool {
	height, width := len(rows)-1, len(rows[0].fields)-1
	last := rows[height].fields
	if height < 2 || width < 2 || height > puzzle.MaxCells/width || len(last) != width && len(last) != width+1 || !isNumber(last[0]) || !isNumber(rows[0].fields[width]) {
		return false
	}
	lines, cells, across, down, seen, ok := make([][]byte, height+width), 0, 0, 0, map[int]bool{}, true
	clues := len(last) > width // as far as is known, the sums may be clues
	add := func(line *[]byte, f field, total *int) {
		sum, err := asNumber(f.text)
		ok = ok && err == nil && !tooLarge(sum)
		*line = fmt.Appendf(*line, "= %d", sum)
		*total += sum
		clues, seen[sum] = clues && !seen[sum] && sum <= (height+1)*(width+1), true
	}
	for i, r := range rows[:height] {
		if len(r.fields) != width+1 {
			return false
		}
		for j, f := range r.fields[:width] {
			if !isRun(f.text, '#') {
				cell := fmt.Sprintf("r%dc%d ", i+1, j+1)
				lines[i], lines[height+j], cells = append(lines[i], cell...), append(lines[height+j], cell...), cells+1
			}
		}
		add(&lines[i], r.fields[width], &across)
	}
	for j, f := range last[:width] {
		add(&lines[height+j], f, &down)
	}
	if corner := last[len(last)-1]; len(last) > width && corner.text != "" && corner.text != strconv.Itoa(across) {
		var diagonal []byte
		for i := range min(height, width) {
			diagonal = fmt.Appendf(diagonal, "r%dc%d ", i+1, i+1)
		}
		add(&diagonal, corner, new(int))
		lines, ok = append(lines, diagonal), ok && height == width
	}
	_, said := d.headers["numbers"]
	if !ok || across != down || clues || said && len(last) > width || !said && across != cells*(cells+1)/2 {
		return false
	}
	d.rows = nil
	for _, r := range rows[:height] {
		r.fields = slices.Clone(r.fields[:width])
		for j, f := range r.fields {
			if f.text == "*" {
				r.fields[j].text = "_"
			}
		}
		d.rows = append(d.rows, r)
	}
	d.headers["lines"] = field{string(bytes.Join(lines, []byte("; "))), last[0].line, 1}
	d.keys = append(d.keys, "lines")
	d.tell("read with the sums of rows and columns that stand beside the board; diagonals without one have none")
	return true
}

// numbers reads the header "numbers:" and returns the numbers of so many cells.
func (d *document) numbers(cells int) []int {
	all := make([]int, cells)
	for i := range all {
		all[i] = i + 1
	}
	f, said := d.headers["numbers"]
	if !said {
		return all
	}
	numbers := d.numberList(f)
	switch {
	case d.err != nil:
	case len(numbers) == cells:
		return numbers
	case consecutive(numbers) && strings.Contains(f.text, ".."):
		d.fail(f, "%d..%d are %s, and the board has %s; write %d..%d", numbers[0], numbers[0]+len(numbers)-1, base.Plural(len(numbers), "number"), base.Plural(cells, "cell"), numbers[0], numbers[0]+cells-1)
	default:
		d.fail(f, "the board has %s, and these are %s", base.Plural(cells, "cell"), base.Plural(len(numbers), "number"))
	}
	return all
}

// consecutive reports whether each number is greater by one than the number before.
func consecutive(numbers []int) bool {
	i := 0
	return !slices.ContainsFunc(numbers, func(k int) bool { i++; return k != numbers[0]+i-1 })
}

const unreadNumbers = "numbers: %q; write the lowest and the highest as in 5..29, or a list as in 2 3 5 7 1..9"

// numberList reads a list of numbers and of runs of numbers, such as "2 3 5..9".
func (d *document) numberList(f field) (numbers []int) {
	text := strings.ReplaceAll(strings.ReplaceAll(f.text, " ..", ".. "), ".. ", "..")
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		from, to, isRun := strings.Cut(part, "..")
		if !isRun {
			to = from
		}
		low, lowErr := strconv.Atoi(from)
		high, highErr := strconv.Atoi(to)
		d.failIf(lowErr != nil || highErr != nil, f, unreadNumbers, f.text)
		d.failIf(tooLarge(low) || tooLarge(high), f, "numbers may be at most %d in magnitude", puzzle.MaxNumber)
		d.failIf(high < low, f, "%d..%d are no numbers; write the lowest first", low, high)
		d.failIf(high-low >= puzzle.MaxCells || len(numbers)+high-low >= puzzle.MaxCells, f, "more than %d numbers; no board has so many cells", puzzle.MaxCells)
		if d.err != nil {
			return nil
		}
		for k := low; k <= high; k++ {
			numbers = append(numbers, k)
		}
	}
	d.failIf(len(numbers) == 0, f, unreadNumbers, f.text)
	return numbers
}

func tooLarge(k int) bool { return k > puzzle.MaxNumber || k < -puzzle.MaxNumber }

func (d *document) without(form puzzle.MagicForm, headers ...string) {
	for _, key := range headers {
		f, said := d.headers[key]
		d.failIf(said, f, "%q does not go with puzzle: %s", key+":", string(form))
	}
}

// jodici builds a Jodici of the text, which has a row for each ring.
func (d *document) jodici() puzzle.Puzzle {
	d.without(puzzle.Jodici, "numbers", "sum", "diagonals", "lines")
	clues := d.grid()
	wheel, err := puzzle.MagicRules{Form: puzzle.Jodici}.New(nil)
	if d.check(field{}, err); d.err != nil {
		return nil
	}
	b, board := wheel.Board(), d.board
	other := board.Width() != b.Width() || board.Height() != b.Height() || board.Len() != b.Len()
	d.failIf(other, d.rows[0].first(), "a jodici has %d rows of %d cells without holes, one row for each ring", b.Height(), b.Width())
	d.inNumbers(clues, wheel.Numbers(), false, "")
	p, err := puzzle.MagicRules{Form: puzzle.Jodici}.New(clues)
	d.check(field{}, err)
	return p
}

// equation builds a puzzle of equations of the text: a row of numbers and operators ends with = and its result. Below it stand the operators of the
// columns. The last two rows are a row of = and the results of the columns:
//
//	13 * __ + __ = -38
//	* * +
//	__ * __ * __ = 160
//	= = =
//	25 -32 318
func (d *document) equation() puzzle.Puzzle {
	d.without(puzzle.Equation, "sum", "diagonals", "lines")
	f, said := d.headers["numbers"]
	d.failIf(!said, d.rows[0].first(), `which numbers a cell may have is not said; add a line such as "numbers: 1..9"`)
	numbers := d.numberList(f)
	height, width := (len(d.rows)-1)/2, (len(d.rows[0].fields)-1)/2
	switch {
	case len(d.rows) < 3 || len(d.rows)%2 == 0 || len(d.rows[0].fields) < 3 || len(d.rows[0].fields)%2 == 0:
		d.fail(d.rows[0].first(), "not a grid of equations: rows such as 1 + _ = 3, rows of operators between them, and then a row of = and a row of results")
	case width > puzzle.MaxCells/height:
		d.fail(d.rows[0].first(), "%d numbers in %d rows; no puzzle has so many", width, height)
	}
	if d.err != nil {
		return nil
	}
	rules := puzzle.MagicRules{Form: puzzle.Equation, Equations: puzzle.Equations{Across: make([][]byte, height), Down: make([][]byte, width)}, Numbers: numbers}
	for r, line := range d.rows {
		d.equationRow(&rules.Equations, r, line)
	}
	d.inNumbers(d.clues, numbers, true, "")
	p, err := rules.New(d.clues)
	d.check(f, err)
	return p
}

// equationRow reads a row: numbers and operators in turn, = and the result, or only operators, =, or results.
func (d *document) equationRow(g *puzzle.Equations, r int, line row) {
	height, width := len(g.Across), len(g.Down)
	fields, what := width, "operators"
	switch {
	case r == 2*height:
		what = "results"
	case r == 2*height-1:
		what = "="
	case r%2 == 0:
		fields, what = 2*width+1, "numbers, operators, = and the result"
	}
	n := len(line.fields)
	if n > fields {
		d.fail(line.fields[fields], "the row goes on after %d: %s", fields, what)
	}
	d.failIf(n < fields, line.fields[n-1], "the row ends here after %d of %d: %s", n, fields, what)
	for i, f := range line.fields[:min(n, fields)] {
		switch {
		case r == 2*height:
			d.result(f, &g.Columns)
		case i == 2*width:
			d.result(f, &g.Rows)
		case r == 2*height-1, i == 2*width-1:
			d.failIf(f.text != "=", f, "%q where = is expected", f.text)
		case r%2 == 1:
			d.operator(f, &g.Down[i])
		case i%2 == 1:
			d.operator(f, &g.Across[r/2])
		default:
			d.clues, d.places = append(d.clues, d.number(f)), append(d.places, f)
		}
	}
}

func (d *document) operator(f field, into *[]byte) {
	d.failIf(f.text != "+" && f.text != "-" && f.text != "*", f, "%q where an operator is expected: +, - or *", f.text)
	*into = append(*into, f.text...)
}

func (d *document) result(f field, into *[]int) {
	k, err := strconv.Atoi(f.text)
	d.failIf(err != nil, f, "%q where a result is expected: a whole number", f.text)
	*into = append(*into, k)
}
