package native

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

func countDraughtboard(ctx context.Context, p *puzzle.Draughtboard, m *search.Meter) (*big.Int, error) {
	return enumerate(ctx, p, m)
}
