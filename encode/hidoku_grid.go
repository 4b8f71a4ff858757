package encode

import (
	"math/bits"

	"crosscut/puzzle"
)

// hidokuGrid represents sets of cells as bits: bit row·width + col of a set stands for the square
// there. So a step from cell to cell moves all cells of a set by the same number of bits.
type hidokuGrid struct {
	board *puzzle.Board
	words int // length of a set
	steps []gridStep
}

// gridStep is a step of the path. A plain board has at most eight. Walls only take cells away from
// a step, and each bridge adds at most two steps.
type gridStep struct {
	by   int      // how many bits it goes on
	from []uint64 // the cells from which it leads to a cell that touches
}

func newHidokuGrid(p *puzzle.Hidoku) *hidokuGrid {
	b := p.Board()
	g := &hidokuGrid{board: b, words: (b.Width()*b.Height() + 63) / 64}
	index := make(map[int]int) // the index of a step, by how far it goes
	for c := range b.Len() {
		for _, d := range p.Neighbours(c) {
			by := g.at(d) - g.at(c)
			i, known := index[by]
			if !known {
				i, index[by] = len(g.steps), len(g.steps)
				g.steps = append(g.steps, gridStep{by, make([]uint64, g.words)})
			}
			g.put(g.steps[i].from, c)
		}
	}
	return g
}

func (g *hidokuGrid) at(c int) int {
	row, col := g.board.Pos(c)
	return row*g.board.Width() + col
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
			f(g.board.Cell(at/g.board.Width(), at%g.board.Width()))
		}
	}
}

// keepTouching removes the cells of set that touch no cell of other, and reports whether there
// were any. Time O(words · steps).
func (g *hidokuGrid) keepTouching(set, other []uint64) bool {
	changed := uint64(0)
	for w, word := range set {
		lost := word
		for i := 0; i < len(g.steps) && lost != 0; i++ {
			lost &^= movedBack(other, w, g.steps[i].by) & g.steps[i].from[w]
		}
		set[w] ^= lost
		changed |= lost
	}
	return changed != 0
}

// movedBack returns word w of a set whose members are moved down by some bits.
func movedBack(set []uint64, w, by int) (word uint64) {
	from, shift := w+by>>6, by&63 // by may be negative
	if from >= 0 && from < len(set) {
		word = set[from] >> shift
	}
	if from++; from >= 0 && from < len(set) {
		word |= set[from] << (64 - shift) // 0 for shift 0
	}
	return word
}
