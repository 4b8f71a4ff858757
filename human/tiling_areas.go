package human

import (
	"slices"
)

// measure is the area of stones: the number of cells in all, or of the black and of
// the white ones.
type measure struct{ black, white int }

// enclosed looks, stone by stone, for placements that would leave an area that none of
// the stones left fill together: by the number of their cells, or by their colours.
func (s *tiling) enclosed(how Technique) (Step, bool) {
	if how == Colours && slices.ContainsFunc(s.kinds, func(k kind) bool { return !k.painted }) {
		return Step{}, false
	}
	looked := s.looked[how-Enclosed]
	for k := range s.kinds {
		if s.needs[k] == 0 || looked[k] == s.open { // no stone was laid since
			continue
		}
		looked[k] = s.open
		totals := s.totals(k, how)
		var gone, around []int
		for _, i := range s.liveOf(k) {
			if bad := s.unfillable(i, how, totals); bad != nil {
				gone = append(gone, i)
				around = bad
			}
		}
		what := "no stones left fill"
		if how == Colours {
			what = "no stones left have the colours of"
		}
		if step, ok := s.removed(how, gone, around, "%s of stone %s would leave an area that %s, such as %s",
			counted(len(gone), "place"), s.stone(k), what, s.cellNames(around)); ok {
			return step, true
		}
	}
	return Step{}, false
}

// of returns the measure of a kind's stone.
func (k *kind) of(how Technique) measure {
	if how == Colours {
		return measure{k.black, k.white}
	}
	return measure{black: k.size}
}

// totals says what some of the stones not laid measure together, one of kind used left
// out: an entry for each measure, by index.
func (s *tiling) totals(used int, how Technique) []bool {
	whole := measure{}
	for k, needs := range s.needs {
		m := s.kinds[k].of(how)
		whole.black, whole.white = whole.black+needs*m.black, whole.white+needs*m.white
	}
	totals := make([]bool, (whole.black+1)*s.stride())
	totals[0] = true
	for k, needs := range s.needs {
		if k == used {
			needs--
		}
		more := s.index(s.kinds[k].of(how))
		for range needs {
			for i := len(totals) - 1; i >= more; i-- {
				totals[i] = totals[i] || totals[i-more]
			}
		}
	}
	return totals
}

// stride is above the number of white cells of all stones.
func (s *tiling) stride() int { return len(s.laid) + 1 }

func (s *tiling) index(m measure) int { return m.black*s.stride() + m.white }

// unfillable returns the cells of an area that a placement would leave and that no
// stones fill, nil when there is none.
func (s *tiling) unfillable(i int, how Technique, totals []bool) []int {
	q := &s.places[i]
	b := s.p.Board()
	corner := s.p.Colourings()[q.colouring]
	seen, front := s.scratch.seen, s.scratch.front
	clear(seen)
	for _, c := range q.cells {
		seen[c] = true
	}
	for first := range s.laid {
		if s.laid[first] >= 0 || seen[first] {
			continue
		}
		seen[first] = true
		cells := append(front[:0], first)
		for j := 0; j < len(cells); j++ {
			row, col := b.Pos(cells[j])
			for _, d := range []int{b.Cell(row-1, col), b.Cell(row+1, col), b.Cell(row, col-1), b.Cell(row, col+1)} {
				if d >= 0 && s.laid[d] < 0 && !seen[d] {
					seen[d] = true
					cells = append(cells, d)
				}
			}
		}
		m := measure{black: len(cells)}
		if how == Colours {
			m = measure{}
			for _, c := range cells {
				if s.p.ColourAt(c, corner) == 'B' {
					m.black++
				} else {
					m.white++
				}
			}
		}
		if i := s.index(m); i >= len(totals) || !totals[i] {
			return slices.Sorted(slices.Values(cells))
		}
	}
	return nil
}

// leaves looks for placements that would leave some cell, or some stone, without any:
// all those that do so to one cell or stone are a step.
func (s *tiling) leaves() (Step, bool) {
	starves := make(map[int][]int) // by cell, or kind as len(laid)+kind
	for i := range s.places {
		if s.live[i] {
			if v := s.starved(i); v >= 0 {
				starves[v] = append(starves[v], i)
			}
		}
	}
	for v := range len(s.laid) + len(s.kinds) {
		gone := starves[v]
		if len(gone) == 0 {
			continue
		}
		if v < len(s.laid) {
			return s.removed(Leaves, gone, []int{v}, "%s would leave nothing to cover %s, such as %s",
				counted(len(gone), "placement"), s.p.Board().Name(v), s.name(s.candidate(gone[0])))
		}
		return s.removed(Leaves, gone, nil, "%s would leave no place for stone %s, such as %s",
			counted(len(gone), "placement"), s.stone(v-len(s.laid)), s.name(s.candidate(gone[0])))
	}
	return Step{}, false
}

// scratch is room to work in. One serves all clones of a state, one after the other.
type scratch struct {
	seen  []bool
	front []int

	// A placement that cell c, or kind k as len(laid)+k, was last seen to keep, or -1.
	// Most often it keeps it next time, too.
	keeps []int
}

// starved returns the first cell, or kind as len(laid)+kind, that a placement would
// leave without enough placements, -1 when there is none.
func (s *tiling) starved(i int) int {
	q := &s.places[i]
	for c, laid := range s.laid {
		if laid < 0 && !q.covers(c) && !s.keeps(c, i, s.onCell[c], 1) {
			return c
		}
	}
	for k := range s.kinds {
		if v := len(s.laid) + k; k != q.kind && s.needs[k] > 0 && !s.keeps(v, i, s.kinds[k].places, s.needs[k]) {
			return v
		}
	}
	return -1
}

// keeps reports whether the i-th placement would leave a number of these placements,
// those of a cell or of a kind.
func (s *tiling) keeps(v, i int, places []int, number int) bool {
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
func (s *tiling) goTogether(i, j int) bool {
	p, q := &s.places[i], &s.places[j]
	if !s.live[j] || p.colouring != q.colouring || p.kind == q.kind && s.needs[p.kind] == 1 {
		return false
	}
	for w, word := range p.mask {
		if word&q.mask[w] != 0 {
			return false
		}
	}
	return true
}
