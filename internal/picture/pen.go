package picture

import (
	"image/color"
	"math"
	"sync"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"

	"crosscut/internal/layout"
)

// point is a place, measured in cells.
type point = layout.Point

// canvas has the methods of a [vg.Canvas] that pictures need.
type canvas interface {
	SetColor(color.Color)
	SetLineWidth(vg.Length)
	Stroke(vg.Path)
	Fill(vg.Path)
	FillString(font.Face, vg.Point, string)
}

// pen draws on a canvas, and measures in cells. So a drawing can have any size.
type pen struct {
	canvas canvas
	origin vg.Point  // the top left corner
	unit   vg.Length // the size of a cell
}

// shifted returns a pen whose top left corner is at p.
func (d pen) shifted(p point) pen {
	d.origin = d.at(p)
	return d
}

// at returns the place of p on the canvas.
func (d pen) at(p point) vg.Point {
	return vg.Point{X: d.origin.X + vg.Length(p.X)*d.unit, Y: d.origin.Y - vg.Length(p.Y)*d.unit}
}

// path returns the path through some points.
func (d pen) path(points []point) vg.Path {
	var path vg.Path
	for i, p := range points {
		if i == 0 {
			path.Move(d.at(p))
		} else {
			path.Line(d.at(p))
		}
	}
	return path
}

// fill fills the polygon with these corners.
func (d pen) fill(c color.Color, corners ...point) {
	path := d.path(corners)
	path.Close()
	d.canvas.SetColor(c)
	d.canvas.Fill(path)
}

// line draws a line through some points. Its width is in cells.
func (d pen) line(c color.Color, width float64, points ...point) {
	d.canvas.SetColor(c)
	d.canvas.SetLineWidth(vg.Length(width) * d.unit)
	d.canvas.Stroke(d.path(points))
}

// dashes draws a line through some points, of dashes and gaps. Lengths are in cells. A dash
// goes on around a corner.
func (d pen) dashes(c color.Color, width, dash, gap float64, points ...point) {
	isDash, left := true, dash
	part := points[:1:1]
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		for {
			length := math.Hypot(to.X-from.X, to.Y-from.Y)
			if length <= left {
				left -= length
				break
			}
			from = from.MovedBy((to.X-from.X)*left/length, (to.Y-from.Y)*left/length)
			if isDash {
				d.line(c, width, append(part, from)...)
			}
			if isDash, left = !isDash, gap; isDash {
				left = dash
			}
			part = []point{from}
		}
		part = append(part, to)
	}
	if isDash {
		d.line(c, width, part...)
	}
}

// disc fills a circle. It is a polygon with so many corners that it looks round.
func (d pen) disc(c color.Color, centre point, radius float64) {
	const corners = 48
	around := make([]point, corners)
	for i := range around {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		around[i] = centre.MovedBy(radius*cos, radius*sin)
	}
	d.fill(c, around...)
}

// fonts returns the Liberation fonts, which come with the program. They are read at the first
// use, because reading takes a twentieth of a short command.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// face returns the font in a size.
func face(bold bool, size vg.Length) font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if bold {
		f.Weight = stdfont.WeightBold
	}
	return fonts().Lookup(f, size)
}

// text writes a line of text with its middle at p. It is height cells high, or less if it
// would be wider than width cells.
func (d pen) text(c color.Color, bold bool, p point, height, width float64, text string) {
	text = layout.Printable(text)
	size := vg.Length(height) * d.unit
	f := face(bold, size)
	if w, most := f.Width(text), vg.Length(width)*d.unit; w > most {
		size *= most / w
		f = face(bold, size)
	}
	at := d.at(p)
	// Digits and capital letters are about 0.7 times as high as the size of the font.
	at.X -= f.Width(text) / 2
	at.Y -= size * 0.35
	d.canvas.SetColor(c)
	d.canvas.FillString(f, at, text)
}
