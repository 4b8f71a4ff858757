// Package counting counts solutions without enumerating them, beside an enumeration.
package counting

import (
	"math"
	"math/big"

	"crosscut/internal/search"
)

// TwoWays counts the solutions of a puzzle, or of a part of its search, in two
// ways that take turns until one of them is through. Enumeration wins where there
// are few solutions, the other ways where states are met again and again; which it
// will be cannot be told from the puzzle, and they may differ by factors of
// millions either way.
//
// Enumeration goes first. Whenever it hands over a solution the other way may
// catch up with a share of its work: see allowed. So where the other way does not
// pay it costs that share, and where it does, enumeration is given up after a
// multiple of its work at worst.
type TwoWays struct {
	Run        *search.Run
	Meter      *search.Meter // of r
	From, Part float64       // the share of the whole search that this is

	// Enumerate calls found with the number of solutions met, each time that there
	// are some, until that returns false.
	Enumerate func(found func(int64) bool) error
	// Work returns the work of enumeration between two times.
	Work func(now, start search.Stats) int64
	// Other returns the other way of counting, or nil where there is none.
	Other func() (Counter, error)

	found int64
	start search.Stats // when enumeration began, plus what the other has added since
	next  int64        // the work of enumeration at which the other catches up
	rival Counter
	done  bool // the rival was first
	err   error
}

// Counter is a way of counting that can pause. Work is in units of about 200 ns.
type Counter interface {
	// Advance takes about budget work more and reports whether the count is
	// complete. After an error there is no more to come.
	Advance(budget int64) (bool, error)
	// Spent returns the work done so far.
	Spent() int64
	// Count returns the number of solutions, once it is complete.
	Count() *big.Int
	// Close lets go of everything; count may be called after it.
	Close()
}

// firstCatchUp is the work of enumeration before which nothing else is thought of.
// Setting the other way up takes about as long.
const firstCatchUp = 1 << 14

// Count returns the number of solutions.
func (c *TwoWays) Count() (*big.Int, error) {
	c.start, c.next = c.Run.Stats, firstCatchUp
	err := c.Enumerate(c.add)
	if c.rival != nil {
		c.rival.Close()
	}
	switch {
	case c.err != nil:
		return nil, c.err
	case c.done:
		c.Run.Share(c.From + c.Part)
		return c.rival.Count(), nil
	case err != nil:
		return nil, err
	}
	return big.NewInt(c.found), nil
}

// add counts solutions that enumeration met, and reports whether it is to go on.
func (c *TwoWays) add(count int64) bool {
	c.found += count
	spent := c.Work(c.Run.Stats, c.start)
	if spent < c.next {
		return true
	}
	c.next = spent + spent/8
	before := c.Run.Stats
	c.done, c.err = c.catchUp(c.allowed(float64(spent)))
	c.start = plus(c.start, c.Run.Stats, before)
	return !c.done && c.err == nil
}

// plus returns s with what was counted from before to now.
func plus(s, now, before search.Stats) search.Stats {
	s.Nodes += now.Nodes - before.Nodes
	s.Failures += now.Failures - before.Failures
	s.Propagations += now.Propagations - before.Propagations
	return s
}

// allowed returns how much work the other way may have done in all when
// enumeration has done spent of it: a seventh at least, which costs it a fifth of its time or less. It is more the smaller the
// share of its search is that enumeration has behind it, but only by the root of
// what that promises, since a promise made by the first corner of a tree is often
// wrong by orders of magnitude.
func (c *TwoWays) allowed(spent float64) int64 {
	behind := (c.Meter.Shared() - c.From) / c.Part
	promise := 1.0
	if behind > 0 && behind < 1 {
		promise = max(1, math.Sqrt(1/behind)/8)
	}
	return int64(min(math.MaxInt64/4, spent/7*promise))
}

// catchUp lets the other way go on until it has done allowed work, and reports
// whether it is through.
func (c *TwoWays) catchUp(allowed int64) (bool, error) {
	if c.rival == nil {
		var err error
		if c.rival, err = c.Other(); err != nil {
			return false, err
		}
		if c.rival == nil {
			c.next = math.MaxInt64
			return false, nil
		}
		c.Run.Unsure()
	}
	return c.rival.Advance(allowed - c.rival.Spent())
}
