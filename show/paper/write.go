package paper

import (
	"fmt"
	"io"

	"crosscut/internal/base"
	"crosscut/show"
)

// Format is a kind of picture file.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// cellSize is the size of cells, in points.
const cellSize = 32

// Write writes one picture, or several side by side. The same pictures give the same bytes. It
// returns the signs that the typeface lacks, each once: PNG and PDF have □ in their place, and
// an SVG file leaves them to the program that shows it. It fails
// for no pictures, for puzzles that are not valid, for an unknown format, and when w does.
func Write(w io.Writer, format Format, pictures ...show.Picture) (lacking string, err error) {
	w = base.Writer(w)
	width, height, err := show.SizeOf(pictures)
	if err != nil {
		return "", err
	}
	letters := new(letters)
	width, height = max(width, 1), max(height, 1)
	const maxPoints, minCell = 2400, 6
	unit := min(cellSize, maxPoints/max(width, height)) // so that the picture is not larger than maxPoints
	switch format {
	case SVG:
		return "", show.WriteSVG(w, pictures...)
	case PNG:
		unit = max(unit, minCell)
		image := newRaster(width*unit, height*unit)
		show.Draw(newBrush(image, letters, point{}, unit), pictures)
		return string(letters.lacking), image.write(w)
	case PDF:
		page := newPDF(width*unit, height*unit)
		page.newPage()
		show.Draw(newBrush(page, letters, point{}, unit), pictures)
		return string(letters.lacking), page.write(w)
	}
	return "", fmt.Errorf("no picture format %q; they are svg, png and pdf", string(format))
}
