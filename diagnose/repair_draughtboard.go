package diagnose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/puzzle"
)

// A draughtboard has no clues, so its repair changes stones. See repair_join.go for
// several solutions and repair_redraw.go for none.

// joinSolutions bounds the solutions in which stones to join are looked for.
// gapSolutions bounds, for each stone, the solutions in which gaps are looked for.
const (
	joinSolutions = 60
	gapSolutions  = 20_000
)

type draughtboardRepair struct {
	ctx    context.Context
	engine crosscut.Engine
	meter  *crosscut.Meter
	puzzle *puzzle.Draughtboard

	// Per stone of puzzle, the stones of the original board that were joined in it,
	// counted from 1.
	origin [][]int
}

// stoneChange is a change to a board, and the work on the board after it.
type stoneChange struct {
	mend Mend
	to   *draughtboardRepair
}

func repairDraughtboard(ctx context.Context, e crosscut.Engine, p *puzzle.Draughtboard, m *crosscut.Meter) (*Repaired, error) {
	if puzzle.Variant(p) != "" {
		return nil, fmt.Errorf("no repair of a draughtboard with %s", puzzle.Variant(p))
	}
	r := &draughtboardRepair{ctx: ctx, engine: e, meter: m, puzzle: p}
	for i := range p.Stones() {
		r.origin = append(r.origin, []int{i + 1})
	}
	pool, err := crosscut.Distinct(ctx, e, p, joinSolutions, m)
	switch {
	case err != nil:
		return nil, err
	case len(pool) == 0:
		return r.redraw()
	case len(pool) == 1:
		return &Repaired{Puzzle: p}, nil
	}
	result, err := r.joinStones(pool)
	if errors.Is(err, ErrNoJoin) {
		return r.redrawToOne()
	}
	return result, err
}

// leaveOne tries the changes in order and returns those that leave one solution, at most
// maxOthers+1. It tries at most maxTries changes.
func (r *draughtboardRepair) leaveOne(changes []stoneChange) (ways []stoneChange, err error) {
	for _, c := range changes[:min(len(changes), maxTries)] {
		found, err := crosscut.Distinct(r.ctx, r.engine, c.to.puzzle, 2, r.meter)
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			if ways = append(ways, c); len(ways) > maxOthers {
				break
			}
		}
	}
	return ways, nil
}

// repaired returns the result. Each way has one change.
func repaired(ways []stoneChange) *Repaired {
	result := &Repaired{Puzzle: ways[0].to.puzzle, Mends: []Mend{ways[0].mend}}
	for _, c := range ways[1:] {
		result.Others = append(result.Others, []Mend{c.mend})
	}
	return result
}

// withStones returns the work on the same board with other stones.
func (r *draughtboardRepair) withStones(stones []puzzle.Stone, from [][]int) (*draughtboardRepair, error) {
	p, err := puzzle.Setup{Board: r.puzzle.Board(), Corner: r.puzzle.Setup().Corner, Flips: r.puzzle.Setup().Flips, Stones: stones}.New()
	if err != nil {
		return nil, err
	}
	to := *r
	to.puzzle, to.origin = p, from
	return &to, nil
}

// stoneOn returns the stone that covers cells. It has no colours if withoutColours is set.
func (r *draughtboardRepair) stoneOn(cells []int, white, withoutColours bool) (puzzle.Stone, error) {
	corner := r.puzzle.Setup().Corner
	if corner == puzzle.AnyColour {
		corner = puzzle.Black
		if white {
			corner = puzzle.White
		}
	}
	list := make([]puzzle.StoneCell, len(cells))
	for i, c := range cells {
		row, col := r.puzzle.Board().Pos(c)
		list[i] = puzzle.StoneCell{Row: row, Col: col, Colour: puzzle.AnyColour}
		if !withoutColours {
			list[i].Colour = r.puzzle.ColourAt(c, corner)
		}
	}
	return puzzle.NewStone(list)
}

// versionKey returns a text that is equal for all versions of a stone.
func versionKey(s puzzle.Stone, flips bool) string {
	return slices.MinFunc(s.Versions(flips), func(a, b puzzle.Stone) int { return cmp.Compare(a.String(), b.String()) }).String()
}

func abs(n int) int { return max(n, -n) }
