// Package cubes cuts a puzzle into cubes: puzzles that share out its solutions. It knows
// no engine, so any engine can search any cube. It also serves counts that many machines
// share: each machine makes the same cubes and takes some of them.
//
// The root package searches and counts cubes: see its SearchCubes, CountCubes and
// EnumerateCubes.
package cubes

import (
	"crypto/sha256"
	"fmt"

	"crosscut/puzzle"
)

// Cube is a part of the solutions of a puzzle, and a puzzle itself: the whole one
// with more clues, or a draughtboard on which some stones lie, of which the squares
// and stones that are left remain. So any engine can search any cube, and cubes of
// one puzzle can be searched by different ones. [Split] makes cubes.
type Cube struct {
	index  int
	whole  puzzle.Puzzle
	part   puzzle.Puzzle
	lift   func(puzzle.Solution) puzzle.Solution // of part to whole; nil where they are the same
	images []puzzle.Symmetry                     // of whole: the first is the identity
	share  float64
}

// Index returns where the cube stood among those that [Split] made, counted from 0.
func (c *Cube) Index() int { return c.index }

// Puzzle returns the puzzle whose solutions are those of the cube. On a draughtboard
// with stones laid its cells and stones are fewer than the whole one's.
func (c *Cube) Puzzle() puzzle.Puzzle { return c.part }

// Images returns how many solutions of the whole puzzle each solution of
// [Cube.Puzzle] stands for: itself, and its images under that many symmetries less
// one, whose cubes are not searched.
func (c *Cube) Images() int { return len(c.images) }

// Share returns the share of the whole search that the cube is thought to be. The
// shares of all cubes of a puzzle add up to one at most.
func (c *Cube) Share() float64 { return c.share }

// Whole returns the puzzle that was cut.
func (c *Cube) Whole() puzzle.Puzzle { return c.whole }

// Reduced reports whether the cube's board lacks cells of the whole board. Then [Cube.Lift]
// adds them.
func (c *Cube) Reduced() bool { return c.lift != nil }

// Lift returns the solution of the whole puzzle that a solution of [Cube.Puzzle] stands
// for. It is s itself where the boards are the same.
func (c *Cube) Lift(s puzzle.Solution) puzzle.Solution {
	if c.lift == nil {
		return s
	}
	return c.lift(s)
}

// Image returns the image of a solution of the whole puzzle under the i-th symmetry that
// the cube stands for, 0 ≤ i < [Cube.Images]. The image number 0 is s itself.
func (c *Cube) Image(i int, s puzzle.Solution) puzzle.Solution {
	if i == 0 {
		return s
	}
	return c.images[i].Apply(s)
}

// Hash returns a hash of what the cubes are, in their order: 64 hexadecimal
// digits that are the same where [Split] has cut the same puzzle in the same way.
func Hash(cubes []Cube) string {
	hash := sha256.New()
	for i := range cubes {
		c := &cubes[i]
		fmt.Fprintf(hash, "%d\n%s\n", len(c.images), c.part) // never fails, says hash.Hash
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}
