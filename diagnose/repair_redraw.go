package diagnose

import (
	"cmp"
	"errors"
	"slices"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Redrawing a stone is the repair of a draughtboard without a solution, or of one with
// several whose stones cannot be joined.
//
// The board is solved without the stone, and single squares of any colour fill the rest.
// If these squares are connected in a solution, the stone can be redrawn to fill them.
// Redrawn stones that differ least from the old one are tried first. gapSolutions and
// maxTries bound the effort.

// redrawToOne redraws a stone so that one of several solutions is left. If no stone does
// it, it fails with [ErrNoJoin], because joins have been tried before.
func (r *draughtboardRepair) redrawToOne() (*Repaired, error) {
	changes, err := r.redraws()
	if err != nil {
		return nil, err
	}
	ways, err := r.leaveOne(changes)
	switch {
	case err != nil:
		return nil, err
	case len(ways) == 0:
		return nil, ErrNoJoin
	}
	return repaired(ways), nil
}

func (r *draughtboardRepair) redraw() (*Repaired, error) {
	changes, err := r.regaps()
	if err == nil {
		var redrawn []stoneChange
		redrawn, err = r.redraws()
		changes = append(changes, redrawn...)
	}
	switch {
	case err != nil:
		return nil, err
	case len(changes) == 0:
		return nil, ErrNoRedraw
	}
	ways, err := r.leaveOne(changes)
	if err != nil {
		return nil, err
	}
	if len(ways) > 0 {
		return repaired(ways), nil
	}
	first := changes[0]
	pool, err := crosscut.Distinct(r.ctx, r.engine, first.to.puzzle, joinSolutions, r.meter)
	if err != nil {
		return nil, err
	}
	result, err := first.to.joinStones(pool)
	if errors.Is(err, ErrNoJoin) {
		return nil, ErrNoRedraw
	}
	if err != nil {
		return nil, err
	}
	return &Repaired{Puzzle: result.Puzzle, Mends: append([]Mend{first.mend}, result.Mends...)}, nil
}

// regaps returns the numbers of bare cells with which there are solutions, where the number of stones is
// open: the nearest below and above those that are allowed.
func (r *draughtboardRepair) regaps() (changes []stoneChange, err error) {
	if space.Fixed(r.puzzle) {
		return nil, nil
	}
	gaps, err := nearestGaps(r.puzzle, func(p puzzle.Puzzle) (puzzle.Solution, error) {
		found, err := crosscut.First(r.ctx, r.engine, p, 1, r.meter)
		if len(found) == 0 {
			return nil, err
		}
		return found[0], nil
	})
	for _, bare := range gaps {
		to, fault := r.with(puzzle.Range{Least: bare, Most: bare}, r.puzzle.Setup().Stocks, r.origin)
		if fault != nil {
			return nil, fault
		}
		changes = append(changes, stoneChange{mend: Mend{Count: &bare}, to: to})
	}
	return changes, err
}

// redraws returns the changes of one stone after which there are solutions. Those that
// change the stone least come first. A stone that may be left out is not redrawn.
func (r *draughtboardRepair) redraws() ([]stoneChange, error) {
	var changes []stoneChange
	stocks := r.puzzle.Setup().Stocks
	for s, first := range r.puzzle.Kinds() {
		i := r.stockOf(s + 1)
		if s != first || isOpen(stocks[i]) {
			continue
		}
		list, err := r.redrawsOf(i)
		if err != nil {
			return nil, err
		}
		for j := range list {
			list[j].away = r.distance(stocks[i].Stone, list[j].to.puzzle.Setup().Stocks[i])
		}
		changes = append(changes, list...)
	}
	slices.SortStableFunc(changes, func(a, b stoneChange) int { return cmp.Compare(a.away, b.away) })
	return changes, nil
}

// redrawsOf returns the changes of the stone of a stock: connected holes that the other stones
// leave. Single squares fill the holes in the search, and come first among the stones.
func (r *draughtboardRepair) redrawsOf(stock int) (changes []stoneChange, err error) {
	single, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	if err != nil {
		return nil, err
	}
	stocks := slices.Clone(r.puzzle.Setup().Stocks)
	redrawn := stocks[stock]
	size, coloured := len(redrawn.Stone.Cells()), space.Coloured(redrawn.Stone)
	filler := puzzle.Stock{Stone: single, Count: puzzle.Range{Least: size, Most: size}}
	search, err := r.with(r.puzzle.Gaps(), slices.Insert(slices.Delete(stocks, stock, stock+1), 0, filler), nil)
	if err != nil {
		return nil, err
	}
	met := make(map[string]bool)
	looked := 0
	var failed error
	err = r.engine.Search(r.ctx, search.puzzle, r.meter, func(s puzzle.Solution) bool {
		var hole []int
		for c, v := range s {
			if v != puzzle.Bare && abs(v) <= size {
				hole = append(hole, c)
			}
		}
		var fault error
		redrawn.Stone, fault = r.stoneOn(hole, s, !coloured)
		if key := r.versionKey(redrawn); fault == nil && !met[key] {
			met[key] = true
			var c stoneChange
			if c, failed = r.withRedrawn(stock, redrawn); failed != nil {
				return false
			}
			changes = append(changes, c)
		}
		looked++
		return looked < gapSolutions && len(changes) < maxTries
	})
	if errors.Is(err, crosscut.ErrStopped) {
		err = nil
	}
	return changes, cmp.Or(failed, err)
}

// withRedrawn returns the change of the stone of a stock to another one. It takes
// the version that looks most like the old stone.
func (r *draughtboardRepair) withRedrawn(stock int, redrawn puzzle.Stock) (stoneChange, error) {
	stocks := slices.Clone(r.puzzle.Setup().Stocks)
	old := stocks[stock].Stone
	redrawn.Stone = slices.MinFunc(r.versions(redrawn), func(a, b puzzle.Stone) int {
		return cmp.Or(cmp.Compare(different(old, a), different(old, b)), cmp.Compare(a.String(), b.String()))
	})
	stocks[stock] = redrawn
	to, err := r.with(r.puzzle.Gaps(), stocks, r.origin)
	return stoneChange{mend: Mend{Stones: r.origin[stock], Stone: redrawn.Stone}, to: to}, err
}

// distance returns the least number of cells in which versions of two stones differ.
func (r *draughtboardRepair) distance(old puzzle.Stone, redrawn puzzle.Stock) int {
	least := len(old.Cells()) + len(redrawn.Stone.Cells())
	for _, v := range r.versions(redrawn) {
		least = min(least, different(old, v))
	}
	return least
}

// different counts the cells in which two stones differ: cells that only one of them has
// in this place and colour.
func different(a, b puzzle.Stone) int {
	same := 0
	for _, c := range b.Cells() {
		if slices.Contains(a.Cells(), c) {
			same++
		}
	}
	return len(a.Cells()) + len(b.Cells()) - 2*same
}
