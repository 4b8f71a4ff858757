package show

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// board draws the board of a picture, one layer on the other. Its origin is the top left
// corner of the board.
type board struct {
	canvas
	grid
	Picture
	marked []int // ascending
}

func newBoard(c canvas, p Picture) board {
	return board{canvas: c, grid: gridOf(p.Puzzle), Picture: p, marked: slices.Compact(slices.Sorted(slices.Values(p.Marked)))}
}

func (b board) draw() {
	b.cells()
	switch q := b.Puzzle.(type) {
	case *puzzle.Draughtboard:
		b.stones(q)
		b.outline()
		b.labels(func(c int) bool { return b.Filled != nil && isCovered(b.Filled, c) })
		b.dots()
	case puzzle.Numbered:
		b.marks()
		h, isHidoku := q.(*puzzle.Hidoku)
		if isHidoku {
			b.route(h)
			b.bridges(h)
		}
		m, isMagic := q.(*puzzle.Magic)
		if isMagic {
			b.through(m)
		}
		b.outline()
		if isHidoku {
			b.signs(h)
		}
		b.labels(func(c int) bool {
			return Shown(q, c) != puzzle.Empty || b.Filled != nil && b.Filled[c] != puzzle.Empty
		})
		b.numbers(q)
		if isMagic {
			b.sums(m)
		}
	}
}

// cells draws all squares row by row. A hole is to be seen if it has cells all around it, or a
// label.
func (b board) cells() {
	enclosed := b.EnclosedHoles()
	for row := range b.Board.Height() {
		b.Group("row", "", Point{})
		for col := range b.Board.Width() {
			if c := b.Board.Cell(row, col); c >= 0 {
				b.Path("cell"+b.kind(c), data("cell", b.Board.Name(c)), polygon(b.Corners(c, 0)))
				continue
			}
			class := "hole"
			if slices.Contains(enclosed, [2]int{row, col}) || b.labelAt(row, col) != "" {
				class += " enclosed"
			}
			b.Path(class, data("hole", fmt.Sprintf("r%dc%d", row+1, col+1)), polygon(b.Around(b.MiddleAt(row, col), 0)))
		}
		b.End()
	}
}

func data(name, value string) string { return fmt.Sprintf(` data-%s="%s"`, name, value) }

// kind returns the further classes of a cell.
func (b board) kind(cell int) (classes string) {
	if q, isDraughtboard := b.Puzzle.(*puzzle.Draughtboard); isDraughtboard {
		classes = squareClass(squareAt(q, cell, cornerOf(q, b.Filled)))
	} else if b.shown(cell) != puzzle.Empty {
		classes = " clue"
	}
	if b.isMarked(cell) {
		classes += " marked"
	}
	return classes
}

func (b board) isMarked(cell int) bool {
	_, found := slices.BinarySearch(b.marked, cell)
	return found
}

// shown returns what the picture shows on a cell of the puzzle as it is given: [puzzle.Empty] on a
// draughtboard.
func (b board) shown(cell int) int {
	if q, isNumbered := b.Puzzle.(puzzle.Numbered); isNumbered {
		return Shown(q, cell)
	}
	return puzzle.Empty
}

// marks draws a frame in each marked cell. Thus marks are more than a colour.
func (b board) marks() {
	for _, c := range b.marked {
		b.Path("mark", "", polygon(b.Corners(c, 0.14)))
	}
}

func (b board) outline() {
	b.sides("outline", func(_, other int) bool { return other < 0 })
}

// sides draws the sides of cells on which between reports true. Its second cell is -1 where
// there is none.
func (b board) sides(class string, between func(cell, other int) bool) {
	var lines []Line
	for c := range b.Board.Len() {
		corners := b.Corners(c, 0)
		for side, other := range b.Across(c) {
			if between(c, other) {
				lines = append(lines, Line{Points: []Point{corners[side], corners[(side+1)%len(corners)]}})
			}
		}
	}
	b.Path(class, "", lines...)
}

// numbers writes the clues, and the other values of a filled board. A path whose clues are in order is
// a line, and its cells keep their ranks.
func (b board) numbers(q puzzle.Numbered) {
	h, isHidoku := q.(*puzzle.Hidoku)
	isLine := isHidoku && h.Ranked()
	for c := range b.Board.Len() {
		value, class := Shown(q, c), "number given"
		if b.Filled != nil && value == puzzle.Empty && !isLine {
			value, class = b.Filled[c], "number"
		}
		if value != puzzle.Empty {
			b.Text(class, data("at", b.Board.Name(c)), Words{b.Middle(c), textSize, 0.76, q.Label(c, value)})
		}
	}
}

// Shown returns what a picture of the puzzle as it is given shows on a cell: its clue or
// its rank.
func Shown(p puzzle.Numbered, cell int) int {
	if h, isHidoku := p.(*puzzle.Hidoku); isHidoku && h.Ranked() {
		if i := slices.Index(h.Rules().Order, cell); i >= 0 {
			return i + 1
		}
		return puzzle.Empty
	}
	return p.Clue(cell)
}
