package cores

import (
	"math/rand/v2"
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
	GiveUp  int64 // the number of failures at which the search ends

	clocks []float64 // scratch
}

// weighing says which items come first.
type weighing struct {
	Costs []float64 // per primary item, 1/w
	Ranks []int32   // per primary item
}

// newWeighing returns equal weights, with the items in their order.
func newWeighing(items int) *weighing {
	w := &weighing{make([]float64, items), make([]int32, items)}
	for i := range w.Costs {
		w.Costs[i], w.Ranks[i] = 1, int32(i)
	}
	return w
}

func newDraws(items int) *draws {
	return &draws{Rand: rand.New(rand.NewPCG(1, 0)), weighing: *newWeighing(items), shuffle: true}
}

// Again draws the ranks of another search.
func (d *draws) Again(giveUp int64) {
	d.GiveUp, d.shuffle = giveUp, !d.shuffle
	for k := range d.Ranks {
		d.Ranks[k] = int32(k)
		if d.shuffle {
			at := d.IntN(k + 1)
			d.Ranks[k], d.Ranks[at] = d.Ranks[at], int32(k)
		}
	}
}

// Score returns how soon to branch on item i, which has n options. Less is sooner.
func (d *weighing) Score(i, n int32) float64 { return float64(n) * float64(n) * d.Costs[i] }

// Blame says that item i has lost its last option.
func (d *weighing) Blame(i int) { d.Costs[i] /= 1 + d.Costs[i] }

// copied returns a copy with the items in their order.
func (d *weighing) copied() *weighing {
	c := newWeighing(len(d.Costs))
	copy(c.Costs, d.Costs)
	return c
}

// Sort puts options in random order. Those with little to hide tend to come first.
func (d *draws) Sort(options []int32, hidden func(option int32) int) {
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
	Search(yield func([]int) bool) error

	// Again goes back to the root for another search. It ends with ErrImpatient at that
	// number of failures.
	Again(giveUp int64)

	Weights() *weighing
}

// The interrupted search takes over the weights at its first interruptions, until it may split.
// Then they stay, so that several workers take the same steps as one. Its later choices go by them.
// Queens of nine colours on 9×9 took less than half of the time.

func (a *Parts) LearnFrom(r randomSearch) { a.Weighing = r.Weights().copied() }

func (a *Parts) Weights() *weighing { return a.Weighing }

// ChooseAtRandom makes the search a random one.
func (a *Parts) ChooseAtRandom(items int) {
	a.Draws = newDraws(items)
	a.Weighing = &a.Draws.weighing
}
