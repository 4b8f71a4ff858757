package hidoku

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Count counts by enumeration in turn with [pathFrontier] where no clue
// but 1 and N is given, else with [pathParts]: see [counting.TwoWays].
func Count(ctx context.Context, p *puzzle.Hidoku, m *search.Meter) (*big.Int, error) {
	r := search.Start(ctx, m)
	defer r.Close()
	race := counting.TwoWays{
		Run: r, Meter: m, Part: 1,
		Enumerate: func(found func(int64) bool) error {
			return Search(p, r, func(puzzle.Solution) bool { return found(1) })
		},
	}
	race.Other = func() (counting.Counter, error) {
		if onlyEnds(p) {
			return counting.NewLayers(newPathFrontier(p).layered(), r, m.Workers), nil
		}
		return newPathParts(p, r), nil
	}
	race.Work = hidokuWork
	return race.Count()
}

// hidokuWork returns the work from one time to another in steps of layers, about.
func hidokuWork(now, start search.Stats) int64 {
	return (now.Propagations-start.Propagations)/8 + 10*(now.Nodes-start.Nodes)
}
