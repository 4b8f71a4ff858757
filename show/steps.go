package show

import (
	"math"

	"crosscut/puzzle"
)

// Steps of a Hidoku, and what its variants have between two cells: walls, links and their
// opposite. On a torus a step over an edge of the board has two halves, one at each side.

type segment struct{ From, To Point }

// Step returns the lines of the step from cell c to cell d: one line, or two halves where
// the step goes over an edge of a torus.
func (g grid) Step(p *puzzle.Hidoku, c, d int) []segment {
	from, to := g.Middle(c), g.Middle(d)
	x, y := g.shift(p, from, to)
	if x == 0 && y == 0 {
		return []segment{{from, to}}
	}
	over, before := to.MovedBy(x, y), from.MovedBy(-x, -y)
	return []segment{{from, halfway(from, over)}, {halfway(before, to), to}}
}

// hasLongSteps reports whether moves lead further than to the cells around. Then a thick line
// along the path would hide the numbers of other cells.
func hasLongSteps(p *puzzle.Hidoku) bool {
	switch p.Rules().Moves {
	case puzzle.King, puzzle.Rook, puzzle.Hex:
		return false
	}
	return true
}

// shift returns how far to must be moved, by whole boards of a torus, to be nearest to from.
func (g grid) shift(p *puzzle.Hidoku, from, to Point) (x, y float64) {
	if !p.Rules().Torus {
		return 0, 0
	}
	wide, high := float64(g.Board.Width()), float64(g.Board.Height())
	if g.Hex {
		high *= hexRow
	}
	best := math.Hypot(to.X-from.X, to.Y-from.Y)
	for _, right := range []float64{0, -wide, wide} {
		for _, down := range []float64{0, -high, high} {
			if far := math.Hypot(to.X+right-from.X, to.Y+down-from.Y); far < best-1e-9 {
				best, x, y = far, right, down
			}
		}
	}
	return x, y
}

func halfway(a, b Point) Point { return Point{(a.X + b.X) / 2, (a.Y + b.Y) / 2} }

// Borders returns the lines that separate two cells that touch: their common side, or a
// shorter line across the step between them if they have none. On a torus there may be two. A line
// on the middle of another cell is moved aside, so that it hides no number.
func (g grid) Borders(p *puzzle.Hidoku, c, d int) []segment {
	steps := g.Step(p, c, d)
	a, b := steps[0].From, steps[0].To
	at := []Point{halfway(a, b)}
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if len(steps) == 2 {
		at = []Point{b, steps[1].From}
		length *= 2
	}
	side := 0.6 // of cells without a common side
	switch {
	case g.Hex && length < 1.1:
		side = hexCorner
	case length < 1.1:
		side = 1
	}
	right, down := (b.X-a.X)/math.Hypot(b.X-a.X, b.Y-a.Y)*side/2, (b.Y-a.Y)/math.Hypot(b.X-a.X, b.Y-a.Y)*side/2
	var borders []segment
	const asideBy = 0.36
	for _, m := range at {
		if !g.Hex && hidesNumber(m) {
			m = m.MovedBy(-down/side*2*asideBy, right/side*2*asideBy)
		}
		borders = append(borders, segment{m.MovedBy(-down, right), m.MovedBy(down, -right)})
	}
	return borders
}

// hidesNumber reports whether a sign at m would stand on the middle of a square cell, as it does
// in the middle of a step such as (0,2).
func hidesNumber(m Point) bool {
	x, y := m.X-math.Floor(m.X)-0.5, m.Y-math.Floor(m.Y)-0.5
	return math.Hypot(x, y) < 0.25
}

// Between returns the middles of the borders of two cells that touch, where a sign about both
// stands.
func (g grid) Between(p *puzzle.Hidoku, c, d int) []Point {
	var middles []Point
	for _, b := range g.Borders(p, c, d) {
		middles = append(middles, halfway(b.From, b.To))
	}
	return middles
}

// diamond returns the corners of a diamond with its middle at m.
func diamond(m Point) []Point {
	const r = 0.15
	return []Point{m.MovedBy(0, -r), m.MovedBy(r, 0), m.MovedBy(0, r), m.MovedBy(-r, 0)}
}

// cross returns the two lines of a cross with its middle at m.
func cross(m Point) []segment {
	const r = 0.1
	return []segment{{m.MovedBy(-r, -r), m.MovedBy(r, r)}, {m.MovedBy(-r, r), m.MovedBy(r, -r)}}
}
