package human

import "fmt"

// deadEndStep looks for a free cell with at most two ways in and out: free cells, and
// numbers that lack a neighbour. A number on it that is not the first or the last
// comes from the one and goes to the other.
func (s *hidokuState) deadEndStep() (Step, bool) {
	for c := range s.n {
		if s.numberOn[c] >= 0 {
			continue
		}
		open := s.waysOut(c)
		if len(open) > 2 {
			continue
		}
		var gone []Candidate
		for _, k := range s.numbersFor(c) {
			if !s.passesThrough(k, open) && s.drop(k, c, None) {
				gone = append(gone, candidate(k, c))
			}
		}
		gone = append(gone, s.dropUnlinked(c, open)...)
		if s.wrong != "" {
			return Step{}, false
		}
		if len(gone) > 0 {
			reason := fmt.Sprintf("%s has no other way in and out than %s", s.cell(c), s.cellList(open))
			if len(open) == 0 {
				reason = fmt.Sprintf("%s has no way in and out", s.cell(c))
			}
			return s.removeStep(DeadEnd, gone, append(open, c), reason)
		}
	}
	return Step{}, false
}

// waysOut returns the cells beside c that are free or have a number that lacks one
// beside it.
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

// passesThrough reports whether k can be on a cell with only these, at most two,
// cells beside it.
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

// dropUnlinked takes from the free cells that a path through c must use every number that has
// none beside it on c. It is for cells c that are neither the first nor the last of
// the path, and have two ways in and out.
func (s *hidokuState) dropUnlinked(c int, open []int) (gone []Candidate) {
	if len(open) < 2 || s.may(0, c) || s.may(s.n-1, c) {
		return nil
	}
	for _, d := range open {
		if s.numberOn[d] >= 0 {
			continue
		}
		for _, k := range s.numbersFor(d) {
			if !(k > 0 && s.may(k-1, c) || k < s.n-1 && s.may(k+1, c)) && s.drop(k, d, None) {
				gone = append(gone, candidate(k, d))
			}
		}
	}
	return gone
}
