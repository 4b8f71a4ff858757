package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"crosscut/puzzle"
)

// Reader reads the puzzles of a text one after the other: between two of them is a
// line of "---". It holds one puzzle at a time, so a text may be of any length.
type Reader struct {
	in     *bufio.Reader
	name   string
	family puzzle.Family

	line  int    // the number of the next line
	count int    // puzzles so far
	void  bool   // the last piece was blank
	text  []byte // scratch: the text of a puzzle
	ended error  // if not nil, what Next returns from now on
}

// NewReader returns a reader of the text in r; name and family are as for [Read].
func NewReader(r io.Reader, name string, family puzzle.Family) *Reader {
	return &Reader{in: bufio.NewReader(UTF8(r)), name: name, family: family, line: 1}
}

// Next returns the next puzzle, and [io.EOF] after the last. If a text has one puzzle,
// its File has the name of the text. If it has several, their names are "name#1", "name#2"
// and so on. After a *ParseError the next call goes on with the next puzzle, unless the
// input is not text at all. Nothing between two lines of "---" is such an error, but only
// one for all that follow each other. Other errors are those of the io.Reader, and every later call returns
// them again.
func (r *Reader) Next() (*File, error) {
	read, err := r.NextPiece()
	if err != nil {
		return nil, err
	}
	return read()
}

// NextPiece finds the text of the next puzzle and returns the function that reads it. To read it takes most
// of the time of [Reader.Next], and may happen in any goroutine. The errors of read are those of
// [Reader.Next] about the puzzle. The others are about the whole text, about a text between two lines of
// "---" that cannot hold a puzzle, and of the [io.Reader].
func (r *Reader) NextPiece() (read func() (*File, error), err error) {
	if r.in == nil {
		return nil, io.EOF
	}
	for r.ended == nil {
		first := r.line
		lines, more, err := r.piece()
		reported := r.void
		r.void = err == nil && strings.TrimSpace(strings.Join(lines, "")) == ""
		if err == nil && !more {
			r.ended = io.EOF
			if r.count > 0 && r.void { // the text ends with a line of ---
				break
			}
		}
		r.count++
		if err != nil {
			return nil, err
		}
		if r.void && reported {
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
		text, err = appendLine(text, r.in, MaxFile-start)
		switch {
		case len(text) > MaxFile:
			r.ended = io.EOF
			if first > 1 {
				return nil, false, &ParseError{File: r.name, Line: first, Col: 1, Detail: fmt.Sprintf("larger than %d MiB; what follows was not read", MaxFile>>20)}
			}
			return nil, false, tooLong(r.name)
		case err != nil && !errors.Is(err, io.EOF):
			r.ended = fmt.Errorf("%s: %w", r.name, err)
			return nil, false, r.ended
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
		if line := strings.TrimSpace(lines[i]); line[0] == '<' || strings.HasPrefix(line, "p cnf ") {
			r.ended = io.EOF
			err = &ParseError{File: r.name, Line: i + 1, Col: 1, Detail: "a web page, a formula or a file of another program, not a puzzle; import it first"}
		}
	}
	return lines, more, err
}

// inTable reports whether a line of more than three dashes stands above or below a row that begins with a bar.
func (r *Reader) inTable(before, line []byte) bool {
	if len(bytes.TrimSpace(line)) < len("----") {
		return false
	}
	last := bytes.TrimSpace(before[bytes.LastIndexByte(bytes.TrimRight(before, "\n"), '\n')+1:])
	next, _ := r.in.Peek(1)
	return bytes.HasPrefix(last, []byte("|")) || bytes.HasPrefix(next, []byte("|"))
}

// appendLine appends a line, with its end, to text. If the line has more bytes than most,
// it appends little more than that many of them.
func appendLine(text []byte, in *bufio.Reader, most int) ([]byte, error) {
	for most += len(text); ; {
		part, err := in.ReadSlice('\n')
		if text = append(text, part...); len(text) > most || err != bufio.ErrBufferFull {
			return text, err
		}
	}
}

func isBetween(line string) bool {
	line = strings.TrimRight(strings.TrimSpace(strings.TrimPrefix(line, mark)), `,;"`+blanks)
	return len(line) >= 3 && strings.Trim(line, "-") == ""
}
