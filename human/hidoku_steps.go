package human

import (
	"fmt"
	"slices"
)

// step makes the easiest step: see logic.
func (s *hidokuState) step(hardest Level) (Step, bool) {
	if step, ok := s.touchStep(); ok {
		return step, true
	}
	if step, ok := s.hemmedStep(); ok {
		return step, true
	}
	if hardest < Medium {
		return Step{}, false
	}
	if step, ok := s.onlyCandidateStep(); ok {
		return step, true
	}
	if s.reachedAt != s.open {
		s.reachedAt = s.open
		s.reach()
		if step, ok := s.onlyCandidateStep(); ok {
			return step, true
		}
	}
	if step, ok := s.bridgeStep(true); ok {
		return step, true
	}
	if hardest < Hard {
		return Step{}, false
	}
	for _, find := range []func() (Step, bool){
		s.deadEndStep, func() (Step, bool) { return s.bridgeStep(false) }, s.areaStep, s.cutStep,
	} {
		if step, ok := find(); ok {
			return step, true
		}
		if s.wrong != "" {
			break
		}
	}
	return Step{}, false
}

// placeStep places k on c and returns the step for that.
func (s *hidokuState) placeStep(how Technique, k, c int, because []int, format string, args ...any) (Step, bool) {
	s.place(k, c)
	slices.Sort(because)
	return Step{Technique: how, Place: []Candidate{candidate(k, c)}, Because: slices.Compact(because), Text: fmt.Sprintf(format, args...)}, true
}

// removeStep returns the step for candidates that are dropped already.
func (s *hidokuState) removeStep(how Technique, dropped []Candidate, because []int, reason string) (Step, bool) {
	slices.Sort(because)
	return Step{Technique: how, Remove: dropped, Because: slices.Compact(because), Text: reason + ": " + s.without(dropped)}, true
}

// without says which candidates are dropped: "37 cannot be at r1c1 or r1c2". It names a
// few and counts the others.
func (s *hidokuState) without(dropped []Candidate) string {
	const named = 6
	if c := dropped[0].Cells[0]; !slices.ContainsFunc(dropped, func(other Candidate) bool { return other.Cells[0] != c }) {
		var numbers []string
		for _, g := range dropped {
			numbers = append(numbers, fmt.Sprint(g.Value))
		}
		return fmt.Sprintf("%s cannot be %s", s.cell(c), joined(numbers, "or"))
	}
	cells := map[int][]string{}
	var numbers []int
	for _, c := range dropped[:min(named, len(dropped))] {
		if cells[c.Value] == nil {
			numbers = append(numbers, c.Value)
		}
		cells[c.Value] = append(cells[c.Value], s.cell(c.Cells[0]))
	}
	var parts []string
	for _, k := range numbers {
		parts = append(parts, fmt.Sprintf("%d cannot be at %s", k, joined(cells[k], "or")))
	}
	if more := len(dropped) - named; more > 0 {
		parts = append(parts, fmt.Sprintf("%d other %s", more, plural(more, "place goes", "places go")))
	}
	return joined(parts, "and")
}

// cellList names cells: "r1c1, r1c2 and r1c3".
func (s *hidokuState) cellList(cells []int) string {
	var names []string
	for _, c := range cells {
		names = append(names, s.cell(c))
	}
	return joined(names, "and")
}
