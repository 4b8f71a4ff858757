package picture

import (
	"image/color"
	"slices"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// grid is a board with its clues and marked cells.
type grid struct {
	layout.Grid
	clue   func(cell int) int
	marked []int    // ascending
	labels []string // of squares: see Picture
}

// grid returns the grid of the puzzle's board.
func (p Picture) grid(clue func(int) int) grid {
	marked := slices.Clone(p.Marked)
	slices.Sort(marked)
	return grid{Grid: layout.Of(p.Puzzle), clue: clue, marked: marked, labels: p.Labels}
}

// drawCells fills the cells. Clues and marked cells have colours of their own.
func (g grid) drawCells(d pen) {
	g.drawHoles(d)
	for c := range g.Board.Len() {
		colour := paper
		switch {
		case g.isMarked(c):
			colour = marker
		case g.clue(c) != puzzle.Empty:
			colour = clueColour
		}
		d.fill(colour, g.Corners(c, 0)...)
	}
}

// isMarked reports whether a cell is marked.
func (g grid) isMarked(cell int) bool {
	_, found := slices.BinarySearch(g.marked, cell)
	return found
}

// drawLines draws the lines between cells, and the board's outline.
func (g grid) drawLines(d pen) {
	for c := range g.Board.Len() {
		d.line(faint, thin, closed(g.Corners(c, 0))...)
	}
	for c := range g.Board.Len() {
		corners := g.Corners(c, 0)
		for side, other := range g.Across(c) {
			if other < 0 {
				d.line(ink, thick, corners[side], corners[(side+1)%len(corners)])
			}
		}
	}
}

// drawMarks draws a frame in each marked cell.
func (g grid) drawMarks(d pen) {
	for _, c := range g.marked {
		d.line(warn, thick, closed(g.Corners(c, 0.12))...)
	}
}

// drawHoles fills the holes that have cells all around them.
func (g grid) drawHoles(d pen) {
	for _, at := range g.EnclosedHoles() {
		d.fill(hole, g.Around(g.MiddleAt(at[0], at[1]), 0)...)
	}
}

// drawNumbers writes the clues in bold, and the other numbers of a filled board.
func (g grid) drawNumbers(d pen, label func(cell, value int) string, filled puzzle.Solution) {
	for c := range g.Board.Len() {
		value, bold, colour := g.clue(c), true, color.Color(ink)
		if value == puzzle.Empty {
			if filled == nil {
				continue
			}
			value, bold = filled[c], false
		} else if filled != nil && filled[c] != puzzle.Empty {
			value = filled[c] // where a rank was
		}
		d.text(colour, bold, g.Middle(c), textHeight, textWidth, label(c, value))
	}
}

// size returns the size in cells: see drawing.
func (g grid) size() (width, height float64) { return g.Size() }

// closed returns the corners of a closed line around a polygon. The second corner is
// repeated too, so that the line has no gap at the first corner.
func closed(corners []point) []point { return append(corners, corners[0], corners[1]) }
