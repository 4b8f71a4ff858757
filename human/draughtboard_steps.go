package human

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// step makes the easiest step: see logic.
func (s *draughtboardState) step(hardest Level) (Step, bool) {
	for _, t := range []struct {
		level Level
		find  func() (Step, bool)
	}{
		{Easy, s.mirrorStep},
		{Easy, s.oneWayStep},
		{Easy, s.onePlaceStep},
		{Medium, s.cellStoneStep},
		{Medium, s.stoneCellsStep},
		{Medium, func() (Step, bool) { return s.enclosedStep(Enclosed) }},
		{Hard, func() (Step, bool) { return s.enclosedStep(Colours) }},
		{Hard, s.leavesStep},
	} {
		if t.level > hardest {
			break
		}
		if step, ok := t.find(); ok {
			return step, true
		}
		if s.wrong != "" {
			break
		}
	}
	return Step{}, false
}

// stoneName names a kind by its first stone.
func (s *draughtboardState) stoneName(k int) string { return s.valueName(s.kinds[k].stones[0]) }

// valueName names the stone of a value, as the subject of a sentence.
func (s *draughtboardState) valueName(value int) string {
	if value == puzzle.Bare {
		return "a gap"
	}
	return "stone " + s.puzzle.Name(max(value, -value))
}

// removeStep drops placements and returns the step for that.
func (s *draughtboardState) removeStep(how Technique, dropped, because []int, format string, args ...any) (Step, bool) {
	if len(dropped) == 0 {
		return Step{}, false
	}
	step := Step{Technique: how, Because: because, Text: fmt.Sprintf(format, args...)}
	for _, i := range dropped {
		step.Remove = append(step.Remove, s.candidate(i))
	}
	s.dropAll(dropped)
	return step, true
}

// placeStep lays a stone and returns the step for that.
func (s *draughtboardState) placeStep(how Technique, i int, because []int, reason string) (Step, bool) {
	step := Step{Technique: how, Place: []Candidate{s.candidate(i)}, Because: because}
	step.Text = fmt.Sprintf("%s must lie on %s: %s", s.stoneName(s.placements[i].kind), s.cellNames(s.placements[i].cells), reason)
	s.lay(i)
	return step, true
}

// oneWayStep looks for a cell that only one placement covers.
func (s *draughtboardState) oneWayStep() (Step, bool) {
	for c, i := range s.placementOn {
		if i >= 0 {
			continue
		}
		if live := s.possibleOn(c); len(live) == 1 {
			return s.placeStep(OneWay, live[0], nil, "nothing else can cover "+s.puzzle.Board().Name(c))
		}
	}
	return Step{}, false
}

// onePlaceStep looks for a stone with only one placement, and for a kind with as many
// placements as stones.
func (s *draughtboardState) onePlaceStep() (Step, bool) {
	for k := range s.kinds {
		if s.stonesLeft[k] == 0 {
			continue
		}
		if live := s.possibleOf(k); len(live) == s.stonesLeft[k] {
			reason := "it fits nowhere else"
			if len(live) > 1 {
				reason = fmt.Sprintf("there are %d stones of this kind, and as many places", len(live))
			}
			return s.placeStep(OnePlace, live[0], nil, reason)
		}
	}
	return Step{}, false
}

// cellStoneStep looks for a cell that only one stone can cover. All other
// placements of the stone go.
func (s *draughtboardState) cellStoneStep() (Step, bool) {
	for c, laid := range s.placementOn {
		if laid >= 0 {
			continue
		}
		live := s.possibleOn(c)
		k := s.placements[live[0]].kind
		if s.stonesLeft[k] > 1 || slices.ContainsFunc(live, func(i int) bool { return s.placements[i].kind != k }) {
			continue
		}
		var dropped []int
		for _, i := range s.possibleOf(k) {
			if !slices.Contains(s.placements[i].cells, c) {
				dropped = append(dropped, i)
			}
		}
		name := s.puzzle.Board().Name(c)
		if step, ok := s.removeStep(CellStone, dropped, []int{c}, "only %s can cover %s: %s not over %s", s.stoneName(k), name,
			plural(len(dropped), "one place of it goes, which is", fmt.Sprintf("%d places of it go, which are", len(dropped))), name); ok {
			return step, true
		}
	}
	return Step{}, false
}

// stoneCellsStep looks for cells that a stone covers in all its placements.
func (s *draughtboardState) stoneCellsStep() (Step, bool) {
	for k := range s.kinds {
		live := s.possibleOf(k)
		if s.stonesLeft[k] != 1 || len(live) == 0 {
			continue
		}
		common := slices.Clone(s.placements[live[0]].cells)
		for _, i := range live[1:] {
			common = slices.DeleteFunc(common, func(c int) bool { return !slices.Contains(s.placements[i].cells, c) })
		}
		var dropped []int
		for _, c := range common {
			for _, i := range s.possibleOn(c) {
				if s.placements[i].kind != k && !slices.Contains(dropped, i) {
					dropped = append(dropped, i)
				}
			}
		}
		if step, ok := s.removeStep(StoneCells, dropped, common, "%s covers %s wherever it lies: %s of other stones there", s.stoneName(k),
			s.cellNames(common), plural(len(dropped), "one place goes", fmt.Sprintf("%d places go", len(dropped)))); ok {
			return step, true
		}
	}
	return Step{}, false
}
