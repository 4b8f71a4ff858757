// Package native solves each family of puzzles with a depth-first search made for
// it: [Search] yields every solution. The states are bitsets in flat slices,
// changed in place and restored from a trail, so that a node allocates nothing.
//
// A candidate is only ever removed for a reason that holds in every solution
// below the state at hand; the comment at each cut gives it, and the tests apply
// each cut alone to random small states and look whether a solution got lost.
//
// [Count] counts without enumerating where that is faster: see package native/internal/counting.
//
// The package imports none of the other engines and shares no reasoning with
// them, so that their agreement is evidence.
//
// This package only passes a puzzle on to the package of its family: native/hidoku,
// native/magic or native/draughtboard. Each of these begins with how it searches.
package native

import (
	"context"
	"fmt"

	"crosscut/internal/search"
	"crosscut/native/draughtboard"
	"crosscut/native/hidoku"
	"crosscut/native/magic"
	"crosscut/puzzle"
)

// Search yields every solution of p, each once and canonical, and returns nil when
// there are no more; other errors are those of package search. The slice given
// to yield is used again for the next solution. A nil m means no limits.
func Search(ctx context.Context, p puzzle.Puzzle, m *search.Meter, yield func(puzzle.Solution) bool) error {
	if err := puzzle.Validate(p); err != nil {
		return err
	}
	r := search.Start(ctx, m)
	defer r.Close()
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return hidoku.Search(p, r, yield)
	case *puzzle.Draughtboard:
		return draughtboard.Search(p, r, yield)
	case *puzzle.Magic:
		return magic.Search(p, r, yield)
	}
	return fmt.Errorf("no native search for a puzzle of type %T", p)
}
