package draughtboard

import (
	"fmt"

	"crosscut/meter"
	"crosscut/puzzle/space"
)

// branchItem is what a search branches on: a cell, or a kind where that is not −1.
type branchItem struct{ cell, kind int32 }

func (v *coverSearch) branchOf(i int32) branchItem {
	if i < v.cells {
		return branchItem{cell: i, kind: -1}
	}
	return branchItem{kind: i - v.cells}
}

// enter counts a state. item has fewest alternatives there: branches.
func (s *colouring) enter(item branchItem, branches int) error {
	err := s.countState(branches)
	switch {
	case branches == 0:
		s.traceDead(item)
	case err == nil && s.r.Meter.CountWays:
		s.countWays(item, branches)
	}
	return err
}

// countState is enter without steps.
func (s *colouring) countState(branches int) error {
	switch branches {
	case 0:
		s.r.Failures++
		return nil
	case 1:
		s.r.Propagations++
		return s.r.Err()
	}
	return s.r.Node(branches)
}

func (s *colouring) countWays(item branchItem, branches int) {
	if s.rules == nil {
		s.rules = space.By(s.p, s.corner)
	}
	board := make([]int, len(s.owner))
	s.fill(board, s.symmetries[0], nil)
	if item.kind < 0 {
		s.r.CountState(s.rules.OfCell(board, int(item.cell)), branches)
	} else {
		s.r.CountState(s.rules.OfValue(board, s.kinds[item.kind].stones[0]), branches)
	}
}

// traceLaid reports the stone laid last. It was one of the branches alternatives of
// item.
func (s *colouring) traceLaid(item branchItem, branches int) {
	trace := s.r.Meter.Trace
	if trace == nil {
		return
	}
	var why string
	switch {
	case item.kind < 0 && branches == 1:
		why = "only way to cover " + s.board.Name(int(item.cell))
	case item.kind < 0:
		why = fmt.Sprintf("choice: %s can be covered in %d ways", s.board.Name(int(item.cell)), branches)
	case branches == 1:
		why = "only place for " + s.kindName(item.kind)
	default:
		why = fmt.Sprintf("choice: %s has %d places", s.kindName(item.kind), branches)
	}
	board := make([]int, len(s.owner))
	s.fill(board, s.symmetries[0], nil)
	cells := []int{}
	for _, c := range s.laid[len(s.laid)-1].cells {
		cells = append(cells, int(c))
	}
	trace(meter.Step{Kind: meter.Placed, Depth: s.depth(), Value: board[cells[0]], Cells: cells, Why: why, Board: board})
}

func (s *colouring) traceDead(item branchItem) {
	switch {
	case s.r.Meter.Trace == nil:
	case item.kind >= 0:
		s.traceGivenUp("too few places for " + s.kindName(item.kind))
	default:
		s.traceGivenUp("no stone left can cover " + s.board.Name(int(item.cell)))
	}
}

// traceGivenUp reports the end of the state for the reason why.
func (s *colouring) traceGivenUp(why string) {
	board := make([]int, len(s.owner))
	s.fill(board, s.symmetries[0], nil)
	s.r.Meter.Trace(meter.Step{Kind: meter.DeadEnd, Depth: s.depth(), Why: why, Board: board})
}

// kindName names a kind by its stone, or by the number of its stones and the first of
// them.
func (s *colouring) kindName(kind int32) string {
	stones := s.kinds[kind].stones
	if kind == s.bare {
		return "bare cells"
	}
	name := s.p.Name(max(stones[0], -stones[0]))
	if len(stones) == 1 {
		return "stone " + name
	}
	return fmt.Sprintf("the %d stones like %s", len(stones), name)
}

// traceFound reports the filling in values. It may be an image of the stones laid.
func (s *colouring) traceFound(image bool) {
	trace := s.r.Meter.Trace
	if trace == nil {
		return
	}
	why := ""
	if image {
		why = "the solution before, turned or mirrored"
	}
	trace(meter.Step{Kind: meter.Found, Depth: s.depth(), Why: why, Board: s.values})
}

// depth counts the stones laid by choice.
func (s *colouring) depth() int {
	depth := 0
	for _, l := range s.laid {
		if l.chosen {
			depth++
		}
	}
	return depth
}
