package native

import (
	"context"
	"math/big"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// countHidoku counts by enumeration in turn with [pathFrontier] where no clue
// but 1 and N is given, else with [pathParts]: see [countRace].
func countHidoku(ctx context.Context, p *puzzle.Hidoku, m *search.Meter) (*big.Int, error) {
	r := search.Start(ctx, m)
	defer r.Close()
	race := countRace{
		r: r, m: m, part: 1,
		enumerate: func(found func(int64) bool) error {
			return hidoku(p, r, func(puzzle.Solution) bool { return found(1) })
		},
	}
	race.other = func() (counter, error) {
		if onlyEnds(p) {
			return newLayerCount(newPathFrontier(p).layered(), r, m.Workers), nil
		}
		return newPathParts(p, r), nil
	}
	race.work = hidokuWork
	return race.run()
}

// hidokuWork returns the work from one time to another in steps of layers, about.
func hidokuWork(now, start search.Stats) int64 {
	return (now.Propagations-start.Propagations)/8 + 10*(now.Nodes-start.Nodes)
}
