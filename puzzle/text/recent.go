package text

import (
	"sync"

	"crosscut/puzzle"
)

// recent has the last plain Hidokus of a text. Files with many Hidokus have few shapes, and
// making a graph takes a quarter of the time of reading a Hidoku of 10×10. A puzzle with other
// clues shares it: see [puzzle.Hidoku.WithClues]. A nil *recent is empty and stays so. Several
// goroutines may use one.
type recent struct {
	lock sync.Mutex
	list [8]*puzzle.Hidoku // nil where there is none yet
	next int               // the index at which the next one replaces the oldest
}

// mostKept is the largest number of cells of a board that is kept. The graph of a larger one
// takes megabytes, and less time than its search.
const mostKept = 1024

// hidoku returns the Hidoku of a board, rules and clues. It has the graph of a recent one of the
// same shape.
func (r *recent) hidoku(board *puzzle.Board, rules puzzle.HidokuRules, clues []int) (puzzle.Puzzle, error) {
	if r == nil || board.Len() > mostKept {
		return puzzle.NewHidokuBy(board, rules, clues)
	}
	if q := r.like(board, rules.Moves); q != nil && rules.Plain() {
		return q.WithClues(clues)
	}
	p, err := puzzle.NewHidokuBy(board, rules, clues)
	if err == nil && rules.Plain() {
		r.lock.Lock()
		defer r.lock.Unlock()
		r.list[r.next] = p
		r.next = (r.next + 1) % len(r.list)
	}
	return p, err
}

// like returns a recent Hidoku with such a board and these moves, or nil.
func (r *recent) like(board *puzzle.Board, moves puzzle.Moves) *puzzle.Hidoku {
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, q := range r.list {
		if q != nil && q.Moves() == moves && alike(q.Board(), board) {
			return q
		}
	}
	return nil
}

// alike reports whether two boards have the same size and the same holes.
func alike(a, b *puzzle.Board) bool {
	if a.Width() != b.Width() || a.Height() != b.Height() || a.Len() != b.Len() {
		return false
	}
	for cell := range a.Len() {
		row, col := a.Pos(cell)
		if b.Cell(row, col) != cell {
			return false
		}
	}
	return true
}
