// Package text reads puzzles and their solutions from texts, and says where a text is wrong.
// [Read] describes the format. The method String of a puzzle writes it.
package text

import (
	"io"
	"math/big"
	"strings"

	"crosscut/puzzle"
)

// File is what a puzzle file holds.
type File struct {
	Name      string // the name given to Read
	Puzzle    puzzle.Puzzle
	Solutions Claim  // from "solutions:"
	Source    string // from "source:"
	Note      string // how the text was read, in words, where that does not go without saying
	Faults    []Fault
	Notes
}

// Fault is a number that a board cannot have: it stands twice, or is none of the numbers of the puzzle.
type Fault struct {
	Cell, Value int
	Before      int // the cell where the number stands, too; -1 if there is none
}

// PartError is the error for a board of which a part is a puzzle. It has numbers that it cannot have, or is a draughtboard
// whose stones do not cover it yet.
type PartError struct {
	ParseError
	Part *File // the puzzle without such numbers, which Faults has, or with the cells that are left as gaps
	Left int   // how many cells are left
}

// Unwrap returns the error about the text.
func (e *PartError) Unwrap() error { return &e.ParseError }

// Claim is how many solutions a file says that its puzzle has.
type Claim struct {
	Count   *big.Int // nil when nothing is claimed
	AtLeast bool     // there may be more than Count
}

// Allows reports whether the claim agrees with a search that found the given
// number of solutions. If complete, there are no others.
func (c Claim) Allows(found *big.Int, complete bool) bool {
	if c.Count == nil {
		return true
	}
	order := found.Cmp(c.Count)
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

// Read reads a puzzle, the only one of its text; [Reader] reads several. Errors name the
// text by name. family is the one to read when the text has no line "puzzle:"; beside another
// name in that line it is an error. If it is "", Read finds the family from the content. Every error is a *ParseError, except those
// of r. The work is linear in the length, and a text of [MaxFile] is read in seconds at most, so
// no context is heard.
//
// A text has lines "key: value" and comments, which begin with "#", and then rows. docs/files.md shows what each line
// says:
//
//	puzzle:                                      hidoku, draughtboard or magic, or another name, such as numbrix
//	solutions:, source:, title:, author:         what is known of the puzzle
//	labels:, board: with nothing behind          rows follow, up to a line of "="
//	moves:, walls:, links:, clues: and others    a Hidoku: see [puzzle.HidokuRules]
//	numbers:, sum:, diagonals:, lines:           a magic board: see [puzzle.MagicRules]
//	board:, corner:, flips:, stones:, gaps:      a draughtboard: see [puzzle.Setup]
//
// The rows of numbers are cells with commas or blanks between them: a number, "_" for an open cell, "#" for a hole. Both signs
// may be repeated ("__"). An open cell may also be ".", "-", "?" or nothing between two commas, and 0 if 0 is not a number of the
// puzzle. Two of these signs on one board are an error, because one of them is often meant for holes. [UTF8] says which encodings
// a text may have. A first row that begins with a hole needs commas, because otherwise it is a comment.
//
// The rows of a draughtboard are its stones, with a line of "=" between them. A stone is drawn in B, W, X (a cell that fits
// either colour) and _. A line before a stone may say how often it is used, and how it may lie: "3 *", "0..2 *", "* *" for any
// number, "1 *, no flips", "1 *, no turns". If a number is open, the board must be given.
func Read(r io.Reader, name string, family puzzle.Family) (*File, error) {
	reader := NewReader(r, name, family)
	lines, more, err := reader.piece()
	if more && err == nil {
		err = &ParseError{File: name, Line: reader.line - 1, Col: 1, Detail: "a line of ---, which stands between puzzles; one puzzle is wanted here"}
	}
	if err != nil {
		return nil, err
	}
	return readPuzzle(lines, name, 1, family)
}

// readPuzzle reads the puzzle of some lines. The first line has the given number.
func readPuzzle(lines []string, name string, first int, family puzzle.Family) (*File, error) {
	d := &document{name: name, line: first}
	f, err := d.read(lines, family)
	switch {
	case d.wrong == nil:
		return f, err
	case err != nil: // the board comes before what is wrong elsewhere
		return nil, d.wrong
	}
	f.Faults = d.faults
	return nil, &PartError{*d.wrong, f, d.left}
}

// read reads a puzzle. It notes the numbers that a board cannot have, and leaves them out.
func (d *document) read(lines []string, family puzzle.Family) (*File, error) {
	d.scan(lines)
	f := &File{Name: d.name, Source: d.headers["source"].text, Solutions: d.claim(), Puzzle: d.puzzle(family)}
	if d.err == nil {
		f.Note, f.Notes = d.note, d.notes(f.Puzzle.Board())
	}
	if d.err != nil {
		return nil, d.err
	}
	return f, nil
}

// Parse reads a puzzle from a text that names or shows its family: see [Read].
func Parse(text string) (puzzle.Puzzle, error) {
	f, err := Read(strings.NewReader(text), "puzzle", "")
	if err != nil {
		return nil, err
	}
	return f.Puzzle, nil
}

const maxDigits = 1000

func (d *document) claim() Claim {
	f, said := d.headers["solutions"]
	if !said || f.text == "?" {
		return Claim{}
	}
	digits, atLeast := strings.CutSuffix(f.text, "+")
	count, ok := new(big.Int), len(digits) <= maxDigits
	if ok {
		_, ok = count.SetString(digits, 10)
	}
	d.failIf(!ok || count.Sign() < 0, f, "%q is not a number of solutions; write 1, 1000+ or ?", f.text)
	return Claim{Count: count, AtLeast: atLeast}
}
