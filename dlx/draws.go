package dlx

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"crosscut/internal/search"
)

// Draws: how a random search chooses items and options.
//
// Item: the search takes the least n²/w. Here n is the number of options of an item, and w is
// 1 plus the number of times that it lost its last option (F. Boussemart, F. Hemery, C. Lecoutre
// and L. Sais, "Boosting systematic search by weighting constraints", ECAI 2004). The weights
// outlive a restart, so the next search begins where the trouble is. With the n/w of that paper,
// packings took several times as long. Among equals a rank decides. Every second search ranks the
// items at random, and the others rank them by number. The ranks stay the same during a search. With
// random choices among equals at each node, a search goes from place to place. It then leaves gaps
// that cannot be filled.
//
// Option: those that hide few others tend to come first. Each option has a clock that runs out
// after a random time, and the first one wins (exponential distribution, R. Duncan Luce,
// "Individual Choice Behavior", 1959). So all orders are possible. Sets of pentominoes on
// rectangles took 1/2 to 1/8 of the time of an even choice.
//
// It applies to the random searches of restarts.go, which bounds their failures and nodes.
type draws struct {
	*rand.Rand
	weighing
	shuffle bool  // the next search has random ranks
	giveUp  int64 // the number of failures at which the search ends

	clocks []float64 // scratch
}

// weighing says which items come first.
type weighing struct {
	weights []float64 // per primary item
	ranks   []int32   // per primary item
}

func newDraws(items int) *draws {
	d := &draws{Rand: rand.New(rand.NewPCG(1, 0)), shuffle: true}
	d.weights, d.ranks = make([]float64, items), make([]int32, items)
	for i := range d.weights {
		d.weights[i] = 1
	}
	return d
}

// again draws the ranks of another search.
func (d *draws) again(giveUp int64) {
	d.giveUp, d.shuffle = giveUp, !d.shuffle
	for k := range d.ranks {
		d.ranks[k] = int32(k)
		if d.shuffle {
			at := d.IntN(k + 1)
			d.ranks[k], d.ranks[at] = d.ranks[at], int32(k)
		}
	}
}

// score returns how soon to branch on item i, which has n options. Less is sooner.
func (d *weighing) score(i, n int32) float64 { return float64(n) * float64(n) / d.weights[i] }

// copied returns a copy with the items in their order.
func (d *weighing) copied() *weighing {
	c := &weighing{weights: slices.Clone(d.weights), ranks: make([]int32, len(d.ranks))}
	for i := range c.ranks {
		c.ranks[i] = int32(i)
	}
	return c
}

// sort puts options in random order. Those with little to hide tend to come first.
func (d *draws) sort(options []int32, hidden func(option int32) int) {
	d.clocks = d.clocks[:0]
	for at, o := range options {
		h := float64(1 + hidden(o))
		clock := d.ExpFloat64() * (h * h) * (h * h)
		d.clocks = append(d.clocks, clock)
		for ; at > 0 && d.clocks[at-1] > clock; at-- {
			d.clocks[at], options[at] = d.clocks[at-1], options[at-1]
		}
		d.clocks[at], options[at] = clock, o
	}
}

// randomSearch is a search with draws.
type randomSearch interface {
	search(yield func([]int) bool) error

	// again goes back to the root for another search. It ends with errImpatient at that
	// number of failures.
	again(giveUp int64)

	weights() *weighing
}

// The interrupted search takes over the weights at its first interruptions, until it may split.
// Then they stay, so that several workers take the same steps as one. Its later choices go by them.
// Queens of nine colours on 9×9 took less than half of the time.

func (a *attached) learnFrom(r randomSearch) { a.weighing = r.weights().copied() }

func (a *attached) weights() *weighing { return a.weighing }

// chooseAtRandom makes the search a random one.
func (a *attached) chooseAtRandom(items int) {
	a.draws = newDraws(items)
	a.weighing = &a.draws.weighing
}

func (s *sparse) again(giveUp int64) {
	s.reset()
	s.draws.again(giveUp)
}

// pickByWeights is pick for a search with weights.
func (s *sparse) pickByWeights() (i, size int32) {
	i, size = -1, secondary
	best := 0.0
	for _, j := range s.items[:s.open] {
		n := s.live[j]
		if n <= 1 {
			return j, n
		}
		score := s.weighing.score(j, n)
		if i < 0 || score < best || score == best && s.weighing.ranks[j] < s.weighing.ranks[i] {
			i, size, best = j, n, score
		}
	}
	return i, size
}

// draw returns the place of the next option to try, among the cells from at to end. The number
// of options that it would hide is estimated: the product over its items is fast.
func (s *sparse) draw(at, end int32) int32 {
	best, first := at, 0.0
	for k := at; k < end && end > at+1; k++ {
		clock := s.draws.ExpFloat64()
		from := s.cells[k]
		for n := from + 1; n != from; n++ {
			i := s.nodes[n].item
			if i < 0 {
				n += i - 1
				continue
			}
			if size := s.live[i]; size < done {
				factor := float64(1 + size&sizeMask)
				clock *= factor * factor
			}
		}
		if k == at || clock < first {
			best, first = k, clock
		}
	}
	return best
}

// random returns a random search by run that shares the tables of s. Each of the two may search while
// the other waits.
func (s *bitset) random(run *search.Run) *bitset {
	r := s.clone().(*bitset)
	r.run = run
	r.chooseAtRandom(r.primary)
	return r
}

func (s *bitset) again(giveUp int64) {
	s.depth = 0
	s.queue, s.chosen = s.queue[:0], s.chosen[:0]
	s.order.drop(0)
	s.known = false
	s.start()
	s.draws.again(giveUp)
}

// pickByWeights is pick for a search with weights. The size is 0 if no item is open.
func (s *bitset) pickByWeights(state *bitLevel) {
	s.size = 0
	best := 0.0
	for k, items := range state.open {
		for ; items != 0; items &= items - 1 {
			i := k<<6 + bits.TrailingZeros64(items)
			n := int(state.left[i] / oneLeft)
			score := s.weighing.score(int32(i), int32(n))
			if s.size == 0 || score < best || score == best && s.weighing.ranks[i] < s.weighing.ranks[s.item] {
				s.size, s.item, best = n, i, score
			}
		}
	}
}

// sortQueue puts the options that the last level is to try in random order.
func (s *bitset) sortQueue(top *bitLevel) {
	s.draws.sort(s.queue[top.from:], func(o int32) int { return s.hides(top.live, o) })
}

// hides returns the number of live options that option o would hide.
func (s *bitset) hides(live []uint64, o int32) (n int) {
	for w, x := range s.lateRow(int(o))[:len(live)] {
		n += bits.OnesCount64(x & live[w])
	}
	return n
}
