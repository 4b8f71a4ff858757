package human

import (
	"slices"

	"crosscut/human/internal/say"
	"crosscut/puzzle"
)

// The technique byMirror uses the symmetries of the board. They exchange placements of a
// stone, and it is enough to keep the first placement of each set of images. A solution with
// another placement is the image of a solution with the first one.
//
// It applies once, to a puzzle with symmetries and a stone that is the only one of its kind.
// It takes the stone that keeps the fewest placements. If there is no such stone, it takes the
// cell that keeps the fewest. One placement covers a cell, too, and symmetries take some of the
// placements there to others.

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
		kept := s.firstOfOrbits(s.kinds[k].placements, group)
		if len(kept) < len(s.kinds[k].placements) && (best < 0 || len(kept) < len(least)) {
			best, least = k, kept
		}
	}
	if best < 0 {
		return s.mirrorCellStep(group)
	}
	dropped := except(s.possibleOf(best), least)
	return s.removeStep(byMirror, dropped, nil, "draughtboard.mirror", say.Values{
		"symmetries": say.Number(len(group) - 1), "stone": s.stone(best), "kept": say.Number(len(least)), "places": say.Number(len(least) + len(dropped)),
	})
}

// mirrorCellStep keeps the first placements on one cell, the cell for which these are the
// fewest.
func (s *draughtboardState) mirrorCellStep(group []puzzle.Symmetry) (Step, bool) {
	best, least := -1, []int(nil)
	for c := range s.onCell {
		if slices.ContainsFunc(group, func(g puzzle.Symmetry) bool { return g.Image[c] < c }) {
			continue // an image of it, which keeps as many
		}
		places := s.possibleOn(c)
		kept := s.firstOfOrbits(places, group)
		if len(kept) < len(places) && (best < 0 || len(kept) < len(least)) {
			best, least = c, kept
		}
	}
	if best < 0 {
		return Step{}, false
	}
	places := s.possibleOn(best)
	return s.removeStep(byMirror, except(places, least), []int{best}, "draughtboard.mirrorCell", say.Values{
		"symmetries": say.Number(len(group) - 1), "cell": say.Cell(best), "kept": say.Number(len(least)), "places": say.Number(len(places)),
	})
}

func except(places, kept []int) []int {
	return slices.DeleteFunc(slices.Clone(places), func(i int) bool { return slices.Contains(kept, i) })
}

// firstOfOrbits returns those of some placements that come first among their images there.
func (s *draughtboardState) firstOfOrbits(places []int, group []puzzle.Symmetry) []int {
	index := make(map[string]int, len(places))
	var key []byte
	for _, i := range places {
		q := &s.placements[i]
		key = appendPlaceKey(key[:0], q.kind, q.colouring, q.cells)
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
				cells = append(cells, g.Image[c])
			}
			slices.Sort(cells)
			colouring := q.colouring
			if g.Recolours && len(s.colouringPossible) == 2 {
				colouring = 1 - colouring
			}
			// If one of two colourings has too few cells of a colour, it is not
			// tried, and an image may lie in it.
			key = appendPlaceKey(key[:0], q.kind, colouring, cells)
			if j, ok := index[string(key)]; ok {
				later[j] = true
			}
		}
	}
	return firsts
}

// appendPlaceKey appends a text that stands for a stone of a kind on cells in a colouring. Cells
// and kinds are at most [puzzle.MaxCells] in number, so two bytes are enough for each.
func appendPlaceKey(key []byte, kind, colouring int, cells []int) []byte {
	key = append(key, byte(kind), byte(kind>>8), byte(colouring))
	for _, c := range cells {
		key = append(key, byte(c), byte(c>>8))
	}
	return key
}
