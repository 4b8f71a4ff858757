package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"crosscut/generate/internal/filling"
	"crosscut/meter"
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
		return magicSource(p, false).fill(ctx, rng)
	}
	return nil, errors.New("only a Hidoku or a magic board can be filled with numbers")
}

// Dissect cuts a board at random into stones of so many cells, each of them connected. The colours of the
// cells are those of a draughtboard whose first corner is black. It fails with a [*meter.LimitError] when
// it finds no such cut, and with the cause of the end of ctx.
func Dissect(ctx context.Context, board *puzzle.Board, smallest, largest int, rng *rand.Rand) ([]puzzle.Stone, error) {
	if board == nil {
		return nil, errors.New("there is no board to cut")
	}
	parts := filling.Draughtboard(ctx, board, smallest, largest, rng)
	if err := context.Cause(ctx); parts == nil && err != nil {
		return nil, err
	}
	if parts == nil {
		return nil, &meter.LimitError{What: fmt.Sprintf("cuts into stones of %d to %d cells", smallest, largest)}
	}
	return parts.Stones(func(row, col int) puzzle.Colour { return []puzzle.Colour{puzzle.Black, puzzle.White}[(row+col)%2] })
}
