package drawing

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// A sign between two cells hides the number of no cell. It stands not far from the middle of
// the step.
func TestSignsHideNoNumber(t *testing.T) {
	for _, content := range []string{
		"moves: (0,2) (1,2)\nunlinked: r1c1-r1c3, r1c2-r3c3, r3c1-r3c3\n_,5,_\n_,_,_\n_,_,_\n",
		"moves: (2,2) (0,1)\nunlinked: r1c1-r3c3, r1c1-r1c2, r1c3-r3c1\n_,_,_\n_,5,_\n_,_,_\n",
		"moves: (0,4) (0,1)\ntorus: yes\nunlinked: r1c1-r1c5, r1c1-r1c6\n_,_,_,_,_,_,_,_,_\n",
		"moves: king\nunlinked: r1c1-r1c2, r1c1-r2c2\n_,_\n_,_\n",
	} {
		parsed, err := text.Parse("puzzle: hidoku\n" + content)
		require.NoError(t, err, content)
		p := parsed.(*puzzle.Hidoku)
		g := gridOf(p)
		for _, pair := range p.Unlinked() {
			a, b := g.Middle(pair[0]), g.Middle(pair[1])
			for _, m := range g.Between(p, pair[0], pair[1]) {
				for c := range p.Board().Len() {
					assert.Greater(t, distance(m, g.Middle(c)), 0.3, "%s%v on %s", content, pair, p.Board().Name(c))
				}
				if !p.Torus() {
					assert.Less(t, distance(m, Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}), 0.4, content)
				}
			}
		}
	}
}

func distance(a, b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
