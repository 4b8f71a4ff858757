package svg

import (
	"fmt"
	"slices"
	"strings"

	"crosscut/internal/layout"
	"crosscut/puzzle"
)

// board draws the board of a picture, one layer on the other. Its origin is the top left
// corner of the board.
type board struct {
	*document
	layout.Grid
	Picture
	marked []int // ascending
}

// newBoard returns the board of a picture.
func newBoard(d *document, p Picture) board {
	return board{document: d, Grid: layout.Of(p.Puzzle), Picture: p, marked: slices.Compact(slices.Sorted(slices.Values(p.Marked)))}
}

// cells adds all squares row by row. A hole is to be seen if it has cells all around it, or a
// label.
func (b board) cells() {
	enclosed := b.EnclosedHoles()
	for row := range b.Board.Height() {
		b.add(`<g class="row">` + "\n")
		for col := range b.Board.Width() {
			shape := polygon(b.Around(b.MiddleAt(row, col), 0))
			switch c := b.Board.Cell(row, col); {
			case c >= 0:
				b.add(`<path class="cell%s" data-cell="%s" d="%s"/>`+"\n", b.kind(c), b.Board.Name(c), polygon(b.Corners(c, 0)))
			case slices.Contains(enclosed, [2]int{row, col}), b.labelAt(row, col) != "":
				b.add(`<path class="hole enclosed" data-hole="r%dc%d" d="%s"/>`+"\n", row+1, col+1, shape)
			default:
				b.add(`<path class="hole" data-hole="r%dc%d" d="%s"/>`+"\n", row+1, col+1, shape)
			}
		}
		b.add("</g>\n")
	}
}

// kind returns the further classes of a cell.
func (b board) kind(cell int) (classes string) {
	switch q := b.Puzzle.(type) {
	case puzzle.Numbered:
		if shownOn(q, cell) != puzzle.Empty {
			classes = " clue"
		}
	case *puzzle.Draughtboard:
		classes = squareClass(layout.SquareAt(q, cell, layout.CornerOf(q, b.Filled)))
	}
	if _, marked := slices.BinarySearch(b.marked, cell); marked {
		classes += " marked"
	}
	return classes
}

// squareClass returns the class of a square, with a space before it.
func squareClass(c puzzle.Colour) string {
	switch c {
	case puzzle.Black:
		return " black"
	case puzzle.White:
		return " white"
	}
	return " grey"
}

// marks adds a frame in each marked cell. Thus marks are more than a colour.
func (b board) marks() {
	for _, c := range b.marked {
		b.add(`<path class="mark" d="%s"/>`+"\n", polygon(b.Corners(c, 0.14)))
	}
}

// dots adds a dot in a corner of each marked cell. A frame or a fill would hide the colours
// of stones.
func (b board) dots() {
	for _, c := range b.marked {
		m := b.Middle(c).MovedBy(0.3, -0.3)
		b.add(`<circle class="dot" cx="%s" cy="%s" r="4.5"/>`+"\n", number(m.X*cellSize), number(m.Y*cellSize))
	}
}

// route adds the path of a Hidoku through consecutive numbers, and discs at its ends.
func (b board) route() {
	h, isHidoku := b.Puzzle.(*puzzle.Hidoku)
	if !isHidoku || b.Filled == nil {
		return
	}
	cells := make([]int, len(b.Filled)+2) // the cell of each number plus 1, or 0
	for c, k := range b.Filled {
		if k >= 1 && k <= len(b.Filled) {
			cells[k] = c + 1
		}
	}
	var path strings.Builder
	for k := 1; k <= len(b.Filled); k++ {
		switch {
		case cells[k] == 0:
		case cells[k-1] > 0:
			path.WriteString(b.stepTo(h, cells[k-1]-1, cells[k]-1))
		case cells[k+1] > 0:
			path.WriteString("M" + at(b.Middle(cells[k]-1)))
		}
	}
	if first, last := cells[1], cells[len(b.Filled)]; h.Closed() && first > 0 && last > 0 && first != last {
		path.WriteString(lines(b.Step(h, last-1, first-1)))
	}
	class := "route"
	if layout.HasLongSteps(h) {
		class += " fine"
	}
	b.add(`<path class="%s" d="%s"/>`+"\n", class, path.String())
	for _, k := range slices.Compact([]int{1, len(b.Filled)}) {
		if cells[k] > 0 {
			m := b.Middle(cells[k] - 1)
			b.add(`<circle class="end" cx="%s" cy="%s" r="14.4"/>`+"\n", number(m.X*cellSize), number(m.Y*cellSize))
		}
	}
}

// stepTo continues a path from cell c to cell d.
func (b board) stepTo(h *puzzle.Hidoku, c, d int) string {
	steps := b.Step(h, c, d)
	if len(steps) == 1 {
		return "L" + at(steps[0].To)
	}
	return "L" + at(steps[0].To) + "M" + at(steps[1].From) + "L" + at(steps[1].To)
}

