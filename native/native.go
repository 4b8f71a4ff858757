// Package native solves each family of puzzles with a depth-first search made for
// it: [Search] yields every solution. The states are bitsets in flat slices,
// changed in place and restored from a trail, so that a node allocates nothing.
//
// A candidate is only ever removed for a reason that holds in every solution
// below the state at hand; the comment at each cut gives it, and the tests apply
// each cut alone to random small states and look whether a solution got lost.
//
// [Count] counts without enumerating where that is faster: see count_race.go.
//
// The package imports none of the other engines and shares no reasoning with
// them, so that their agreement is evidence.
//
//   - Hidoku (hidoku*.go): for each number the cells it fits and for each cell the
//     numbers that fit it. Every gap between two placed numbers is cut to what is
//     reachable in the exact number of steps through free cells. The search
//     branches on a number or a cell with few candidates and many failures, and
//     begins anew while nothing has been found. On boards that do not yield to that
//     it takes turns with a search of the same cuts that learns a clause from each
//     failure and never makes the same mistake twice; only there memory grows, with
//     the clauses kept, up to a limit.
//   - Draughtboard (draughtboard*.go): the live placements as one bitset, and the
//     placements of each cell and of each kind of stone as masks over it. So laying
//     a stone is an and-not a cell, and the alternatives of a cell or a kind are a
//     popcount; the search branches on the one with fewest. Stones that are alike
//     are one kind, and symmetries of the board are searched once. Where boards are
//     narrow, lists of placements by their first cell take over; boards with too
//     many placements to list are searched cell by cell.
//   - Magic (magic*.go): for each cell the numbers that fit it, cut by the sums of
//     the lines. Until two fillings are found the search begins anew again and again,
//     and leaves out what it has searched. Where much fits, the search goes on by a plan instead: an order of
//     free cells, found from the linear equations of the lines, in which the other
//     cells follow from them early. Counting takes one filling of each class under
//     exchanges of rows and columns and under the complement, and where the board
//     falls in two halves it counts pairs by the numbers that each half takes.
package native

import (
	"context"
	"fmt"

	"crosscut/internal/search"
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
		return hidoku(p, r, yield)
	case *puzzle.Draughtboard:
		return draughtboard(p, r, yield)
	case *puzzle.Magic:
		return magic(p, r, yield)
	}
	return fmt.Errorf("no native search for a puzzle of type %T", p)
}
