package human

import (
	"crosscut/puzzle"
	"crosscut/puzzle/space"
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
// cells and are one placement. It stops when nobody waits any more.
func (s *draughtboardState) addPlacements(k, colouring int, corner puzzle.Colour) {
	cells := s.puzzle.Board().Len()
	if s.kinds[k].stones[0] == puzzle.Bare {
		for c := range cells {
			s.addPlacement(placement{kind: k, colouring: colouring, cells: []int{c}})
		}
		return
	}
	known := make(map[string]bool)
	for _, version := range s.puzzle.Versions(s.kinds[k].stones[0] - 1) {
		for c := range cells {
			if s.over() {
				return
			}
			for _, q := range space.StonesFrom(s.puzzle, c, []puzzle.Stone{version}, []puzzle.Colour{corner}) {
				if key := string(appendPlaceKey(nil, k, colouring, q.Cells)); !known[key] {
					known[key] = true
					s.addPlacement(placement{kind: k, colouring: colouring, cells: q.Cells})
				}
			}
		}
	}
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
