package human

import "slices"

// The technique Linked looks at the rules of two cells that variants have: links and their
// opposite, the order of cells, and the two ends of a closed path.
//
// A number on one of the two cells needs a number on the other that keeps the rule. It
// applies to each rule, and takes time O(n) for it.

// pairStep looks for a rule of two cells that excludes a candidate.
func (s *hidokuState) pairStep() (Step, bool) {
	if !s.variant {
		return Step{}, false
	}
	for _, pair := range s.puzzle.Links() {
		if s.over() {
			return Step{}, false
		}
		reason := saying("hidoku.linked", Values{"cells": Cells(pair[:])})
		if step, ok := s.keepRule(pair[0], pair[1], reason, s.consecutive); ok || s.wrong != nil {
			return step, ok
		}
	}
	for _, pair := range s.puzzle.Unlinked() {
		if s.over() {
			return Step{}, false
		}
		reason := saying("hidoku.unlinked", Values{"cells": Cells(pair[:])})
		apart := func(k, j int) bool { return k != j && !s.consecutive(k, j) }
		if step, ok := s.keepRule(pair[0], pair[1], reason, apart); ok || s.wrong != nil {
			return step, ok
		}
	}
	for i, steps := range s.apart {
		if s.over() {
			return Step{}, false
		}
		c, d := s.puzzle.Order()[i], s.puzzle.Order()[i+1]
		reason := saying("hidoku.later", Values{"cell": Cell(d), "first": Cell(c), "count": Number(steps)})
		later := func(k, j int) bool { return j-k >= steps }
		if step, ok := s.keepRule(c, d, reason, later); ok || s.wrong != nil {
			return step, ok
		}
	}
	if s.puzzle.Closed() {
		return s.closeStep()
	}
	return Step{}, false
}

// consecutive reports whether two numbers follow each other, on a closed path also the last
// and the first.
func (s *hidokuState) consecutive(k, j int) bool {
	apart := max(k-j, j-k)
	return apart == 1 || s.puzzle.Closed() && apart == s.n-1 && apart > 0
}

// keepRule drops the candidates of two cells that no candidate of the other keeps company.
// keeps tells whether the numbers of the first and of the second cell keep the rule.
func (s *hidokuState) keepRule(c, d int, reason *Sentence, keeps func(k, j int) bool) (Step, bool) {
	var dropped []Candidate
	first, second := s.numbersFor(c), s.numbersFor(d)
	for _, k := range first {
		if !slices.ContainsFunc(second, func(j int) bool { return keeps(k, j) }) && s.drop(k, c, None) {
			dropped = append(dropped, s.candidate(k, c))
		}
	}
	for _, j := range second {
		if !slices.ContainsFunc(first, func(k int) bool { return keeps(k, j) }) && s.drop(j, d, None) {
			dropped = append(dropped, s.candidate(j, d))
		}
	}
	return s.excludeStep(Linked, dropped, []int{c, d}, reason)
}

// closeStep drops candidates of the last number that touch none of the first, and the other
// way round.
func (s *hidokuState) closeStep() (Step, bool) {
	var dropped []Candidate
	for _, ends := range [...][2]int{{s.n - 1, 0}, {0, s.n - 1}} {
		for _, c := range s.cellsFor(ends[0]) {
			beside := slices.ContainsFunc(s.neighbours[c], func(d int) bool { return s.may(ends[1], d) })
			if !beside && s.drop(ends[0], c, None) {
				dropped = append(dropped, s.candidate(ends[0], c))
			}
		}
	}
	if len(dropped) == 0 || s.wrong != nil {
		return Step{}, false
	}
	var because []int
	for _, k := range []int{0, s.n - 1} {
		if s.cellOf[k] >= 0 {
			because = append(because, s.cellOf[k])
		}
	}
	return s.excludeStep(Linked, dropped, because, saying("hidoku.round", Values{"number": Number(s.n)}))
}

// orderSteps returns the number of steps between the cells of an order that follow each
// other, at least 1. It is the number of cells where there is no way.
func (s *hidokuState) orderSteps() []int {
	var steps []int
	for i, d := range s.puzzle.Order() {
		if i > 0 {
			away := s.distances(s.puzzle.Order()[i-1], s.n, func(int) bool { return true })[d]
			if away < 0 {
				away = s.n
			}
			steps = append(steps, away)
		}
	}
	return steps
}
