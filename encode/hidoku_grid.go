package encode

import (
	"math/bits"
	"slices"

	"crosscut/puzzle"
)

// hidokuGrid represents sets of cells as bits: bit row·stride + col of a set stands for
// the square there. At the right there is one column more, which is in no set. It keeps
// steps from leaving one row and arriving in another. So a step in one direction is a
// shift of the whole set.
type hidokuGrid struct {
	board  *puzzle.Board
	moves  puzzle.Moves
	stride int      // bits per row
	words  int      // length of a set
	cells  []uint64 // the squares that are cells
	odd    []uint64 // the squares of the odd rows, counted from 0

	closed   bool      // the last number touches the first
	touching [][]int32 // bit to the bits that it touches; nil on a plain board

	sides, wide, evens, odds []uint64 // scratch of keepTouching
}

func newHidokuGrid(p *puzzle.Hidoku) *hidokuGrid {
	b := p.Board()
	g := &hidokuGrid{board: b, moves: p.Moves(), stride: b.Width() + 1}
	g.words = (g.stride*b.Height() + 63) / 64
	for _, set := range []*[]uint64{&g.cells, &g.odd, &g.sides, &g.wide, &g.evens, &g.odds} {
		*set = make([]uint64, g.words)
	}
	for c := range b.Len() {
		g.put(g.cells, c)
		if row, _ := b.Pos(c); row%2 == 1 {
			g.put(g.odd, c)
		}
	}
	g.closed = p.Closed()
	if p.OnLattice() {
		return g
	}
	g.touching = make([][]int32, 64*g.words)
	for c := range b.Len() {
		for _, d := range p.Neighbours(c) {
			g.touching[g.at(c)] = append(g.touching[g.at(c)], int32(g.at(d)))
		}
	}
	return g
}

// at returns the bit of a cell.
func (g *hidokuGrid) at(c int) int {
	row, col := g.board.Pos(c)
	return row*g.stride + col
}

func (g *hidokuGrid) put(set []uint64, c int) {
	at := g.at(c)
	set[at/64] |= 1 << (at % 64)
}

// each calls f with the cells of a set, ascending.
func (g *hidokuGrid) each(set []uint64, f func(c int)) {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			at := w*64 + bits.TrailingZeros64(word)
			f(g.board.Cell(at/g.stride, at%g.stride))
		}
	}
}

// keepTouching removes the cells of set that touch no cell of other, and reports
// whether there were any. Time O(words), or O(steps) on a board that is not plain.
func (g *hidokuGrid) keepTouching(set, other []uint64) bool {
	if g.touching != nil {
		return g.keepTouchingBySteps(set, other)
	}
	for w := range other {
		g.sides[w] = up(other, w, 1) | down(other, w, 1)
	}
	g.widen(other)
	changed := uint64(0)
	for w := range set {
		lost := set[w] &^ (g.sides[w] | up(g.wide, w, g.stride) | down(g.wide, w, g.stride))
		set[w] ^= lost
		changed |= lost
	}
	return changed != 0
}

// keepTouchingBySteps is keepTouching for any graph.
func (g *hidokuGrid) keepTouchingBySteps(set, other []uint64) (changed bool) {
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			i := bits.TrailingZeros64(word)
			if !slices.ContainsFunc(g.touching[w*64+i], func(at int32) bool { return other[at/64]>>(at%64)&1 != 0 }) {
				set[w] &^= 1 << i
				changed = true
			}
		}
	}
	return changed
}

// widen sets wide so that the squares straight above and straight below it are those
// in the rows above and below that touch a cell of other.
func (g *hidokuGrid) widen(other []uint64) {
	switch g.moves {
	case puzzle.King:
		for w := range g.wide {
			g.wide[w] = other[w] | g.sides[w]
		}
	case puzzle.Rook:
		copy(g.wide, other)
	case puzzle.Hex: // odd rows lie half a cell further right
		for w := range g.wide {
			g.evens[w], g.odds[w] = other[w]&^g.odd[w], other[w]&g.odd[w]
		}
		for w := range g.wide {
			g.wide[w] = other[w] | down(g.evens, w, 1) | up(g.odds, w, 1)
		}
	}
}

// up returns word w of set with all its members moved up by n bits.
func up(set []uint64, w, n int) uint64 {
	from, shift := w-n/64, uint(n%64)
	if from < 0 {
		return 0
	}
	word := set[from] << shift
	if from > 0 {
		word |= set[from-1] >> (64 - shift) // 0 for shift 0
	}
	return word
}

// down returns word w of set with all its members moved down by n bits.
func down(set []uint64, w, n int) uint64 {
	from, shift := w+n/64, uint(n%64)
	if from >= len(set) {
		return 0
	}
	word := set[from] >> shift
	if from+1 < len(set) {
		word |= set[from+1] << (64 - shift) // 0 for shift 0
	}
	return word
}
