package picture

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"

	"crosscut/internal/svg"
)

// Format is a kind of picture file.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// The size of cells, in points of 1/72 inch. If a picture with cells of cellSize would be
// larger than maxPoints, its cells are smaller. In PNG they are not smaller than
// minCell.
const (
	cellSize  = 32
	maxPoints = 2400
	minCell   = 6
)

// Write writes one picture, or several side by side. The same pictures give the same
// bytes. It fails for puzzles that are not valid, and for puzzle types of other packages.
func Write(w io.Writer, format Format, pictures ...Picture) error {
	p := strip(pictures)
	for _, p := range pictures {
		if err := p.check(); err != nil {
			return err
		}
	}
	if format == SVG {
		return svg.Write(w, p.asSVG()...)
	}
	width, height := p.size()
	cell := vg.Length(min(cellSize, maxPoints/max(width, height)))
	if format == PNG {
		cell = max(cell, minCell)
	}
	wide, high := vg.Length(width)*cell, vg.Length(height)*cell
	top := vg.Point{X: 0, Y: high}
	switch format {
	case PNG:
		dots := newRaster(wide, high)
		p.draw(dots, top, cell)
		return dots.write(w)
	case PDF:
		paper := newPDF(wide, high)
		paper.newPage()
		p.draw(paper, top, cell)
		return paper.write(w)
	}
	return fmt.Errorf("no picture format %q; they are svg, png and pdf", string(format))
}

// strip has pictures side by side.
type strip []Picture

// size returns the width and height in cells.
func (s strip) size() (width, height float64) {
	for _, p := range s {
		w, h := p.Size()
		width, height = width+w, max(height, h)
	}
	return max(width, 1), max(height, 1)
}

// draw draws the pictures, with their tops at one height.
func (s strip) draw(canvas canvas, corner vg.Point, unit vg.Length) {
	for _, p := range s {
		p.draw(canvas, corner, unit)
		w, _ := p.Size()
		corner.X += vg.Length(w) * unit
	}
}

// asSVG returns the pictures as package svg has them.
func (s strip) asSVG() (pictures []svg.Picture) {
	for _, p := range s {
		pictures = append(pictures, svg.Picture{Puzzle: p.Puzzle, Filled: p.Filled, Marked: p.Marked, Title: p.Title, Labels: p.Labels})
	}
	return pictures
}
