package human

import (
	"slices"

	"crosscut/puzzle"
)

// placement is one way to lay a stone of a kind, in one colouring of the board.
type placement struct {
	kind, colouring int
	cells           []int    // in ascending order
	mask            []uint64 // the same cells as a set of bits
}

func (q *placement) covers(c int) bool { return q.mask[c/64]>>(c%64)&1 != 0 }

// kind is a set of stones that are alike.
type kind struct {
	stones       []int // their numbers, counted from 1; puzzle.Bare for bare cells
	size         int
	black, white int
	coloured     bool // every cell has a colour of its own
	placements   []int
}

// addPlacements adds the placements of a kind in one colouring. Versions of a stone can
// differ in colours only, such as B,X,X and X,X,B. Where both fit, they cover the same
// cells and are one placement.
func (s *draughtboardState) addPlacements(k, colouring int, corner puzzle.Colour) {
	b := s.puzzle.Board()
	versions := s.puzzle.Versions(s.kinds[k].stones[0] - 1)
	if s.kinds[k].stones[0] == puzzle.Bare {
		for c := range b.Len() {
			s.addPlacement(placement{kind: k, colouring: colouring, cells: []int{c}})
		}
		return
	}
	for v, version := range versions {
		var alike []puzzle.Stone
		for _, before := range versions[:v] {
			if slices.EqualFunc(before.Cells(), version.Cells(), func(x, y puzzle.StoneCell) bool { return x.Row == y.Row && x.Col == y.Col }) {
				alike = append(alike, before)
			}
		}
		for row := range b.Height() {
			for col := range b.Width() {
				cells := s.cellsUnder(version, row, col, corner)
				known := func(before puzzle.Stone) bool { return s.cellsUnder(before, row, col, corner) != nil }
				if cells != nil && !slices.ContainsFunc(alike, known) {
					s.addPlacement(placement{kind: k, colouring: colouring, cells: cells})
				}
			}
		}
	}
}

// cellsUnder returns the cells of a stone at row and col, or nil if it does not fit.
func (s *draughtboardState) cellsUnder(stone puzzle.Stone, row, col int, corner puzzle.Colour) []int {
	cells := make([]int, 0, stone.Len())
	for _, cell := range stone.Cells() {
		c := s.puzzle.Board().Cell(row+cell.Row, col+cell.Col)
		if c < 0 || !cell.Colour.Accepts(s.puzzle.ColourAt(c, corner)) {
			return nil
		}
		cells = append(cells, c)
	}
	return cells
}

func (s *draughtboardState) addPlacement(q placement) {
	i := len(s.placements)
	q.mask = make([]uint64, (len(s.placementOn)+63)/64)
	for _, c := range q.cells {
		q.mask[c/64] |= 1 << (c % 64)
	}
	s.placements = append(s.placements, q)
	s.kinds[q.kind].placements = append(s.kinds[q.kind].placements, i)
	s.countOf[q.colouring][q.kind]++
	for _, c := range q.cells {
		s.onCell[c] = append(s.onCell[c], i)
		s.countOn[q.colouring][c]++
	}
}
