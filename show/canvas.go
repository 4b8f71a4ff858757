package show

// Canvas takes the shapes of a picture, one on the other. All lengths are in cells. A class
// names what a shape is, and the style sheet says how that looks. Data are further attributes
// for SVG, and other canvases leave them out.
type Canvas interface {
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
