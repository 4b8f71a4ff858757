package diagnose

import (
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// takeStones is takeParts for the stones that must be used. If some are left out, the rest of the board
// stays bare. So the question is whether the others fit together.
func (w *conflictSearch) takeStones(p *puzzle.Draughtboard) {
	w.ofStones = true
	used := make([]int, len(p.Stones())) // per kind
	for s, kind := range p.Kinds() {
		if used[kind] < p.Least(kind) {
			w.set = append(w.set, s)
		}
		used[kind]++
	}
	w.with = func(parts []int) (puzzle.Puzzle, error) {
		setup := puzzle.Setup{Board: p.Board(), Corner: p.Setup().Corner, Flips: p.Setup().Flips}
		bare := p.Board().Len()
		for _, s := range parts {
			stock := p.Stock(s)
			stock.Count = puzzle.Range{Least: 1, Most: 1}
			setup.Stocks = append(setup.Stocks, stock)
			bare -= len(stock.Stone.Cells())
		}
		setup.Gaps = puzzle.Range{Least: bare, Most: bare}
		return setup.New()
	}
}

// tryGaps sets Gaps if the stones that must be used fit together. It is for a board without a solution,
// where the number of stones is open.
func (w *conflictSearch) tryGaps(p *puzzle.Draughtboard) error {
	ask := func(q puzzle.Puzzle) (puzzle.Solution, error) {
		s, _, err := w.ask(q, w.meter.MaxNodes)
		return s, err
	}
	fits, err := w.with(w.set)
	if err != nil {
		return err
	}
	if s, err := ask(fits); err != nil || s == nil {
		return err
	}
	w.conflict.Gaps, err = nearestGaps(p, ask)
	return err
}

// nearestGaps returns the numbers of bare cells with which a board has a solution, the nearest below and
// above those that it allows. ask returns a solution, or nil; each brings a number that is nearer.
func nearestGaps(p *puzzle.Draughtboard, ask func(puzzle.Puzzle) (puzzle.Solution, error)) (gaps []int, err error) {
	asked, most := p.Gaps(), p.Board().Len()
	if p.Signed() {
		most-- // a board without stones has no colours
	}
	for _, rest := range []puzzle.Range{{Least: 0, Most: asked.Least - 1}, {Least: asked.Most + 1, Most: most}} {
		below, nearest := rest.Most < asked.Least, -1
		for {
			q, err := withGaps(p, rest)
			if err != nil { // no such number goes with the stones
				break
			}
			s, err := ask(q)
			if err != nil {
				return nil, err
			}
			if s == nil {
				break
			}
			if nearest = bareCells(s); below {
				rest.Least = nearest + 1
			} else {
				rest.Most = nearest - 1
			}
		}
		if nearest >= 0 {
			gaps = append(gaps, nearest)
		}
	}
	return gaps, nil
}

// withGaps returns the board with another number of bare cells.
func withGaps(p *puzzle.Draughtboard, gaps puzzle.Range) (*puzzle.Draughtboard, error) {
	setup := p.Setup()
	setup.Gaps = gaps
	return setup.New()
}

// bareCells returns how many cells of a filled draughtboard are bare.
func bareCells(s puzzle.Solution) (count int) {
	for _, v := range s {
		if v == puzzle.Bare {
			count++
		}
	}
	return count
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
			for _, q := range space.StonesFrom(p, c, versions, p.Colourings()) {
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
