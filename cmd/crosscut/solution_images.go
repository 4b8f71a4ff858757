package main

import (
	"fmt"

	"crosscut/puzzle"
)

// solutionImages is a set of solutions: some solutions of a puzzle, and those that a
// symmetry of the board makes of them. The keys are texts of solutions.
type solutionImages map[string]bool

// add adds the images of a solution, which include the solution itself.
func (i solutionImages) add(p puzzle.Puzzle, s puzzle.Solution) {
	for _, g := range puzzle.Symmetries(p) {
		i[fmt.Sprint(g.Apply(s))] = true
	}
}

// has reports whether a solution is in the set.
func (i solutionImages) has(s puzzle.Solution) bool { return len(i) > 0 && i[fmt.Sprint(s)] }
