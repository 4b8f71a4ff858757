package draughtboard

import "slices"

// dropHopeless leaves out the placements that are in no filling, since a cell beside them can no longer
// be covered: each placement on that cell has a cell or the last stone of its kind in common with them.
// It pays in counts of boards that are not small, and where no cell may stay bare. A search for one or two fillings mostly takes less time than this.
func (s *colouring) dropHopeless(places *placements) {
	v := newCoverSearch(s, places, nil)
	if v == nil {
		return
	}
	l := &v.levels[0]
	left := make([]uint64, l.words)
	hopeful := make([]bool, len(places.kind))
	for o, kind := range places.kind {
		copy(left, l.live)
		for _, c := range places.of(int32(o)) {
			l.strike(left, c)
		}
		if s.left[kind] == 1 {
			l.strike(left, v.cells+kind)
		}
		hopeful[o] = v.coversAround(left, places.of(int32(o)))
	}
	places.keep(func(o int32) bool { return hopeful[o] })
}

// coversAround reports whether each cell beside those of a placement can be covered by one of left.
func (v *coverSearch) coversAround(left []uint64, cells []int32) bool {
	for _, c := range cells {
		row, col := v.board.Pos(int(c))
		for _, d := range [4]int{
			v.board.Cell(row-1, col), v.board.Cell(row, col-1),
			v.board.Cell(row, col+1), v.board.Cell(row+1, col),
		} {
			if d >= 0 && !slices.Contains(cells, int32(d)) && v.levels[0].countUpTo(left, int32(d), 1) == 0 {
				return false
			}
		}
	}
	return true
}
