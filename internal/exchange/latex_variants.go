package exchange

import (
	"fmt"
	"strings"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// Boards of numbers that are not plain ones, as TikZ paths. The layout is that of the other
// pictures. What a picture cannot show stands below it, as in a puzzle file.

// latexVariant draws the board of a puzzle that is not a plain one. y grows downwards.
func latexVariant(text *strings.Builder, p puzzle.Numbered) {
	grid := layout.Of(p)
	shown := p.Clue
	h, isHidoku := p.(*puzzle.Hidoku)
	if isHidoku {
		shown = h.Shown
	}
	for c := range p.Board().Len() {
		fmt.Fprintf(text, "\\draw %s -- cycle;\n", latexPath(grid.Corners(c, 0)))
	}
	if isHidoku {
		latexSigns(text, grid, h)
	}
	if m, isMagic := p.(*puzzle.Magic); isMagic {
		for _, path := range layout.Through(m) {
			fmt.Fprintf(text, "\\draw[black!30] %s;\n", latexPath(path))
		}
		for _, sum := range layout.Sums(m, nil) {
			latexNode(text, sum.At, latexText(sum.Text))
		}
	}
	for c := range p.Board().Len() {
		if k := shown(c); k != puzzle.Empty {
			latexNode(text, grid.Middle(c), fmt.Sprint(k))
		}
	}
}

// latexSigns draws what stands between the cells of a Hidoku, and rings around the cells of
// an order.
func latexSigns(text *strings.Builder, grid layout.Grid, h *puzzle.Hidoku) {
	segments := func(style string, lines []layout.Segment) {
		for _, s := range lines {
			fmt.Fprintf(text, "\\draw[%s] %s;\n", style, latexPath([]layout.Point{s.From, s.To}))
		}
	}
	for _, pair := range h.Bridges() {
		segments("black!40,double", grid.Step(h, pair[0], pair[1]))
	}
	for _, pair := range h.Walls() {
		segments("line width=2pt", grid.Borders(h, pair[0], pair[1]))
	}
	for _, pair := range h.Links() {
		for _, m := range grid.Between(h, pair[0], pair[1]) {
			fmt.Fprintf(text, "\\filldraw[fill=black] %s -- cycle;\n", latexPath(layout.Diamond(m)))
		}
	}
	for _, pair := range h.Unlinked() {
		for _, m := range grid.Between(h, pair[0], pair[1]) {
			segments("thick", layout.Cross(m))
		}
	}
	for _, c := range h.Order() {
		m := grid.Middle(c)
		fmt.Fprintf(text, "\\draw (%.3f,%.3f) circle [radius=0.38];\n", m.X, m.Y)
	}
}

// latexPath returns a path through points.
func latexPath(points []layout.Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = fmt.Sprintf("(%.3f,%.3f)", p.X, p.Y)
	}
	return strings.Join(words, " -- ")
}

// latexNode writes a text with its middle at a point.
func latexNode(text *strings.Builder, at layout.Point, words string) {
	fmt.Fprintf(text, "\\node at (%.3f,%.3f) {%s};\n", at.X, at.Y, words)
}

// drawnHeaders are header lines that the picture says in full.
var drawnHeaders = map[string]bool{"puzzle": true, "walls": true, "bridges": true, "links": true, "unlinked": true}

// latexRules writes the header lines of a puzzle that is not a plain one below its picture.
func latexRules(text *strings.Builder, p puzzle.Numbered) {
	for line := range strings.Lines(p.String()) {
		key, value, isHeader := strings.Cut(strings.TrimSpace(line), ": ")
		if !isHeader {
			return // the rows
		}
		if !drawnHeaders[key] {
			fmt.Fprintf(text, "{\\sffamily\\small %s: %s\\par}\n", key, latexText(value))
		}
	}
}
