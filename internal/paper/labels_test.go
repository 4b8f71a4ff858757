package paper

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/drawing"
	"crosscut/puzzle"
)

// Each form of picture has the labels of cells and of holes, before and after solving.
func TestLabelsAreInEachPicture(t *testing.T) {
	for name, text := range map[string]string{
		"hidoku":       "puzzle: hidoku\n1,##\n_,3\n",
		"hex":          "puzzle: hidoku\nmoves: hex\n1,##\n_,3\n",
		"draughtboard": "puzzle: draughtboard\nboard:\nB,#\nW,B\n=\nB,_\nW,B\n",
	} {
		p := drawing.Picture{Puzzle: parse(t, text), Labels: []string{"Mon", "Tue", "Wed", "Thu"}}
		filled := puzzle.Solution{1, 2, 3}
		if p.Puzzle.Family() == puzzle.FamilyDraughtboard {
			filled = puzzle.Solution{1, 1, 1}
		}
		require.NoError(t, p.Puzzle.Check(filled))
		for _, p.Filled = range []puzzle.Solution{nil, filled} {
			texts, _ := svgParts(t, render(t, SVG, p))
			for _, label := range p.Labels {
				assert.True(t, slices.Contains(texts, label), "%s has %s", name, label)
			}
			if p.Filled == nil || p.Puzzle.Family() != puzzle.FamilyDraughtboard {
				for _, label := range p.Labels {
					assert.Contains(t, p.Terminal(false), label, name)
				}
			}
			assert.Contains(t, p.Terminal(true), "Tue", "a hole")
			bare := p
			bare.Labels = nil
			assert.NotEqual(t, render(t, PNG, bare), render(t, PNG, p))
			assert.NotEqual(t, render(t, PDF, bare), render(t, PDF, p))
		}
	}
}

// Labels of another board are drawn as far as they go.
func TestTooFewLabels(t *testing.T) {
	p := drawing.Picture{Puzzle: parse(t, "puzzle: magic\n_,_,_\n_,5,_\n_,_,_\n"), Labels: []string{"a", "b"}}
	texts, _ := svgParts(t, render(t, SVG, p))
	assert.Contains(t, strings.Join(texts, " "), "a b")
}
