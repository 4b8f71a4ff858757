package serve

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Solution is the object of a solution.
type Solution struct {
	File     string  `json:"file"`
	Solution int     `json:"solution"` // counted from 1
	Rows     [][]any `json:"rows"`     // numbers or stone names, null for holes
}

// newSolution returns the object of the n-th solution.
func newSolution(file *text.File, n int, s puzzle.Solution) Solution {
	return Solution{File: file.Name, Solution: n, Rows: Rows(file.Puzzle, s)}
}

// otherSolutions says what is known about solutions that are not shown.
type otherSolutions string

// The values of "others".
const (
	othersNone      otherSolutions = "none"      // the solution is the only one
	othersSymmetric otherSolutions = "symmetric" // the others are turns and mirror images of it
	othersSome      otherSolutions = "some"      // there are others
	othersUnknown   otherSolutions = "unknown"   // the search ended before it found out
)

// End is the object after the last solution.
type End struct {
	File      string         `json:"file"`
	Solutions int            `json:"solutions"`        // number of shown solutions
	Complete  bool           `json:"complete"`         // there are no others
	Others    otherSolutions `json:"others,omitempty"` // what is known about solutions that are not shown
	Stop
}

// NewEnd returns the object after so many solutions. If err is not nil, it says why the
// search ended early.
func NewEnd(file *text.File, found int, err error) End {
	r := End{File: file.Name, Solutions: found, Complete: err == nil, Others: othersNone}
	if r.Because(err); err != nil {
		r.Others = othersUnknown
	}
	return r
}

// secondBudget is how long a search looks for a second solution.
const secondBudget = time.Second

// errBudget ends the search for a second solution.
var errBudget = errors.New("stopped after 1s")

// first is what a search for one solution has found.
type first struct {
	found  bool
	others otherSolutions
	err    error // why the search ended early, or nil
}

// settled reports whether the search answered as asked: it found a solution and spent its
// budget on the question whether there are others, or it searched everything.
func (f first) settled() bool {
	budgetSpent := errors.Is(f.err, errBudget) || errors.Is(f.err, meter.ErrLimit)
	return f.err == nil || f.others == othersSome || f.found && budgetSpent
}

// end returns the object after the solution, or after none.
func (f first) end(file *text.File) End {
	if !f.found {
		return NewEnd(file, 0, f.err)
	}
	r := End{File: file.Name, Solutions: 1, Complete: f.others == othersNone, Others: f.others}
	switch f.others {
	case othersSome, othersSymmetric:
		r.Because(meter.ErrStopped)
	case othersUnknown:
		r.Because(f.err)
	}
	return r
}

// text says what is known about others.
func (f first) text() string {
	switch {
	case !f.found:
		return EndText(0, "solution", f.err)
	case f.others == othersNone:
		return "the only solution"
	case f.others == othersSymmetric:
		return "the only solution, up to turning the board"
	case f.others == othersSome:
		return "one of several solutions"
	}
	return fmt.Sprintf("one solution; whether there are others is not known (%s)", base.OneLine(f.err))
}

// searchFirst calls show with the first solution of p, and then goes on for [secondBudget] to
// learn about others. search runs an engine. The search ends when show returns false.
func searchFirst(ctx context.Context, p puzzle.Puzzle, search func(context.Context, func(puzzle.Solution) bool) error, show func(puzzle.Solution) bool) first {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	f, images := first{others: othersNone}, make(solutionImages)
	f.err = search(within, func(s puzzle.Solution) bool {
		switch {
		case !f.found:
			f.found = true
			if !HasNumbers(p) {
				images.Add(p, s)
			}
			more := show(s)
			time.AfterFunc(secondBudget, func() { cancel(errBudget) })
			return more
		case images.Has(s):
			f.others = othersSymmetric
			return true
		}
		f.others = othersSome
		return false
	})
	if f.found && f.err != nil && f.others != othersSome {
		f.others = othersUnknown
	}
	return f
}

// solutionImages is a set of solutions: some solutions of a puzzle, and those that a
// symmetry of the board makes of them. The keys are those of keyOf.
type solutionImages map[string]bool

// Add adds the images of a solution, which include the solution itself.
func (i solutionImages) Add(p puzzle.Puzzle, s puzzle.Solution) {
	for _, g := range puzzle.Symmetries(p) {
		i[keyOf(g.Apply(nil, s))] = true
	}
}

// Has reports whether a solution is in the set.
func (i solutionImages) Has(s puzzle.Solution) bool { return len(i) > 0 && i[keyOf(s)] }

// keyOf returns a text that tells a solution from all others of its length.
func keyOf(s puzzle.Solution) string {
	text := make([]byte, 0, 3*len(s))
	for _, value := range s {
		text = strconv.AppendInt(append(text, ' '), int64(value), 10)
	}
	return string(text)
}
