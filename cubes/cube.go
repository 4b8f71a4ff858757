// Package cubes cuts a puzzle into cubes. A cube is a puzzle of its own, and each
// solution of the whole puzzle belongs to exactly one cube. So cubes can be searched one
// by one, on several cores or on several machines. Each machine makes the same cubes and
// takes some of them.
//
// [Split] is for one machine, or for machines that share out the cubes beforehand. A [Tree]
// is for runs that cut some of the cubes further while they go on.
//
// The package knows no engine. Any engine counts the solutions of a cube, and the root package has SearchCube.
package cubes

import (
	"iter"

	"crosscut/puzzle"
)

// Cube is a part of the solutions of a puzzle, and a puzzle itself. For a puzzle of
// numbers it is the same board with more clues. For a draughtboard it is the board
// without the cells of the stones that are laid, and the remaining stones. Any engine
// can search any cube. [Split] makes cubes. A Cube is small, and may be copied. Several
// goroutines may use it at once.
//
// Whoever counts the solutions of Puzzle multiplies by Images.
type Cube struct {
	// Puzzle has the solutions of the cube. On a draughtboard it has fewer cells and stones than the whole puzzle, once
	// stones are laid.
	Puzzle puzzle.Puzzle

	// Images is how many solutions of the whole puzzle each solution of Puzzle stands for. These are the solution
	// itself and its images under symmetries. The images lie in cubes that [Split] left out.
	Images int

	Share float64       // an estimate of the cube's share of the whole search; those of all cubes add up to at most 1
	Whole puzzle.Puzzle // the puzzle that was cut

	lift   lifter            // nil if the boards are the same
	images []puzzle.Symmetry // symmetries of Whole that the cube stands for; the first is the identity
}

// lifter makes a solution of the whole puzzle from one of a cube, in the memory of to if it
// is long enough.
type lifter func(to, part puzzle.Solution) puzzle.Solution

// Lift returns a function for one goroutine. It yields the solutions of the whole puzzle that a solution of
// Puzzle stands for: as many as Images. The first is the solution itself, on the board of the whole
// puzzle. Each is valid until the next one.
func (c *Cube) Lift() func(puzzle.Solution) iter.Seq[puzzle.Solution] {
	var lifted, image puzzle.Solution // memory for all solutions
	return func(s puzzle.Solution) iter.Seq[puzzle.Solution] {
		return func(yield func(puzzle.Solution) bool) {
			if c.lift != nil {
				lifted = c.lift(lifted, s)
				s = lifted
			}
			for i := range c.images {
				t := s
				if i > 0 {
					image = c.images[i].Apply(image, s)
					t = image
				}
				if !yield(t) {
					return
				}
			}
		}
	}
}
