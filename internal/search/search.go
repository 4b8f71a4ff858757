// Package search is the contract that every engine meets: how a search is
// limited, cancelled, counted and watched, and which error says why it ended.
//
// A search function has the shape
//
//	func(ctx context.Context, problem P, m *Meter, yield func(S) bool) error
//
// It calls yield once for each solution, in the goroutine that called it, and returns nil
// only when the whole space has been searched. Every other ending has an error. It is
// [ErrStopped] when yield returned false, a [*LimitError] when a limit was met, and the
// context's cause when the context ended. So nobody gets the statement "there are no more
// solutions" by accident.
package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"crosscut/internal/breath"
)

// ErrStopped says that the receiver of the solutions asked for no more.
var ErrStopped = errors.New("stopped by the receiver")

// ErrLimit is what errors.Is finds in every [*LimitError].
var ErrLimit = errors.New("stopped by a limit")

// LimitError says which limit ended a search before its space was exhausted.
type LimitError struct {
	What string // what ran out, in words: "1000 nodes", "2s", "memory for the formula"
}

// Error returns "stopped by a limit: " and what ran out.
func (e *LimitError) Error() string { return fmt.Sprintf("%v: %s", ErrLimit, e.What) }

// Is reports whether target is [ErrLimit].
func (e *LimitError) Is(target error) bool { return target == ErrLimit }

// Stats are the counters of a search. A counter that does not apply to an engine stays
// 0.
type Stats struct {
	Nodes        int64 // states at which the search branched, or calls of the SAT solver
	Branches     int64 // alternatives open at those nodes, summed
	Failures     int64 // states given up because something had no candidate left
	Propagations int64 // candidates or options removed by inference
	Solutions    int64 // solutions handed out
}

// Branching returns the average number of alternatives at a node, 0 without nodes.
func (s Stats) Branching() float64 {
	if s.Nodes == 0 {
		return 0
	}
	return float64(s.Branches) / float64(s.Nodes)
}

// StepKind says what a [Step] reports.
type StepKind int

// The kinds of step.
const (
	Placed  StepKind = iota // a value was put on its cells
	DeadEnd                 // the state was given up; the search goes back
	Found                   // the state is a solution
)

// Step is one event of a traced search. Board belongs to the engine and is
// only valid during the call of [Meter.Trace].
type Step struct {
	Kind  StepKind
	Depth int    // number of choices, not of forced moves, above this state
	Value int    // Placed: the number or stone
	Cells []int  // Placed: the cells it was put on
	Why   string // Placed, DeadEnd: the reason, in words
	Board []int  // a value per cell, puzzle.Empty where none is yet
}

// Meter carries the limits of a search in and its counters out. The zero value has no
// limits. A Meter serves one search at a time. Stats and Done may be called from other
// goroutines while the search runs.
type Meter struct {
	MaxNodes int64      // the search may branch at this many nodes; 0 means no limit
	Wanted   int        // the caller is likely to take this many solutions; 0 means all. A search may find them in another order then
	Workers  int        // the search may use this many goroutines; 0 means one. The solutions and their order are the same for any number
	Trace    func(Step) // called for every step by the native engines; nil for none

	nodes, branches, failures, propagations, solutions atomic.Int64

	shared   portion     // the finished share of the search tree
	done     portion     // what Done returns
	forecast atomic.Bool // done comes from a Forecast
	unsure   atomic.Bool // see Sure

	used used // names of the ways of searching that were used

	whole *Meter  // the meter of the search that this one is a part of, or nil
	share float64 // share of that search that this meter is for
}

// Part returns a meter for a part of the search. share says how large that part is.
// Counters and finished shares of the part count here as well. So several parts may be
// searched at the same time. The part has only the limits that are set on it.
func (m *Meter) Part(share float64) *Meter { return &Meter{whole: m, share: share} }

// Stats returns the counters as last published: at most some hundred nodes old
// while the search runs, exact once it has returned.
func (m *Meter) Stats() Stats {
	return Stats{
		Nodes: m.nodes.Load(), Branches: m.branches.Load(), Failures: m.failures.Load(),
		Propagations: m.propagations.Load(), Solutions: m.solutions.Load(),
	}
}

// Add adds to the counters what another search counted.
func (m *Meter) Add(s Stats) {
	m.nodes.Add(s.Nodes)
	m.branches.Add(s.Branches)
	m.failures.Add(s.Failures)
	m.propagations.Add(s.Propagations)
	m.solutions.Add(s.Solutions)
	if m.whole != nil {
		m.whole.Add(s)
	}
}

// Done returns about how much of its work the search has done, from 0 to 1. It never
// falls. For an engine without a [Forecast] it is what Shared returns.
func (m *Meter) Done() float64 { return m.done.get() }

