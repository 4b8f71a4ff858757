package crosscut

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"crosscut/meter"
	"crosscut/puzzle"
)

// DisagreementError says that two engines gave answers that cannot both be true.
// It is a bug in one of them.
type DisagreementError struct {
	Engines [2]string       // names of the two engines; if it is known, the one with more solutions comes first
	Detail  string          // the difference, in words
	Witness puzzle.Solution // found by the first only; nil where no solution was kept
}

// Error returns the detail.
func (e *DisagreementError) Error() string { return "the engines disagree: " + e.Detail }

// Outcome is one engine's answer about a puzzle.
type Outcome struct {
	Engine  string
	Tally   Tally
	Err     error // why the tally is incomplete; nil when it is complete
	Stats   meter.Stats
	Used    []string // the names of the cores that it used; nil for engines without cores
	Elapsed time.Duration

	// Where its own search has not settled it: the engine admits so many solutions of another one, at most 16. It is
	// asked about each of these, and not whether there are others.
	Confirmed struct {
		Engine string // whose solutions they are
		Count  int
	}

	kept      []puzzle.Solution // the solutions, or the first mostConfirmed if there were too many
	forgotten bool              // there were too many to keep
}

// keepValues bounds the values that [CrossCheck] keeps from one engine, summed over its
// solutions. They show which solution another engine lacks. With more values only the
// digests are compared.
const keepValues = 1 << 22

// Limits bound a comparison of engines; 0 means no limit.
type Limits struct {
	Time  time.Duration // of all engines; each has an equal part of what is left, and confirming has one
	Nodes int64         // of each engine

	// Watch, if it is not nil, gets the meter of each search before it begins, and what it returns
	// is called after the end. So a program can show how far each engine is.
	Watch func(engine string, m *meter.Meter) (ended func())
}

// CrossCheck runs the engines one after the other, each within the limits, and compares
// their whole sets of solutions. It always compares digests, and also the solutions
// themselves while they are few.
//
// If yield is not nil, it gets each solution once, when the first engine finds it. After
// yield returned false, each engine only has to find as many solutions as yield got. The rules accept
// these, so the answer is known, and the others search as long as the first one has, or a second.
//
// An engine that was stopped has an incomplete outcome. Its solutions must still be among
// those of the complete outcomes. It is asked to confirm solutions of another one: see [Outcome.Confirmed].
//
// The error is nil when no outcome contradicts another. Otherwise it is a *DisagreementError, a
// *WrongError, or the cause of the end of ctx. The outcomes are valid in every case, one for each
// engine that ran.
func CrossCheck(ctx context.Context, p puzzle.Puzzle, engines []Engine, limits Limits, yield func(puzzle.Solution) bool) ([]Outcome, error) {
	r := receiver{yield: yield, enough: math.MaxUint64}
	end := time.Now().Add(limits.Time)
	if yield != nil {
		r.had = make(map[Digest]struct{})
	}
	var outcomes []Outcome
	for i, e := range engines {
		o := outcomeOf(ctx, e, p, limits, r.part(outcomes, limits, time.Until(end), len(engines)-i), &r)
		outcomes = append(outcomes, o)
		var wrong *WrongError
		if errors.As(o.Err, &wrong) {
			return outcomes, o.Err
		}
		if ctx.Err() != nil {
			break
		}
	}
	err := compareAll(outcomes)
	if err == nil && ctx.Err() == nil {
		err = confirmAll(ctx, p, engines, outcomes, limits, time.Until(end))
	}
	return outcomes, cmp.Or(err, context.Cause(ctx))
}

// receiver passes each solution on once, until its yield wants no more.
type receiver struct {
	yield  func(puzzle.Solution) bool // nil to pass on nothing
	had    map[Digest]struct{}        // what yield got
	enough uint64                     // how many solutions an engine has to find
}

// pass takes a solution of an engine, and the tally up to it. It reports whether the engine shall go on.
func (r *receiver) pass(s puzzle.Solution, t *Tally) bool {
	if r.yield != nil && uint64(len(r.had)) < r.enough {
		key := digestOf(s)
		if _, again := r.had[key]; !again {
			r.had[key] = struct{}{}
			if !r.yield(s) {
				r.enough = uint64(len(r.had))
			}
		}
	}
	return t.less(&Tally{few: r.enough})
}

