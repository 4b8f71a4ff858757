package puzzle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ReadSolutions reads filled boards of p, one below the other, in rows as
// [Format] writes them. Comments may stand before each. Boards that break rules
// are read as well: Check judges them. An error means that the text is not a filled
// board. It is a *ParseError, except for errors of r and of [Validate]. Errors name the
// text by name. For a puzzle type of another package cells are read as numbers.
// [SolutionReader] reads texts of any length.
func ReadSolutions(r io.Reader, name string, p Puzzle) ([]Solution, error) {
	if err := Validate(p); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	lines, err := readLines(r, name)
	if err != nil {
		return nil, err
	}
	b := newBoardRows(name, p)
	var solutions []Solution
	for i, text := range lines {
		s, err := b.take(text, i+1)
		if err != nil {
			return nil, err
		}
		if s != nil {
			solutions = append(solutions, s)
		}
	}
	if err := b.end(); err != nil {
		return nil, err
	}
	return solutions, nil
}

// SolutionReader reads the filled boards of a text one after the other. It holds one
// board at a time, so a text may be of any length.
type SolutionReader struct {
	in    *bufio.Reader
	rows  *boardRows
	line  int   // the number of the next line
	ended error // if not nil, what Next returns from now on
}

// NewSolutionReader returns a reader of the filled boards of p in r. Errors name the text
// by name.
func NewSolutionReader(r io.Reader, name string, p Puzzle) *SolutionReader {
	s := &SolutionReader{in: bufio.NewReader(r), rows: newBoardRows(name, p), line: 1}
	if err := Validate(p); err != nil {
		s.ended = fmt.Errorf("%s: %w", name, err)
	}
	return s
}

// Next returns the next filled board, and [io.EOF] after the last. A text without a board
// is an error. Boards and errors are those of [ReadSolutions], and after an error every
// later call returns it again. A board and what stands before it may have up to
// [MaxFile] bytes.
func (r *SolutionReader) Next() (Solution, error) {
	if r.in == nil {
		return nil, io.EOF
	}
	for size := 0; r.ended == nil; {
		text, err := r.readLine(&size)
		if err != nil && !errors.Is(err, io.EOF) {
			r.ended = err
			break
		}
		s, takeErr := r.rows.take(text, r.line)
		r.line++
		switch {
		case takeErr != nil:
			r.ended = takeErr
		case err != nil: // the text ends
			if r.ended = r.rows.end(); r.ended == nil {
				r.ended = io.EOF
			}
		}
		if s != nil && takeErr == nil {
			return s, nil
		}
	}
	return nil, r.ended
}

// readLine reads a line, and adds its length to size. It fails when size is beyond
// [MaxFile].
func (r *SolutionReader) readLine(size *int) (string, error) {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		if *size += len(part); *size > MaxFile {
			return "", tooLong(r.rows.name)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return "", fmt.Errorf("%s: %w", r.rows.name, err)
		}
		lines, textErr := splitLines(line, r.rows.name, r.line)
		if textErr != nil {
			return "", textErr
		}
		return strings.TrimPrefix(lines[0], mark), err
	}
}

// boardRows makes filled boards of the lines of a text.
type boardRows struct {
	*document
	p     Puzzle
	found bool // a board was found
}

// newBoardRows returns a boardRows without lines.
func newBoardRows(name string, p Puzzle) *boardRows {
	return &boardRows{document: &document{name: name, headers: make(map[string]field)}, p: p}
}

// take takes the next line, which has number at. It returns the board that the line
// completes, or nil.
func (b *boardRows) take(text string, at int) (Solution, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	line := splitRow(text, at)
	switch {
	case len(b.rows) == 0 && (isComment(text) || isHeader(text)):
		return nil, nil
	case line.separator:
		return nil, b.fail(line.first(), "a line of =, which stands between stones only")
	}
	if b.rows = append(b.rows, line); len(b.rows) < b.p.Board().Height() {
		return nil, nil
	}
	s, err := b.solution(b.p)
	b.rows, b.found = nil, true
	return s, err
}

// end returns an error if the text must not end here.
func (b *boardRows) end() error {
	switch {
	case len(b.rows) > 0:
		return b.fail(b.rows[len(b.rows)-1].first(), "the board ends here with %d of its %d rows", len(b.rows), b.p.Board().Height())
	case !b.found:
		return b.fail(field{line: 1, col: 1}, "no solution in it: there are no rows")
	}
	return nil
}

// solution reads one filled board from d.rows.
func (d *document) solution(p Puzzle) (Solution, error) {
	b := p.Board()
	s := make(Solution, 0, b.Len())
	for r, line := range d.rows {
		if n := len(line.fields); n != b.Width() {
			return nil, d.fail(line.fields[min(n-1, b.Width())], "a row of %s; the puzzle's have %d", counted(n, "cell"), b.Width())
		}
		for c, f := range line.fields {
			cell := b.Cell(r, c)
			switch hole := isRun(f.text, '#'); {
			case hole && cell >= 0:
				return nil, d.fail(f, "a hole where the puzzle has the cell %s", b.Name(cell))
			case !hole && cell < 0:
				return nil, d.fail(f, "%q where the puzzle has a hole; write #", f.text)
			case hole:
				continue
			}
			value, err := d.value(p, cell, f)
			if err != nil {
				return nil, err
			}
			s = append(s, value)
		}
	}
	return s, nil
}

// value reads one cell of a filled board. Those of a puzzle type of another package are
// read as numbers.
func (d *document) value(p Puzzle, cell int, f field) (int, error) {
	if m, own := asMember(p); own {
		return m.readValue(d, cell, f)
	}
	return d.number(f)
}
