package puzzle

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// File is what a puzzle file holds.
type File struct {
	Name      string // as given to Read
	Puzzle    Puzzle
	Solutions Claim  // from "solutions:"
	Source    string // from "source:"
}

// Claim is how many solutions a file says that its puzzle has.
type Claim struct {
	Count   *big.Int // nil when nothing is claimed
	AtLeast bool     // there may be more than Count
}

// Allows reports whether the claim agrees with a search that found the given
// number of solutions, all there are if complete.
func (c Claim) Allows(found uint64, complete bool) bool {
	if c.Count == nil {
		return true
	}
	order := new(big.Int).SetUint64(found).Cmp(c.Count)
	return order == 0 || order < 0 && !complete || order > 0 && c.AtLeast
}

// String returns the claim as it stands in a file: "1", "1000+" or "?".
func (c Claim) String() string {
	switch {
	case c.Count == nil:
		return "?"
	case c.AtLeast:
		return c.Count.String() + "+"
	}
	return c.Count.String()
}

// Read reads a puzzle, the only one of its text; [Reader] reads several. name
// stands for the text in errors; family is the one to read when the text has no line
// "puzzle:", or "" to tell it from the content. Every error is a *ParseError, but
// for those of r.
//
// A text has lines "key: value" and comments, which begin with "#", and then
// rows:
//
//	puzzle: hidoku | draughtboard | magic
//	solutions: 1       how many there are: N, N+ for at least N, or ?
//	source: …          who says so
//
// The rows of a Hidoku are cells with commas or blanks between them: a number, "_"
// for an open cell, "#" for a hole; each may be written twice or more often
// ("__"). A row that begins with a hole needs commas, or it is a comment.
//
//	moves: king | rook | hex     which cells touch; king when absent
//
// The rows of a magic board are numbers and "_" likewise.
//
//	numbers: 5..29     the numbers used; 1..n² when absent
//	sum: 85            the sum of every line; worked out when absent
//	diagonals: yes     whether both diagonals have the sum; yes when absent
//
// The rows of a draughtboard are its stones, with a line of "=" between them, each
// drawn in B, W, X (a cell that fits either colour) and _.
//
//	board: 8x8         columns x rows, or
//	board:             alone, and the board drawn in B, W and # up to a line of "=";
//	                   when absent, the square that has the area of the stones
//	corner: B | W | any   colour of the first square; when absent that of the drawn board, else any
//	flips: yes | no    whether stones may be turned over; yes when absent
func Read(r io.Reader, name string, family Family) (*File, error) {
	lines, err := readLines(r, name)
	if err != nil {
		return nil, err
	}
	for i, line := range lines {
		if isBetween(line) {
			return nil, &ParseError{File: name, Line: i + 1, Col: 1, Detail: "a line of ---, which stands between puzzles; one puzzle is wanted here"}
		}
	}
	return read(lines, name, 1, family)
}

