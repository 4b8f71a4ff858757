package magic

import (
	"cmp"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"crosscut/internal/search"
)

// magicScheme is a way to count: a plan for all open cells, or one for the cells of a
// cut and one for each half.
type magicScheme struct {
	order []int32
	cut   *magicCut
	sides [2][]int32

	pairs    [][2]int32 // the first has the lesser number, in
	each     *big.Int   // one of so many fillings
	estimate float64
}

// choose returns the scheme that by its estimate takes least time.
func (c *magicCount) choose() *magicScheme {
	best := c.whole(magicBeams[0])
	for _, cut := range c.promising() {
		if s := c.halved(cut); s.estimate < best.estimate {
			best = s
		}
	}
	if best.cut == nil && best.estimate > magicFew && best.estimate < magicEndless {
		best = c.whole(magicBeams[1])
	}
	return best
}

// whole returns the scheme of one plan for all.
func (c *magicCount) whole(width int) *magicScheme {
	return c.finish(&magicScheme{order: c.draft(c.e.unknown, width).order})
}

// halved returns the scheme with a cut.
func (c *magicCount) halved(cut magicCut) *magicScheme {
	s := &magicScheme{order: c.draft(cut.known&c.e.unknown, magicBeams[0]).order, cut: &cut}
	for i := range s.sides {
		half := c.e.half(cut.halves[i], cut.known)
		s.sides[i] = draft(c.r, half, half.unknown, c.moves.n, cut.numbers(), magicBeams[0]).order
	}
	return c.finish(s)
}

// finish completes a scheme that has its orders.
func (c *magicCount) finish(s *magicScheme) *magicScheme {
	c.compare(s)
	s.estimate = c.counter(s, c.passes()[0].domains, c.r).estimate(c.s.free[0])
	return s
}

// numbers returns how many are left for the halves.
func (cut *magicCut) numbers() int { return bits.OnesCount64(cut.halves[0] | cut.halves[1]) }

// promising returns the cuts that look best before any number is put anywhere.
func (c *magicCount) promising() []magicCut {
	cuts := c.e.cuts(c.r)
	costs := map[magicCut]float64{}
	for _, cut := range cuts {
		before := c.draft(cut.known&c.e.unknown, 1)
		costs[cut] = before.cost
		for _, cells := range cut.halves {
			half := c.e.half(cells, cut.known)
			costs[cut] += before.now * draft(c.r, half, half.unknown, c.moves.n, cut.numbers(), 1).cost
		}
	}
	slices.SortStableFunc(cuts, func(a, b magicCut) int { return cmp.Compare(costs[a], costs[b]) })
	return cuts[:min(4, len(cuts))]
}

// compare sets the pairs of s: of the cells that its plan fills, or that are before a
// cut, in the order in which it does, each with all others.
func (c *magicCount) compare(s *magicScheme) {
	var base []int32
	for _, step := range c.e.compile(s.order, c.domains, nil) {
		base = append(base, step.cell)
		for i := range step.forms {
			base = append(base, step.forms[i].cell)
		}
	}
	pairs, each := c.moves.lessers(c.fixed, base)
	s.pairs, s.each = pairs, big.NewInt(1)
	for _, n := range each {
		s.each.Mul(s.each, big.NewInt(n))
	}
}

// magicCounter counts by a scheme: the state of one worker.
type magicCounter struct {
	walk   magicWalk
	halves []*magicHalf
	table  *magicTable
	free   uint64 // what the halves share
	total  magicTotal
}

// counter returns a counter of the fillings within the domains.
func (c *magicCount) counter(s *magicScheme, domains []uint64, r *search.Run) *magicCounter {
	counter := &magicCounter{walk: c.walk(c.e.compile(s.order, domains, s.pairs), r)}
	counter.walk.leaf = counter.one
	if s.cut == nil {
		return counter
	}
	counter.walk.leaf = counter.both
	counter.table = newMagicTable(magicTableMost)
	for i, cells := range s.cut.halves {
		e := c.e.half(cells, s.cut.known)
		half := &magicHalf{plan: e.compile(s.sides[i], domains, s.pairs), value: counter.walk.value, r: r, masks: make([]uint64, 0, magicBatch)}
		half.findRing(e, s.cut.numbers(), domains)
		counter.halves = append(counter.halves, half)
	}
	counter.halves[0].take = counter.store
	counter.halves[1].take = counter.match
	return counter
}

// share makes the counter do only those subtrees below the first steps that are next
// when it comes to them; another one counts the nodes above when silent.
func (k *magicCounter) share(next *atomic.Int64, silent bool) {
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

func (k *magicCounter) one(uint64) error {
	k.total.add(1)
	return nil
}

// both counts the pairs of fillings of the halves.
func (k *magicCounter) both(free uint64) error {
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

// store adds sets of the first half to the table; when that is full, what it has is
// matched and taken out.
func (k *magicCounter) store(masks []uint64) error {
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
func (k *magicCounter) match(masks []uint64) error {
	for _, set := range masks {
		if n := k.table.count(k.free &^ set); n > 0 {
			k.total.add(n)
		}
	}
	return nil
}

// estimate returns about how long the walk will take, in nodes of a walk.
func (k *magicCounter) estimate(free uint64) float64 {
	random := rand.New(rand.NewPCG(1, 2)) // the same for every scheme
	total := 0.0
	for range magicDives {
		total += k.dive(&k.walk, random, free)
	}
	return total / magicDives
}

// dive returns an estimate of how long a walk will take, by one dive into it and, at the
// leaf that it comes to, into the halves.
func (k *magicCounter) dive(walk *magicWalk, random *rand.Rand, free uint64) float64 {
	total, leaves, rest := walk.dive(random, free)
	if leaves == 0 {
		return total
	}
	for _, half := range k.halves {
		walk := magicWalk{plan: half.plan, value: half.value}
		nodes, sets, _ := walk.dive(random, rest)
		weight := 1.0
		if half.ring != nil {
			weight = 0.2 // as measured
		}
		total += leaves * (1 + weight*(nodes+sets))
	}
	return total
}

// magicTotal is a count below 2¹²⁸.
type magicTotal struct{ high, low uint64 }

func (t *magicTotal) add(n uint64) {
	var carry uint64
	t.low, carry = bits.Add64(t.low, n, 0)
	t.high += carry
}

func (t *magicTotal) value() *big.Int {
	n := new(big.Int).SetUint64(t.high)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(t.low))
}
