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

func (d *document) equation() puzzle.Puzzle {
	d.without(puzzle.Equation, "sum", "diagonals", "lines")
	f, said := d.headers["numbers"]
	d.failIf(!said, d.rows[0].first(), `which numbers a cell may have is not said; add a line such as "numbers: 1..9"`)
	numbers := d.numberList(f)
	height, width := (len(d.rows)-1)/2, (len(d.rows[0].fields)-1)/2
	switch {
	case len(d.rows) < 3 || len(d.rows)%2 == 0 || len(d.rows[0].fields) < 3 || len(d.rows[0].fields)%2 == 0:
		d.fail(d.rows[0].first(), "not a grid of equations: rows such as 1 + _ = 3, rows of operators between them, and then a row of = and a row of results")
	case width > puzzle.MaxCells/height:
		d.fail(d.rows[0].first(), "%d numbers in %d rows; no puzzle has so many", width, height)
	}
	if d.err != nil {
		return nil
	}
	g := equationGrid{document: d, Equations: puzzle.Equations{Down: make([][]byte, width)}}
	for r := range height {
		g.row(d.rows[2*r])
		what, read := "operators", func(c int, f field) { g.operator(f, &g.Down[c]) }
		if r == height-1 {
			what, read = "=", func(_ int, f field) { g.equals(f) }
		}
		g.each(d.rows[2*r+1], width, what, read)
	}
	g.each(d.rows[2*height], width, "results", func(_ int, f field) { g.result(f, &g.Columns) })
	d.inNumbers(d.clues, numbers, true, "")
	p, err := puzzle.MagicRules{Form: puzzle.Equation, Equations: g.Equations, Numbers: numbers}.New(d.clues)
	d.failIf(err != nil, f, "%v", err)
	return p
}

// equationGrid is a grid of equations that is being read.
type equationGrid struct {
	*document
	puzzle.Equations
}

// row reads the numbers and operators of a row, and its result.
func (g *equationGrid) row(r row) {
	width := len(g.Down)
	var operators []byte
	g.each(r, 2*width+1, "numbers, operators, = and the result", func(i int, f field) {
		switch {
		case i == 2*width:
			g.result(f, &g.Rows)
		case i == 2*width-1:
			g.equals(f)
		case i%2 == 1:
			g.operator(f, &operators)
		default:
			g.clues, g.places = append(g.clues, g.number(f)), append(g.places, f)
		}
	})
	g.Across = append(g.Across, operators)
}

// each reads the fields of a row that must have so many.
func (g *equationGrid) each(r row, fields int, what string, read func(i int, f field)) {
	if n := len(r.fields); n < fields {
		g.fail(r.fields[n-1], "the row ends here after %d of %d: %s", n, fields, what)
	} else if n > fields {
		g.fail(r.fields[fields], "the row goes on after %d: %s", fields, what)
	} else {
		for i, f := range r.fields {
			read(i, f)
		}
	}
}

func (g *equationGrid) equals(f field) {
	g.failIf(f.text != "=", f, "%q where = is expected", f.text)
}

func (g *equationGrid) operator(f field, into *[]byte) {
	g.failIf(f.text != "+" && f.text != "-" && f.text != "*", f, "%q where an operator is expected: +, - or *", f.text)
	*into = append(*into, f.text[0])
}

func (g *equationGrid) result(f field, into *[]int) {
	k, err := strconv.Atoi(f.text)
	g.failIf(err != nil, f, "%q where a result is expected: a whole number", f.text)
	*into = append(*into, k)
}