// outline adds the outline of the board.
func (b board) outline() {
	b.sides("outline", func(_, other int) bool { return other < 0 })
}

// sides adds the sides of cells on which between reports true. Its second cell is -1 where
// there is none.
func (b board) sides(class string, between func(cell, other int) bool) {
	var path strings.Builder
	for c := range b.Board.Len() {
		corners := b.Corners(c, 0)
		for side, other := range b.Across(c) {
			if between(c, other) {
				path.WriteString("M" + at(corners[side]) + "L" + at(corners[(side+1)%len(corners)]))
			}
		}
	}
	b.add(`<path class="%s" d="%s"/>`+"\n", class, path.String())
}

// numbers adds the clues, and the other values of a filled board.
func (b board) numbers(q puzzle.Numbered) {
	for c := range b.Board.Len() {
		value, class := shownOn(q, c), "number given"
		if b.Filled != nil && (value == puzzle.Empty || value != q.Clue(c) && b.Filled[c] != puzzle.Empty) { // a rank gives way to the number
			value, class = b.Filled[c], "number"
		}
		if value != puzzle.Empty {
			b.text(class, fmt.Sprintf(` data-at="%s"`, b.Board.Name(c)), b.Middle(c), textSize, 0.76, q.Label(c, value))
		}
	}
}

// sums adds the sums of the lines of a magic board.
func (b board) sums() {
	if q, isMagic := b.Puzzle.(*puzzle.Magic); isMagic {
		if q.Form() == puzzle.Jodici {
			return // the sums of a wheel are always the same, and it has no margin
		}
		for _, sum := range layout.Sums(q, b.Filled) {
			b.text("sum", "", sum.At, sumSize, layout.SumSpace*0.85, sum.Text)
		}
	}
}

// through adds the lines of a list that have no sum beside the board.
func (b board) through() {
	q, isMagic := b.Puzzle.(*puzzle.Magic)
	if !isMagic {
		return
	}
	for _, path := range layout.Through(q) {
		b.add(`<path class="through" d="%s"/>`+"\n", strings.TrimSuffix(polygon(path), "z"))
	}
}

// stones adds the stones on a draughtboard. A colour belongs to the number of a stone, so
// a stone has the same one in all pictures of a puzzle.
func (b board) stones(q *puzzle.Draughtboard) {
	if b.Filled == nil {
		return
	}
	for s, cells := range layout.CellsOfStones(q, b.Filled) {
		if len(cells) == 0 {
			continue
		}
		b.add(`<g class="stone s%d" data-stone="%s">`+"\n", s%stoneColours, q.Name(s+1))
		var face strings.Builder
		for _, c := range cells {
			face.WriteString(polygon(b.Corners(c, 0)))
		}
		b.add(`<path class="face" d="%s"/>`+"\n", face.String())
		b.sides("edge", func(c, other int) bool {
			return layout.StoneOn(b.Filled, c) == s && (other < 0 || layout.StoneOn(b.Filled, other) != s)
		})
		b.text("name", "", b.Middle(b.NameCell(cells)), textSize, 0.76, q.Name(s+1))
		b.add("</g>\n")
	}
	for c, value := range b.Filled {
		if row, col := b.Board.Pos(c); value == puzzle.Bare && b.labelAt(row, col) == "" {
			b.text("label", fmt.Sprintf(` data-bare="%s"`, b.Board.Name(c)), b.Middle(c), sumSize, 0.76, bareSign)
		}
	}
}

// bareSign stands on a cell that stays bare.
const bareSign = "×"

// stoneColours is the number of colours of stones in the style sheet.
const stoneColours = 21

// loose adds a stone that lies beside the board, with its name on it. Below it stands how
// often it is used.
func (d *document) loose(l layout.LooseStone) {
	d.add(`<g class="loose s%d" data-stone="%s" data-count="%d" transform="translate(%s)">`+"\n", l.Index%stoneColours, l.Name, l.Alike, at(l.At))
	for _, c := range l.Stone.Cells() {
		d.add(`<path class="cell%s" d="%s"/>`+"\n", squareClass(c.Colour), polygon(layout.CellCorners(c)))
	}
	var edge strings.Builder
	for _, side := range l.Sides() {
		edge.WriteString("M" + at(side[0]) + "L" + at(side[1]))
	}
	d.add(`<path class="edge" d="%s"/>`+"\n", edge.String())
	d.text("name", "", l.NameAt(), textSize, 0.8, l.Name)
	if l.Use != "" {
		width, height := layout.Extent(l.Stone)
		d.text("sum", "", layout.At(width/2, height+0.3), 16, width+layout.Gap, l.Use)
	}
	d.add("</g>\n")
}

// polygon returns a closed path through corners.
func polygon(corners []layout.Point) string {
	var path strings.Builder
	for i, p := range corners {
		path.WriteString("ML"[min(i, 1):min(i, 1)+1] + at(p))
	}
	return path.String() + "z"
}
