package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"crosscut"
	"crosscut/puzzle"
)

// secondBudget is how long solve looks for a second solution.
const secondBudget = time.Second

// errBudget ends the search for a second solution.
var errBudget = errors.New("stopped after 1s")

// otherSolutions says what is known about further solutions.
type otherSolutions string

const (
	othersNone      otherSolutions = "none"      // the solution is the only one
	othersSymmetric otherSolutions = "symmetric" // the others are turns and mirror images of it
	othersSome      otherSolutions = "some"      // there are others
	othersUnknown   otherSolutions = "unknown"   // the search ended before it found out
)

// solveFirst prints one solution, and what is known about others. After the solution the
// search goes on for secondBudget.
func (a *app) solveFirst(ctx context.Context, f *solveFlags, e crosscut.Engine, file *puzzle.File, m *crosscut.Meter, out *printer) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	found, others, outErr := 0, othersNone, error(nil)
	images := make(solutionImages)
	err := a.watch(within, &f.engine, e.Name, m, func(ctx context.Context) error {
		return e.Search(ctx, file.Puzzle, m, func(s puzzle.Solution) bool {
			switch found++; {
			case found == 1:
				outErr = cmp.Or(out.solution(file, 1, s), out.flush())
				if !hasNumbers(file.Puzzle) {
					images.add(file.Puzzle, s)
				}
				time.AfterFunc(secondBudget, func() { cancel(errBudget) })
				return outErr == nil
			case images.has(s):
				others = othersSymmetric
				return true
			}
			others = othersSome
			return false
		})
	})
	known := err == nil || others == othersSome
	budgetSpent := errors.Is(err, errBudget) || errors.Is(err, crosscut.ErrLimit)
	switch {
	case outErr != nil:
		return outErr
	case found == 0 && err == nil:
		a.outcome(exitNo)
	case !known && (found == 0 || !budgetSpent):
		defer a.report(fmt.Errorf("%s: %w", file.Name, err))
	}
	if found > 0 && !known {
		others = othersUnknown
	}
	return cmp.Or(out.lastLineOfFirst(file, found > 0, others, err), out.flush())
}

// lastLineOfFirst prints what is known about other solutions. If err is not nil, it says
// why the search ended early.
func (p *printer) lastLineOfFirst(file *puzzle.File, found bool, others otherSolutions, err error) error {
	if !found {
		return p.lastLine(file, 0, err)
	}
	if p.json {
		r := endRecord{File: file.Name, Solutions: 1, Complete: others == othersNone, Others: others}
		switch others {
		case othersSome, othersSymmetric:
			r.stop(crosscut.ErrStopped)
		case othersUnknown:
			r.stop(err)
		}
		return p.object(r)
	}
	switch others {
	case othersNone:
		return p.text("# %s: the only solution\n", file.Name)
	case othersSymmetric:
		return p.text("# %s: the only solution, up to turning the board\n", file.Name)
	case othersSome:
		return p.text("# %s: one of several solutions\n", file.Name)
	}
	return p.text("# %s: one solution; whether there are others is not known (%s)\n", file.Name, oneLine(err))
}
