package dlx

import (
	"errors"
	"slices"

	"crosscut/internal/search"
)

// Whether looking ahead pays is found out by trying. A node of it costs 3 to 150
// plain ones; on packings, queens, Latin squares and sudokus it takes the place of
// at most 19, on numbered paths of thousands. So twice in a plain search, the
// largest part of the tree that was searched since the last time is searched again
// by looking ahead, without handing out what it has. If that takes no more than a
// node or failure for each worthOfANode nodes of the plain search, the rest is
// searched so.
//
// A trial fails as soon as it has taken more, which for the problems of the
// benchmarks was nowhere more than could be told from noise. Of 86 numbered paths
// of 25 to 900 cells with at most 50 solutions a plain search settled 58 in two
// seconds each; looking ahead, from the beginning or from a trial on, all.

// When trials take place, in nodes, and what looking ahead may take there, in nodes
// and failures: one for each worthOfANode plain nodes, or leastBudget.
var trialsAt = [...]int64{1 << 11, 1 << 13}

const (
	worthOfANode = 256
	leastBudget  = 4
)

// aheadBytes bounds the tables of a search that looks ahead by itself.
const aheadBytes = 1 << 28

// errAhead ends a plain search whose rest is to be searched by looking ahead.
var errAhead = errors.New("dlx: look ahead")

// trial is what a plain search has of looking ahead. A nil *trial has nothing.
type trial struct {
	problem *Problem
	run     *search.Run
	tables  *conflictTables // nil until they are needed
	ahead   *ahead  // likewise

	least  int64 // what looking ahead may take there at least
	at     int64 // the node at which the next trial takes place
	stage  int   // how many did
	nodes  int64 // of the largest part that was searched since the last trial
	chosen []int32
}

// newTrial returns a trial for a search with tables, or one without; nil when the
// tables would be too large.
func newTrial(p *Problem, t *conflictTables, run *search.Run) *trial {
	if p.bitsetBytes() > aheadBytes {
		return nil
	}
	r := &trial{problem: p, tables: t, run: run, least: leastBudget}
	r.schedule()
	return r
}

// schedule sets when the next trial is. One that must make tables first waits until
// they are worth it.
func (t *trial) schedule() {
	t.nodes = 0
	if t.stage == len(trialsAt) {
		t.at = 0
		return
	}
	t.at = trialsAt[t.stage]
	if t.tables == nil {
		t.at += int64(t.problem.bitsetBytes()) >> 13
	}
}

// note is told of every level that the search is through with: how many nodes there
// are below it and which options were chosen above it.
func (t *trial) note(nodes int64, chosen []int32) {
	if t != nil && nodes > t.nodes && t.at != 0 {
		t.nodes = nodes
		t.chosen = append(t.chosen[:0], chosen...)
	}
}

// hold holds a trial if it is time, and returns errAhead if looking ahead has won.
func (t *trial) hold(nodes int64) error {
	if t == nil || nodes != t.at {
		return nil
	}
	t.stage++
	budget := max(t.nodes/worthOfANode, t.least)
	defer t.schedule()
	if err := t.prepare(); err != nil {
		return err
	}
	var count search.Stats
	t.ahead.stats, t.ahead.budget = &count, budget
	err := t.ahead.solve(t.ahead.inside(t.chosen), 0, 0, func([]int) bool { return true })
	t.ahead.stats, t.ahead.budget = &t.run.Stats, 0
	switch {
	case errors.Is(err, errBudget):
		return nil
	case err == nil:
		return errAhead
	}
	return err
}

// over reports whether no more trials take place.
func (t *trial) over() bool { return t == nil || t.at == 0 }

// prepare makes what a search needs that looks ahead.
func (t *trial) prepare() (err error) {
	if t.tables == nil {
		if t.tables, err = newConflictTables(t.problem, t.run); err != nil {
			return err
		}
	}
	if t.ahead == nil {
		t.ahead, err = newAhead(t.problem, t.tables, t.run)
	}
	return err
}

// inside returns options by the numbers that the tables give them.
func (t *conflictTables) inside(options []int32) []int32 {
	in := make([]int32, len(options))
	for k, o := range options {
		at, _ := slices.BinarySearch(t.number, o)
		in[k] = int32(at)
	}
	return in
}
