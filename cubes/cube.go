// Package cubes cuts a puzzle into cubes. A cube is a puzzle of its own, and each
// solution of the whole puzzle belongs to exactly one cube. So cubes can be searched one
// by one, on several cores or on several machines. Each machine makes the same cubes and
// takes some of them.
//
// [Split] is for one machine, or for machines that share out the cubes beforehand. A [Tree]
// is for runs that cut some of the cubes further while they go on.
//
// The package knows no engine. The root package searches and counts cubes: see its
// SearchCubes, CountCubes and EnumerateCubes.
package cubes

import (
	"context"
	"errors"
	"slices"

	"crosscut/puzzle"
)

// Cube is a part of the solutions of a puzzle, and a puzzle itself. For a puzzle of
// numbers it is the same board with more clues. For a draughtboard it is the board
// without the cells of the stones that are laid, and the remaining stones. Any engine
// can search any cube. [Split] makes cubes. A Cube is small, and may be copied. Several
// goroutines may use it at once.
//
// The counts and solutions of the root package include the images that a cube stands for.
// Whoever counts the solutions of [Cube.Puzzle] himself multiplies by [Cube.Images].
type Cube struct {
	index  int
	path   Path
	cut    int     // how many cubes Children makes
	source *source // knows how to cut the cube; nil in the zero value
	chosen []int   // the ways from the whole puzzle to the cube
	whole  puzzle.Puzzle
	part   puzzle.Puzzle
	lift   lifter            // nil if the boards are the same
	images []puzzle.Symmetry // symmetries of whole that the cube stands for; the first is the identity
	share  float64
}

// lifter makes a solution of the whole puzzle from one of a cube, in the memory of to if it
// is long enough.
type lifter func(to, part puzzle.Solution) puzzle.Solution

// Index returns the position of the cube in the result of [Split] or [Cube.Split], counted
// from 0.
func (c *Cube) Index() int { return c.index }

// Path returns the way from the whole puzzle to the cube.
func (c *Cube) Path() Path { return c.path }

// Split cuts the cube into n cubes, or a few more. Each solution of the cube belongs to
// exactly one of them. They are cubes of the same whole puzzle: each [Cube.Lift] makes
// solutions of that, and the cubes stand for the same [Cube.Images]. Their shares add up to
// at most that of this cube. They depend only on the cube and n.
//
// A single cube means that nothing is left to cut. No cube means that there is no solution.
// Time and errors are those of the function [Split].
func (c *Cube) Split(ctx context.Context, n int) ([]Cube, error) {
	if c.source == nil {
		return nil, errors.New("no cube: only Split and Tree make cubes")
	}
	if err := checkNumber(n); err != nil {
		return nil, err
	}
	return c.source.split(ctx, c.node(), n, c.path, c.cut)
}

// Children cuts the cube in the way that its plan says: see [Tree]. For a cube that the
// function [Split] made, these are [DefaultCut] cubes or a few more.
func (c *Cube) Children(ctx context.Context) ([]Cube, error) { return c.Split(ctx, c.cut) }

// node returns the cube as the root of a tree of cubes.
func (c *Cube) node() cubeNode {
	return cubeNode{chosen: c.chosen, images: c.images, share: c.share}
}

// Puzzle returns the puzzle whose solutions are those of the cube. On a draughtboard it
// has fewer cells and stones than the whole puzzle, once stones are laid.
func (c *Cube) Puzzle() puzzle.Puzzle { return c.part }

// Images returns how many solutions of the whole puzzle each solution of
// [Cube.Puzzle] stands for. These are the solution itself and its images under
// symmetries. The images lie in cubes that [Split] left out.
func (c *Cube) Images() int { return len(c.images) }

// Added returns the numbers that the cube adds to a puzzle of numbers, and their images. All other cells are
// [puzzle.Empty]. Other puzzles have none.
func (c *Cube) Added() (boards []puzzle.Solution) {
	whole, numbered := c.whole.(puzzle.Numbered)
	part, same := c.part.(puzzle.Numbered)
	if !numbered || !same {
		return nil
	}
	added := make(puzzle.Solution, whole.Board().Len())
	for i := range added {
		if added[i] = puzzle.Empty; whole.Clue(i) == puzzle.Empty {
			added[i] = part.Clue(i)
		}
	}
	for i := range c.images {
		boards = append(boards, slices.Clone(c.Image(i, nil, added)))
	}
	return boards
}

// Share returns an estimate of the cube's share of the whole search. The shares of all
// cubes of a puzzle add up to at most 1.
func (c *Cube) Share() float64 { return c.share }

// Whole returns the puzzle that was cut.
func (c *Cube) Whole() puzzle.Puzzle { return c.whole }

// Reduced reports whether the cube's board lacks cells of the whole board. If so,
// [Cube.Lift] adds them.
func (c *Cube) Reduced() bool { return c.lift != nil }

// Lift returns the solution of the whole puzzle that a solution of [Cube.Puzzle] stands
// for. It is s itself if the boards are the same. Otherwise it is in the memory of to, if that
// is long enough.
func (c *Cube) Lift(to, s puzzle.Solution) puzzle.Solution {
	if c.lift == nil {
		return s
	}
	return c.lift(to, s)
}

// Image returns the image of a solution of the whole puzzle under the i-th symmetry that
// the cube stands for, 0 ≤ i < [Cube.Images]. Image 0 is s itself. Others are in the memory of
// to, if that is long enough.
func (c *Cube) Image(i int, to, s puzzle.Solution) puzzle.Solution {
	if i == 0 {
		return s
	}
	return c.images[i].Apply(to, s)
}
