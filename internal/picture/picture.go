// Package picture draws puzzles and their solutions. For paper and screens it writes SVG,
// PNG and PDF. PNG and PDF are one drawing on two kinds of canvas, and SVG comes from
// package svg. For terminals it writes coloured text. It judges nothing and searches for
// nothing: it draws what it gets.
package picture

import (
	"cmp"
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// Picture is one board to draw.
type Picture struct {
	Puzzle puzzle.Puzzle
	Filled puzzle.Solution // a solution; nil draws the puzzle as it is given
	Marked []int           // cells to draw attention to
	Title  string          // a line above the board; "" for none
	Labels []string        // a text for each square, row by row, holes included: see text.Notes; may be nil

	aspect float64 // width divided by height of the space for it; 0 for any
}

// The colours. All are opaque, because not every canvas can mix colours. The colours of
// stones are in draughtboard.go.
var (
	ink        = color.RGBA{0x1a, 0x1a, 0x1a, 0xff} // numbers, outlines
	faint      = color.RGBA{0x9a, 0x9a, 0x9a, 0xff} // lines between cells
	grey       = color.RGBA{0x5a, 0x5a, 0x5a, 0xff} // numbers that are not on the board
	paper      = color.RGBA{0xff, 0xff, 0xff, 0xff}
	hole       = color.RGBA{0x3a, 0x3a, 0x3a, 0xff} // holes between cells
	clueColour = color.RGBA{0xfd, 0xf0, 0xc8, 0xff} // background of clues
	route      = color.RGBA{0xa9, 0xcd, 0xee, 0xff} // the path of a Hidoku
	ends       = color.RGBA{0x56, 0x9b, 0xd8, 0xff} // its first and last cell
	marker     = color.RGBA{0xf7, 0xb7, 0xa3, 0xff} // background of marked cells
	warn       = color.RGBA{0xc2, 0x41, 0x0c, 0xff} // frames around marked cells
)

// Widths of lines and sizes of text, in cells.
const (
	thin       = 0.025
	thick      = 0.07
	textHeight = 0.5
	textWidth  = 0.72
	margin     = 0.3
	titleSpace = 0.9
)

// drawing is a picture without its title. Each family has its own.
type drawing interface {
	size() (width, height float64) // in cells
	draw(pen)                      // the origin of the pen is the top left corner of the space
}

// drawing returns the picture without its title.
func (p Picture) drawing() drawing {
	switch q := p.Puzzle.(type) {
	case *puzzle.Hidoku:
		return hidoku{grid: p.grid(q.Shown), puzzle: q, filled: p.Filled}
	case *puzzle.Magic:
		return magic{grid: p.grid(q.Clue), puzzle: q, filled: p.Filled}
	case *puzzle.Draughtboard:
		g := p.grid(func(int) int { return puzzle.Empty })
		if p.Filled != nil {
			return filledBoard{grid: g, puzzle: q, filled: p.Filled}
		}
		return stoneSheet{grid: g, puzzle: q, Sheet: layout.NewSheet(q, cmp.Or(p.aspect, 1))}
	}
	return nothing{}
}

// nothing is the drawing of a puzzle that cannot be drawn: see check.
type nothing struct{}

// size returns the size of a cell.
func (nothing) size() (width, height float64) { return 1, 1 }

// draw draws nothing.
func (nothing) draw(pen) {}

// check returns an error for a picture of a puzzle that is not valid or whose type is of
// another package.
func (p Picture) check() error {
	if err := puzzle.Validate(p.Puzzle); err != nil {
		return err
	}
	if _, unknown := p.drawing().(nothing); unknown {
		return fmt.Errorf("no picture of a puzzle of type %T", p.Puzzle)
	}
	return nil
}

// Size returns the width and height of the picture in cells.
func (p Picture) Size() (width, height float64) {
	width, height = p.drawing().size()
	width, height = width+2*margin, height+2*margin
	if p.Title != "" {
		height += titleSpace
		width = max(width, 4)
	}
	return width, height
}

// draw draws the picture below and to the right of corner. The cells have the size unit.
func (p Picture) draw(canvas canvas, corner vg.Point, unit vg.Length) {
	d := pen{canvas: canvas, origin: corner, unit: unit}
	width, _ := p.Size()
	if p.Title != "" {
		d.text(ink, true, layout.At(width/2, margin+titleSpace/2), textHeight, width-2*margin, p.Title)
		d = d.shifted(layout.At(0, titleSpace))
	}
	board := p.drawing()
	w, _ := board.size()
	board.draw(d.shifted(layout.At((width-w)/2, margin)))
}
