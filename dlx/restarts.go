package dlx

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"crosscut/internal/search"
)

// Restarts: how Auto finds a few covers of a problem with many.
//
// Some searches have a heavy tail. An unlucky choice near the root costs millions of
// nodes, while most other choices lead to a cover at once. 100 queens are an example: two
// million nodes found no cover, and with other choices among equals 100 nodes did. So the
// search is interrupted, and a random search begins at the root: see draws below. After some
// failures it begins again, with other random numbers. Then the interrupted search continues
// (Gomes, Selman and Kautz, "Boosting combinatorial search through randomization", AAAI 1998).
//
// The random search is by Bitset where the interrupted one is, and shares its tables. Such a
// node takes 1/2 to 1/5 of the time of a node of Sparse.
//
// The search is first interrupted when it has had restartAt nodes more than there are
// primary items. A cover can have as many options. It is interrupted again whenever it has
// twice as many nodes. If a cover has come since the last time, there is no
// random search.
//
// At each interruption the random searches have a budget. It is the number of nodes that the
// interrupted search has had, but at most restartEager for each option of the problem. It is
// never less than 1/restartShare of the nodes of the interrupted search. The budget depends on
// the options because a problem with few of them is more likely to be searched to its end.
// So luck with either half costs twice the time of that half at most, and a long proof takes a
// quarter longer. The random searches end after restartFailures failures, times the numbers of
// Luby's series.
//
// The interrupted search is complete, so "no other cover" stays a proof. No cover comes
// twice, because those that came are remembered. It applies where Meter.Wanted is set.
// The seed is fixed, and the random searches use one worker. They come at fixed nodes of
// the interrupted search. So the same covers come for any number of workers.

var (
	errRestart   = errors.New("dlx: restart")         // ends a search that is to be interrupted
	errImpatient = errors.New("dlx: out of patience") // ends a random search
	errAll       = errors.New("dlx: no other cover")  // ends a search by several workers
)

// restart is the part of a search that interrupts it. A nil *restart never does.
type restart struct {
	problem *Problem
	run     *search.Run
	at      int64        // the node at which the search is interrupted next, 0 for never
	learns  int64        // the number of nodes of the interrupted search until which it takes over weights
	spent   int64        // nodes of the random searches, and of a search that gave way to this one
	term    int          // how many random searches there were
	random  randomSearch // nil before the first interruption
	lender  *sparse      // the interrupted search while random uses its tables; otherwise nil

	yield   func([]int) bool
	seen    map[string]struct{} // the covers that came, until all wanted ones have come
	came    int                 // how many of them had come after the last interruption
	key     []byte
	during  bool // a random search is running
	stopped bool // yield has returned false
}

// newRestart returns the restarts of a search. It returns nil if the caller wants many covers,
// or if nobody reads them.
func newRestart(p *Problem, run *search.Run, unread bool) *restart {
	if !restarting.On() || unread || run.Wanted() <= 0 || run.Wanted() > mostWanted {
		return nil
	}
	r := &restart{problem: p, run: run, spent: run.Nodes, learns: splitFrom, seen: map[string]struct{}{}}
	r.at = run.Nodes + int64(restartAt+min(p.primary, splitFrom/2)) // always before the search splits
	return r
}

// due reports whether to interrupt the search at that node.
func (r *restart) due(node int64) bool { return r != nil && r.at != 0 && node >= r.at }

// once makes yield the receiver of the covers. It returns a function that passes on the
// covers that have not come before.
func (r *restart) once(yield func([]int) bool) func([]int) bool {
	if r == nil {
		return yield
	}
	r.yield = yield
	return r.receive
}

// receive passes a cover on unless it came before. It counts a cover that comes again as
// none. A random search ends with the last wanted cover.
func (r *restart) receive(options []int) bool {
	r.key = r.key[:0]
	for _, o := range options {
		r.key = binary.LittleEndian.AppendUint32(r.key, uint32(o))
	}
	if _, again := r.seen[string(r.key)]; again {
		r.run.Solutions--
		return true
	}
	enough := r.at == 0
	if !enough {
		r.seen[string(r.key)] = struct{}{}
		if enough = len(r.seen) >= r.run.Wanted(); enough {
			r.at = 0
		}
	}
	r.stopped = !r.yield(options)
	return !r.stopped && !(r.during && enough)
}

// search searches with random ties while s waits. It returns errImpatient if s is to
// continue, and nil if all covers have come. s is nil where several workers search.
func (r *restart) search(s treeSearch) error {
	if err := r.prepare(s); err != nil {
		return err
	}
	before := r.run.Nodes
	searched := before - r.spent
	budget := max(searched/restartShare, min(searched, restartEager*int64(r.problem.Options())))
	if len(r.seen) > r.came {
		budget = 0 // covers come without restarts
	}
	r.during = true
	err := errImpatient
	for errors.Is(err, errImpatient) && r.at != 0 && r.run.Nodes-before < budget {
		r.term++
		r.random.again(r.run.Failures + min(restartFailures*search.Luby(r.term), 2*budget))
		err = r.random.search(r.receive)
	}
	r.during, r.came = false, len(r.seen)
	nodes := r.run.Nodes - before
	r.spent += nodes
	if r.at != 0 {
		r.at = 2*searched + r.spent
	}
	if s != nil {
		s.skip(nodes)
		if searched < r.learns {
			s.learnFrom(r.random)
		}
	}
	if errors.Is(err, ErrStopped) && !r.stopped {
		err = errImpatient
	}
	if errors.Is(err, errImpatient) && r.lender != nil {
		if limit := r.lender.takeBack(); limit != nil {
			return limit
		}
		r.lender = nil
	}
	return err
}

// before interrupts a search by several workers. It is called before the given number of
// nodes is counted, and interrupts the search as often as one worker would within them.
// It returns errAll if all covers have come.
func (r *restart) before(nodes int64) error {
	for r != nil && r.due(r.run.Nodes+nodes) {
		ahead := r.at - r.run.Nodes
		if ahead > r.run.Left() {
			return nil // the limit comes first
		}
		r.run.Nodes += ahead
		err := r.search(nil)
		if err == nil {
			return errAll
		}
		if !errors.Is(err, errImpatient) {
			return err
		}
		r.run.Nodes -= ahead
	}
	return nil
}

// prepare makes the random search at the first interruption. It shares the tables of s, or borrows
// them. Most searches with a heavy tail end with it, so they never need a copy.
func (r *restart) prepare(s treeSearch) error {
	if r.random != nil {
		return nil
	}
	if s, ok := s.(*bitset); ok {
		r.random = s.random(r.run)
		return nil
	}
	var random *sparse
	if s, ok := s.(*sparse); ok {
		r.lender, random = s, s.lend(r.run)
	} else {
		var err error
		if random, err = newSparse(r.problem, r.run); err != nil {
			return err
		}
	}
	random.split = 0
	random.chooseAtRandom(random.primary)
	r.random = random
	return nil
}

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
