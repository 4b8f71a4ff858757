package draughtboard

import (
	"slices"

	"crosscut/puzzle"
)

// The symmetries of a board save most of the search where there are any. Let G be
// a group of maps of the board onto itself that take placements of every kind to
// placements of the same kind, and so fillings to fillings. Take a kind of which
// there is one stone, the marked one. Its placements fall into orbits under G;
// the search keeps one placement of each. Every filling has the marked stone on
// one placement q, the image g(p) of a kept one, and with one g fixed for each q
// the fillings with q are the g(f), each once, of the fillings f with p. So
// each filling found is handed out with one image for each placement in the
// orbit of its marked stone, and no filling is lost or comes twice.
//
// Where a symmetry changes every colour, it takes the fillings of one colouring to
// those of the other, one to one, and only one is searched.

// draughtImage is a symmetry of the board: the stone on c goes to the cell image[c].
type draughtImage []int32

// findImages sets keep and other.
func (s *draughts) findImages() {
	coloured, mirrors := false, true
	for _, stone := range s.p.Stones() {
		for _, c := range stone.Cells() {
			coloured = coloured || c.Colour != puzzle.AnyColour
		}
		mirrors = mirrors && (s.p.Flips() || len(stone.Versions(true)) == len(stone.Versions(false)))
	}
	for g := range 8 {
		down, right, transpose := g&1 != 0, g&2 != 0, g&4 != 0
		if mirrored := (down != right) != transpose; mirrored && !mirrors {
			continue
		}
		image := s.image(down, right, transpose)
		switch same := s.sameColours(image); {
		case image == nil:
		case !coloured || same == len(image):
			s.keep = append(s.keep, image)
		case same == 0 && s.other == nil && len(s.p.Colourings()) == 2:
			s.other = image
		}
	}
}

// sameColours counts the cells that image takes to cells of the same colour.
func (s *draughts) sameColours(image draughtImage) int {
	same := 0
	for c, d := range image {
		if s.colours[c] == s.colours[d] {
			same++
		}
	}
	return same
}

// image returns the map that turns the board upside down, exchanges left and
// right, exchanges rows and columns, each if told so and in this order, and
// whether it takes cells to cells.
func (s *draughts) image(down, right, transpose bool) draughtImage {
	b := s.board
	if transpose && b.Width() != b.Height() {
		return nil
	}
	cell := make(draughtImage, b.Len())
	for c := range cell {
		row, col := b.Pos(c)
		if down {
			row = b.Height() - 1 - row
		}
		if right {
			col = b.Width() - 1 - col
		}
		if transpose {
			row, col = col, row
		}
		cell[c] = int32(b.Cell(row, col))
		if cell[c] < 0 {
			return nil
		}
	}
	return cell
}

// of puts the image of cells into to, ascending, and returns it.
func (g draughtImage) of(cells, to []int32) []int32 {
	to = to[:0]
	for _, c := range cells {
		to = append(to, g[c])
	}
	slices.Sort(to)
	return to
}

// mark chooses the marked kind, the single stone with fewest placements, and takes all
// but one of each orbit of its own from places.
func (s *draughts) mark(places *draughtPlaces) {
	if len(s.keep) == 1 {
		return
	}
	count := make([]int, len(s.kinds))
	for _, k := range places.kind {
		count[k]++
	}
	for k, copies := range s.left {
		if copies == 1 && (s.marked < 0 || count[k] < count[s.marked]) {
			s.marked = int32(k)
		}
	}
	kept, end := 0, int32(0) // how many are kept, and their cells
	for o, k := range places.kind {
		cells := places.of(int32(o))
		if k == s.marked && !s.leastOfOrbit(cells) {
			continue
		}
		copy(places.cells[end:], cells)
		end += int32(len(cells))
		places.kind[kept] = k
		kept++
		places.start[kept] = end
	}
	places.kind, places.start, places.cells = places.kind[:kept], places.start[:kept+1], places.cells[:end]
}

// leastOfOrbit reports whether no symmetry takes cells to a lesser placement.
func (s *draughts) leastOfOrbit(cells []int32) bool {
	for _, g := range s.keep[1:] {
		if s.scratch = g.of(cells, s.scratch); slices.Compare(s.scratch, cells) < 0 {
			return false
		}
	}
	return true
}

// newImage reports whether keep[i] takes the marked stone to where none of the
// images before take it.
func (s *draughts) newImage(i int) bool {
	if s.marked < 0 {
		return i == 0
	}
	at := slices.IndexFunc(s.laid, func(l laidStone) bool { return l.kind == s.marked })
	cells := s.laid[at].cells
	s.seen = s.keep[i].of(cells, s.seen)
	for _, g := range s.keep[:i] {
		if s.scratch = g.of(cells, s.scratch); slices.Equal(s.scratch, s.seen) {
			return false
		}
	}
	return true
}
