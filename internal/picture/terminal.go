package picture

import (
	"fmt"
	"regexp"
	"sync"
	"unicode/utf8"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// Text returns the picture as lines of characters. Colours are 24-bit escape sequences of
// ISO 8613-6. Without colours, clues and marked cells of numbers look like other numbers.
// Marked cells of stones have a star in either case. For a puzzle type of another package
// it returns the values as [puzzle.Format] does.
func (p Picture) Text(colours bool) string {
	s := new(screen)
	switch q := p.Puzzle.(type) {
	case *puzzle.Hidoku:
		s.drawHidoku(p, q, p.grid(q.Shown))
	case *puzzle.Magic:
		s.drawMagic(p, q)
	case *puzzle.Draughtboard:
		s.drawDraughtboard(p, q)
	default:
		return p.withTitle(puzzle.Format(p.Puzzle, p.Filled))
	}
	text := s.text(colours)
	if p.Puzzle.Family() != puzzle.FamilyDraughtboard {
		text += p.grid(nil).labelList()
	}
	if h, isHidoku := p.Puzzle.(*puzzle.Hidoku); isHidoku && !h.Plain() {
		text += fmt.Sprintf("moves: %s\n%s", h.Moves(), h.RuleLines())
	}
	if !colours {
		text = blanks().ReplaceAllString(text, "")
	}
	return p.withTitle(text)
}

// withTitle returns a text with the title above it, if there is a title.
func (p Picture) withTitle(text string) string {
	if p.Title == "" {
		return text
	}
	return p.Title + "\n" + text
}

// blanks matches blanks at the end of a line. Only colours make them visible.
var blanks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m) +$`) })

// cellStyle returns the style of the number on a cell.
func cellStyle(g grid, cell int) glyph {
	switch {
	case g.isMarked(cell):
		return glyph{ink: paper, back: warn, bold: g.clue(cell) != puzzle.Empty}
	case g.clue(cell) != puzzle.Empty:
		return glyph{bold: true, ink: ink, back: clueColour}
	}
	return glyph{}
}

// drawHidoku draws a Hidoku: numbers, dots on open cells, and lines between consecutive
// numbers.
func (s *screen) drawHidoku(p Picture, q *puzzle.Hidoku, g grid) {
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
		value := g.clue(c)
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
	s.signs(q.Walls(), '┃', '━', g, place, wide)
	s.signs(q.Links(), '◆', '◆', g, place, wide)
	s.signs(q.Unlinked(), '×', '×', g, place, wide)
}

// isBeside reports whether two cells are in the same row and column or in adjacent ones.
// Longer steps and steps around a torus have no line.
func isBeside(g grid, c, d int) bool {
	row, col := g.Board.Pos(c)
	toRow, toCol := g.Board.Pos(d)
	return max(row-toRow, toRow-row, col-toCol, toCol-col) <= 1
}

// signs draws a sign between the two cells of each pair that have a common side, unless
// they are hexagons in different rows. The lines below the picture list all pairs.
func (s *screen) signs(pairs [][2]int, across, along rune, g grid, place func(int) (x, y int), wide int) {
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

// drawMagic draws a magic board, with the sums of its lines at the right and below.
func (s *screen) drawMagic(p Picture, q *puzzle.Magic) {
	if !q.Plain() {
		s.drawLines(p, q)
		return
	}
	g, n := p.grid(q.Clue), q.Order()
	wide := 0
	for _, k := range []int{q.Low(), q.High(), q.Sum()} {
		wide = max(wide, len(fmt.Sprint(k)))
	}
	left := 0
	if q.Diagonals() {
		left = wide + 1
	}
	frame := s.frame(g, left, wide, func(_, _ int) bool { return true })
	for c := range g.Board.Len() {
		value := q.Clue(c)
		if p.Filled != nil {
			value = p.Filled[c]
		}
		if value != puzzle.Empty {
			x, y := frame(c)
			s.write(x, y, wide, cellStyle(g, c), fmt.Sprint(value))
		}
	}
	far := left + n*(wide+3) + 2
	for i := range n {
		s.write(far, 1+2*i, wide, glyph{ink: faint}, layout.LineSum(q, p.Filled, n*i, 1))
		s.write(left+2+i*(wide+3), 2*n+1, wide, glyph{ink: faint}, layout.LineSum(q, p.Filled, i, n))
	}
	if q.Diagonals() {
		s.write(far, 2*n+1, wide, glyph{ink: faint}, layout.LineSum(q, p.Filled, 0, n+1))
		s.write(0, 2*n+1, wide, glyph{ink: faint}, layout.LineSum(q, p.Filled, n-1, n-1))
	}
}

// drawDraughtboard draws a filled draughtboard with its stones outlined. An empty one has
// its stones below, drawn as in a puzzle file.
func (s *screen) drawDraughtboard(p Picture, q *puzzle.Draughtboard) {
	g := p.grid(func(int) int { return puzzle.Empty })
	t := filledBoard{grid: g, puzzle: q, filled: p.Filled}
	corner := layout.CornerOf(q, p.Filled)
	if p.Filled == nil {
		wide := g.widestLabel()
		frame := s.frame(g, 0, wide, func(_, _ int) bool { return true })
		for c := range g.Board.Len() {
			x, y := frame(c)
			style := glyph{back: squareColour(layout.SquareAt(q, c, corner), anySquare), ink: ink}
			text := fmt.Sprintf("%c", layout.SquareAt(q, c, corner))
			if label := g.label(c); label != "" {
				text = label
			}
			s.write(x-1, y, wide+2, style, text+" ")
		}
		s.writeHoles(g, wide)
		s.drawLoose(q)
		if note := q.GapsInWords(); note != "" {
			s.write(0, len(s.rows)+1, 0, glyph{}, note)
		}
		return
	}
	frame := s.frame(g, 0, 3, func(c, d int) bool { return t.stone(c) != t.stone(d) })
	for c := range g.Board.Len() {
		x, y := frame(c)
		style := glyph{back: t.colour(c, corner), ink: ink}
		name := q.Label(c, p.Filled[c])
		end := (6 + len(name)) / 2 // where the name ends, if it is in the middle of five characters
		s.write(x-1, y, 5, style, fmt.Sprintf("%-5s", fmt.Sprintf("%*s", end, name)))
		if g.isMarked(c) {
			s.at(x-2+end-len(name), y).r = '*'
		}
	}
	s.writeHoles(g, 3)
}

// writeHoles writes the labels of holes, in brackets, into a frame for texts of the given width.
func (s *screen) writeHoles(g grid, wide int) {
	for row := range g.Board.Height() {
		for col := range g.Board.Width() {
			if label := g.labelAt(row, col); label != "" && g.Board.Cell(row, col) < 0 {
				s.write(1+col*(wide+3), 2*row+1, wide+2, glyph{ink: paper, back: hole, bold: true}, "["+shortLabel(label, wide)+"]")
			}
		}
	}
}

// drawLoose lists the stones below the board.
func (s *screen) drawLoose(q *puzzle.Draughtboard) {
	stones := layout.LooseStones(q)
	left := 8 // where the stones begin
	for _, l := range stones {
		left = max(left, utf8.RuneCountInString(l.Label())+2)
	}
	for _, l := range stones {
		y := len(s.rows) + 1
		s.write(0, y, 0, glyph{}, l.Label())
		for _, c := range l.Stone.Cells() {
			s.write(left+2*c.Col, y+c.Row, 2, glyph{back: squareColour(c.Colour, anySquare), ink: ink}, fmt.Sprintf("%c ", c.Colour))
		}
	}
}
