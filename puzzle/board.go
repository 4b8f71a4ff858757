package puzzle

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Board is a rectangle of squares, each a cell or a hole. Cells are numbered
// from 0 in row-major order; rows and columns count from 0 in the code and from
// 1 in names such as "r4c2". A Board is immutable.
type Board struct {
	width, height int
	cellAt        []int32 // square (row-major) to cell, -1 for a hole
	squareOf      []int32 // cell to square
}

// NewBoard returns a board of the given size. hole(row, col) reports whether a square is
// a hole; with a nil hole there are none. NewBoard fails when the size is not
// positive or above [MaxCells], or when no cell is left.
func NewBoard(width, height int, hole func(row, col int) bool) (*Board, error) {
	if width < 1 || height < 1 {
		return nil, fmt.Errorf("a board of %dx%d squares; both must be at least 1", width, height)
	}
	if width > MaxCells/height {
		return nil, fmt.Errorf("a board of %dx%d squares is too large; the most is %d squares", width, height, MaxCells)
	}
	squares := make([]int32, 2*width*height)
	b := &Board{width: width, height: height, cellAt: squares[: width*height : width*height], squareOf: squares[width*height:][:0]}
	for square := range b.cellAt {
		b.cellAt[square] = -1
		if hole == nil || !hole(square/width, square%width) {
			b.cellAt[square] = int32(len(b.squareOf))
			b.squareOf = append(b.squareOf, int32(square))
		}
	}
	if len(b.squareOf) == 0 {
		return nil, errors.New("the board has no cells, only holes")
	}
	return b, nil
}

// Width returns the number of columns, holes included.
func (b *Board) Width() int { return b.width }

// Height returns the number of rows, holes included.
func (b *Board) Height() int { return b.height }

// Len returns the number of cells.
func (b *Board) Len() int { return len(b.squareOf) }

// Cell returns the cell at row and col, counted from 0, or -1 for a hole and
// for a place outside the board.
func (b *Board) Cell(row, col int) int {
	if row < 0 || row >= b.height || col < 0 || col >= b.width {
		return -1
	}
	return int(b.cellAt[row*b.width+col])
}

// Pos returns row and column of a cell, counted from 0.
func (b *Board) Pos(cell int) (row, col int) {
	square := int(b.squareOf[cell])
	return square / b.width, square % b.width
}

// Name returns the name of a cell, "r4c2" for the second square of the fourth row.
func (b *Board) Name(cell int) string {
	row, col := b.Pos(cell)
	return fmt.Sprintf("r%dc%d", row+1, col+1)
}

// Draw returns the board as aligned rows of labels with commas between them. Holes are
// "#", or "##" if labels are wider.
func (b *Board) Draw(label func(cell int) string) string {
	var room [2 * 64]byte // most boards fit in, and then only the result is allocated
	return string(b.appendDrawn(room[:0], label))
}

// appendDrawn appends what Draw returns to text.
func (b *Board) appendDrawn(text []byte, label func(cell int) string) []byte {
	if narrow, ok := b.appendNarrow(text, label); ok {
		return narrow
	}
	var room [64]string // most boards fit in, and then the labels are on the stack
	labels := room[:]
	if b.width*b.height > len(labels) {
		labels = make([]string, b.width*b.height)
	}
	labels = labels[:b.width*b.height]
	widest := 1
	for square, cell := range b.cellAt {
		if cell >= 0 {
			labels[square] = label(int(cell))
			widest = max(widest, runeCount(labels[square]))
		}
	}
	hole := "#"
	if widest > 1 || b.width == 1 { // in the text format a lone "#" is a comment, and a lone "##" is a row
		hole, widest = "##", max(widest, 2)
	}
	for square, cell := range b.cellAt {
		if cell < 0 {
			labels[square] = hole
		}
	}
	return append(text, drawSquares(labels, b.width, widest)...)
}

// appendNarrow is appendDrawn for labels of one byte each, and takes half of the time. It
// reports false when it meets another label.
func (b *Board) appendNarrow(text []byte, label func(cell int) string) ([]byte, bool) {
	column := 0
	for _, cell := range b.cellAt {
		square := byte('#')
		if cell >= 0 {
			s := label(int(cell))
			if len(s) != 1 {
				return nil, false
			}
			square = s[0]
		}
		text = append(text, square, ',')
		if column++; column == b.width {
			text[len(text)-1], column = '\n', 0
		}
	}
	return text, b.width > 1
}

// drawSquares returns rows of texts with commas between them. Texts shorter than widest
// characters are aligned to the right.
func drawSquares(shown []string, width, widest int) string {
	var text strings.Builder
	text.Grow((widest + 1) * len(shown))
	for square, s := range shown {
		if square%width > 0 {
			text.WriteByte(',')
		}
		for range widest - runeCount(s) {
			text.WriteByte(' ')
		}
		text.WriteString(s)
		if square%width == width-1 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

// runeCount is [utf8.RuneCountInString], and faster for labels of one character.
func runeCount(s string) int {
	if len(s) <= 1 {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// Format returns values, one per cell of p, as text: rows that package text
// reads back. A value may be [Empty], and one that is missing is shown as such. The text
// is empty for a puzzle that [Validate] refuses.
func Format(p Puzzle, values []int) string {
	var room [2 * 64]byte
	return string(appendFormat(room[:0], p, values))
}

// appendFormat appends what [Format] returns to text.
func appendFormat(text []byte, p Puzzle, values []int) []byte {
	if Validate(p) != nil {
		return text
	}
	return p.Board().appendDrawn(text, func(cell int) string {
		if cell >= len(values) {
			return p.Label(cell, Empty)
		}
		return p.Label(cell, values[cell])
	})
}
