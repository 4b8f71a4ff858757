package puzzle

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"crosscut/internal/base"
)

// Colour is the colour of a stone's cell or of a board's square.
type Colour byte

// The colours.
const (
	Black     Colour = 'B'
	White     Colour = 'W'
	AnyColour Colour = 'X' // a stone's cell that fits both, or a board's corner that may be either
)

// Other returns white for black, black for white, and AnyColour for itself.
func (c Colour) Other() Colour {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return c
}

// accepts reports whether a stone's cell of colour c may lie on a square of
// colour square.
func (c Colour) accepts(square Colour) bool { return c == AnyColour || c == square }

// StoneCell is one cell of a stone.
type StoneCell struct {
	Row, Col int
	Colour   Colour
}

// Stone is a connected polyomino of coloured cells. Its cells are in row-major
// order and shifted so that the smallest row and the smallest column are 0.
type Stone struct{ cells []StoneCell }

// NewStone returns the stone of the given cells, wherever they lie. It fails when
// there are no cells or more than [MaxCells], and when two are the same. It fails when a
// colour is unknown, and when the cells are not connected by their sides.
func NewStone(cells []StoneCell) (Stone, error) {
	if len(cells) == 0 {
		return Stone{}, errors.New("a stone without cells")
	}
	if len(cells) > MaxCells {
		return Stone{}, fmt.Errorf("a stone of %d cells is too large; the most is %d cells", len(cells), MaxCells)
	}
	s := normalise(slices.Clone(cells))
	for i, cell := range s.cells {
		if cell.Colour != Black && cell.Colour != White && cell.Colour != AnyColour {
			return Stone{}, fmt.Errorf("%q is not a colour; a stone's cell is B, W or X", string(rune(cell.Colour)))
		}
		if i > 0 && cell.Row == s.cells[i-1].Row && cell.Col == s.cells[i-1].Col {
			return Stone{}, errors.New("two cells of a stone in one place")
		}
	}
	if !s.connected() {
		return Stone{}, errors.New("the cells of the stone are not connected by their sides")
	}
	return s, nil
}

// normalise returns the cells sorted and shifted to the origin. It changes the slice.
func normalise(moved []StoneCell) Stone {
	if len(moved) == 0 {
		return Stone{}
	}
	top, left := moved[0].Row, moved[0].Col
	for _, c := range moved {
		top, left = min(top, c.Row), min(left, c.Col)
	}
	for i := range moved {
		moved[i].Row -= top
		moved[i].Col -= left
	}
	base.SortStable(moved, func(a, b StoneCell) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Colour, b.Colour))
	})
	return Stone{cells: moved}
}

// connected reports whether every cell is reached from the first by sides.
func (s Stone) connected() bool {
	// A connected stone is no longer than it has cells. Asking first also catches
	// coordinates so far apart that shifting them to the origin overflowed.
	if slices.ContainsFunc(s.cells, func(c StoneCell) bool {
		return min(c.Row, c.Col) < 0 || max(c.Row, c.Col) >= len(s.cells)
	}) {
		return false
	}
	type square struct{ row, col int }
	open := make(map[square]bool, len(s.cells))
	for _, c := range s.cells {
		open[square{c.Row, c.Col}] = true
	}
	front := []square{{s.cells[0].Row, s.cells[0].Col}}
	delete(open, front[0])
	for len(front) > 0 {
		at := front[len(front)-1]
		front = front[:len(front)-1]
		for _, next := range []square{{at.row - 1, at.col}, {at.row + 1, at.col}, {at.row, at.col - 1}, {at.row, at.col + 1}} {
			if open[next] {
				delete(open, next)
				front = append(front, next)
			}
		}
	}
	return len(open) == 0
}

// Cells returns the cells. The slice must not be changed.
func (s Stone) Cells() []StoneCell { return s.cells }

// size returns the number of cells.
func (s Stone) size() int { return len(s.cells) }

// key returns a text that is the same for two stones exactly if they are equal.
func (s Stone) key() string {
	key := make([]byte, 0, 3*len(s.cells)) // enough for most stones
	for _, c := range s.cells {
		key = binary.AppendUvarint(key, uint64(c.Row))
		key = binary.AppendUvarint(key, uint64(c.Col))
		key = append(key, byte(c.Colour))
	}
	return string(key)
}

// equal reports whether s and t have the same cells, without turning.
func (s Stone) equal(t Stone) bool { return slices.Equal(s.cells, t.cells) }

// Versions returns the different ways in which the stone may lie, at most eight: itself,
// its quarter turns and, if flips are allowed, those of its mirror image. No two are
// equal.
func (s Stone) Versions(flips bool) []Stone {
	if flips {
		return s.turnedBy(0, 1, 2, 3, 4, 5, 6, 7)
	}
	return s.turnedBy(0, 1, 2, 3)
}

// turnedBy returns the different stones that some ways to turn the stone make: see
// [StoneCell.turned].
func (s Stone) turnedBy(ways ...int) []Stone {
	versions := make([]Stone, 0, len(ways))
	cells := make([]StoneCell, 0, len(ways)*len(s.cells)) // the cells of all versions
	for _, way := range ways {
		from := len(cells)
		for _, c := range s.cells {
			cells = append(cells, c.turned(way))
		}
		if t := normalise(cells[from:len(cells):len(cells)]); !slices.ContainsFunc(versions, t.equal) {
			versions = append(versions, t)
		}
	}
	return versions
}

// turned returns the cell turned about the origin by way quarters clockwise. From way 4
// on, left and right are exchanged first.
func (c StoneCell) turned(way int) StoneCell {
	if way >= 4 {
		c.Col = -c.Col
	}
	for range way % 4 {
		c.Row, c.Col = c.Col, -c.Row
	}
	return c
}

// coloured reports whether any cell has a colour of its own.
func (s Stone) coloured() bool {
	return slices.ContainsFunc(s.cells, func(c StoneCell) bool { return c.Colour != AnyColour })
}
