package native

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/draughtboard"
	"crosscut/native/hidoku"
	"crosscut/native/magic"
	"crosscut/puzzle"
)

// Count returns how many solutions p has, which may be more than an int64 holds. With an
// error it returns nil: ways of counting other than enumeration have no solutions to
// show for an unfinished count. A traced count enumerates, since only enumeration has
// steps to show. The errors are those of package search. A nil m means no limits.
func Count(ctx context.Context, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	if m == nil {
		m = new(search.Meter)
	}
	if m.Trace != nil {
		return enumerate(ctx, p, m)
	}
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return hidoku.Count(ctx, p, m)
	case *puzzle.Draughtboard:
		return draughtboard.Count(ctx, p, m)
	case *puzzle.Magic:
		return magic.Count(ctx, p, m)
	}
	return enumerate(ctx, p, m)
}

// enumerate counts by finding every solution.
func enumerate(ctx context.Context, p puzzle.Puzzle, m *search.Meter) (*big.Int, error) {
	count := int64(0)
	err := Search(ctx, p, m, func(puzzle.Solution) bool {
		count++
		return true
	})
	if err != nil {
		return nil, err
	}
	return big.NewInt(count), nil
}
