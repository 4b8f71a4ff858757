package human

// The technique LineSum compares a line with its sum. With some number on a cell, the
// smallest numbers left for the other cells can be too large together, or the largest
// too small. Then the number is no candidate.
//
// It applies to every line with open cells. The numbers of a line differ, which
// makes the bounds tighter. The time per line is bounded by its
// cells squared times the numbers.

// lineSumStep looks for a line whose sum excludes a candidate.
func (s *magicState) lineSumStep() (Step, bool) {
	for i := range s.lines {
		if s.over() {
			return Step{}, false
		}
		if !s.changedSince(LineSum, i) {
			continue
		}
		l := &s.lines[i]
		open, rest := s.missing(l)
		var dropped []Candidate
		for _, c := range open {
			if s.over() {
				s.lookedAt[int(LineSum-TwoCells)*len(s.lines)+i] = 0 // look again at the rest
				break
			}
			least, most := s.sumBounds(open, c)
			for _, k := range s.numbersFor(c) {
				if (k+least > rest || k+most < rest) && s.drop(k, c) {
					dropped = append(dropped, s.candidate(k, c))
				}
			}
		}
		if s.wrong != nil {
			return Step{}, false
		}
		if len(dropped) > 0 {
			sum := rest + len(open)*s.puzzle.Low()
			return s.removeStep(LineSum, l, open, dropped, "magic.lineSum", Values{"sum": Number(sum), "cells": Number(len(open))})
		}
	}
	return Step{}, false
}

// sumBounds returns bounds of the sum of the open cells of a line without c. One bound
// takes the smallest candidate of each cell. The other takes as many different numbers as
// there are cells. The same holds for the largest.
func (s *magicState) sumBounds(open []int, c int) (least, most int) {
	met := make(numberSet, (s.size+63)/64)
	low, high := 0, 0
	for _, d := range open {
		if d == c {
			continue
		}
		least, most := -1, 0
		for k, may := range s.may[d*s.size : (d+1)*s.size] {
			if !may {
				continue
			}
			met.add(k)
			if most = k; least < 0 {
				least = k
			}
		}
		low, high = low+max(least, 0), high+most
	}
	count, up := 0, 0
	for k := 0; k < s.size && count < len(open)-1; k++ {
		if met.has(k) {
			up += k
			count++
		}
	}
	count, down := 0, 0
	for k := s.size - 1; k >= 0 && count < len(open)-1; k-- {
		if met.has(k) {
			down += k
			count++
		}
	}
	return max(low, up), min(high, down)
}
