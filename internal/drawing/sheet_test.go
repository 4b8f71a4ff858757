package drawing

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The stones and the board of a sheet do not overlap in a space of any shape. They fill it
// better than in one row below the board.
func TestSheetsFitTheirSpace(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "testdata", "draughtboard", "seed-8x8.txt"))
	require.NoError(t, err)
	p, err := text.Parse(string(content))
	require.NoError(t, err)
	q := p.(*puzzle.Draughtboard)
	for _, aspect := range []float64{0.2, 0.7, 1, 1.5, 4} {
		s := newSheet(q, aspect)
		type box struct{ from, to Point }
		boxes := []box{{s.BoardAt, At(s.BoardAt.X+8, s.BoardAt.Y+8)}}
		row := 0.0
		for _, l := range s.Loose {
			w, h := extentOf(l.Stone)
			at := s.StonesAt.MovedBy(l.At.X, l.At.Y)
			boxes = append(boxes, box{at, At(at.X+w, at.Y+h)})
			row += w + gap
		}
		assert.Len(t, boxes, 12, "a stone for each kind")
		for i, a := range boxes {
			assert.GreaterOrEqual(t, min(a.from.X, a.from.Y), 0.0)
			assert.LessOrEqual(t, a.to.X, s.Width+1e-9)
			assert.LessOrEqual(t, a.to.Y, s.Height+1e-9)
			for _, b := range boxes[:i] {
				assert.True(t, a.from.X >= b.to.X || b.from.X >= a.to.X || a.from.Y >= b.to.Y || b.from.Y >= a.to.Y, "aspect %v: %v and %v", aspect, a, b)
			}
		}
		assert.GreaterOrEqual(t, min(aspect/s.Width, 1/s.Height), min(aspect/row, 1./14))
		assert.Equal(t, aspect > 1, s.StonesAt.X > 8, "beside the board where it is wide: %v", aspect)
	}
}
