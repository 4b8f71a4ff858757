package human

import (
	"slices"

	"crosscut/human/internal/say"
)

// The techniques byEnclosed and byColours look at the areas that a placement leaves. An area
// is a set of connected open cells. Some of the remaining stones must fill each of them.
//
// Enclosed compares numbers of cells. Colours compares black and white cells and applies
// only if each cell of each stone has a colour. A kind is looked at again only after
// another stone was laid. The sums that the remaining stones can have are a set of bits. n stones
// that are alike take O(log n) steps: 1, 2, 4, … of them are added at once, and then the rest.
// So the time per kind is O(placements·cells + kinds·log(stones)·cells²/64).

// cellCounts are numbers of cells by colour. Enclosed counts all cells as black.
type cellCounts struct{ black, white int }

// enclosedStep looks, kind by kind, for placements that leave an area that no remaining
// stones can fill together.
func (s *draughtboardState) enclosedStep(how Technique) (Step, bool) {
	if how == byColours && slices.ContainsFunc(s.kinds, func(k kind) bool { return !k.coloured }) {
		return Step{}, false
	}
	looked := s.lookedAt[how-byEnclosed]
	for k := range s.kinds {
		if s.stonesLeft[k] == 0 || looked[k] == s.open { // no stone was laid since
			continue
		}
		totals := s.totals(k, how)
		var dropped, around []int
		for _, i := range s.possibleOf(k) {
			if s.over() {
				return Step{}, false
			}
			bad := s.unfillable(i, how, totals)
			if bad == nil {
				continue
			}
			dropped = append(dropped, i)
			if around == nil || len(bad) < len(around) { // the smallest area is seen at once
				around, dropped[0], dropped[len(dropped)-1] = bad, i, dropped[0]
			}
		}
		looked[k] = s.open
		if len(dropped) > 0 {
			return s.cutOffStep(how, dropped, around)
		}
	}
	return Step{}, false
}

// cutOffStep is the step that drops placements of one kind. It shows the first of them, which
// leaves the given area.
func (s *draughtboardState) cutOffStep(how Technique, dropped, around []int) (Step, bool) {
	template := "draughtboard.enclosed"
	if how == byColours {
		template = "draughtboard.colours"
	}
	var area say.Value = say.Cells(around)
	if len(around) > 5 {
		area = *say.New("draughtboard.area", say.Values{"cell": say.Cell(around[0]), "count": say.Number(len(around))})
	}
	q := &s.placements[dropped[0]]
	return s.removeStep(how, dropped, around, template, say.Values{"stone": s.stone(q.kind), "cells": say.Cells(q.cells), "area": area, "others": say.Number(len(dropped) - 1)})
}

func (k *kind) counts(how Technique) cellCounts {
	if how == byColours {
		return cellCounts{k.black, k.white}
	}
	return cellCounts{black: k.size}
}

// totals returns which counts of cells some of the remaining stones have together. One
// stone of kind used is left out. A count is in the set as its index.
func (s *draughtboardState) totals(used int, how Technique) numberSet {
	whole := cellCounts{}
	for k, needs := range s.stonesLeft {
		m := s.kinds[k].counts(how)
		whole.black, whole.white = whole.black+needs*m.black, whole.white+needs*m.white
	}
	totals := make(numberSet, s.index(whole, how)/64+1)
	totals.add(0)
	for k, needs := range s.stonesLeft {
		if k == used {
			needs--
		}
		one := s.index(s.kinds[k].counts(how), how)
		for at := 1; needs > 0; at *= 2 {
			at = min(at, needs)
			totals.addSums(at * one)
			needs -= at
		}
	}
	return totals
}

// index returns a number for counts of cells. The index of a sum is the sum of the indices.
func (s *draughtboardState) index(m cellCounts, how Technique) int {
	if how == byEnclosed {
		return m.black
	}
	return m.black*(len(s.placementOn)+1) + m.white // more than the white cells of all stones
}

// unfillable returns the cells of an area that a placement would leave and that no
// stones can fill, or nil.
func (s *draughtboardState) unfillable(i int, how Technique, totals numberSet) []int {
	q := &s.placements[i]
	corner := s.puzzle.Colourings()[q.colouring]
	seen, front := s.scratch.seen, s.scratch.queue
	clear(seen)
	for _, c := range q.cells {
		seen[c] = true
	}
	for first := range s.placementOn {
		if s.placementOn[first] >= 0 || seen[first] {
			continue
		}
		seen[first] = true
		cells := append(front[:0], first)
		for j := 0; j < len(cells); j++ {
			for _, d := range s.scratch.beside[cells[j]] {
				if s.placementOn[d] < 0 && !seen[d] {
					seen[d] = true
					cells = append(cells, d)
				}
			}
		}
		m := cellCounts{black: len(cells)}
		if how == byColours {
			m = cellCounts{}
			for _, c := range cells {
				if s.puzzle.ColourAt(c, corner) == 'B' {
					m.black++
				} else {
					m.white++
				}
			}
		}
		if !totals.has(s.index(m, how)) {
			return slices.Sorted(slices.Values(cells))
		}
	}
	return nil
}

// numberSet is a set of numbers from 0, as bits.
type numberSet []uint64

func (n numberSet) add(k int) { n[k>>6] |= 1 << (k & 63) }

func (n numberSet) remove(k int) { n[k>>6] &^= 1 << (k & 63) }

// addSums adds all sums of a number in the set and k > 0.
func (n numberSet) addSums(k int) {
	words, shift := k/64, k%64
	for w := len(n) - 1; w >= words; w-- {
		sums := n[w-words] << shift
		if w > words {
			sums |= n[w-words-1] >> (64 - shift)
		}
		n[w] |= sums
	}
}

// has reports whether a number is in the set. The number may be of any size.
func (n numberSet) has(k int) bool { return k >= 0 && k>>6 < len(n) && n[k>>6]&(1<<(k&63)) != 0 }