// outcomeOf runs one engine of a cross-check.
func outcomeOf(ctx context.Context, e Engine, p puzzle.Puzzle, limits Limits, part time.Duration, r *receiver) Outcome {
	m := &meter.Meter{MaxNodes: limits.Nodes}
	if part > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, part, &meter.LimitError{Kind: context.DeadlineExceeded, What: cmp.Or(limits.Time, part.Round(time.Millisecond)).String()})
		defer cancel()
	}
	if limits.Watch != nil {
		defer limits.Watch(e.Name, m)()
	}
	o := Outcome{Engine: e.Name}
	start := time.Now()
	o.Err = e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		o.keep(s)
		return r.pass(s, &o.Tally)
	})
	o.Elapsed, o.Stats, o.Used = time.Since(start), m.Stats(), m.Used()
	return o
}

// keep adds s to the tally. It also stores s while there is room.
func (o *Outcome) keep(s puzzle.Solution) {
	o.Tally.Add(s)
	switch {
	case o.forgotten:
	case (len(o.kept)+1)*len(s) > keepValues:
		o.kept, o.forgotten = slices.Clone(o.first()), true
	default:
		o.kept = append(o.kept, slices.Clone(s))
	}
}

// first returns the first solutions, at most mostConfirmed of them.
func (o *Outcome) first() []puzzle.Solution { return o.kept[:min(len(o.kept), mostConfirmed)] }

// compareAll looks for solutions given twice, and compares every two outcomes.
func compareAll(outcomes []Outcome) error {
	for i := range outcomes {
		if err := doubled(&outcomes[i]); err != nil {
			return err
		}
	}
	for i := range outcomes {
		for j := range outcomes[:i] {
			if err := compare(&outcomes[j], &outcomes[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// doubled returns an error when an engine gave a solution twice.
func doubled(o *Outcome) error {
	seen := make(map[Digest]bool, len(o.kept))
	for _, s := range o.kept {
		key := digestOf(s)
		if seen[key] {
			return &WrongError{Engine: o.Engine, Solution: s, Reason: errors.New("the engine gave it twice")}
		}
		seen[key] = true
	}
	return nil
}

// compare returns an error when a and b cannot both be right.
func compare(a, b *Outcome) error {
	if a.Err == nil && b.Err == nil && a.Tally == b.Tally {
		return nil
	}
	if err := lacking(a, b); err != nil {
		return err
	}
	if err := lacking(b, a); err != nil {
		return err
	}
	if a.Err == nil && b.Err == nil {
		return &DisagreementError{Engines: [2]string{a.Engine, b.Engine}, Detail: fmt.Sprintf(
			"%s found %v solutions (digest %v), %s %v (digest %v)",
			a.Engine, a.Tally.Count(), a.Tally.Digest, b.Engine, b.Tally.Count(), b.Tally.Digest)}
	}
	return nil
}

// lacking returns an error when b is complete and lacks a solution of a.
func lacking(a, b *Outcome) error {
	switch {
	case b.Err != nil:
		return nil
	case b.Tally.less(&a.Tally) && (a.forgotten || b.forgotten):
		return &DisagreementError{Engines: [2]string{a.Engine, b.Engine}, Detail: fmt.Sprintf(
			"%s found %v solutions and no more, %s found %v", b.Engine, b.Tally.Count(), a.Engine, a.Tally.Count())}
	case a.forgotten || b.forgotten:
		return nil
	}
	has := make(map[Digest]bool, len(b.kept))
	for _, s := range b.kept {
		has[digestOf(s)] = true
	}
	for _, s := range a.kept {
		if !has[digestOf(s)] {
			return &DisagreementError{Engines: [2]string{a.Engine, b.Engine}, Witness: s, Detail: fmt.Sprintf(
				"%s found a solution that %s did not, which found %v and no more", a.Engine, b.Engine, b.Tally.Count())}
		}
	}
	return nil
}
