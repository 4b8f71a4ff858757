package draughtboard

import (
	"math"
	"math/bits"
	"slices"

	"crosscut/native/internal/counting"
	"crosscut/puzzle"
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
// come into question. For each pattern of open cells among the next ones of the sweep
// there is a separate list. It leaves out what the pattern rules out (Busche, Fixed image
// list algorithm, 2012).
type sweepSearch struct {
	*colouring
	places         *placements
	rank           []int32 // per cell, its bit: its position in the order of the sweep
	cells          []int32 // by bit: the cell, -1 for a hole
	lines          sweepLines
	placementsFrom [][]sweepPlacement // by bit; nil before the first use
	fitting        []sweepPlacement   // the placements that fit, of this state and of the states above it
	packed         *packedSearch      // searches states with a small share

	subtreePart float64 // states with that share or less are cut off
	cut         cutFunc // takes what is cut off; nil where everything is searched
}

// sweepPlacement is a placement: its cells, its kind and its index in places.
type sweepPlacement struct {
	cells       uint64
	kind, index int32
}

// newSweepSearch returns the search, or nil for boards to which it does not apply.
func newSweepSearch(s *colouring, places *placements) *sweepSearch {
	if !sweeping.On() || s.board.Len() > 64 || len(s.kinds) > packedKinds || min(s.board.Width(), s.board.Height()) > maxSweepLine {
		return nil
	}
	v := &sweepSearch{colouring: s, places: places, rank: squareRanks(s.board)}
	v.cells = slices.Repeat([]int32{-1}, 1+int(slices.Max(v.rank)))
	for c, bit := range v.rank {
		v.cells[bit] = int32(c)
	}
	if !v.canBePacked() {
		return nil
	}
	v.lines = newSweepLines(v)
	return v
}

// squareRanks is [sweepRanks] with numbers for the holes too, where they fit into 64 bits.
// Then the same distance means the same direction everywhere.
func squareRanks(b *puzzle.Board) []int32 {
	rank := sweepRanks(b)
	if b.Width()*b.Height() > 64 {
		return rank
	}
	for c := range rank {
		row, col := b.Pos(c)
		rank[c] = int32(row*b.Width() + col)
		if b.Width() > b.Height() {
			rank[c] = int32(col*b.Height() + row)
		}
	}
	return rank
}

func (v *sweepSearch) placement(o int32) sweepPlacement {
	p := sweepPlacement{kind: v.places.kind[o], index: o}
	for _, c := range v.places.of(o) {
		p.cells |= 1 << v.rank[c]
	}
	return p
}

// begin sorts the placements by the bits that they begin at.
func (v *sweepSearch) begin() {
	v.placementsFrom = v.sorted(func(cells uint64) uint64 { return cells & -cells })
	v.packed = newPackedSearch(v)
}

// sorted returns for each bit the placements that have it among those that at returns for their cells.
func (v *sweepSearch) sorted(at func(cells uint64) uint64) [][]sweepPlacement {
	count := make([]int32, len(v.cells))
	list := make([]sweepPlacement, len(v.places.kind))
	total := 0
	for o := range list {
		list[o] = v.placement(int32(o))
		for set := at(list[o].cells); set != 0; set &= set - 1 {
			count[bits.TrailingZeros64(set)]++
			total++
		}
	}
	sorted, room := make([][]sweepPlacement, len(v.cells)), make([]sweepPlacement, total)
	for bit := range sorted {
		sorted[bit], room = room[:0:count[bit]], room[count[bit]:]
	}
	for _, p := range list {
		for set := at(p.cells); set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			sorted[bit] = append(sorted[bit], p)
		}
	}
	return sorted
}

// dropHopeless leaves out the placements that are in no filling, since no other one can cover a cell beside
// them. It looks again as long as half of them goes. It must be called before others use them.
func (v *sweepSearch) dropHopeless() {
	if v == nil || v.lines.length == 0 || !rimming.On() {
		return
	}
	for before := math.MaxInt; 2*len(v.places.kind) < before; {
		before = len(v.places.kind)
		covering := v.sorted(func(cells uint64) uint64 { return cells })
		v.places.keep(func(o int32) bool {
			p := v.placement(o)
			for rim := v.lines.beside(p.cells) & v.lines.cells; rim != 0; rim &= rim - 1 {
				if !v.goesWith(p, covering[bits.TrailingZeros64(rim)]) {
					return false
				}
			}
			return true
		})
	}
}

// goesWith reports whether p and one of the others may lie on one board.
func (v *sweepSearch) goesWith(p sweepPlacement, others []sweepPlacement) bool {
	alike := len(v.kinds[p.kind].stones) > 1
	for _, q := range others {
		if p.cells&q.cells == 0 && (alike || p.kind != q.kind) {
			return true
		}
	}
	return false
}

// beside returns the squares beside those of cells.
func (l *sweepLines) beside(cells uint64) uint64 {
	across := l.length & 63
	return (cells<<1&^l.starts | cells>>1&^l.ends | cells<<across | cells>>across) &^ cells
}

// listAt returns the number of the list for a set of open cells. bit is the first of them.
func listAt(open uint64, bit int) int {
	return bit<<nextCells | int(open>>(bit&63)>>1&(1<<nextCells-1))
}

