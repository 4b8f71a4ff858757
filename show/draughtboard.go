package show

import (
	"fmt"
	"image/color"
	"slices"
	"unicode/utf8"

	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// squareClass returns the class of a square, with a space before it.
func squareClass(c puzzle.Colour) string {
	switch c {
	case puzzle.Black:
		return " black"
	case puzzle.White:
		return " white"
	}
	return " grey"
}

// dots draws a dot in a corner of each marked cell. A frame or a fill would hide the colours
// of stones.
func (b board) dots() {
	for _, c := range b.marked {
		b.Circle("dot", b.Middle(c).MovedBy(0.3, -0.3), 0.1125)
	}
}

// stones draws the stones on a draughtboard. A colour belongs to the number of a stone, so
// a stone has the same one in all pictures of a puzzle.
func (b board) stones(q *puzzle.Draughtboard) {
	if b.Filled == nil {
		return
	}
	names := namesOfKinds(q)
	for s, cells := range cellsOfStones(q, b.Filled) {
		if len(cells) == 0 {
			continue
		}
		b.Group(fmt.Sprintf("stone s%d", s%stoneColours), data("stone", q.Name(s+1)), Point{})
		var face []Line
		for _, c := range cells {
			face = append(face, polygon(b.Corners(c, 0)))
		}
		b.Path("face", "", face...)
		b.sides("edge", func(c, other int) bool {
			return stoneOn(b.Filled, c) == s && (other < 0 || stoneOn(b.Filled, other) != s)
		})
		b.Text("name", "", Words{b.Middle(b.NameCell(cells)), textSize, 0.76, names[s]}) // as beside the board
		b.End()
	}
	for c, value := range b.Filled {
		if row, col := b.Board.Pos(c); value == puzzle.Bare && b.labelAt(row, col) == "" {
			b.Text("label", data("bare", b.Board.Name(c)), Words{b.Middle(c), sumSize, 0.76, "×"})
		}
	}
}

// stoneColours is the number of colours of stones in the style sheet.
const stoneColours = 21

// drawLoose draws a stone that lies beside the board, with its name on it. Below it stands how
// often it is used.
func drawLoose(to canvas, l looseStone) {
	to.Group(fmt.Sprintf("loose s%d", l.Index%stoneColours), data("stone", l.Name)+data("count", fmt.Sprint(l.Alike)), l.At)
	for _, c := range l.Stone.Cells() {
		to.Path("cell"+squareClass(c.Colour), "", polygon(cellCorners(c)))
	}
	var edge []Line
	for _, side := range l.Sides() {
		edge = append(edge, Line{Points: side[:]})
	}
	to.Path("edge", "", edge...)
	to.Text("name", "", Words{l.NameAt(), textSize, 0.8, l.Name})
	if l.Use != "" {
		width, height := extentOf(l.Stone)
		to.Text("sum", "", Words{Point{width / 2, height + 0.3}, 0.4, width + gap, l.Use})
	}
	to.End()
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
		if note := gapsInWords(q); note != "" {
			s.write(0, len(s.rows)+1, 0, glyph{}, note)
		}
		return
	}
	frame := s.frame(g, 0, 3, func(c, d int) bool { return stoneOn(p.Filled, c) != stoneOn(p.Filled, d) })
	for c := range g.Board.Len() {
		x, y := frame(c)
		style := glyph{back: stoneColour(q, p.Filled, c, corner), ink: fillOf("text")}
		name := q.Label(c, kindOn(q, p.Filled, c))
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
	square := plainLook.styled("cell"+squareClass(squareAt(q, cell, corner)), nil).Fill
	stone := stoneOn(filled, cell)
	if stone < 0 {
		return square
	}
	face := plainLook.styled(fmt.Sprintf("s%d", stone%stoneColours), nil).styled("face", nil).Fill
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

func draughtboardRules(p *puzzle.Draughtboard) (name, rules string) {
	name, colours := "Polyominoes", ""
	ofSize := func(size int) bool {
		return !slices.ContainsFunc(p.Stones(), func(s puzzle.Stone) bool { return len(s.Cells()) != size })
	}
	switch {
	case coloured(p):
		name, colours = "Draughtboards", " Their colours are those of the board."
	case ofSize(4):
		name = "Tetrominoes"
	case ofSize(5):
		name = "Pentominoes"
	}
	if p.Setup().Flips {
		return name, "Cover the board with the stones. Turn and flip them as you like." + colours
	}
	return name, "Cover the board with the stones. Turn them as you like, but do not flip them." + colours
}

func coloured(p *puzzle.Draughtboard) bool {
	return slices.ContainsFunc(p.Stones(), space.Coloured)
}
