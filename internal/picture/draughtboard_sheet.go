package picture

import (
	"image/color"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// stoneSheet is the drawing of an empty draughtboard, with the stones below or beside it.
type stoneSheet struct {
	grid
	layout.Sheet
	puzzle *puzzle.Draughtboard
}

// size returns the size in cells: see drawing.
func (s stoneSheet) size() (width, height float64) { return s.Width, s.Height }

// draw draws the board and the stones: see drawing.
func (s stoneSheet) draw(d pen) {
	corner := layout.CornerOf(s.puzzle, nil)
	board, stones := d.shifted(s.BoardAt), d.shifted(s.StonesAt)
	s.drawHoles(board)
	for c := range s.Board.Len() {
		board.fill(squareColour(layout.SquareAt(s.puzzle, c, corner), whiteSquare), s.Corners(c, 0)...)
	}
	s.drawLines(board)
	s.drawLabels(board, noCell)
	for _, l := range s.Loose {
		drawLoose(stones.shifted(l.At), l)
	}
	if s.Note != "" {
		d.text(grey, false, s.NoteAt, 0.45, s.Width, s.Note)
	}
}

// squareColour returns the colour to draw a square or a stone's cell in. It is uncoloured
// if c is neither black nor white.
func squareColour(c puzzle.Colour, uncoloured color.RGBA) color.RGBA {
	switch c {
	case puzzle.Black:
		return blackSquare
	case puzzle.White:
		return whiteSquare
	}
	return uncoloured
}

// drawLoose draws a stone with its name on it, and below it how often it is used.
func drawLoose(d pen, l layout.LooseStone) {
	for _, c := range l.Stone.Cells() {
		d.fill(squareColour(c.Colour, anySquare), layout.CellCorners(c)...)
		d.line(faint, thin, closed(layout.CellCorners(c))...)
	}
	for _, side := range l.Sides() {
		d.line(ink, thick, side[:]...)
	}
	d.text(ink, false, l.NameAt(), 0.5, 0.8, l.Name)
	if l.Use != "" {
		width, height := layout.Extent(l.Stone)
		d.text(grey, false, point{X: width / 2, Y: height + 0.3}, 0.4, width+layout.Gap, l.Use)
	}
}
