// Package meter is the contract that every engine of this module meets: how a search is
// limited, cancelled, counted and watched, and which error says why it ended.
//
// # Asking
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
//
// The caller sets limits in a [Meter] before the search.
//
// # Goroutines
//
// Several goroutines may call the methods of one Meter at once, also while its search runs: to read counters and
// progress, or to add what a part has counted. Its other fields, and everything of a [Run], belong to one goroutine. A
// search with several workers starts a Run for each, with a meter of its own: see [Meter.Part]. Limits of time and memory
// may be set and stopped in any goroutine.
//
// # Engines of your own
//
// An engine begins with [Start], and ends with [Run.Close]. It calls [Run.Node] at each
// choice, and [Run.Err] in every other loop that may run for milliseconds. So it keeps to
// the limits, stops within some milliseconds of the end of the context, and is counted. It
// adds to the embedded [Stats] what else it counts, and says by [Run.Share] how far it is.
package meter

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"
)

// ErrStopped says that the receiver of the solutions asked for no more.
var ErrStopped = errors.New("stopped by the receiver")

// ErrLimit is what errors.Is finds in every [*LimitError].
var ErrLimit = errors.New("stopped by a limit")

// The kinds of a [*LimitError] are context.DeadlineExceeded, for time, and these. errors.Is finds them, too.
var (
	ErrMemory = errors.New("out of memory")
	ErrNodes  = errors.New("out of nodes")
)

// LimitError says which limit ended a search before its space was exhausted.
type LimitError struct {
	Kind error  // what ran out, for a program; nil for the effort of one way of searching, and for other bounds
	What string // what ran out, in words: "1000 nodes", "2s", "memory for the formula"
}

// Error returns "stopped by a limit: " and what ran out.
func (e *LimitError) Error() string { return fmt.Sprintf("%v: %s", ErrLimit, e.What) }

// Is reports whether target is [ErrLimit] or the kind.
func (e *LimitError) Is(target error) bool { return target == ErrLimit || target == e.Kind }

// Stats are the counters of a search. A counter that does not apply to an engine stays
// 0.
type Stats struct {
	Nodes        int64 // states at which the search branched, or calls of the SAT solver
	Branches     int64 // alternatives open at those nodes, summed
	Failures     int64 // states given up because something had no candidate left
	Propagations int64 // candidates or options removed by inference
	Solutions    int64 // solutions handed out

	// Counted only if [Meter.CountWays] is set, by engines that have steps to show.
	States  int64 // states at which something was placed: the nodes, and those where one way was left
	Allowed int64 // ways that the rules alone left there, summed
	Uncut   int64 // ways that the cuts of the search left there, summed
}

// Minus returns what was counted since before.
func (s Stats) Minus(before Stats) Stats {
	return Stats{
		Nodes: s.Nodes - before.Nodes, Branches: s.Branches - before.Branches, Failures: s.Failures - before.Failures,
		Propagations: s.Propagations - before.Propagations, Solutions: s.Solutions - before.Solutions,
		States: s.States - before.States, Allowed: s.Allowed - before.Allowed, Uncut: s.Uncut - before.Uncut,
	}
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
// limits. Every search of this module takes a nil *Meter as well, and all methods of a nil *Meter
// return what those of the zero value do.
//
// A Meter serves one search at a time. If it serves several, one after the other, the
// counters add up, each search has the whole limit, and Done does not fall. So take a new one
// for a new progress bar. Do not copy a Meter, and set its fields before the search.
//
// Stats, Done, Unsure, Shared and Used may be called from other goroutines while the search
// runs. They take no time that the search would notice. There is no limit on time or memory here: the
// context of the search is the place for them. See [WithMemoryLimit].
type Meter struct {
	MaxNodes int64      // the search may branch at this many nodes; 0 or less means no limit
	Wanted   int        // the caller is likely to take this many solutions; 0 means all. A search may find them in another order then
	Workers  int        // the search may use this many goroutines; 0 means one. The solutions and their order are the same for any number
	Trace    func(Step) // called for every step by the native engines, in the goroutine of the caller; nil for none

	CountWays bool // the native engines count the ways at each state; this takes time, and changes nothing else

	// Unsure is set by a search that may end long before Done is 1, as when two ways of counting run side by side.
	// Then the remaining time does not follow from Done.
	Unsure atomic.Bool

	nodes, branches, failures, propagations, solutions, states, allowed, uncut atomic.Int64

	shared   portion     // the finished share of the search tree
	done     portion     // what Done returns
	forecast atomic.Bool // done comes from Run.Forecast

	used used // names of the ways of searching that were used

	whole *Meter  // the meter of the search that this one is a part of, or nil
	share float64 // share of that search that this meter is for
}

// Part returns a meter for a part of the search. share says how large that part is.
// Counters and finished shares of the part count here as well. So several parts may be
// searched at the same time. The part has only the limits that are set on it.
func (m *Meter) Part(share float64) *Meter {
	return &Meter{whole: m, share: share, CountWays: m.of().CountWays}
}

// of returns m, or an empty meter for nil.
func (m *Meter) of() *Meter {
	if m == nil {
		return new(Meter)
	}
	return m
}

// Stats returns the counters as last published: at most some hundred nodes old
// while the search runs, exact once it has returned.
func (m *Meter) Stats() Stats {
	m = m.of()
	return Stats{
		Nodes: m.nodes.Load(), Branches: m.branches.Load(), Failures: m.failures.Load(),
		Propagations: m.propagations.Load(), Solutions: m.solutions.Load(),
		States: m.states.Load(), Allowed: m.allowed.Load(), Uncut: m.uncut.Load(),
	}
}

// Add adds to the counters what another search counted.
func (m *Meter) Add(s Stats) {
	if m == nil {
		return
	}
	m.nodes.Add(s.Nodes)
	m.branches.Add(s.Branches)
	m.failures.Add(s.Failures)
	m.propagations.Add(s.Propagations)
	m.solutions.Add(s.Solutions)
	m.states.Add(s.States)
	m.allowed.Add(s.Allowed)
	m.uncut.Add(s.Uncut)
	m.whole.Add(s)
}

// Done returns about how much of its work the search has done, from 0 to 1. It never
// falls. For an engine that never calls [Run.Forecast] it is what Shared returns.
func (m *Meter) Done() float64 { return m.of().done.get() }

// Shared returns the finished share of the search tree, from 0 to 1. The children of a
// node have equal shares of it (Knuth, TAOCP 7.2.2, "progress reports"). It never falls.
func (m *Meter) Shared() float64 { return m.of().shared.get() }

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
