package sat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"crosscut/internal/base"
	"crosscut/meter"
)

// ReadModels reads the answer of a solver to a formula of vars variables, and calls yield with the values of each model.
// It knows two formats. In the format of the SAT competitions, there are "s SATISFIABLE" and lines such
// as "v 1 -2 0", in any order, with comments. The file of minisat has "SAT" and "1 -2 0". Where a program lists models,
// as "clasp 0" does, more values may follow a 0.
//
// values[v] is the value of the variable v, false where the answer leaves it open. values[0] is unused, and the slice is
// used again. If the answer says that there is no model, yield is not called.
//
// An error is one of yield or of r, or begins with name:line:column, or says that the answer decides nothing. After a
// limit of the solver that is [meter.ErrLimit]. An answer is invalid when it has values and no status, when its values do
// not end with a 0, or when they give a variable both values. ReadModels does not check a model: see [CNF.Satisfied].
func ReadModels(r io.Reader, name string, vars int, yield func(values []bool) error) error {
	if yield == nil {
		return errors.New("sat: no function takes the models: yield is nil")
	}
	last, sat, err := readModels(r, name, vars, yield)
	if err != nil || !sat {
		return err
	}
	return yield(last)
}

// readModels reads an answer. It returns the last model, and passes those before it to before. If before is
// nil, there must be none.
func readModels(r io.Reader, name string, vars int, before func([]bool) error) (values []bool, sat bool, err error) {
	if vars > math.MaxInt32 {
		return nil, false, fmt.Errorf("%s: an answer about %d variables; a formula has at most %d", name, vars, math.MaxInt32)
	}
	m := modelReader{scanner: newScanner(r, name), vars: max(vars, 0), before: before}
	for {
		if err := m.next(); err != nil {
			return nil, false, err
		}
		if m.word == "" {
			return m.finish()
		}
		if err := m.take(); err != nil {
			return nil, false, err
		}
	}
}

// undecidedError says that an answer does not decide whether there is a model. A solver that was stopped by a limit of
// its own gives such an answer: it says UNKNOWN, or writes comments alone. Then the error is a [meter.ErrLimit].
type undecidedError struct {
	Name  string // of the answer
	Empty bool   // it has not even a comment, so the solver may have failed

	untold bool // it has at most comments
}

// Error says what the answer lacks.
func (e *undecidedError) Error() string {
	if e.Empty {
		return e.Name + " is empty; want 's SATISFIABLE' or 's UNSATISFIABLE'"
	}
	return e.Name + ": the solver stopped, so it is not decided whether there is a model"
}

// Is reports whether target is [meter.ErrLimit], unless the answer is empty.
func (e *undecidedError) Is(target error) bool { return target == meter.ErrLimit && !e.Empty }

// modelReader collects what an answer says.
type modelReader struct {
	*scanner
	vars   int
	status string             // SATISFIABLE, UNSATISFIABLE or "" for none yet
	bare   bool               // the file is one of minisat: values have no v before them
	inLine bool               // values may follow on this line
	closed bool               // the 0 that ends the values has been read
	given  []int8             // by variable: 1 true, −1 false, 0 open; nil before the first value
	values []bool             // of the model that is read
	named  []int              // the variables that it has named: a model takes time for these alone
	before func([]bool) error // takes each model that another one follows; nil if there must be one
}

func (m *modelReader) take() error {
	if m.first {
		m.inLine = m.bare
		switch m.word {
		case "s":
			if err := m.next(); err != nil {
				return err
			}
			return m.setStatus(m.word)
		case "v":
			m.inLine = true
			return nil
		case "SAT":
			m.bare, m.inLine = true, true
			return m.setStatus("SATISFIABLE")
		case "UNSAT":
			return m.setStatus("UNSATISFIABLE")
		case "INDET":
			return m.setStatus("UNKNOWN")
		}
	}
	if !m.inLine {
		return m.errorf("%q; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'", m.word)
	}
	return m.value()
}

