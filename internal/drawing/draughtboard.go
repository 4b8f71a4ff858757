package drawing

import (
	"fmt"

	"crosscut/puzzle"
)

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

// dots draws a dot in a corner of each marked cell. A frame or a fill would hide the colours
// of stones.
func (b board) dots() {
	for _, c := range b.marked {
		b.Circle("dot", b.Middle(c).MovedBy(0.3, -0.3), 0.1125)
	}
}

// stones draws the stones on a draughtboard. A colour belongs to the number of a stone, so
// a stone has the same one in all pictures of a puzzle.
func (b board) stones(q *puzzle.Draughtboard) {
	if b.Filled == nil {
		return
	}
	for s, cells := range cellsOfStones(q, b.Filled) {
		if len(cells) == 0 {
			continue
		}
		b.Group(fmt.Sprintf("stone s%d", s%stoneColours), data("stone", q.Name(s+1)), Point{})
		var face []Line
		for _, c := range cells {
			face = append(face, polygon(b.Corners(c, 0)))
		}
		b.Path("face", "", face...)
		b.sides("edge", func(c, other int) bool {
			return stoneOn(b.Filled, c) == s && (other < 0 || stoneOn(b.Filled, other) != s)
		})
		b.Text("name", "", b.Middle(b.NameCell(cells)), textSize, 0.76, q.Name(s+1))
		b.End()
	}
	for c, value := range b.Filled {
		if row, col := b.Board.Pos(c); value == puzzle.Bare && b.labelAt(row, col) == "" {
			b.Text("label", data("bare", b.Board.Name(c)), b.Middle(c), sumSize, 0.76, bareSign)
		}
	}
}

// bareSign stands on a cell that stays bare.
const bareSign = "×"

// stoneColours is the number of colours of stones in the style sheet.
const stoneColours = 21

// drawLoose draws a stone that lies beside the board, with its name on it. Below it stands how
// often it is used.
func drawLoose(to Canvas, l looseStone) {
	to.Group(fmt.Sprintf("loose s%d", l.Index%stoneColours), data("stone", l.Name)+data("count", fmt.Sprint(l.Alike)), l.At)
	for _, c := range l.Stone.Cells() {
		to.Path("cell"+squareClass(c.Colour), "", polygon(cellCorners(c)))
	}
	var edge []Line
	for _, side := range l.Sides() {
		edge = append(edge, Line{Points: side[:]})
	}
	to.Path("edge", "", edge...)
	to.Text("name", "", l.NameAt(), textSize, 0.8, l.Name)
	if l.Use != "" {
		width, height := extentOf(l.Stone)
		to.Text("sum", "", At(width/2, height+0.3), useSize, width+gap, l.Use)
	}
	to.End()
}

// useSize is the size of the text that says how often a stone is used.
const useSize = 0.4
