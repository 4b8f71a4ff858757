package cores

// The core Ahead. This file has its states, ahead_search.go the search.
//
// Ahead makes every state domain consistent (Knuth's program XCCDC; C. Bessière,
// "Constraint propagation", Handbook of Constraint Programming 2006, chapter 3). An
// option dies when all options of some open item conflict with it. This repeats until no
// option dies. So chains of options that each lead to the next are followed at once,
// from end to end. It applies to problems with few covers and long chains. The tables
// are those of Bitset: a bit for each pair of options.
//
// Knuth keeps for each option and item one option that supports it. Rows of conflicts
// make this unnecessary. The options that die for item i are the intersection of the
// rows of its live options. The intersection is mostly empty after a few rows. Only
// items that have lost an option since the last look need another look.
//
// A state is the set of its live options. To choose an option is to kill the options
// that conflict with it. An item is covered when it has one live option. If all items of
// a consistent state have one, the live options are a cover.

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// Ahead is one search that looks ahead.
type Ahead struct {
	*model.Tables
	run *meter.Run

	levels []aheadLevel // levels[depth] is the state; each level before it chose an option
	depth  int
	room   int // numbers that the levels may still have

	weights []int64  // per item: 1 plus the number of failures that it caused
	culprit int32    // the item that lost its last option
	dirty   []uint64 // the items that lost an option since support looked at them

	others []uint64 // scratch of support: the options that die
	at     []int32  // scratch of support: the words of others that are not 0

	stats    *meter.Stats // the counters of the run; those of a trial during a trial
	before   meter.Stats  // the counters when the search began
	First    int64        // failures before the first restart
	patience int64        // the number of failures at which the next restart is due
	restarts int          // the number of restarts so far
	read     int64        // words of rows that were read so far
	budget   int64        // the number of words at which a trial ends; 0 without a trial
	cover    []int
}

// aheadLevel is a state.
type aheadLevel struct {
	live   []uint64
	active []int32 // all words of live that are not 0, and perhaps others
	counts []int32 // per item, the number of its live options

	item  int32 // the item that the state branches on, or -1
	tried int32 // the option of item that the level below has chosen

	lo, share float64 // the part of the tree that is left, as an interval: where it begins, and its width
	part      float64 // the width of the part below tried
}

// newAhead lays out the data of a search beside the tables. Time and space O(elements).
func NewAhead(t *model.Tables, run *meter.Run) (*Ahead, error) {
	a := &Ahead{Tables: t, run: run, stats: &run.Stats, First: firstPatience, room: model.MostBytes / 8}
	a.weights = make([]int64, t.Primary)
	for i := range a.weights {
		a.weights[i] = 1
	}
	a.dirty = make([]uint64, (t.Primary+63)/64)
	a.others = make([]uint64, t.Words)
	a.at = make([]int32, 0, t.Words)
	return a, a.reach(0)
}

// reach makes sure that there is a level of that depth.
func (a *Ahead) reach(depth int) error {
	if depth < len(a.levels) {
		return nil
	}
	if a.room -= 2*a.Words + a.Primary; a.room < 0 {
		return &meter.LimitError{What: fmt.Sprintf("memory for %d levels of %d options", depth+1, a.Options)}
	}
	a.levels = append(a.levels, aheadLevel{
		live: make([]uint64, a.Words), active: make([]int32, 0, a.Words), counts: make([]int32, a.Primary),
	})
	return nil
}

// start makes the first level the state in which the options of prefix are chosen. It
// reports whether that state may have covers.
func (a *Ahead) start(prefix []int32) bool {
	a.depth = 0
	top := &a.levels[0]
	clear(top.live)
	clear(top.counts)
	top.active = top.active[:0]
	for o := range a.Options {
		model.Insert(top.live, o)
	}
	for _, o := range prefix {
		for w, r := range a.Row(int(o)) {
			top.live[w] &^= r
		}
		// No two options of the prefix conflict, so the later options of the prefix do
		// not remove this one.
		model.Insert(top.live, int(o))
	}
	for w, x := range top.live {
		top.active = append(top.active, int32(w))
		for ; x != 0; x &= x - 1 {
			for _, i := range a.ItemsOf(w<<6 + bits.TrailingZeros64(x)) {
				top.counts[i]++
			}
		}
	}
	for i, n := range top.counts {
		model.Insert(a.dirty, i)
		if n == 0 {
			a.culprit = int32(i)
			return false
		}
	}
	return a.settle(top)
}

// choose copies the state from to the state to, and chooses option o there. The new state
// is not consistent yet. choose returns false when some item has no option left.
func (a *Ahead) choose(to, from *aheadLevel, o int) bool {
	copy(to.counts, from.counts)
	clear(to.live)
	to.active = to.active[:0]
	row := a.Row(o)
	a.read += int64(len(from.active))
	for _, w := range from.active {
		dead := from.live[w] & row[w]
		if int(w) == o>>6 {
			dead &^= 1 << (o & 63)
		}
		if to.live[w] = from.live[w] ^ dead; to.live[w] != 0 {
			to.active = append(to.active, w)
		}
		if !a.kill(to, int(w), dead) {
			return false
		}
	}
	return true
}

// remove kills option o in a state. It returns false when some item has no option left.
func (a *Ahead) remove(state *aheadLevel, o int) bool {
	state.live[o>>6] &^= 1 << (o & 63)
	return a.kill(state, o>>6, 1<<(o&63))
}

