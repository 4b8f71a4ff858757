// Package paper makes PNG and PDF of the drawings of package show, and booklets of many. It
// knows no family of puzzles: it draws shapes, and takes their looks from the style sheet.
package paper

import (
	"image/color"

	"crosscut/show"
)

// point is a place, measured in points of 1/72 inch or in cells.
type point = show.Point

// surface is what a brush draws on. Lengths are in points, from the top left corner.
type surface interface {
	fill(colour color.NRGBA, polygons [][]point)
	stroke(l show.Look, lines []show.Line)
	text(colour color.NRGBA, bold bool, from point, size float64, text string) // from is at the base line
}

// outline adds a line to the path that a library fills or strokes. The library has so many units in a
// point.
func outline(path interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	ClosePath()
}, units float64, line show.Line,
) {
	for i, p := range line.Points {
		if i == 0 {
			path.MoveTo(p.X*units, p.Y*units)
		} else {
			path.LineTo(p.X*units, p.Y*units)
		}
	}
	if line.Closed {
		path.ClosePath()
	}
}

// brush is a [show.Canvas] on a surface.
type brush struct {
	surface
	*letters
	origin point   // the top left corner
	unit   float64 // the size of a cell
}

// ink returns the look of what a booklet writes beside its pictures.
func ink(bold bool) show.Look { return show.Look{Fill: color.NRGBA{A: 0xff}, Bold: bold} }

// newBrush returns a brush that draws cells of a size from a corner on, with the letters of the file.
func newBrush(on surface, with *letters, corner point, unit float64) *brush {
	return &brush{surface: on, letters: with, origin: corner, unit: unit}
}

// at returns the place of p on the surface.
func (b *brush) at(p point) point { return b.origin.MovedBy(p.X*b.unit, p.Y*b.unit) }

// Path implements [show.Canvas].
func (b *brush) Path(l show.Look, lines ...show.Line) {
	placed := make([]show.Line, len(lines))
	polygons := make([][]point, len(lines))
	for i, line := range lines {
		for _, p := range line.Points {
			placed[i].Points = append(placed[i].Points, b.at(p))
		}
		placed[i].Closed, polygons[i] = line.Closed, placed[i].Points
	}
	if l.Fill.A > 0 && len(lines) > 0 {
		b.fill(l.Fill, polygons)
	}
	if l.Stroke.A > 0 && len(lines) > 0 {
		l.Width *= b.unit
		dash := make([]float64, len(l.Dash))
		for i, length := range l.Dash {
			dash[i] = length * b.unit
		}
		l.Dash = dash
		b.stroke(l, placed)
	}
}

// Text implements [show.Canvas].
func (b *brush) Text(l show.Look, w show.Words) {
	w.Text = b.printable(w.Text)
	if wide := b.width(l.Bold, w.Size, w.Text); wide > w.Width {
		w.Size *= w.Width / wide
	}
	from := w.Middle.MovedBy(-b.width(l.Bold, w.Size, w.Text)/2, w.Size*show.CapShare/2)
	b.text(l.Fill, l.Bold, b.at(from), w.Size*b.unit, w.Text)
}
