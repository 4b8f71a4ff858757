package draughtboard

import (
	"slices"

	"crosscut/puzzle"
)

// draughtShape is the squares of one or more versions of a stone. Two versions
// that differ in colours only, such as B,X,X and X,X,B, have one shape: wherever
// both fit they cover the same cells, which is one placement and not two.
//
// The squares of a board take turns in colour, so that the colour under the first
// square says whether the colours of a version match all of them.
type draughtShape struct {
	squares          []puzzle.StoneCell // row-major, relative to the first; colours unused
	onBlack, onWhite bool               // some version fits with its first square on that colour
}

// draughtShapes returns the shapes in which stone may lie.
func draughtShapes(stone puzzle.Stone, flips bool) []draughtShape {
	versions := stone.Versions(flips)
	shapes := make([]draughtShape, 0, len(versions))
	for _, version := range versions {
		cells := version.Cells()
		same := slices.IndexFunc(shapes, func(t draughtShape) bool { return t.isOf(cells) })
		if same < 0 {
			same = len(shapes)
			shapes = append(shapes, newDraughtShape(cells))
		}
		shape := &shapes[same]
		shape.onBlack = shape.onBlack || fitsFrom(cells, puzzle.Black)
		shape.onWhite = shape.onWhite || fitsFrom(cells, puzzle.White)
	}
	return shapes
}

// newDraughtShape returns the shape of these cells.
func newDraughtShape(cells []puzzle.StoneCell) draughtShape {
	squares := make([]puzzle.StoneCell, len(cells))
	for i, c := range cells {
		squares[i] = puzzle.StoneCell{Row: c.Row - cells[0].Row, Col: c.Col - cells[0].Col}
	}
	return draughtShape{squares: squares}
}

// isOf reports whether the cells have this shape.
func (t *draughtShape) isOf(cells []puzzle.StoneCell) bool {
	for i, q := range t.squares {
		if c := cells[i]; q.Row != c.Row-cells[0].Row || q.Col != c.Col-cells[0].Col {
			return false
		}
	}
	return true
}

// fitsFrom reports whether the cells of a stone have the colours of a board with that
// colour under the first of them.
func fitsFrom(cells []puzzle.StoneCell, first puzzle.Colour) bool {
	for _, c := range cells {
		square := first
		if (c.Row-cells[0].Row+c.Col-cells[0].Col)%2 != 0 {
			square = first.Other()
		}
		if !c.Colour.Accepts(square) {
			return false
		}
	}
	return true
}

// fitsOn reports whether a version of the shape fits with its first square on that colour.
func (t *draughtShape) fitsOn(colour puzzle.Colour) bool {
	return colour == puzzle.Black && t.onBlack || colour == puzzle.White && t.onWhite
}

// place appends to cells the cells of the shape with its first square at row and
// col, ascending, and reports whether some version fits there: on cells, none of
// them in blocked, and with the board's colours. Where it does not fit, cells comes
// back as it was.
func (s *draughts) place(shape *draughtShape, row, col int, blocked []bool, cells []int32) ([]int32, bool) {
	from := len(cells)
	for _, q := range shape.squares {
		c := s.board.Cell(row+q.Row, col+q.Col)
		if c < 0 || blocked[c] {
			return cells[:from], false
		}
		cells = append(cells, int32(c))
	}
	if !shape.fitsOn(s.colours[cells[from]]) {
		return cells[:from], false
	}
	return cells, true
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
	l := newPlaceList(s)
	if fits, err := l.addAll(s); err != nil || !fits {
		return nil, false, err
	}
	if s.board.Len() > smallBoard {
		l.dropHopeless()
	}
	return l.inOrder(), true, nil
}

// placeList is the placements before they are in order.
type placeList struct {
	width, height int
	stride        int     // squares a row, with one beside the board on which nothing lies
	cellAt        []int32 // by square, from those of a row above the board to those of one below it; -1 where no cell is
	corner        puzzle.Colour
	shapes        []listedShape
	anchors       []anchor
	cells         int // of all placements
}

// listedShape is a shape of a kind: its squares, and those beside them, which are not
// set before they are needed.
type listedShape struct {
	*draughtShape
	kind     int32
	own, rim []vicinity
}

// anchor is a placement: which of the shapes, on which square its first one lies, and
// its place in the order.
type anchor struct{ shape, square, key int32 }

