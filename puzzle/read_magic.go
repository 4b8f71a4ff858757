package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Texts of magic boards. The header "lines:" says which lines there are, and "numbers:" may
// have repeats. Equations are in read_equation.go.

// magic builds a magic board of the text.
func (d *document) magic() (Puzzle, error) {
	switch MagicForm(strings.ToLower(d.called)) {
	case Jodici:
		return d.jodici()
	case Equation:
		return d.equation()
	}
	diagonals, err := d.oneOf("diagonals", "yes", "no")
	if err != nil {
		return nil, err
	}
	board, clues, at, err := d.grid()
	if err != nil {
		return nil, err
	}
	lines, err := d.magicLines(board, diagonals == "yes")
	if err != nil {
		return nil, err
	}
	numbers, run, err := d.numbers(board.Len())
	if err != nil {
		return nil, err
	}
	if !slices.Contains(numbers, 0) {
		openZeros(clues, 1, 1)
	}
	if run {
		advice := ""
		if _, said := d.headers["numbers"]; !said {
			advice = `; for other numbers add a line such as "numbers: 5..29"`
		}
		if err := d.inRange(clues, at, numbers[0], numbers[len(numbers)-1], advice); err != nil {
			return nil, err
		}
	} else if err := d.inNumbers(clues, at, numbers, false); err != nil {
		return nil, err
	}
	if err := d.takeSum(lines, numbers, board); err != nil {
		return nil, err
	}
	p, err := newMagicLines(board, lines.form, lines.lines, numbers, clues)
	if err != nil {
		return nil, d.fail(d.firstOf("lines", "numbers", "sum"), "%v", err)
	}
	return p, nil
}

// firstOf returns the first of these headers that the text has, or where the rows begin.
func (d *document) firstOf(headers ...string) field {
	for _, key := range headers {
		if f, said := d.headers[key]; said {
			return f
		}
	}
	return d.rows[0].first()
}

// textLines are the lines of a text. Those that have no sum of their own have Any.
type textLines struct {
	form      MagicForm
	lines     []Line
	n         int // the order of the square, 0 for a list
	diagonals bool
}

// magicLines reads the header "lines:". The sums of squares come later: see takeSum.
func (d *document) magicLines(board *Board, diagonals bool) (*textLines, error) {
	f, said := d.headers["lines"]
	form := MagicForm(strings.ToLower(f.text))
	_, diagonalsSaid := d.headers["diagonals"]
	listed := said && form != Pandiagonal && form != Associative
	switch {
	case listed && diagonalsSaid:
		return nil, d.fail(d.headers["diagonals"], "diagonals: beside a list of lines; the list has all lines")
	case said && diagonalsSaid && !diagonals:
		return nil, d.fail(d.headers["diagonals"], "diagonals: no; lines: %s has the diagonals, too", string(form))
	case listed:
		lines, err := d.listedLines(f, board)
		return &textLines{form: Listed, lines: lines}, err
	case board.Width() != board.Height():
		return nil, d.fail(d.rows[0].first(), `a magic board is square, and this one has %s of %s; other boards need their "lines:"`, counted(board.Height(), "row"), counted(board.Width(), "cell"))
	}
	for _, r := range d.rows {
		for _, f := range r.fields {
			if isRun(f.text, '#') {
				return nil, d.fail(f, `a magic square has no holes; a board with holes needs its "lines:"`)
			}
		}
	}
	if !said {
		form = Square
	}
	return &textLines{form: form, n: board.Width(), diagonals: diagonals}, nil
}

// piece returns the part of a field from the byte start to the byte end, without blanks
// around it.
func (f field) piece(start, end int) field {
	return trimmed(f.text[start:end], f.line, f.col+utf8.RuneCountInString(f.text[:start]))
}

// split returns the parts of a field between separators.
func (f field) split(separator string) []field {
	var parts []field
	start := 0
	for part := range strings.SplitSeq(f.text, separator) {
		parts = append(parts, f.piece(start, start+len(part)))
		start += len(part) + len(separator)
	}
	return parts
}

