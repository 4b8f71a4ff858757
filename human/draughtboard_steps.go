package human

import (
	"slices"

	"crosscut/human/internal/say"
)

func (s *draughtboardState) step(hardest Level) (Step, bool) {
	return s.easiest(hardest, &s.wrong, s.techniques())
}

func (s *draughtboardState) techniques() []technique {
	return []technique{
		{Easy, s.mirrorStep},
		{Easy, s.oneWayStep},
		{Easy, s.onePlaceStep},
		{Medium, s.cellStoneStep},
		{Medium, s.stoneCellsStep},
		{Medium, func() (Step, bool) { return s.enclosedStep(byEnclosed) }},
		{Hard, func() (Step, bool) { return s.enclosedStep(byColours) }},
		{Hard, s.leavesStep},
	}
}

// removeStep drops placements and returns the step for that. The sentence gets their number
// as the value count.
func (s *draughtboardState) removeStep(how Technique, dropped, because []int, template string, values say.Values) (Step, bool) {
	if len(dropped) == 0 {
		return Step{}, false
	}
	values["count"] = say.Number(len(dropped))
	step := Step{Technique: how, Because: because, said: *say.New(template, values)}
	for _, i := range dropped {
		step.Remove = append(step.Remove, s.candidate(i))
	}
	s.dropAll(dropped)
	return step, true
}

// placeStep lays a stone and returns the step for that. The sentence gets the values stone and
// cells.
func (s *draughtboardState) placeStep(how Technique, i int, template string, values say.Values) (Step, bool) {
	values["stone"], values["cells"] = s.stone(s.placements[i].kind), say.Cells(s.placements[i].cells)
	step := Step{Technique: how, Place: []Candidate{s.candidate(i)}, said: *say.New(template, values)}
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
			return s.placeStep(byOneWay, live[0], "draughtboard.oneWay", say.Values{"cell": say.Cell(c)})
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
			if len(live) > 1 {
				return s.placeStep(byOnePlace, live[0], "draughtboard.asMany", say.Values{"count": say.Number(len(live))})
			}
			return s.placeStep(byOnePlace, live[0], "draughtboard.onePlace", say.Values{})
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
		if step, ok := s.removeStep(byCellStone, dropped, []int{c}, "draughtboard.cellStone", say.Values{"stone": s.stone(k), "cell": say.Cell(c)}); ok {
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
		if step, ok := s.removeStep(byStoneCells, dropped, common, "draughtboard.stoneCells", say.Values{"stone": s.stone(k), "cells": say.Cells(common)}); ok {
			return step, true
		}
	}
	return Step{}, false
}
