package plan

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"crosscut/meter"
)

// scheme is a way to count. It has one plan for all open cells, or a plan for the cells
// of a cut and a ring for each half.
type scheme struct {
	order []int32
	plan  fillPlan
	rings [][4]equation // the lines of the halves; none without a cut

	symmetries  *chain
	comparisons []comparison // of the fillings that are counted
	mirror      []comparison // those among them that leave out mirror images
	each        *big.Int     // the number of symmetric fillings that each counted filling stands for
	estimate    float64
}

// choose returns the scheme that takes least time by its estimate.
func (c *Count) choose() (*scheme, error) {
	best, err := c.whole(beamWidth)
	if err != nil || !cutting.On() {
		return best, err
	}
	for _, cut := range c.e.cuts(c.r) {
		s, err := c.halved(cut)
		if err != nil {
			return nil, err
		}
		if s != nil && s.estimate < best.estimate {
			best = s
		}
	}
	return best, c.r.Err()
}

// whole returns the scheme that has one plan for all open cells, the best one by its estimate.
func (c *Count) whole(width int) (best *scheme, err error) {
	for _, first := range c.firsts {
		draft, err := c.draft(c.e.unknown, first, width)
		if err != nil {
			return nil, err
		}
		s := &scheme{order: draft.order, estimate: math.Inf(1)}
		if !draft.e.large {
			if err := c.compare(s); err != nil {
				return nil, err
			}
			c.finish(s)
		}
		if best == nil || s.estimate < best.estimate {
			best = s
		}
	}
	return best, nil
}

// halved returns the scheme with a cut, nil if a half is no ring.
func (c *Count) halved(cut boardCut) (*scheme, error) {
	draft, err := c.draft(cut.known&c.e.unknown, cut.known&c.e.unknown, beamWidth)
	if err != nil || draft.e.large {
		return nil, err
	}
	s := &scheme{order: draft.order}
	if err := c.compare(s); err != nil {
		return nil, err
	}
	for _, cells := range cut.halves {
		lines, ok := c.e.half(cells, cut.known).ring(c.domains)
		if !ok || slices.ContainsFunc(s.comparisons, func(x comparison) bool { return (1<<x.less|1<<x.more)&cells != 0 }) {
			return nil, nil
		}
		s.rings = append(s.rings, lines)
	}
	c.finish(s)
	return s, nil
}

// finish estimates a scheme.
func (c *Count) finish(s *scheme) {
	s.estimate = c.counter(s, c.r).estimate(c.free)
}

// compare sets what is compared: the cells that the plan fills, or those before a cut, in the order of
// filling.
func (c *Count) compare(s *scheme) (err error) {
	filled := c.filled(s.order)
	if s.symmetries, err = c.symmetries(filled); err != nil {
		return err
	}
	s.comparisons, s.each = s.symmetries.comparisons(len(filled))
	s.mirror = s.symmetries.mirror(len(filled), c.mirrored)
	s.comparisons = append(s.comparisons, s.mirror...)
	s.plan = c.e.compile(s.order, c.domains, s.comparisons)
	return nil
}

// standsForMirrorImage reports whether the comparisons leave out the mirror image of a filling.
func (s *scheme) standsForMirrorImage(value *[64]int32) bool {
	isHalf := func(x comparison) bool { return value[x.less]+value[x.more] == x.most }
	return len(s.mirror) > 0 && !slices.ContainsFunc(s.mirror, isHalf)
}

// filled returns the cells in the order in which a plan fills them.
func (root *Root) filled(order []int32) (cells []int32) {
	for _, step := range root.e.compile(order, root.domains, nil) {
		cells = append(cells, step.cell)
		for i := range step.forms {
			cells = append(cells, step.forms[i].cell)
		}
	}
	return cells
}

// schemeCounter counts by a scheme. It is the state of one worker.
type schemeCounter struct {
	walk   planWalk
	scheme *scheme
	halves []halfBoard // two, or none without a cut
	ranks  *rankTable
	total  total128
}

func (c *Count) counter(s *scheme, r *meter.Run) *schemeCounter {
	counter := &schemeCounter{walk: c.walk(s.plan.clone(), r), scheme: s}
	counter.walk.leaf = func(uint64) error {
		counter.add(1)
		return nil
	}
	if len(s.rings) == 0 {
		return counter
	}
	counter.walk.leaf, counter.ranks = counter.countRings, new(rankTable)
	for _, lines := range s.rings {
		usual := int32(3 * (len(c.domains) - 1) / 2)
		counter.halves = append(counter.halves, halfBoard{ring: &ring{usual: usual}, lines: lines, value: counter.walk.value})
	}
	return counter
}

// add counts n fillings of what the walk has filled, and their mirror images.
func (k *schemeCounter) add(n uint64) {
	k.total.add(n)
	if k.scheme.standsForMirrorImage(k.walk.value) {
		k.total.add(n)
	}
}

// share lets several counters share the subtrees below the first steps. A counter takes
// a subtree when it comes to it and no other has taken it. All except one are silent:
// they do not count the nodes above.
func (k *schemeCounter) share(next *atomic.Int64, silent bool) {
	mine, at := next.Add(1)-1, int64(-1)
	k.walk.sharedAt, k.walk.silent = min(sharedSteps, len(k.walk.plan)), silent
	k.walk.claim = func() bool {
		if at++; at < mine {
			return false
		}
		mine = next.Add(1) - 1
		return true
	}
}

func (k *schemeCounter) countRings(free uint64) error {
	if err := k.walk.r.Node(1); err != nil {
		return err
	}
	if sets := k.halves[0].fill(free); len(sets) > 0 {
		k.add(k.ranks.pairs(sets, k.halves[1].fill(free)))
	}
	return nil
}

// estimate returns about how long the walk will take, in nodes of a walk.
func (k *schemeCounter) estimate(free uint64) float64 {
	random := rand.New(rand.NewPCG(1, 2)) // use the same random numbers for every scheme
	total := 0.0
	for range divesPerEstimate {
		total += k.dive(random, free)
	}
	return total / divesPerEstimate
}

// dive returns an estimate of how long a walk will take. It dives once into the walk
// and, at the leaf that it comes to, fills the halves. Each filling of a ring counts as half a node of the
// walk, which is more than it takes.
func (k *schemeCounter) dive(random *rand.Rand, free uint64) float64 {
	total, leaves, rest := k.walk.dive(random, free)
	if leaves == 0 {
		return total
	}
	for i := range k.halves {
		total += leaves * (1 + float64(len(k.halves[i].fill(rest)))/2)
	}
	return total
}

// total128 is a count below 2¹²⁸.
type total128 struct{ high, low uint64 }

func (t *total128) add(n uint64) {
	var carry uint64
	t.low, carry = bits.Add64(t.low, n, 0)
	t.high += carry
}

func (t *total128) value() *big.Int {
	n := new(big.Int).SetUint64(t.high)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(t.low))
}
