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
//   - bounds of lines (lined_bounds.go)
//   - all ways to fill a line with few ways left (lined_ways.go)
//   - a number that has as many cells left as it must have is on them
//
// It guesses the number of a cell, or the cell of a number, whichever has fewest ways. It
// uses one core. Cubes of the board use the others.

// lined is a board partly filled. A number is known by its index among the numbers that
// differ, ascending. Domains change in place, and a trail restores them.
type lined struct {
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

	lines   []linedLine
	linesOf [][]int32 // per cell
	common  span      // what is known of the sum of the lines with Any

	trail []linedChange
	dirty []bool
	queue []int32      // the lines that are dirty
	slow  []*linedLine // lines whose ways are to be tried when the queue is empty
	depth int

	oneWord bool   // a set is one word, and the numbers are consecutive
	once    uint64 // the numbers that may stand at most once more, if oneWord
}

// linedLine is a line, and scratch for it.
type linedLine struct {
	*puzzle.Line
	cells []int32
	term  []int // per cell, the index of its term
	sum   bool  // it only adds up cells

	spans []span  // scratch: of the terms
	open  []int32 // scratch: see openCells
	slow  bool    // it is in lined.slow
}

// span is the set of integers from low to high.
type span struct{ low, high int }

// linedChange is what a change of the state has changed.
type linedChange struct {
	kind changeKind
	at   int32
	old  uint64
	span span
}

type changeKind int8

const (
	changedWord changeKind = iota
	changedCell
	changedCommon
)

// unbounded is the span of a common sum of which nothing is known. Lines stay below 2^60.
var unbounded = span{-1 << 61, 1 << 61}

