package puzzle

import (
	"slices"
	"sync"
)

// recentHidokus has the last Hidokus of a text whose graphs depend on board and moves alone.
// Files with many Hidokus have few shapes, and making a graph takes a quarter of the time of
// reading a Hidoku of 10×10. Boards and graphs never change, so puzzles can share them. A nil
// *recentHidokus is empty and stays so. Several goroutines may use one.
type recentHidokus struct {
	lock sync.Mutex
	list [8]*Hidoku // nil where there is none yet
	next int        // the index at which the next one replaces the oldest
}

// lend gives p the board and the graph of a recent Hidoku of the same shape. It reports false
// if there is none.
func (r *recentHidokus) lend(p *Hidoku) bool {
	if r == nil || !p.hasPlainGraph() {
		return false
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	for _, q := range r.list {
		if q != nil && q.rules.Moves == p.rules.Moves && q.board.isLike(&p.board) {
			p.board, p.neighbours, p.isLattice, p.chequered = q.board, q.neighbours, q.isLattice, q.chequered
			return true
		}
	}
	return false
}

// keep keeps p, which has its graph, if others can share that. It keeps a copy without clues.
func (r *recentHidokus) keep(p *Hidoku) {
	if r == nil || !p.hasPlainGraph() {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.list[r.next] = &Hidoku{
		board: p.board, rules: HidokuRules{Moves: p.rules.Moves},
		neighbours: p.neighbours, isLattice: p.isLattice, chequered: p.chequered,
	}
	r.next = (r.next + 1) % len(r.list)
}

// mostLent is the largest number of cells of a board that is kept. The graph of a larger one
// takes megabytes, and less time than its search.
const mostLent = 1024

// hasPlainGraph reports whether the graph is small, and depends on board and moves alone.
func (p *Hidoku) hasPlainGraph() bool {
	return p.board.Len() <= mostLent && !p.rules.Torus && p.rules.Walls == nil && p.rules.Bridges == nil
}

// isLike reports whether two boards have the same size and the same holes.
func (b *Board) isLike(c *Board) bool {
	return b.width == c.width && b.height == c.height && slices.Equal(b.cellAt, c.cellAt)
}
