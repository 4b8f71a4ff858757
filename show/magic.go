package show

import (
	"fmt"
	"strings"

	"crosscut/puzzle"
)

func (b board) sums(q *puzzle.Magic) {
	if q.Rules().Form == puzzle.Jodici {
		return // the sums of a wheel are always the same, and it has no margin
	}
	for _, sum := range sumsOf(q, b.Filled) {
		b.Text("sum", "", Words{sum.At, sumSize, sumSpace * 0.85, sum.Text})
	}
}

// through draws the lines of a list that have no sum beside the board, because nothing else shows
// them.
func (b board) through(q *puzzle.Magic) {
	if q.Rules().Form != puzzle.Listed {
		return
	}
	for _, l := range q.Lines() {
		if _, shown := sumAt(q, &l); shown {
			continue
		}
		var path []Point
		for _, c := range l.Cells() {
			path = append(path, b.Middle(c))
		}
		b.Path("through", "", Line{Points: path})
	}
}

// drawMagic draws a magic board. Equations have their operators and results. Other boards have
// the sums of rows at the right and those of columns below. Below the board there is a list of the
// other lines, or the name of their form.
func (s *screen) drawMagic(p Picture, q *puzzle.Magic) {
	if rules := q.Rules(); rules.Form == puzzle.Equation {
		s.drawEquations(p, q, &rules.Equations)
		return
	}
	g := newBoard(nil, p)
	lines := q.Lines()
	wide := 0
	for _, k := range q.Numbers() {
		wide = max(wide, len(fmt.Sprint(k)))
	}
	sums := sumsOf(q, p.Filled)
	for _, sum := range sums {
		wide = max(wide, len(sum.Text))
	}
	left := 0
	if sumsAtCorners(q) {
		left = wide + 1
	}
	frame := s.frame(g, left, wide, func(_, _ int) bool { return true })
	for c := range g.Board.Len() {
		if value := p.valueOf(q, c); value != puzzle.Empty {
			x, y := frame(c)
			s.write(x, y, wide, cellStyle(g, c), fmt.Sprint(value))
		}
	}
	for _, sum := range sums {
		x, y := 0, 1+2*int(sum.At.Y)
		if sum.At.X >= 0 {
			x = left + 2 + int(sum.At.X)*(wide+3)
		}
		s.write(x, y, wide, glyph{ink: faint}, sum.Text)
	}
	y := len(s.rows) + 1
	for i := range lines {
		l := &lines[i]
		if _, shown := sumAt(q, l); shown || q.Rules().Form != puzzle.Listed {
			continue
		}
		var cells []string
		for _, c := range l.Cells() {
			cells = append(cells, g.Board.Name(c))
		}
		s.write(0, y, 0, glyph{ink: faint}, fmt.Sprintf("%s: %s = %s", l.Name, strings.Join(cells, " "), lineText(l, p.Filled)))
		y++
	}
	if q.Rules().Form == puzzle.Pandiagonal || q.Rules().Form == puzzle.Associative {
		s.write(0, y, 0, glyph{ink: faint}, "lines: "+string(q.Rules().Form))
	}
}

func (p Picture) valueOf(q *puzzle.Magic, c int) int {
	if p.Filled != nil {
		return p.Filled[c]
	}
	return q.Clue(c)
}

func (s *screen) drawEquations(p Picture, q *puzzle.Magic, e *puzzle.Equations) {
	g := newBoard(nil, p)
	cellOf := make(map[[2]int]int)
	for c := range g.Board.Len() {
		row, col := g.Board.Pos(c)
		cellOf[[2]int{2 * row, 2 * col}] = c
	}
	grid := equationGrid(e, func(c int) string {
		if value := p.valueOf(q, c); value != puzzle.Empty {
			return fmt.Sprint(value)
		}
		return "·"
	})
	wide := 0
	for _, row := range grid {
		for _, text := range row {
			wide = max(wide, len([]rune(text)))
		}
	}
	for r, row := range grid {
		for c, text := range row {
			style := glyph{ink: faint}
			if cell, isCell := cellOf[[2]int{r, c}]; isCell {
				style = cellStyle(g, cell)
			}
			if text != "" {
				s.write(c*(wide+1), r, wide, style, text)
			}
		}
	}
}

func magicRules(p *puzzle.Magic) (name, rules string) {
	switch {
	case puzzle.Variant(p) == "":
		lines := "Rows, columns and both diagonals add up to the sum at their end."
		if p.Rules().NoDiagonals {
			lines = "Rows and columns add up to the sum at their end."
		}
		return "Magic squares", fmt.Sprintf("Write each number from %d on once. %s", p.Low(), lines)
	case p.Rules().Form == puzzle.Jodici:
		return "Jodici", "Write 1 to 9, each twice. Every ring adds up to 30, every sector to 15."
	case p.Rules().Form == puzzle.Equation:
		return "Equations", fmt.Sprintf("Write numbers from %d to %d, so that all equations hold. Numbers may repeat.", p.Low(), p.High())
	case p.Rules().Form == puzzle.Pandiagonal:
		return "Pandiagonal squares", "Rows, columns and all diagonals, the broken ones too, have the same sum."
	case p.Rules().Form == puzzle.Associative:
		return "Associative squares", "Rows, columns and diagonals have the same sum, and so have all pairs of opposite cells."
	}
	return "Magic boards", "Every line has its sum or its product."
}
