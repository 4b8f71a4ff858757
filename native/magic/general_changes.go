package magic

import (
	"math/bits"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// How the board of general.go changes: a number is placed, cells lose numbers, and all is taken back.

// change is what a change of the state has changed.
type change struct {
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

// touch lets propagation look at a line again.
func (s *general) touch(l int32) {
	if !s.dirty[l] {
		s.dirty[l] = true
		s.queue = append(s.queue, l)
	}
}

// place puts a number of its domain on an open cell. It reports false if the state is
// contradictory then.
func (s *general) place(c, v int32, why string) bool {
	for w, word := range s.domain(c) {
		keep := uint64(0)
		if int(v/64) == w {
			keep = 1 << (v % 64)
		}
		if !s.keep(c, w, word&keep) {
			return false
		}
	}
	s.trail = append(s.trail, change{kind: changedCell, at: c})
	s.value[c], s.board[c] = v, s.values[v]
	s.options[v]-- // the cell is not open any more
	s.open--
	s.left[v]--
	s.setOnce(v)
	if trace := s.r.Tracing(); trace != nil {
		trace(search.Step{Kind: search.Placed, Depth: s.depth, Value: s.board[c], Cells: []int{int(c)}, Why: why, Board: s.board})
	}
	for _, l := range s.linesOf[c] {
		s.lines[l].fill(c, s.values[v])
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
func (s *general) keep(c int32, w int, keep uint64) bool {
	at := int(c)*s.words + w
	lost := s.domains[at] &^ keep
	if lost == 0 {
		return true
	}
	s.trail = append(s.trail, change{kind: changedWord, at: int32(at), old: s.domains[at]})
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
func (s *general) undo(mark int) {
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
			for _, l := range s.linesOf[last.at] {
				s.lines[l].empty(s.values[v])
			}
			s.value[last.at], s.board[last.at] = -1, puzzle.Empty
		case changedCommon:
			s.common = last.span
		}
	}
	for _, l := range s.queue {
		s.dirty[l] = false
	}
	for _, l := range s.late {
		l.late = false
	}
	s.queue, s.late = s.queue[:0], s.late[:0]
}

// setOnce takes over in once how often a number may stand.
func (s *general) setOnce(v int32) {
	if !s.oneWord {
		return
	}
	if s.once &^= 1 << v; s.left[v] <= 1 {
		s.once |= 1 << v
	}
}
