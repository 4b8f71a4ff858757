// Package counting counts solutions without enumerating them, beside an enumeration.
package counting

import (
	"math"
	"math/big"

	"crosscut/meter"
)

// TwoWays counts the solutions of a puzzle, or of a part of its search, in two ways
// that take turns until one of them has finished. Enumeration wins where there are few
// solutions. The other ways win where states are met again and again. The puzzle does
// not tell which of the two is faster, and either may win by a factor of millions.
//
// Enumeration goes first. Whenever it finds a solution, or pauses, the other way may catch up with
// a share of its work. Both guess how much work they need in all, and the share follows from the
// guesses: see allowed. If these are right, both together take at most twice the work of the better
// way alone. If they are wrong, the worse way takes at most 16 times the work of the better one.
type TwoWays struct {
	Run        *meter.Run
	Meter      *meter.Meter // the meter of Run
	From, Part float64      // this part of the whole search begins at the share From and is Part long

	// Enumerate calls found with each number of new solutions, until found returns
	// false. It may call found with 0, so that the other way has its turn where solutions are rare.
	Enumerate func(found func(int64) bool) error
	// Pauses reports whether the other way has a turn when found is called with 0. It is asked when
	// such a turn is due. If Pauses is nil, there is one.
	Pauses func() bool
	// Work returns the work of enumeration between two times.
	Work func(now, start meter.Stats) int64
	// Other returns the other way of counting, or nil where there is none.
	Other func() (Counter, error)

	found            big.Int
	enumerationStart meter.Stats // when enumeration began, plus what the other way has added since
	catchUpAt        int64       // the work of enumeration at which the other way catches up
	second           Counter
	secondFirst      bool // the other way finished first
	err              error
}

// Counter is a way of counting that can pause. Its unit of work takes as long as that of the enumeration.
type Counter interface {
	// Advance takes about budget work more and reports whether the count is complete.
	// It must not be called again after an error.
	Advance(budget int64) (bool, error)
	// Spent returns the work done so far.
	Spent() int64
	// Guess returns how much work this way will have done in the end, as far as can be guessed.
	Guess() float64
	// Count returns the number of solutions, once it is complete.
	Count() *big.Int
	// Close releases everything. Count may be called after it.
	Close()
}

// Count returns the number of solutions.
func (c *TwoWays) Count() (*big.Int, error) {
	c.enumerationStart, c.catchUpAt = c.Run.Stats, firstCatchUp
	err := c.Enumerate(c.add)
	if c.second != nil {
		c.second.Close()
	}
	switch {
	case c.err != nil:
		return nil, c.err
	case c.secondFirst:
		c.Run.Share(c.From + c.Part)
		return c.second.Count(), nil
	case err != nil:
		return nil, err
	}
	return &c.found, nil
}

// add counts solutions that enumeration found. It reports whether to go on.
func (c *TwoWays) add(count int64) bool {
	if count > 0 {
		c.found.Add(&c.found, big.NewInt(count)) // a few large numbers may be beyond an int64
	}
	spent := c.Work(c.Run.Stats, c.enumerationStart)
	if spent < c.catchUpAt || count == 0 && c.Pauses != nil && !c.Pauses() {
		return true
	}
	c.catchUpAt = spent + spent/8
	before := c.Run.Stats
	c.secondFirst, c.err = c.catchUp(c.allowed(float64(spent)))
	c.enumerationStart = addCounted(c.enumerationStart, c.Run.Stats, before)
	return !c.secondFirst && c.err == nil
}

// addCounted returns s plus what was counted from before to now.
func addCounted(s, now, before meter.Stats) meter.Stats {
	s.Nodes += now.Nodes - before.Nodes
	s.Failures += now.Failures - before.Failures
	s.Propagations += now.Propagations - before.Propagations
	return s
}

// allowed returns how much work the other way may have done in all when enumeration has done spent. It is
// as many times as much as enumeration is guessed to take more work in all. If it takes less, the other way is
// held back in proportion. If it takes more, only the root counts: a guess from the first corner of a tree, or
// from the first layers, is often wrong by orders of magnitude. So the other way guesses anew when it has done
// twice as much.
func (c *TwoWays) allowed(spent float64) int64 {
	times, whole, most := 0.0, spent, math.Inf(1)
	if behind := (c.Meter.Shared() - c.From) / c.Part; behind > 0 && behind < 1 {
		whole = spent / behind
	}
	if c.second != nil {
		times, most = whole/c.second.Guess(), 2*float64(c.second.Spent())
	}
	return int64(min(math.MaxInt64/2, max(spent/8, min(most, spent*min(16, times, math.Sqrt(times))))))
}

// catchUp lets the other way go on until it has done allowed work. It reports whether
// it has finished.
func (c *TwoWays) catchUp(allowed int64) (bool, error) {
	if c.second == nil {
		var err error
		if c.second, err = c.Other(); err != nil {
			return false, err
		}
		if c.second == nil {
			c.catchUpAt = math.MaxInt64
			return false, nil
		}
		c.Run.Meter.Unsure.Store(true)
	}
	return c.second.Advance(allowed - c.second.Spent())
}
