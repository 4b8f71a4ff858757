package plan

import (
	"cmp"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"crosscut/internal/search"
)

// scheme is a way to count. It has one plan for all open cells, or a plan for the cells
// of a cut and one for each half.
type scheme struct {
	order []int32
	cut   *boardCut
	sides [2][]int32

	pairs    [][2]int32 // the first cell of a pair has the lesser number in the fillings that are counted
	each     *big.Int   // the number of fillings that each counted filling stands for
	estimate float64
}

// choose returns the scheme that takes least time by its estimate.
func (c *Count) choose() *scheme {
	best := c.whole(beamWidth)
	for _, cut := range c.promising() {
		if s := c.halved(cut); s.estimate < best.estimate {
			best = s
		}
	}
	return best
}

// whole returns the scheme that has one plan for all open cells.
func (c *Count) whole(width int) *scheme {
	return c.finish(&scheme{order: c.draft(c.e.unknown, width).order})
}

// halved returns the scheme with a cut.
func (c *Count) halved(cut boardCut) *scheme {
	s := &scheme{order: c.draft(cut.known&c.e.unknown, beamWidth).order, cut: &cut}
	for i := range s.sides {
		half := c.e.half(cut.halves[i], cut.known)
		s.sides[i] = draftPlan(c.r, half, half.unknown, c.moves.n, cut.numbers(), beamWidth).order
	}
	return c.finish(s)
}

// finish completes a scheme that already has its orders of cells.
func (c *Count) finish(s *scheme) *scheme {
	c.compare(s)
	s.estimate = c.counter(s, c.passes()[0].domains, c.r).estimate(c.free)
	return s
}

// numbers returns how many numbers are left for the halves.
func (cut *boardCut) numbers() int { return bits.OnesCount64(cut.halves[0] | cut.halves[1]) }

// promising returns the cuts that look best before any number is put anywhere.
func (c *Count) promising() []boardCut {
	if !cutting.On() {
		return nil
	}
	cuts := c.e.cuts(c.r)
	costs := map[boardCut]float64{}
	for _, cut := range cuts {
		before := c.draft(cut.known&c.e.unknown, 1)
		costs[cut] = before.cost
		for _, cells := range cut.halves {
			half := c.e.half(cells, cut.known)
			costs[cut] += before.now * draftPlan(c.r, half, half.unknown, c.moves.n, cut.numbers(), 1).cost
		}
	}
	slices.SortStableFunc(cuts, func(a, b boardCut) int { return cmp.Compare(costs[a], costs[b]) })
	return cuts[:min(4, len(cuts))]
}

// compare sets the pairs of s. The first cells of pairs are the cells that the plan
// fills, or those before a cut, in the order of filling. Each is compared with all cells
// that a movement can put in its place.
func (c *Count) compare(s *scheme) {
	var base []int32
	for _, step := range c.e.compile(s.order, c.domains, nil) {
		base = append(base, step.cell)
		for i := range step.forms {
			base = append(base, step.forms[i].cell)
		}
	}
	pairs, each := c.moves.lesserPairs(c.fixed, base)
	s.pairs, s.each = pairs, big.NewInt(1)
	for _, n := range each {
		s.each.Mul(s.each, big.NewInt(n))
	}
}

// schemeCounter counts by a scheme. It is the state of one worker.
type schemeCounter struct {
	walk   planWalk
	halves []*halfBoard
	table  *setTable
	ranks  *rankTable // where both halves are rings
	free   uint64     // the numbers that are left for the halves
	total  total128
}

// counter returns a counter of the fillings within the domains.
func (c *Count) counter(s *scheme, domains []uint64, r *search.Run) *schemeCounter {
	counter := &schemeCounter{walk: c.walk(c.e.compile(s.order, domains, s.pairs), r)}
	counter.walk.leaf = counter.countOne
	if s.cut == nil {
		return counter
	}
	counter.walk.leaf = counter.countPairs
	counter.table = newSetTable(maxTableSlots)
	for i, cells := range s.cut.halves {
		e := c.e.half(cells, s.cut.known)
		half := &halfBoard{plan: e.compile(s.sides[i], domains, s.pairs), value: counter.walk.value, r: r}
		half.findRing(e, s.cut.numbers(), domains)
		counter.halves = append(counter.halves, half)
	}
	if ranking.On() && counter.halves[0].ring != nil && counter.halves[1].ring != nil {
		counter.walk.leaf = counter.countRings
		counter.ranks = new(rankTable)
	}
	counter.halves[0].take = counter.store
	counter.halves[1].take = counter.match
	return counter
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

func (k *schemeCounter) countOne(uint64) error {
	k.total.add(1)
	return nil
}

// countPairs counts the pairs of fillings of the halves.
func (k *schemeCounter) countPairs(free uint64) error {
	if err := k.walk.r.Node(1); err != nil {
		return err
	}
	k.free = free
	k.table.clear()
	if err := k.halves[0].fill(free); err != nil || k.table.used == 0 {
		return err
	}
	return k.halves[1].fill(free)
}

// countRings is countPairs where both halves are rings.
func (k *schemeCounter) countRings(free uint64) error {
	if err := k.walk.r.Node(1); err != nil {
		return err
	}
	if sets := k.halves[0].fillRing(free); len(sets) > 0 {
		k.total.add(k.ranks.pairs(sets, k.halves[1].fillRing(free)))
	}
	return nil
}

// store adds sets of the first half to the table. When the table is full, its sets are
// matched with the second half and removed.
func (k *schemeCounter) store(masks []uint64) error {
	for _, set := range masks {
		if k.table.add(set) {
			continue
		}
		if err := k.halves[1].fill(k.free); err != nil {
			return err
		}
		k.table.clear()
	}
	return nil
}

// match counts the fillings of the first half that go with these of the second.
func (k *schemeCounter) match(masks []uint64) error {
	for _, set := range masks {
		if n := k.table.count(k.free &^ set); n > 0 {
			k.total.add(n)
		}
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
// and, at the leaf that it comes to, into the halves.
func (k *schemeCounter) dive(random *rand.Rand, free uint64) float64 {
	total, leaves, rest := k.walk.dive(random, free)
	if leaves == 0 {
		return total
	}
	for _, half := range k.halves {
		walk := planWalk{plan: half.plan, value: half.value}
		nodes, sets, _ := walk.dive(random, rest)
		weight := 1.0
		if half.ring != nil {
			weight = 0.2 // a filling of a ring takes a fifth of the time of a node
		}
		total += leaves * (1 + weight*(nodes+sets))
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
