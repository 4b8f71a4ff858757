package draughtboard

import (
	"slices"

	"crosscut/puzzle"
)

// stoneShape is the squares of one or more versions of a stone. Two versions that
// differ in colours only, such as B,X,X and X,X,B, have one shape. Wherever both fit,
// they cover the same cells. So they are one placement, not two.
//
// Neighbouring squares of a board differ in colour. So the colour under the first
// square decides whether the colours of a version match all squares.
type stoneShape struct {
	squares          []puzzle.StoneCell // row-major, relative to the first; colours unused
	onBlack, onWhite bool               // whether some version fits with its first square on that colour
}

// shapesOf returns the shapes of a stone that may lie in these ways.
func shapesOf(versions []puzzle.Stone) []stoneShape {
	shapes := make([]stoneShape, 0, len(versions))
	for _, version := range versions {
		cells := version.Cells()
		same := slices.IndexFunc(shapes, func(t stoneShape) bool { return t.isOf(cells) })
		if same < 0 {
			same = len(shapes)
			shapes = append(shapes, newStoneShape(cells))
		}
		shape := &shapes[same]
		shape.onBlack = shape.onBlack || fitsFrom(cells, puzzle.Black)
		shape.onWhite = shape.onWhite || fitsFrom(cells, puzzle.White)
	}
	return shapes
}

func newStoneShape(cells []puzzle.StoneCell) stoneShape {
	squares := make([]puzzle.StoneCell, len(cells))
	for i, c := range cells {
		squares[i] = puzzle.StoneCell{Row: c.Row - cells[0].Row, Col: c.Col - cells[0].Col}
	}
	return stoneShape{squares: squares}
}

func (t *stoneShape) isOf(cells []puzzle.StoneCell) bool {
	for i, q := range t.squares {
		if c := cells[i]; q.Row != c.Row-cells[0].Row || q.Col != c.Col-cells[0].Col {
			return false
		}
	}
	return true
}

// fitsFrom reports whether the colours of a stone match a board. first is the board's
// colour under the first cell of the stone.
func fitsFrom(cells []puzzle.StoneCell, first puzzle.Colour) bool {
	for _, c := range cells {
		square := first
		if (c.Row-cells[0].Row+c.Col-cells[0].Col)%2 != 0 {
			square = first.Other()
		}
		if c.Colour != puzzle.AnyColour && c.Colour != square {
			return false
		}
	}
	return true
}

// fitsOn reports whether a version of the shape fits with its first square on that
// colour.
func (t *stoneShape) fitsOn(colour puzzle.Colour) bool {
	return colour == puzzle.Black && t.onBlack || colour == puzzle.White && t.onWhite
}

