package text

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Texts of magic boards. The header "lines:" says which lines there are, and "numbers:" may
// have repeats. Equations are in read_equation.go.

func (d *document) magic() (puzzle.Puzzle, error) {
	switch puzzle.MagicForm(strings.ToLower(d.called)) {
	case puzzle.Jodici:
		return d.jodici()
	case puzzle.Equation:
		return d.equation()
	}
	diagonals, err := d.oneOf("diagonals", "yes", "no")
	if err != nil {
		return nil, err
	}
	clues, err := d.grid()
	if err != nil {
		return nil, err
	}
	board := d.board
	lines, err := d.magicLines(board, diagonals == "yes")
	if err != nil {
		return nil, err
	}
	numbers, run, err := d.numbers(board.Len())
	if err != nil {
		return nil, err
	}
	if !slices.Contains(numbers, 0) {
		if err := d.openZeros(clues, 1, 1); err != nil {
			return nil, err
		}
	}
	if run {
		advice := ""
		if _, said := d.headers["numbers"]; !said {
			advice = `; for other numbers add a line such as "numbers: 5..29"`
		}
		if err := d.inRange(clues, numbers[0], advice); err != nil {
			return nil, err
		}
	} else if err := d.inNumbers(clues, numbers, false); err != nil {
		return nil, err
	}
	p, err := d.magicOf(lines, board, numbers, clues)
	if parse := (*ParseError)(nil); err != nil && !errors.As(err, &parse) {
		return nil, d.fail(d.firstOf("lines", "numbers", "sum"), "%v", err)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// magicOf builds a magic board. It reads the header "sum:" and gives the sum to the lines that
// have none. An error that is no *ParseError is about the numbers and lines as a whole.
func (d *document) magicOf(t *textLines, board *puzzle.Board, numbers, clues []int) (*puzzle.Magic, error) {
	f, said := d.headers["sum"]
	isOpen := func(l puzzle.Line) bool { return l.Any }
	if t.form == puzzle.Listed && said && !slices.ContainsFunc(t.lines, isOpen) {
		return nil, d.fail(f, "sum: beside lines that all have sums of their own")
	}
	var sum *int // nil if it follows
	if said && f.text != "any" {
		k, err := strconv.Atoi(f.text)
		if err != nil || tooLarge(k) {
			return nil, d.fail(f, "sum: %q; write a whole number of at most %d in magnitude, or any", f.text, puzzle.MaxNumber)
		}
		sum = &k
	}
	if t.form != puzzle.Listed {
		return puzzle.MagicRules{Form: t.form, Numbers: numbers, Sum: sum, NoDiagonals: !t.diagonals}.New(clues)
	}
	for i := range t.lines {
		if l := &t.lines[i]; l.Any && sum != nil {
			l.Any, l.Sum = false, *sum
		}
	}
	p, err := puzzle.MagicRules{Form: puzzle.Listed, Board: board, Lines: t.lines, Numbers: numbers}.New(clues)
	if err == nil && !said && slices.ContainsFunc(p.Lines(), isOpen) {
		return nil, d.fail(d.headers["lines"], `no sum is given, and none follows from the numbers; write "sum: 15", "sum: any", or a sum behind each line, as in "= 15"`)
	}
	return p, err
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
	form      puzzle.MagicForm
	lines     []puzzle.Line
	diagonals bool
}

// magicLines reads the header "lines:". A square has no lines yet.
func (d *document) magicLines(board *puzzle.Board, diagonals bool) (*textLines, error) {
	f, said := d.headers["lines"]
	form := puzzle.MagicForm(strings.ToLower(f.text))
	_, diagonalsSaid := d.headers["diagonals"]
	listed := said && form != puzzle.Pandiagonal && form != puzzle.Associative
	switch {
	case listed && diagonalsSaid:
		return nil, d.fail(d.headers["diagonals"], "diagonals: beside a list of lines; the list has all lines")
	case said && diagonalsSaid && !diagonals:
		return nil, d.fail(d.headers["diagonals"], "diagonals: no; lines: %s has the diagonals, too", string(form))
	case listed:
		lines, err := d.listedLines(f, board)
		return &textLines{form: puzzle.Listed, lines: lines}, err
	case board.Width() != board.Height():
		return nil, d.fail(d.rows[0].first(), `a magic board is square, and this one has %s of %s; other boards need their "lines:"`, base.Plural(board.Height(), "row"), base.Plural(board.Width(), "cell"))
	}
	for _, r := range d.rows {
		for _, f := range r.fields {
			if isRun(f.text, '#') {
				return nil, d.fail(f, `a magic square has no holes; a board with holes needs its "lines:"`)
			}
		}
	}
	if !said {
		form = puzzle.Square
	}
	return &textLines{form: form, diagonals: diagonals}, nil
}

// split returns the parts between separators, without blanks around them. The last of so many has the
// rest; with -1 there is no bound. Time O(bytes).
func (f field) split(separator string, most int) []field {
	var parts []field
	col := f.col
	for _, part := range strings.SplitN(f.text, separator, most) {
		parts = append(parts, trimmed(part, f.line, col))
		col += utf8.RuneCountInString(part) + utf8.RuneCountInString(separator)
	}
	return parts
}

// words returns the parts of a field between blanks and commas, in time O(bytes).
func (f field) words() []field {
	var words []field
	start, col, at := -1, f.col, f.col // of the open word, and the column of each character
	for i, char := range f.text + " " {
		between := strings.ContainsRune(blanks+",", char)
		if between && start >= 0 {
			words, start = append(words, field{f.text[start:i], f.line, at}), -1
		} else if !between && start < 0 {
			start, at = i, col
		}
		col++
	}
	return words
}

// listedLines reads a list of lines: "r1c1 r1c2 = 15; r2c1 r2c2 = *12; r3c1 r3c2".
func (d *document) listedLines(f field, board *puzzle.Board) ([]puzzle.Line, error) {
	var lines []puzzle.Line
	inLine := make([]int, board.Len()) // per cell, the last line that it is in; lines count from 1
	for i, part := range f.split(";", puzzle.MaxCells+1) {
		if len(lines) == puzzle.MaxCells {
			return nil, d.fail(part, "more than %d lines", puzzle.MaxCells)
		}
		sides := part.split("=", 3)
		if len(sides) > 2 {
			return nil, d.fail(sides[2], "a second = in a line; lines are separated by ;")
		}
		cells, err := d.lineCells(sides[0], board, inLine, i+1)
		if err != nil {
			return nil, err
		}
		l := puzzle.Line{Rule: "line", Name: fmt.Sprintf("line %d", i+1)}
		for _, c := range cells {
			l.Terms = append(l.Terms, puzzle.Term{Cells: []int{c}})
		}
		if l.Any = len(sides) == 1; !l.Any {
			if err := d.lineResult(&l, sides[1], cells); err != nil {
				return nil, err
			}
		}
		lines = append(lines, l)
	}
	if c := slices.Index(inLine, 0); c >= 0 {
		return nil, d.fail(f, "%s is in no line", board.Name(c))
	}
	return lines, nil
}

// lineCells reads the cells of a line: names such as r1c2 with blanks between them. It notes them in
// inLine, which has the last line of each cell.
func (d *document) lineCells(f field, board *puzzle.Board, inLine []int, line int) ([]int, error) {
	var cells []int
	for _, part := range f.words() {
		row, col, ok := rowAndColumn(part.text)
		if !ok {
			return nil, d.fail(part, `%q is not a cell; write pandiagonal, associative, or cells as in "r1c1 r1c2 r1c3 = 15; r2c1 r2c2 r2c3"`, part.text)
		}
		c := board.Cell(row-1, col-1)
		switch {
		case c < 0:
			return nil, d.fail(part, "%s is not a cell of this board", part.text)
		case inLine[c] == line:
			return nil, d.fail(part, "%s is twice in this line", part.text)
		}
		cells, inLine[c] = append(cells, c), line
	}
	if len(cells) == 0 {
		return nil, d.fail(f, "a line without cells; lines are separated by ;")
	}
	return cells, nil
}

// lineResult reads the sum or the product of a line: "15" or "*216".
func (d *document) lineResult(l *puzzle.Line, f field, cells []int) error {
	text, product := strings.CutPrefix(f.text, "*")
	sum, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || !product && tooLarge(sum) {
		return d.fail(f, "%q is not the sum of a line; write a whole number as in = 15, or a product as in = *216", f.text)
	}
	if product {
		l.Terms = []puzzle.Term{{Cells: cells}}
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
			low, low+len(numbers)-1, base.Plural(len(numbers), "number"), base.Plural(cells, "cell"), low, low+cells-1)
	default:
		return nil, false, d.fail(f, "the board has %s, and these are %s", base.Plural(cells, "cell"), base.Plural(len(numbers), "number"))
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
			return nil, 0, d.fail(f, "numbers may be at most %d in magnitude", puzzle.MaxNumber)
		case high < low:
			return nil, 0, d.fail(f, "%d..%d are no numbers; write the lowest first", low, high)
		case high-low >= puzzle.MaxCells || len(numbers)+high-low >= puzzle.MaxCells:
			return nil, 0, d.fail(f, "more than %d numbers; no board has so many cells", puzzle.MaxCells)
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
func (d *document) inNumbers(clues []int, numbers []int, free bool) error {
	uses, used, before := make(map[int]int), make(map[int]int), make(map[int]int)
	for _, k := range numbers {
		uses[k]++
	}
	for c, k := range clues {
		if k == puzzle.Empty {
			continue
		}
		var err error
		switch used[k]++; {
		case uses[k] == 0:
			err = d.fault(clues, c, -1, "%d is not one of the numbers", k)
		case used[k] > uses[k] && !free:
			err = d.fault(clues, c, before[k], "%d stands too often; the numbers have it %s", k, base.Times(uses[k]))
		}
		if err != nil {
			return err
		}
		before[k] = c
	}
	return nil
}

func tooLarge(k int) bool { return k > puzzle.MaxNumber || k < -puzzle.MaxNumber }

func (d *document) without(form puzzle.MagicForm, headers ...string) error {
	for _, key := range headers {
		if f, said := d.headers[key]; said {
			return d.fail(f, "%q does not go with puzzle: %s", key+":", string(form))
		}
	}
	return nil
}

// jodici builds a Jodici of the text, which has a row for each ring.
func (d *document) jodici() (puzzle.Puzzle, error) {
	if err := d.without(puzzle.Jodici, "numbers", "sum", "diagonals", "lines"); err != nil {
		return nil, err
	}
	clues, err := d.grid()
	if err != nil {
		return nil, err
	}
	wheel, err := puzzle.MagicRules{Form: puzzle.Jodici}.New(nil)
	if err != nil {
		return nil, err
	}
	if b, board := wheel.Board(), d.board; board.Width() != b.Width() || board.Height() != b.Height() || board.Len() != b.Len() {
		return nil, d.fail(d.rows[0].first(), "a jodici has %d rows of %d cells without holes, one row for each ring", b.Height(), b.Width())
	}
	if err := d.openZeros(clues, wheel.Low(), wheel.High()); err != nil {
		return nil, err
	}
	if err := d.inNumbers(clues, wheel.Numbers(), false); err != nil {
		return nil, err
	}
	return puzzle.MagicRules{Form: puzzle.Jodici}.New(clues)
}
