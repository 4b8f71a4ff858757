package draughtboard

import "crosscut/puzzle"

// Placements that leave a hole beside them which no stone fills are in no filling. They
// are removed before the search. It applies to boards of more than 64 cells,
// where the search takes longer than this test. It stops when a round removes few.
//
// The rim of a placement is the squares beside it. The eight squares around a cell of the
// rim often show whether the cell can still be covered. Each placement that covers a cell
// takes some of the eight squares around the cell: its pattern there. A set of covered
// squares leaves the cell coverable if some placement on the cell has a pattern without
// any of them. In a filling, every open cell beside a placement is covered by another one
// that has no square in common with it. So a placement that leaves a cell of its rim not
// coverable is in no filling.
//
// The patterns of a shape are the same wherever it lies. So the test of a placement takes
// one look-up for each square of its rim. Comparing the placements themselves would take
// longer than the search of most boards. The look-up finds four fifths of the placements
// that such comparisons would find.

// vicinity is a square, by its distance from a shape's first one. The pattern says
// which of the eight squares around it the shape covers, one bit each, by rows.
type vicinity struct {
	distance int32
	pattern  uint8
}

// patternSet is a set of patterns.
type patternSet [4]uint64

func (s *patternSet) add(pattern uint8)      { s[pattern>>6] |= 1 << (pattern & 63) }
func (s *patternSet) has(pattern uint8) bool { return s[pattern>>6]>>(pattern&63)&1 != 0 }

// addParts adds all patterns that are a part of one in the set.
func (s *patternSet) addParts() {
	for w := range s {
		for i, without := range [6]uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff} {
			s[w] |= s[w] >> (1 << i) & without // patterns that lack bit i
		}
	}
	s[0] |= s[1]
	s[2] |= s[3]
	s[0] |= s[2]
	s[1] |= s[3]
}

// setVicinities sets the patterns of the shape's own squares, and its rim, on a board
// whose rows have stride squares.
func (s *listedShape) setVicinities(stride int) {
	p := newShapePlan(s.squares)
	for i, q := range s.squares {
		s.own[i].pattern = p.pattern[p.square(q)]
	}
	s.rim = make([]vicinity, 0, 2*len(s.squares)+2) // no connected shape has more
	for i, q := range s.squares {
		at, distance := p.square(q), s.own[i].distance
		for _, beside := range [4][2]int{{-p.width, -stride}, {-1, -1}, {1, 1}, {p.width, stride}} {
			if to := at + beside[0]; !p.isListed[to] {
				p.isListed[to] = true
				s.rim = append(s.rim, vicinity{distance + int32(beside[1]), p.pattern[to]})
			}
		}
	}
}

// shapePlan is a drawing of a shape with a margin of two squares.
type shapePlan struct {
	width, left int
	pattern     []uint8 // by square of the plan
	isListed    []bool  // by square: it is of the shape, or listed in its rim
}

func newShapePlan(squares []puzzle.StoneCell) *shapePlan {
	left, right := 0, 0
	for _, q := range squares {
		left, right = min(left, q.Col), max(right, q.Col)
	}
	p := &shapePlan{width: right - left + 5, left: left}
	p.pattern = make([]uint8, p.width*(squares[len(squares)-1].Row+5))
	p.isListed = make([]bool, len(p.pattern))
	around := [8]int{p.width + 1, p.width, p.width - 1, 1, -1, 1 - p.width, -p.width, -p.width - 1}
	for _, q := range squares {
		at := p.square(q)
		p.isListed[at] = true
		for bit, d := range around {
			p.pattern[at+d] |= 1 << bit
		}
	}
	return p
}

// square returns the square of the plan on which q lies.
func (p *shapePlan) square(q puzzle.StoneCell) int { return (q.Row+2)*p.width + q.Col - p.left + 2 }

// dropHopeless removes from the list the placements that leave a cell beside them not
// coverable. It repeats that until a round finds few. Each round first finds all of
// them and then removes them, so that the result does not depend on their order.
func (l *placementList) dropHopeless() {
	for i := range l.shapes {
		l.shapes[i].setVicinities(l.stride)
	}
	coverable := make([]patternSet, len(l.cellAt))
	for {
		l.setCoverable(coverable)
		kept := l.anchors[:0]
		for _, a := range l.anchors {
			if l.leavesCoverable(a, coverable) {
				kept = append(kept, a)
			} else {
				l.cells -= len(l.shapes[a.shape].own)
			}
		}
		few := (len(l.anchors)-len(kept))*lookAgainRatio <= len(l.anchors)
		if l.anchors = kept; few {
			return
		}
	}
}

// setCoverable fills coverable. For each square it holds the patterns of covered squares
// that leave the square coverable.
func (l *placementList) setCoverable(coverable []patternSet) {
	clear(coverable)
	for _, a := range l.anchors {
		for _, v := range l.shapes[a.shape].own {
			coverable[a.square+v.distance].add(^v.pattern)
		}
	}
	for square := range coverable {
		coverable[square].addParts()
	}
}

// leavesCoverable reports whether all cells beside the placement can still be covered.
func (l *placementList) leavesCoverable(a anchor, coverable []patternSet) bool {
	for _, v := range l.shapes[a.shape].rim {
		if square := a.square + v.distance; l.cellAt[square] >= 0 && !coverable[square].has(v.pattern) {
			return false
		}
	}
	return true
}
