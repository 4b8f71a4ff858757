package paper

import (
	"fmt"
	"math"
	"strings"

	"crosscut/show"
)

// The line above a picture of a booklet: number, title, level and stars.

// piece is a part of a caption. Its size is a share of the size of letters.
type piece struct {
	text  string
	bold  bool
	size  float64
	stars int // if above 0, the piece is that many of five stars
}

// starWide is the distance between stars, as a share of the size of letters.
const starWide = 0.95

func (e Entry) pieces() []piece {
	var pieces []piece
	if e.Number > 0 {
		pieces = append(pieces, piece{text: fmt.Sprint(e.Number), bold: true, size: 1.3})
	}
	if e.Title != "" {
		pieces = append(pieces, piece{text: e.Title, size: 1})
	}
	if e.Level != "" {
		pieces = append(pieces, piece{text: e.Level, size: 1.1})
	}
	if e.Stars > 0 {
		pieces = append(pieces, piece{stars: e.Stars, size: 1.2})
	}
	return pieces
}

func (p piece) wide(letters *letters, size float64) float64 {
	if p.stars > 0 {
		return 5 * starWide * size * p.size
	}
	return letters.width(p.bold, size*p.size, p.text)
}

// caption writes the caption of an entry with its middle at a point. Letters are smaller if
// it would be wider than width.
func (b *brush) caption(e Entry, middle point, size, width float64) {
	const blank = 0.8 // between two pieces, as a share of the size
	pieces := e.pieces()
	total := blank * size * float64(max(len(pieces)-1, 0))
	for _, p := range pieces {
		total += p.wide(b.letters, size)
	}
	if total > width {
		size *= width / total
		total = width
	}
	at := middle.MovedBy(-total/2, 0)
	for _, p := range pieces {
		wide := p.wide(b.letters, size)
		if p.stars > 0 {
			b.drawStars(p.stars, at, size*p.size)
		} else {
			b.Text(ink(p.bold), show.Words{Middle: at.MovedBy(wide/2, 0), Size: size * p.size, Width: math.Inf(1), Text: p.text})
		}
		at = at.MovedBy(wide+blank*size, 0)
	}
}

func (b *brush) drawStars(filled int, left point, size float64) {
	for i := range 5 {
		corners := starCorners(left.MovedBy((float64(i)+0.5)*starWide*size, 0), 0.42*size)
		star := show.Look{Stroke: ink(false).Fill, Width: 0.05 * size}
		if i < filled {
			star.Fill = star.Stroke
		}
		b.Path(star, show.Line{Points: corners, Closed: true})
	}
}

func starCorners(middle point, radius float64) []point {
	const inner = 0.42 // the radius of the inner corners, as a share of the outer one
	corners := make([]point, 10)
	for i := range corners {
		r := radius
		if i%2 == 1 {
			r *= inner
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / 5)
		corners[i] = middle.MovedBy(r*sin, -r*cos)
	}
	return corners
}

// wrapped returns the lines of a text that is broken at blanks. A line is no wider than width
// unless it is one word.
func (l *letters) wrapped(text string, size, width float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && l.width(false, size, longer) > width {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
