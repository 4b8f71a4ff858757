package show

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// route draws the path of a Hidoku through consecutive numbers, and discs at its ends.
func (b board) route(h *puzzle.Hidoku) {
	if b.Filled == nil {
		return
	}
	cells := make([]int, len(b.Filled)+2) // the cell of each number plus 1, or 0
	for c, k := range b.Filled {
		if k >= 1 && k <= len(b.Filled) {
			cells[k] = c + 1
		}
	}
	var path []Line
	for k := 1; k <= len(b.Filled); k++ {
		switch {
		case cells[k] == 0:
		case cells[k-1] > 0:
			path = b.stepTo(path, h, cells[k-1]-1, cells[k]-1)
		case cells[k+1] > 0:
			path = append(path, Line{Points: []Point{b.Middle(cells[k] - 1)}})
		}
	}
	if first, last := cells[1], cells[len(b.Filled)]; h.Closed() && first > 0 && last > 0 && first != last {
		path = append(path, segments(b.Step(h, last-1, first-1))...)
	}
	class := "route"
	switch {
	case hasLongSteps(h):
		class += " fine"
	case h.Ranked():
		class += " line" // nothing stands on most of its cells
	}
	b.Path(class, "", path...)
	for _, k := range slices.Compact([]int{1, len(b.Filled)}) {
		if cells[k] > 0 {
			b.Circle("end", b.Middle(cells[k]-1), 0.36)
		}
	}
}

// stepTo continues the last line of a path from cell c to cell d. Where the step goes over an
// edge of a torus, another line begins.
func (b board) stepTo(path []Line, h *puzzle.Hidoku, c, d int) []Line {
	last := &path[len(path)-1]
	steps := b.Step(h, c, d)
	last.Points = append(last.Points, steps[0].To)
	return append(path, segments(steps[1:])...)
}

func (b board) bridges(h *puzzle.Hidoku) {
	for _, pair := range h.Rules().Bridges {
		b.Path("bridge", "", segments(b.Step(h, pair[0], pair[1]))...)
	}
}

// signs draws what stands on the borders of cells, and the rings of an order. A ring has its place in the order beside it,
// unless that is the number in it.
func (b board) signs(h *puzzle.Hidoku) {
	beside := Point{-0.39, -0.38}
	if b.Hex { // a hexagon has no corner there
		beside = Point{0, -0.28}
	}
	for i, c := range h.Rules().Order {
		b.Circle("rank", b.Middle(c), 0.3875)
		if !h.Ranked() {
			b.Text("sum", "", Words{b.Middle(c).MovedBy(beside.X, beside.Y), 0.2, 0.2, fmt.Sprint(i+1, ".")})
		}
	}
	for _, pair := range h.Rules().Walls {
		b.Path("wall", "", segments(b.Borders(h, pair[0], pair[1]))...)
	}
	for _, pair := range h.Rules().Links {
		for _, m := range b.Between(h, pair[0], pair[1]) {
			b.Path("diamond", "", polygon(diamond(m)))
		}
	}
	for _, pair := range h.Rules().Unlinked {
		for _, m := range b.Between(h, pair[0], pair[1]) {
			b.Path("cross", "", segments(cross(m))...)
		}
	}
}

// drawHidoku draws a Hidoku: numbers, dots on open cells, and lines between consecutive
// numbers.
func (s *screen) drawHidoku(p Picture, q *puzzle.Hidoku, g board) {
	wide := len(fmt.Sprint(g.Board.Len()))
	step := wide + 2
	place := func(c int) (x, y int) {
		row, col := g.Board.Pos(c)
		x, y = col*step, 2*row
		if g.Hex {
			x += row % 2 * step / 2
		}
		return x, y
	}
	at := make([]int, g.Board.Len()+2) // the cell of each number, plus 1
	for c := range g.Board.Len() {
		x, y := place(c)
		value := g.shown(c)
		if p.Filled != nil {
			value = p.Filled[c]
		}
		if value == puzzle.Empty {
			s.write(x, y, wide, cellStyle(g, c), "·")
			continue
		}
		if p.Filled != nil || !q.Ranked() {
			at[value] = c + 1
		}
		s.write(x, y, wide, cellStyle(g, c), p.Puzzle.Label(c, value))
	}
	if q.Closed() {
		at[g.Board.Len()+1] = at[1]
	}
	for k := 1; k <= g.Board.Len(); k++ {
		if at[k] > 0 && at[k+1] > 0 && isBeside(g, at[k]-1, at[k+1]-1) {
			ax, ay := place(at[k] - 1)
			bx, by := place(at[k+1] - 1)
			s.join(ax, ay, bx, by, wide)
		}
	}
	s.signs(q.Rules().Walls, '┃', '━', g, place, wide)
	s.signs(q.Rules().Links, '◆', '◆', g, place, wide)
	s.signs(q.Rules().Unlinked, '×', '×', g, place, wide)
}

// isBeside reports whether two cells are in the same row and column or in adjacent ones.
// Longer steps and steps around a torus have no line.
func isBeside(g board, c, d int) bool {
	row, col := g.Board.Pos(c)
	toRow, toCol := g.Board.Pos(d)
	return max(row-toRow, toRow-row, col-toCol, toCol-col) <= 1
}

