package native

import (
	"slices"

	"crosscut/puzzle"
)

// draughtShape is the squares of one or more versions of a stone. Two versions
// that differ in colours only, such as B,X,X and X,X,B, have one shape: wherever
// both fit they cover the same cells, which is one placement and not two.
type draughtShape struct {
	squares  []puzzle.StoneCell // row-major, relative to the first; colours unused
	versions [][]puzzle.Colour  // per version, a colour per square
}

// draughtShapes returns the shapes in which stone may lie.
func draughtShapes(stone puzzle.Stone, flips bool) []draughtShape {
	var shapes []draughtShape
	for _, version := range stone.Versions(flips) {
		squares := slices.Clone(version.Cells())
		colours := make([]puzzle.Colour, len(squares))
		top, left := squares[0].Row, squares[0].Col
		for i, c := range squares {
			colours[i] = c.Colour
			squares[i] = puzzle.StoneCell{Row: c.Row - top, Col: c.Col - left}
		}
		same := slices.IndexFunc(shapes, func(t draughtShape) bool { return slices.Equal(t.squares, squares) })
		if same < 0 {
			same = len(shapes)
			shapes = append(shapes, draughtShape{squares: squares})
		}
		shapes[same].versions = append(shapes[same].versions, colours)
	}
	return shapes
}

// place appends to cells the cells of the shape with its first square at row and
// col, ascending, and reports whether some version fits there: on cells, none of
// them in blocked (which may be nil), and with the board's colours. Where it
// does not fit, cells comes back as it was.
func (s *draughts) place(shape *draughtShape, row, col int, blocked []bool, cells []int32) ([]int32, bool) {
	from := len(cells)
	for _, q := range shape.squares {
		c := s.board.Cell(row+q.Row, col+q.Col)
		if c < 0 || blocked != nil && blocked[c] {
			return cells[:from], false
		}
		cells = append(cells, int32(c))
	}
	for _, colours := range shape.versions {
		if s.colourMatch(colours, cells[from:]) {
			return cells, true
		}
	}
	return cells[:from], false
}

// colourMatch reports whether colours, one per cell, match the board's.
func (s *draughts) colourMatch(colours []puzzle.Colour, cells []int32) bool {
	for i, c := range cells {
		if !colours[i].Accepts(s.colours[c]) {
			return false
		}
	}
	return true
}

// draughtPlaces are all placements, flat: placement o is a stone of kind
// kind[o] on cells[start[o]:start[o+1]].
type draughtPlaces struct {
	kind  []int32
	start []int32
	cells []int32
}

// of returns the cells of placement o.
func (p *draughtPlaces) of(o int32) []int32 { return p.cells[p.start[o]:p.start[o+1]] }

// maxDraughtCells bounds the cells of all placements together, 4 MB of them.
const maxDraughtCells = 1 << 20

// listPlaces returns the placements of all kinds, or false when they have more
// than [maxDraughtCells] cells. They come in an order that brings those together that
// share cells: by their middle along the board's longer side, then across it. The bits
// of a cell's placements are then in few words of a bitset.
func (s *draughts) listPlaces() (*draughtPlaces, bool, error) {
	a := &draughtAnchors{cellAt: s.squareCells(), width: s.board.Width(), height: s.board.Height()}
	cells := 0
	for k := range s.kinds {
		for i := range s.kinds[k].shapes {
			if err := s.r.Err(); err != nil {
				return nil, false, err
			}
			shape := &s.kinds[k].shapes[i]
			fits := [2]bool{s.fitsFrom(shape, s.corner), s.fitsFrom(shape, s.corner.Other())}
			cells += len(shape.squares) * a.add(int32(k), shape, fits)
			if cells > maxDraughtCells {
				return nil, false, nil
			}
		}
	}
	return a.placements(cells), true, nil
}

// squareCells returns the cell of each square of the board, -1 for a hole.
func (s *draughts) squareCells() []int32 {
	cellAt := slices.Repeat([]int32{-1}, s.board.Width()*s.board.Height())
	for c := range s.board.Len() {
		row, col := s.board.Pos(c)
		cellAt[row*s.board.Width()+col] = int32(c)
	}
	return cellAt
}

