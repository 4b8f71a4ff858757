package human

import (
	"fmt"
	"slices"

	"crosscut/puzzle"
)

// The technique Mirror uses the symmetries of the board. They exchange placements of a
// stone, and it is enough to keep the first placement of each set of images.
//
// A solution with another placement is the image of a solution with the first one. It
// applies once, to a puzzle with symmetries and a stone that is the only one of its kind.
// It takes the stone that keeps the fewest placements.

// mirrorStep keeps the first placements of one stone.
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
	var dropped []int
	for _, i := range s.possibleOf(best) {
		if !slices.Contains(least, i) {
			dropped = append(dropped, i)
		}
	}
	return s.removeStep(Mirror, dropped, nil, "%s of turning or mirroring the board %s the puzzle as it is, so stone %s may be kept to %d of its %d places",
		counted(len(group)-1, "way"), plural(len(group)-1, "leaves", "leave"), s.stoneName(best), len(least), len(least)+len(dropped))
}

// firstOfOrbits returns the placements of a kind that are the first among their images.
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
			// If one of two colourings has too few cells of a colour, it is not
			// tried, and an image may lie in it.
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
