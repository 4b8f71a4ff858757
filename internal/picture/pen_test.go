package picture

import (
	"image/color"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"crosscut/internal/layout"
)

// strokes is a canvas that keeps the ends of all lines.
type strokes struct{ lines [][]vg.Point }

func (s *strokes) SetColor(color.Color)                   {}
func (s *strokes) SetLineWidth(vg.Length)                 {}
func (s *strokes) Fill(vg.Path)                           {}
func (s *strokes) FillString(font.Face, vg.Point, string) {}

func (s *strokes) Stroke(path vg.Path) {
	var line []vg.Point
	for _, part := range path {
		line = append(line, part.Pos)
	}
	s.lines = append(s.lines, line)
}

// TestDashesGoAroundCorners draws dashes of 2 with gaps of 1 along two sides of a square.
func TestDashesGoAroundCorners(t *testing.T) {
	s := new(strokes)
	d := pen{canvas: s, unit: 1}
	d.dashes(color.Black, 1, 2, 1, layout.At(0, 0), layout.At(4, 0), layout.At(4, 4))
	at := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x), Y: vg.Length(-y)} }
	assert.Equal(t, [][]vg.Point{
		{at(0, 0), at(2, 0)},
		{at(3, 0), at(4, 0), at(4, 1)},
		{at(4, 2), at(4, 4)},
	}, s.lines)
}
