package human

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// mirrorStep uses the symmetries of the board, once: of the placements of one stone that
// they exchange it keeps the first. A solution with another one has an image that has
// the first, which differs from it only by how the board is looked at. The stone is
// the one that is left the fewest placements.
func (s *draughtboardState) mirrorStep() (Step, bool) {
	if s.mirrorDone {
		return Step{}, false
	}
	s.mirrorDone = true
	group := puzzle.Symmetries(s.puzzle)
	if len(group) == 1 {
		return Step{}, false
	}
	best, least := -1, []int(nil)
	for k := range s.kinds {
		if len(s.kinds[k].stones) > 1 {
			continue
		}
		kept := s.firstOfOrbits(k, group)
		if len(kept) < len(s.kinds[k].placements) && (best < 0 || len(kept) < len(least)) {
			best, least = k, kept
		}
	}
	if best < 0 {
		return Step{}, false
	}
	var gone []int
	for _, i := range s.possibleOf(best) {
		if !slices.Contains(least, i) {
			gone = append(gone, i)
		}
	}
	return s.removeStep(Mirror, gone, nil, "%s of turning or mirroring the board %s the puzzle as it is, so stone %s may be kept to %d of its %d places",
		counted(len(group)-1, "way"), plural(len(group)-1, "leaves", "leave"), s.stoneName(best), len(least), len(least)+len(gone))
}

// firstOfOrbits returns the placements of a kind that no symmetry takes to one before.
func (s *draughtboardState) firstOfOrbits(k int, group []puzzle.Symmetry) []int {
	index := make(map[string]int)
	key := func(colouring int, cells []int) string { return fmt.Sprint(colouring, cells) }
	for _, i := range s.kinds[k].placements {
		index[key(s.placements[i].colouring, s.placements[i].cells)] = i
	}
	var firsts []int
	for _, i := range s.kinds[k].placements {
		first := true
		for _, g := range group {
			q := &s.placements[i]
			cells := make([]int, len(q.cells))
			for j, c := range q.cells {
				cells[j] = g.Image()[c]
			}
			slices.Sort(cells)
			colouring := q.colouring
			if g.Recolours() && len(s.colouringPossible) == 2 {
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
