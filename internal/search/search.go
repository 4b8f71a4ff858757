// Package search has what engines of this module share besides package meter: forecasts of
// the work, the order of the results of parallel tasks, and the limit of memory. It has
// the names of package meter too, so that a search needs one import.
package search

import (
	"context"

	"crosscut/internal/wording"
	"crosscut/meter"
)

// The types of package meter.
type (
	Meter      = meter.Meter
	Run        = meter.Run
	Stats      = meter.Stats
	Step       = meter.Step
	StepKind   = meter.StepKind
	LimitError = meter.LimitError
)

// The kinds of step.
const (
	Placed  = meter.Placed
	DeadEnd = meter.DeadEnd
	Found   = meter.Found
)

// The ways in which a search can end early, apart from the end of its context.
var (
	ErrStopped = meter.ErrStopped
	ErrLimit   = meter.ErrLimit
)

// Start begins a search: see [meter.Start].
func Start(ctx context.Context, m *Meter) *Run { return meter.Start(ctx, m) }

// Nodes returns the error of a search that has branched at n nodes, the most allowed.
func Nodes(n int64) error { return &LimitError{What: wording.Nodes(n)} }

// CountState counts a state at which something is placed in one of so many ways that the cuts have left.
// The rules alone allowed the other number of ways. What is forced may break a rule that the search is
// yet to look at. Then the rules allow fewer ways, and as many count as were left. It is for runs whose
// meter counts ways.
func CountState(r *Run, allowed, left int) {
	r.States++
	r.Allowed += int64(max(allowed, left))
	r.Uncut += int64(left)
}
