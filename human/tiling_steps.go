package human

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// step makes the easiest step there is: see logic.
func (s *tiling) step(most Level) (Step, bool) {
	for _, t := range []struct {
		level Level
		find  func() (Step, bool)
	}{
		{Easy, s.mirror},
		{Easy, s.oneWay},
		{Easy, s.onePlace},
		{Medium, s.cellStone},
		{Medium, s.stoneCells},
		{Medium, func() (Step, bool) { return s.enclosed(Enclosed) }},
		{Hard, func() (Step, bool) { return s.enclosed(Colours) }},
		{Hard, s.leaves},
	} {
		if t.level > most {
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

// mirror uses the symmetries of the board, once: of the placements of one stone that
// they exchange it keeps the first. A solution with another one has an image that has
// the first, which differs from it only by how the board is looked at. The stone is
// the one that is left the fewest placements.
func (s *tiling) mirror() (Step, bool) {
	if s.mirrored {
		return Step{}, false
	}
	s.mirrored = true
	group := puzzle.Symmetries(s.p)
	if len(group) == 1 {
		return Step{}, false
	}
	best, least := -1, []int(nil)
	for k := range s.kinds {
		if len(s.kinds[k].stones) > 1 {
			continue
		}
		kept := s.firstOfOrbits(k, group)
		if len(kept) < len(s.kinds[k].places) && (best < 0 || len(kept) < len(least)) {
			best, least = k, kept
		}
	}
	if best < 0 {
		return Step{}, false
	}
	var gone []int
	for _, i := range s.liveOf(best) {
		if !slices.Contains(least, i) {
			gone = append(gone, i)
		}
	}
	return s.removed(Mirror, gone, nil, "%s of turning or mirroring the board %s the puzzle as it is, so stone %s may be kept to %d of its %d places",
		counted(len(group)-1, "way"), agree(len(group)-1, "leaves", "leave"), s.stone(best), len(least), len(least)+len(gone))
}

func (s *tiling) stone(k int) string { return puzzle.StoneName(s.kinds[k].stones[0]) }

// firstOfOrbits returns the placements of a kind that no symmetry takes to one before.
func (s *tiling) firstOfOrbits(k int, group []puzzle.Symmetry) []int {
	index := make(map[string]int)
	key := func(colouring int, cells []int) string { return fmt.Sprint(colouring, cells) }
	for _, i := range s.kinds[k].places {
		index[key(s.places[i].colouring, s.places[i].cells)] = i
	}
	var firsts []int
	for _, i := range s.kinds[k].places {
		first := true
		for _, g := range group {
			q := &s.places[i]
			cells := make([]int, len(q.cells))
			for j, c := range q.cells {
				cells[j] = g.Image()[c]
			}
			slices.Sort(cells)
			colouring := q.colouring
			if g.Recolours() && len(s.alive) == 2 {
				colouring = 1 - colouring
			}
			// Where one of two colourings has too few squares of a colour, an image may
			// lie in the one that is not tried.
			if j, ok := index[key(colouring, cells)]; ok && j < i {
				first = false
			}
		}
		if first {
			firsts = append(firsts, i)
		}
	}
	return firsts
}

// removed makes the step that placements are not right.
func (s *tiling) removed(how Technique, gone, because []int, format string, args ...any) (Step, bool) {
	if len(gone) == 0 {
		return Step{}, false
	}
	step := Step{Technique: how, Because: because, Text: fmt.Sprintf(format, args...)}
	for _, i := range gone {
		step.Remove = append(step.Remove, s.candidate(i))
	}
	s.dropAll(gone)
	return step, true
}

// placed makes the step that a stone lies somewhere.
func (s *tiling) placed(how Technique, i int, because []int, reason string) (Step, bool) {
	step := Step{Technique: how, Place: []Candidate{s.candidate(i)}, Because: because}
	step.Text = fmt.Sprintf("stone %s must lie on %s: %s", s.stone(s.places[i].kind), s.cellNames(s.places[i].cells), reason)
	s.lay(i)
	return step, true
}

// oneWay looks for a cell that one placement covers.
func (s *tiling) oneWay() (Step, bool) {
	for c, i := range s.laid {
		if i >= 0 {
			continue
		}
		if live := s.liveOn(c); len(live) == 1 {
			return s.placed(OneWay, live[0], nil, "nothing else can cover "+s.p.Board().Name(c))
		}
	}
	return Step{}, false
}

// onePlace looks for a stone with one placement, or equal stones with as many
// placements as there are stones.
func (s *tiling) onePlace() (Step, bool) {
	for k := range s.kinds {
		if s.needs[k] == 0 {
			continue
		}
		if live := s.liveOf(k); len(live) == s.needs[k] {
			reason := "it fits nowhere else"
			if len(live) > 1 {
				reason = fmt.Sprintf("there are %d stones of this kind, and as many places", len(live))
			}
			return s.placed(OnePlace, live[0], nil, reason)
		}
	}
	return Step{}, false
}

// cellStone looks for a cell that only one stone can cover, which then can lie
// nowhere else.
func (s *tiling) cellStone() (Step, bool) {
	for c, laid := range s.laid {
		if laid >= 0 {
			continue
		}
		live := s.liveOn(c)
		k := s.places[live[0]].kind
		if s.needs[k] > 1 || slices.ContainsFunc(live, func(i int) bool { return s.places[i].kind != k }) {
			continue
		}
		var gone []int
		for _, i := range s.liveOf(k) {
			if !slices.Contains(s.places[i].cells, c) {
				gone = append(gone, i)
			}
		}
		name := s.p.Board().Name(c)
		if step, ok := s.removed(CellStone, gone, []int{c}, "only stone %s can cover %s: %s not over %s", s.stone(k), name,
			agree(len(gone), "one place of it goes, which is", fmt.Sprintf("%d places of it go, which are", len(gone))), name); ok {
			return step, true
		}
	}
	return Step{}, false
}

// stoneCells looks for cells that a stone covers wherever it lies.
func (s *tiling) stoneCells() (Step, bool) {
	for k := range s.kinds {
		live := s.liveOf(k)
		if s.needs[k] != 1 || len(live) == 0 {
			continue
		}
		common := slices.Clone(s.places[live[0]].cells)
		for _, i := range live[1:] {
			common = slices.DeleteFunc(common, func(c int) bool { return !slices.Contains(s.places[i].cells, c) })
		}
		var gone []int
		for _, c := range common {
			for _, i := range s.liveOn(c) {
				if s.places[i].kind != k && !slices.Contains(gone, i) {
					gone = append(gone, i)
				}
			}
		}
		if step, ok := s.removed(StoneCells, gone, common, "stone %s covers %s wherever it lies: %s of other stones there", s.stone(k),
			s.cellNames(common), agree(len(gone), "one place goes", fmt.Sprintf("%d places go", len(gone)))); ok {
			return step, true
		}
	}
	return Step{}, false
}
