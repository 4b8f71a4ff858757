package dlx

import "crosscut/internal/search"

// Meter carries the limits of a search in and its counters out. The zero value
// has no limits, and a nil *Meter is as good. A Meter serves one search at a time.
// If it serves one after the other, the counters add up and Done does not go back;
// the limit is for each search.
//
// What there is to set, before the search:
//
//	MaxNodes int64 // how many nodes the search may have; 0 is no limit
//	Workers  int   // how many goroutines may search; 0 is one
//
// The number of workers changes neither the covers nor their order nor where a limit
// ends the search, only the time. [Sparse] and [Bitset] share long searches among
// workers, and [Auto] does as long as it is one of them. [Ahead], [Problem.ZDD],
// counting by other ways than making all covers, and searches with multiplicities have
// one worker. For Sparse each has a copy of the tables, and covers that wait for their
// turn take up to some hundred MiB. Trace is for other engines, and nothing here calls it.
//
// And what there is to ask, from any goroutine, while the search runs as well as
// after it:
//
//	Stats() Stats  // the counters; at most some hundred nodes old while it runs
//	Done() float64 // the share of the search tree that is done, from 0 to 1
//
// Done gives all branches of a node equal shares of the node's own, as Knuth's
// progress reports do (The Art of Computer Programming, 7.2.2), so it never falls,
// but need not rise evenly.
type Meter = search.Meter

// Stats are the counters of a search, all of them int64:
//
//	Nodes        // states in which the search had to choose
//	Branches     // the alternatives at these nodes, summed; Branching() is the average
//	Failures     // states in which a primary item could no longer be covered
//	Propagations // options that were live and were then chosen or hidden
//	Solutions    // covers handed out
//
// Forced moves are not nodes. With multiplicities every node has two branches,
// one with an option and one without; else it has one for each option of an item.
type Stats = search.Stats

// The ways in which a search can end early, apart from the end of its context.
var (
	// ErrStopped says that the receiver of the solutions asked for no more.
	ErrStopped = search.ErrStopped
	// ErrLimit is what errors.Is finds when a limit of the Meter was met.
	ErrLimit = search.ErrLimit
)
