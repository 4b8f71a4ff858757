package human

import (
	"slices"

	"crosscut/human/internal/say"
)

// The technique byCutPoint looks at a free cell that separates the free cells into parts.
//
// Suppose that no gaps fill one of the parts exactly without this cell. Then the number
// on the cell belongs to a gap that goes on into the part. The gap cannot come back
// through the same cell, so one of its ends touches the part, or it has no end there.
// All other numbers cannot be on the cell.
//
// It applies to a free cell whose free neighbours are not connected among themselves. The
// time for each is O(cells²).

func (s *hidokuState) cutStep() (Step, bool) {
	gaps := s.gaps()
	for c := range s.n {
		if s.over() {
			return Step{}, false
		}
		if s.numberOn[c] >= 0 || !s.mayCut(c) {
			continue
		}
		parts := s.areas(c, s.neighbours[c])
		if len(parts) < 2 {
			continue
		}
		for _, a := range parts {
			if step, ok := s.cutOff(c, a, gaps); ok || s.wrong != nil {
				return step, ok
			}
		}
	}
	return Step{}, false
}

// mayCut returns false if the free neighbours of c are connected among themselves.
func (s *hidokuState) mayCut(c int) bool {
	var open []int
	for _, d := range s.neighbours[c] {
		if s.numberOn[d] < 0 {
			open = append(open, d)
		}
	}
	if len(open) < 2 {
		return false
	}
	met := open[:1:1]
	for i := 0; i < len(met); i++ {
		for _, d := range open {
			if !slices.Contains(met, d) && s.touch(met[i], d) {
				met = append(met, d)
			}
		}
	}
	return len(met) < len(open)
}

// cutOff is cutStep for one cell and one part.
func (s *hidokuState) cutOff(c int, a *area, gaps []gap) (Step, bool) {
	var within []gap
	for _, g := range gaps {
		if s.over() {
			return Step{}, false
		}
		if s.inside(g, a) {
			within = append(within, g)
		}
	}
	if len(within) > 0 {
		if without, with := sums(within, 0, len(a.cells), func(gap) bool { return false }); without || with {
			return Step{}, false
		}
	}
	var dropped []Candidate
	for _, g := range gaps {
		if s.touches(g, a) {
			continue
		}
		for k := g.from + 1; k < g.to; k++ {
			if s.drop(k, c, none) {
				dropped = append(dropped, s.candidate(k, c))
			}
		}
	}
	return s.excludeStep(byCutPoint, dropped, append(slices.Clone(a.cells), c), say.New("hidoku.cutPoint", say.Values{"area": s.around(a), "cell": say.Cell(c)}))
}
