package serve

import (
	"context"
	"errors"
	"strconv"
	"time"

	"crosscut"
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

// OtherSolutions says what is known about solutions that are not shown.
type OtherSolutions string

// The values of "others".
const (
	OthersNone      OtherSolutions = "none"      // the solution is the only one
	OthersSymmetric OtherSolutions = "symmetric" // the others are turns and mirror images of it
	OthersSome      OtherSolutions = "some"      // there are others
	OthersUnknown   OtherSolutions = "unknown"   // the search ended before it found out
)

// End is the object after the last solution.
type End struct {
	File      string         `json:"file"`
	Solutions int            `json:"solutions"`        // number of shown solutions
	Complete  bool           `json:"complete"`         // there are no others
	Others    OtherSolutions `json:"others,omitempty"` // what is known about solutions that are not shown
	Stop
}

// NewEnd returns the object after so many solutions. If err is not nil, it says why the
// search ended early.
func NewEnd(file *text.File, found int, err error) End {
	r := End{File: file.Name, Solutions: found, Complete: err == nil, Others: OthersNone}
	if r.Because(err); err != nil {
		r.Others = OthersUnknown
	}
	return r
}

// secondBudget is how long a search looks for a second solution.
const secondBudget = time.Second

// errBudget ends the search for a second solution.
var errBudget = errors.New("stopped after 1s")

// First is what a search for one solution has found.
type First struct {
	Found  bool
	Others OtherSolutions
	Err    error // why the search ended early, or nil
}

// Settled reports whether the search answered as asked: it found a solution and spent its
// budget on the question whether there are others, or it searched everything.
func (f First) Settled() bool {
	budgetSpent := errors.Is(f.Err, errBudget) || errors.Is(f.Err, crosscut.ErrLimit)
	return f.Err == nil || f.Others == OthersSome || f.Found && budgetSpent
}

// End returns the object after the solution, or after none.
func (f First) End(file *text.File) End {
	if !f.Found {
		return NewEnd(file, 0, f.Err)
	}
	r := End{File: file.Name, Solutions: 1, Complete: f.Others == OthersNone, Others: f.Others}
	switch f.Others {
	case OthersSome, OthersSymmetric:
		r.Because(crosscut.ErrStopped)
	case OthersUnknown:
		r.Because(f.Err)
	}
	return r
}

// SearchFirst calls show with the first solution of p, and then goes on for [secondBudget] to
// learn about others. search runs an engine. The search ends when show returns false.
func SearchFirst(ctx context.Context, p puzzle.Puzzle, search func(context.Context, func(puzzle.Solution) bool) error, show func(puzzle.Solution) bool) First {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	f, images := First{Others: OthersNone}, make(solutionImages)
	f.Err = search(within, func(s puzzle.Solution) bool {
		switch {
		case !f.Found:
			f.Found = true
			if !HasNumbers(p) {
				images.Add(p, s)
			}
			more := show(s)
			time.AfterFunc(secondBudget, func() { cancel(errBudget) })
			return more
		case images.Has(s):
			f.Others = OthersSymmetric
			return true
		}
		f.Others = OthersSome
		return false
	})
	if f.Found && f.Err != nil && f.Others != OthersSome {
		f.Others = OthersUnknown
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
