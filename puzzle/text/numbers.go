package text

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// oneOf returns the value of a header, which must be one of a few. If the header is absent it returns the first.
func (d *document) oneOf(key string, values ...string) string {
	f, said := d.headers[key]
	if !said {
		return values[0]
	}
	d.failIf(!slices.Contains(values, f.text), f, "%s: %q; it is %s", key, f.text, base.Choice(values))
	return f.text
}

// grid reads rows of numbers, once. It notes the board and where each cell is in the text, and returns the clue of each cell.
func (d *document) grid() []int {
	if d.board != nil {
		return slices.Clone(d.clues)
	}
	d.rows = slices.DeleteFunc(d.rows, func(r row) bool { return r.blank })
	if i := slices.IndexFunc(d.rows, func(r row) bool { return r.separator }); i >= 0 {
		d.fail(d.rows[i].first(), "a line of =, which stands between stones only")
	}
	d.flatten()
	d.withoutRulers()
	d.unglue()
	d.withoutCommas()
	d.withoutNames()
	d.withoutSums()
	if i := slices.IndexFunc(d.rows, row.hasWords); i >= 0 {
		d.fail(d.rows[i].first(), "words, where rows of a board are read; a note stands above them, in a line that begins with #")
	}
	isOdd := func(r row) bool {
		return len(r.fields) != len(d.rows[0].fields) || slices.ContainsFunc(r.fields, func(f field) bool { return f.text != "" && !f.isCell() })
	}
	if d.guessing && len(d.rows[0].fields) < mostFields-1 && !slices.ContainsFunc(d.rows, row.hasNumbers) && slices.ContainsFunc(d.rows, isOdd) {
		d.fail(d.rows[0].first(), "no numbers in it; draw each cell of a stone as X, with a blank line before another stone; on a board write a number, _ for an open cell, or # for a hole")
	}
	if d.rectangle(d.rows); d.err != nil {
		return nil
	}
	d.withoutEdges()
	d.replaceSigns()
	for _, r := range d.likeRow {
		if len(r.fields) == len(d.rows[0].fields) {
			d.fail(r.first(), "a comment that looks like the first row; a first row that begins with a hole needs commas, as in ##,_,_,4")
		}
	}
	board, err := boardOf(d.rows)
	if err != nil {
		holes := len(d.rows)*len(d.rows[0].fields) <= puzzle.MaxCells
		d.fail(d.rows[0].first(), "%v%s", err, map[bool]string{true: "; the cells of a stone are drawn as X"}[holes])
		return nil
	}
	d.board, d.clues, d.places = board, make([]int, board.Len()), make([]field, board.Len())
	for c := range d.clues {
		row, col := board.Pos(c)
		f := d.rows[row].fields[col]
		d.places[c], d.clues[c] = f, d.number(f)
		if d.clues[c] == puzzle.Empty {
			d.oneSign(f, signOf(f.text))
		}
	}
	d.failIf(d.thin.line > 0 && !d.hasOpen(), d.thin, "a row of open cells, or a line of a table below a row of names; write _ in its cells, or ---")
	return slices.Clone(d.clues)
}

// unglue splits rows of signs with nothing between them. Two digits side by side may be one number of the board.
func (d *document) unglue() {
	all, cells, width := "", true, len(d.rows[0].first().text)
	for _, r := range d.rows {
		f := r.first()
		if len(r.fields) > 1 || len(f.text) != width || width < 2 || strings.Trim(f.text, "0123456789_.?#") != "" {
			return
		}
		all += " " + f.text
		cells = cells && f.isCell()
	}
	small := len(d.rows)*width <= 9
	if _, several := d.headers["numbers"]; several || len(d.rows) < 2 || cells && strings.Trim(all, " 0123456789") != "" {
		return
	}
	for i, r := range d.rows {
		f := r.first()
		d.rows[i].fields = nil
		for j := range f.text {
			sign := field{f.text[j : j+1], f.line, f.col + j}
			d.failIf(!small && j > 0 && isDigits(f.text[j-1:j+1]), sign, "%q may be one number or two; write commas or blanks between cells, as in 1,_,_,4", f.text[max(j-1, 0):j+1])
			d.rows[i].fields = append(d.rows[i].fields, sign)
		}
	}
	d.tell("read as rows with nothing between the cells")
}

// hasWords reports whether a row has words as in a text, and no more cells than these. Beside a comma a cell is none.
func (r row) hasWords() bool {
	words := 0
	for _, f := range r.fields {
		name, _, _ := strings.Cut(f.text, "=")
		switch {
		case f.isCell() && r.commas:
			return false
		case f.isCell():
			words--
		case len(name) > 2 && !isRun(strings.ToLower(name), name[0]|' ') && isWord(name[:len(name)-1]):
			words += 2
		}
	}
	return words > 0 && !slices.Contains(Headers(""), r.first().text)
}

func (d *document) number(f field) int {
	if isOpen(f.text) {
		return puzzle.Empty
	}
	k, err := strconv.Atoi(whole(f.text))
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && tooLarge(k):
		d.fail(f, "%s is too large a number", f.text)
	case err != nil && slices.Contains(Headers(""), f.text):
		d.fail(f, "%q is not a cell; a header line has a colon, as in \"title: Monday\"", f.text)
	case err != nil && len(f.text) > 1 && strings.Trim(f.text, "+-_.?#*oO") == "":
		d.fail(f, "%q has no numbers; write one sign for each cell with commas between, _ for an open cell and # for a hole, or X for each cell of a stone", f.text)
	case err != nil && strings.Trim(f.text, "0123456789_?#") == "":
		d.fail(f, "%q is not a cell; write commas or blanks between cells, as in 1,_,_,4", f.text)
	case err != nil:
		d.fail(f, "%q is not a cell; write a number, _ for an open cell, or # for a hole", f.text)
	}
	return k
}

