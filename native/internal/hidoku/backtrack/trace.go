package backtrack

import (
	"fmt"

	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// tracer turns what the search does into steps, and counts the ways at its states. A nil *tracer means that
// nobody watches; its methods return at once.
type tracer struct {
	run   *meter.Run
	emit  func(meter.Step) // nil if ways are only counted
	rules *space.Rules     // nil if they are not counted
	board []int            // a number per cell, Empty where none is yet
	cells []int            // the cells filled, without the given ones, in order
	root  int              // how many of them were filled before any choice
	depth int              // choices made
	muted bool             // what happens now is only supposed
}

// newTracer returns the trace that the caller of r has asked for, nil for none.
func newTracer(p *puzzle.Hidoku, r *meter.Run) *tracer {
	t := &tracer{run: r, emit: r.Meter.Trace, board: p.Clues()}
	if r.Meter.CountWays {
		t.rules = space.By(p, puzzle.AnyColour)
	}
	if t.emit == nil && t.rules == nil {
		return nil
	}
	return t
}

// Forced reports that k is on slot because either number or cell had no other
// candidate.
func (t *tracer) Forced(s *State, k, slot int, number bool) {
	if t == nil || t.muted || t.board[s.CellAt[slot]] != puzzle.Empty {
		return
	}
	v := Variable(k)
	if !number {
		v = ^Variable(slot)
	}
	t.count(s, v, 1)
	t.placed(k, int(s.CellAt[slot]), func() string {
		if !number {
			return fmt.Sprintf("only number for %s", s.Name(slot))
		}
		return fmt.Sprintf("only cell for %d", k+1)
	})
}

// Chosen reports that the search puts k on slot, one of the candidates of v.
func (t *tracer) Chosen(s *State, k, slot int, v Variable) {
	if t == nil {
		return
	}
	t.depth++
	t.placed(k, int(s.CellAt[slot]), func() string {
		if v < 0 {
			return fmt.Sprintf("choice: %s has %d numbers", s.Name(slot), s.Size(v))
		}
		return fmt.Sprintf("choice: %d has %d cells", k+1, s.Size(v))
	})
}

// choice counts a state whose candidates of v will be tried.
func (t *tracer) Choice(s *State, v Variable) { t.count(s, v, int(s.Size(v))) }

// count counts a state with so many candidates of v left.
func (t *tracer) count(s *State, v Variable, left int) {
	switch {
	case t == nil || t.rules == nil:
	case v >= 0:
		t.run.CountState(t.rules.OfValue(t.board, int(v)+1), left)
	default:
		t.run.CountState(t.rules.OfCell(t.board, int(s.CellAt[^v])), left)
	}
}

func (t *tracer) placed(k, cell int, why func() string) {
	t.board[cell] = k + 1
	t.cells = append(t.cells, cell)
	if t.depth == 0 {
		t.root = len(t.cells)
	}
	if t.emit != nil {
		t.emit(meter.Step{
			Kind: meter.Placed, Depth: t.depth, Value: k + 1,
			Cells: t.cells[len(t.cells)-1:], Why: why(), Board: t.board,
		})
	}
}

// deadEnd reports that the state is given up, and why.
func (t *tracer) deadEnd(s *State) {
	if t == nil {
		return
	}
	why := fmt.Sprintf("no cell left for %d", s.blamed+1)
	if s.blamed < 0 {
		why = fmt.Sprintf("no number left for %s", s.Name(int(^s.blamed)))
	}
	t.GaveUp(why)
}

func (t *tracer) GaveUp(why string) {
	if t != nil && t.emit != nil {
		t.emit(meter.Step{Kind: meter.DeadEnd, Depth: t.depth, Why: why, Board: t.board})
	}
}

func (t *tracer) Found() {
	if t != nil && t.emit != nil {
		t.emit(meter.Step{Kind: meter.Found, Depth: t.depth, Board: t.board})
	}
}

// mute switches reporting off while the search only supposes something.
func (t *tracer) mute(on bool) {
	if t != nil {
		t.muted = on
	}
}

// Mark returns what back needs to return to this state.
func (t *tracer) Mark() (filled, depth int) {
	if t == nil {
		return 0, 0
	}
	return len(t.cells), t.depth
}

// Back empties the cells filled since mark.
func (t *tracer) Back(filled, depth int) {
	if t == nil {
		return
	}
	for _, cell := range t.cells[filled:] {
		t.board[cell] = puzzle.Empty
	}
	t.cells, t.depth = t.cells[:filled], depth
}

// BackToRoot empties the cells filled since the first choice.
func (t *tracer) BackToRoot() {
	if t != nil {
		t.Back(t.root, 0)
	}
}

// Name returns the name of the cell at slot.
func (s *State) Name(slot int) string { return s.P.Board().Name(int(s.CellAt[slot])) }

// Learnt reports that k is on slot because of what was learnt.
func (t *tracer) Learnt(s *State, k, slot int) {
	if t != nil && t.board[s.CellAt[slot]] == puzzle.Empty {
		t.count(s, Variable(k), 1)
		t.placed(k, int(s.CellAt[slot]), func() string { return "all else here has failed before" })
	}
}
