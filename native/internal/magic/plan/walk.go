package plan

import (
	"math/bits"
	"math/rand/v2"

	"crosscut/meter"
	"crosscut/native/internal/counting"
)

// planWalk fills the cells of a plan in every way. All that follows from a free cell
// cuts its numbers at once. For a form base − v, the numbers v for which it is free are
// the free numbers mirrored and shifted.
type planWalk struct {
	plan  fillPlan
	value *[64]int32 // per cell; shared by the walks of one board
	r     *meter.Run
	leaf  func(free uint64) error

	// Several workers may walk the same plan. Then each asks claim before step sharedAt
	// whether to go on there; sharedAt is −1 for one worker. Only the worker that is
	// not silent counts the nodes above.
	sharedAt int
	claim    func() bool
	silent   bool

	// cut takes fillings and the first states on their way whose share is at most
	// subtreePart. They are not walked then. It is nil where nothing is to be cut.
	cut         func(step int, free uint64, from, part float64)
	subtreePart float64
}

// run fills what the plan has from step i on. Its share of the whole search begins at
// from and is part long.
func (w *planWalk) run(i int, free uint64, from, part float64) error {
	if i == w.sharedAt && !w.claim() {
		return nil
	}
	if w.cut != nil && (i == len(w.plan) || part <= w.subtreePart) {
		w.cut(i, free, from, part)
		return nil
	}
	if i == len(w.plan) {
		return w.leaf(free)
	}
	step := &w.plan[i]
	set := step.candidates(w.value, free)
	if set == 0 {
		return nil
	}
	branches := bits.OnesCount64(set)
	if err := w.node(i, branches); err != nil {
		return err
	}
	w.prepare(i)
	told := i < sharedSteps || w.cut != nil
	if told {
		part /= float64(branches)
	}
	for ; set != 0; set &= set - 1 {
		v := int32(bits.TrailingZeros64(set))
		if rest, ok := step.put(w.value, v, free); ok {
			if err := w.run(i+1, rest, from, part); err != nil {
				return err
			}
		}
		if told {
			from += part
			if w.cut == nil {
				w.r.Share(from)
			}
		}
	}
	return nil
}

// prepare works out what cells of later steps may have, by the cells that are known before step i.
func (w *planWalk) prepare(i int) {
	for _, at := range w.plan[i].prepares {
		step := &w.plan[at.step]
		if at.form < 0 {
			step.set = step.cut(step.domain, step.bounds, w.value)
			continue
		}
		f := &step.forms[at.form]
		f.set = f.cut(f.domain, f.bounds, w.value)
		f.reversed = bits.Reverse64(f.set)
	}
}

// cut leaves out of the set the numbers of the cell that compare wrongly.
func (l *learnt) cut(set uint64, bounds []comparison, value *[64]int32) uint64 {
	for _, x := range bounds {
		switch {
		case x.most > 0 && x.less == l.cell:
			set &= 2<<(x.most-value[x.more&63]) - 1
		case x.most > 0:
			set &= 2<<(x.most-value[x.less&63]) - 1
		case x.less == l.cell:
			set &= 1<<value[x.more&63] - 1
		default:
			set &= ^uint64(1) << value[x.less&63]
		}
	}
	return set
}

// candidates returns the numbers that the step may give its free cell, and works out
// the bases of the forms. It does not look whether cells that follow clash with one
// another.
func (step *planStep) candidates(value *[64]int32, free uint64) uint64 {
	set := free & step.set
	if len(step.late) > 0 {
		set = step.cut(set, step.late, value)
	}
	reversed := bits.Reverse64(free)
	for j := range step.forms {
		f := &step.forms[j]
		base := f.constant
		for _, t := range f.terms {
			base += t.times * value[t.cell&63]
		}
		f.base = base
		switch f.kind {
		case formMirrors:
			if uint32(base) > 2*63 {
				return 0
			}
			set &= SumMinus(reversed&f.reversed, int(base))
		case formShifts:
			if base >= 0 {
				set &= free & f.set >> uint32(base)
			} else {
				set &= free & f.set << uint32(-base)
			}
		}
		if set == 0 {
			return 0
		}
	}
	return set
}

