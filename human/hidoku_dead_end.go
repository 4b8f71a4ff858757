package human

import (
	"slices"

	"crosscut/human/internal/say"
)

// The technique byDeadEnd looks at a free cell with at most two ways in and out. A way is
// a free cell beside it, or a number that lacks a neighbour.
//
// A number on the cell, except the first and the last, comes from one way and goes to
// the other. Numbers that cannot do that are no candidates. It applies to every free
// cell and looks only at the cells beside it.

func (s *hidokuState) deadEndStep() (Step, bool) {
	for c := range s.n {
		if s.numberOn[c] >= 0 {
			continue
		}
		if s.over() {
			return Step{}, false
		}
		open := s.waysOut(c)
		if len(open) > 2 {
			continue
		}
		var dropped []Candidate
		for _, k := range s.numbersFor(c) {
			if !s.passesThrough(k, open) && s.drop(k, c, none) {
				dropped = append(dropped, s.candidate(k, c))
			}
		}
		dropped = append(dropped, s.dropUnlinked(c, open)...)
		if s.wrong != nil {
			return Step{}, false
		}
		if len(dropped) > 0 {
			reason := say.New("hidoku.deadEnd", say.Values{"cell": say.Cell(c), "ways": say.Cells(slices.Clone(open))})
			if len(open) == 0 {
				reason = say.New("hidoku.closed", say.Values{"cell": say.Cell(c)})
			}
			return s.removeStep(byDeadEnd, dropped, append(open, c), reason)
		}
	}
	return Step{}, false
}

// waysOut returns the cells beside c that are free, or have a number that lacks a
// neighbour.
func (s *hidokuState) waysOut(c int) []int {
	var open []int
	for _, d := range s.neighbours[c] {
		k := s.numberOn[d]
		if k < 0 || k > 0 && s.cellOf[k-1] < 0 || k < s.n-1 && s.cellOf[k+1] < 0 {
			open = append(open, d)
		}
	}
	return open
}

// passesThrough reports whether k can be on a cell whose only ways out are open, at most
// two cells.
func (s *hidokuState) passesThrough(k int, open []int) bool {
	may := func(k, i int) bool { return i < len(open) && s.may(k, open[i]) }
	switch {
	case s.n == 1:
		return true
	case k == 0:
		return may(1, 0) || may(1, 1)
	case k == s.n-1:
		return may(k-1, 0) || may(k-1, 1)
	}
	return may(k-1, 0) && may(k+1, 1) || may(k+1, 0) && may(k-1, 1)
}

// dropUnlinked is for a cell c with two ways out that holds neither the first nor the
// last number. The path uses both ways. So a number on a way that is a free cell needs a
// candidate for its neighbour on c.
func (s *hidokuState) dropUnlinked(c int, open []int) (dropped []Candidate) {
	if len(open) < 2 || s.may(0, c) || s.may(s.n-1, c) {
		return nil
	}
	for _, d := range open {
		if s.numberOn[d] >= 0 {
			continue
		}
		for _, k := range s.numbersFor(d) {
			if !(k > 0 && s.may(k-1, c) || k < s.n-1 && s.may(k+1, c)) && s.drop(k, d, none) {
				dropped = append(dropped, s.candidate(k, d))
			}
		}
	}
	return dropped
}
