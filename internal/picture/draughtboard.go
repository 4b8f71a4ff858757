package picture

import (
	"image/color"
	"math"

	"crosscut/internal/layout"
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

// filledBoard is the drawing of a draughtboard with its stones on it.
type filledBoard struct {
	grid
	puzzle *puzzle.Draughtboard
	filled puzzle.Solution
}

// draw draws the board: see drawing.
func (t filledBoard) draw(d pen) {
	t.drawHoles(d)
	corner := layout.CornerOf(t.puzzle, t.filled)
	for c := range t.Board.Len() {
		d.fill(t.colour(c, corner), t.Corners(c, 0)...)
	}
	t.drawOutlines(d)
	t.drawLabels(d, func(c int) bool { return layout.IsCovered(t.filled, c) })
	for c, value := range t.filled {
		if value == puzzle.Bare && t.label(c) == "" {
			d.text(grey, false, t.Middle(c), 0.5, textWidth, "×")
		}
	}
	for s, cells := range layout.CellsOfStones(t.puzzle, t.filled) {
		if len(cells) > 0 {
			d.text(ink, true, t.Middle(t.NameCell(cells)), textHeight, textWidth, t.puzzle.Name(s+1))
		}
	}
}

// colour returns the colour of a cell: that of its stone, or that of the square if it is bare.
func (t filledBoard) colour(c int, corner puzzle.Colour) color.RGBA {
	square := layout.SquareAt(t.puzzle, c, corner)
	if t.stone(c) < 0 {
		return squareColour(square, whiteSquare)
	}
	return tint(stoneColour(t.stone(c)), square)
}

// stone returns the stone on a cell, counted from 0, or -1.
func (t filledBoard) stone(cell int) int { return layout.StoneOn(t.filled, cell) }

// drawOutlines draws thin lines between cells, thick lines around stones, and the marks.
func (t filledBoard) drawOutlines(d pen) {
	for c := range t.Board.Len() {
		d.line(faint, thin, closed(t.Corners(c, 0))...)
	}
	for c := range t.Board.Len() {
		corners := t.Corners(c, 0)
		for side, other := range t.Across(c) {
			if other < 0 || t.stone(other) != t.stone(c) {
				d.line(ink, thick, corners[side], corners[(side+1)%len(corners)])
			}
		}
	}
	for _, c := range t.marked {
		d.disc(warn, t.Middle(c).MovedBy(0.3, -0.3), 0.1)
	}
}