func newPlaceList(s *draughts) *placeList {
	l := &placeList{width: s.board.Width(), height: s.board.Height(), stride: s.board.Width() + 1, corner: s.corner}
	l.cellAt = slices.Repeat([]int32{-1}, l.stride*(l.height+2))
	for c := range s.board.Len() {
		l.cellAt[l.square(s.board.Pos(c))] = int32(c)
	}
	shapes := 0
	for k := range s.kinds {
		shapes += len(s.kinds[k].shapes)
	}
	l.shapes = make([]listedShape, 0, shapes)
	l.anchors = make([]anchor, 0, min(shapes*s.board.Len()/2, maxDraughtCells))
	return l
}

// addAll adds the placements of all kinds, and reports whether they have no more than
// [maxDraughtCells] cells.
func (l *placeList) addAll(s *draughts) (bool, error) {
	for k := range s.kinds {
		for i := range s.kinds[k].shapes {
			if err := s.r.Err(); err != nil {
				return false, err
			}
			l.add(int32(k), &s.kinds[k].shapes[i])
			if l.cells > maxDraughtCells {
				return false, nil
			}
		}
	}
	return true, nil
}

// square returns the number of a square of the board.
func (l *placeList) square(row, col int) int { return (row+1)*l.stride + col }

// keysOfSquare is how many keys a side of a square has: the middle is told in quarters.
const keysOfSquare = 4

// add adds the placements of a shape.
func (l *placeList) add(kind int32, shape *draughtShape) {
	bottom, left, right, down, across := 0, 0, 0, 0, 0
	own := make([]vicinity, len(shape.squares))
	for i, q := range shape.squares {
		own[i].distance = int32(q.Row*l.stride + q.Col)
		bottom, left, right = max(bottom, q.Row), min(left, q.Col), max(right, q.Col)
		down, across = down+q.Row, across+q.Col
	}
	middleRow, middleCol := keysOfSquare*down/len(own), keysOfSquare*(across-left*len(own))/len(own)
	fits := [2]bool{shape.fitsOn(l.corner), shape.fitsOn(l.corner.Other())}
	before := len(l.anchors)
	for row := 0; row+bottom < l.height; row++ {
		for col := -left; col+right < l.width; col++ {
			square := l.square(row, col)
			if fits[(row+col)%2] && l.onCells(square, own) {
				key := l.key(keysOfSquare*row+middleRow, keysOfSquare*(col+left)+middleCol)
				l.anchors = append(l.anchors, anchor{int32(len(l.shapes)), int32(square), key})
				l.cells += len(own)
			}
		}
	}
	if len(l.anchors) > before { // one that fits nowhere may be far larger than the board
		l.shapes = append(l.shapes, listedShape{draughtShape: shape, kind: kind, own: own})
	}
}

// onCells reports whether all of a shape lies on cells, its first square on square.
func (l *placeList) onCells(square int, own []vicinity) bool {
	for _, v := range own {
		if l.cellAt[square+int(v.distance)] < 0 {
			return false
		}
	}
	return true
}

// key returns the place in the order of what has its middle there.
func (l *placeList) key(row, col int) int32 {
	if l.width > l.height {
		return int32(col*keysOfSquare*l.height + row)
	}
	return int32(row*keysOfSquare*l.width + col)
}

// inOrder returns the placements by their keys, those with one key as they were listed.
func (l *placeList) inOrder() *draughtPlaces {
	p := &draughtPlaces{
		kind: make([]int32, len(l.anchors)), start: make([]int32, len(l.anchors)+1), cells: make([]int32, 0, l.cells),
	}
	for o, a := range l.sorted() {
		shape := &l.shapes[a.shape]
		for _, v := range shape.own {
			p.cells = append(p.cells, l.cellAt[a.square+v.distance])
		}
		p.kind[o] = shape.kind
		p.start[o+1] = int32(len(p.cells))
	}
	return p
}

// sorted returns the anchors by their keys: a counting sort.
func (l *placeList) sorted() []anchor {
	next := make([]int32, keysOfSquare*keysOfSquare*l.width*l.height+1) // where the next one with that key goes
	for _, a := range l.anchors {
		next[a.key+1]++
	}
	for key := range next[1:] {
		next[key+1] += next[key]
	}
	sorted := make([]anchor, len(l.anchors))
	for _, a := range l.anchors {
		sorted[next[a.key]] = a
		next[a.key]++
	}
	return sorted
}
