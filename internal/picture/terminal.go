package picture

import (
	"fmt"
	"image/color"
	"regexp"
	"strings"

	"crosscut/puzzle"
)

// Text returns the picture as lines of characters, in colour when the terminal it
// is for shows colours (24-bit escape sequences of ISO 8613-6). Without colours it
// does not tell clues and marked cells from other numbers; marked cells of stones
// have a star in either case.
func (p Picture) Text(colours bool) string {
	s := new(screen)
	switch q := p.Puzzle.(type) {
	case *puzzle.Hidoku:
		s.drawNumbers(p, p.grid(q.Moves() == puzzle.Hex, q.Clue))
	case *puzzle.Magic:
		s.drawMagic(p, q)
	case *puzzle.Draughtboard:
		s.drawStones(p, q)
	}
	text := s.text(colours)
	if !colours {
		text = blanks.ReplaceAllString(text, "")
	}
	if p.Title != "" {
		text = p.Title + "\n" + text
	}
	return text
}

// blanks are those at the ends of lines, which only colours make visible.
var blanks = regexp.MustCompile(`(?m) +$`)

// glyph is a character on a screen; nil colours are those of the terminal.
type glyph struct {
	r    rune
	ink  color.Color
	back color.Color
	bold bool
}

// screen is a rectangle of characters that grows as it is written on.
type screen struct{ rows [][]glyph }

func (s *screen) at(x, y int) *glyph {
	for len(s.rows) <= y {
		s.rows = append(s.rows, nil)
	}
	for len(s.rows[y]) <= x {
		s.rows[y] = append(s.rows[y], glyph{r: ' '})
	}
	return &s.rows[y][x]
}

// write writes a text of one line in a style, aligned right in so many columns.
func (s *screen) write(x, y, width int, style glyph, text string) {
	text = fmt.Sprintf("%*s", width, text)
	for i, r := range []rune(text) {
		style.r = r
		*s.at(x+i, y) = style
	}
}

