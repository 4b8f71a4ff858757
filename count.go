package crosscut

import (
	"context"
	"math/big"

	"crosscut/puzzle"
)

// CountFunc counts every solution of p by other means than finding each. A nil
// error means that the count is exact. With an error, which is one of those of
// [SearchFunc], the count is a lower bound, or nil, and then what m counted as
// solutions is one.
type CountFunc func(ctx context.Context, p puzzle.Puzzle, m *Meter) (*big.Int, error)

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
