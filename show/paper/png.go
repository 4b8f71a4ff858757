package paper

import (
	"bufio"
	"image/color"
	"image/png"
	"io"

	"git.sr.ht/~sbinet/gg"

	"crosscut/show"
)

// dots is the number of dots in a point.
const dots = 2

type raster struct{ *gg.Context }

func newRaster(wide, high float64) raster {
	r := raster{gg.NewContext(int(wide*dots+0.5), int(high*dots+0.5))}
	r.SetColor(color.White)
	r.Clear()
	r.SetLineJoinRound()
	return r
}

func (r raster) fill(colour color.NRGBA, polygons [][]point) {
	r.SetColor(colour)
	for _, corners := range polygons {
		outline(r, dots, show.Line{Points: corners, Closed: true})
	}
	r.Fill()
}

func (r raster) stroke(l show.Look, lines []show.Line) {
	r.SetColor(l.Stroke)
	r.SetLineWidth(l.Width * dots)
	r.SetLineCapButt()
	if l.Round {
		r.SetLineCapRound()
	}
	dash := make([]float64, len(l.Dash))
	for i, length := range l.Dash {
		dash[i] = length * dots
	}
	r.SetDash(dash...)
	for _, line := range lines {
		outline(r, dots, line)
	}
	r.Stroke()
}

func (r raster) text(colour color.NRGBA, bold bool, from point, size float64, text string) {
	face := faceOf(bold, size, dots*inch)
	defer func() { _ = face.Close() }() // it holds nothing
	r.SetColor(colour)
	r.SetFontFace(face)
	r.DrawString(text, from.X*dots, from.Y*dots)
}

func (r raster) write(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	if err := png.Encode(buffered, r.Image()); err != nil {
		return err
	}
	return buffered.Flush()
}
