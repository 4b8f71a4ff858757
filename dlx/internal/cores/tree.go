// Package cores has the cores of the exact cover search: Sparse, Bitset and Ahead. This file drives the
// first two: restarts, several workers, and the change to Ahead.
package cores

import (
	"errors"

	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// Parts are the parts of Sparse and Bitset that apply only to some of their searches.
type Parts struct {
	Draws    *draws    // how a random search chooses; nil in a complete one
	Weighing *weighing // which items come first; nil for the lowest numbers
	Restart  *restart  // the restarts; nil without them
	Trial    *trial    // the trial of looking ahead; nil without one
	Member   *member   // the place in a crew; nil without one
	Visited  int64     // the nodes of this search; its run counts those of random searches too
	Split    int64     // the node at which the search may split, 0 for never
	Order    model.CoverOrder
}

// Core is a search by Sparse or Bitset with one worker.
type Core interface {
	WorkerSearch

	// Core yields every cover and returns nil when there are no more. It ends with
	// errRestart when it is time for restarts. It ends with ErrSplit when several workers
	// should go on, with errWon when Ahead should.
	Search(yield func([]int) bool) error

	// Random returns a random search by run. This search waits meanwhile.
	Random(run *meter.Run) (randomSearch, error)

	// LearnFrom takes over the weights of a random search.
	LearnFrom(r randomSearch)

	// Rest calls do for every part of the tree that is left to search. The part has the
	// options chosen. It is the share from lo to lo+width of the whole tree.
	Rest(do func(chosen []int32, lo, width float64) error) error
}

// Drive searches with s, which is of the core of that name and has these parts. A search ends early at the
// following places, and nowhere else:
//
//	begin ──► s ──► ErrRestart:   random searches, then s goes on
//	             ├► ErrSplit:     several workers go on from where s is
//	             └► errWon:       Ahead searches the parts of the tree that are left, or
//	                              all of it as long as no cover was found. Where few covers
//	                              are wanted, both then take turns until one is done
func Drive(name string, s Core, parts *Parts, run *meter.Run, yield func([]int) bool) error {
	run.Use(name)
	yield = parts.Restart.once(yield)
	err := restarted(s, parts, s.Search(yield), yield)
	if errors.Is(err, errWon) {
		run.Use(Name)
		err = goAhead(s, parts, run, yield)
	}
	if errors.Is(err, ErrSplit) {
		return Together(s, run, parts.Restart, lookEvery, yield)
	}
	return err
}

// goAhead goes on with Ahead after a trial that it has won.
func goAhead(s Core, parts *Parts, run *meter.Run, yield func([]int) bool) error {
	a := parts.Trial.Ahead
	if run.Solutions == 0 && parts.Restart != nil {
		return takeTurns(s, parts, run, yield)
	}
	if run.Solutions == 0 {
		return a.Solve(nil, 0, 1, yield)
	}
	err := s.Rest(func(chosen []int32, lo, width float64) error {
		return a.Solve(a.Inside(chosen), lo, width, yield)
	})
	if err == nil {
		run.Share(1)
	}
	return err
}

// restarted goes on with a search that ended with err as long as it is to be interrupted by random ones.
func restarted(s Core, parts *Parts, err error, yield func([]int) bool) error {
	for errors.Is(err, errRestart) {
		if err = parts.Restart.Search(s); errors.Is(err, errImpatient) {
			err = s.Resume(yield)
		}
	}
	return err
}

// takeTurns lets Ahead and s search the whole tree in turns until one is done. Ahead finds proofs where random
// searches find covers. Ahead reads twice as much as s. In its first turn it reads as much as it may keep, or more
// if its first node comes later. Each turn takes twice as long as the last one. When the wanted covers have come,
// nobody remembers the others. So the search that finds the next one goes on alone.
func takeTurns(s Core, parts *Parts, run *meter.Run, yield func([]int) bool) error {
	a, trial := parts.Trial.Ahead, parts.Trial
	one := func(options []int) bool {
		if parts.Restart.At == 0 {
			a.budget, trial.At = 0, 0
		}
		return yield(options)
	}
	p := trial.problem
	cost := max(run.Propagations/max(run.Nodes, 1)*int64(len(p.Elements))/int64(p.Options()), 1)
	a.silent, trial.turns = true, true
	solve := func(yield func([]int) bool) error { return a.Solve(nil, 0, 1, yield) }
	for turn := int64(a.room); ; turn *= 2 {
		before := a.read
		a.budget = before + turn
		err := solve(one)
		if !errors.Is(err, errBudget) {
			if err == nil {
				run.Share(1)
			}
			return err
		}
		trial.At = parts.Visited + 1 + (a.read-before)/2/cost
		if err = restarted(s, parts, s.Resume(one), one); !errors.Is(err, errWon) {
			return err
		}
		solve = a.Resume
	}
}

// MayShare lets the search split if the run has several workers.
func (a *Parts) MayShare(run *meter.Run) {
	if workStealing.On() && max(run.Meter.Workers, 1) > 1 {
		a.Split = splitFrom
	}
}
