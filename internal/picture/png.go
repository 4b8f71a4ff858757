package picture

import (
	"bufio"
	"image/color"
	"image/png"
	"io"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// dotsPerInch is the resolution of PNG.
const dotsPerInch = 144

// raster is a canvas of dots. Package vgimg of gonum draws the same dots, but it loads a
// typesetter of formulas each time that the program starts.
type raster struct {
	dots  *gg.Context
	high  vg.Length
	width vg.Length // of lines
}

// newRaster returns a white canvas.
func newRaster(wide, high vg.Length) *raster {
	dots := gg.NewContext(int(wide.Dots(dotsPerInch)+0.5), int(high.Dots(dotsPerInch)+0.5))
	dots.SetColor(color.White)
	dots.Clear()
	dots.SetLineCapButt()
	dots.InvertY()
	return &raster{dots: dots, high: high}
}

// SetColor implements canvas.
func (r *raster) SetColor(c color.Color) { r.dots.SetColor(c) }

// SetLineWidth implements canvas.
func (r *raster) SetLineWidth(width vg.Length) {
	r.width = width
	r.dots.SetLineWidth(width.Dots(dotsPerInch))
}

// Stroke implements canvas.
func (r *raster) Stroke(path vg.Path) {
	if r.width > 0 {
		r.outline(path)
		r.dots.Stroke()
	}
}

// Fill implements canvas.
func (r *raster) Fill(path vg.Path) {
	r.outline(path)
	r.dots.Fill()
}

// outline makes path the path to stroke or fill.
func (r *raster) outline(path vg.Path) {
	outline(r.dots, path, func(at vg.Point) (x, y float64) { return at.X.Dots(dotsPerInch), at.Y.Dots(dotsPerInch) })
}

// outliner takes the parts of a path.
type outliner interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	ClosePath()
}

// outline gives the parts of a path to an outliner. place turns a point into its x and y. It
// knows only straight lines, because pen makes no others.
func outline(to outliner, path vg.Path, place func(vg.Point) (x, y float64)) {
	for _, part := range path {
		x, y := place(part.Pos)
		switch part.Type {
		case vg.MoveComp:
			to.MoveTo(x, y)
		case vg.LineComp:
			to.LineTo(x, y)
		case vg.CloseComp:
			to.ClosePath()
		}
	}
}

// FillString implements canvas.
func (r *raster) FillString(face font.Face, at vg.Point, text string) {
	if face.Font.Size == 0 {
		return
	}
	r.dots.Push()
	defer r.dots.Pop()
	dots := face.FontFace(dotsPerInch)
	defer func() { _ = dots.Close() }() // it holds nothing
	r.dots.SetFontFace(dots)
	r.dots.InvertY()
	r.dots.DrawString(text, at.X.Dots(dotsPerInch), (r.high - at.Y).Dots(dotsPerInch))
}

// write writes the picture as PNG.
func (r *raster) write(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	if err := png.Encode(buffered, r.dots.Image()); err != nil {
		return err
	}
	return buffered.Flush()
}