// read reads the puzzle of some lines, the first of which has the given number.
func read(lines []string, name string, first int, family Family) (*File, error) {
	d, err := scan(lines, name, first)
	if err != nil {
		return nil, err
	}
	f := &File{Name: name, Source: d.headers["source"].text}
	if f.Solutions, err = d.claim(); err != nil {
		return nil, err
	}
	f.Puzzle, err = d.puzzle(family)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Parse reads a puzzle from a text that tells its family; see [Read].
func Parse(text string) (Puzzle, error) {
	f, err := Read(strings.NewReader(text), "puzzle", "")
	if err != nil {
		return nil, err
	}
	return f.Puzzle, nil
}

// puzzle builds the puzzle of the family that the header names, else of the
// given one, else of the only one that fits.
func (d *document) puzzle(family Family) (Puzzle, error) {
	if len(d.rows) == 0 {
		if len(d.drawn) > 0 {
			return nil, d.fail(d.drawn[0].first(), "a board and no stones; end the drawn board with a line of = and draw the stones below it")
		}
		return nil, d.fail(field{line: d.line, col: 1}, "no puzzle in it: there are no rows, such as 1,_,_,4")
	}
	if f, said := d.headers["puzzle"]; said {
		family = Family(f.text)
		if rowOf(family) == nil {
			return nil, d.fail(f, "%q is no family of puzzles; write %s", f.text, FamilyNames())
		}
	}
	if family == "" {
		family = d.familyOfHeaders()
	}
	if family == "" {
		return d.guess()
	}
	return d.build(family)
}

// familyOfHeaders returns the family that the first telling header belongs to,
// or "" when none tells.
func (d *document) familyOfHeaders() Family {
	for _, key := range d.keys {
		for _, row := range families {
			if slices.Contains(row.headers, key) {
				return row.name
			}
		}
	}
	return ""
}

// guess builds the puzzle of the only family that fits the rows.
func (d *document) guess() (Puzzle, error) {
	for _, row := range families {
		if row.ownRows != nil && row.ownRows(d) {
			return d.build(row.name)
		}
	}
	var fits, others []*familyRow // families of numbers: those that can be built, and the rest
	var found Puzzle
	var reasons []error // why the others cannot
	for i := range families {
		row := &families[i]
		if row.ownRows != nil {
			continue
		}
		p, err := d.build(row.name)
		if err != nil {
			others, reasons = append(others, row), append(reasons, err)
			continue
		}
		fits, found = append(fits, row), p
	}
	switch len(fits) {
	case 0:
		return nil, noFitError(others, reasons)
	case 1:
		return found, nil
	}
	var nouns, lines []string
	for _, row := range fits {
		nouns, lines = append(nouns, row.noun), append(lines, fmt.Sprintf(`"puzzle: %s"`, row.name))
	}
	return nil, d.fail(d.rows[0].first(), "this may be %s; say which with a first line %s, or with --puzzle",
		alternatives(nouns), alternatives(lines))
}

// noFitError returns the error of a text that fits no family of numbers: what the first
// of them has against it. If others object to something else, the error adds how to name
// the family.
func noFitError(rows []*familyRow, reasons []error) error {
	var first *ParseError
	same := !slices.ContainsFunc(reasons, func(err error) bool { return err.Error() != reasons[0].Error() })
	if same || !errors.As(reasons[0], &first) {
		return reasons[0]
	}
	var lines []string
	for _, row := range rows[1:] {
		lines = append(lines, fmt.Sprintf(`"puzzle: %s"`, row.name))
		if row.example != "" {
			lines = append(lines, fmt.Sprintf("%q", row.example))
		}
	}
	told := *first
	told.Detail += fmt.Sprintf(" (read as %s; if it is not one, say so with a first line such as %s, or with --puzzle)",
		rows[0].noun, alternatives(lines))
	return &told
}

// build builds the puzzle of a family that is known.
func (d *document) build(name Family) (Puzzle, error) {
	for _, other := range families {
		for _, key := range other.headers {
			if f, said := d.headers[key]; said && other.name != name {
				return nil, d.fail(f, "%q is for the family %s, and this puzzle is of the family %s", key+":", other.name, name)
			}
		}
	}
	if row := rowOf(name); row != nil {
		return row.build(d)
	}
	return nil, d.failWhole("%q is no family of puzzles; it is %s", name, FamilyNames())
}

// maxDigits bounds the digits of a claim.
const maxDigits = 1000

// claim reads "solutions:".
func (d *document) claim() (Claim, error) {
	f, said := d.headers["solutions"]
	if !said || f.text == "?" {
		return Claim{}, nil
	}
	digits, atLeast := strings.CutSuffix(f.text, "+")
	count, ok := new(big.Int), len(digits) <= maxDigits
	if ok {
		_, ok = count.SetString(digits, 10)
	}
	if !ok || count.Sign() < 0 {
		return Claim{}, d.fail(f, "%q is no number of solutions; write 1, 1000+ or ?", f.text)
	}
	return Claim{Count: count, AtLeast: atLeast}, nil
}

// oneOf returns the value of a header that has few, the first of them when the
// header is absent.
func (d *document) oneOf(key string, values ...string) (string, error) {
	f, said := d.headers[key]
	if !said {
		return values[0], nil
	}
	if !slices.Contains(values, f.text) {
		return "", d.fail(f, "%s: %q; it is %s", key, f.text, alternatives(values))
	}
	return f.text, nil
}

// alternatives returns "yes or no", "king, rook or hex".
func alternatives(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// grid reads rows of numbers: the board, and the clues per cell with their places.
func (d *document) grid() (*Board, []int, []field, error) {
	if i := slices.IndexFunc(d.rows, func(r row) bool { return r.separator }); i >= 0 {
		return nil, nil, nil, d.fail(d.rows[i].first(), "a line of =, which stands between stones only")
	}
	if err := d.rectangle(d.rows); err != nil {
		return nil, nil, nil, err
	}
	board, err := NewBoard(len(d.rows[0].fields), len(d.rows), func(r, c int) bool {
		return isRun(d.rows[r].fields[c].text, '#')
	})
	if err != nil {
		return nil, nil, nil, d.fail(d.rows[0].first(), "%v", err)
	}
	clues, places := make([]int, board.Len()), make([]field, board.Len())
	for c := range clues {
		row, col := board.Pos(c)
		places[c] = d.rows[row].fields[col]
		if clues[c], err = d.number(places[c]); err != nil {
			return nil, nil, nil, err
		}
	}
	return board, clues, places, nil
}

// number reads a cell: a number or a run of "_".
func (d *document) number(f field) (int, error) {
	if isRun(f.text, '_') {
		return Empty, nil
	}
	k, err := strconv.Atoi(f.text)
	switch {
	case f.text == "":
		return 0, d.fail(f, "nothing between two commas; write _ for an open cell")
	case errors.Is(err, strconv.ErrRange) || err == nil && tooLarge(k):
		return 0, d.fail(f, "%s is too large a number", f.text)
	case err != nil:
		return 0, d.fail(f, "%q is no cell; write a number, or _ for an open cell", f.text)
	}
	return k, nil
}

// isRun reports whether text is char, once or more often.
func isRun(text string, char byte) bool {
	return text != "" && strings.Trim(text, string(rune(char))) == ""
}

// inRange checks that clues are within low..high and no two are equal.
func (d *document) inRange(clues []int, places []field, low, high int, advice string) error {
	first := make(map[int]field)
	for c, k := range clues {
		if k == Empty {
			continue
		}
		if k < low || k > high {
			return d.fail(places[c], "%d is outside %d..%d%s", k, low, high, advice)
		}
		if f, twice := first[k]; twice {
			return d.fail(places[c], "%d stands twice; the first is at %d:%d", k, f.line, f.col)
		}
		first[k] = places[c]
	}
	return nil
}

func (d *document) hidoku() (Puzzle, error) {
	moves, err := d.oneOf("moves", string(King), string(Rook), string(Hex))
	if err != nil {
		return nil, err
	}
	board, clues, places, err := d.grid()
	if err != nil {
		return nil, err
	}
	if err := d.inRange(clues, places, 1, board.Len(), ""); err != nil {
		return nil, err
	}
	return NewHidoku(board, Moves(moves), clues)
}

func (d *document) magic() (Puzzle, error) {
	diagonals, err := d.oneOf("diagonals", "yes", "no")
	if err != nil {
		return nil, err
	}
	board, clues, places, err := d.grid()
	if err != nil {
		return nil, err
	}
	n := board.Width()
	if n != board.Height() {
		return nil, d.fail(d.rows[0].first(), "a magic board is square, and this one has %d rows of %d cells", board.Height(), n)
	}
	for _, r := range d.rows {
		for _, f := range r.fields {
			if isRun(f.text, '#') {
				return nil, d.fail(f, "a magic board has no holes")
			}
		}
	}
	low, err := d.numbers(n * n)
	if err != nil {
		return nil, err
	}
	advice := ""
	if _, said := d.headers["numbers"]; !said {
		advice = `; for other numbers add a line such as "numbers: 5..29"`
	}
	if err := d.inRange(clues, places, low, low+n*n-1, advice); err != nil {
		return nil, err
	}
	sum, err := d.sum(MagicSum(n, low))
	if err != nil {
		return nil, err
	}
	p, err := NewMagic(n, low, sum, diagonals == "yes", clues)
	if err != nil {
		return nil, d.fail(d.headers["numbers"], "%v", err) // only large numbers make the sum too large
	}
	return p, nil
}

// numbers reads "numbers:" and returns the lowest.
func (d *document) numbers(cells int) (low int, err error) {
	f, said := d.headers["numbers"]
	if !said {
		return 1, nil
	}
	from, to, _ := strings.Cut(f.text, "..")
	low, lowErr := strconv.Atoi(strings.TrimSpace(from))
	high, highErr := strconv.Atoi(strings.TrimSpace(to))
	switch {
	case lowErr != nil || highErr != nil:
		return 0, d.fail(f, "numbers: %q; write the lowest and the highest as in 5..29", f.text)
	case tooLarge(low) || tooLarge(high):
		return 0, d.fail(f, "numbers may be at most %d in magnitude", MaxNumber)
	case high-low+1 != cells:
		return 0, d.fail(f, "%d..%d are %d numbers, and the board has %d cells; write %d..%d",
			low, high, max(high-low+1, 0), cells, low, low+cells-1)
	}
	return low, nil
}

// sum reads "sum:".
func (d *document) sum(workedOut int) (int, error) {
	f, said := d.headers["sum"]
	if !said {
		return workedOut, nil
	}
	sum, err := strconv.Atoi(f.text)
	if err != nil || tooLarge(sum) {
		return 0, d.fail(f, "sum: %q; write a whole number of at most %d in magnitude", f.text, MaxNumber)
	}
	return sum, nil
}
