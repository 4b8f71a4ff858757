package paper

import (
	"fmt"
	"io"

	"crosscut/internal/drawing"
)

// Format is a kind of picture file.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// The size of cells, in points. If a picture with cells of cellSize would be larger than
// maxPoints, its cells are smaller. In PNG they are not smaller than minCell.
const (
	cellSize  = 32
	maxPoints = 2400
	minCell   = 6
)

// Write writes one picture, or several side by side. The same pictures give the same bytes. It
// fails where [drawing.SizeOf] does.
func Write(w io.Writer, format Format, pictures ...drawing.Picture) error {
	width, height, err := drawing.SizeOf(pictures)
	if err != nil {
		return err
	}
	width, height = max(width, 1), max(height, 1)
	unit := min(cellSize, maxPoints/max(width, height))
	switch format {
	case SVG:
		return drawing.WriteSVG(w, pictures...)
	case PNG:
		unit = max(unit, minCell)
		image := newRaster(width*unit, height*unit)
		drawing.Draw(newBrush(image, point{}, unit), pictures)
		return image.write(w)
	case PDF:
		page := newPDF(width*unit, height*unit)
		page.newPage()
		drawing.Draw(newBrush(page, point{}, unit), pictures)
		return page.write(w)
	}
	return fmt.Errorf("no picture format %q; they are svg, png and pdf", string(format))
}
