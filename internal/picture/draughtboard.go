package picture

import (
	"image/color"
	"math"
	"slices"

	"crosscut/puzzle"
)

// palette has the colours of stones. People with any kind of colour vision can tell them
// apart (Okabe and Ito, "Color Universal Design", 2008, without black).
var palette = []color.RGBA{
	{0xe6, 0x9f, 0x00, 0xff},
	{0x56, 0xb4, 0xe9, 0xff},
	{0x00, 0x9e, 0x73, 0xff},
	{0xf0, 0xe4, 0x42, 0xff},
	{0x00, 0x72, 0xb2, 0xff},
	{0xd5, 0x5e, 0x00, 0xff},
	{0xcc, 0x79, 0xa7, 0xff},
}

// stoneColour returns the colour of a stone, counted from 0. It depends only on this
// number, so a stone has the same colour in all pictures of a puzzle. The first 21 stones have
// different colours: the palette, then darker ones, then lighter ones.
func stoneColour(stone int) color.RGBA {
	c := palette[stone%len(palette)]
	switch stone / len(palette) % 3 {
	case 1:
		return mix(c, ink, 0.3)
	case 2:
		return mix(c, paper, 0.45)
	}
	return c
}

// The colours of squares without a stone.
var (
	blackSquare = color.RGBA{0x8c, 0x8c, 0x8c, 0xff}
	whiteSquare = paper
	anySquare   = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
)

// mix returns a mixture of two colours, with the given share of the other one.
func mix(c, other color.RGBA, share float64) color.RGBA {
	part := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-share) + float64(b)*share)) }
	return color.RGBA{part(c.R, other.R), part(c.G, other.G), part(c.B, other.B), 0xff}
}

// tint returns a stone's colour on a square: darker on a black square, lighter on a white
// one. The name on it can be read in either case.
func tint(c color.RGBA, square puzzle.Colour) color.RGBA {
	switch square {
	case puzzle.Black:
		return mix(c, paper, 0.15)
	case puzzle.White:
		return mix(c, paper, 0.65)
	}
	return mix(c, paper, 0.4)
}

// coloured reports whether any stone has a colour, so that the colours of the board matter.
func coloured(p *puzzle.Draughtboard) bool {
	return slices.ContainsFunc(p.Stones(), func(s puzzle.Stone) bool {
		return slices.ContainsFunc(s.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
	})
}

// squareAt returns the colour of a square, or AnyColour on a board without colours.
func squareAt(p *puzzle.Draughtboard, cell int, corner puzzle.Colour) puzzle.Colour {
	if !coloured(p) {
		return puzzle.AnyColour
	}
	return p.ColourAt(cell, corner)
}

// cornerOf returns the colour of the first square of a board. An empty board is shown in
// the first colouring that the stones allow.
func cornerOf(p *puzzle.Draughtboard, filled puzzle.Solution) puzzle.Colour {
	switch {
	case p.Corner() != puzzle.AnyColour:
		return p.Corner()
	case filled != nil && filled[0] < 0:
		return puzzle.White
	case filled == nil && len(p.Colourings()) > 0:
		return p.Colourings()[0]
	}
	return puzzle.Black
}

// filledBoard is the drawing of a draughtboard with its stones on it.
type filledBoard struct {
	grid
	puzzle *puzzle.Draughtboard
	filled puzzle.Solution
}

// draw draws the board: see drawing.
func (t filledBoard) draw(d pen) {
	t.drawHoles(d)
	corner := cornerOf(t.puzzle, t.filled)
	for c := range t.board.Len() {
		d.fill(tint(stoneColour(t.stone(c)), squareAt(t.puzzle, c, corner)), t.corners(c, 0)...)
	}
	t.drawOutlines(d)
	t.drawLabels(d, everyCell)
	named := make(map[int]bool)
	for c := range t.board.Len() {
		if s := t.stone(c); !named[s] {
			named[s] = true
			d.text(ink, true, t.middle(t.nameCell(s)), textHeight, textWidth, puzzle.StoneName(s+1))
		}
	}
}

// stone returns the stone on a cell, counted from 0.
func (t filledBoard) stone(cell int) int { return max(t.filled[cell], -t.filled[cell]) - 1 }

// drawOutlines draws thin lines between cells, thick lines around stones, and the marks.
func (t filledBoard) drawOutlines(d pen) {
	for c := range t.board.Len() {
		d.line(faint, thin, closed(t.corners(c, 0))...)
	}
	for c := range t.board.Len() {
		corners := t.corners(c, 0)
		for side, other := range t.across(c) {
			if other < 0 || t.stone(other) != t.stone(c) {
				d.line(ink, thick, corners[side], corners[(side+1)%len(corners)])
			}
		}
	}
	for _, c := range t.marked {
		d.disc(warn, t.middle(c).movedBy(0.3, -0.3), 0.1)
	}
}

// nameCell returns the cell for the name of a stone: the one nearest to the middle of its
// cells.
func (t filledBoard) nameCell(stone int) int {
	var cells []int
	var x, y float64
	for c := range t.board.Len() {
		if t.stone(c) == stone {
			m := t.middle(c)
			cells, x, y = append(cells, c), x+m.x, y+m.y
		}
	}
	n := float64(len(cells))
	return slices.MinFunc(cells, func(a, b int) int {
		p, q := t.middle(a), t.middle(b)
		return int(math.Copysign(1, math.Hypot(p.x-x/n, p.y-y/n)-math.Hypot(q.x-x/n, q.y-y/n)-1e-9))
	})
}
