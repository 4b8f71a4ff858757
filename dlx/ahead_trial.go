package dlx

import (
	"errors"
	"math"
	"slices"

	"crosscut/internal/search"
)

// Trials: how Auto finds out whether looking ahead pays.
//
// So a search by Sparse or Bitset tries Ahead. In a trial, Ahead searches again the largest part
// of the tree that was searched since the last trial. It hands out nothing. The trial is won if it
// reads at most worthOfANode sets of options for each node that the first search had there. Then Ahead
// searches the rest of the tree. A trial ends as soon as it has read more.

// errAhead ends a search whose rest Ahead will search.
var errAhead = errors.New("dlx: look ahead")

// trial is the part of a search by Sparse or Bitset that tries Ahead. A nil *trial never
// tries it.
type trial struct {
	problem *Problem
	run     *search.Run
	tables  *conflictTables // nil until they are needed
	ahead   *ahead          // nil until it is needed

	at     int64   // the node at which the next trial takes place, 0 for never
	stage  int     // how many trials took place
	nodes  int64   // nodes in the largest part that was searched since the last trial
	chosen []int32 // the options chosen above that part

	patient bool // each trial is won, for tests
}

// newTrial returns a trial for a search, with its tables if it has some. It returns nil
// when the tables would be too large.
func newTrial(p *Problem, t *conflictTables, run *search.Run) *trial {
	if !lookingAhead.On() || p.bitsetBytes() > countBytes {
		return nil
	}
	r := &trial{problem: p, tables: t, run: run}
	r.schedule()
	return r
}

// schedule sets the node of the next trial. A trial that must make tables first waits
// until they are worth it.
func (t *trial) schedule() {
	t.nodes = 0
	if t.stage == len(trialsAt) {
		t.at = 0
		return
	}
	t.at = trialsAt[t.stage]
	if t.tables == nil {
		t.at += int64(t.problem.bitsetBytes()) / bytesANode
	}
}

// note records a level whose subtree is searched. There are so many nodes below it, and
// the options were chosen above it.
func (t *trial) note(nodes int64, chosen []int32) {
	if t != nil && nodes > t.nodes && t.at != 0 {
		t.nodes = nodes
		t.chosen = append(t.chosen[:0], chosen...)
	}
}

// skip puts off the next trial by that many nodes.
func (t *trial) skip(nodes int64) {
	if t != nil {
		later(&t.at, nodes)
	}
}

// hold holds a trial if it is time. It returns errAhead if looking ahead has won.
func (t *trial) hold(nodes int64) error {
	if t == nil || nodes != t.at {
		return nil
	}
	t.stage++
	defer t.schedule()
	if err := t.prepare(); err != nil {
		return err
	}
	var count search.Stats
	t.ahead.stats, t.ahead.budget = &count, t.ahead.read+max(t.nodes, 1)*int64(worthOfANode*t.ahead.words)
	if t.patient {
		t.ahead.budget = math.MaxInt64
	}
	err := t.ahead.solve(t.ahead.inside(t.chosen), 0, 0, func([]int) bool { return true })
	lost := t.ahead.spent() || errors.Is(err, errBudget)
	t.ahead.stats, t.ahead.budget = &t.run.Stats, 0
	switch {
	case lost:
		return t.run.Err()
	case err == nil:
		return errAhead
	}
	return err
}

// over reports whether all trials have taken place.
func (t *trial) over() bool { return t == nil || t.at == 0 }

// prepare makes the tables and the search that looks ahead, unless they are there.
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

// inside returns options by their numbers in the tables.
func (t *conflictTables) inside(options []int32) []int32 {
	in := make([]int32, len(options))
	for k, o := range options {
		at, _ := slices.BinarySearch(t.number, o)
		in[k] = int32(at)
	}
	return in
}
