package draughtboard

import (
	"math/bits"
	"slices"
)

// sweepSearch always covers the first open cell, in the order of a sweep along the
// longer side of the board. The oldest programs for such puzzles did the same
// (Fletcher, A program to solve the pentomino problem by the recursive use of macros,
// CACM 8, 1965; de Bruijn, Programmeren van de pentomino puzzle, Euclides 47, 1971). It
// applies to boards of up to 64 cells and 64 kinds whose lines are short: see
// [maxSweepLine]. It chooses worse than [coverSearch] and so has more states. But a
// state is one word, and the placements to try are in a list made beforehand.
//
// The cells before the first open one are covered. So only placements that begin there
// come into question. For each pattern of open cells among a few chosen ones near it
// there is a separate list. It leaves out what the pattern rules out (Busche, Fixed image
// list algorithm, 2012).
type sweepSearch struct {
	*colouring
	places         *placements
	rank           []int32            // per cell, its bit: its position in the order of the sweep
	cells          []int32            // by bit: the cell
	near           [][nearCells]uint8 // by bit: the chosen cells
	lines          sweepLines
	placementsFrom [][]sweepPlacement // by bit; nil before the first use
	lists          [][]sweepPlacement // by bit and pattern; nil before the first use
	listed         []sweepPlacement   // the memory of the lists
	ways           []sweepPlacement   // what fits in the states above and in this one

	subtreePart float64 // states with that share or less are cut off
	cut         cutFunc // takes what is cut off; nil where everything is searched
}

// sweepPlacement is a placement: its cells, its kind and its index in places.
type sweepPlacement struct {
	cells       uint64
	kind, index int32
}

// nearCells is how many cells choose the list.
const nearCells = 4

// maxSweepLine is the length of the lines of a sweep up to which it pays. On the
// pentominoes it is eight times as fast as [coverSearch] alone with lines of three and
// four cells, five times with five, and twice with six. With eight it is slower.
const maxSweepLine = 6

// newSweepSearch returns the search, or nil for boards to which it does not apply.
func newSweepSearch(s *colouring, places *placements) *sweepSearch {
	if s.board.Len() > 64 || len(s.kinds) > 64 || min(s.board.Width(), s.board.Height()) > maxSweepLine {
		return nil
	}
	v := &sweepSearch{colouring: s, places: places, rank: sweepRanks(s.board)}
	v.cells = make([]int32, len(v.rank))
	for c, bit := range v.rank {
		v.cells[bit] = int32(c)
	}
	return v
}

// placement returns placement o.
func (v *sweepSearch) placement(o int32) sweepPlacement {
	p := sweepPlacement{kind: v.places.kind[o], index: o}
	for _, c := range v.places.of(o) {
		p.cells |= 1 << v.rank[c]
	}
	return p
}

// begin sorts the placements by the bits that they begin at.
func (v *sweepSearch) begin() {
	count := make([]int32, len(v.cells)+1)
	list := make([]sweepPlacement, len(v.places.kind))
	for o := range list {
		list[o] = v.placement(int32(o))
		count[bits.TrailingZeros64(list[o].cells)]++
	}
	v.placementsFrom = make([][]sweepPlacement, len(v.cells))
	room := make([]sweepPlacement, len(list))
	for bit := range v.placementsFrom {
		v.placementsFrom[bit], room = room[:0:count[bit]], room[count[bit]:]
	}
	for _, p := range list {
		bit := bits.TrailingZeros64(p.cells)
		v.placementsFrom[bit] = append(v.placementsFrom[bit], p)
	}
	v.near = make([][nearCells]uint8, len(v.cells))
	for bit, all := range v.placementsFrom {
		v.chooseNear(bit, all)
	}
	v.lines = newSweepLines(v)
	v.lists = make([][]sweepPlacement, len(v.cells)<<nearCells)
	v.listed = make([]sweepPlacement, 0, len(list))
}

// listOf returns the placements that begin at a bit, without those ruled out by the
// pattern of open cells near it. at is the bit and the pattern.
func (v *sweepSearch) listOf(at int) []sweepPlacement {
	if v.lists[at] == nil {
		bit, ruledOut := at>>nearCells, uint64(0)
		for i, near := range v.near[bit] {
			if at>>i&1 == 0 {
				ruledOut |= 1 << near
			}
		}
		from := len(v.listed)
		for _, p := range v.placementsFrom[bit] {
			if p.cells&ruledOut == 0 {
				v.listed = append(v.listed, p)
			}
		}
		v.lists[at] = v.listed[from:len(v.listed):len(v.listed)]
	}
	return v.lists[at]
}

