package sat

// The words of the answers of solvers, with their places. Answers may be broken or hostile, so the
// memory used here is bounded by a constant for any input.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"crosscut/internal/given"
)

// SyntaxError says what is wrong in a file, and where.
type SyntaxError struct {
	Name      string // of the file
	Line, Col int    // from 1; columns are counted in bytes
	What      string // is wrong, and what would be right
}

// Error returns "name:line:col: what".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.What)
}

// scanner splits a file into words, and removes the comment lines.
type scanner struct {
	in   *bufio.Reader
	name string

	line, col   int    // of the next byte
	atStart     bool   // this line has only blanks so far
	word        string // the current word; "" at the end of the file
	first       bool   // the current word is the first on its line
	wline, wcol int    // where the current word starts
}

func newScanner(r io.Reader, name string) *scanner {
	return &scanner{in: bufio.NewReaderSize(given.Reader(r), 1<<16), name: name, line: 1, col: 1, atStart: true}
}

func (s *scanner) errorf(format string, args ...any) error {
	return &SyntaxError{Name: s.name, Line: s.wline, Col: s.wcol, What: fmt.Sprintf(format, args...)}
}

// next moves to the next word that is not in a comment line. The first letter of a
// comment line is c. At the end of the file the word is "".
func (s *scanner) next() error {
	for {
		b, err := s.skipBlanks()
		s.wline, s.wcol, s.first, s.word = s.line, s.col, s.atStart, ""
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading %s: %w", s.name, err)
		case b != 'c' || !s.first:
			return s.readWord()
		}
		if err := s.skipComment(); err != nil {
			return err
		}
	}
}

// skipBlanks moves to the next byte that is not blank, and returns it unread.
func (s *scanner) skipBlanks() (byte, error) {
	for {
		b, err := s.in.ReadByte()
		if err != nil {
			return 0, err
		}
		if !blank(b) {
			return b, s.in.UnreadByte()
		}
		s.passed(b)
	}
}

// passed moves the place by b, which was read.
func (s *scanner) passed(b byte) {
	switch {
	case b == '\n':
		s.line, s.col, s.atStart = s.line+1, 1, true
	case blank(b):
		s.col++
	default:
		s.col, s.atStart = s.col+1, false
	}
}

func blank(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }

func (s *scanner) readWord() error {
	var buf [32]byte // longer than any word with a meaning
	for n := 0; ; n++ {
		b, err := s.in.ReadByte()
		if err == nil && blank(b) {
			err = s.in.UnreadByte()
			s.word = string(buf[:n])
			return err
		}
		if errors.Is(err, io.EOF) {
			s.word = string(buf[:n])
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %s: %w", s.name, err)
		}
		if n == len(buf) {
			return s.errorf("a word that starts with %q; want numbers", buf[:12])
		}
		buf[n] = b
		s.passed(b)
	}
}

func (s *scanner) skipComment() error {
	for {
		part, err := s.in.ReadSlice('\n')
		for _, b := range part {
			s.passed(b)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && !errors.Is(err, io.EOF):
			return fmt.Errorf("reading %s: %w", s.name, err)
		default:
			return nil
		}
	}
}

// literal returns the current word as a literal over vars variables, or 0.
func (s *scanner) literal(vars int) (Lit, error) {
	n, err := strconv.ParseInt(s.word, 10, 32)
	switch l := Lit(n); {
	case errors.Is(err, strconv.ErrRange) || err == nil && n == math.MinInt32:
		return 0, s.errorf("%s is too large for a literal, or 0 at the end", s.word)
	case err != nil || s.word[0] == '+':
		return 0, s.errorf("%q is no number; want a literal, or 0 at the end", s.word)
	case l.Var() > vars:
		return 0, s.errorf("literal %d where there are %d variables", l, vars)
	default:
		return l, nil
	}
}
