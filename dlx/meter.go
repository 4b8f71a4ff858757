package dlx

import "crosscut/internal/search"

// Meter carries the limits of a search in and its counters out; see
// [Problem.Solve] for what the counters mean here. The zero value has no limits.
type Meter = search.Meter

// Stats are the counters of a search.
type Stats = search.Stats

// The ways in which a search can end early, apart from the end of its context.
var (
	// ErrStopped says that the receiver of the solutions asked for no more.
	ErrStopped = search.ErrStopped
	// ErrLimit is what errors.Is finds when a limit of the Meter was met.
	ErrLimit = search.ErrLimit
)
