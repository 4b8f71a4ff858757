package picture

import (
	"fmt"
	"image/color"
	"strings"
	"unicode/utf8"

	"crosscut/puzzle"
)

// Labels are the texts of the header "labels:" on squares. On a square with nothing else a
// label is in the middle, on other cells above the number. A hole with a label is drawn,
// wherever it is, with light letters.
//
// The terminal shows the labels of draughtboards in the cells. It lists those of boards of
// numbers below the board.

// Sizes of labels, in cells.
const (
	labelHeight   = 0.32 // of a label that has the square to itself
	labelWidth    = 0.84
	smallLabel    = 0.2 // of a label above a number
	smallLabelTop = 0.36
)

// labelAt returns the label of the square at a place, or "".
func (g grid) labelAt(row, col int) string {
	if i := row*g.Board.Width() + col; i < len(g.labels) {
		return g.labels[i]
	}
	return ""
}

// label returns the label of a cell, or "".
func (g grid) label(cell int) string { return g.labelAt(g.Board.Pos(cell)) }

// drawLabels writes the labels. busy reports whether a cell has a number or another text.
func (g grid) drawLabels(d pen, busy func(cell int) bool) {
	if len(g.labels) == 0 {
		return
	}
	for row := range g.Board.Height() {
		for col := range g.Board.Width() {
			label, cell := g.labelAt(row, col), g.Board.Cell(row, col)
			middle := g.MiddleAt(row, col)
			switch {
			case label == "":
			case cell < 0:
				d.fill(hole, g.Around(middle, 0)...)
				d.text(paper, true, middle, labelHeight, labelWidth, label)
			case busy(cell):
				d.text(grey, false, middle.MovedBy(0, -smallLabelTop), smallLabel, g.topWidth(), label)
			default:
				d.text(color.Color(grey), false, middle, labelHeight, labelWidth, label)
			}
		}
	}
}

// topWidth returns the width for a label in the upper part of a cell. A hexagon is narrower
// there.
func (g grid) topWidth() float64 {
	if g.Hex {
		return 0.4
	}
	return labelWidth
}

// labelList returns the labels of all squares as lines of text.
func (g grid) labelList() string {
	var text strings.Builder
	for row := range g.Board.Height() {
		var labels []string
		for col := range g.Board.Width() {
			if label := g.labelAt(row, col); label != "" {
				labels = append(labels, fmt.Sprintf("c%d %s", col+1, label))
			}
		}
		if len(labels) > 0 {
			fmt.Fprintf(&text, "row %d: %s\n", row+1, strings.Join(labels, ", "))
		}
	}
	return text.String()
}

// showsNumber returns a function that reports whether a cell of a board of numbers has a
// number in it.
func (g grid) showsNumber(filled puzzle.Solution) func(cell int) bool {
	return func(cell int) bool { return filled != nil || g.clue(cell) != puzzle.Empty }
}

// noCell reports false for each cell.
func noCell(int) bool { return false }

// widestLabel returns the number of characters of the longest label, and at least 1.
func (g grid) widestLabel() int {
	widest := 1
	for _, label := range g.labels {
		widest = max(widest, utf8.RuneCountInString(label))
	}
	return widest
}

// shortLabel returns the first characters of a label, at most wide.
func shortLabel(label string, wide int) string {
	runes := []rune(label)
	return string(runes[:min(len(runes), wide)])
}
