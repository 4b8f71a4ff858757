package draughtboard

import (
	"math/bits"
	"slices"

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
	lists          []sweepList        // by bit and pattern
	listed         []sweepPlacement   // the memory of the lists
	ways           []sweepPlacement   // the placements that fit, of this state and of the states above it
	small          []sweepPlacement   // the placements that fit, in searchSmall
	path           []sweepPlacement   // the placements chosen by searchSmall
	packable       bool               // packedSearch applies
	packed         *packedSearch      // takes the place of searchSmall where it applies; nil elsewhere

	subtreePart float64 // states with that share or less are cut off
	cut         cutFunc // takes what is cut off; nil where everything is searched
}

// sweepPlacement is a placement: its cells, its kind and its index in places.
type sweepPlacement struct {
	cells       uint64
	kind, index int32
}

// sweepList is a list in the memory of the lists: listed[from:to]. It is not made yet if
// to is 0. An empty list has another to, since the memory does not begin with one.
type sweepList struct{ from, to int32 }

// nextCells is how many cells after the first open one choose the list. 8 cells are no faster than
// 7 on the pentominoes. With 7, the lists take 128 KB at most.
const nextCells = 7

// maxSweepLine is the length of the lines of a sweep up to which it pays. On the
// pentominoes it is eight times as fast as [coverSearch] alone with lines of three and
// four cells. With five it is five times as fast, and with six twice. With eight it is
// slower, except in [packedSearch].
const maxSweepLine = 6

// maxPackedLine is maxSweepLine where [packedSearch] applies. It makes the pentominoes on 8×8
// without the centre 2.5 times as fast as [coverSearch] alone.
const maxPackedLine = 8

// newSweepSearch returns the search, or nil for boards to which it does not apply.
func newSweepSearch(s *colouring, places *placements) *sweepSearch {
	if s.board.Len() > 64 || len(s.kinds) > 64 || min(s.board.Width(), s.board.Height()) > maxPackedLine {
		return nil
	}
	v := &sweepSearch{colouring: s, places: places, rank: squareRanks(s.board)}
	v.cells = slices.Repeat([]int32{-1}, 1+int(slices.Max(v.rank)))
	for c, bit := range v.rank {
		v.cells[bit] = int32(c)
	}
	v.packable = v.canBePacked()
	if min(s.board.Width(), s.board.Height()) > maxSweepLine && (!v.packable || v.hasSingles()) {
		return nil
	}
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
	v.lines = newSweepLines(v)
	v.path = make([]sweepPlacement, 0, cap(v.laid))
	if v.packable {
		v.packed = newPackedSearch(v) // it has lists of its own
	} else {
		v.beginLists()
	}
}

// beginLists makes room for the lists.
func (v *sweepSearch) beginLists() {
	v.lists = make([]sweepList, len(v.cells)<<nextCells)
	v.listed = make([]sweepPlacement, 1, 4*len(v.places.kind)+1) // no list is at 0
}

// listAt returns the number of the list for a set of open cells. bit is the first of them.
func listAt(open uint64, bit int) int {
	return bit<<nextCells | int(open>>(bit&63)>>1&(1<<nextCells-1))
}

// listOf returns a list: the placements that begin at a bit, without those ruled out by
// the pattern of the cells after it.
func (v *sweepSearch) listOf(at int) []sweepPlacement {
	l := v.lists[at]
	if l.to == 0 {
		l = v.makeList(at)
	}
	return v.listed[l.from:l.to]
}

// sweepPattern is the pattern of open cells that chooses a list. Placements that overlap a cell
// of ruledOut, or isolate an open cell of looked, are not in the list. All cells after the
// pattern count as open there. So a cell that is isolated then is isolated in every state with
// the pattern.
type sweepPattern struct{ ruledOut, open, looked uint64 }

// pattern returns the pattern of a list.
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

// makeList makes a list.
func (v *sweepSearch) makeList(at int) sweepList {
	q, l := v.pattern(at), sweepList{from: int32(len(v.listed))}
	for _, p := range v.placementsFrom[at>>nextCells] {
		if v.lines.allows(q, p.cells) {
			v.listed = append(v.listed, p)
		}
	}
	l.to = int32(len(v.listed))
	v.lists[at] = l
	return l
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
	if part <= smallShare && v.cut == nil && v.r.Tracing() == nil {
		switch {
		case v.packed == nil:
			return v.searchSmall(open, kinds, 0)
		case v.count != nil:
			return v.packed.counter.count(open, usedKinds(kinds))
		}
		return v.packed.search(open, usedKinds(kinds), 0)
	}
	v.sweepStates++
	first, bit := len(v.ways), bits.TrailingZeros64(open)
	v.findWays(open, kinds, bit)
	return v.tryAll(v.cells[bit], open, kinds, first, from, part)
}

// findWays appends to ways the placements that cover bit, the first open cell.
func (v *sweepSearch) findWays(open, kinds uint64, bit int) {
	if v.packed != nil {
		v.packed.findWays(open, usedKinds(kinds), bit)
		return
	}
	for _, p := range v.listOf(listAt(open, bit)) {
		if p.cells&^open == 0 && kinds>>(p.kind&63)&1 != 0 {
			v.ways = append(v.ways, p)
		}
	}
}

// smallShare is the share of the search up to which searchSmall does it.
const smallShare = 1.0 / (1 << 10)

// searchSmall is search for a small share of the whole. It reports no progress and no
// steps, and keeps only what a filling needs. It counts the same states. Its ways are in
// small from first on, and those before are of the states above.
func (v *sweepSearch) searchSmall(open, kinds uint64, first int) error {
	if open == 0 {
		if !v.enough() {
			v.r.Failures++
			return nil
		}
		return v.foundOnPath()
	}
	v.sweepStates++
	list := v.listOf(listAt(open, bits.TrailingZeros64(open)))
	if len(v.small) < first+len(list) {
		v.small = append(v.small, make([]sweepPlacement, first+2*len(list)-len(v.small))...)
	}
	// Whether a placement fits is hard to predict. So this loop has no branch that depends
	// on it.
	ways, n := v.small[first:first+len(list)], 0
	for i := range list {
		p := list[i]
		ways[n] = p
		if p.cells&^open|^kinds>>(p.kind&63)&1 == 0 {
			n++
		}
	}
	if err := v.countState(n); err != nil || n == 0 {
		return err
	}
	for _, p := range ways[:n] {
		next := open &^ p.cells
		if v.lines.isolated(next) != 0 {
			v.sweepStates++
			v.r.Failures++
			continue
		}
		rest := kinds
		if v.left[p.kind]--; v.left[p.kind] == 0 {
			rest &^= 1 << (p.kind & 63)
		}
		v.path = append(v.path, p)
		err := v.searchSmall(next, rest, first+n)
		v.path = v.path[:len(v.path)-1]
		v.left[p.kind]++
		if err != nil {
			return err
		}
	}
	return nil
}

// foundOnPath hands out the filling with the stones laid and those of the path.
func (v *sweepSearch) foundOnPath() error {
	before := len(v.laid)
	for _, p := range v.path {
		v.laid = append(v.laid, laidStone{kind: p.kind, placement: p.index, cells: v.places.of(p.index), chosen: true})
	}
	err := v.found()
	v.laid = v.laid[:before]
	return err
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
		if from += part; part > minShare && v.cut == nil {
			v.r.Share(from)
		}
	}
	v.ways = v.ways[:first]
	return nil
}

// minShare is the least share of the search worth a report.
const minShare = 1e-6
