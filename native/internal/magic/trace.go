package magic

import (
	"fmt"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// reason says in numbers why something was placed or a state given up. So words are
// made only for a trace.
type reason struct {
	why  reasonKind
	item int32 // a line, cell or number; for a choice the number of candidates
}

type reasonKind int

const (
	whyChoice reasonKind = iota
	whyLast              // the last open cell of a line
	whyCell              // a cell and its numbers
	whyNumber            // a number and its cells
	whyLine              // a line that cannot have its sum
)

// tracePlaced reports the cell filled last.
func (s *state) tracePlaced(reason reason) {
	trace := s.r.Meter.Trace
	if trace == nil {
		return
	}
	c := int(s.placed[len(s.placed)-1])
	var why string
	switch reason.why {
	case whyChoice:
		why = fmt.Sprintf("choice: %s has %d numbers", s.p.Board().Name(c), reason.item)
	case whyLast:
		why = "last open cell of " + s.lineName(reason.item)
	case whyCell:
		why = "only number for " + s.p.Board().Name(c)
	case whyNumber:
		why = fmt.Sprintf("only cell for %d", s.board[c])
		if s.p.Uses(s.board[c]) > 1 {
			why = fmt.Sprintf("a cell that %d needs", s.board[c])
		}
	}
	trace(meter.Step{
		Kind: meter.Placed, Depth: s.choices, Value: s.board[c], Cells: []int{c}, Why: why, Board: s.board,
	})
}

// countState counts a state in which so many numbers are left for the open cell c. Where the reason is
// whyNumber, so many cells are left for number v.
func (s *state) countState(c, v int32, left int, why reasonKind) {
	if !s.r.Meter.CountWays {
		return
	}
	if s.rules == nil {
		s.rules = space.By(s.p, puzzle.AnyColour)
	}
	if why == whyNumber {
		s.r.CountState(s.rules.OfValue(s.board, s.values[v]), left)
	} else {
		s.r.CountState(s.rules.OfCell(s.board, int(c)), left)
	}
}

// fail counts and reports that the state is given up.
func (s *state) fail(why reasonKind, item int32) {
	s.r.Failures++
	trace := s.r.Meter.Trace
	if trace == nil {
		return
	}
	var words string
	switch why {
	case whyLine:
		words = s.lineName(item) + " cannot have its " + s.lines[item].makes()
	case whyCell:
		words = "no number left for " + s.p.Board().Name(int(item))
	case whyNumber:
		words = fmt.Sprintf("no cell left for %d", s.values[item])
	}
	trace(meter.Step{Kind: meter.DeadEnd, Depth: s.choices, Why: words, Board: s.board})
}

func (s *state) traceFound() {
	if trace := s.r.Meter.Trace; trace != nil {
		trace(meter.Step{Kind: meter.Found, Depth: s.choices, Board: s.board})
	}
}

// lineName names line l. See squareLines for the order of the lines of a square.
func (s *state) lineName(l int32) string {
	if n := int32(s.p.Board().Width()); puzzle.Variant(s.p) == "" && l < 2*n {
		l = l/2 + l%2*n
	}
	return s.p.Lines()[l].Name
}
