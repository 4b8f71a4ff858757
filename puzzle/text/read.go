// Package text reads puzzles and their solutions from texts, and says where a text is wrong.
// [Read] describes the format. The method String of a puzzle writes it.
package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"crosscut/internal/chars"
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

// PartError is the error for a board with numbers that it cannot have, or whose stones do not cover it yet.
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
// text by name. family is the one to read when the text has no line "puzzle:", also by another name: see [Family]. Beside
// another name in that line it is an error. If it is "", a name that ends in .hidoku, .magic or .stones says it, or else the
// content. Every error is a *ParseError, except those of r. The work is linear in the length, and a text of [MaxFile] is
// read in seconds at most, so no context is heard.
//
// A text has lines "key: value" and comments, which begin with "#", and then rows: of cells with commas or blanks between
// them, or of stones with a line of "=" between two. docs/files.md shows all of it. [Headers] has the keys. See
// [puzzle.HidokuRules], [puzzle.MagicRules] and [puzzle.Setup] for the rules.
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
	d.called = string(family)
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

// Reader reads the puzzles of a text one after the other: between two of them is a
// line of "---". It holds one puzzle at a time, so a text may be of any length.
type Reader struct {
	in     chars.Reader
	name   string
	family puzzle.Family

	line  int    // the number of the next line
	count int    // puzzles so far
	void  bool   // the last piece was blank
	text  []byte // scratch: the text of a puzzle
	ended error  // if not nil, what Next returns from now on
}

// bufferSize is how many bytes of a text are read at once.
const bufferSize = 1 << 12

// NewReader returns a reader of the text in r; name and family are as for [Read].
func NewReader(r io.Reader, name string, family puzzle.Family) *Reader {
	return &Reader{in: chars.UTF8(r, bufferSize), name: name, family: family, line: 1}
}

// Next returns the next puzzle, and [io.EOF] after the last. If a text has one puzzle, its File has the name of the text. If
// it has several, their names are "name#1", "name#2" and so on. After a *ParseError the next call goes on with the next
// puzzle, unless the input is not text at all. Nothing between two lines of "---" is such an error, but only one for all that
// follow each other. Other errors are those of the io.Reader, and every later call returns them again.
func (r *Reader) Next() (*File, error) {
	read, err := r.NextPiece()
	if err != nil {
		return nil, err
	}
	return read()
}

// NextPiece finds the text of the next puzzle and returns the function that reads it. To read it takes most of the time of
// [Reader.Next], and may happen in any goroutine. The errors of read are those of [Reader.Next] about the puzzle. The others
// are about the whole text, about a text between two lines of "---" that cannot hold a puzzle, and of the [io.Reader].
func (r *Reader) NextPiece() (read func() (*File, error), err error) {
	if r.in.Reader == nil {
		return nil, io.EOF
	}
	for r.ended == nil {
		first, reported := r.line, r.void
		lines, more, err := r.piece()
		r.void = err == nil && strings.TrimSpace(strings.Join(lines, "")) == ""
		if err == nil && !more {
			r.ended = io.EOF
		}
		r.count++
		switch {
		case err != nil:
			return nil, err
		case r.void && (reported || !more && r.count > 1): // a text may end with a line of ---
			continue
		}
		name := r.name
		if more || r.count > 1 {
			name = fmt.Sprintf("%s#%d", r.name, r.count)
		}
		return func() (*File, error) {
			f, err := readPuzzle(lines, r.name, first, r.family)
			if err == nil {
				f.Name = name
			}
			return f, err
		}, nil
	}
	return nil, r.ended
}

// piece reads the lines of a puzzle, and reports whether a line of --- follows.
func (r *Reader) piece() (lines []string, more bool, err error) {
	text, first := r.text[:0], r.line
	defer func() { r.text = text[:0] }()
	for !more {
		start := len(text)
		text, err = appendLine(text, r.in, MaxFile-start, r.name)
		switch {
		case len(text) > MaxFile:
			r.ended = io.EOF
			if first > 1 {
				err = &ParseError{File: r.name, Line: first, Col: 1, Detail: fmt.Sprintf("larger than %d MiB; what follows was not read", MaxFile>>20)}
			}
			return nil, false, err
		case err != nil && !errors.Is(err, io.EOF):
			r.ended = err
			return nil, false, err
		}
		r.line++
		line := text[start:]
		if more = bytes.Contains(line, []byte("---")) && isBetween(string(line)) && !r.inTable(text[:start], line); more {
			text = text[:start]
		}
		if err != nil {
			break
		}
	}
	lines, err = splitLines(text, r.name, first)
	lines = withoutMarks(lines)
	if parse := (*ParseError)(nil); errors.As(err, &parse) && parse.Detail == notText {
		r.ended = io.EOF
	}
	says := func(line string) bool {
		line = strings.TrimSpace(line)
		return strings.Trim(line, "c") != "" && !strings.HasPrefix(line, "c ")
	}
	if i := slices.IndexFunc(lines, says); err == nil && first == 1 && i >= 0 {
		if line := strings.TrimSpace(lines[i]); line[0] == '<' && !strings.HasPrefix(line, "<?php") || strings.HasPrefix(line, "p cnf ") {
			r.ended = io.EOF
			err = &ParseError{File: r.name, Line: i + 1, Col: 1, Detail: "a web page, a formula or a file of another program, not a puzzle; import it first"}
		}
	}
	return lines, more, err
}

// inTable reports whether a line of more than three dashes stands below a row with bars, or above one that begins with one.
func (r *Reader) inTable(before, line []byte) bool {
	if len(bytes.TrimSpace(line)) < len("----") {
		return false
	}
	next, _ := r.in.Peek(1)
	return bytes.Contains(before[bytes.LastIndexByte(bytes.TrimRight(before, "\n"), '\n')+1:], []byte("|")) || bytes.HasPrefix(next, []byte("|"))
}

// appendLine appends a line, with its end, to text. If the line has more bytes than most, it appends little more than
// that many of them, and fails. The error begins with the name of the text, but it is [io.EOF] behind the last line.
func appendLine(text []byte, in chars.Reader, most int, name string) ([]byte, error) {
	for most += len(text); ; {
		part, err := in.ReadSlice('\n')
		switch text = append(text, part...); {
		case len(text) > most:
			return text, &ParseError{File: name, Detail: fmt.Sprintf("larger than %d MiB; no puzzle is so large", MaxFile>>20)}
		case err == nil || errors.Is(err, io.EOF):
			return text, err
		case err != bufio.ErrBufferFull:
			return text, fmt.Errorf("%s: %w", name, err)
		}
	}
}

func isBetween(line string) bool {
	line = strings.TrimRight(strings.TrimSpace(strings.TrimPrefix(line, chars.Mark)), `,;"`+blanks)
	return len(line) >= 3 && strings.Trim(line, "-") == ""
}
