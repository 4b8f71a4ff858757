package human

import (
	"slices"
)

// step makes the easiest step: see logic. A contradiction ends only the search for hard steps,
// because a simpler one may follow from an easy step.
func (s *hidokuState) step(hardest Level) (Step, bool) {
	all := s.techniques()
	hard := slices.IndexFunc(all, func(t technique) bool { return t.level == Hard })
	if step, ok := s.easiest(hardest, new(*SaySentence), all[:hard]); ok {
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
func (s *hidokuState) placeStep(how Technique, k, c int, because []int, template string, values Values) (Step, bool) {
	s.place(k, c)
	values["number"], values["cell"] = Number(k+1), Cell(c)
	return Step{Technique: how, Place: []Candidate{s.candidate(k, c)}, Because: sortedCells(because), said: *SayNew(template, values)}, true
}

// excludeStep is removeStep, unless nothing was dropped or the state has no solution.
func (s *hidokuState) excludeStep(how Technique, dropped []Candidate, because []int, reason *SaySentence) (Step, bool) {
	if len(dropped) == 0 || s.wrong != nil {
		return Step{}, false
	}
	return s.removeStep(how, dropped, because, reason)
}

// removeStep returns the step for candidates that are dropped already. The sentence gets the
// value conclusion.
func (s *hidokuState) removeStep(how Technique, dropped []Candidate, because []int, reason *SaySentence) (Step, bool) {
	reason.Values["conclusion"] = without(dropped)
	return Step{Technique: how, Remove: dropped, Because: sortedCells(because), said: *reason}, true
}

// without says which candidates are dropped: "37 cannot be at r1c1 or r1c2". It names a
// few and counts the others.
func without(dropped []Candidate) Sentences {
	const named = 6
	if c := dropped[0].Cells[0]; !slices.ContainsFunc(dropped, func(other Candidate) bool { return other.Cells[0] != c }) {
		var numbers Numbers
		for _, g := range dropped {
			numbers = append(numbers, g.Value)
		}
		return Sentences{*SayNew("numbers.cannotBe", Values{"cell": Cell(c), "numbers": numbers})}
	}
	cells := map[int]Cells{}
	var numbers []int
	for _, c := range dropped[:min(named, len(dropped))] {
		if cells[c.Value] == nil {
			numbers = append(numbers, c.Value)
		}
		cells[c.Value] = append(cells[c.Value], c.Cells[0])
	}
	var parts Sentences
	for _, k := range numbers {
		parts = append(parts, *SayNew("numbers.cannotBeAt", Values{"number": Number(k), "cells": cells[k]}))
	}
	if more := len(dropped) - named; more > 0 {
		parts = append(parts, *SayNew("numbers.othersGo", Values{"count": Number(more)}))
	}
	return parts
}

func numberAt(c Candidate) SaySentence {
	return *SayNew("numbers.at", Values{"number": Number(c.Value), "cell": Cell(c.Cells[0])})
}
