package human

// leavesStep looks for placements that would leave some cell, or some stone, without any:
// all those that do so to one cell or stone are a step.
func (s *draughtboardState) leavesStep() (Step, bool) {
	starves := make(map[int][]int) // by cell, or kind as len(laid)+kind
	for i := range s.placements {
		if s.possible[i] {
			if v := s.starved(i); v >= 0 {
				starves[v] = append(starves[v], i)
			}
		}
	}
	for v := range len(s.placementOn) + len(s.kinds) {
		gone := starves[v]
		if len(gone) == 0 {
			continue
		}
		if v < len(s.placementOn) {
			return s.removeStep(Leaves, gone, []int{v}, "%s would leave nothing to cover %s, such as %s",
				counted(len(gone), "placement"), s.puzzle.Board().Name(v), s.name(s.candidate(gone[0])))
		}
		return s.removeStep(Leaves, gone, nil, "%s would leave no place for stone %s, such as %s",
			counted(len(gone), "placement"), s.stoneName(v-len(s.placementOn)), s.name(s.candidate(gone[0])))
	}
	return Step{}, false
}

// scratch is room to work in. One serves all clones of a state, one after the other.
type scratch struct {
	seen  []bool
	queue []int

	// A placement that cell c, or kind k as len(laid)+k, was last seen to keep, or -1.
	// Most often it keeps it next time, too.
	keeps []int
}

// starved returns the first cell, or kind as len(laid)+kind, that a placement would
// leave without enough placements, -1 when there is none.
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

// keeps reports whether the i-th placement would leave a number of these placements,
// those of a cell or of a kind.
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

// goTogether reports whether the j-th placement is possible beside the i-th one.
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