// place appends to cells the cells of the shape with its first square at row and col,
// ascending. It reports whether some version fits there: on cells, none of them in
// blocked, and with the board's colours. Where none fits, cells is returned unchanged.
func (s *colouring) place(shape *stoneShape, row, col int, blocked []bool, cells []int32) ([]int32, bool) {
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

// placements are all placements, flat: placement o is a stone of kind kind[o] on
// cells[start[o]:start[o+1]].
type placements struct {
	kind  []int32
	start []int32
	cells []int32
}

func (p *placements) of(o int32) []int32 { return p.cells[p.start[o]:p.start[o+1]] }

// keep leaves out the placements that are not wanted.
func (p *placements) keep(wanted func(o int32) bool) {
	kept, end := 0, int32(0) // how many are kept, and their cells
	for o, k := range p.kind {
		if !wanted(int32(o)) {
			continue
		}
		end += int32(copy(p.cells[end:], p.of(int32(o))))
		p.kind[kept] = k
		kept++
		p.start[kept] = end
	}
	p.kind, p.start, p.cells = p.kind[:kept], p.start[:kept+1], p.cells[:end]
}

// listPlacements returns the placements of all kinds, or false when they have more than
// [maxPlacementCells] cells. Their order keeps together placements that share cells: by
// their middle along the board's longer side, then across it. So the bits of a cell's
// placements are in few words of a bitset.
func (s *colouring) listPlacements() (*placements, bool, error) {
	l := newPlacementList(s)
	if fits, err := l.addAll(s); err != nil || !fits {
		return nil, false, err
	}
	return l.inOrder(), true, nil
}

// placementList is the placements before they are in order.
type placementList struct {
	width, height int
	stride        int     // squares in a row, with one beside the board on which nothing lies
	cellAt        []int32 // by square, from the row above the board to the row below it; -1 where there is no cell
	corner        puzzle.Colour
	shapes        []listedShape
	anchors       []anchor
	cells         int // number of cells of all placements together
}

// listedShape is a shape of a kind, and the distances of its squares from the first one.
type listedShape struct {
	*stoneShape
	kind int32
	own  []int32
}

// anchor is a placement: its shape, the square of its first cell, and its key in the
// order.
type anchor struct{ shape, square, key int32 }

func newPlacementList(s *colouring) *placementList {
	l := &placementList{width: s.board.Width(), height: s.board.Height(), stride: s.board.Width() + 1, corner: s.corner}
	l.cellAt = slices.Repeat([]int32{-1}, l.stride*(l.height+2))
	for c := range s.board.Len() {
		l.cellAt[l.square(s.board.Pos(c))] = int32(c)
	}
	shapes := 0
	for k := range s.kinds {
		shapes += len(s.kinds[k].shapes)
	}
	l.shapes = make([]listedShape, 0, shapes)
	l.anchors = make([]anchor, 0, min(shapes*s.board.Len()/2, maxPlacementCells))
	return l
}

// addAll adds the placements of all kinds. It reports whether they have at most
// [maxPlacementCells] cells.
func (l *placementList) addAll(s *colouring) (bool, error) {
	for k := range s.kinds {
		for i := range s.kinds[k].shapes {
			if err := s.r.Err(); err != nil {
				return false, err
			}
			l.add(int32(k), &s.kinds[k].shapes[i])
			if l.cells > maxPlacementCells {
				return false, nil
			}
		}
	}
	return true, nil
}

// square returns the number of a square of the board.
func (l *placementList) square(row, col int) int { return (row+1)*l.stride + col }

func (l *placementList) add(kind int32, shape *stoneShape) {
	bottom, left, right, down, across := 0, 0, 0, 0, 0
	own := make([]int32, len(shape.squares))
	for i, q := range shape.squares {
		own[i] = int32(q.Row*l.stride + q.Col)
		bottom, left, right = max(bottom, q.Row), min(left, q.Col), max(right, q.Col)
		down, across = down+q.Row, across+q.Col
	}
	middleRow, middleCol := keysOfSquare*down/len(own), keysOfSquare*(across-left*len(own))/len(own)
	fits := [2]bool{shape.fitsOn(l.corner), shape.fitsOn(l.corner.Other())}
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
	l.shapes = append(l.shapes, listedShape{stoneShape: shape, kind: kind, own: own})
}

// onCells reports whether a shape with its first square on square lies on cells only.
func (l *placementList) onCells(square int, own []int32) bool {
	for _, distance := range own {
		if l.cellAt[square+int(distance)] < 0 {
			return false
		}
	}
	return true
}

// key returns the key of a placement whose middle is there. Placements are sorted by
// their keys.
func (l *placementList) key(row, col int) int32 {
	if l.width > l.height {
		return int32(col*keysOfSquare*l.height + row)
	}
	return int32(row*keysOfSquare*l.width + col)
}

// inOrder returns the placements by their keys. Those with the same key stay as they
// were listed.
func (l *placementList) inOrder() *placements {
	p := &placements{
		kind: make([]int32, len(l.anchors)), start: make([]int32, len(l.anchors)+1), cells: make([]int32, 0, l.cells),
	}
	for o, a := range l.sorted() {
		shape := &l.shapes[a.shape]
		for _, distance := range shape.own {
			p.cells = append(p.cells, l.cellAt[a.square+distance])
		}
		p.kind[o] = shape.kind
		p.start[o+1] = int32(len(p.cells))
	}
	return p
}

// sorted returns the anchors by their keys: a counting sort.
func (l *placementList) sorted() []anchor {
	next := make([]int32, keysOfSquare*keysOfSquare*l.width*l.height+1) // per key, the index for the next anchor with that key
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
