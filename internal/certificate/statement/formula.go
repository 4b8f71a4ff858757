package statement

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxLine is the largest length of a line, in bytes. A clause of a large board is long.
const maxLine = 16 << 20

// newLines returns the lines of a file. A line ends with a line feed alone.
func newLines(from io.Reader) *bufio.Scanner {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return i + 1, data[:i], nil
		} else if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	})
	return lines
}

// showsOneLine reports whether a line looks like one line to people. No sign in it ends a
// line or moves the cursor.
func showsOneLine(line string) bool {
	return utf8.ValidString(line) && !strings.ContainsFunc(line, func(sign rune) bool {
		return unicode.IsControl(sign) && sign != '\t' || sign == '\u2028' || sign == '\u2029'
	})
}

// trimmed returns a text without blanks and tabs at its ends.
func trimmed(text string) string { return strings.Trim(text, " \t") }

// formulaReader reads a formula in DIMACS, of one clause a line.
type formulaReader struct {
	facts
	boards             [][]string     // the names that decide, for each listed board
	names              map[int]string // per variable
	last               int            // the last variable with a name
	variables, clauses int            // as the header says
	seen               int            // the clauses so far
	header             bool           // it was read
}

// read reads the whole formula and accounts for each clause.
func (f *formulaReader) read(ctx context.Context, from io.Reader) error {
	lines := newLines(from)
	for lines.Scan() {
		if err := f.line(lines.Text()); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	switch {
	case lines.Err() != nil:
		return lines.Err()
	case !f.header:
		return errors.New("no header")
	case f.seen != f.clauses:
		return fmt.Errorf("%d clauses; the header says %d", f.seen, f.clauses)
	}
	return nil
}

// line takes one line: a name, another comment, the header or a clause.
func (f *formulaReader) line(line string) error {
	switch {
	case !utf8.ValidString(line):
		return errors.New("it is not text")
	case f.header:
		f.seen++
		if f.seen > f.clauses {
			return fmt.Errorf("more clauses than the %d of the header", f.clauses)
		}
		if err := f.clause(line); err != nil {
			return fmt.Errorf("clause %d, %q: %w", f.seen, shortened(line), err)
		}
		return nil
	case strings.HasPrefix(line, "c") && slices.ContainsFunc(strings.Fields(line), IsHeaderWord):
		return errors.New("drat-trim would take a comment for the header")
	case strings.HasPrefix(line, "c") && !showsOneLine(line):
		return &NotCoveredError{fmt.Sprintf("signs that are not shown, as in %q", shortened(line))}
	case strings.HasPrefix(line, "c v "):
		return f.name(line)
	case line == "c", strings.HasPrefix(line, "c "):
		return nil
	}
	var err error
	f.variables, f.clauses, err = parseHeader(line)
	f.header = true
	switch {
	case err != nil:
		return err
	case f.last > f.variables:
		return fmt.Errorf("variable %d has a name, and the header says %d variables", f.last, f.variables)
	case f.clauses < len(f.boards):
		return fmt.Errorf("%d clauses cannot exclude %d boards", f.clauses, len(f.boards))
	}
	return nil
}

// IsHeaderWord reports whether a word begins as the header does in the eyes of drat-trim. It
// looks for the header in comments too.
func IsHeaderWord(word string) bool {
	return strings.HasPrefix(word, "cnf") || strings.HasPrefix(word, "pcnf")
}

// parseHeader parses "p cnf 12 34".
func parseHeader(line string) (variables, clauses int, err error) {
	words := strings.Split(line, " ")
	if len(words) != 4 || words[0] != "p" || words[1] != "cnf" {
		return 0, 0, fmt.Errorf("%q is not a header, such as \"p cnf 12 34\"", shortened(line))
	}
	if variables, err = natural(words[2]); err == nil {
		clauses, err = natural(words[3])
	}
	return variables, clauses, err
}

// name takes the name of a variable, such as "c v 12 = number 6 on r1c1". Variables come
// in order, each once.
func (f *formulaReader) name(line string) error {
	number, name, ok := strings.Cut(strings.TrimPrefix(line, "c v "), " = ")
	v, err := natural(number)
	if !ok || err != nil || v <= f.last {
		return fmt.Errorf("%q is not the name of the next variable", shortened(line))
	}
	f.last, f.names[v] = v, name
	return f.meaning(v, name)
}

// clause accounts for a clause.
func (f *formulaReader) clause(line string) error {
	clause, err := parseClause(line)
	if err != nil {
		return err
	}
	if len(slices.Compact(slices.Sorted(slices.Values(clause)))) < len(clause) {
		return errors.New("a literal is there twice")
	}
	for _, l := range clause {
		if v := max(l, -l); v > f.variables {
			return fmt.Errorf("variable %d; the header says %d", v, f.variables)
		} else if f.names[v] == "" {
			return &NotCoveredError{fmt.Sprintf("variable %d, which has no name", v)}
		}
	}
	if i := f.seen - 1 - (f.clauses - len(f.boards)); i >= 0 {
		return f.excludes(clause, f.boards[i])
	}
	if !f.holds(clause) {
		return errors.New("it does not follow from the rules in a step")
	}
	return nil
}

// excludes returns an error unless the clause excludes one board and nothing else: it
// says that not all the names that decide are true.
func (f *formulaReader) excludes(clause []int, board []string) error {
	var names []string
	for _, l := range clause {
		if l > 0 {
			return errors.New("it has a positive literal, and so does not exclude a board")
		}
		names = append(names, f.names[-l])
	}
	slices.Sort(names)
	if !slices.Equal(names, board) {
		return errors.New("it does not exclude the board of that number")
	}
	return nil
}

// parseClause parses "1 -2 3 0".
func parseClause(line string) ([]int, error) {
	words := strings.Split(line, " ")
	clause := make([]int, len(words)-1)
	for i, word := range words {
		digits := strings.TrimPrefix(word, "-")
		n, err := natural(digits)
		switch {
		case err != nil:
			return nil, err
		case (n == 0) != (i == len(clause)), n == 0 && digits != word:
			return nil, errors.New("a clause ends with its only 0")
		case i == len(clause):
			return clause, nil
		case digits != word:
			n = -n
		}
		clause[i] = n
	}
	return nil, errors.New("an empty line")
}

// integer parses a number from minus a billion to a billion, in digits alone.
func integer(text string) (int, error) {
	digits, negative := strings.CutPrefix(text, "-")
	n, err := natural(digits)
	if negative && n == 0 || err != nil {
		return 0, fmt.Errorf("%q is not a number up to a billion", shortened(text))
	} else if negative {
		n = -n
	}
	return n, nil
}

// natural parses a number from 0 to a billion, in digits alone. Programs that check proofs
// take one of 33 bits for another.
func natural(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1_000_000_000 || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is not a number from 0 to a billion", shortened(text))
	}
	return n, nil
}

// shortened is a text of at most 60 bytes, for messages.
func shortened(text string) string {
	if len(text) > 60 {
		return strings.ToValidUTF8(text[:57], "") + "..."
	}
	return strings.ToValidUTF8(text, "?")
}