// listedLines reads a list of lines: "r1c1 r1c2 = 15; r2c1 r2c2 = *12; r3c1 r3c2".
func (d *document) listedLines(f field, board *Board) ([]Line, error) {
	var lines []Line
	inLine := make([]bool, board.Len())
	for i, part := range f.split(";") {
		if len(lines) == MaxCells {
			return nil, d.fail(part, "more than %d lines", MaxCells)
		}
		sides := part.split("=")
		if len(sides) > 2 {
			return nil, d.fail(sides[2], "a second = in a line; lines are separated by ;")
		}
		cells, err := d.lineCells(sides[0], board)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			inLine[c] = true
		}
		l := sumLine(RuleLine, fmt.Sprintf("line %d", i+1), 0, cells...)
		if l.Any = len(sides) == 1; !l.Any {
			if err := d.lineResult(&l, sides[1], cells); err != nil {
				return nil, err
			}
		}
		lines = append(lines, l)
	}
	if c := slices.Index(inLine, false); c >= 0 {
		return nil, d.fail(f, "%s is in no line", board.Name(c))
	}
	return lines, nil
}

// lineCells reads the cells of a line: names such as r1c2 with blanks between them.
func (d *document) lineCells(f field, board *Board) ([]int, error) {
	var cells []int
	for _, part := range f.split(" ") {
		if part.text == "" {
			continue
		}
		row, col, ok := rowAndColumn(part.text)
		if !ok {
			return nil, d.fail(part, `%q is not a cell; write pandiagonal, associative, or cells as in "r1c1 r1c2 r1c3 = 15; r2c1 r2c2 r2c3"`, part.text)
		}
		c := board.Cell(row-1, col-1)
		switch {
		case c < 0:
			return nil, d.fail(part, "%s is not a cell of this board", part.text)
		case slices.Contains(cells, c):
			return nil, d.fail(part, "%s is twice in this line", part.text)
		}
		cells = append(cells, c)
	}
	if len(cells) == 0 {
		return nil, d.fail(f, "a line without cells; lines are separated by ;")
	}
	return cells, nil
}

// lineResult reads the sum or the product of a line: "15" or "*216".
func (d *document) lineResult(l *Line, f field, cells []int) error {
	text, product := strings.CutPrefix(f.text, "*")
	sum, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || sum > maxValue || sum < -maxValue || !product && tooLarge(sum) {
		return d.fail(f, "%q is not the sum of a line; write a whole number as in = 15, or a product as in = *216", f.text)
	}
	if product {
		l.Terms = []Term{{Cells: cells}}
	}
	l.Sum = sum
	return nil
}

// numbers reads the header "numbers:" and returns the numbers of so many cells. run reports
// whether they are consecutive, ascending, each once.
func (d *document) numbers(cells int) (numbers []int, run bool, err error) {
	f, said := d.headers["numbers"]
	if !said {
		f.text = fmt.Sprintf("1..%d", cells)
	}
	numbers, runs, err := d.numberList(f)
	if err != nil {
		return nil, false, err
	}
	switch low := numbers[0]; {
	case len(numbers) == cells:
	case runs == 1:
		return nil, false, d.fail(f, "%d..%d are %s, and the board has %s; write %d..%d",
			low, low+len(numbers)-1, counted(len(numbers), "number"), counted(cells, "cell"), low, low+cells-1)
	default:
		return nil, false, d.fail(f, "the board has %s, and these are %s", counted(cells, "cell"), counted(len(numbers), "number"))
	}
	return numbers, runs == 1, nil
}

// numberList reads a list of numbers and of runs of numbers, such as "2 3 5..9". runs is
// how many parts it has.
func (d *document) numberList(f field) (numbers []int, runs int, err error) {
	text := strings.ReplaceAll(strings.ReplaceAll(f.text, " ..", ".. "), ".. ", "..")
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		runs++
		from, to, isRun := strings.Cut(part, "..")
		if !isRun {
			to = from
		}
		low, lowErr := strconv.Atoi(from)
		high, highErr := strconv.Atoi(to)
		switch {
		case lowErr != nil || highErr != nil:
			return nil, 0, d.fail(f, "numbers: %q; write the lowest and the highest as in 5..29, or a list as in 2 3 5 7 1..9", f.text)
		case tooLarge(low) || tooLarge(high):
			return nil, 0, d.fail(f, "numbers may be at most %d in magnitude", MaxNumber)
		case high < low:
			return nil, 0, d.fail(f, "%d..%d are no numbers; write the lowest first", low, high)
		case high-low >= MaxCells || len(numbers)+high-low >= MaxCells:
			return nil, 0, d.fail(f, "more than %d numbers; no board has so many cells", MaxCells)
		}
		for k := low; k <= high; k++ {
			numbers = append(numbers, k)
		}
	}
	if runs == 1 && !strings.Contains(text, "..") {
		runs = 2 // one number alone is a list
	}
	if len(numbers) == 0 {
		return nil, 0, d.fail(f, "numbers: %q; write the lowest and the highest as in 5..29, or a list as in 2 3 5 7 1..9", f.text)
	}
	return numbers, runs, nil
}