// setStatus records the status. A second one is an error.
func (m *modelReader) setStatus(status string) error {
	switch {
	case slices.Contains([]string{"UNKNOWN", "INDETERMINATE", "TIMEOUT", "MEMOUT"}, status):
		return &undecidedError{Name: m.name}
	case status != "SATISFIABLE" && status != "UNSATISFIABLE":
		return m.errorf("status %q; want SATISFIABLE or UNSATISFIABLE", status)
	case m.status != "":
		return m.errorf("a second status; want one answer")
	}
	m.status = status
	return nil
}

func (m *modelReader) value() error {
	l, err := m.literal(m.vars)
	if err != nil {
		return err
	}
	if m.closed && m.before == nil {
		return m.errorf("%q after the 0 that ends the values; want one answer", m.word)
	}
	if m.closed {
		if err := m.before(m.values); err != nil {
			return err
		}
		for _, v := range m.named {
			m.given[v], m.values[v] = 0, false
		}
		m.named, m.closed = m.named[:0], false
	}
	if m.given == nil {
		m.given, m.values = make([]int8, m.vars+1), make([]bool, m.vars+1)
	}
	if l == 0 {
		m.closed = true
		return nil
	}
	sign := int8(1)
	if l < 0 {
		sign = -1
	}
	if m.given[l.Var()] == -sign {
		return m.errorf("variable %d is both true and false", l.Var())
	}
	if m.given[l.Var()] == 0 {
		m.given[l.Var()], m.values[l.Var()], m.named = sign, sign > 0, append(m.named, l.Var())
	}
	return nil
}

func (m *modelReader) finish() ([]bool, bool, error) {
	switch {
	case m.status == "" && m.given == nil:
		return nil, false, &undecidedError{m.name, !m.commented, true}
	case m.status == "":
		return nil, false, m.errorf("the file ends without an answer; want 's SATISFIABLE' or 's UNSATISFIABLE'")
	case m.status == "UNSATISFIABLE" && m.given != nil:
		return nil, false, m.errorf("values beside the answer that there are none")
	case m.status == "UNSATISFIABLE":
		return nil, false, nil
	case m.given == nil:
		return nil, false, m.errorf("a model, and not its values; let the solver print them in lines v: clasp without -q, cadical and kissat without -n, glucose with -model")
	case !m.closed:
		return nil, false, m.errorf("the values end without a 0; is the file cut short?")
	}
	return m.values, true, nil
}

// The words of the answers of solvers, with their places. Answers may be broken or hostile, so the
// memory used here is bounded by a constant for any input.

// syntaxError says what is wrong in a file, and where.
type syntaxError struct {
	Name      string // of the file
	Line, Col int    // from 1; columns are counted in bytes
	What      string // is wrong, and what would be right
}

// Error returns "name:line:col: what".
func (e *syntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.What)
}

// scanner splits a file into words, and removes the comment lines.
type scanner struct {
	in   *bufio.Reader
	name string

	line, col   int               // of the next byte
	commented   bool              // there was a comment line
	comment     func(line string) // takes each comment line; may be nil
	atStart     bool              // this line has only blanks so far
	word        string            // the current word; "" at the end of the file
	first       bool              // the current word is the first on its line
	wline, wcol int               // where the current word starts
}

func newScanner(r io.Reader, name string) *scanner {
	return &scanner{in: bufio.NewReaderSize(base.Reader(r), 1<<16), name: name, line: 1, col: 1, atStart: true}
}

func (s *scanner) errorf(format string, args ...any) error {
	return &syntaxError{Name: s.name, Line: s.wline, Col: s.wcol, What: fmt.Sprintf(format, args...)}
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
	s.commented = true
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		for _, b := range part {
			s.passed(b)
		}
		if s.comment != nil {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil && !errors.Is(err, io.EOF):
			return fmt.Errorf("reading %s: %w", s.name, err)
		default:
			if s.comment != nil {
				s.comment(string(line))
			}
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
		return 0, s.errorf("literal %d where the last variable is %d", l, vars)
	default:
		return l, nil
	}
}