// signs draws a sign between the two cells of each pair that have a common side, unless
// they are hexagons in different rows. The lines below the picture list all pairs.
func (s *screen) signs(pairs [][2]int, across, along rune, g board, place func(int) (x, y int), wide int) {
	for _, pair := range pairs {
		ax, ay := place(pair[0])
		bx, by := place(pair[1])
		switch {
		case !isBeside(g, pair[0], pair[1]):
		case ay == by:
			*s.at(ax+wide, ay) = glyph{r: across}
		case ax == bx && along == '━':
			for x := range wide {
				*s.at(ax+x, ay+1) = glyph{r: along}
			}
		case ax == bx:
			*s.at(ax+wide-1, ay+1) = glyph{r: along}
		}
	}
}

// join draws a line between two numbers that touch, whose left ends are given.
func (s *screen) join(ax, ay, bx, by, wide int) {
	if ax > bx || ax == bx && ay > by {
		ax, ay, bx, by = bx, by, ax, ay
	}
	style := glyph{ink: fillOf("end")}
	switch {
	case ay == by:
		for x := ax + wide; x < bx; x++ {
			style.r = '─'
			*s.at(x, ay) = style
		}
		return
	case ax == bx:
		style.r = '│'
		*s.at(ax+wide-1, (ay+by)/2) = style
		return
	case ay < by:
		style.r = '╲'
	default:
		style.r = '╱'
	}
	g := s.at((ax+wide+bx-1)/2, (ay+by)/2)
	if g.r != ' ' && g.r != style.r {
		style.r = '╳'
	}
	*g = style
}

func hidokuRules(p *puzzle.Hidoku) (name, rules string) {
	const path = "Write 1, 2, 3 and so on, each number once. Consecutive numbers touch"
	switch {
	case puzzle.Variant(p) != "":
		return variantName(p), variantRules(p)
	case p.Rules().Moves == puzzle.Rook:
		return "Numbrix", path + " at a side."
	case p.Rules().Moves == puzzle.Hex:
		return "Rikudo", path + "."
	}
	return "Hidato", path + " at a side or a corner."
}

// variantName names a Hidoku that is not a plain one by what one sees on the board: "Zip with walls".
func variantName(p *puzzle.Hidoku) string {
	name, known := map[puzzle.Moves]string{
		puzzle.King: "Hidato", puzzle.Rook: "Numbrix", puzzle.Hex: "Rikudo", puzzle.Knight: "Knight's path",
	}[p.Rules().Moves]
	switch {
	case !known:
		name = "Number path"
	case p.Ranked() && p.Rules().Moves == puzzle.Rook:
		name = "Zip"
	}
	var seen []string
	for _, part := range []struct {
		is   bool
		name string
	}{
		{len(p.Rules().Walls) > 0, "walls"},
		{len(p.Rules().Bridges) > 0, "bridges"},
		{len(p.Rules().Links) > 0, "diamonds"},
		{len(p.Rules().Unlinked) > 0, "crosses"},
		{len(p.Rules().Order) > 0 && name != "Zip", "an order"},
		{p.Rules().Torus, "open edges"},
		{p.Closed(), "a closed path"},
	} {
		if part.is {
			seen = append(seen, part.name)
		}
	}
	if len(seen) == 0 {
		return name
	}
	return name + " with " + strings.Join(seen, ", ")
}

// variantRules returns the rules of a Hidoku that is not a plain one.
func variantRules(p *puzzle.Hidoku) string {
	var rules []string
	add := func(is bool, rule string) {
		if is {
			rules = append(rules, rule)
		}
	}
	add(!p.Ranked(), "Write 1, 2, 3 and so on, each number once.")
	add(p.Ranked(), "Draw a path through all cells, from the first number to the last. It visits the numbers in their order.")
	step := map[bool]string{false: "Consecutive numbers touch", true: "Each step goes"}[p.Ranked()]
	by := map[puzzle.Moves]string{
		puzzle.King: " by a side or a corner", puzzle.Rook: " by a side", puzzle.Hex: " from cell to cell", puzzle.Knight: " by knight's moves",
	}[p.Rules().Moves]
	if by == "" {
		by = fmt.Sprintf(" by the steps %s, turned or mirrored", p.Rules().Moves)
	}
	add(true, step+by+".")
	has := p.Rules()
	for _, rule := range base.Fields[bool](&has) {
		add(*rule.At, rule.Says)
	}
	add(len(p.Rules().Walls) > 0, "No step leads through a thick line.")
	add(len(p.Rules().Bridges) > 0, "A line between two cells makes them touch.")
	add(len(p.Rules().Links) > 0, "A diamond joins consecutive numbers.")
	add(len(p.Rules().Unlinked) > 0, "A cross is never between consecutive numbers.")
	add(len(p.Rules().Order) > 0 && !p.Ranked(), "The path visits the ringed cells in the order of the small numbers.")
	return strings.Join(rules, " ")
}
