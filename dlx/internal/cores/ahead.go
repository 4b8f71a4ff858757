package cores

// The core Ahead. This file has its states, ahead_search.go the search, ahead_rows.go its conflicts.
//
// Ahead makes every state domain consistent (Knuth's program XCCDC; C. Bessière,
// "Constraint propagation", Handbook of Constraint Programming 2006, chapter 3). An
// option dies when all options of some open item conflict with it. This repeats until no
// option dies. So chains of options that each lead to the next are followed at once,
// from end to end. It applies to problems with few covers and long chains.
//
// Knuth keeps for each option and item one option that supports it. That would be too much
// for large problems. Here the options that die for item i are the intersection of the
// rows of its live options. Only items that have lost an option since the last look need
// another look. Only options that agreed with a lost one can die then. So the intersection is
// mostly empty after a few rows.
//
// A state is the set of its live options. To choose an option is to kill the options
// that conflict with it. An item is covered when it has one live option. If all items of
// a consistent state have one, the live options are a cover. Options come back to life in the
// opposite order, so memory is linear in the elements, however deep the search is.

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// Ahead is one search that looks ahead.
type Ahead struct {
	*aheadRows
	run *meter.Run

	live   []uint64     // the options that are not dead
	counts []int32      // per item, the number of its live options
	trail  []int32      // stack: the dead options
	place  []int32      // per dead option, its place in trail
	levels []aheadLevel // levels[depth] is the state; each level before it chose an option
	depth  int

	last    int32    // the item of the last choice that failed, until a choice for it succeeds; or -1
	width   int32    // support looks at items with so many options at most
	weights []int64  // per item: 1 plus the number of failures that it caused
	culprit int32    // the item that lost its last option
	dirty   []uint64 // the items that lost an option since support looked at them
	looks   []look   // per item, the last look at it
	term    int64    // the number of calls of settle
	since   int32    // the state was consistent with so many dead options; -1 at the root

	options []int32 // scratch of support: the live options of the item, and
	died    []int32 // those that died since the last look
	rest    []block // scratch of support: the options that may die,
	lost    []block // those that did not need the options that died, and
	doomed  []block // those that die
	put     []int32 // scratch of support: the live options of the item whose rows are put off

	stats    *meter.Stats // the counters of the run; those of a trial during a trial
	found    bool         // the search has handed out a cover
	First    int64        // failures before the first restart
	patience int64        // failures of this search until the next restart
	restarts int          // the number of restarts so far
	random   *rand.Rand   // draws options after a restart
	budget   int64        // the number of words at which the search is interrupted; 0 for never
	silent   bool         // another search publishes progress
	until    float64      // where the part of the tree that is searched ends
	cover    []int
	probing  int // the option that is probed next, or Options after a restart
}

// aheadLevel is a state.
type aheadLevel struct {
	trail int   // how many options were dead in the state above, before this one's option was chosen
	item  int32 // the item that the state branches on, or -1
	tried int32 // the option of item that the level below has chosen

	lo, share float64 // the part of the tree that is left, as an interval: where it begins, and its width
	part      float64 // the width of the part below tried
}

// look says when support has looked at an item: in that call of settle, with so many dead options.
type look struct {
	term  int64
	trail int32
}

// NewAhead lays out the data of a search. Time and space O(elements).
func NewAhead(p *model.Problem, run *meter.Run) (*Ahead, error) {
	rows, err := newAheadRows(p, run)
	if err != nil {
		return nil, err
	}
	a := &Ahead{aheadRows: rows, run: run, stats: &run.Stats, First: firstPatience, last: -1, width: math.MaxInt32, levels: make([]aheadLevel, 1)}
	a.weights = make([]int64, a.Primary)
	for i := range a.weights {
		a.weights[i] = 1
	}
	a.live = make([]uint64, a.Words)
	a.counts = make([]int32, a.Primary)
	a.trail = make([]int32, 0, a.Options)
	a.dirty = make([]uint64, (a.Primary+63)/64)
	a.looks = make([]look, a.Primary)
	a.place = make([]int32, a.Options)
	a.probing = a.Options
	return a, nil
}

// start makes the first level the state in which the options of prefix are chosen. It
// reports whether that state may have covers.
func (a *Ahead) start(prefix []int32) bool {
	a.depth, a.trail = 0, a.trail[:0]
	a.enter(&a.levels[0])
	a.since = -1
	clear(a.counts)
	for o := range a.Options {
		model.Insert(a.live, o)
		for _, i := range a.ItemsOf(o) {
			a.counts[i]++
		}
	}
	for i, n := range a.counts {
		model.Insert(a.dirty, i)
		if n == 0 {
			return a.lose(int32(i))
		}
	}
	for _, o := range prefix {
		if !a.choose(int(o)) {
			return false
		}
	}
	return a.settle()
}

