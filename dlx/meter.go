package dlx

import "crosscut/meter"

// Meter carries the limits of a search in and its counters out. The zero value has no
// limits. A nil *Meter means the same. A Meter serves one search at a time. If it serves
// several, one after the other, the counters add up and Done does not fall. The limit
// is for each search.
//
// Set these before the search:
//
//	MaxNodes int64 // how many nodes the search may have; 0 is no limit
//	Wanted   int   // how many covers the caller is likely to take; 0 is all. For few
//	               // covers, [Auto] restarts long searches with random ties
//	Workers  int   // how many goroutines may search; 0 is one
//
// The number of workers changes only the time. The covers, their order and the place
// where a limit ends the search stay the same. [Sparse] and [Bitset] use several workers
// for long searches, and so does [Auto] while it is one of them. Every other search has
// one worker: [Links], [Ahead], [Problem.ZDD], searches with multiplicities, and
// [Problem.Count] unless it makes all covers. Each worker of Sparse has a copy of the
// tables. Covers that wait for their turn take up to some hundred MiB. Trace is for other
// engines: nothing here calls it.
//
// Ask for these from any goroutine, while the search runs or after it:
//
//   - Stats() Stats: the counters, at most some hundred nodes old while it runs;
//   - Done() float64: the share of the search tree that is done, from 0 to 1;
//   - Used() []string: the names of the cores that have searched.
//
// Done divides the share of a node equally among its branches, as Knuth's progress
// reports do (The Art of Computer Programming, 7.2.2). It never falls. It need not rise
// evenly.
type Meter = meter.Meter

// Stats are the counters of a search, all of them int64:
//
//   - Nodes: states in which the search had to choose;
//   - Branches: the alternatives at these nodes, summed; Branching() is the average;
//   - Failures: states in which a primary item could no longer be covered;
//   - Propagations: live options that were then chosen or hidden;
//   - Solutions: covers handed out.
//
// Forced moves are not nodes. A node has a branch for each option of an item. With
// multiplicities it has two branches: one with an option and one without.
type Stats = meter.Stats

// The ways in which a search can end early, apart from the end of its context.
var (
	// ErrStopped reports that yield returned false.
	ErrStopped = meter.ErrStopped
	// ErrLimit reports, by errors.Is, that the search met a limit.
	ErrLimit = meter.ErrLimit
)
