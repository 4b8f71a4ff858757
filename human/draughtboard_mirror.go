package human

import (
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
	return s.removeStep(Mirror, dropped, nil, "draughtboard.mirror", Values{
		"symmetries": Number(len(group) - 1), "stone": s.stone(best), "kept": Number(len(least)), "places": Number(len(least) + len(dropped)),
	})
}

// firstOfOrbits returns the placements of a kind that are the first among their images.
func (s *draughtboardState) firstOfOrbits(k int, group []puzzle.Symmetry) []int {
	places := s.kinds[k].placements
	index := make(map[string]int, len(places))
	var key []byte
	for _, i := range places {
		key = appendPlaceKey(key[:0], s.placements[i].colouring, s.placements[i].cells)
		index[string(key)] = i
	}
	var firsts []int
	later := make(map[int]bool) // images of a placement before them
	var cells []int
	for _, i := range places {
		if later[i] {
			continue
		}
		firsts = append(firsts, i)
		q := &s.placements[i]
		for _, g := range group {
			cells = cells[:0]
			for _, c := range q.cells {
				cells = append(cells, g.Image()[c])
			}
			slices.Sort(cells)
			colouring := q.colouring
			if g.Recolours() && len(s.colouringPossible) == 2 {
				colouring = 1 - colouring
			}
			// If one of two colourings has too few cells of a colour, it is not
			// tried, and an image may lie in it.
			key = appendPlaceKey(key[:0], colouring, cells)
			if j, ok := index[string(key)]; ok {
				later[j] = true
			}
		}
	}
	return firsts
}

// appendPlaceKey appends a text that stands for cells in a colouring. Cells are below
// [puzzle.MaxCells], so two bytes are enough for each.
func appendPlaceKey(key []byte, colouring int, cells []int) []byte {
	key = append(key, byte(colouring))
	for _, c := range cells {
		key = append(key, byte(c), byte(c>>8))
	}
	return key
}