// enter begins a state. What dies from now on comes back when the search leaves it.
func (a *Ahead) enter(state *aheadLevel) {
	state.trail, state.item = len(a.trail), -1
	a.since = int32(len(a.trail))
}

// leave brings back what has died since the state began.
func (a *Ahead) leave(state *aheadLevel) {
	for _, o := range a.trail[state.trail:] {
		model.Insert(a.live, int(o))
		for _, i := range a.ItemsOf(int(o)) {
			a.counts[i]++
		}
	}
	a.trail = a.trail[:state.trail]
}

// lose notes an item without options, and returns false.
func (a *Ahead) lose(i int32) bool {
	a.culprit = i
	return false
}

// choose kills the options that conflict with option o. It returns false when some item has no
// option left. The state is not consistent yet.
func (a *Ahead) choose(o int) bool {
	row := a.row(o)
	a.read += int64(len(row))
	for w, x := range a.words(row) {
		dead := a.live[w] & x
		if int(w) == o>>6 {
			dead &^= 1 << (o & 63)
		}
		if dead != 0 && !a.kill(int(w), dead) {
			return false
		}
	}
	return true
}

// remove kills option o of a consistent state. It returns false when some item has no option left.
func (a *Ahead) remove(o int) bool {
	a.since = int32(len(a.trail))
	return a.kill(o>>6, 1<<(o&63))
}

// kill kills live options, those of one word of the set. It returns false when some item has no option
// left.
func (a *Ahead) kill(w int, dead uint64) bool {
	a.stats.Propagations += int64(bits.OnesCount64(dead))
	a.live[w] &^= dead
	alive := true
	for ; dead != 0; dead &= dead - 1 {
		o := w<<6 + bits.TrailingZeros64(dead)
		a.place[o] = int32(len(a.trail))
		a.trail = append(a.trail, int32(o))
		items := a.ItemsOf(o)
		a.read += int64(len(items))
		for _, i := range items {
			a.counts[i]--
			if a.counts[i] == 0 && alive {
				alive = a.lose(i)
			}
			model.Insert(a.dirty, int(i))
		}
	}
	return alive
}

// settle makes the state consistent. It returns false when some item has no option left.
// When the context has ended or the budget is spent it stops and returns true.
func (a *Ahead) settle() bool {
	a.term++
	for again := true; again; {
		again = false
		for w := range a.dirty {
			for a.dirty[w] != 0 {
				again = true
				i := w<<6 + bits.TrailingZeros64(a.dirty[w])
				a.dirty[w] &= a.dirty[w] - 1
				if !a.support(i) {
					return false
				}
			}
			if a.run.Err() != nil || a.spent() {
				return true
			}
		}
	}
	return true
}

// support kills the options that conflict with all options of item i. It returns false
// when some item has no option left. It begins with an option like one that died: few options conflict with
// this one and not with that one. The row of an option that conflicts with the first one that is left is not made
// yet, since another row may be enough.
//
// It leaves out items of more than width options: few options conflict with all of these. So a state may not be
// quite consistent. But what conflicts with the only option of an item always dies.
func (a *Ahead) support(i int) bool {
	if a.counts[i] > a.width {
		return true
	}
	fresh := a.sort(i)
	if !fresh && len(a.died) == 0 {
		return true
	}
	all := fresh || len(a.options) == 1 || len(a.options)+len(a.died) > int(a.width) // in the last case no look was taken before
	at, _ := slices.BinarySearch(a.options, append(a.died, 0)[0])
	a.put, a.doomed = a.put[:0], a.doomed[:0]
	rest := a.rest[:0]
	for looked := range a.options {
		o := a.options[(at+looked)%len(a.options)]
		switch {
		case looked == 0:
			if rest = a.others(rest, a.row(int(o)), a.mask(int32(i))); !all && len(a.died) <= len(a.options) {
				rest = a.agreed(rest)
			}
		case a.conflict(o, first(rest)):
			a.put = append(a.put, o)
		default:
			rest = a.meet(rest, a.row(int(o)))
		}
		if len(rest) == 0 {
			return true
		}
	}
	a.rest = rest
	a.meetOthers(rest)
	for _, b := range a.doomed {
		if !a.kill(int(b.word), b.bits) {
			return false
		}
	}
	return true
}

// meetOthers dooms the options of rest that conflict with all options that support has put off. For each one it
// looks for an option that agrees with it, and makes the row of that option, which takes away others, too.
func (a *Ahead) meetOthers(rest []block) {
	for len(a.put) > 0 && len(rest) > 0 {
		x := first(rest)
		at := slices.IndexFunc(a.put, func(o int32) bool { return !a.conflict(o, x) })
		if at >= 0 {
			rest = a.meet(rest, a.row(int(a.put[at])))
			a.put = slices.Delete(a.put, at, at+1)
			continue
		}
		a.doomed = append(a.doomed, block{x >> 6, 1 << (x & 63)})
		if rest[0].bits &= rest[0].bits - 1; rest[0].bits == 0 {
			rest = rest[1:]
		}
	}
	a.doomed = append(a.doomed, rest...)
}