// text returns the screen as lines.
func (s *screen) text(colours bool) string {
	var text strings.Builder
	for _, row := range s.rows {
		for len(row) > 0 && row[len(row)-1] == (glyph{r: ' '}) {
			row = row[:len(row)-1]
		}
		last := ""
		for _, g := range row {
			if style := g.style(); colours && style != last {
				text.WriteString(style)
				last = style
			}
			text.WriteRune(g.r)
		}
		if last != "" && last != plain {
			text.WriteString(plain)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

const plain = "\x1b[0m"

// style returns the escape sequence that sets the glyph's colours.
func (g glyph) style() string {
	style := "\x1b[0"
	if g.bold {
		style += ";1"
	}
	for _, part := range []struct {
		code int
		c    color.Color
	}{{38, g.ink}, {48, g.back}} {
		if part.c != nil {
			r, green, b, _ := part.c.RGBA()
			style += fmt.Sprintf(";%d;2;%d;%d;%d", part.code, r>>8, green>>8, b>>8)
		}
	}
	return style + "m"
}

// cellStyle is the style of a number.
func cellStyle(g grid, cell int) glyph {
	switch {
	case g.isMarked(cell):
		return glyph{ink: paper, back: warn, bold: g.clue(cell) != puzzle.Empty}
	case g.clue(cell) != puzzle.Empty:
		return glyph{bold: true, ink: ink, back: given}
	}
	return glyph{}
}

// drawNumbers draws a Hidoku: numbers, dots on open cells, and between consecutive
// numbers a line.
func (s *screen) drawNumbers(p Picture, g grid) {
	wide := len(fmt.Sprint(g.board.Len()))
	step := wide + 2
	place := func(c int) (x, y int) {
		row, col := g.board.Pos(c)
		x, y = col*step, 2*row
		if g.hex {
			x += row % 2 * step / 2
		}
		return x, y
	}
	at := make([]int, g.board.Len()+2) // the cell of each number, plus 1
	for c := range g.board.Len() {
		x, y := place(c)
		value := g.clue(c)
		if p.Filled != nil {
			value = p.Filled[c]
		}
		if value == puzzle.Empty {
			s.write(x, y, wide, cellStyle(g, c), "·")
			continue
		}
		at[value] = c + 1
		s.write(x, y, wide, cellStyle(g, c), p.Puzzle.Label(c, value))
	}
	for k := 1; k < g.board.Len(); k++ {
		if at[k] > 0 && at[k+1] > 0 {
			ax, ay := place(at[k] - 1)
			bx, by := place(at[k+1] - 1)
			s.join(ax, ay, bx, by, wide)
		}
	}
}

// join draws a line between two numbers that touch, whose left ends are given.
func (s *screen) join(ax, ay, bx, by, wide int) {
	if ax > bx || ax == bx && ay > by {
		ax, ay, bx, by = bx, by, ax, ay
	}
	style := glyph{ink: ends}
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

// drawMagic draws a magic board, with the sums of its lines beside and below it.
func (s *screen) drawMagic(p Picture, q *puzzle.Magic) {
	g, n := p.grid(false, q.Clue), q.Order()
	wide := 0
	for _, k := range []int{q.Low(), q.High(), q.Sum()} {
		wide = max(wide, len(fmt.Sprint(k)))
	}
	left := 0
	if q.Diagonals() {
		left = wide + 1
	}
	frame := s.frame(g, left, wide, func(_, _ int) bool { return true })
	for c := range g.board.Len() {
		value := q.Clue(c)
		if p.Filled != nil {
			value = p.Filled[c]
		}
		if value != puzzle.Empty {
			x, y := frame(c)
			s.write(x, y, wide, cellStyle(g, c), fmt.Sprint(value))
		}
	}
	m := magic{grid: g, puzzle: q, filled: p.Filled}
	far := left + n*(wide+3) + 2
	for i := range n {
		s.write(far, 1+2*i, wide, glyph{ink: faint}, m.sum(n*i, 1))
		s.write(left+2+i*(wide+3), 2*n+1, wide, glyph{ink: faint}, m.sum(i, n))
	}
	if q.Diagonals() {
		s.write(far, 2*n+1, wide, glyph{ink: faint}, m.sum(0, n+1))
		s.write(0, 2*n+1, wide, glyph{ink: faint}, m.sum(n-1, n-1))
	}
}

// drawStones draws a draughtboard, its stones outlined, or the empty board and the
// stones as in a puzzle's file.
func (s *screen) drawStones(p Picture, q *puzzle.Draughtboard) {
	g := p.grid(false, func(int) int { return puzzle.Empty })
	t := tiling{grid: g, puzzle: q, filled: p.Filled}
	corner := cornerOf(q, p.Filled)
	if p.Filled == nil {
		frame := s.frame(g, 0, 1, func(_, _ int) bool { return true })
		for c := range g.board.Len() {
			x, y := frame(c)
			style := glyph{back: square(squareAt(q, c, corner), anySquare), ink: ink}
			s.write(x-1, y, 3, style, fmt.Sprintf(" %c ", squareAt(q, c, corner)))
		}
		s.drawLoose(q)
		return
	}
	colours := t.colours()
	frame := s.frame(g, 0, 3, func(c, d int) bool { return t.stone(c) != t.stone(d) })
	for c := range g.board.Len() {
		x, y := frame(c)
		style := glyph{back: tint(palette[colours[t.stone(c)]], squareAt(q, c, corner)), ink: ink}
		name := q.Label(c, p.Filled[c])
		end := (6 + len(name)) / 2 // so that the name is in the middle of five
		s.write(x-1, y, 5, style, fmt.Sprintf("%-5s", fmt.Sprintf("%*s", end, name)))
		if g.isMarked(c) {
			s.at(x-2+end-len(name), y).r = '*'
		}
	}
}

// drawLoose lists the stones below the board.
func (s *screen) drawLoose(q *puzzle.Draughtboard) {
	for _, l := range looseStones(q) {
		y := len(s.rows) + 1
		s.write(0, y, 0, glyph{}, l.called())
		for _, c := range l.stone.Cells() {
			s.write(8+2*c.Col, y+c.Row, 2, glyph{back: square(c.Colour, anySquare), ink: ink}, fmt.Sprintf("%c ", c.Colour))
		}
	}
}

// frame draws lines around cells, between two cells only where parts says so, and
// returns where the text of a cell begins. Cells are so many characters wide, and a
// blank on both sides.
func (s *screen) frame(g grid, left, wide int, parts func(c, d int) bool) func(cell int) (x, y int) {
	open := func(row, col int, row2, col2 int) bool { // no line between two squares
		c, d := g.board.Cell(row, col), g.board.Cell(row2, col2)
		return c < 0 && d < 0 || c >= 0 && d >= 0 && !parts(c, d)
	}
	step := wide + 3
	for row := range g.board.Height() + 1 {
		for col := range g.board.Width() + 1 {
			// The four lines that may meet at the upper left corner of the square.
			up := !open(row-1, col-1, row-1, col)
			right := !open(row-1, col, row, col)
			down := !open(row, col-1, row, col)
			west := !open(row-1, col-1, row, col-1)
			x, y := left+col*step, 2*row
			if r := corner(up, right, down, west); r != ' ' {
				s.at(x, y).r = r
			}
			if right && col < g.board.Width() {
				for i := 1; i < step; i++ {
					s.at(x+i, y).r = '─'
				}
			}
			if down && row < g.board.Height() {
				s.at(x, y+1).r = '│'
			}
		}
	}
	return func(cell int) (x, y int) {
		row, col := g.board.Pos(cell)
		return left + col*step + 2, 2*row + 1
	}
}

// corner returns the character in which lines to these sides meet.
func corner(up, right, down, left bool) rune {
	i := 0
	for bit, side := range []bool{up, right, down, left} {
		if side {
			i |= 1 << bit
		}
	}
	return []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")[i]
}
