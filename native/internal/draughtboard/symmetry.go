package draughtboard

import (
	"slices"

	"crosscut/puzzle"
)

// The symmetries of a board save most of the search, where a board has any.
//
// Let G be a group of maps of the board onto itself that take placements of every kind
// to placements of the same kind. So they take fillings to fillings. Choose a kind with
// one stone, the marked one. Its placements fall into orbits under G, and the search
// keeps one placement of each orbit.
//
// Every filling has the marked stone on one placement q, which is the image g(p) of a
// kept placement p. Fix one such g for each q. Then the fillings with q are the images
// g(f) of the fillings f with p, each once. So each filling found is handed out with
// one image for each placement in the orbit of its marked stone. No filling is lost or
// comes twice.
//
// A symmetry that changes every colour takes the fillings of one colouring to those of
// the other, one to one. Then only one colouring is searched.

// symmetry is a map of the board onto itself: the stone on c goes to the cell
// symmetry[c].
type symmetry []int32

func (s *colouring) findSymmetries() {
	for _, g := range puzzle.Symmetries(s.p) {
		image := make(symmetry, s.board.Len())
		for c, d := range g.Image {
			image[c] = int32(d)
		}
		switch {
		case !g.Recolours:
			s.symmetries = append(s.symmetries, image)
		case s.recolouring == nil && len(s.p.Colourings()) == 2 && symmetric.On():
			s.recolouring = image
		}
	}
}

// of puts the image of cells into to, ascending, and returns it.
func (g symmetry) of(cells, to []int32) []int32 {
	to = to[:0]
	for _, c := range cells {
		to = append(to, g[c])
	}
	slices.Sort(to)
	return to
}

// chooseMarked chooses the marked kind: of those with one stone, the one with fewest
// placements. From places it removes all of its placements except one of each orbit.
func (s *colouring) chooseMarked(places *placements) {
	if len(s.symmetries) == 1 || !symmetric.On() {
		return
	}
	count := make([]int, len(s.kinds))
	for _, k := range places.kind {
		count[k]++
	}
	for k, copies := range s.left {
		if copies == 1 && s.need[k] == 1 && (s.marked < 0 || count[k] < count[s.marked]) {
			s.marked = int32(k)
		}
	}
	places.keep(func(o int32) bool { return places.kind[o] != s.marked || s.leastOfOrbit(places.of(o)) })
}

// countsBetterUnmarked reports whether it is better to count without a marked kind. The states
// before the marked stone differ for each place of it. With one symmetry beside the identity, that
// costs more than the symmetry saves where many states are met again: [packedCount] with stones
// that are alike.
func (s *colouring) countsBetterUnmarked(sweep *sweepSearch) bool {
	return s.count != nil && len(s.symmetries) == 2 && s.alike() && sweep != nil
}

// leastOfOrbit reports whether no symmetry takes cells to a lesser placement.
func (s *colouring) leastOfOrbit(cells []int32) bool {
	for _, g := range s.symmetries[1:] {
		if s.scratch = g.of(cells, s.scratch); slices.Compare(s.scratch, cells) < 0 {
			return false
		}
	}
	return true
}

// newImage reports whether symmetries[i] takes the marked stone to a place where no
// symmetry before it does.
func (s *colouring) newImage(i int) bool {
	if s.marked < 0 {
		return i == 0
	}
	at := slices.IndexFunc(s.laid, func(l laidStone) bool { return l.kind == s.marked })
	cells := s.laid[at].cells
	s.seen = s.symmetries[i].of(cells, s.seen)
	for _, g := range s.symmetries[:i] {
		if s.scratch = g.of(cells, s.scratch); slices.Equal(s.scratch, s.seen) {
			return false
		}
	}
	return true
}
