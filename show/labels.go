package show

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// labelAt returns the label of the square at a place, or "".
func (b board) labelAt(row, col int) string {
	if i := row*b.Board.Width() + col; i < len(b.Labels) {
		return b.Labels[i]
	}
	return ""
}

// labels writes the labels of squares. A label is small and above the middle of a cell if busy
// reports that the cell has a number or a stone.
func (b board) labels(busy func(cell int) bool) {
	const size, small, width = 0.325, 0.2, 0.84
	smallWidth := width
	if b.Hex { // a hexagon is narrower above its middle
		smallWidth = 0.4
	}
	for row := range b.Board.Height() {
		for col := range b.Board.Width() {
			label, cell, middle := b.labelAt(row, col), b.Board.Cell(row, col), b.MiddleAt(row, col)
			switch {
			case label == "":
			case cell < 0:
				b.Text("label bright", "", Words{middle, size, width, label})
			case busy(cell):
				b.Text("label", "", Words{middle.MovedBy(0, -0.36), small, smallWidth, label})
			default:
				b.Text("label", "", Words{middle, size, width, label})
			}
		}
	}
}

// labelList returns the labels of all squares as lines of text.
func (b board) labelList() string {
	var text strings.Builder
	for row := range b.Board.Height() {
		var labels []string
		for col := range b.Board.Width() {
			if label := b.labelAt(row, col); label != "" {
				labels = append(labels, fmt.Sprintf("c%d %s", col+1, label))
			}
		}
		if len(labels) > 0 {
			fmt.Fprintf(&text, "row %d: %s\n", row+1, strings.Join(labels, ", "))
		}
	}
	return text.String()
}

// widestLabel returns the number of characters of the longest label, and at least 1.
func (b board) widestLabel() int {
	widest := 1
	for _, label := range b.Labels {
		widest = max(widest, utf8.RuneCountInString(label))
	}
	return widest
}

// shortLabel returns the first characters of a label, at most wide.
func shortLabel(label string, wide int) string {
	runes := []rune(label)
	return string(runes[:min(len(runes), wide)])
}
