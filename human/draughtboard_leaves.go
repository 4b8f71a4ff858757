package human

import "crosscut/human/internal/say"

// The technique byLeaves tries each possible placement. If it leaves a cell or a stone
// without enough placements, it is impossible.
//
// It applies to every placement. A remembered placement answers most questions at once:
// see scratch.keeps. At worst, all pairs of placements are compared.

// leavesStep looks for such placements. Placements that leave too little for the same
// cell or stone make one step.
func (s *draughtboardState) leavesStep() (Step, bool) {
	starves := make(map[int][]int) // by cell, or len(placementOn)+kind
	for i := range s.placements {
		if s.over() {
			return Step{}, false
		}
		if s.possible[i] {
			if v := s.starved(i); v >= 0 {
				starves[v] = append(starves[v], i)
			}
		}
	}
	for v := range len(s.placementOn) + len(s.kinds) {
		dropped := starves[v]
		if len(dropped) == 0 {
			continue
		}
		example := s.name(s.candidate(dropped[0]))
		if v < len(s.placementOn) {
			return s.removeStep(byLeaves, dropped, []int{v}, "draughtboard.bareCell", say.Values{"cell": say.Cell(v), "example": example})
		}
		return s.removeStep(byLeaves, dropped, nil, "draughtboard.noRoom", say.Values{"stone": s.stone(v - len(s.placementOn)), "example": example})
	}
	return Step{}, false
}

// scratch is memory for calculations. All clones of a state share one, in turn.
type scratch struct {
	seen   []bool
	queue  []int
	beside [][]int // per cell, those that share a side with it

	// For cell c, or kind k at index len(placementOn)+k, a placement that was last
	// found possible beside another one, or -1. Most often it is possible again.
	keeps []int
}

// starved returns the first cell, or len(placementOn)+kind, that a placement would leave
// without enough placements, or -1.
func (s *draughtboardState) starved(i int) int {
	q := &s.placements[i]
	for c, laid := range s.placementOn {
		if laid < 0 && !q.covers(c) && !s.keeps(c, i, s.onCell[c], 1) {
			return c
		}
	}
	for k := range s.kinds {
		if v := len(s.placementOn) + k; k != q.kind && s.stonesLeft[k] > 0 && !s.keeps(v, i, s.kinds[k].placements, s.stonesLeft[k]) {
			return v
		}
	}
	return -1
}

// keeps reports whether at least number of the given places are possible beside the i-th
// placement. The places are the placements of a cell or of a kind. v is the index of that
// cell or kind in scratch.keeps.
func (s *draughtboardState) keeps(v, i int, places []int, number int) bool {
	last := &s.scratch.keeps[v]
	if number == 1 && *last >= 0 && s.goTogether(i, *last) {
		return true
	}
	for _, j := range places {
		if s.goTogether(i, j) {
			*last = j
			if number--; number == 0 {
				return true
			}
		}
	}
	return false
}

// goTogether reports whether the j-th placement is possible beside the i-th.
func (s *draughtboardState) goTogether(i, j int) bool {
	p, q := &s.placements[i], &s.placements[j]
	if !s.possible[j] || p.colouring != q.colouring || p.kind == q.kind && s.stonesLeft[p.kind] == 1 {
		return false
	}
	for w, word := range p.mask {
		if word&q.mask[w] != 0 {
			return false
		}
	}
	return true
}
