package dlx

import (
	"math"
	"math/bits"
)

// Counting through the tree of the core Bitset (M. Nishino, N. Yasuda, S. Minato and M.
// Nagata, "Dancing with decision diagrams", AAAI 2017).
//
// The tree is that of the search, with three differences. A state whose count is known
// is not entered again. A state that falls apart is counted part by part. The options of
// the last open item are counted without a visit.
//
// The live options alone identify a state that is not a dead end: an item is open if it
// has a live option. Colours are not needed, since they have decided which options are
// live. Inside a zone, the key of a state has the numbers of the whole search.

// counting is one count.
type counting struct {
	*bitset
	memo     *memo
	frames   []frame // parallel to levels
	products int     // how many of the frames in use are products

	nodes   int64    // nodes of this count; its run may have counted others
	total   bigCount // the result, at the end
	begun   bool
	steps   int64            // the work done so far, in words and options looked at
	credit  [tricks][]credit // by trick and class of states; see classSize
	budgets [tricks]budget   // by trick: what all its accounts took and gained
	hidden  int64            // the options that the run had hidden before the state
	span    int              // classSize of the problem
	luck    []luck           // by class; nil where no weights are kept
	contest contest          // of rules to choose the item, where there are troubles

	found, pending []uint64 // scratch of part and decide: sets of options
	onlyPrimary    bool     // the problem has no secondary items; see inPairs
	stack, partner []int32  // scratch of decide
}

// frame is what counting adds to a level of the search.
type frame struct {
	sum     bigCount // sum over the finished branches, or product over the finished parts
	product bool     // the branches are parts
	rest    []uint64 // the options of the parts that are not begun
	key     []uint64 // the set of live options, as the memo has it
	hash    uint64   // hash of the key
	ways    int64    // the product over the parts before the last one
	since   int64    // the steps of the count when the last part began
	nodes   int64    // the nodes of the count when the level began
	begun   int64    // the steps of the count then
	open    int      // the number of open items
	class   int      // the class of the state
	keep    bool     // the memo keeps the count
}

// newCounting makes a count of p on the data of s. The memo may take so many bytes.
func newCounting(p *Problem, s *bitset, room int) *counting {
	c := &counting{
		bitset: s, memo: newMemo(s.words, room), onlyPrimary: p.secondary == 0,
		found: make([]uint64, s.words), pending: make([]uint64, s.words),
	}
	for k := range c.credit {
		c.credit[k] = newCredits(&termsOf[k])
	}
	c.span = classSize(s.primary)
	if s.starts != nil {
		s.troubles = newTroubles(s.primary)
		c.luck = make([]luck, creditClasses)
		c.contest.lead(firstRule(p))
	}
	return c
}

// The costs of a state and of looking it up, on top of its options and words, in steps.
const (
	stepsAState  = 32
	stepsALookUp = 64
)

// share returns the share of the tree that is done.
func (c *counting) share() (done float64) {
	for d := range c.depth {
		if c.frames[d].product {
			break
		}
		top := &c.levels[d]
		done = top.lo + float64(top.next-top.from-1)*top.width
	}
	return done
}

// advanceBy counts for so many more steps at most. It reports whether it is done.
func (c *counting) advanceBy(steps int64) (done bool, err error) {
	until := c.steps + steps
	if steps > math.MaxInt64-c.steps {
		until = math.MaxInt64
	}
	for {
		if c.begun && !c.next() {
			c.run.Share(1)
			return true, nil
		}
		c.begun = true
		if err := c.enter(); err != nil {
			return false, err
		}
		if err := c.run.Err(); err != nil {
			return false, err
		}
		if c.steps > until {
			return false, nil
		}
	}
}

// enter looks at the state below the last level. It counts the state or makes it a
// level.
func (c *counting) enter() error {
	found := c.fate()
	state := &c.levels[c.depth]
	c.steps += int64(c.words+stepsAState) + c.looked(state)
	switch found {
	case failed:
		c.run.Failures++
		if c.depth == 0 || c.frames[c.depth-1].product {
			c.add(bigCount{})
		}
		return nil
	case covered:
		c.add(bigCount{low: 1})
		return nil
	}
	open := c.openItems()
	if open == 1 {
		c.add(bigCount{low: uint64(c.size)}) // each option of the item completes a cover
		return nil
	}
	if n, ok := c.inPairs(state); ok {
		c.add(n)
		return nil
	}
	f := c.frame()
	f.open, f.class = open, open/c.span
	if f.keep = c.ask(useMemo, f.class); f.keep {
		c.nameState(f, state)
		cost := int64(stepsALookUp + 4*c.whole.words)
		c.steps += cost
		c.spent(useMemo, f.class, cost)
		if n, work := c.memo.find(f.key, f.hash); work > 0 {
			c.save(useMemo, f.class, int64(work))
			c.add(n)
			return nil
		}
	}
	f.nodes, f.begun = c.nodes, c.steps
	if c.ask(useParts, f.class) && c.fallsApart() {
		return nil
	}
	return c.fork()
}

