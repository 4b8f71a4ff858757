package main

import (
	"context"
	"fmt"

	"crosscut"
	"crosscut/puzzle"
)

// mostSensible is how many solutions the SAT engine is sensible for. It finds each of
// them, from some hundreds to some ten thousand in a second, where the other engines
// find millions or count without finding.
const mostSensible = 1_000_000

// cautious returns an engine that finds all solutions of the puzzle of that name, with a
// line on standard error when there are more than is sensible for it.
func (a *app) cautious(e crosscut.Engine, name string) crosscut.Engine {
	if e.Name != crosscut.SAT.Name {
		return e
	}
	search := e.Search
	e.Search = func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
		found := 0
		return search(ctx, p, m, func(s puzzle.Solution) bool {
			if found++; found == mostSensible+1 {
				a.note(fmt.Sprintf("%s: more than %d solutions, and the SAT engine finds each; native and dlx are faster", name, mostSensible))
			}
			return yield(s)
		})
	}
	return e
}
