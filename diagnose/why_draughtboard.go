package diagnose

import (
	"slices"

	"crosscut/internal/stones"
	"crosscut/puzzle"
)

// takeStones is takeParts for stones. If some are left out, single squares of any colour
// fill the rest of the board. So the question is whether the other stones fit together. If
// the puzzle is not plain, the rest stays bare.
func (w *conflictSearch) takeStones(p *puzzle.Draughtboard) {
	w.ofStones = true
	for s := range p.Stones() {
		w.set = append(w.set, s)
	}
	w.with = func(parts []int) (puzzle.Puzzle, error) {
		if puzzle.Variant(p) != "" {
			return withBareRest(p, parts)
		}
		filler, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
		if err != nil {
			return nil, err
		}
		var stones []puzzle.Stone
		open := p.Board().Len()
		for _, s := range parts {
			stones = append(stones, p.Stones()[s])
			open -= len(p.Stones()[s].Cells())
		}
		return puzzle.Setup{Board: p.Board(), Corner: p.Setup().Corner, Flips: p.Setup().Flips, Stones: append(stones, slices.Repeat([]puzzle.Stone{filler}, open)...)}.New()
	}
}

// withBareRest returns the puzzle with some of its stones. The rest of the board stays bare.
func withBareRest(p *puzzle.Draughtboard, stones []int) (puzzle.Puzzle, error) {
	setup := p.Setup()
	setup.Sets, setup.Stocks, setup.Gaps = nil, nil, puzzle.Range{Least: p.Board().Len(), Most: p.Board().Len()}
	for _, s := range stones {
		stock := p.Stock(s)
		stock.Count = puzzle.Range{Least: 1, Most: 1}
		setup.Stocks = append(setup.Stocks, stock)
		setup.Gaps.Least -= len(stock.Stone.Cells())
	}
	setup.Gaps.Most = setup.Gaps.Least
	return setup.New()
}

// checkCounts finds reasons that need no search: unequal numbers of cells, and cells that
// no stone can cover.
func (w *conflictSearch) checkCounts(p *puzzle.Draughtboard) {
	if err := p.Balance(); err != nil {
		w.conflict.Count = err.Error()
		return
	}
	covered := make([]bool, p.Board().Len())
	for s, first := range p.Kinds() {
		if s != first {
			continue
		}
		versions := p.Versions(s)
		for c := range covered {
			for _, q := range stones.From(p, c, versions, p.Colourings()) {
				for _, d := range q.Cells {
					covered[d] = true
				}
			}
		}
	}
	for c, isCovered := range covered {
		if !isCovered {
			w.conflict.Bare = append(w.conflict.Bare, c)
		}
	}
	if len(w.conflict.Bare) <= p.Gaps().Most { // they may stay bare
		w.conflict.Bare = nil
	}
}