// sort finds the live options of an item, and those that died since the last look at it. It reports whether
// this is the first look.
func (a *Ahead) sort(i int) (first bool) {
	from := a.since
	if l := &a.looks[i]; l.term == a.term {
		from = l.trail
	}
	a.looks[i] = look{a.term, int32(len(a.trail))}
	a.options, a.died = a.options[:0], a.died[:0]
	mask := a.mask(int32(i))
	a.read += int64(len(mask))
	for _, b := range mask {
		for x := b.bits & a.live[b.word]; x != 0; x &= x - 1 {
			a.options = append(a.options, b.word<<6+int32(bits.TrailingZeros64(x)))
		}
		for x := b.bits &^ a.live[b.word]; x != 0; x &= x - 1 {
			if o := b.word<<6 + int32(bits.TrailingZeros64(x)); a.place[o] >= from {
				a.died = append(a.died, o)
			}
		}
	}
	return from < 0
}

// agreed keeps the options of rest that agree with an option that died. The others had another
// option to agree with, and still have it.
func (a *Ahead) agreed(rest []block) []block {
	a.lost = append(a.lost[:0], rest...)
	for _, o := range a.died {
		if a.lost = a.meet(a.lost, a.row(int(o))); len(a.lost) == 0 {
			return rest
		}
	}
	n, lost := 0, a.lost
	for _, b := range rest {
		if len(lost) > 0 && lost[0].word == b.word {
			b.bits &^= lost[0].bits
			lost = lost[1:]
		}
		if b.bits != 0 {
			rest[n] = b
			n++
		}
	}
	return rest[:n]
}

// others appends the live options of a row that are not in a mask to rest.
func (a *Ahead) others(rest []block, row []uint64, mask []block) []block {
	a.read += int64(len(row))
	for w, x := range a.words(row) {
		if x &= a.live[w]; x == 0 {
			continue
		}
		for len(mask) > 0 && mask[0].word < w {
			mask = mask[1:]
		}
		if len(mask) > 0 && mask[0].word == w {
			x &^= mask[0].bits
		}
		if x != 0 {
			rest = append(rest, block{w, x})
		}
	}
	return rest
}

// meet keeps the options of rest that are in a row.
func (a *Ahead) meet(rest []block, row []uint64) []block {
	a.read += int64(len(rest))
	n, group, at := 0, int32(0), len(a.touched) // at is where the words of the group begin
	for _, b := range rest {
		for ; group < b.word>>6; group++ {
			at += bits.OnesCount64(row[group])
		}
		before := row[group] & (1<<(b.word&63) - 1)
		if row[group]>>(b.word&63)&1 == 0 {
			continue
		}
		if x := b.bits & row[at+bits.OnesCount64(before)]; x != 0 {
			rest[n] = block{b.word, x}
			n++
		}
	}
	return rest[:n]
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
	Ahead   *Ahead // nil until it is needed

	At     int64   // the node at which the next trial takes place, 0 for never
	stage  int     // how many trials took place
	nodes  int64   // nodes in the largest part that was searched since the last trial
	chosen []int32 // the options chosen above that part

	turns   bool // the searches take turns, and the next trial is the turn of Ahead
	Patient bool // each trial is won, for tests
}

// NewTrial returns a trial for a search.
func NewTrial(p *model.Problem, run *meter.Run) *trial {
	if !lookingAhead.On() {
		return nil
	}
	t := &trial{problem: p, run: run}
	t.schedule()
	return t
}

// schedule sets the node of the next trial.
func (t *trial) schedule() {
	t.nodes = 0
	if t.stage == len(trialsAt) {
		t.At = 0
		return
	}
	t.At = trialsAt[t.stage]
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
	if t.turns {
		return errWon
	}
	t.stage++
	defer t.schedule()
	if err := t.prepare(); err != nil {
		return err
	}
	var count meter.Stats
	t.Ahead.silent, t.Ahead.stats, t.Ahead.budget = true, &count, t.Ahead.read+max(t.nodes, 1)*int64(worthOfANode*t.Ahead.Words)
	if t.Patient {
		t.Ahead.budget = math.MaxInt64
	}
	err := t.Ahead.Solve(t.Ahead.Inside(t.chosen), 0, 0, func([]int) bool { return true })
	lost := t.Ahead.spent() || errors.Is(err, errBudget)
	t.Ahead.silent, t.Ahead.stats, t.Ahead.budget = false, &t.run.Stats, 0
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

// prepare makes the search that looks ahead, unless it is there.
func (t *trial) prepare() (err error) {
	if t.Ahead == nil {
		t.Ahead, err = NewAhead(t.problem, t.run)
	}
	return err
}
