package generate

import (
	"context"
	"errors"
	"math/rand/v2"

	"crosscut/generate/internal/filling"
	"crosscut/puzzle"
)

// Fill returns a random solution of an empty Hidoku or magic board. The same numbers of rng give the same
// solution. It fails when there is none, with a [*meter.LimitError] when none was found, and with the cause
// of the end of ctx.
func Fill(ctx context.Context, p puzzle.Numbered, rng *rand.Rand) (puzzle.Solution, error) {
	switch p := p.(type) {
	case *puzzle.Hidoku:
		return filling.Hidoku(ctx, p, rng)
	case *puzzle.Magic:
		return magicSource(p, new(Wish)).fill(ctx, rng)
	}
	return nil, errors.New("only a Hidoku or a magic board can be filled with numbers")
}
