package hidoku

import (
	"fmt"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// tracer turns what the search does into steps. A nil *tracer means that nobody
// watches; its methods return at once.
type tracer struct {
	emit  func(search.Step)
	board []int // a number per cell, Empty where none is yet
	cells []int // the cells filled, without the given ones, in order
	root  int   // how many of them were filled before any choice
	depth int   // choices made
	muted bool  // what happens now is only supposed
}

// newTracer returns the trace for the receiver emit, nil for none.
func newTracer(p *puzzle.Hidoku, emit func(search.Step)) *tracer {
	if emit == nil {
		return nil
	}
	t := &tracer{emit: emit, board: make([]int, p.Board().Len())}
	for c := range t.board {
		t.board[c] = p.Clue(c)
	}
	return t
}

// forced reports that k is on slot because either number or cell had no other
// candidate.
func (t *tracer) forced(s *state, k, slot int, number bool) {
	if t == nil || t.muted || t.board[s.cellAt[slot]] != puzzle.Empty {
		return
	}
	why := fmt.Sprintf("only cell for %d", k+1)
	if !number {
		why = fmt.Sprintf("only number for %s", s.name(slot))
	}
	t.placed(k, int(s.cellAt[slot]), why)
}

// chosen reports that the search puts k on slot, one of the candidates of v.
func (t *tracer) chosen(s *state, k, slot int, v variable) {
	if t == nil {
		return
	}
	why := fmt.Sprintf("choice: %d has %d cells", k+1, s.size(v))
	if v < 0 {
		why = fmt.Sprintf("choice: %s has %d numbers", s.name(slot), s.size(v))
	}
	t.depth++
	t.placed(k, int(s.cellAt[slot]), why)
}

func (t *tracer) placed(k, cell int, why string) {
	t.board[cell] = k + 1
	t.cells = append(t.cells, cell)
	if t.depth == 0 {
		t.root = len(t.cells)
	}
	t.emit(search.Step{
		Kind: search.Placed, Depth: t.depth, Value: k + 1,
		Cells: t.cells[len(t.cells)-1:], Why: why, Board: t.board,
	})
}

// deadEnd reports that the state is given up, and why.
func (t *tracer) deadEnd(s *state) {
	if t == nil {
		return
	}
	why := fmt.Sprintf("no cell left for %d", s.blamed+1)
	if s.blamed < 0 {
		why = fmt.Sprintf("no number left for %s", s.name(int(^s.blamed)))
	}
	t.gaveUp(why)
}

func (t *tracer) gaveUp(why string) {
	if t != nil {
		t.emit(search.Step{Kind: search.DeadEnd, Depth: t.depth, Why: why, Board: t.board})
	}
}

func (t *tracer) found() {
	if t != nil {
		t.emit(search.Step{Kind: search.Found, Depth: t.depth, Board: t.board})
	}
}

// mute switches reporting off while the search only supposes something.
func (t *tracer) mute(on bool) {
	if t != nil {
		t.muted = on
	}
}

// mark returns what back needs to return to this state.
func (t *tracer) mark() (filled, depth int) {
	if t == nil {
		return 0, 0
	}
	return len(t.cells), t.depth
}

// back empties the cells filled since mark.
func (t *tracer) back(filled, depth int) {
	if t == nil {
		return
	}
	for _, cell := range t.cells[filled:] {
		t.board[cell] = puzzle.Empty
	}
	t.cells, t.depth = t.cells[:filled], depth
}

// backToRoot empties the cells filled since the first choice.
func (t *tracer) backToRoot() {
	if t != nil {
		t.back(t.root, 0)
	}
}

// name returns the name of the cell at slot.
func (s *state) name(slot int) string { return s.p.Board().Name(int(s.cellAt[slot])) }

// learnt reports that k is on slot because of what was learnt.
func (t *tracer) learnt(s *state, k, slot int) {
	if t != nil && t.board[s.cellAt[slot]] == puzzle.Empty {
		t.placed(k, int(s.cellAt[slot]), "all else here has failed before")
	}
}

// whyFailed says what failed in a learning search, in words.
func (t *tracer) whyFailed(l *learner) string {
	if t == nil {
		return ""
	}
	switch of := l.conflict.of; l.conflict.kind {
	case noCell:
		return fmt.Sprintf("no cell left for %d", of+1)
	case noNumber:
		return fmt.Sprintf("no number left for %s", l.name(int(of)))
	case twoTrue:
		return fmt.Sprintf("no cell left for %d", l.numberOf[of]+1)
	case unsupported:
		return fmt.Sprintf("%d is cut off from its neighbours", l.numberOf[of]+1)
	case manyEdges, fewEdges:
		return fmt.Sprintf("the path cannot go through %s", l.name(int(of)))
	case circle:
		return "the path would close a circle"
	}
	return "this has failed before"
}