// put gives the step's cell the number v and the cells that follow their numbers. It
// returns what is free after that, or false when a number is not free for its cell.
func (step *planStep) put(value *[64]int32, v int32, free uint64) (uint64, bool) {
	value[step.cell&63] = v
	free &^= 1 << v
	for j := range step.forms {
		f := &step.forms[j]
		u := f.base + f.along*v
		if f.over != 1 {
			if u%f.over != 0 {
				return 0, false
			}
			u /= f.over
		}
		if uint32(u) > 63 || free&f.set>>u&1 == 0 {
			return 0, false
		}
		value[f.cell&63] = u
		free &^= 1 << u
	}
	for _, x := range step.others {
		a, b := value[x.less&63], value[x.more&63]
		if x.most > 0 && a+b > x.most || x.most == 0 && a >= b {
			return 0, false
		}
	}
	return free, true
}

// node counts a node at step i. It returns an error when the walk is to end.
func (w *planWalk) node(i, branches int) error {
	if w.silent && i < w.sharedAt {
		return w.r.Err()
	}
	return w.r.Node(branches)
}

// dive walks once down the plan at random. It estimates the number of nodes of the
// whole walk: the mean over all dives is that number (Knuth, "Estimating the efficiency
// of backtrack programs", 1975). At the leaf it came to, it also returns what is free
// and how many leaves that one stands for, 0 when there is none.
func (w *planWalk) dive(random *rand.Rand, free uint64) (nodes, leaves float64, rest uint64) {
	weight := 1.0
	for i := range w.plan {
		nodes += weight
		step := &w.plan[i]
		w.prepare(i)
		var good uint64
		for set := step.candidates(w.value, free); set != 0; set &= set - 1 {
			if _, ok := step.put(w.value, int32(bits.TrailingZeros64(set)), free); ok {
				good |= set & -set
			}
		}
		n := bits.OnesCount64(good)
		if n == 0 {
			return nodes, 0, 0
		}
		for range random.IntN(n) {
			good &= good - 1
		}
		free, _ = step.put(w.value, int32(bits.TrailingZeros64(good)), free)
		weight *= float64(n)
	}
	return nodes, weight, free
}

// walkSubtree is a state of a walk whose fillings are yet to be found: see package
// crew. A walk remembers nothing. So the state alone decides what is found there, and
// in which order.
type walkSubtree struct {
	step       int // the step of the plan to make next
	value      [64]int32
	free       uint64
	from, part float64
}

// cutSubtrees returns the subtrees of a walk, having counted the nodes above them.
func (w *planWalk) cutSubtrees(free uint64, from, part float64) ([]walkSubtree, error) {
	var found []walkSubtree
	w.subtreePart = part / counting.Subtrees
	w.cut = func(step int, free uint64, from, part float64) {
		found = append(found, walkSubtree{step: step, value: *w.value, free: free, from: from, part: part})
	}
	err := w.run(0, free, from, part)
	w.cut = nil
	return found, err
}

// runSubtree walks a subtree that was cut off by this walk, or by another one of the
// same plan.
func (w *planWalk) runSubtree(c *walkSubtree) error {
	*w.value = c.value
	for i := range w.plan[:c.step] {
		w.prepare(i)
	}
	return w.run(c.step, c.free, c.from, c.part)
}

// SumMinus returns the differences sum − v for all members v of a set. reversed is the
// reverse of the set: v is bit 63 − v. sum is not negative.
func SumMinus(reversed uint64, sum int) uint64 {
	if sum >= 63 {
		return reversed << (sum - 63)
	}
	return reversed >> (63 - sum)
}
