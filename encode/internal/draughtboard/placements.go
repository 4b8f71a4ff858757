package draughtboard

import (
	"slices"

	"crosscut/encode/internal/write"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// placement is a set of cells that a stone of a kind can cover.
type placement struct {
	space.Placement
	kind int // index into the kinds
}

// kind is a class of interchangeable stones.
type kind struct {
	stones     []int // counted from 1, ascending; as many zeros as cells may stay bare for the kind of bare cells
	least      int   // how many of them are used at least
	free       bool  // the number of stones used need not be counted: see placements.free
	placements []placement
}

func (k *kind) fixed() bool { return k.least == len(k.stones) }

// lies reports whether a stone of the kind has all cells of a placement in s.
func (k *kind) lies(q *placement, s puzzle.Solution) bool {
	stone := s[q.Cells[0]] // bare cells have the number of all stones of their kind
	return slices.Contains(k.stones, max(stone, -stone)) && !slices.ContainsFunc(q.Cells, func(c int) bool { return s[c] != stone })
}

// placements are the kinds of a draughtboard and where they fit. A cell that stays bare is a
// placement, too: of one cell, and of a kind of bare cells, which is the last. So every cell
// is covered once.
type placements struct {
	p     *puzzle.Draughtboard
	kinds []kind
	bare  int // the kind of bare cells, -1 if no cell may stay bare

	// uncounted is a kind whose stones need not be counted. If all cells are covered and
	// all other stones are used, the rest of the area is that of all its stones. It is
	// the first kind with the most stones, or -1 if each kind has one stone, because one
	// stone is quickly counted. If the number of stones of some kind is open, it is -1.
	uncounted int
}

// markFree marks the kinds of which any number is right that fits on the board.
func (all *placements) markFree() {
	for i := range all.kinds {
		k := &all.kinds[i]
		size := 1
		if i != all.bare {
			size = len(all.p.Stones()[k.stones[0]-1].Cells())
		}
		k.free = k.least == 0 && len(k.stones) >= all.p.Board().Len()/size
		if !k.fixed() {
			all.uncounted = -1
		}
	}
}

// newPlacements returns all placements, ordered by kinds and then by cells. If a stone
// can lie on the same cells in several ways, that is one placement.
func newPlacements(run *meter.Run, p *puzzle.Draughtboard) (*placements, error) {
	all := &placements{p: p, bare: -1, uncounted: -1}
	index := make([]int, len(p.Stones())) // per first stone of a kind, the index of the kind
	for s, first := range p.Kinds() {
		if first == s {
			index[s] = len(all.kinds)
			all.kinds = append(all.kinds, kind{least: p.Least(s)})
		}
		k := &all.kinds[index[first]]
		k.stones = append(k.stones, s+1)
	}
	elements, most := 0, 1
	for i := range all.kinds {
		k := &all.kinds[i]
		if len(k.stones) > most {
			most, all.uncounted = len(k.stones), i
		}
		stone := p.Stones()[k.stones[0]-1]
		versions := p.Versions(k.stones[0] - 1)
		for c := range p.Board().Len() {
			for _, q := range space.StonesFrom(p, c, versions, p.Colourings()) {
				k.placements = append(k.placements, placement{q, i})
			}
			if err := run.Err(); err != nil {
				return nil, err
			}
		}
		base.SortStable(k.placements, func(a, b placement) int { return slices.Compare(a.Cells, b.Cells) })
		if elements += len(k.placements) * len(stone.Cells()); elements > write.MaxElements {
			return nil, write.TooLarge("placements of stones, more than %d cells", write.MaxElements)
		}
	}
	if gaps := p.Gaps(); gaps.Most > 0 {
		all.addBare(gaps)
	}
	all.markFree()
	return all, nil
}

func (all *placements) total() (n int) {
	for i := range all.kinds {
		n += len(all.kinds[i].placements)
	}
	return n
}

func (all *placements) addBare(gaps puzzle.Range) {
	all.bare = len(all.kinds)
	k := kind{stones: make([]int, gaps.Most), least: gaps.Least}
	for c := range all.p.Board().Len() {
		k.placements = append(k.placements, placement{space.Placement{Cells: []int{c}, Colourings: 1<<len(all.p.Colourings()) - 1}, all.bare})
	}
	all.kinds = append(all.kinds, k)
	if len(k.stones) > 1 && (all.uncounted < 0 || len(k.stones) > len(all.kinds[all.uncounted].stones)) {
		all.uncounted = all.bare
	}
}

// needs returns the only colouring in which the placement fits, or -1 when it fits
// in all.
func (all *placements) needs(q *placement) int {
	if q.Colourings == uint8(1)<<len(all.p.Colourings())-1 {
		return -1
	}
	return int(q.Colourings) - 1 // with two colourings, the mask of one of them is 1 or 2
}

// filling returns the solution that uses the given placements in the given colouring.
// Stones of a kind are in the order of their first cells. The result is nil
// when a cell is covered twice or not at all, and when a kind has fewer stones than
// placements. Check of the puzzle says whether it has enough of them.
func (all *placements) filling(used []*placement, colouring int) puzzle.Solution {
	if colouring < 0 {
		return nil
	}
	sign := 1
	if all.p.Signed() && all.p.Colourings()[colouring] == puzzle.White {
		sign = -1
	}
	base.SortStable(used, func(a, b *placement) int { return slices.Compare(a.Cells, b.Cells) })
	s := make(puzzle.Solution, all.p.Board().Len())
	met := make([]bool, len(s))
	count := make([]int, len(all.kinds))
	covered := 0
	for _, q := range used {
		stones := all.kinds[q.kind].stones
		if count[q.kind] == len(stones) {
			return nil
		}
		for _, c := range q.Cells {
			if met[c] {
				return nil
			}
			met[c] = true
			s[c] = sign * stones[count[q.kind]]
		}
		count[q.kind]++
		covered += len(q.Cells)
	}
	if covered < len(s) {
		return nil
	}
	return s
}
