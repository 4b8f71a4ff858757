package human

import (
	"slices"

	"crosscut/human/internal/say"
)

// The techniques byTouch and byHemmed look only at cells that touch placed numbers. They
// apply to a missing number beside a placed one, and to a free cell without free cells
// around it. Each looks at every number or cell once.

// placedBeside returns which of k−1 and k+1 are placed, and their cells.
func (s *hidokuState) placedBeside(k int) (numbers, cells []int) {
	for _, other := range []int{k - 1, k + 1} {
		if other >= 0 && other < s.n && s.cellOf[other] >= 0 {
			numbers, cells = append(numbers, other), append(cells, s.cellOf[other])
		}
	}
	return numbers, cells
}

// touchStep looks for a number with only one free cell beside k−1 and k+1.
func (s *hidokuState) touchStep() (Step, bool) {
	for k := range s.n {
		if s.cellOf[k] >= 0 {
			continue
		}
		numbers, cells := s.placedBeside(k)
		if len(cells) == 0 {
			continue
		}
		only, count := -1, 0
		for _, c := range s.neighbours[cells[0]] {
			if s.numberOn[c] < 0 && (len(cells) == 1 || s.touch(cells[1], c)) {
				only = c
				count++
			}
		}
		switch {
		case count == 0:
			s.wrong = say.New("hidoku.noneBeside", say.Values{"beside": written(numbers), "number": say.Number(k + 1)})
			return Step{}, false
		case count == 1 && len(cells) == 2:
			return s.placeStep(byTouch, k, only, cells, "hidoku.touchBoth", say.Values{"beside": written(numbers)})
		case count == 1:
			return s.placeStep(byTouch, k, only, cells, "hidoku.touch", say.Values{"beside": written(numbers)})
		}
	}
	return Step{}, false
}

// hemmedStep looks for a free cell that no other free cell touches. The numbers before
// and after its own are already beside it.
func (s *hidokuState) hemmedStep() (Step, bool) {
	for c := range s.n {
		if s.numberOn[c] >= 0 || slices.ContainsFunc(s.neighbours[c], func(d int) bool { return s.numberOn[d] < 0 }) {
			continue
		}
		var fitting []int
		for _, d := range s.neighbours[c] {
			for _, k := range []int{s.numberOn[d] - 1, s.numberOn[d] + 1} {
				if k >= 0 && k < s.n && s.cellOf[k] < 0 && s.linksTo(k, c) && !slices.Contains(fitting, k) {
					fitting = append(fitting, k)
				}
			}
		}
		if s.n == 1 {
			fitting = []int{0}
		}
		switch len(fitting) {
		case 0:
			s.wrong = say.New("hidoku.nothingFits", say.Values{"cell": say.Cell(c)})
			return Step{}, false
		case 1:
			numbers, cells := s.placedBeside(fitting[0])
			return s.placeStep(byHemmed, fitting[0], c, cells, "hidoku.hemmed", say.Values{"beside": written(numbers)})
		}
	}
	return Step{}, false
}

// linksTo reports whether k−1 and k+1, if they exist, are placed and touch c.
func (s *hidokuState) linksTo(k, c int) bool {
	for _, other := range []int{k - 1, k + 1} {
		if other >= 0 && other < s.n && (s.cellOf[other] < 0 || !s.touch(s.cellOf[other], c)) {
			return false
		}
	}
	return true
}
