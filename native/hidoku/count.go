package hidoku

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Count counts in two ways: see [counting.TwoWays]. One is enumeration. The other is
// [pathcount.NewFrontier] where that applies, and [pathcount.Parts] elsewhere. m must
// not be nil.
func Count(ctx context.Context, p *puzzle.Hidoku, m *meter.Meter) (*big.Int, error) {
	r := search.Start(ctx, m)
	defer r.Close()
	twoWays := counting.TwoWays{
		Run: r, Meter: m, Part: 1,
		Enumerate: func(found func(int64) bool) error {
			return Search(p, r, func(puzzle.Solution) bool { return found(1) })
		},
	}
	twoWays.Other = func() (counting.Counter, error) {
		if frontierCount.On() && pathcount.Applies(p) {
			if f := pathcount.NewFrontier(p); f != nil {
				return counting.NewLayers(f.Graph(), r, m.Workers), nil
			}
		}
		if !partsCount.On() {
			return nil, nil
		}
		return pathcount.NewParts(p, r), nil
	}
	twoWays.Work = pathcount.EnumerationWork
	return twoWays.Count()
}