// fitsFrom reports whether some version of the shape has the board's colours where
// its first square is on that colour.
func (s *draughts) fitsFrom(shape *draughtShape, first puzzle.Colour) bool {
	return slices.ContainsFunc(shape.versions, func(colours []puzzle.Colour) bool {
		for i, q := range shape.squares {
			square := first
			if (q.Row+q.Col)%2 != 0 {
				square = first.Other()
			}
			if !colours[i].Accepts(square) {
				return false
			}
		}
		return true
	})
}

// draughtAnchors are placements that are not yet in order.
type draughtAnchors struct {
	cellAt        []int32 // by square, row times width plus column
	width, height int

	shapes []anchoredShape
	shape  []int32 // by placement: the index in shapes
	square []int32 // of the first square of the shape

	// The middle along the board's longer side and across it, in eighths of a square.
	along, across []int32
}

// anchoredShape is a shape of a kind, its squares as distances from the first one, in
// the numbering of the board's squares.
type anchoredShape struct {
	kind     int32
	distance []int32
}

// add adds the placements of the shape, which has the board's colours from a first
// square in the colour of the board's first one, and in the other colour, if fits says
// so. It returns how many they are.
func (a *draughtAnchors) add(kind int32, shape *draughtShape, fits [2]bool) int {
	before := len(a.square)
	distance := make([]int32, len(shape.squares))
	bottom, left, right, down, across := 0, 0, 0, 0, 0
	for i, q := range shape.squares {
		distance[i] = int32(q.Row*a.width + q.Col)
		bottom, left, right = max(bottom, q.Row), min(left, q.Col), max(right, q.Col)
		down, across = down+q.Row, across+q.Col
	}
	size := len(distance)
	for row := 0; row+bottom < a.height; row++ {
		for col := -left; col+right < a.width; col++ {
			square := row*a.width + col
			if !fits[(row+col)%2] || !a.onCells(square, distance) {
				continue
			}
			a.shape = append(a.shape, int32(len(a.shapes)))
			a.square = append(a.square, int32(square))
			a.along = append(a.along, int32(8*row+8*down/size))
			a.across = append(a.across, int32(8*(col+left)+8*(across-left*size)/size))
		}
	}
	a.shapes = append(a.shapes, anchoredShape{kind, distance})
	return len(a.square) - before
}

// onCells reports whether no square at these distances from square is a hole.
func (a *draughtAnchors) onCells(square int, distance []int32) bool {
	for _, d := range distance {
		if a.cellAt[square+int(d)] < 0 {
			return false
		}
	}
	return true
}

// placements returns the placements in order, which have so many cells.
func (a *draughtAnchors) placements(cells int) *draughtPlaces {
	first, then := a.along, a.across
	if a.width > a.height {
		first, then = then, first
	}
	order := make([]int32, len(a.square))
	for o := range order {
		order[o] = int32(o)
	}
	order = sortedBy(first, sortedBy(then, order))
	p := &draughtPlaces{
		kind: make([]int32, len(order)), start: make([]int32, len(order)+1), cells: make([]int32, 0, cells),
	}
	for i, o := range order {
		shape := &a.shapes[a.shape[o]]
		for _, d := range shape.distance {
			p.cells = append(p.cells, a.cellAt[a.square[o]+d])
		}
		p.kind[i] = shape.kind
		p.start[i+1] = int32(len(p.cells))
	}
	return p
}

// sortedBy returns order by key, equal keys as they were: a counting sort.
func sortedBy(key, order []int32) []int32 {
	if len(order) == 0 {
		return order
	}
	start := make([]int32, slices.Max(key)+2)
	for _, k := range key {
		start[k+1]++
	}
	for k := range start[1:] {
		start[k+1] += start[k]
	}
	sorted := make([]int32, len(order))
	for _, o := range order {
		sorted[start[key[o]]] = o
		start[key[o]]++
	}
	return sorted
}
