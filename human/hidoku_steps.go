package human

import (
	"slices"

	"crosscut/human/internal/say"
)

// step makes the easiest step: see logic. A contradiction ends only the search for hard steps,
// because a simpler one may follow from an easy step.
func (s *hidokuState) step(hardest Level) (Step, bool) {
	all := s.techniques()
	hard := slices.IndexFunc(all, func(t technique) bool { return t.level == Hard })
	if step, ok := s.easiest(hardest, new(*say.Sentence), all[:hard]); ok {
		return step, true
	}
	return s.easiest(hardest, &s.wrong, all[hard:])
}

func (s *hidokuState) techniques() []technique {
	return []technique{
		{Easy, s.touchStep},
		{Easy, s.hemmedStep},
		{Medium, s.pairStep},
		{Medium, s.onlyCandidateStep},
		{Medium, s.reachStep},
		{Medium, func() (Step, bool) { return s.bridgeStep(true) }},
		{Hard, s.deadEndStep},
		{Hard, func() (Step, bool) { return s.bridgeStep(false) }},
		{Hard, s.areaStep},
		{Hard, s.cutStep},
	}
}

// placeStep places k on c and returns the step for that. The sentence gets the values number
// and cell.
func (s *hidokuState) placeStep(how Technique, k, c int, because []int, template string, values say.Values) (Step, bool) {
	s.place(k, c)
	values["number"], values["cell"] = say.Number(k+1), say.Cell(c)
	return Step{Technique: how, Place: []Candidate{s.candidate(k, c)}, Because: sortedCells(because), said: *say.New(template, values)}, true
}

// excludeStep is removeStep, unless nothing was dropped or the state has no solution.
func (s *hidokuState) excludeStep(how Technique, dropped []Candidate, because []int, reason *say.Sentence) (Step, bool) {
	if len(dropped) == 0 || s.wrong != nil {
		return Step{}, false
	}
	return s.removeStep(how, dropped, because, reason)
}

// removeStep returns the step for candidates that are dropped already. The sentence gets the
// value conclusion.
func (s *hidokuState) removeStep(how Technique, dropped []Candidate, because []int, reason *say.Sentence) (Step, bool) {
	reason.Values["conclusion"] = without(dropped)
	return Step{Technique: how, Remove: dropped, Because: sortedCells(because), said: *reason}, true
}

// without says which candidates are dropped: "37 cannot be at r1c1 or r1c2". It names a
// few and counts the others.
func without(dropped []Candidate) say.Sentences {
	const named = 6
	if c := dropped[0].Cells[0]; !slices.ContainsFunc(dropped, func(other Candidate) bool { return other.Cells[0] != c }) {
		var numbers say.Numbers
		for _, g := range dropped {
			numbers = append(numbers, g.Value)
		}
		return say.Sentences{*say.New("numbers.cannotBe", say.Values{"cell": say.Cell(c), "numbers": numbers})}
	}
	cells := map[int]say.Cells{}
	var numbers []int
	for _, c := range dropped[:min(named, len(dropped))] {
		if cells[c.Value] == nil {
			numbers = append(numbers, c.Value)
		}
		cells[c.Value] = append(cells[c.Value], c.Cells[0])
	}
	var parts say.Sentences
	for _, k := range numbers {
		parts = append(parts, *say.New("numbers.cannotBeAt", say.Values{"number": say.Number(k), "cells": cells[k]}))
	}
	if more := len(dropped) - named; more > 0 {
		parts = append(parts, *say.New("numbers.othersGo", say.Values{"count": say.Number(more)}))
	}
	return parts
}

func numberAt(c Candidate) say.Sentence {
	return *say.New("numbers.at", say.Values{"number": say.Number(c.Value), "cell": say.Cell(c.Cells[0])})
}