// Shared returns the finished share of the search tree, from 0 to 1. The children of a
// node have equal shares of it (Knuth, TAOCP 7.2.2, "progress reports"). It never falls.
func (m *Meter) Shared() float64 { return m.shared.get() }

// Sure reports whether the remaining time follows from Done. It does not where the
// search may end long before Done is 1, as when two ways of counting run side by side.
func (m *Meter) Sure() bool { return !m.unsure.Load() }

// Run connects one search with its Meter. It belongs to one goroutine, which counts in
// the embedded Stats without synchronisation.
type Run struct {
	Stats
	meter     *Meter
	ctx       context.Context
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
	r := &Run{meter: m, ctx: ctx, maxNodes: m.MaxNodes}
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
		return Nodes(r.maxNodes)
	}
	r.Nodes++
	r.Branches += int64(branches)
	if r.Nodes%publishEvery == 0 {
		r.publish()
	}
	return r.Err()
}

// Nodes returns the error of a search that has branched at n nodes, the most allowed.
func Nodes(n int64) error {
	if n == 1 {
		return &LimitError{What: "1 node"}
	}
	return &LimitError{What: fmt.Sprintf("%d nodes", n)}
}

// Err returns nil while the search may go on, else the cause of the context's
// end. It costs one atomic load, so it belongs into every loop that may run for
// more than a few milliseconds between two nodes.
func (r *Run) Err() error {
	breath.Often()
	if r.cancelled.Load() {
		return context.Cause(r.ctx)
	}
	return nil
}

// Workers returns how many goroutines the search may use, at least one.
func (r *Run) Workers() int { return max(r.meter.Workers, 1) }

// Wanted returns how many solutions the caller is likely to take, or 0 for all.
func (r *Run) Wanted() int { return r.meter.Wanted }

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
	r.publish()
	if over {
		return Nodes(r.maxNodes)
	}
	return r.Err()
}

// Context returns a context that ends with the search's context, or when the returned
// function is called.
func (r *Run) Context() (context.Context, context.CancelFunc) { return context.WithCancel(r.ctx) }

// Tracing returns the function that takes trace steps, or nil.
func (r *Run) Tracing() func(Step) { return r.meter.Trace }

// Share publishes that the search tree is finished up to the share done. Smaller values
// than before are ignored.
func (r *Run) Share(done float64) {
	by := r.meter.shared.raise(done)
	if done >= 1 || !r.meter.forecast.Load() {
		r.meter.passOn(by, r.meter.done.raise(done))
		return
	}
	r.meter.passOn(by, 0)
}

// forecast publishes how much of the work is done, by a Forecast.
func (r *Run) forecast(done float64) {
	r.meter.forecast.Store(true)
	r.meter.passOn(0, r.meter.done.raise(done))
}

// passOn is called when the shares of a part have risen. It adds the same work to the
// shares of the whole search.
func (m *Meter) passOn(shared, done float64) {
	if w := m.whole; w != nil && (shared > 0 || done > 0) {
		w.passOn(w.shared.add(shared*m.share), w.done.add(done*m.share))
	}
}

// portion is a number from 0 to 1 that never falls. The zero value is 0.
type portion struct{ bits atomic.Uint64 }

func (p *portion) get() float64 { return math.Float64frombits(p.bits.Load()) }

// raise sets the portion to the value of to, but at most to 1. It changes nothing if the
// portion is greater already. It returns by how much it rose.
func (p *portion) raise(to float64) float64 {
	return p.change(func(float64) float64 { return min(to, 1) })
}

// add adds to the portion, up to 1, and returns by how much it rose.
func (p *portion) add(by float64) float64 {
	return p.change(func(was float64) float64 { return min(was+by, 1) })
}

func (p *portion) change(to func(was float64) float64) float64 {
	for {
		bits := p.bits.Load()
		was := math.Float64frombits(bits)
		now := to(was)
		if !(now > was) { // also false if now is not a number
			return 0
		}
		if p.bits.CompareAndSwap(bits, math.Float64bits(now)) {
			return now - was
		}
	}
}

// Unsure says that the search may be over at any time: see [Meter.Sure].
func (r *Run) Unsure() { r.meter.unsure.Store(true) }

// Close publishes the counters and releases the context.
func (r *Run) Close() {
	r.publish()
	r.release()
}

// publish adds what was counted since the last time to the meter. It adds
// instead of storing, so that several runs can share a meter.
func (r *Run) publish() {
	now, was := r.Stats, r.published
	r.meter.Add(Stats{
		Nodes: now.Nodes - was.Nodes, Branches: now.Branches - was.Branches, Failures: now.Failures - was.Failures,
		Propagations: now.Propagations - was.Propagations, Solutions: now.Solutions - was.Solutions,
	})
	r.published = now
}
