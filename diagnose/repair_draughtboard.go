package diagnose

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"crosscut"
	"crosscut/puzzle"
)

// A draughtboard has no clues, so its repair changes stones, how often they are used, and how many cells
// stay bare. See repair_join.go for several solutions and repair_redraw.go for none.
//
// The repair works on a board on which each stone that must be used has a stock of its own. After them, the
// other stones of a kind have one stock, of which any number may be used. So a solution uses the former first.

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
	given  *puzzle.Draughtboard
	puzzle *puzzle.Draughtboard

	// Per stock of puzzle, stones of the given board, counted from 1: those that were joined in it, or
	// those of which any number may be used.
	origin [][]int
}

// stoneChange is a change to a board, and the work on the board after it.
type stoneChange struct {
	mend Mend
	to   *draughtboardRepair
	away int // of a stone that is drawn anew, in how many cells it differs from the old one
}

func repairDraughtboard(ctx context.Context, e crosscut.Engine, p *puzzle.Draughtboard, m *crosscut.Meter) (*Repaired, error) {
	r, err := (&draughtboardRepair{ctx: ctx, engine: e, meter: m, given: p, puzzle: p}).withStockEach()
	if err != nil {
		return nil, err
	}
	pool, err := crosscut.Distinct(ctx, e, r.puzzle, joinSolutions, m)
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

// withStockEach returns the work on the same board with stocks as the repair wants them.
func (r *draughtboardRepair) withStockEach() (*draughtboardRepair, error) {
	p := r.puzzle
	var stocks, open []puzzle.Stock
	var origin, openOrigin [][]int
	used, at := make([]int, len(p.Stones())), make([]int, len(p.Stones())) // per kind; at is one more than the place in open
	for s, kind := range p.Kinds() {
		stock := p.Stock(s)
		switch used[kind]++; {
		case used[kind] <= p.Least(kind):
			stock.Count = puzzle.Range{Least: 1, Most: 1}
			stocks, origin = append(stocks, stock), append(origin, []int{s + 1})
		case at[kind] > 0:
			i := at[kind] - 1
			if most := p.Board().Len() / len(stock.Stone.Cells()); open[i].Count.Most < most { // no more have room
				open[i].Count.Most++
				openOrigin[i] = append(openOrigin[i], s+1)
			}
		default:
			stock.Count = puzzle.Range{Least: 0, Most: 1}
			open, openOrigin = append(open, stock), append(openOrigin, []int{s + 1})
			at[kind] = len(open)
		}
	}
	return r.with(p.Gaps(), append(stocks, open...), append(origin, openOrigin...))
}

// with returns the work on the same board with other stones and gaps.
func (r *draughtboardRepair) with(gaps puzzle.Range, stocks []puzzle.Stock, origin [][]int) (*draughtboardRepair, error) {
	old := r.puzzle.Setup()
	p, err := puzzle.Setup{Board: old.Board, Corner: old.Corner, Flips: old.Flips, Gaps: gaps, Stocks: stocks}.New()
	if err != nil {
		return nil, err
	}
	to := *r
	to.puzzle, to.origin = p, origin
	return &to, nil
}

// stockOf returns the stock of a stone, counted from 1.
func (r *draughtboardRepair) stockOf(stone int) int {
	for i, stock := range r.puzzle.Setup().Stocks {
		if stone -= stock.Count.Most; stone <= 0 {
			return i
		}
	}
	return -1
}

// isOpen reports whether any number of the stones of a stock may be used.
func isOpen(stock puzzle.Stock) bool { return stock.Count.Least == 0 }

// firstOpen returns the number of stocks before those that are open.
func firstOpen(stocks []puzzle.Stock) int {
	if i := slices.IndexFunc(stocks, isOpen); i >= 0 {
		return i
	}
	return len(stocks)
}

// stoneOn returns the stone that covers cells of a solution. It has no colours if withoutColours is set.
func (r *draughtboardRepair) stoneOn(cells []int, s puzzle.Solution, withoutColours bool) (puzzle.Stone, error) {
	corner := r.puzzle.Setup().Corner
	if corner == puzzle.AnyColour {
		corner = puzzle.Black
		if slices.ContainsFunc(s, func(v int) bool { return v < 0 }) {
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

// versions returns the ways to draw a stone: all its versions, or one if it may not lie in all ways.
func (r *draughtboardRepair) versions(stock puzzle.Stock) []puzzle.Stone {
	if stock.NoFlips || stock.NoTurns {
		return []puzzle.Stone{stock.Stone}
	}
	return stock.Stone.Versions(r.puzzle.Setup().Flips)
}

// versionKey returns a text that is equal for all versions of a stone.
func (r *draughtboardRepair) versionKey(stock puzzle.Stock) string {
	return slices.MinFunc(r.versions(stock), func(a, b puzzle.Stone) int { return cmp.Compare(a.String(), b.String()) }).String()
}

func abs(n int) int { return max(n, -n) }
