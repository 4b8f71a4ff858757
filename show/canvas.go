package show

import (
	"math"
	"strings"
)

// Canvas takes the shapes of pictures, one on the other. All lengths are in cells, from the top left corner of
// the first picture.
type Canvas interface {
	// Path fills and strokes lines and polygons.
	Path(look Look, lines ...Line)
	// Text writes a line of text, with the colour that the look fills with.
	Text(look Look, words Words)
}

// canvas takes shapes with their classes. A class names what a shape is, and the style sheet says how that looks. Data are
// further attributes for SVG.
type canvas interface {
	// Group begins a group of shapes. Their places are relative to a point.
	Group(class, data string, at Point)
	// End ends the group that began last.
	End()
	// Path draws lines and polygons.
	Path(class, data string, lines ...Line)
	// Circle draws a circle.
	Circle(class string, middle Point, radius float64)
	// Text writes a line of text.
	Text(class, data string, words Words)
}

// styled is a canvas that gives shapes their looks.
type styled struct {
	to     Canvas
	origin Point    // the top left corner of the group
	look   Look     // of the group
	around []string // classes of the groups
	above  *styled  // as it was before the group began
}

func (s *styled) Group(class, _ string, at Point) {
	above := *s
	s.above, s.origin = &above, s.at(at)
	s.look = s.look.styled(class, s.around)
	s.around = append(s.around[:len(s.around):len(s.around)], strings.Fields(class)...)
}

func (s *styled) End() { *s = *s.above }

func (s *styled) at(p Point) Point { return s.origin.MovedBy(p.X, p.Y) }

func (s *styled) Path(class, _ string, lines ...Line) {
	placed := make([]Line, len(lines))
	for i, line := range lines {
		placed[i].Closed = line.Closed
		for _, p := range line.Points {
			placed[i].Points = append(placed[i].Points, s.at(p))
		}
	}
	s.to.Path(s.look.styled(class, s.around).inCells(), placed...)
}

// Circle draws a polygon with so many corners that it looks round.
func (s *styled) Circle(class string, middle Point, radius float64) {
	const corners = 48
	around := make([]Point, corners)
	for i := range around {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		around[i] = middle.MovedBy(radius*cos, radius*sin)
	}
	s.Path(class, "", polygon(around))
}

func (s *styled) Text(class, _ string, w Words) {
	w.Middle = s.at(w.Middle)
	s.to.Text(s.look.styled("text "+class, s.around).inCells(), w)
}

// Words are a line of text with its middle at a point. Size is that of the font, and less where the text
// would be wider than Width.
type Words struct {
	Middle      Point
	Size, Width float64
	Text        string
}

// Line is a line through points. If it is closed, it is a polygon.
type Line struct {
	Points []Point
	Closed bool
}

func polygon(corners []Point) Line { return Line{Points: corners, Closed: true} }

func segments(all []segment) []Line {
	lines := make([]Line, len(all))
	for i, s := range all {
		lines[i] = Line{Points: []Point{s.From, s.To}}
	}
	return lines
}

// CapShare is the height of digits and capital letters, as a share of the size of their font.
const CapShare = 0.7
