package human

import (
	"slices"

	"crosscut/human/internal/say"
)

// The technique byAreas counts the cells of an area: free cells that are connected.
//
// The numbers of a gap lie on free cells that touch in a row, so each gap lies in one
// area. Every free cell gets a number. So the gaps of an area have together as many
// numbers as it has cells. If the sizes allow it only with some gap, or only without it,
// candidates go.
//
// It applies if there are at least two areas. Its time is O(gaps³·cells + areas·cells²).

// area is a set of connected free cells, and the gaps that may fill it.
type area struct {
	cells []int
	in    []bool // per cell, whether it is in the area
	gaps  []gap  // gaps that can lie in the area
}

// areas returns the areas that hold a cell of seeds, or all areas if seeds is nil. The
// cell barred counts as occupied; -1 means none.
func (s *hidokuState) areas(barred int, seeds []int) []*area {
	seen := make([]bool, s.n)
	if seeds == nil {
		for c := range s.n {
			seeds = append(seeds, c)
		}
	}
	var areas []*area
	for _, c := range seeds {
		if s.numberOn[c] >= 0 || c == barred || seen[c] {
			continue
		}
		a := &area{cells: []int{c}, in: make([]bool, s.n)}
		seen[c], a.in[c] = true, true
		for i := 0; i < len(a.cells); i++ {
			for _, d := range s.neighbours[a.cells[i]] {
				if s.numberOn[d] < 0 && d != barred && !seen[d] {
					seen[d], a.in[d] = true, true
					a.cells = append(a.cells, d)
				}
			}
		}
		slices.Sort(a.cells)
		areas = append(areas, a)
	}
	return areas
}

// inside reports whether each number of a gap has a candidate cell in the area.
func (s *hidokuState) inside(g gap, a *area) bool {
	for k := g.from + 1; k < g.to; k++ {
		if !slices.ContainsFunc(a.cells, func(c int) bool { return s.may(k, c) }) {
			return false
		}
	}
	return true
}

// touches reports whether an end of a gap touches the area. A gap with only one end may
// come from anywhere, so it touches every area.
func (s *hidokuState) touches(g gap, a *area) bool {
	ends := s.ends(g)
	return len(ends) < 2 || slices.ContainsFunc(ends, func(c int) bool {
		return slices.ContainsFunc(s.neighbours[c], func(d int) bool { return a.in[d] })
	})
}

// areaStep looks for an area in which some gap must lie, or cannot lie, because of its
// size.
func (s *hidokuState) areaStep() (Step, bool) {
	areas, gaps := s.areas(-1, nil), s.gaps()
	if len(areas) < 2 {
		return Step{}, false
	}
	homes := make([]int, len(gaps)) // per gap, the number of areas that it can lie in
	for _, a := range areas {
		for i, g := range gaps {
			if s.over() {
				return Step{}, false
			}
			if s.inside(g, a) {
				a.gaps = append(a.gaps, g)
				homes[i]++
			}
		}
	}
	only := func(g gap) bool { return homes[slices.Index(gaps, g)] == 1 }
	for _, a := range areas {
		for i, g := range a.gaps {
			if s.over() {
				return Step{}, false
			}
			without, with := sums(a.gaps, i, len(a.cells), only)
			if !without && !with {
				s.wrong = say.New("hidoku.nothingFills", say.Values{"count": say.Number(len(a.cells)), "cell": say.Cell(a.cells[0])})
				return Step{}, false
			}
			if step, ok := s.allot(g, a, areas, without, with); ok || s.wrong != nil {
				return step, ok
			}
		}
	}
	return Step{}, false
}

// sums reports whether some of the gaps have total numbers together, without the i-th
// gap and with it. Gaps that can lie nowhere else always count.
func sums(gaps []gap, i, total int, only func(gap) bool) (without, with bool) {
	reached := make([]bool, total+1)
	reached[0] = true
	for j, g := range gaps {
		if j == i {
			continue
		}
		next, size, optional := make([]bool, total+1), g.size(), !only(g)
		for sum := range reached {
			next[sum] = sum >= size && reached[sum-size] || optional && reached[sum]
		}
		reached = next
	}
	size := gaps[i].size()
	return !only(gaps[i]) && reached[total], size <= total && reached[total-size]
}

// allot removes a gap from an area in which it cannot lie, or from all other areas.
func (s *hidokuState) allot(g gap, a *area, areas []*area, without, with bool) (Step, bool) {
	var dropped []Candidate
	for _, b := range areas {
		if b == a && with || b != a && without {
			continue
		}
		for k := g.from + 1; k < g.to; k++ {
			for _, c := range b.cells {
				if s.drop(k, c, none) {
					dropped = append(dropped, s.candidate(k, c))
				}
			}
		}
	}
	reason := "hidoku.areaWithout"
	if !with {
		reason = "hidoku.areaWith"
	}
	return s.excludeStep(byAreas, dropped, a.cells, say.New(reason, say.Values{
		"area": s.around(a), "count": say.Number(g.size()), "span": s.span(g),
	}))
}

// around names an area by its first cell.
func (s *hidokuState) around(a *area) say.Sentence {
	return *say.New("hidoku.area", say.Values{"count": say.Number(len(a.cells)), "cell": say.Cell(a.cells[0])})
}