// looked returns how many options were looked at to make the state.
func (c *counting) looked(state *bitLevel) int64 {
	if c.starts == nil {
		return int64(state.alive)
	}
	before := c.hidden
	c.hidden = c.run.Propagations
	return 2 * (c.hidden - before)
}

// nameState sets the key of a frame to the live options of its state.
func (c *counting) nameState(f *frame, state *bitLevel) {
	if f.key == nil {
		f.key = make([]uint64, c.whole.words)
	}
	if c.zoned == 0 {
		copy(f.key, state.live)
	} else {
		clear(f.key)
		rename(f.key, state.live, c.zone().option)
	}
	f.hash = hash(f.key)
}

// fork makes the state a level that branches on an item.
func (c *counting) fork() error {
	if err := c.run.Node(c.size); err != nil {
		return err
	}
	c.nodes++
	if c.nodes == c.pairAt || c.nodes >= lateNodes && c.starts == nil {
		if err := c.fillRest(c.run); err != nil {
			return err
		}
	}
	if c.nodes == c.pairAt {
		if err := c.pairUp(); err != nil {
			return err
		}
	}
	f := c.frame()
	f.sum, f.product = bigCount{}, false
	state := &c.levels[c.depth]
	if c.troubles != nil {
		c.contest.begin(c.depth, c.below[f.open], c.steps)
	}
	if state.class = f.open; c.zonePays(state) {
		c.begin(state)
	}
	c.branch()
	return nil
}

// openItems returns how many items are open.
func (c *counting) openItems() (n int) {
	for _, x := range c.levels[c.depth].open {
		n += bits.OnesCount64(x)
	}
	return n
}

// frame returns the frame of the level that the state may become.
func (c *counting) frame() *frame {
	for len(c.frames) <= c.depth {
		c.frames = append(c.frames, frame{})
	}
	return &c.frames[c.depth]
}

// add adds the count of a state to the level above it.
func (c *counting) add(n bigCount) {
	if c.products == 0 {
		c.report(n)
	}
	c.gather(n)
}

// gather is add for a count that was reported already.
func (c *counting) gather(n bigCount) {
	switch {
	case c.depth == 0:
		c.total = n
	case c.frames[c.depth-1].product:
		f := &c.frames[c.depth-1]
		f.sum = f.sum.times(n)
	default:
		f := &c.frames[c.depth-1]
		f.sum = f.sum.plus(n)
	}
}

// report adds covers to the counters of the run. They exist whatever other levels have.
func (c *counting) report(n bigCount) {
	c.run.Solutions += min(n.capped(), math.MaxInt64-c.run.Solutions)
}

// next makes the next state. It returns false when there is none. Then total is the
// count.
func (c *counting) next() bool {
	for c.depth > 0 {
		top, f := &c.levels[c.depth-1], &c.frames[c.depth-1]
		if f.product {
			if !f.sum.zero() && c.nextPart() {
				return true
			}
			c.depth--
			c.products--
			c.close(f)
			c.leave()
			continue
		}
		if share := top.lo + float64(top.next-top.from)*top.width; c.products == 0 && share >= c.told {
			c.run.Share(share)
			c.told = share + shareStep
		}
		if top.next < len(c.queue) {
			c.advance()
			return true
		}
		c.depth--
		c.queue = c.queue[:top.from]
		c.learn(top.class, c.nodes-f.nodes-1)
		if c.troubles != nil {
			c.contest.end(c.depth, c.steps-f.begun)
		}
		c.close(f)
		c.leave()
	}
	return false
}

// close passes the count of a finished level to the level above it.
func (c *counting) close(f *frame) {
	work := c.steps - f.begun
	c.credit[useParts][f.class].below += work
	if f.keep {
		c.credit[useMemo][f.class].below += work
		c.memo.put(f.key, f.hash, f.sum, uint64(max(work, 1)))
	}
	if f.product && c.products == 0 {
		c.report(f.sum)
	}
	c.gather(f.sum)
}
