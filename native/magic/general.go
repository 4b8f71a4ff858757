package magic

import (
	"fmt"
	"math/bits"
	"slices"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// The search for magic boards that are not plain squares: any lines, and a multiset of
// numbers. It keeps for each cell the numbers that fit it, and propagates after each guess:
//
//   - bounds of lines (bounds.go)
//   - all fillings of a line with few left (general_fillings.go)
//   - a number that has as many cells left as it must have is on them
//
// It guesses the number of a cell with fewest numbers. It
// uses one core. Cubes of the board use the others.

// general is a board partly filled. A number is known by its index among the numbers that
// differ, ascending. Domains change in place, and a trail restores them.
type general struct {
	p      *puzzle.Magic
	r      *search.Run
	values []int
	exact  bool    // every number stands exactly as often as uses says
	left   []int32 // per number, how often it may still be placed
	words  int

	domains []uint64 // per cell, a set of numbers
	sizes   []int32  // per cell, how many
	value   []int32  // per cell its number, −1 while it is open
	board   []int    // the puzzle's numbers, puzzle.Empty while open
	open    int      // number of open cells
	options []int32  // per number, the open cells that may have it

	lines   []line
	linesOf [][]int32 // per cell
	common  span      // what is known of the sum of the lines with Any

	trail   []change
	dirty   []bool
	queue   []int32 // the lines that are dirty
	scratch []int32 // open cells of a line
	late    []*line // lines whose fillings are to be tried when the queue is empty
	depth   int

	oneWord bool   // a set is one word, and the numbers are consecutive
	once    uint64 // the numbers that may stand at most once more, if oneWord
}

// unbounded is the span of a common sum of which nothing is known. Lines stay below 2^60.
var unbounded = span{-1 << 61, 1 << 61}

// newGeneral returns the board with its clues. ok is false if the clues contradict the rules.
func newGeneral(p *puzzle.Magic, r *search.Run) (s *general, ok bool, err error) {
	cells := p.Board().Len()
	s = &general{
		p: p, r: r, values: slices.Compact(p.Numbers()), exact: !p.Free(), open: cells, common: unbounded,
		sizes: make([]int32, cells), value: make([]int32, cells), board: make([]int, cells),
	}
	n := len(s.values)
	s.words = (n + 63) / 64
	s.oneWord = n <= 64 && s.exact && s.values[n-1]-s.values[0] == n-1
	s.domains, s.left, s.options = make([]uint64, cells*s.words), make([]int32, n), make([]int32, n)
	for v, k := range s.values {
		s.left[v], s.options[v] = int32(p.Uses(k)), int32(cells)
		s.setOnce(int32(v))
	}
	for c := range cells {
		if err := r.Err(); err != nil {
			return nil, false, err
		}
		for v := range n {
			s.domains[c*s.words+v/64] |= 1 << (v % 64)
		}
		s.sizes[c], s.value[c], s.board[c] = int32(n), -1, puzzle.Empty
	}
	s.lines, s.linesOf, _ = linesOf(p, 0)
	for i := range s.lines {
		l := &s.lines[i]
		l.spans = make([]span, len(l.Terms))
		for t, term := range l.Terms {
			l.term = append(l.term, slices.Repeat([]int32{int32(t)}, len(term.Cells))...)
		}
	}
	s.dirty = make([]bool, len(s.lines))
	for l := range s.lines {
		s.touch(int32(l))
	}
	for c := range cells {
		if k := p.Clue(c); k != puzzle.Empty {
			v, _ := slices.BinarySearch(s.values, k)
			if !s.has(int32(c), int32(v)) || !s.place(int32(c), int32(v), "clue") {
				return s, false, nil
			}
		}
	}
	return s, true, nil
}

// UsesOneCore reports whether [Search] uses one core for p: see general.go.
func UsesOneCore(p *puzzle.Magic) bool { return !likeSquare(p) }

// searchGeneral yields every filling of a board that is not a plain square.
func searchGeneral(p *puzzle.Magic, r *search.Run, yield func(puzzle.Solution) bool) error {
	s, ok, err := newGeneral(p, r)
	if err != nil || !ok {
		return err
	}
	return s.search(yield, 0, 1)
}

// search yields the fillings of the state. done is the share of the whole search before it,
// part is its own.
func (s *general) search(yield func(puzzle.Solution) bool, done, part float64) error {
	if ok, err := s.propagate(); !ok || err != nil {
		return err
	}
	if s.open == 0 {
		s.r.Solutions++
		if trace := s.r.Tracing(); trace != nil {
			trace(search.Step{Kind: search.Found, Depth: s.depth, Board: s.board})
		}
		if !yield(s.board) {
			return search.ErrStopped
		}
		return nil
	}
	c := s.choose()
	count := int(s.sizes[c])
	if err := s.r.Node(count); err != nil {
		return err
	}
	why := fmt.Sprintf("choice: %s has %d numbers", s.p.Board().Name(int(c)), count)
	mark := len(s.trail)
	s.depth++
	part /= float64(count)
	for _, v := range s.numbers(c) {
		if s.place(c, v, why) {
			if err := s.search(yield, done, part); err != nil {
				return err
			}
		}
		s.undo(mark)
		done += part
		s.r.Share(done)
	}
	s.depth--
	return nil
}

// choose returns the cell with fewest numbers. Among several it takes one in the line with fewest
// open cells.
func (s *general) choose() (cell int32) {
	best := 1 << 62
	for c, size := range s.sizes {
		if s.value[c] >= 0 {
			continue
		}
		least := int32(len(s.value))
		for _, l := range s.linesOf[c] {
			least = min(least, s.lines[l].open)
		}
		if rank := int(size)<<16 + int(least); rank < best {
			best, cell = rank, int32(c)
		}
	}
	return cell
}

// each calls do with each number that a cell may have, ascending.
func (s *general) each(c int32, do func(v int32)) {
	for w, word := range s.domain(c) {
		for ; word != 0; word &= word - 1 {
			do(int32(w*64 + bits.TrailingZeros64(word)))
		}
	}
}

// numbers returns the numbers that a cell may have, ascending.
func (s *general) numbers(c int32) (all []int32) {
	s.each(c, func(v int32) { all = append(all, v) })
	return all
}

// domain returns the numbers that a cell may have.
func (s *general) domain(c int32) []uint64 { return s.domains[int(c)*s.words:][:s.words] }

// has reports whether a cell may have a number.
func (s *general) has(c, v int32) bool { return s.domains[int(c)*s.words+int(v/64)]>>(v%64)&1 != 0 }

// fail counts and reports that the state is given up. It returns false.
func (s *general) fail(format string, args ...any) bool {
	s.r.Failures++
	if trace := s.r.Tracing(); trace != nil {
		trace(search.Step{Kind: search.DeadEnd, Depth: s.depth, Why: fmt.Sprintf(format, args...), Board: s.board})
	}
	return false
}
