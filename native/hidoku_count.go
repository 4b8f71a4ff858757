package native

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

func countHidoku(ctx context.Context, p *puzzle.Hidoku, m *search.Meter) (*big.Int, error) {
	return enumerate(ctx, p, m)
}
