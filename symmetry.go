package crosscut

import (
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"

	"crosscut/puzzle"
)

// CountUpToSymmetry is Count with solutions counted as one that the movements in
// [puzzle.Symmetries] carry into one another.
//
// On boards of numbers these movements have no fixed points: each number stands
// on one cell only, so a movement other than the identity changes every solution,
// and the classes all have as many members as there are movements. On draughtboards
// a solution can be symmetric, so there every solution is found and one of each
// class counted.
func CountUpToSymmetry(ctx context.Context, e Engine, p puzzle.Puzzle, m *Meter) (*big.Int, error) {
	if err := puzzle.Validate(p); err != nil {
		return new(big.Int), err
	}
	group := puzzle.Symmetries(p)
	if p.Family() == puzzle.FamilyDraughtboard {
		classes := int64(0)
		err := e.search(ctx, p, m, func(s puzzle.Solution) bool {
			if puzzle.Representative(s, group) {
				classes++
			}
			return true
		})
		return big.NewInt(classes), err
	}
	count, err := Count(ctx, e, p, m)
	// An unfinished count can have parts of classes, and these are classes as well.
	count.Add(count, big.NewInt(int64(len(group)-1)))
	return count.Div(count, big.NewInt(int64(len(group)))), err
}

// Distinct returns the first n solutions that a setter calls different: on a
// draughtboard no two of them are the same but for a symmetry of the puzzle, for no
// clue tells these apart; on other boards no two are the same. A nil error means that
// it found n, or there are no others.
func Distinct(ctx context.Context, e Engine, p puzzle.Puzzle, n int, m *Meter) ([]puzzle.Solution, error) {
	if _, stones := p.(*puzzle.Draughtboard); !stones {
		return First(ctx, e, p, n, m)
	}
	group := puzzle.Symmetries(p)
	var found []puzzle.Solution
	images := make(map[string]bool) // of those found, as texts
	err := e.search(ctx, p, m, func(s puzzle.Solution) bool {
		if images[solutionKey(s)] {
			return true
		}
		found = append(found, slices.Clone(s))
		for _, g := range group {
			images[solutionKey(g.Apply(s))] = true
		}
		return len(found) != n
	})
	if errors.Is(err, ErrStopped) {
		err = nil
	}
	return found, err
}

// solutionKey returns a text that no other solution of the puzzle has.
func solutionKey(s puzzle.Solution) string {
	key := make([]byte, 0, 2*len(s))
	for _, v := range s {
		key = binary.AppendVarint(key, int64(v))
	}
	return string(key)
}