// kill removes options, those of one word of the set, from the counts of their items. It
// returns false when some item has no option left.
func (a *Ahead) kill(state *aheadLevel, w int, dead uint64) bool {
	a.stats.Propagations += int64(bits.OnesCount64(dead))
	for ; dead != 0; dead &= dead - 1 {
		items := a.ItemsOf(w<<6 + bits.TrailingZeros64(dead))
		a.read += int64(len(items))
		for _, i := range items {
			state.counts[i]--
			if state.counts[i] == 0 {
				a.culprit = i
				return false
			}
			model.Insert(a.dirty, int(i))
		}
	}
	return true
}

// settle makes a state consistent. It returns false when some item has no option left.
// When the context has ended it stops and returns true.
func (a *Ahead) settle(state *aheadLevel) bool {
	for again := true; again; {
		again = false
		for w := range a.dirty {
			for a.dirty[w] != 0 {
				again = true
				i := w<<6 + bits.TrailingZeros64(a.dirty[w])
				a.dirty[w] &= a.dirty[w] - 1
				if !a.support(state, i) {
					return false
				}
			}
			if a.run.Err() != nil {
				return true
			}
		}
	}
	return true
}

// support kills the options that conflict with all options of item i. It returns false
// when some item has no option left.
func (a *Ahead) support(state *aheadLevel, i int) bool {
	mask, live := a.Mask(i), state.live
	others, at := a.others, a.at[:0]
	first := true
	for _, k := range state.active {
		for x := mask[k] & live[k]; x != 0; x &= x - 1 {
			row := a.Row(int(k)<<6 + bits.TrailingZeros64(x))
			rest := at[:0]
			if first {
				first = false
				a.read += int64(len(state.active))
				for _, w := range state.active {
					if others[w] = live[w] & row[w] &^ mask[w]; others[w] != 0 {
						rest = append(rest, w)
					}
				}
			} else {
				a.read += int64(len(at))
				for _, w := range at {
					if others[w] &= row[w]; others[w] != 0 {
						rest = append(rest, w)
					}
				}
			}
			if at = rest; len(at) == 0 {
				return true
			}
		}
	}
	for _, w := range at {
		live[w] &^= others[w]
		if !a.kill(state, int(w), others[w]) {
			return false
		}
	}
	return true
}

// Trials: how Auto finds out whether looking ahead pays.
//
// So a search by Sparse or Bitset tries Ahead. In a trial, Ahead searches again the largest part
// of the tree that was searched since the last trial. It hands out nothing. The trial is won if it
// reads at most worthOfANode sets of options for each node that the first search had there. Then Ahead
// searches the rest of the tree. A trial ends as soon as it has read more.

// aheadName is the name of the core, for the meter.
const Name = "ahead"

// errWon ends a search whose rest Ahead will search.
var errWon = errors.New("dlx: look ahead")

// trial is the part of a search by Sparse or Bitset that tries Ahead. A nil *trial never
// tries it.
type trial struct {
	problem *model.Problem
	run     *meter.Run
	tables  *model.Tables // nil until they are needed
	Ahead   *Ahead        // nil until it is needed

	At     int64   // the node at which the next trial takes place, 0 for never
	stage  int     // how many trials took place
	nodes  int64   // nodes in the largest part that was searched since the last trial
	chosen []int32 // the options chosen above that part

	Patient bool // each trial is won, for tests
}

// NewTrial returns a trial for a search, with its tables if it has some. It returns nil
// when the tables would be too large.
func NewTrial(p *model.Problem, t *model.Tables, run *meter.Run) *trial {
	if !lookingAhead.On() || p.BitsetBytes() > model.CountBytes {
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
		t.At = 0
		return
	}
	t.At = trialsAt[t.stage]
	if t.tables == nil {
		t.At += int64(t.problem.BitsetBytes()) / aheadBytesANode
	}
}

// Note records a level whose subtree is searched. There are so many nodes below it, and
// the options were chosen above it.
func (t *trial) Note(nodes int64, chosen []int32) {
	if t != nil && nodes > t.nodes && t.At != 0 {
		t.nodes = nodes
		t.chosen = append(t.chosen[:0], chosen...)
	}
}

// Hold holds a trial if it is time. It returns ErrWon if looking ahead has won.
func (t *trial) Hold(nodes int64) error {
	if t == nil || nodes != t.At {
		return nil
	}
	t.stage++
	defer t.schedule()
	if err := t.prepare(); err != nil {
		return err
	}
	var count meter.Stats
	t.Ahead.stats, t.Ahead.budget = &count, t.Ahead.read+max(t.nodes, 1)*int64(worthOfANode*t.Ahead.Words)
	if t.Patient {
		t.Ahead.budget = math.MaxInt64
	}
	err := t.Ahead.Solve(t.Ahead.Inside(t.chosen), 0, 0, func([]int) bool { return true })
	lost := t.Ahead.spent() || errors.Is(err, errBudget)
	t.Ahead.stats, t.Ahead.budget = &t.run.Stats, 0
	switch {
	case lost:
		return t.run.Err()
	case err == nil:
		return errWon
	}
	return err
}

// Over reports whether all trials have taken place.
func (t *trial) Over() bool { return t == nil || t.At == 0 }

// prepare makes the tables and the search that looks ahead, unless they are there.
func (t *trial) prepare() (err error) {
	if t.tables == nil {
		if t.tables, err = model.NewTables(t.problem, t.run); err != nil {
			return err
		}
	}
	if t.Ahead == nil {
		t.Ahead, err = NewAhead(t.tables, t.run)
	}
	return err
}
