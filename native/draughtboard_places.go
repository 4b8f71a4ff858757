package native

import (
	"cmp"
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
// than [maxDraughtCells] cells.
func (s *draughts) listPlaces() (*draughtPlaces, bool, error) {
	p := &draughtPlaces{start: []int32{0}}
	for k := range s.kinds {
		for i := range s.kinds[k].shapes {
			if err := s.r.Err(); err != nil {
				return nil, false, err
			}
			shape := &s.kinds[k].shapes[i]
			for c := range s.board.Len() {
				row, col := s.board.Pos(c)
				var fits bool
				if p.cells, fits = s.place(shape, row, col, nil, p.cells); fits {
					p.kind = append(p.kind, int32(k))
					p.start = append(p.start, int32(len(p.cells)))
				}
			}
			if len(p.cells) > maxDraughtCells {
				return nil, false, nil
			}
		}
	}
	return s.sorted(p), true, nil
}

// sorted returns the placements in an order that brings those together that
// share cells: by their middle along the board's longer side. The bits of a
// cell's placements are then in few words of a bitset.
func (s *draughts) sorted(p *draughtPlaces) *draughtPlaces {
	key := make([]int64, len(p.kind))
	order := make([]int32, len(p.kind))
	for o := range order {
		order[o] = int32(o)
		along, across := 0, 0
		for _, c := range p.of(int32(o)) {
			row, col := s.board.Pos(int(c))
			if s.board.Width() > s.board.Height() {
				row, col = col, row
			}
			along += row
			across += col
		}
		size := len(p.of(int32(o)))
		key[o] = int64(along*puzzle.MaxCells/size)<<32 + int64(across*puzzle.MaxCells/size)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a, b)) })
	q := &draughtPlaces{
		kind: make([]int32, 0, len(p.kind)), start: append(make([]int32, 0, len(p.start)), 0), cells: make([]int32, 0, len(p.cells)),
	}
	for _, o := range order {
		q.kind = append(q.kind, p.kind[o])
		q.cells = append(q.cells, p.of(o)...)
		q.start = append(q.start, int32(len(q.cells)))
	}
	return q
}
