package hidoku

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Count counts in two ways: see [counting.TwoWays]. One is enumeration. The other is
// [frontier] where no number except 1 and N is given, and [partCount] elsewhere. m must
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
		if frontierCount.On() && onlyEnds(p) && isPlainPath(p) {
			if f := newFrontier(p); f != nil {
				return counting.NewLayers(f.graph(), r, m.Workers), nil
			}
		}
		if !partsCount.On() {
			return nil, nil
		}
		return newPartCount(p, r), nil
	}
	twoWays.Work = enumerationWork
	return twoWays.Count()
}

// enumerationWork returns the work done between two times. Its unit is about one step of
// a layer.
func enumerationWork(now, start search.Stats) int64 {
	return (now.Propagations-start.Propagations)/8 + 10*(now.Nodes-start.Nodes)
}
