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
		what, read := "operators", func(c int, f field) error { return g.operator(f, &g.Down[c]) }
		if r == height-1 {
			what, read = "=", func(_ int, f field) error { return g.equals(f) }
		}
		if err := g.each(d.rows[2*r+1], width, what, read); err != nil {
			return nil, err
		}
	}
	if err := g.each(d.rows[2*height], width, "results", func(_ int, f field) error { return g.result(f, &g.Columns) }); err != nil {
		return nil, err
	}
	if err := d.inNumbers(d.clues, numbers, true); err != nil {
		return nil, err
	}
	p, err := puzzle.MagicRules{Form: puzzle.Equation, Equations: g.Equations, Numbers: numbers}.New(d.clues)
	if err != nil {
		return nil, d.fail(f, "%v", err)
	}
	return p, nil
}

// equationGrid is a grid of equations that is being read.
type equationGrid struct {
	*document
	puzzle.Equations
}

// row reads the numbers and operators of a row, and its result.
func (g *equationGrid) row(r row) error {
	width := len(g.Down)
	var operators []byte
	err := g.each(r, 2*width+1, "numbers, operators, = and the result", func(i int, f field) error {
		switch {
		case i == 2*width:
			return g.result(f, &g.Rows)
		case i == 2*width-1:
			return g.equals(f)
		case i%2 == 1:
			return g.operator(f, &operators)
		}
		k, err := g.number(f)
		g.clues, g.places = append(g.clues, k), append(g.places, f)
		return err
	})
	g.Across = append(g.Across, operators)
	return err
}

// each reads the fields of a row that must have so many.
func (g *equationGrid) each(r row, fields int, what string, read func(i int, f field) error) error {
	switch n := len(r.fields); {
	case n < fields:
		return g.fail(r.fields[n-1], "the row ends here after %d of %d: %s", n, fields, what)
	case n > fields:
		return g.fail(r.fields[fields], "the row goes on after %d: %s", fields, what)
	}
	for i, f := range r.fields {
		if err := read(i, f); err != nil {
			return err
		}
	}
	return nil
}

func (g *equationGrid) equals(f field) error {
	if f.text != "=" {
		return g.fail(f, "%q where = is expected", f.text)
	}
	return nil
}

func (g *equationGrid) operator(f field, into *[]byte) error {
	if f.text != "+" && f.text != "-" && f.text != "*" {
		return g.fail(f, "%q where an operator is expected: +, - or *", f.text)
	}
	*into = append(*into, f.text[0])
	return nil
}

func (g *equationGrid) result(f field, into *[]int) error {
	k, err := strconv.Atoi(f.text)
	if err != nil {
		return g.fail(f, "%q where a result is expected: a whole number", f.text)
	}
	*into = append(*into, k)
	return nil
}
