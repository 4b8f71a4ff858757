package native

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

func countMagic(ctx context.Context, p *puzzle.Magic, m *search.Meter) (*big.Int, error) {
	return enumerate(ctx, p, m)
}
