package svg

import (
	_ "embed"
	"strings"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// What pictures of Hidokus have beyond numbers: walls, bridges, links, and rings around the
// cells of an order.

// variantStyle is added to the style sheet of pictures that show such signs.
//
//go:embed variants.css
var variantStyle string

// styleOf returns the style sheet for pictures.
func styleOf(pictures []Picture) string {
	for _, p := range pictures {
		if h, isHidoku := p.Puzzle.(*puzzle.Hidoku); isHidoku && !h.Plain() {
			return Style + variantStyle
		}
	}
	return Style
}

// lines returns a path of straight lines.
func lines(segments []layout.Segment) string {
	var path strings.Builder
	for _, s := range segments {
		path.WriteString("M" + at(s.From) + "L" + at(s.To))
	}
	return path.String()
}

// bridges adds the bridges, below the numbers.
func (b board) bridges(h *puzzle.Hidoku) {
	for _, pair := range h.Bridges() {
		b.add(`<path class="bridge" d="%s"/>`+"\n", lines(b.Step(h, pair[0], pair[1])))
	}
}

// signs adds what stands on the borders of cells, and the rings of an order.
func (b board) signs(h *puzzle.Hidoku) {
	for _, c := range h.Order() {
		m := b.Middle(c)
		b.add(`<circle class="rank" cx="%s" cy="%s" r="15.5"/>`+"\n", number(m.X*cellSize), number(m.Y*cellSize))
	}
	for _, pair := range h.Walls() {
		b.add(`<path class="wall" d="%s"/>`+"\n", lines(b.Borders(h, pair[0], pair[1])))
	}
	for _, pair := range h.Links() {
		for _, m := range b.Between(h, pair[0], pair[1]) {
			b.add(`<path class="diamond" d="%s"/>`+"\n", polygon(layout.Diamond(m)))
		}
	}
	for _, pair := range h.Unlinked() {
		for _, m := range b.Between(h, pair[0], pair[1]) {
			b.add(`<path class="cross" d="%s"/>`+"\n", lines(layout.Cross(m)))
		}
	}
}

// shownOn returns what a picture of the puzzle as it is given shows on a cell: its clue or
// its rank.
func shownOn(p puzzle.Numbered, cell int) int {
	if h, isHidoku := p.(*puzzle.Hidoku); isHidoku {
		return h.Shown(cell)
	}
	return p.Clue(cell)
}