// chooseNear chooses the cells that most of the placements that begin at bit have.
func (v *sweepSearch) chooseNear(bit int, all []sweepPlacement) {
	var count [64]int
	for _, p := range all {
		for rest := p.cells &^ (1 << bit); rest != 0; rest &= rest - 1 {
			count[bits.TrailingZeros64(rest)]++
		}
	}
	near, counts := &v.near[bit], [nearCells]int{} // the most frequent so far, in order
	for c, n := range count[:len(v.cells)] {
		for i := nearCells - 1; i >= 0 && n > counts[i]; i-- {
			if i < nearCells-1 {
				near[i+1], counts[i+1] = near[i], counts[i]
			}
			near[i], counts[i] = uint8(c), n
		}
	}
}

// sweepLines are the lines of a sweep over a board without holes, of length cells each.
// starts and ends are the cells that begin and end a line. The length is 0 where
// isolated cells cannot be found by lines.
type sweepLines struct {
	length       uint
	starts, ends uint64
}

// newSweepLines returns the lines of v. An open cell without an open one beside it
// cannot be covered, since no stone has a single cell where lines are used.
func newSweepLines(v *sweepSearch) (l sweepLines) {
	single := slices.ContainsFunc(v.kinds, func(k stoneKind) bool { return len(k.shapes[0].squares) == 1 })
	if single || v.board.Len() < v.board.Width()*v.board.Height() {
		return l
	}
	l.length = uint(min(v.board.Width(), v.board.Height()))
	for bit := uint(0); bit < uint(len(v.cells)); bit += l.length {
		l.starts |= 1 << bit
		l.ends |= 1 << (bit + l.length - 1)
	}
	return l
}

// isolated returns the open cells that have no open one beside them, or none where
// lines are not used. Looking before a state is entered avoids most states in which
// nothing fits.
func (l *sweepLines) isolated(open uint64) uint64 {
	if l.length == 0 {
		return 0
	}
	across := l.length & 63 // it is below 64, and the mask makes shifts by it one instruction
	return open &^ (open<<1&^l.starts | open>>1&^l.ends | open<<across | open>>across)
}

// searchItems yields the fillings of the state with these items open. Items below cells
// are cells, the others kinds.
func (v *sweepSearch) searchItems(items []int32, from, part float64) error {
	if v.placementsFrom == nil { // many boards are settled before the sweep has anything to do
		v.begin()
	}
	open, kinds := uint64(0), uint64(0)
	for _, i := range items {
		if c := int(i); c < len(v.cells) {
			open |= 1 << v.rank[c]
		} else {
			kinds |= 1 << (c - len(v.cells))
		}
	}
	return v.search(open, kinds, from, part)
}

// search yields the fillings of the state in which stones of these kinds must cover the
// cells of open.
func (v *sweepSearch) search(open, kinds uint64, from, part float64) error {
	if v.cut != nil && (open == 0 || part <= v.subtreePart) {
		v.cut(nil, from, part)
		return nil
	}
	if open == 0 {
		v.r.Share(from)
		return v.found()
	}
	v.sweepStates++
	first, bit := len(v.ways), bits.TrailingZeros64(open)
	at := bit << nearCells
	for i, near := range v.near[bit] {
		at |= int(open>>near&1) << i
	}
	for _, p := range v.listOf(at) {
		if p.cells&^open == 0 && kinds>>p.kind&1 != 0 {
			v.ways = append(v.ways, p)
		}
	}
	return v.tryAll(v.cells[bit], open, kinds, first, from, part)
}

// tryAll yields the fillings of the state with each of ways[first:] in turn. These are
// the ways to cover cell, and tryAll removes them from ways.
func (v *sweepSearch) tryAll(cell int32, open, kinds uint64, first int, from, part float64) error {
	last, item := len(v.ways), branchItem{cell: cell, kind: -1}
	if err := v.enter(item, last-first); err != nil {
		return err
	}
	part /= float64(last - first)
	for i := first; i < last; i++ {
		p := v.ways[i]
		v.left[p.kind]--
		rest := kinds
		if v.left[p.kind] == 0 {
			rest &^= 1 << p.kind
		}
		v.laid = append(v.laid, laidStone{kind: p.kind, placement: p.index, cells: v.places.of(p.index), chosen: last-first > 1})
		v.traceLaid(item, last-first)
		next := open &^ p.cells
		var err error
		if isolated := v.lines.isolated(next); isolated != 0 {
			err = v.enter(branchItem{cell: v.cells[bits.TrailingZeros64(isolated)], kind: -1}, 0)
		} else {
			err = v.search(next, rest, from, part)
		}
		v.laid = v.laid[:len(v.laid)-1]
		v.left[p.kind]++
		if err != nil {
			return err
		}
		if from += part; part > minShare && v.cut == nil {
			v.r.Share(from)
		}
	}
	v.ways = v.ways[:first]
	return nil
}

// minShare is the least share of the search worth a report.
const minShare = 1e-6
