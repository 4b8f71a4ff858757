package crosscut

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"crosscut/meter"
	"crosscut/puzzle"
)

// CountUpToSymmetry is [Count], except that solutions count as one if a movement in
// [puzzle.Symmetries] carries one into the other. With an error the count is a lower
// bound.
//
// Where each number stands once, a movement other than the identity changes every solution.
// So all classes are as large as the group, and the count is divided. It is an error if a
// complete count is no multiple of that size. On a draughtboard, and on a magic board where a
// number may stand several times, a solution can be symmetric itself. Types of other packages
// do not say whether it can. So for all of these it finds every solution and counts one of
// each class.
func CountUpToSymmetry(ctx context.Context, e Engine, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	if err := puzzle.Validate(p); err != nil {
		return new(big.Int), err
	}
	group := puzzle.Symmetries(p)
	if !moveAll(p) {
		classes := int64(0)
		err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
			if representative(s, group) {
				classes++
			}
			return true
		})
		return big.NewInt(classes), err
	}
	count, err := Count(ctx, e, p, m)
	if count == nil {
		return new(big.Int), err
	}
	classes, rest := new(big.Int).QuoRem(count, big.NewInt(int64(len(group))), new(big.Int))
	if rest.Sign() == 0 {
		return classes, err
	}
	if err == nil {
		err = fmt.Errorf("engine %s counted %v solutions, which are not classes of %d each", e.Name, count, len(group))
	}
	return classes.Add(classes, big.NewInt(1)), err // the part of a class is of one more
}

// Distinct returns the first n solutions that differ in more than a symmetry of a
// draughtboard. On boards of numbers these are the first n solutions. On a draughtboard,
// two solutions that a symmetry of the puzzle exchanges count as one, because no clue
// tells them apart. A nil error means that it found n, or that there are no others.
func Distinct(ctx context.Context, e Engine, p puzzle.Puzzle, n int, m *meter.Meter) ([]puzzle.Solution, error) {
	group := puzzle.Symmetries(p)
	if _, numbers := p.(puzzle.Numbered); numbers || len(group) < 2 {
		return First(ctx, e, p, n, m)
	}
	var found []puzzle.Solution
	images := make(map[Digest]bool) // of all images of the solutions found, each alone
	err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		if images[digestOf(s)] {
			return true
		}
		found = append(found, slices.Clone(s))
		for _, g := range group {
			images[digestOf(g.Apply(nil, s))] = true
		}
		return len(found) != n
	})
	if errors.Is(err, meter.ErrStopped) {
		err = nil
	}
	return found, err
}

// moveAll reports whether every symmetry except the identity moves every solution. This holds
// if each number stands once. Then all classes of solutions have the same size. On a magic
// board where a number stands several times, and with stones, a solution may be its own image.
// A [puzzle.Numbered] of another package does not say how often a number stands.
func moveAll(p puzzle.Puzzle) bool {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return true
	case *puzzle.Magic:
		return !p.Repeats()
	}
	return false
}

// representative reports whether the canonical solution x is the least of its images
// under group, in lexicographic order. group is what [puzzle.Symmetries] returned. Among all
// images of a solution exactly one is the representative. So the number of
// representatives is the number of solutions up to symmetry.
func representative(x puzzle.Solution, group []puzzle.Symmetry) bool {
	return !slices.ContainsFunc(group, func(s puzzle.Symmetry) bool { return slices.Compare(s.Apply(nil, x), x) < 0 })
}
