package diagnose

import (
	"cmp"
	"errors"
	"slices"

	"crosscut"
	"crosscut/internal/stones"
	"crosscut/puzzle"
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
	changes, err := r.redraws()
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
	if err != nil {
		return nil, err
	}
	return &Repaired{Puzzle: result.Puzzle, Mends: append([]Mend{first.mend}, result.Mends...)}, nil
}

// redraws returns the changes of one stone after which there are solutions. Those that
// change the stone least come first.
func (r *draughtboardRepair) redraws() ([]stoneChange, error) {
	var changes []stoneChange
	for i, first := range r.puzzle.Kinds() {
		if i != first {
			continue
		}
		list, err := r.redrawsOf(i)
		if err != nil {
			return nil, err
		}
		changes = append(changes, list...)
	}
	away := make(map[*draughtboardRepair]int)
	for _, c := range changes {
		away[c.to] = r.distance(r.puzzle.Stones()[c.mend.Stones[0]-1], c.mend.Stone)
	}
	slices.SortStableFunc(changes, func(a, b stoneChange) int { return cmp.Compare(away[a.to], away[b.to]) })
	return changes, nil
}

// redrawsOf returns the changes of the i-th stone: connected gaps that the other stones
// leave. Single squares fill the gaps in the search.
func (r *draughtboardRepair) redrawsOf(i int) (changes []stoneChange, err error) {
	old := r.puzzle.Stones()[i]
	single, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	if err != nil {
		return nil, err
	}
	rest := slices.Delete(slices.Clone(r.puzzle.Stones()), i, i+1)
	others := len(rest)
	p, err := puzzle.Setup{Board: r.puzzle.Board(), Corner: r.puzzle.Setup().Corner, Flips: r.puzzle.Setup().Flips, Stones: append(rest, slices.Repeat([]puzzle.Stone{single}, len(old.Cells()))...)}.New()
	if err != nil {
		return nil, err
	}
	met := make(map[string]bool)
	looked := 0
	var failed error
	err = r.engine.Search(r.ctx, p, r.meter, func(s puzzle.Solution) bool {
		var gap []int
		for c, v := range s {
			if abs(v) > others {
				gap = append(gap, c)
			}
		}
		stone, fault := r.stoneOn(gap, s[0] < 0, !stones.Coloured(old))
		if key := versionKey(stone, r.puzzle.Setup().Flips); fault == nil && !met[key] {
			met[key] = true
			var c stoneChange
			if c, failed = r.withRedrawn(i, stone); failed != nil {
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

// withRedrawn returns the change of the i-th stone to another one. It takes
// the version that looks most like the old stone.
func (r *draughtboardRepair) withRedrawn(i int, stone puzzle.Stone) (stoneChange, error) {
	stones := slices.Clone(r.puzzle.Stones())
	old := stones[i]
	stones[i] = slices.MinFunc(stone.Versions(r.puzzle.Setup().Flips), func(a, b puzzle.Stone) int {
		return cmp.Or(cmp.Compare(different(old, a), different(old, b)), cmp.Compare(a.String(), b.String()))
	})
	to, err := r.withStones(stones, r.origin)
	return stoneChange{mend: Mend{Stones: r.origin[i], Stone: stones[i]}, to: to}, err
}

// distance returns the least number of cells in which versions of two stones differ.
func (r *draughtboardRepair) distance(old, stone puzzle.Stone) int {
	least := len(old.Cells()) + len(stone.Cells())
	for _, v := range stone.Versions(r.puzzle.Setup().Flips) {
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