// replaceSigns replaces X, * and numbers below 0 where there is one reading: for holes beside a sign that nobody uses for
// holes, and for open cells without another sign, if a clue says that there are more cells than clues.
func (d *document) replaceSigns() {
	var strange []*field
	signs, clues, largest := make(map[string]bool), 0, 0
	_, numbers := d.headers["numbers"]
	for _, r := range d.rows {
		for i := range r.fields {
			f := &r.fields[i]
			k, err := asNumber(f.text)
			switch {
			case k < 0 && !numbers, f.text != "" && len(f.text) < 4 && strings.Contains("*@%~$xX", f.text[:1]) && strings.Trim(strings.ToLower(f.text), strings.ToLower(f.text[:1])) == "":
				strange = append(strange, f)
			case err == nil && k != 0:
				clues, largest = clues+1, max(largest, k)
			case !isRun(f.text, '#'):
				signs[signOf(f.text)] = true
			}
		}
	}
	same := !slices.ContainsFunc(strange, func(f *field) bool {
		return f.text[0] != strange[0].text[0] || f.text[0] == '-' && f.text != strange[0].text
	})
	ranks := !d.guessing && strings.EqualFold(d.called, zip) || d.headers["clues"].text == "order"
	sign := ""
	switch {
	case len(strange) == 0:
		return
	case len(signs) > 0 && !signs["."] && !signs["-"]:
		sign = "#"
	case len(signs) == 0 && (largest > clues || ranks) && same:
		sign = "_"
	default:
		d.fail(*strange[0], "%q is not a cell; write a number, _ for an open cell, or # for a hole", strange[0].text)
	}
	for _, f := range strange {
		f.text = sign
	}
}

// isOpen reports whether a text stands for an open cell. Spreadsheets leave such a cell
// empty, and other programs write a dot, a dash or a question mark.
func isOpen(text string) bool {
	switch strings.ToLower(text) {
	case "", "-", "--", "na", "nan", "nil", "none", "null": // the words are what programs write
		return true
	}
	return strings.IndexByte("_.?", text[0]) >= 0 && isRun(text, text[0])
}

// signOf returns the sign of an open cell, which may be a word of a program, or nothing in a sheet.
func signOf(text string) string {
	if text == "" || unicode.IsLetter(rune(text[0])) {
		return cmp.Or(strings.ToLower(text), "nothing")
	}
	return text[:1]
}

// oneSign fails when a board has two signs for open cells. One of them is often meant for holes, and
// then the board would have other solutions.
func (d *document) oneSign(f field, sign string) {
	if d.open.line == 0 {
		d.open, d.sign = f, sign
	}
	if d.sign != sign {
		d.fail(f, "%s and %s both stand for open cells on this board; write # for a hole, where there is no cell, and one sign for open cells"+map[bool]string{true: "; numbers count from 1"}[sign == "0"], d.sign, sign)
	}
}

// isRun reports whether text is char, once or more often.
func isRun(text string, char byte) bool {
	return text != "" && strings.Count(text, string(rune(char))) == len(text)
}

// inNumbers makes each 0 an open cell, as other programs write it, unless 0 is one of the numbers. Then it checks that
// clues are among the numbers, and stand no more often than there. advice is added to the error for a clue outside a run.
// Where numbers are free, they may stand as often as one likes, and 0 is no open cell.
func (d *document) inNumbers(clues, numbers []int, free bool, advice string) {
	uses, used, before := make(map[int]int, len(numbers)), make(map[int]int), make(map[int]int)
	for _, k := range numbers {
		uses[k]++
	}
	for c, k := range clues {
		if k == 0 && uses[0] == 0 && !free {
			d.oneSign(d.places[c], "0")
			clues[c] = puzzle.Empty
		}
	}
	low, run := numbers[0], !free && consecutive(numbers)
	for c, k := range clues {
		switch {
		case k == puzzle.Empty:
		case uses[k] == 0 && run:
			d.fault(clues, c, -1, "%d on %s is outside %d..%d%s", k, d.board.Name(c), low, low+len(numbers)-1, advice)
		case uses[k] == 0:
			d.fault(clues, c, -1, "%d is not one of the numbers", k)
		case free || used[k] < uses[k]:
			used[k], before[k] = used[k]+1, c
		case run:
			d.fault(clues, c, before[k], "%d stands twice, on %s and %s", k, d.board.Name(before[k]), d.board.Name(c))
		default:
			d.fault(clues, c, before[k], "%d stands too often; the numbers have it %s", k, base.Times(uses[k]))
		}
	}
}

// fault notes a number that the board cannot have, and leaves it out. Where the kind is guessed, it fails.
func (d *document) fault(clues []int, c, before int, format string, args ...any) {
	if d.two {
		format += "; if these are two boards, write --- between them"
	}
	d.failIf(d.guessing, d.places[c], format, args...)
	if d.err == nil && d.wrong == nil {
		d.wrong = d.mistake(d.places[c], format, args...)
	}
	d.faults = append(d.faults, Fault{Cell: c, Value: clues[c], Before: before})
	clues[c] = puzzle.Empty
}
