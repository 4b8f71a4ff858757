package drawing

import (
	"fmt"
	"image/color"
	"strings"
	"unicode/utf8"

	"crosscut/puzzle"
)

// Terminal returns the picture as lines of characters. Colours are 24-bit escape sequences of
// ISO 8613-6. Without colours, clues and marked cells of numbers look like other numbers.
// Marked cells of stones have a star in either case. For a puzzle type of another package
// it returns the values as [puzzle.Format] does.
func (p Picture) Terminal(colours bool) string {
	s := new(screen)
	switch q := p.Puzzle.(type) {
	case *puzzle.Hidoku:
		s.drawHidoku(p, q, newBoard(nil, p))
	case *puzzle.Magic:
		s.drawMagic(p, q)
	case *puzzle.Draughtboard:
		s.drawDraughtboard(p, q)
	default:
		return p.withTitle(puzzle.Format(p.Puzzle, p.Filled))
	}
	text := s.text(colours)
	if p.Puzzle.Family() != puzzle.FamilyDraughtboard {
		text += newBoard(nil, p).labelList()
	}
	if h, isHidoku := p.Puzzle.(*puzzle.Hidoku); isHidoku && !h.Plain() {
		text += fmt.Sprintf("moves: %s\n%s", h.Moves(), h.RuleLines())
	}
	if !colours {
		text = withoutBlanks(text)
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

// withoutBlanks removes the blanks at the ends of lines. Only colours make them visible.
func withoutBlanks(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// cellStyle returns the style of the number on a cell.
func cellStyle(g board, cell int) glyph {
	switch {
	case g.isMarked(cell):
		return glyph{ink: fillOf("paper"), back: PlainLook.Styled("mark", nil).Stroke, bold: g.shown(cell) != puzzle.Empty}
	case g.shown(cell) != puzzle.Empty:
		return glyph{bold: true, ink: fillOf("text"), back: fillOf("cell clue")}
	}
	return glyph{}
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
	s.signs(q.Walls(), '┃', '━', g, place, wide)
	s.signs(q.Links(), '◆', '◆', g, place, wide)
	s.signs(q.Unlinked(), '×', '×', g, place, wide)
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

// drawDraughtboard draws a filled draughtboard with its stones outlined. An empty one has
// its stones below, drawn as in a puzzle file.
func (s *screen) drawDraughtboard(p Picture, q *puzzle.Draughtboard) {
	g := newBoard(nil, p)
	corner := cornerOf(q, p.Filled)
	if p.Filled == nil {
		wide := g.widestLabel()
		frame := s.frame(g, 0, wide, func(_, _ int) bool { return true })
		for c := range g.Board.Len() {
			x, y := frame(c)
			style := glyph{back: fillOf("cell" + squareClass(squareAt(q, c, corner))), ink: fillOf("text")}
			text := fmt.Sprintf("%c", squareAt(q, c, corner))
			if label := g.labelAt(g.Board.Pos(c)); label != "" {
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
	frame := s.frame(g, 0, 3, func(c, d int) bool { return stoneOn(p.Filled, c) != stoneOn(p.Filled, d) })
	for c := range g.Board.Len() {
		x, y := frame(c)
		style := glyph{back: stoneColour(q, p.Filled, c, corner), ink: fillOf("text")}
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
func (s *screen) writeHoles(g board, wide int) {
	for row := range g.Board.Height() {
		for col := range g.Board.Width() {
			if label := g.labelAt(row, col); label != "" && g.Board.Cell(row, col) < 0 {
				s.write(1+col*(wide+3), 2*row+1, wide+2, glyph{ink: fillOf("text bright"), back: fillOf("hole enclosed"), bold: true}, "["+shortLabel(label, wide)+"]")
			}
		}
	}
}

// stoneColour returns the colour of a cell: that of its square, below that of its stone.
func stoneColour(q *puzzle.Draughtboard, filled puzzle.Solution, cell int, corner puzzle.Colour) color.Color {
	square := PlainLook.Styled("cell"+squareClass(squareAt(q, cell, corner)), nil).Fill
	stone := stoneOn(filled, cell)
	if stone < 0 {
		return square
	}
	face := PlainLook.Styled(fmt.Sprintf("s%d", stone%stoneColours), nil).Styled("face", nil).Fill
	mixed := func(above, below uint8) uint8 {
		return uint8((int(above)*int(face.A) + int(below)*(0xff-int(face.A))) / 0xff)
	}
	return color.NRGBA{mixed(face.R, square.R), mixed(face.G, square.G), mixed(face.B, square.B), 0xff}
}

// drawLoose lists the stones below the board.
func (s *screen) drawLoose(q *puzzle.Draughtboard) {
	stones := looseStones(q)
	left := 8 // where the stones begin
	for _, l := range stones {
		left = max(left, utf8.RuneCountInString(l.Label())+2)
	}
	for _, l := range stones {
		y := len(s.rows) + 1
		s.write(0, y, 0, glyph{}, l.Label())
		for _, c := range l.Stone.Cells() {
			s.write(left+2*c.Col, y+c.Row, 2, glyph{back: fillOf("cell" + squareClass(c.Colour)), ink: fillOf("text")}, fmt.Sprintf("%c ", c.Colour))
		}
	}
}
