package text

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"crosscut/internal/base"
	"crosscut/internal/chars"
	"crosscut/puzzle"
)

// ReadSolutions reads filled boards of p, one below the other, in rows as [puzzle.Format] writes them. Comments may stand
// before each. Boards that break rules are read as well: Check judges them. An error means that the text is not a filled
// board. It is a *ParseError, except for errors of r and of [puzzle.Validate]. Errors name the text by name. For a puzzle
// type of another package cells are read as numbers. [Solutions] reads texts of any length.
func ReadSolutions(r io.Reader, name string, p puzzle.Puzzle) ([]puzzle.Solution, error) {
	reader := newSolutionReader(r, name, p)
	reader.whole = true
	var solutions []puzzle.Solution
	for s, err := range reader.all {
		if err != nil {
			return nil, err
		}
		solutions = append(solutions, s)
	}
	return solutions, nil
}

// Solutions reads the filled boards of [ReadSolutions] one after the other, once, so a text may be of any length. A board and
// what stands before it may have up to [MaxFile] bytes. A text without a board is an error, and an error comes last.
func Solutions(r io.Reader, name string, p puzzle.Puzzle) iter.Seq2[puzzle.Solution, error] {
	return newSolutionReader(r, name, p).all
}

// solutionReader reads the filled boards of a text.
type solutionReader struct {
	*document // its rows are those of the next board, and its line is the next one
	in        chars.Reader
	p         puzzle.Puzzle
	named     map[string]int // the numbers of stones by their names
	found     bool           // a board was found
	size      int            // the bytes of the next board and what stands before it, or of all if whole
	whole     bool           // [MaxFile] bounds the text as a whole
	ended     error          // if not nil, what ends the boards; it is [io.EOF] behind the last
}

func newSolutionReader(r io.Reader, name string, p puzzle.Puzzle) *solutionReader {
	s := &solutionReader{document: &document{name: name, line: 1}, in: chars.UTF8(r, bufferSize), p: p, named: make(map[string]int)}
	if err := puzzle.Validate(p); err != nil {
		s.ended = fmt.Errorf("%s: %w", name, err)
	} else if d, ok := p.(*puzzle.Draughtboard); ok {
		for stone := range d.Stones() {
			s.named[d.Name(stone+1)] = stone + 1
		}
	}
	return s
}

func (r *solutionReader) all(yield func(puzzle.Solution, error) bool) {
	for r.ended == nil {
		var s puzzle.Solution
		s, r.ended = r.takeLine()
		if s != nil && !r.whole {
			r.size = 0
		}
		if s != nil && !yield(s, nil) {
			return
		}
	}
	if !errors.Is(r.ended, io.EOF) {
		yield(nil, r.ended)
	}
}

// takeLine reads a line. It returns the board that the line completes, or nil. The error is [io.EOF] behind the last
// line, and another one when the size is beyond [MaxFile].
func (r *solutionReader) takeLine() (puzzle.Solution, error) {
	line, end := appendLine(nil, r.in, MaxFile-r.size, r.name)
	if r.size += len(line); end != nil && !errors.Is(end, io.EOF) {
		return nil, end
	}
	lines, err := splitLines(line, r.name, r.line)
	if err != nil {
		return nil, err
	}
	s := r.take(strings.TrimPrefix(lines[0], chars.Mark), r.line)
	r.line++
	if end != nil {
		r.checkEnd()
	}
	if r.err != nil {
		return nil, r.err
	}
	return s, end
}

// take takes the next line, which has number at. It returns the board that the line completes, or nil.
func (r *solutionReader) take(text string, at int) puzzle.Solution {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	line := r.splitRow(text, at, 0)
	switch {
	case len(r.rows) == 0 && (isComment(text) || isHeader(text)):
		return nil
	case line.separator:
		r.fail(line.first(), "a line of =, which stands between stones only")
		return nil
	}
	if r.rows = append(r.rows, line); len(r.rows) < r.p.Board().Height() {
		return nil
	}
	s := r.solution()
	r.rows, r.found = nil, true
	return s
}

// checkEnd fails if the text must not end here.
func (r *solutionReader) checkEnd() {
	switch {
	case len(r.rows) > 0:
		r.fail(r.rows[len(r.rows)-1].first(), "the board ends here with %d of its %d rows", len(r.rows), r.p.Board().Height())
	case !r.found:
		r.fail(field{line: 1, col: 1}, "no solution in it: there are no rows")
	}
}

func (r *solutionReader) solution() puzzle.Solution {
	board := r.p.Board()
	s := make(puzzle.Solution, 0, board.Len())
	for row, line := range r.rows {
		if n := len(line.fields); n != board.Width() {
			r.fail(line.fields[min(n-1, board.Width())], "a row of %s; the puzzle's have %d", base.Plural(n, "cell"), board.Width())
			return nil
		}
		for c, f := range line.fields {
			cell := board.Cell(row, c)
			d, stones := r.p.(*puzzle.Draughtboard)
			switch hole := isRun(f.text, '#'); {
			case hole && cell >= 0:
				r.fail(f, "a hole where the puzzle has the cell %s", board.Name(cell))
			case !hole && cell < 0:
				r.fail(f, "%q where the puzzle has a hole; write #", f.text)
			case hole:
			case stones:
				s = append(s, r.stoneOn(d, cell, f))
			default: // those of a puzzle type of another package are read as numbers, too
				s = append(s, r.number(f))
			}
		}
	}
	return s
}
