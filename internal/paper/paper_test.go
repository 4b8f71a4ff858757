package paper

import (
	"fmt"
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"

	"crosscut/internal/drawing"
)

// notes is a surface that says what is drawn on it.
type notes struct{ lines []string }

func (n *notes) fill(colour color.NRGBA, polygons [][]point) {
	n.lines = append(n.lines, fmt.Sprintf("fill %02x%02x%02x %v", colour.R, colour.G, colour.B, polygons[0][0]))
}

func (n *notes) stroke(l drawing.Look, lines []drawing.Line) {
	n.lines = append(n.lines, fmt.Sprintf("stroke %.1f %v %v", l.Width, l.Dash, lines[0].Points[0]))
}

func (n *notes) text(_ color.NRGBA, bold bool, _ point, size float64, text string) {
	n.lines = append(n.lines, fmt.Sprintf("text %s %.1f %v", text, size, bold))
}

// TestGroupsEnd draws within groups and after them. Lengths of the style sheet grow with the cell.
func TestGroupsEnd(t *testing.T) {
	n := new(notes)
	b := newBrush(n, point{X: 100, Y: 200}, 2*drawing.CellSize)
	line := drawing.Line{Points: []point{{X: 1}, {Y: 1}, {X: 1, Y: 1}}}
	b.Group("stone s0", "", point{X: 1, Y: 2})
	b.Group("", "", point{X: 1})
	b.Path("face", "", line)
	b.Text("name", "", point{}, 0.5, 1, "A")
	b.Text("name", "", point{}, 0.5, 0.1, "A")
	b.End()
	b.Path("face", "", line)
	b.End()
	b.Path("through", "", line)
	b.Path("diamond", "", line)
	b.Text("name", "", point{}, 0.5, 1, "B")
	assert.Equal(t, []string{
		"fill e69f00 {340 360}", "text A 40.0 true", "text A 11.1 true",
		"fill e69f00 {260 360}",
		"stroke 4.0 [10 8] {180 200}",
		"fill 1a1a1a {180 200}", "stroke 3.0 [] {180 200}",
		"text B 40.0 false",
	}, n.lines)
}
