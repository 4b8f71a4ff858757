package magic

import (
	"math"
	"math/bits"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// state is a board partly filled. A number is known by its index among the numbers that differ,
// ascending. A set of numbers is a bitset. It has as many words as the field words says.
//
// A cell may have the numbers that are both in its domain and free. Placing a number for the
// last time removes it from free and leaves the domains unchanged. So a placement costs the same
// on every board, and so does taking it back. Only the rules of lines remove numbers
// from domains. Each word that changes is saved.
type state struct {
	p      *puzzle.Magic
	r      *meter.Run
	words  int
	values []int // by number: what the board has for it
	base   int   // what sums count from: the lowest number if distinct, else 0

	// distinct says that each number stands once and that the numbers are consecutive. Then number v
	// adds v to the sums of lines, and rules of lines with known sums use that.
	distinct  bool
	anyNumber bool // each number may stand any number of times

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
	free    []uint64 // the numbers that may still be placed
	left    []int32  // by number: how often it may still be placed

	lines   []line
	linesOf [][]int32 // per cell
	common  []span    // what is known of the sum of the lines with Any, the latest last

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

	rules *space.Rules // for counting ways; nil before the first

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
	spans  []span // of the terms of the line looked at
}

// savedWord is a word of domains before it changed. If at is negative, the last element of common is
// new instead.
type savedWord struct {
	at  int32
	old uint64
}

// unbounded is the span of a common sum of which nothing is known. Lines stay below 2^60.
var unbounded = span{math.MinInt >> 2, math.MaxInt >> 2}

// newState returns the empty board.
func newState(p *puzzle.Magic, r *meter.Run) *state {
	cells := p.Board().Len()
	s := &state{
		p: p, r: r, values: slices.Compact(p.Numbers()),
		value: make([]int32, cells), open: make([]int32, cells), at: make([]int32, cells), size: cells,
		saved: make([]savedWord, 0, cells), placed: make([]int32, 0, cells),
		board: make([]int, cells), common: []span{unbounded}, anyNumber: p.Rules().Form == puzzle.Equation,
	}
	numbers := len(s.values)
	if s.distinct = numbers == cells && !s.anyNumber && p.High()-p.Low() == cells-1; s.distinct {
		s.base = p.Low()
	}
	var n int
	s.lines, s.linesOf, n = linesOf(p, s.base)
	for i := range s.lines {
		l := &s.lines[i]
		l.general = l.Line != nil && (!s.distinct || !l.sum || l.Any)
	}
	s.words = (numbers + 63) / 64
	set := func(count int) []uint64 { return make([]uint64, count*s.words) }
	s.domains, s.free, s.sets, s.work, s.once, s.twice = set(cells), set(1), set(n), set(3), set(1), set(1)
	s.lows, s.highs, s.byLow, s.byHigh = make([]int32, n), make([]int32, n), make([]bound, n), make([]bound, n)
	for v, k := range s.values {
		s.order, s.left = append(s.order, int32(v)), append(s.left, int32(p.Uses(k)))
		if s.anyNumber {
			s.left[v] = int32(cells) + 1 // never used up
		}
		s.free[v/64] |= 1 << (v % 64)
	}
	for c := range cells {
		copy(s.domain(int32(c)), s.free)
		s.value[c], s.board[c] = -1, puzzle.Empty
		s.open[c], s.at[c] = int32(c), int32(c)
	}
	s.chosen = make([]choice, cells)
	left := set(cells)
	for i := range s.chosen {
		s.chosen[i].left = left[i*s.words:][:s.words]
	}
	s.addLineSets(n)
	s.touchAll()
	return s
}

// likeSquare reports whether the board has the rules of a square, whatever its lines are: each number
// stands once, the numbers are consecutive, and lines only add up to sums that are known.
func (s *state) likeSquare() bool {
	return s.distinct && !slices.ContainsFunc(s.lines, func(l line) bool { return l.general })
}

// hasPlan reports whether a plan may fill the board.
func (s *state) hasPlan() bool { return s.words == 1 && s.likeSquare() }

func (s *state) domain(c int32) []uint64 {
	return s.domains[int(c)*s.words:][:s.words]
}

func (s *state) countOf(c int32) (count int) {
	for w, word := range s.domain(c) {
		count += bits.OnesCount64(word & s.free[w])
	}
	return count
}

// has reports whether cell c may have number v.
func (s *state) has(c, v int32) bool {
	return s.domain(c)[v/64]&s.free[v/64]>>(v%64)&1 != 0
}

// place puts the free number v on the open cell c. If v is used up then, it touches every line that
// counted on v for another cell.
func (s *state) place(c, v int32) {
	s.value[c] = v
	s.board[c] = s.values[v]
	s.placed = append(s.placed, c)
	s.size--
	last, at := s.open[s.size], s.at[c]
	s.open[at], s.open[s.size] = last, c
	s.at[last], s.at[c] = at, int32(s.size)
	for _, l := range s.linesOf[c] {
		line := &s.lines[l]
		line.fill(c, s.values[v]-s.base)
		s.withOpen[line.open].add(l)
	}
	s.touch(c)
	if s.left[v]--; s.left[v] > 0 {
		return
	}
	s.free[v/64] &^= 1 << (v % 64)
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
		if last.at < 0 {
			s.common = s.common[:len(s.common)-1]
			continue
		}
		s.domains[last.at] = last.old
	}
	for len(s.placed) > placed {
		c := s.placed[len(s.placed)-1]
		s.placed = s.placed[:len(s.placed)-1]
		v := s.value[c]
		s.left[v]++
		s.free[v/64] |= 1 << (v % 64)
		for _, l := range s.linesOf[c] {
			line := &s.lines[l]
			s.withOpen[line.open].remove(l)
			line.open++ // c is at its end: cells leave the line as they leave the board
			line.rest += s.values[v] - s.base
		}
		s.value[c], s.board[c] = -1, puzzle.Empty
		s.size++ // c is at open[size]: cells leave the set from its end
	}
	clear(s.dirty)
}

// narrow leaves cell c only the numbers of set. All of them are numbers that it may
// have. It reports whether the cell had others.
func (s *state) narrow(c int32, set []uint64) (changed bool) {
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
	return changed
}