// newLined returns the board with its clues. ok is false if the clues contradict the rules.
func newLined(p *puzzle.Magic, r *search.Run) (s *lined, ok bool, err error) {
	cells := p.Board().Len()
	s = &lined{
		p: p, r: r, values: slices.Compact(p.Numbers()), exact: !p.Free(), open: cells, common: unbounded,
		sizes: make([]int32, cells), value: make([]int32, cells), board: make([]int, cells), linesOf: make([][]int32, cells),
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
	all := p.Lines()
	for i := range all {
		l := linedLine{Line: &all[i], sum: all[i].IsSum(), spans: make([]span, len(all[i].Terms))}
		for t, term := range l.Terms {
			for _, c := range term.Cells {
				l.cells, l.term = append(l.cells, int32(c)), append(l.term, t)
				s.linesOf[c] = append(s.linesOf[c], int32(i))
			}
		}
		s.lines = append(s.lines, l)
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

// UsesOneCore reports whether [Search] uses one core for p: see lined.go.
func UsesOneCore(p *puzzle.Magic) bool { return !likeSquare(p) }

// searchLined yields every filling of a board that is not a plain square.
func searchLined(p *puzzle.Magic, r *search.Run, yield func(puzzle.Solution) bool) error {
	s, ok, err := newLined(p, r)
	if err != nil || !ok {
		return err
	}
	return s.search(yield, 0, 1)
}

// search yields the fillings of the state. done is the share of the whole search before it,
// part is its own.
func (s *lined) search(yield func(puzzle.Solution) bool, done, part float64) error {
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
	ways, why := s.choose()
	if err := s.r.Node(len(ways)); err != nil {
		return err
	}
	mark := len(s.trail)
	s.depth++
	part /= float64(len(ways))
	for i, w := range ways {
		if s.place(w.cell, w.value, why) {
			if err := s.search(yield, done+float64(i)*part, part); err != nil {
				return err
			}
		}
		s.undo(mark)
		s.r.Share(done + float64(i+1)*part)
	}
	s.depth--
	return nil
}

// way is a number on a cell.
type way struct{ cell, value int32 }

// choose returns the ways of the cell with fewest numbers, or of a number that stands once
// and has fewer cells. Among several cells it takes the one in the line with fewest open
// cells.
func (s *lined) choose() (ways []way, why string) {
	best, cell := 1<<62, int32(-1)
	for c, size := range s.sizes {
		if s.value[c] >= 0 {
			continue
		}
		least := len(s.value)
		for _, l := range s.linesOf[c] {
			least = min(least, s.openOf(&s.lines[l]))
		}
		if rank := int(size)<<16 + least; rank < best {
			best, cell = rank, int32(c)
		}
	}
	number, fewest := int32(-1), s.sizes[cell]
	if s.exact {
		for v, left := range s.left {
			if left == 1 && s.options[v] < fewest {
				number, fewest = int32(v), s.options[v]
			}
		}
	}
	if number < 0 {
		s.each(cell, func(v int32) { ways = append(ways, way{cell, v}) })
		return ways, fmt.Sprintf("choice: %s has %d numbers", s.p.Board().Name(int(cell)), len(ways))
	}
	for c := range s.value {
		if s.value[c] < 0 && s.has(int32(c), number) {
			ways = append(ways, way{int32(c), number})
		}
	}
	return ways, fmt.Sprintf("choice: %d has %d cells", s.values[number], len(ways))
}

// openOf returns how many cells of a line are open.
func (s *lined) openOf(l *linedLine) (open int) {
	for _, c := range l.cells {
		if s.value[c] < 0 {
			open++
		}
	}
	return open
}

// each calls do with each number that a cell may have, ascending.
func (s *lined) each(c int32, do func(v int32)) {
	for w, word := range s.domain(c) {
		for ; word != 0; word &= word - 1 {
			do(int32(w*64 + bits.TrailingZeros64(word)))
		}
	}
}

// domain returns the numbers that a cell may have.
func (s *lined) domain(c int32) []uint64 { return s.domains[int(c)*s.words:][:s.words] }

// has reports whether a cell may have a number.
func (s *lined) has(c, v int32) bool { return s.domains[int(c)*s.words+int(v/64)]>>(v%64)&1 != 0 }

// touch lets propagation look at a line again.
func (s *lined) touch(l int32) {
	if !s.dirty[l] {
		s.dirty[l] = true
		s.queue = append(s.queue, l)
	}
}

// place puts a number of its domain on an open cell. It reports false if the state is
// contradictory then.
func (s *lined) place(c, v int32, why string) bool {
	for w, word := range s.domain(c) {
		keep := uint64(0)
		if int(v/64) == w {
			keep = 1 << (v % 64)
		}
		if !s.keep(c, w, word&keep) {
			return false
		}
	}
	s.trail = append(s.trail, linedChange{kind: changedCell, at: c})
	s.value[c], s.board[c] = v, s.values[v]
	s.options[v]-- // the cell is not open any more
	s.open--
	s.left[v]--
	s.setOnce(v)
	if trace := s.r.Tracing(); trace != nil {
		trace(search.Step{Kind: search.Placed, Depth: s.depth, Value: s.board[c], Cells: []int{int(c)}, Why: why, Board: s.board})
	}
	for _, l := range s.linesOf[c] {
		s.touch(l)
	}
	if !s.exact || s.left[v] > 0 {
		return s.left[v] <= s.options[v] || !s.exact || s.fail("no cell left for %d", s.values[v])
	}
	for d := range s.value {
		if s.value[d] < 0 && s.has(int32(d), v) && !s.keep(int32(d), int(v/64), s.domains[d*s.words+int(v/64)]&^(1<<(v%64))) {
			return false
		}
	}
	return true
}

// keep leaves a cell only some numbers of the w-th word of its domain. It reports false if
// the cell or a number has too little left.
func (s *lined) keep(c int32, w int, keep uint64) bool {
	at := int(c)*s.words + w
	lost := s.domains[at] &^ keep
	if lost == 0 {
		return true
	}
	s.trail = append(s.trail, linedChange{kind: changedWord, at: int32(at), old: s.domains[at]})
	s.domains[at] &= keep
	count := int32(bits.OnesCount64(lost))
	s.sizes[c] -= count
	s.r.Propagations += int64(count)
	for _, l := range s.linesOf[c] {
		s.touch(l)
	}
	short := int32(-1) // a number with too few cells; all counters must be right before the state is given up
	for ; lost != 0; lost &= lost - 1 {
		v := int32(w*64 + bits.TrailingZeros64(lost))
		if s.options[v]--; s.exact && s.options[v] < s.left[v] {
			short = v
		}
	}
	switch {
	case s.sizes[c] == 0:
		return s.fail("no number left for %s", s.p.Board().Name(int(c)))
	case short >= 0:
		return s.fail("no cell left for %d", s.values[short])
	}
	return true
}

// undo takes changes back until so many are left.
func (s *lined) undo(mark int) {
	for len(s.trail) > mark {
		last := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		switch last.kind {
		case changedWord:
			c, w := int(last.at)/s.words, int(last.at)%s.words
			back := last.old &^ s.domains[last.at]
			s.domains[last.at] = last.old
			s.sizes[c] += int32(bits.OnesCount64(back))
			for ; back != 0; back &= back - 1 {
				s.options[w*64+bits.TrailingZeros64(back)]++
			}
		case changedCell:
			v := s.value[last.at]
			s.options[v]++
			s.left[v]++
			s.setOnce(v)
			s.open++
			s.value[last.at], s.board[last.at] = -1, puzzle.Empty
		case changedCommon:
			s.common = last.span
		}
	}
	for _, l := range s.queue {
		s.dirty[l] = false
	}
	for _, l := range s.slow {
		l.slow = false
	}
	s.queue, s.slow = s.queue[:0], s.slow[:0]
}

// setOnce takes over in once how often a number may stand.
func (s *lined) setOnce(v int32) {
	if !s.oneWord {
		return
	}
	if s.once &^= 1 << v; s.left[v] <= 1 {
		s.once |= 1 << v
	}
}

// fail counts and reports that the state is given up. It returns false.
func (s *lined) fail(format string, args ...any) bool {
	s.r.Failures++
	if trace := s.r.Tracing(); trace != nil {
		trace(search.Step{Kind: search.DeadEnd, Depth: s.depth, Why: fmt.Sprintf(format, args...), Board: s.board})
	}
	return false
}

// propagate applies the rules until none applies. ok is false if the state is contradictory.
func (s *lined) propagate() (ok bool, err error) {
	for {
		for len(s.queue) > 0 {
			if err := s.r.Err(); err != nil {
				return false, err
			}
			l := s.queue[len(s.queue)-1]
			s.queue = s.queue[:len(s.queue)-1]
			s.dirty[l] = false
			if ok, err := s.look(&s.lines[l]); !ok || err != nil {
				return false, err
			}
		}
		placed, ok := s.forced()
		switch last := len(s.slow) - 1; {
		case !ok:
			return false, nil
		case placed || len(s.queue) > 0:
		case last < 0:
			return true, nil
		default:
			l := s.slow[last]
			s.slow, l.slow = s.slow[:last], false
			if ok, err := s.tryWays(l); !ok || err != nil {
				return false, err
			}
		}
	}
}

// forced fills cells that have one number left. If every number must stand, it also puts
// those on their cells that have no more cells left than they need. It reports whether it
// placed any.
func (s *lined) forced() (placed, ok bool) {
	for c := range s.value {
		if s.value[c] < 0 && s.sizes[c] == 1 {
			placed = true
			v := int32(-1)
			s.each(int32(c), func(only int32) { v = only })
			if !s.place(int32(c), v, "only number for "+s.p.Board().Name(c)) {
				return true, false
			}
		}
	}
	if !s.exact {
		return placed, true
	}
	for v := range s.left {
		if s.left[v] == 0 || s.options[v] > s.left[v] {
			continue
		}
		for c := range s.value {
			if s.value[c] < 0 && s.has(int32(c), int32(v)) {
				placed = true
				if !s.place(int32(c), int32(v), fmt.Sprintf("a cell that %d needs", s.values[v])) {
					return true, false
				}
			}
		}
	}
	return placed, true
}