// inNumbers checks that clues are among the numbers, and stand no more often than there.
func (d *document) inNumbers(clues []int, at fieldAt, numbers []int, free bool) error {
	uses, used := make(map[int]int), make(map[int]int)
	for _, k := range numbers {
		uses[k]++
	}
	for c, k := range clues {
		if k == Empty {
			continue
		}
		switch used[k]++; {
		case uses[k] == 0:
			return d.fail(at(c), "%d is not one of the numbers", k)
		case used[k] > uses[k] && !free:
			return d.fail(at(c), "%d stands too often; the numbers have it %s", k, times(uses[k]))
		}
	}
	return nil
}

// takeSum reads the header "sum:" and gives the sum to the lines that have none.
func (d *document) takeSum(t *textLines, numbers []int, board *Board) error {
	f, said := d.headers["sum"]
	unknown := said && f.text == "any"
	if t.form == Listed && said && !slices.ContainsFunc(t.lines, func(l Line) bool { return l.Any }) {
		return d.fail(f, "sum: beside lines that all have sums of their own")
	}
	sum := 0
	var err error
	if said && !unknown {
		if sum, err = strconv.Atoi(f.text); err != nil || tooLarge(sum) {
			return d.fail(f, "sum: %q; write a whole number of at most %d in magnitude, or any", f.text, MaxNumber)
		}
	}
	if t.form != Listed {
		return d.squareSum(t, numbers, sum, said && !unknown)
	}
	if !said || unknown {
		if !slices.ContainsFunc(t.lines, func(l Line) bool { return l.Any }) {
			return nil
		}
		sum, err = commonSum(t.lines, numbers, board.Len())
		switch {
		case err != nil && unknown:
			return nil // the lines keep Any
		case err != nil:
			return d.fail(d.headers["lines"], "%v", err)
		}
	}
	for i := range t.lines {
		if l := &t.lines[i]; l.Any {
			l.Any, l.Sum = false, sum
		}
	}
	return nil
}

// squareSum makes the lines of a square. Without a given sum, each of the n rows has an
// equal part of all numbers.
func (d *document) squareSum(t *textLines, numbers []int, sum int, given bool) (err error) {
	where := d.firstOf("lines", "sum", "numbers")
	if !given {
		total := 0
		for _, k := range numbers {
			total += k
		}
		if sum = total / t.n; total%t.n != 0 {
			return d.fail(where, "the numbers add up to %d, so %d rows cannot have equal sums", total, t.n)
		}
	}
	if tooLarge(sum) {
		return d.fail(where, "numbers and sums are at most %d in magnitude", MaxNumber)
	}
	if t.form == Square {
		t.lines = squareLines(t.n, sum, t.diagonals)
		return nil
	}
	if t.lines, err = formLines(t.form, t.n, sum); err != nil {
		return d.fail(where, "%v", err)
	}
	return nil
}

// without reports a header that the form does not have.
func (d *document) without(form MagicForm, headers ...string) error {
	for _, key := range headers {
		if f, said := d.headers[key]; said {
			return d.fail(f, "%q does not go with puzzle: %s", key+":", string(form))
		}
	}
	return nil
}

// jodici builds a Jodici of the text, which has a row for each ring.
func (d *document) jodici() (Puzzle, error) {
	if err := d.without(Jodici, "numbers", "sum", "diagonals", "lines"); err != nil {
		return nil, err
	}
	board, clues, at, err := d.grid()
	if err != nil {
		return nil, err
	}
	if board.Width() != jodiciSectors || board.Height() != jodiciRings || board.Len() != jodiciSectors*jodiciRings {
		return nil, d.fail(d.rows[0].first(), "a jodici has %d rows of %d cells without holes, one row for each ring", jodiciRings, jodiciSectors)
	}
	var numbers []int
	for k := 1; k <= jodiciHigh; k++ {
		numbers = append(numbers, k, k)
	}
	openZeros(clues, 1, jodiciHigh)
	if err := d.inNumbers(clues, at, numbers, false); err != nil {
		return nil, err
	}
	return NewJodici(clues)
}
