package cores

import (
	"math"
	"math/big"
	"math/bits"

	"crosscut/dlx/internal/model"
)

// Counting through the tree of the core Bitset (M. Nishino, N. Yasuda, S. Minato and M.
// Nagata, "Dancing with decision diagrams", AAAI 2017).
//
// The tree is that of the search, with two differences. A state whose count is known is not
// entered again. The options of the last open item are counted without a visit.
//
// Without secondary items, the open items identify a state that is not a dead end: the live options are
// those of which all items are open. Otherwise the live options identify it: an item is open if it has a
// live option. Colours are not needed, since they have decided which options are live. Pairs of options
// that were made conflicts later on hide only options of no cover.

// counting is one count.
type Count struct {
	*Bitset
	memo   *memo
	frames []frame // parallel to levels
	byOpen bool    // the open items identify a state

	total    bigCount // the result, at the end
	begun    bool
	Steps    int64     // the work done so far, in words and options looked at
	accounts []account // by the number of open items
	cost     int64     // steps that a look-up takes
	hidden   int64     // the options that the run had hidden before the state
}

// frame is what counting adds to a level of the search.
type frame struct {
	sum   bigCount // sum over the finished branches
	key   []uint64 // what identifies the state, as the memo has it
	hash  uint64   // hash of the key
	begun int64    // the steps of the count when the level began
	open  int      // the number of open items
	keep  bool     // the memo keeps the count
}

// newCounting makes a count on the data of s. The memo may take so many bytes.
func NewCount(s *Bitset, room int) *Count {
	c := &Count{Bitset: s, accounts: make([]account, s.Primary+1), byOpen: s.OnlyPrimary()}
	width := s.Words
	if c.byOpen {
		width = s.Breadth
	}
	c.memo, c.cost = newMemo(width, room), bucketSize*int64(stepsAState+width)
	for k := range c.accounts {
		c.accounts[k].credit = 64 * c.cost
	}
	if s.counters && failuresFirst.On() {
		s.Weighing, s.learns = newWeighing(s.Primary), true
	}
	return c
}

// Widen lets the memo take so many bytes.
func (c *Count) Widen(room int) { c.memo.room = room }

// Result returns the count at the end.
func (c *Count) Result() *big.Int { return c.total.big() }

// Share returns the share of the tree that is done.
func (c *Count) Share() (done float64) {
	for d := range c.depth {
		top := &c.levels[d]
		done = top.lo + float64(top.next-top.from-1)*top.width
	}
	return done
}

// AdvanceBy counts for so many more steps at most. It reports whether it is done.
func (c *Count) AdvanceBy(steps int64) (done bool, err error) {
	until := c.Steps + steps
	if steps > math.MaxInt64-c.Steps {
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
		if c.Steps > until {
			return false, nil
		}
	}
}

// enter looks at the state below the last level. It counts the state or makes it a
// level.
func (c *Count) enter() error {
	found := c.force()
	state := &c.levels[c.depth]
	c.Steps += int64(c.Words+stepsAState) + c.looked(state)
	switch found {
	case failed:
		c.run.Failures++
		if c.depth == 0 {
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
	f := c.frame()
	f.open = open
	if f.keep = memoOfStates.On() && c.accounts[open].ask(c.cost); f.keep {
		c.nameState(f, state)
		c.Steps += c.cost
		if n, work := c.memo.find(f.key, f.hash); work > 0 {
			c.accounts[open].credit += int64(work)
			c.add(n)
			return nil
		}
	}
	f.begun = c.Steps
	return c.fork()
}

// looked returns how many options were looked at to make the state.
func (c *Count) looked(state *bitLevel) int64 {
	if !c.counters {
		return int64(state.alive)
	}
	before := c.hidden
	c.hidden = c.run.Propagations
	return 2 * (c.hidden - before)
}

// nameState sets the key of a frame to what identifies its state.
func (c *Count) nameState(f *frame, state *bitLevel) {
	key := state.live
	if c.byOpen {
		key = state.open
	}
	f.key = append(f.key[:0], key...)
	f.hash = model.Hash(f.key)
}

// fork makes the state a level that branches on an item.
func (c *Count) fork() error {
	if err := c.run.Node(c.size); err != nil {
		return err
	}
	c.Visited++
	if c.Visited == c.PairAt {
		if err := c.pairUp(); err != nil {
			return err
		}
	}
	c.frame().sum = bigCount{}
	c.branch()
	return nil
}

func (c *Count) openItems() (n int) {
	for _, x := range c.levels[c.depth].open {
		n += bits.OnesCount64(x)
	}
	return n
}

// frame returns the frame of the level that the state may become.
func (c *Count) frame() *frame {
	for len(c.frames) <= c.depth {
		c.frames = append(c.frames, frame{})
	}
	return &c.frames[c.depth]
}

// add adds the count of a state to the level above it.
func (c *Count) add(n bigCount) {
	c.run.Solutions += min(n.capped(), math.MaxInt64-c.run.Solutions) // they exist whatever other levels have
	c.gather(n)
}

// gather is add for a count that was reported already.
func (c *Count) gather(n bigCount) {
	if c.depth == 0 {
		c.total = n
		return
	}
	f := &c.frames[c.depth-1]
	f.sum = f.sum.plus(n)
}

// next makes the next state. It returns false when there is none, and then total is the count.
func (c *Count) next() bool {
	for c.depth > 0 {
		top, f := &c.levels[c.depth-1], &c.frames[c.depth-1]
		if share := top.lo + float64(top.next-top.from)*top.width; share >= c.told {
			c.run.Share(share)
			c.told = share + model.ShareStep
		}
		if top.next < len(c.queue) {
			c.advance()
			return true
		}
		c.depth--
		c.queue = c.queue[:top.from]
		c.close(f)
	}
	return false
}

// close passes the count of a finished level to the level above it.
func (c *Count) close(f *frame) {
	if f.keep {
		work := c.Steps - f.begun
		c.accounts[f.open].credit += work / memoLoad
		c.memo.put(f.key, f.hash, f.sum, uint64(max(work, 1)))
	}
	c.gather(f.sum)
}

// Accounts: when counting through the tree looks states up.
//
// To look a state up costs something at every state, and may save much. Whether it pays depends
// on the problem and on the number of open items. So each number of open items has an account,
// and no state is looked up while its account is closed. A closed account earns a little at each
// state, until it can pay for some look-ups in a row: only these can find each other's states.
// This changes only the time.

// account is the account of the states with so many open items. Its currency is the step of the
// count.
type account struct {
	credit int64
	closed bool
}

// ask reports whether to look a state up, which costs so many steps.
func (a *account) ask(cost int64) bool {
	if a.closed {
		a.credit += cost / memoLoad
		a.closed = a.credit < 64*cost
	} else {
		a.credit -= cost
		a.closed = a.credit < 0
	}
	return !a.closed
}