// sweepPattern is the pattern of open cells that chooses a list. Placements that overlap a cell
// of ruledOut, or isolate an open cell of looked, are not in the list. All cells after the
// pattern count as open there. So a cell that is isolated then is isolated in every state with
// the pattern.
type sweepPattern struct{ ruledOut, open, looked uint64 }

func (v *sweepSearch) pattern(at int) (q sweepPattern) {
	const all = 1<<nextCells - 1
	bit := at >> nextCells
	q.ruledOut = uint64(^at&all) << 1 << bit
	q.open = ^uint64(0) << bit &^ q.ruledOut & v.lines.cells
	q.looked = all << 1 << bit
	return q
}

// allows reports whether a placement is in the list of the pattern.
func (l *sweepLines) allows(q sweepPattern, cells uint64) bool {
	return cells&q.ruledOut == 0 && l.isolated(q.open&^cells)&q.looked == 0
}

// sweepLines are the lines of a sweep, of length squares each. starts and ends are the
// squares that begin and end a line. The length is 0 where
// isolated cells cannot be found by lines.
type sweepLines struct {
	length       uint
	cells        uint64 // all cells of the board
	starts, ends uint64
	pairs        uint64 // all ones if no stone has two cells, otherwise 0
}

// newSweepLines returns the lines of v. An open cell without an open one beside it
// cannot be covered, since no stone has a single cell where lines are used.
func newSweepLines(v *sweepSearch) (l sweepLines) {
	if v.hasSingles() || v.board.Width()*v.board.Height() > 64 {
		return l
	}
	if !slices.ContainsFunc(v.kinds, func(k stoneKind) bool { return len(k.shapes[0].squares) == 2 }) {
		l.pairs = ^uint64(0)
	}
	for _, bit := range v.rank {
		l.cells |= 1 << bit
	}
	l.length = uint(min(v.board.Width(), v.board.Height()))
	for bit := uint(0); bit < uint(v.board.Width()*v.board.Height()); bit += l.length {
		l.starts |= 1 << bit
		l.ends |= 1 << (bit + l.length - 1)
	}
	return l
}

// hasSingles reports whether some stone has a single cell. Then a state may isolate cells.
func (s *colouring) hasSingles() bool {
	return slices.ContainsFunc(s.kinds, func(k stoneKind) bool { return len(k.shapes[0].squares) == 1 })
}

// isolated returns the open cells that have no open one beside them. If no stone covers two
// cells, it also returns the second cell of each pair that has no other open one beside it.
// It returns none where lines are not used. Looking before a state is entered avoids most
// states in which nothing fits.
func (l *sweepLines) isolated(open uint64) uint64 {
	if l.length == 0 {
		return 0
	}
	across := l.length & 63 // it is below 64, and the mask makes shifts by it one instruction
	a, b, c, d := open<<1&^l.starts, open>>1&^l.ends, open<<across, open>>across
	one := open & (a ^ b ^ c ^ d) &^ (a&b | c&d) // one open one beside it
	return open&^(a|b|c|d) | one&l.pairs&(one<<1&^l.starts|one<<across)
}

// searchItems yields the fillings of the state with these items open. An item less
// than the number of cells is a cell, and any other item is a kind.
func (v *sweepSearch) searchItems(items []int32, from, part float64) error {
	if v.placementsFrom == nil { // many boards are settled before the sweep has anything to do
		v.begin()
	}
	open, kinds := uint64(0), uint64(0)
	for _, i := range items {
		if c := int(i); c < len(v.rank) {
			open |= 1 << v.rank[c]
		} else {
			kinds |= 1 << (c - len(v.rank))
		}
	}
	for _, k := range v.ranged { // those that need no stone are not among the items
		if v.left[k] > 0 {
			kinds |= 1 << k
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
		if !v.enough() {
			v.r.Failures++
			return nil
		}
		return v.found()
	}
	if part <= 1./counting.Subtrees && v.cut == nil && v.r.Meter.Trace == nil {
		if v.packed.counter != nil {
			return v.packed.counter.count(open, usedKinds(kinds))
		}
		return v.packed.search(open, usedKinds(kinds), 0)
	}
	v.sweepStates++
	first, bit := len(v.fitting), bits.TrailingZeros64(open)
	v.packed.addFitting(open, usedKinds(kinds), bit)
	return v.tryAll(v.cells[bit], open, kinds, first, from, part)
}

// tryAll yields the fillings of the state with each of fitting[first:] in turn. These are
// the placements that cover cell, and tryAll removes them from fitting.
func (v *sweepSearch) tryAll(cell int32, open, kinds uint64, first int, from, part float64) error {
	last, item := len(v.fitting), branchItem{cell: cell, kind: -1}
	if err := v.enter(item, last-first); err != nil {
		return err
	}
	part /= float64(last - first)
	for i := first; i < last; i++ {
		p := v.fitting[i]
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
			v.sweepStates++
			err = v.enter(branchItem{cell: v.cells[bits.TrailingZeros64(isolated)], kind: -1}, 0)
		} else {
			err = v.search(next, rest, from, part)
		}
		v.laid = v.laid[:len(v.laid)-1]
		v.left[p.kind]++
		if err != nil {
			return err
		}
		if from += part; v.cut == nil {
			v.r.Share(from)
		}
	}
	v.fitting = v.fitting[:first]
	return nil
}
