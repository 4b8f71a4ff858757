package text

import (
	"strconv"

	"crosscut/puzzle"
)

// Texts of equation puzzles. A row of numbers and operators ends with = and its result.
// Below it stand the operators of the columns. The last two rows are a row of = and the
// results of the columns:
//
//	13 * __ + __ = -38
//	* * +
//	__ * __ * __ = 160
//	= = =
//	25 -32 318

func (d *document) equation() (puzzle.Puzzle, error) {
	if err := d.without(puzzle.Equation, "sum", "diagonals", "lines"); err != nil {
		return nil, err
	}
	f, said := d.headers["numbers"]
	if !said {
		return nil, d.fail(d.rows[0].first(), `which numbers a cell may have is not said; add a line such as "numbers: 1..9"`)
	}
	numbers, _, err := d.numberList(f)
	if err != nil {
		return nil, err
	}
	height, width := (len(d.rows)-1)/2, (len(d.rows[0].fields)-1)/2
	switch {
	case len(d.rows) < 3 || len(d.rows)%2 == 0 || len(d.rows[0].fields) < 3 || len(d.rows[0].fields)%2 == 0:
		return nil, d.fail(d.rows[0].first(), "not a grid of equations: rows such as 1 + _ = 3, rows of operators between them, and then a row of = and a row of results")
	case width > puzzle.MaxCells/height:
		return nil, d.fail(d.rows[0].first(), "%d numbers in %d rows; no puzzle has so many", width, height)
	}
	g := equationGrid{document: d, Equations: puzzle.Equations{Down: make([][]byte, width)}}
	for r := range height {
		if err := g.row(d.rows[2*r]); err != nil {
			return nil, err
		}
		if err := g.below(d.rows[2*r+1], r == height-1); err != nil {
			return nil, err
		}
	}
	if err := g.columnResults(d.rows[2*height]); err != nil {
		return nil, err
	}
	if err := d.inNumbers(g.clues, func(cell int) field { return g.places[cell] }, numbers, true); err != nil {
		return nil, err
	}
	p, err := puzzle.NewEquation(g.Equations, numbers, g.clues)
	if err != nil {
		return nil, d.fail(f, "%v", err)
	}
	return p, nil
}

// equationGrid is a grid of equations that is being read.
type equationGrid struct {
	*document
	puzzle.Equations
	clues  []int
	places []field
}

// row reads the numbers and operators of a row, and its result.
func (g *equationGrid) row(r row) error {
	width := len(g.Down)
	if err := g.wide(r, 2*width+1, "numbers, operators, = and the result"); err != nil {
		return err
	}
	var operators []byte
	for i, f := range r.fields {
		switch {
		case i == 2*width:
			result, err := g.result(f)
			if err != nil {
				return err
			}
			g.Rows = append(g.Rows, result)
		case i == 2*width-1:
			if f.text != "=" {
				return g.fail(f, "%q where = is expected", f.text)
			}
		case i%2 == 1:
			operator, err := g.operator(f)
			if err != nil {
				return err
			}
			operators = append(operators, operator)
		default:
			k, err := g.number(f)
			if err != nil {
				return err
			}
			g.clues, g.places = append(g.clues, k), append(g.places, f)
		}
	}
	g.Across = append(g.Across, operators)
	return nil
}

// below reads the row below a row of numbers: an operator or, in the end, = for each column.
func (g *equationGrid) below(r row, end bool) error {
	what := "operators"
	if end {
		what = "="
	}
	if err := g.wide(r, len(g.Down), what); err != nil {
		return err
	}
	for c, f := range r.fields {
		if end {
			if f.text != "=" {
				return g.fail(f, "%q where = is expected", f.text)
			}
			continue
		}
		operator, err := g.operator(f)
		if err != nil {
			return err
		}
		g.Down[c] = append(g.Down[c], operator)
	}
	return nil
}

// columnResults reads the last row.
func (g *equationGrid) columnResults(r row) error {
	if err := g.wide(r, len(g.Down), "results"); err != nil {
		return err
	}
	for _, f := range r.fields {
		result, err := g.result(f)
		if err != nil {
			return err
		}
		g.Columns = append(g.Columns, result)
	}
	return nil
}

func (g *equationGrid) wide(r row, fields int, what string) error {
	switch n := len(r.fields); {
	case n < fields:
		return g.fail(r.fields[n-1], "the row ends here after %d of %d: %s", n, fields, what)
	case n > fields:
		return g.fail(r.fields[fields], "the row goes on after %d: %s", fields, what)
	}
	return nil
}

func (g *equationGrid) operator(f field) (byte, error) {
	if f.text != "+" && f.text != "-" && f.text != "*" {
		return 0, g.fail(f, "%q where an operator is expected: +, - or *", f.text)
	}
	return f.text[0], nil
}

func (g *equationGrid) result(f field) (int, error) {
	k, err := strconv.Atoi(f.text)
	if err != nil {
		return 0, g.fail(f, "%q where a result is expected: a whole number", f.text)
	}
	return k, nil
}
