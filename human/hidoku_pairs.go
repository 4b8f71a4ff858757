package human

import (
	"crosscut/human/say"
	"crosscut/puzzle/space"
	"slices"
)

// The technique byLinked looks at the rules of two cells that variants have: links and their
// opposite, the order of cells, and the two ends of a closed path.
//
// A number on one of the two cells needs a number on the other that keeps the rule. It
// applies to each rule, and takes time O(n) for it.

type pairRule struct {
	first, second int
	reason        *say.Sentence
	keeps         func(k, j int) bool // whether the numbers of the first and of the second cell keep it
}

func (s *hidokuState) pairRules() (rules []pairRule) {
	for _, pair := range s.puzzle.Rules().Links {
		rules = append(rules, pairRule{pair[0], pair[1], say.New("hidoku.linked", say.Values{"cells": say.Cells(pair[:])}), s.consecutive})
	}
	apart := func(k, j int) bool { return k != j && !s.consecutive(k, j) }
	for _, pair := range s.puzzle.Rules().Unlinked {
		rules = append(rules, pairRule{pair[0], pair[1], say.New("hidoku.unlinked", say.Values{"cells": say.Cells(pair[:])}), apart})
	}
	for i, steps := range s.apart {
		c, d := s.puzzle.Rules().Order[i], s.puzzle.Rules().Order[i+1]
		reason := say.New("hidoku.later", say.Values{"cell": say.Cell(d), "first": say.Cell(c), "count": say.Number(steps)})
		rules = append(rules, pairRule{c, d, reason, func(k, j int) bool { return j-k >= steps }})
	}
	return rules
}

func (s *hidokuState) pairStep() (Step, bool) {
	if !s.variant {
		return Step{}, false
	}
	for _, rule := range s.pairRules() {
		if s.over() {
			return Step{}, false
		}
		if step, ok := s.keepRule(&rule); ok || s.wrong != nil {
			return step, ok
		}
	}
	if s.puzzle.Rules().Closed {
		return s.closeStep()
	}
	return Step{}, false
}

// consecutive reports whether two numbers follow each other, on a closed path also the last
// and the first.
func (s *hidokuState) consecutive(k, j int) bool {
	apart := max(k-j, j-k)
	return apart == 1 || s.puzzle.Rules().Closed && apart == s.n-1 && apart > 0
}

// keepRule drops the candidates of the two cells of a rule that no candidate of the other keeps
// company.
func (s *hidokuState) keepRule(r *pairRule) (Step, bool) {
	var dropped []Candidate
	drop := func(c int, numbers, others []int, keeps func(k, j int) bool) {
		for _, k := range numbers {
			if !slices.ContainsFunc(others, func(j int) bool { return keeps(k, j) }) && s.drop(k, c, None) {
				dropped = append(dropped, s.candidate(k, c))
			}
		}
	}
	first, second := s.numbersFor(r.first), s.numbersFor(r.second)
	drop(r.first, first, second, r.keeps)
	drop(r.second, second, first, func(j, k int) bool { return r.keeps(k, j) })
	return s.excludeStep(byLinked, dropped, []int{r.first, r.second}, r.reason)
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
	var because []int
	for _, k := range []int{0, s.n - 1} {
		if s.cellOf[k] >= 0 {
			because = append(because, s.cellOf[k])
		}
	}
	return s.excludeStep(byLinked, dropped, because, say.New("hidoku.round", say.Values{"number": say.Number(s.n)}))
}

// orderSteps returns the number of steps between the cells of an order that follow each
// other, at least 1. It is the number of cells where there is no way.
func (s *hidokuState) orderSteps() []int {
	var steps []int
	for i, d := range s.puzzle.Rules().Order {
		if i > 0 {
			away := space.DistanceFrom(s.puzzle, s.puzzle.Rules().Order[i-1], s.n, func(int) bool { return true })[d]
			if away < 0 {
				away = s.n
			}
			steps = append(steps, away)
		}
	}
	return steps
}
