package cores

import (
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// The core Ahead: its search.
//
// It branches on the item with the smallest quotient of options and failures that the
// item caused (F. Boussemart, F. Hemery, C. Lecoutre and L. Sais, "Boosting systematic
// search by weighting constraints", ECAI 2004). Failures teach too late for the choices
// near the root. So the search restarts now and then with the weights that it has by
// then, as long as it has found no cover. It keeps what it refuted at the root. From the
// first restart on it looks only at items with few options, and draws options at random. Before
// each restart it probes the options of small items once: those that fail at once die.
// After the first cover it never restarts, since no cover may be handed out twice.
//
// After a failure, from the first restart on, it branches on the same item again, in the states above, until a choice
// for it succeeds (C. Lecoutre, L. Sais, S. Tabary and V. Vidal, "Reasoning from last
// conflict(s) in constraint programming", Artificial Intelligence 173, 2009). So it goes
// back to the choice that the item needs undone, past choices in other places of the board.
//
// Measured on ten numbered paths of 300 to 900 cells with one solution or none, two
// seconds each. With the fewest options alone it settled two of them, with weights five,
// with restarts seven. With probes it settled all, in 0.02 to 0.9 s.

// errBudget ends a trial.
var errBudget = errors.New("dlx: the budget is spent")

// Solve yields every cover that has all options of prefix. These covers are the part of
// the whole tree that begins at lo and is share wide. Resume goes on where the budget was spent.
func (a *Ahead) Solve(prefix []int32, lo, share float64, yield func([]int) bool) error {
	a.found, a.patience, a.restarts, a.last, a.width = false, a.First, 0, -1, math.MaxInt32
	a.random, a.probing = rand.New(rand.NewPCG(1, 0)), a.Options
	alive := a.start(prefix)
	top := &a.levels[0]
	top.lo, top.share, top.part, a.until = lo, share, 0, lo+share
	if !alive {
		a.fail()
		return a.end()
	}
	return a.Resume(yield)
}

// Resume yields the covers that are left.
func (a *Ahead) Resume(yield func([]int) bool) error {
	if !a.settle() && !a.fail() && !a.retreat() {
		return a.end()
	}
	for {
		if err := a.run.Err(); err != nil {
			return err
		}
		if a.spent() {
			return errBudget
		}
		if a.probing < a.Options {
			if !a.probe(a.probing) {
				return a.end()
			}
			a.probing++
			continue
		}
		state := &a.levels[a.depth]
		i, size := a.pick(state)
		alive := false
		switch {
		case i >= 0:
			if err := a.node(state, i, size); err != nil {
				return err
			}
			alive = a.descend()
		case !a.visit(yield):
			return meter.ErrStopped
		}
		if !alive && !a.retreat() {
			return a.end()
		}
	}
}

// end publishes that the tree is searched, unless the context has ended.
func (a *Ahead) end() error {
	if err := a.run.Err(); err != nil {
		return err
	}
	if !a.silent {
		a.run.Share(a.until)
	}
	return nil
}

// pick returns the item to branch on and the number of its options. It returns -1 when
// all items have one option. An item that the state has branched on stays the same.
// Otherwise the item that failed last comes first.
func (a *Ahead) pick(state *aheadLevel) (item, size int32) {
	if i := state.item; i >= 0 && a.counts[i] > 1 {
		return i, a.counts[i]
	}
	if i := a.last; i >= 0 && a.counts[i] > 1 {
		return i, a.counts[i]
	}
	item = -1
	weight := int64(1)
	for i, n := range a.counts {
		if n > 1 && (item < 0 || int64(n)*weight < int64(size)*a.weights[i]) {
			item, size, weight = int32(i), n, a.weights[i]
		}
	}
	return item, size
}

// node counts a node, unless the state has branched on the item before.
func (a *Ahead) node(state *aheadLevel, i, size int32) error {
	if state.item == i {
		return nil
	}
	state.item = i
	if !a.trying() {
		return a.run.Node(int(size))
	}
	a.stats.Nodes++
	return nil
}

// trying reports whether this is a trial, whose counters are its own.
func (a *Ahead) trying() bool { return a.stats != &a.run.Stats }

// spent reports whether the search has read as much as it may.
func (a *Ahead) spent() bool { return a.budget > 0 && a.read > a.budget }

// descend chooses the first option of the item that the state branches on. It returns
// false when that fails.
func (a *Ahead) descend() bool {
	if a.depth+1 == len(a.levels) {
		a.levels = append(a.levels, aheadLevel{})
	}
	top, state := &a.levels[a.depth], &a.levels[a.depth+1]
	a.depth++
	top.tried = a.draw(top.item)
	top.part = top.share / float64(a.counts[top.item])
	a.enter(state)
	state.lo, state.share = top.lo, top.part
	if !a.choose(int(top.tried)) || !a.settle() {
		if lastConflict.On() && a.restarts > 0 {
			a.last = top.item
		}
		return a.fail()
	}
	if a.last == top.item {
		a.last = -1
	}
	return true
}

// draw returns the option of an item to try first. Before the first restart that is the first live one, and
// then a random one. Each has a clock, as in draws.go. Options of small items hide few others, and tend to come
// first.
func (a *Ahead) draw(i int32) int32 {
	best, first := int32(-1), 0.0
	for _, b := range a.mask(i) {
		for x := b.bits & a.live[b.word]; x != 0; x &= x - 1 {
			o := b.word<<6 + int32(bits.TrailingZeros64(x))
			if a.restarts == 0 {
				return o
			}
			clock := a.random.ExpFloat64()
			for _, j := range a.ItemsOf(int(o)) {
				clock *= float64(a.counts[j])
			}
			if best < 0 || clock < first {
				best, first = o, clock
			}
		}
	}
	return best
}

// retreat goes back to the last state with options left to try, and removes those that
// were tried. It returns false when there is no such state.
func (a *Ahead) retreat() bool {
	if a.patience <= 0 && !a.found && a.depth > 0 {
		return a.restart()
	}
	for a.depth > 0 {
		a.leave(&a.levels[a.depth])
		a.depth--
		top := &a.levels[a.depth]
		top.lo += top.part
		top.share -= top.part
		a.publish(top.lo)
		if a.remove(int(top.tried)) && a.settle() {
			return true
		}
		a.fail()
	}
	return false
}

// publish publishes progress, except progress that a restart may undo.
func (a *Ahead) publish(done float64) {
	if !a.silent && (a.restarts == mostRestarts || a.found) {
		a.run.Share(done)
	}
}

// restart goes back to the root, where the options of small items are probed next.
func (a *Ahead) restart() bool {
	a.restarts++
	a.patience = math.MaxInt64
	if narrowItems.On() {
		a.width = mostOptions
	}
	if a.restarts < mostRestarts {
		a.patience = a.First << a.restarts
	}
	a.leave(&a.levels[1])
	a.depth = 0
	a.levels[0].item = -1
	a.probing = 0
	return true
}

// probe removes option o from the root if choosing it fails at once. It skips options
// whose items all have more than a few options. It returns false when some item has no
// option left.
func (a *Ahead) probe(o int) bool {
	small := int32(2 * (a.restarts + 1))
	if !model.Contains(a.live, o) {
		return true
	}
	fewest := int32(math.MaxInt32)
	for _, i := range a.ItemsOf(o) {
		fewest = min(fewest, a.counts[i])
	}
	// The root is settled, so the only option of an item is chosen already, and never fails.
	if fewest == 1 || fewest > small {
		return true
	}
	a.depth = 1
	a.enter(&a.levels[1])
	fits := a.choose(o) && a.settle()
	clear(a.dirty)
	a.leave(&a.levels[1])
	a.depth = 0
	if fits {
		return true
	}
	a.fail()
	return a.remove(o) && a.settle() || a.fail()
}

// fail counts a failure, and adds it to the weight of the item without options.
func (a *Ahead) fail() bool {
	a.stats.Failures++
	a.patience--
	a.weights[a.culprit]++
	clear(a.dirty)
	return false
}

// visit hands out the live options as a cover.
func (a *Ahead) visit(yield func([]int) bool) bool {
	a.cover = a.cover[:0]
	for w, x := range a.live {
		for ; x != 0; x &= x - 1 {
			a.cover = append(a.cover, int(a.Number[w<<6+bits.TrailingZeros64(x)]))
		}
	}
	a.stats.Solutions++
	a.found = true
	return yield(a.cover)
}
