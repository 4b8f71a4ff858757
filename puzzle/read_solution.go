package puzzle

import (
	"io"
	"strings"
)

// ReadSolutions reads filled boards of p, one below the other, in rows as
// [Format] writes them; comments may stand before each. Boards that break rules
// are read all the same, for Check to judge: an error, always a *ParseError but
// for those of r, means that the text is no filled board. name stands for the text
// in errors.
func ReadSolutions(r io.Reader, name string, p Puzzle) ([]Solution, error) {
	lines, err := readLines(r, name)
	if err != nil {
		return nil, err
	}
	d := &document{name: name, headers: make(map[string]field)}
	height := p.Board().Height()
	var solutions []Solution
	for i, text := range lines {
		if strings.TrimSpace(text) == "" {
			continue
		}
		line := splitRow(text, i+1)
		switch {
		case len(d.rows) == 0 && (isComment(text) || isHeader(text)):
		case line.separator:
			return nil, d.fail(line.first(), "a line of =, which stands between stones only")
		default:
			if d.rows = append(d.rows, line); len(d.rows) < height {
				continue
			}
			s, err := d.solution(p)
			if err != nil {
				return nil, err
			}
			solutions, d.rows = append(solutions, s), nil
		}
	}
	switch {
	case len(d.rows) > 0:
		return nil, d.fail(d.rows[len(d.rows)-1].first(), "the board ends here with %d of its %d rows", len(d.rows), height)
	case len(solutions) == 0:
		return nil, d.fail(field{line: 1, col: 1}, "no solution in it: there are no rows")
	}
	return solutions, nil
}

// solution reads one filled board from d.rows.
func (d *document) solution(p Puzzle) (Solution, error) {
	b := p.Board()
	s := make(Solution, 0, b.Len())
	for r, line := range d.rows {
		if n := len(line.fields); n != b.Width() {
			return nil, d.fail(line.fields[min(n-1, b.Width())], "a row of %d cells; the puzzle's have %d", n, b.Width())
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

// value reads one cell of a filled board.
func (d *document) value(p Puzzle, cell int, f field) (int, error) {
	if stones, ok := p.(*Draughtboard); ok {
		return d.stoneValue(stones, cell, f)
	}
	return d.number(f)
}
