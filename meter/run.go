package meter

import (
	"context"
	"math"
	"sync/atomic"

	"crosscut/internal/base"
)

// Run connects one search with its Meter. It belongs to one goroutine, which counts in
// the embedded Stats without synchronisation. [Start] makes a Run. The zero Run has no nodes
// left and no meter that anybody reads.
type Run struct {
	Stats
	Meter     *Meter          // never nil after Start
	Context   context.Context // that of the search, never nil after Start
	maxNodes  int64
	cancelled atomic.Bool
	release   func() bool
	published Stats
}

// publishEvery is how many nodes pass between two publications of the counters;
// a power of two. Publishing costs about as much as a small node.
const publishEvery = 256

// Start begins a search under ctx. A nil m means a Meter of the search's own.
// The caller must call Close when the search has ended.
func Start(ctx context.Context, m *Meter) *Run {
	if m == nil {
		m = new(Meter)
	}
	r := &Run{Meter: m, Context: ctx, maxNodes: m.MaxNodes}
	if r.maxNodes <= 0 {
		r.maxNodes = math.MaxInt64
	}
	// The flag makes a poll one atomic load, so that engines can afford one in every
	// loop. To ask the context itself would cost more than a small node.
	r.release = context.AfterFunc(ctx, func() { r.cancelled.Store(true) })
	if ctx.Err() != nil {
		r.cancelled.Store(true)
	}
	return r
}

// Node counts a node with the given number of alternatives. It returns an error
// when the limit on nodes is passed or the context has ended.
func (r *Run) Node(branches int) error {
	if r.Nodes >= r.maxNodes {
		return &LimitError{Kind: ErrNodes, What: base.Nodes(r.maxNodes)}
	}
	r.Nodes++
	r.Branches += int64(branches)
	if r.Nodes%publishEvery == 0 {
		r.publish()
	}
	return r.Err()
}

// Err returns nil while the search may go on, else the cause of the context's
// end. It costs one atomic load, so it belongs into every loop that may run for
// more than a few milliseconds between two nodes.
func (r *Run) Err() error {
	base.PollOften()
	if r.cancelled.Load() {
		return context.Cause(r.Context)
	}
	return nil
}

// of returns the meter of the run, which the zero Run does not have yet.
func (r *Run) of() *Meter {
	if r.Meter == nil {
		r.Meter = new(Meter)
	}
	return r.Meter
}

// Left returns how many more nodes the search may have.
func (r *Run) Left() int64 { return r.maxNodes - r.Nodes }

// Count counts what another run did for this one and publishes it. If that passes the
// limit on nodes, it counts nodes only up to the limit and returns the same error as
// [Run.Node].
func (r *Run) Count(s Stats) error {
	over := s.Nodes > r.Left()
	r.Nodes += min(s.Nodes, r.Left())
	r.Branches += s.Branches
	r.Failures += s.Failures
	r.Propagations += s.Propagations
	r.Solutions += s.Solutions
	r.States += s.States
	r.Allowed += s.Allowed
	r.Uncut += s.Uncut
	r.publish()
	if over {
		return &LimitError{Kind: ErrNodes, What: base.Nodes(r.maxNodes)}
	}
	return r.Err()
}

// CountState counts a state at which something is placed in one of so many ways that the cuts have left.
// The rules alone allowed the other number of ways. What is forced may break a rule that the search is
// yet to look at. Then the rules allow fewer ways, and as many count as were left. It is for runs whose
// meter counts ways.
func (r *Run) CountState(allowed, left int) {
	r.States++
	r.Allowed += int64(max(allowed, left))
	r.Uncut += int64(left)
}

// Share publishes that the search tree is finished up to the share done. Smaller values
// than before are ignored.
func (r *Run) Share(done float64) {
	m := r.of()
	by := m.shared.raise(done)
	if done >= 1 || !m.forecast.Load() {
		m.passOn(by, m.done.raise(done))
		return
	}
	m.passOn(by, 0)
}

// Forecast publishes an estimate of how much of the work is done, from 0 to 1. It is for
// searches whose branches differ too much for equal shares. From the first call on,
// [Meter.Done] returns such estimates, and no longer the shares of [Run.Share]. Smaller
// values than before are ignored.
func (r *Run) Forecast(done float64) {
	m := r.of()
	m.forecast.Store(true)
	m.passOn(0, m.done.raise(done))
}

// Close publishes the counters and releases the context.
func (r *Run) Close() {
	r.publish()
	if r.release != nil {
		r.release()
	}
}

// publish adds what was counted since the last time to the meter. It adds
// instead of storing, so that several runs can share a meter.
func (r *Run) publish() {
	r.of().Add(r.Minus(r.published))
	r.published = r.Stats
}
