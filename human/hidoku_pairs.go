package human

import (
	"slices"

	"crosscut/human/internal/say"
	"crosscut/puzzle/space"
)

// The technique byLinked looks at the rules of two cells that variants have: that they must or may not
// follow each other, that their numbers ascend, and that the ends of a closed path touch.
//
// A number on one of the two cells needs a number on the other that keeps the rule. It
// applies to each rule, and takes time O(n) for it.

type pairRule struct {
	first, second int
	reason        *say.Sentence
	keeps         func(k, j int) bool // whether the numbers of the first and of the second cell keep it
}

func (s *hidokuState) pairRules() (rules []pairRule) {
	if s.puzzle.AnyPath() {
		return nil
	}
	for c, d := range s.puzzle.Pairs() {
		if s.puzzle.MustFollow(c, d) {
			rules = append(rules, pairRule{c, d, say.New("hidoku.linked", say.Values{"cells": say.Cells{c, d}}), s.consecutive})
		}
	}
	apart := func(k, j int) bool { return k != j && !s.consecutive(k, j) }
	for c, d := range s.puzzle.Pairs() {
		if !s.puzzle.MayFollow(c, d) {
			rules = append(rules, pairRule{c, d, say.New("hidoku.parted", say.Values{"cells": say.Cells{c, d}}), apart})
		}
	}
	for i, steps := range s.apart {
		c, d := s.puzzle.Ascending()[i], s.puzzle.Ascending()[i+1]
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

// keepRule drops the candidates of the two cells of a rule that no candidate of the other keeps
// company.
func (s *hidokuState) keepRule(r *pairRule) (Step, bool) {
	var dropped []Candidate
	drop := func(c int, numbers, others []int, keeps func(k, j int) bool) {
		for _, k := range numbers {
			if !slices.ContainsFunc(others, func(j int) bool { return keeps(k, j) }) && s.drop(k, c, none) {
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
			if !beside && s.drop(ends[0], c, none) {
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
	for i, d := range s.puzzle.Ascending() {
		if i > 0 {
			away := space.DistanceFrom(s.puzzle, s.puzzle.Ascending()[i-1], s.n, func(int) bool { return true })[d]
			if away < 0 {
				away = s.n
			}
			steps = append(steps, away)
		}
	}
	return steps
}
