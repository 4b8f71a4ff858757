package magic

import (
	"math/bits"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// state is a board partly filled. Numbers count from 0 here: 0 is the lowest number of
// the puzzle. A set of numbers is a bitset. It has as many words as the field words says.
//
// A cell may have the numbers that are both in its domain and free. Placing a number
// removes it from free and leaves the domains unchanged. So a placement costs the same
// on every board, and so does taking it back. Only the rules of lines remove numbers
// from domains. Each word that changes is saved.
type state struct {
	p     *puzzle.Magic
	r     *search.Run
	words int

	order     []int32 // all numbers, in the order in which they are tried on a cell
	changes   dispatcher
	progress  progress
	exchanges exchangeSchedule

	// cut takes the complete fillings, and the first states on the way down whose share
	// is at most subtreePart. The search does not go on below such a state. It is nil
	// where nothing is to be cut.
	cut         func(part float64)
	subtreePart float64

	value   []int32  // per cell its number, −1 while it is open
	domains []uint64 // per cell, a set of numbers
	free    []uint64 // the numbers not placed

	lines   []line
	linesOf [][]int32 // per cell

	hinted bool // the choice of numbers follows the exchanges (exchanges.go)

	linesAt  []lineSet // per cell, the same lines as in linesOf
	withOpen []lineSet // per number of open cells: see line_sets.go

	// The open cells, a sparse set: open[:size], with at[c] the index of c.
	open, at []int32
	size     int

	saved  []savedWord // domains as they were, oldest first
	placed []int32     // cells in the order in which they were filled

	dirty   lineSet  // lines to look at again
	board   []int    // the puzzle's numbers, puzzle.Empty while open
	choices int      // cells filled by choice
	chosen  []choice // the choices so far, and the next one

	// Scratch of propagation.
	cells  []int32  // the open cells of the line looked at, a part of its cells
	sets   []uint64 // per open cell of the line, the set of numbers that it may have
	work   []uint64 // three sets
	once   []uint64
	twice  []uint64
	lows   []int32
	highs  []int32
	byLow  []bound
	byHigh []bound
}

// savedWord is a word of domains before it changed.
type savedWord struct {
	at  int32
	old uint64
}

// newState returns the empty board.
func newState(p *puzzle.Magic, r *search.Run) *state {
	cells := p.Board().Len()
	lines, ofCells, n := linesOf(p, p.Low())
	words := (cells + 63) / 64
	s := &state{
		p: p, r: r, words: words,
		value: make([]int32, cells), domains: make([]uint64, cells*words), free: make([]uint64, words),
		lines: lines, linesOf: ofCells,
		open: make([]int32, cells), at: make([]int32, cells), size: cells,
		saved: make([]savedWord, 0, 4*cells), placed: make([]int32, 0, cells),
		board: make([]int, cells),
		sets:  make([]uint64, n*words), work: make([]uint64, 3*words),
		once: make([]uint64, words), twice: make([]uint64, words),
		lows: make([]int32, n), highs: make([]int32, n),
		byLow: make([]bound, n), byHigh: make([]bound, n),
	}
	for k := range cells {
		s.order = append(s.order, int32(k))
		s.free[k/64] |= 1 << (k % 64)
	}
	for c := range cells {
		copy(s.domain(int32(c)), s.free)
		s.value[c], s.board[c] = -1, puzzle.Empty
		s.open[c], s.at[c] = int32(c), int32(c)
	}
	s.chosen = make([]choice, cells)
	left := make([]uint64, cells*words)
	for i := range s.chosen {
		s.chosen[i].left = left[i*words:][:words]
	}
	s.addLineSets(n)
	s.touchAll()
	return s
}

// likeSquare reports whether the search of plain squares takes the board: each number
// stands once, the numbers are consecutive, and lines only add up to sums that are known.
func likeSquare(p *puzzle.Magic) bool {
	if p.Plain() {
		return true
	}
	if p.Repeats() || p.High()-p.Low() != p.Board().Len()-1 {
		return false
	}
	return !slices.ContainsFunc(p.Lines(), func(l puzzle.Line) bool { return l.Any || !l.IsSum() })
}

// hasPlan reports whether a plan may fill the board. The equations of other lines could have
// coefficients that grow too large.
func hasPlan(p *puzzle.Magic) bool {
	return p.Plain() || p.Form() == puzzle.Pandiagonal || p.Form() == puzzle.Associative
}

// domain returns the domain of cell c.
func (s *state) domain(c int32) []uint64 {
	return s.domains[int(c)*s.words:][:s.words]
}

// has reports whether cell c may have number v.
func (s *state) has(c, v int32) bool {
	return s.domain(c)[v/64]&s.free[v/64]>>(v%64)&1 != 0
}

// place puts the free number v on the open cell c. It touches every line that counted
// on v for another cell.
func (s *state) place(c, v int32) {
	s.value[c] = v
	s.board[c] = int(v) + s.p.Low()
	s.free[v/64] &^= 1 << (v % 64)
	s.placed = append(s.placed, c)
	s.size--
	last, at := s.open[s.size], s.at[c]
	s.open[at], s.open[s.size] = last, c
	s.at[last], s.at[c] = at, int32(s.size)
	for _, l := range s.linesOf[c] {
		s.fillOne(l, c, v)
	}
	s.touch(c)
	for _, d := range s.open[:s.size] {
		if s.domains[int(d)*s.words+int(v/64)]>>(v%64)&1 != 0 {
			s.touch(d)
		}
	}
}

// undo takes changes back until the given numbers of saved words and placed cells are
// left.
func (s *state) undo(saved, placed int) {
	for len(s.saved) > saved {
		last := s.saved[len(s.saved)-1]
		s.saved = s.saved[:len(s.saved)-1]
		s.domains[last.at] = last.old
	}
	for len(s.placed) > placed {
		c := s.placed[len(s.placed)-1]
		s.placed = s.placed[:len(s.placed)-1]
		v := s.value[c]
		s.free[v/64] |= 1 << (v % 64)
		for _, l := range s.linesOf[c] {
			s.emptyOne(l, v)
		}
		s.value[c], s.board[c] = -1, puzzle.Empty
		s.size++ // c is at open[size]: cells leave the set from its end
	}
	clear(s.dirty)
}

// narrow leaves cell c only the numbers of set. All of them are numbers that it may
// have.
func (s *state) narrow(c int32, set []uint64) {
	changed := false
	for w, keep := range set {
		at := int(c)*s.words + w
		if lost := s.domains[at] & s.free[w] &^ keep; lost != 0 {
			s.saved = append(s.saved, savedWord{at: int32(at), old: s.domains[at]})
			s.domains[at] &^= lost
			s.r.Propagations += int64(bits.OnesCount64(lost))
			changed = true
		}
	}
	if changed {
		s.touch(c)
	}
}
