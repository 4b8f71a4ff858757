package generate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"crosscut/internal/base"
	"crosscut/puzzle"
)

// Shapes of boards that have names.

type shape struct {
	name  string
	value string // an example of what follows the name and a colon; "" for nothing
	sized bool   // width and height of the board are free
	hex   bool   // the board is for hexagons
	board func(value string, width, height int) (*puzzle.Board, error)
}

// shapes has the shapes in the order in which help texts list them.
var shapes = []shape{
	{"hexagon", "4", false, true, func(side string, _, _ int) (*puzzle.Board, error) { return hexagon(side) }},
	{"ring", "", true, false, carved("ring", inRing)},
	{"cross", "", true, false, carved("cross", inCross)},
	{"diamond", "", true, false, carved("diamond", inDiamond)},
}

// ErrNoShape is the error of [Shape] for a text that does not begin with the name of a shape.
var ErrNoShape = errors.New("no such shape")

// Shapes returns the shapes as help texts list them. Examples stand for sides and texts:
// "hexagon:4", "ring".
func Shapes() []string {
	var names []string
	for _, s := range shapes {
		names = append(names, s.example())
	}
	return names
}

func (s shape) example() string {
	if s.value == "" {
		return s.name
	}
	return s.name + ":" + s.value
}

// Outline is a board of a [Shape].
type Outline struct {
	Board *puzzle.Board
	Sized bool // width and height of the board are free
	Hex   bool // the board is for hexagons
}

// Shape returns the board of a shape: "hexagon:4" with four cells on each side, "ring",
// "cross" or "diamond".
// Every board is in one part, for each kind of moves.
// width and height hold for a ring, a cross and a diamond. They are ignored for the others.
//
// Shape returns [ErrNoShape] for another name, and an error for a shape that does not exist.
func Shape(text string, width, height int) (Outline, error) {
	name, value, valued := strings.Cut(text, ":")
	for _, s := range shapes {
		if s.name != name {
			continue
		}
		if valued != (s.value != "") {
			return Outline{}, fmt.Errorf("the shape %s; it is written as in %s", text, s.example())
		}
		board, err := s.board(value, width, height)
		return Outline{board, s.sized, s.hex}, err
	}
	return Outline{}, fmt.Errorf("%w: %.40q; it is %s", ErrNoShape, text, base.Choice(Shapes()))
}

func hexagon(text string) (*puzzle.Board, error) {
	side, err := strconv.Atoi(text)
	if err != nil || side < 2 || side > puzzle.MaxCells {
		return nil, fmt.Errorf("the shape hexagon:%s; the side is a number of cells from 2, as in hexagon:4", text)
	}
	return puzzle.NewBoard(2*side-1, 2*side-1, func(row, col int) bool {
		away := max(side-1-row, row-side+1) // from the middle row
		// A row is away/2 cells in from the left. Odd rows are half a cell further right
		// already. If the middle row is odd, every row begins half a cell later.
		first := (away + (side-1)%2 - row%2) / 2
		return col < first || col >= first+2*side-1-away
	})
}

// carved returns a function for the rectangles of which only some squares are cells.
func carved(name string, isCell func(width, height, row, col int) bool) func(string, int, int) (*puzzle.Board, error) {
	return func(_ string, width, height int) (*puzzle.Board, error) {
		if min(width, height) < 3 {
			return nil, fmt.Errorf("a %s of %dx%d; it is at least 3x3", name, width, height)
		}
		return puzzle.NewBoard(width, height, func(row, col int) bool { return !isCell(width, height, row, col) })
	}
}

// inRing leaves a rectangular hole in the middle. The ring is about a third of the shorter side wide.
func inRing(width, height, row, col int) bool {
	wide := min(width, height, 3*puzzle.MaxCells) / 3 // no sum of it is too large
	return min(row, height-1-row, col, width-1-col) < wide
}

// inCross leaves the corners out. The arms are about a third wide.
func inCross(width, height, row, col int) bool {
	return min(row, height-1-row) >= height/3 || min(col, width-1-col) >= width/3
}

// inDiamond leaves a square that stands on a corner.
func inDiamond(width, height, row, col int) bool {
	dx, dy := max(2*col-width+1, width-1-2*col), max(2*row-height+1, height-1-2*row) // twice the distance from the middle
	return dx*height+dy*width <= width*height
}
