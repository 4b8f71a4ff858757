package draughtboard

import (
	"math/bits"
	"slices"
)

// draughtSweep is a core for boards of up to 64 cells and as many kinds. It always
// covers the first open cell, in the order of a sweep along the longer side of
// the board, as the oldest programs for such puzzles did (Fletcher, A program to
// solve the pentomino problem by the recursive use of macros, CACM 8, 1965; de
// Bruijn, Programmeren van de pentomino puzzle, Euclides 47, 1971). It chooses
// worse than [draughtCover] and has more states for that, but a state is one
// word, and the placements to try are in a list made beforehand.
//
// The cells before the first open one are covered, so only placements that begin
// there come into question. And for each pattern of open cells among a few chosen
// ones near it there is a list of its own, without what that pattern rules out
// (Busche, Fixed image list algorithm, 2012).
type draughtSweep struct {
	*draughts
	places *draughtPlaces
	rank   []int32            // of each cell, its bit: the order of the sweep
	cells  []int32            // by bit: the cell
	near   [][nearCells]uint8 // by bit: the chosen cells
	lines  sweepLines
	all    [][]sweepPlace // by bit: the placements that begin there; nil before the first use
	lists  [][]sweepPlace // by bit and pattern; nil before the first use
	listed []sweepPlace   // the memory of the lists
	ways   []sweepPlace   // of the states above and the one at hand: what fits

	cubePart float64    // states with that share or less are cut off
	cut      draughtCut // or searched, where this is nil
}

// sweepPlace is a placement: its cells, its kind and its number in places.
type sweepPlace struct {
	cells       uint64
	kind, place int32
}

// nearCells is how many cells choose the list.
const nearCells = 4

// maxSweepLine is the length of the lines of a sweep up to which it pays: on the
// pentominoes it is eight times as fast as [draughtCover] alone with lines of three
// and four cells, five times with five, twice with six, and slower with eight.
const maxSweepLine = 6

// newDraughtSweep returns the core, or nil for boards that it is not made for.
func newDraughtSweep(s *draughts, places *draughtPlaces) *draughtSweep {
	if s.board.Len() > 64 || len(s.kinds) > 64 || min(s.board.Width(), s.board.Height()) > maxSweepLine {
		return nil
	}
	v := &draughtSweep{draughts: s, places: places, rank: sweepRanks(s.board)}
	v.cells = make([]int32, len(v.rank))
	for c, bit := range v.rank {
		v.cells[bit] = int32(c)
	}
	return v
}

// placement returns placement o.
func (v *draughtSweep) placement(o int32) sweepPlace {
	p := sweepPlace{kind: v.places.kind[o], place: o}
	for _, c := range v.places.of(o) {
		p.cells |= 1 << v.rank[c]
	}
	return p
}

// begin sorts the placements by the bits that they begin at.
func (v *draughtSweep) begin() {
	count := make([]int32, len(v.cells)+1)
	list := make([]sweepPlace, len(v.places.kind))
	for o := range list {
		list[o] = v.placement(int32(o))
		count[bits.TrailingZeros64(list[o].cells)]++
	}
	v.all = make([][]sweepPlace, len(v.cells))
	room := make([]sweepPlace, len(list))
	for bit := range v.all {
		v.all[bit], room = room[:0:count[bit]], room[count[bit]:]
	}
	for _, p := range list {
		bit := bits.TrailingZeros64(p.cells)
		v.all[bit] = append(v.all[bit], p)
	}
	v.near = make([][nearCells]uint8, len(v.cells))
	for bit, all := range v.all {
		v.chooseNear(bit, all)
	}
	v.lines = newSweepLines(v)
	v.lists = make([][]sweepPlace, len(v.cells)<<nearCells)
	v.listed = make([]sweepPlace, 0, len(list))
}

// listOf returns the placements that begin at bit without those ruled out by the
// pattern of open cells near it, where at is the bit and the pattern.
func (v *draughtSweep) listOf(at int) []sweepPlace {
	if v.lists[at] == nil {
		bit, ruledOut := at>>nearCells, uint64(0)
		for i, near := range v.near[bit] {
			if at>>i&1 == 0 {
				ruledOut |= 1 << near
			}
		}
		from := len(v.listed)
		for _, p := range v.all[bit] {
			if p.cells&ruledOut == 0 {
				v.listed = append(v.listed, p)
			}
		}
		v.lists[at] = v.listed[from:len(v.listed):len(v.listed)]
	}
	return v.lists[at]
}

// chooseNear chooses the cells that most of the placements that begin at bit have.
func (v *draughtSweep) chooseNear(bit int, all []sweepPlace) {
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

// sweepLines are the lines of a sweep over a board without holes, of length cells each,
// or 0 when nothing can be told by them. starts and ends are the cells that begin and end
// a line.
type sweepLines struct {
	length       uint
	starts, ends uint64
}

// newSweepLines returns the lines of v, where a cell that has no open one beside it is
// one that cannot be covered, since no stone is so small.
func newSweepLines(v *draughtSweep) (l sweepLines) {
	single := slices.ContainsFunc(v.kinds, func(k draughtKind) bool { return len(k.shapes[0].squares) == 1 })
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

// alone returns the open cells that have no open one beside them, if they can be told.
// Looking before a state is entered spares most of those in which nothing fits.
func (l *sweepLines) alone(open uint64) uint64 {
	if l.length == 0 {
		return 0
	}
	across := l.length & 63 // which it is, and so shifts by it are one instruction
	return open &^ (open<<1&^l.starts | open>>1&^l.ends | open<<across | open>>across)
}

// searchItems yields the fillings of the state with these items open, cells and,
// from cells on, kinds.
func (v *draughtSweep) searchItems(items []int32, from, part float64) error {
	if v.all == nil { // many boards are settled before the sweep has anything to do
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

// search yields the fillings of the state with the cells of open to cover by
// stones of the kinds of kinds.
func (v *draughtSweep) search(open, kinds uint64, from, part float64) error {
	if v.cut != nil && (open == 0 || part <= v.cubePart) {
		v.cut(nil, from, part)
		return nil
	}
	if open == 0 {
		v.r.Share(from)
		return v.found()
	}
	v.swept++
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

// tryAll yields the fillings of the state with each of ways[first:] in turn, the
// ways to cover cell, and takes these from ways.
func (v *draughtSweep) tryAll(cell int32, open, kinds uint64, first int, from, part float64) error {
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
		v.laid = append(v.laid, laidStone{kind: p.kind, place: p.place, cells: v.places.of(p.place), chosen: last-first > 1})
		v.traceLaid(item, last-first)
		next := open &^ p.cells
		var err error
		if alone := v.lines.alone(next); alone != 0 {
			err = v.enter(branchItem{cell: v.cells[bits.TrailingZeros64(alone)], kind: -1}, 0)
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
