package hidoku

import (
	"context"
	"math/big"
	"sync"

	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/native/internal/hidoku/paths"
	"crosscut/puzzle"
)

// Count counts in two ways: see [counting.TwoWays]. One is enumeration. The other is
// [paths.NewFrontier] where that applies, and [paths.parts] elsewhere. m must
// not be nil.
func Count(ctx context.Context, p *puzzle.Hidoku, m *meter.Meter) (*big.Int, error) {
	r := meter.Start(ctx, m)
	defer r.Close()
	var d *dispatcher
	byFrontier := sync.OnceValue(func() bool { return frontierCount.On() && paths.Applies(p) })
	twoWays := counting.TwoWays{
		Run: r, Meter: m, Part: 1,
		Work: func(now, start meter.Stats) int64 { return d.work(now, start) },
		Enumerate: func(found func(int64) bool) error {
			h := backtrack.NewSearch(p, r, func(puzzle.Solution) bool { return found(1) })
			h.Pause = func() bool { return found(0) }
			d = newDispatcher(h, firstPatience)
			return d.searchAll()
		},
		Pauses: byFrontier,
		Other: func() (counting.Counter, error) {
			if byFrontier() {
				if f := paths.NewFrontier(p, r); f != nil {
					return counting.NewLayers(f.Graph(), r, m.Workers), nil
				}
			}
			if !partsCount.On() {
				return nil, nil
			}
			return paths.NewParts(p, r), nil
		},
	}
	return twoWays.Count()
}
