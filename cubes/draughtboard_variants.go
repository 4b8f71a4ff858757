package cubes

import "crosscut/puzzle"

// Cubes of draughtboards that are not plain: the number of stones of a kind may be open, and
// cells may stay bare. A cube has the ranges that are left when some stones are laid.

// bareKind is the kind of a placement that leaves its only cell bare.
const bareKind = -1

// listBare appends the placements that leave a cell bare, if there are any.
func (s *draughtboardQuestions) listBare(corner puzzle.Colour) {
	if s.puzzle.Gaps().Most == 0 {
		return
	}
	for c := range s.puzzle.Board().Len() {
		s.placements = append(s.placements, placement{bareKind, corner, []int{c}})
	}
}

// leftOf returns how many stones of a kind may still be laid.
func (s *draughtboardQuestions) leftOf(kind int) int {
	if kind == bareKind {
		return s.bareLeft
	}
	return s.left[kind]
}

func (s *draughtboardQuestions) openCells() (open int) {
	for _, covered := range s.covered {
		if !covered {
			open++
		}
	}
	return open
}

// rests says what one more placement leaves of the cells and stones that are left. All placements
// of a kind leave the same.
type rests struct {
	*draughtboardQuestions
	open  int    // cells that are not covered
	known []int8 // per kind, after bareKind: 0, or 1 where canFinish says yes, -1 where it says no
}

// rests must be asked for again when other stones are laid.
func (s *draughtboardQuestions) rests() *rests {
	return &rests{s, s.openCells(), make([]int8, len(s.copies)-bareKind)}
}

// canFinish reports whether some number of stones and bare cells has the area of the rest,
// after one more placement. If not, the rest is no puzzle.
func (s *rests) canFinish(q *placement) bool {
	known := &s.known[q.kind-bareKind]
	if *known == 0 {
		*known = -1
		if s.hasArea(q, s.open-len(q.cells)) {
			*known = 1
		}
	}
	return *known == 1
}

// hasArea reports whether some number of stones and bare cells covers so many cells, after one more
// placement.
func (s *draughtboardQuestions) hasArea(q *placement, cells int) bool {
	gaps := s.gapsLeft()
	if q.kind == bareKind {
		gaps = puzzle.Range{Least: max(0, gaps.Least-1), Most: gaps.Most - 1}
	}
	least, most := gaps.Least, gaps.Most
	for kind, first := range s.puzzle.Kinds() {
		if kind != first {
			continue
		}
		count := s.rangeLeft(kind)
		if q.kind == kind {
			count = puzzle.Range{Least: max(0, count.Least-1), Most: count.Most - 1}
		}
		size := len(s.puzzle.Stones()[kind].Cells())
		least += count.Least * size
		most += max(count.Least, min(count.Most, cells/size)) * size
	}
	return least <= cells && cells <= most
}

// rangeLeft returns how many stones of a kind are still to be laid.
func (s *draughtboardQuestions) rangeLeft(kind int) puzzle.Range {
	laid := s.copies[kind] - s.left[kind]
	return puzzle.Range{Least: max(0, s.puzzle.Least(kind)-laid), Most: s.left[kind]}
}

// gapsLeft returns how many cells are still to be left bare.
func (s *draughtboardQuestions) gapsLeft() puzzle.Range {
	laid := s.puzzle.Gaps().Most - s.bareLeft
	return puzzle.Range{Least: max(0, s.puzzle.Gaps().Least-laid), Most: s.bareLeft}
}

// numbersLeft returns the numbers of the first stones of a kind that are not laid, count of
// them, counted from 1.
func (s *draughtboardQuestions) numbersLeft(kind, count int) (numbers []int) {
	laid := s.copies[kind] - s.left[kind]
	for stone, first := range s.puzzle.Kinds() {
		switch {
		case first != kind:
		case laid > 0:
			laid--
		case len(numbers) < count:
			numbers = append(numbers, stone+1)
		}
	}
	return numbers
}
