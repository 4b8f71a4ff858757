package dlx

import (
	"errors"
	"math"
	"math/bits"

	"crosscut/internal/search"
)

// The search that looks ahead. It branches on the item with the fewest options for
// each failure that the item was the cause of (F. Boussemart, F. Hemery, C.
// Lecoutre and L. Sais, "Boosting systematic search by weighting constraints",
// ECAI 2004). What those failures teach comes too late for the choices near the
// root, so as long as no cover was found the search begins anew now and then, with
// the weights that it has by then. It does not forget what it refuted at the root,
// and tries the options of small items once before each new beginning, to be rid of
// those that fail at once. Once a cover was handed out there are no new beginnings:
// it must not be handed out twice.
//
// Of ten numbered paths of 300 to 900 cells with one solution or none, fewest
// options alone settled two in two seconds each, with weights five, with new
// beginnings seven, and with the trying of small items all, in 0.02 to 0.9 s.

// The failures before the first new beginning, how often that number is doubled
// before the search goes on to the end, and, for each beginning that there was, the
// options that an item may have for them to be tried.
const (
	firstPatience = 100
	mostRenewals  = 12
	smallStep     = 2
)

// errBudget ends a search on trial.
var errBudget = errors.New("dlx: the budget is spent")

// solve yields every cover that includes the options of prefix. They are the part
// of the whole tree that begins at lo and is share wide.
func (a *ahead) solve(prefix []int32, lo, share float64, yield func([]int) bool) error {
	a.before, a.patience, a.renewals = *a.stats, a.stats.Failures+a.first, 0
	if !a.start(prefix) {
		a.fail()
		return a.end(lo + share)
	}
	top := &a.levels[0]
	top.item, top.lo, top.share, top.part = -1, lo, share, 0
	for {
		if err := a.run.Err(); err != nil {
			return err
		}
		state := &a.levels[a.depth]
		i, size := a.pick(state)
		alive := false
		switch {
		case i >= 0:
			if err := a.node(state, i, size); err != nil {
				return err
			}
			if err := a.reach(a.depth + 1); err != nil {
				return err
			}
			alive = a.descend()
		case !a.visit(state, yield):
			return search.ErrStopped
		}
		if !alive && !a.retreat() {
			return a.end(lo + share)
		}
	}
}

// end says that all of the tree up to done is searched, unless the context ended.
func (a *ahead) end(done float64) error {
	if err := a.run.Err(); err != nil {
		return err
	}
	if a.budget == 0 {
		a.run.Share(done)
	}
	return nil
}

// pick returns the item to branch on and how many options it has, or -1 when all
// items have one. An item that was begun with is gone on with.
func (a *ahead) pick(state *aheadLevel) (item, size int32) {
	if i := state.item; i >= 0 && state.counts[i] > 1 {
		return i, state.counts[i]
	}
	item = -1
	weight := int64(1)
	for i, n := range state.counts {
		if n > 1 && (item < 0 || int64(n)*weight < int64(size)*a.weights[i]) {
			item, size, weight = int32(i), n, a.weights[i]
		}
	}
	return item, size
}

// node counts the node if the state has not branched on the item before.
func (a *ahead) node(state *aheadLevel, i, size int32) error {
	if state.item == i {
		return nil
	}
	state.item = i
	if a.budget == 0 {
		return a.run.Node(int(size))
	}
	a.stats.Nodes++
	if a.stats.Nodes+a.stats.Failures > a.budget {
		return errBudget
	}
	return nil
}

// descend chooses the first option of the item branched on. It returns false when
// that fails.
func (a *ahead) descend() bool {
	top, state := &a.levels[a.depth], &a.levels[a.depth+1]
	a.depth++
	mask := a.mask(int(top.item))
	for _, w := range top.active {
		if x := mask[w] & top.live[w]; x != 0 {
			top.tried = w<<6 + int32(bits.TrailingZeros64(x))
			break
		}
	}
	top.part = top.share / float64(top.counts[top.item])
	state.item, state.lo, state.share = -1, top.lo, top.part
	if a.choose(state, top, int(top.tried)) && a.settle(state) {
		return true
	}
	return a.fail()
}

// retreat goes back to the last state that has options left to try, without those
// that were. It returns false when there is none.
func (a *ahead) retreat() bool {
	if a.stats.Failures >= a.patience && !a.found() && a.depth > 0 {
		return a.beginAnew()
	}
	for a.depth > 0 {
		a.depth--
		top := &a.levels[a.depth]
		top.lo += top.part
		top.share -= top.part
		a.tell(top.lo)
		if a.remove(top, int(top.tried)) && a.settle(top) {
			return true
		}
		a.fail()
	}
	return false
}

// found reports whether this search has handed out a cover.
func (a *ahead) found() bool { return a.stats.Solutions > a.before.Solutions }

// tell publishes progress, but none that a new beginning may undo.
func (a *ahead) tell(done float64) {
	if a.budget == 0 && (a.patience == math.MaxInt64 || a.found()) {
		a.run.Share(done)
	}
}

// beginAnew goes back to the root and tries the options of small items there. It
// returns false when that shows that there are no covers.
func (a *ahead) beginAnew() bool {
	a.renewals++
	a.patience = math.MaxInt64
	if a.renewals < mostRenewals {
		a.patience = a.stats.Failures + a.first<<a.renewals
	}
	a.depth = 0
	a.levels[0].item = -1
	small := int32(smallStep * (a.renewals + 1))
	for o := range a.options {
		if a.run.Err() != nil {
			return true
		}
		if !a.probe(o, small) {
			return false
		}
	}
	return true
}

// probe removes option o from the root if choosing it fails at once and one of its
// items has at most so many options. It returns false when that leaves an item
// without options.
func (a *ahead) probe(o int, small int32) bool {
	root, state := &a.levels[0], &a.levels[1]
	if !contains(root.live, o) {
		return true
	}
	fewest := int32(math.MaxInt32)
	for _, i := range a.itemsOf(o) {
		fewest = min(fewest, root.counts[i])
	}
	if fewest == 1 || fewest > small || a.choose(state, root, o) && a.settle(state) {
		return true
	}
	a.fail()
	return a.remove(root, o) && a.settle(root) || a.fail()
}

// fail counts a failure and blames the item that had no options left.
func (a *ahead) fail() bool {
	a.stats.Failures++
	a.weights[a.culprit]++
	clear(a.dirty)
	return false
}

// visit hands out the cover that the live options are.
func (a *ahead) visit(state *aheadLevel, yield func([]int) bool) bool {
	a.cover = a.cover[:0]
	for _, w := range state.active {
		for x := state.live[w]; x != 0; x &= x - 1 {
			a.cover = append(a.cover, int(a.number[int(w)<<6+bits.TrailingZeros64(x)]))
		}
	}
	a.stats.Solutions++
	return yield(a.cover)
}
