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

// A draughtboard has no clues, so its stones are changed. Two stones that are joined, as
// they lie side by side in some solution, leave just the solutions in which they lie so:
// joining never makes solutions, and one stone over the whole board has a single one.
// Where there is no solution, one stone is drawn anew as a gap that the others leave.

// How many solutions are looked at: of a board with several for stones to join, and for
// each stone of a board without any for the gaps that the others leave.
const (
	joinPool = 60
	gapPool  = 20_000
)

// draughtboardRepair is the work on one draughtboard.
type draughtboardRepair struct {
	ctx    context.Context
	engine crosscut.Engine
	meter  *crosscut.Meter
	puzzle *puzzle.Draughtboard

	// Per stone of puzzle, the stones of the board given that it is made of, from 1.
	from [][]int
}

// change is a change to a board and what becomes of it.
type change struct {
	mend Mend
	to   *draughtboardRepair
}

func repairDraughtboard(ctx context.Context, e crosscut.Engine, p *puzzle.Draughtboard, m *crosscut.Meter) (*Repaired, error) {
	r := &draughtboardRepair{ctx: ctx, engine: e, meter: m, puzzle: p}
	for i := range p.Stones() {
		r.from = append(r.from, []int{i + 1})
	}
	pool, err := crosscut.Distinct(ctx, e, p, joinPool, m)
	switch {
	case err != nil:
		return nil, err
	case len(pool) == 0:
		return r.redraw()
	case len(pool) == 1:
		return &Repaired{Puzzle: p}, nil
	}
	result, err := r.join(pool)
	if errors.Is(err, ErrNoJoin) {
		return r.redrawToOne()
	}
	return result, err
}

// redrawToOne draws a stone anew so that one of several solutions is left. It fails with
// [ErrNoJoin] where no stone does, for then a join was sought before.
func (r *draughtboardRepair) redrawToOne() (*Repaired, error) {
	changes, err := r.redraws()
	if err != nil {
		return nil, err
	}
	ways, err := r.unique(changes)
	switch {
	case err != nil:
		return nil, err
	case len(ways) == 0:
		return nil, ErrNoJoin
	}
	return repaired(ways), nil
}

// unique returns those of the changes, tried in order, that leave one solution: as many
// as are told, and none where as many as repairTries fail.
func (r *draughtboardRepair) unique(changes []change) (ways []change, err error) {
	for _, c := range changes[:min(len(changes), repairTries)] {
		found, err := crosscut.Distinct(r.ctx, r.engine, c.to.puzzle, 2, r.meter)
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			if ways = append(ways, c); len(ways) > mostOthers {
				break
			}
		}
	}
	return ways, nil
}

// repaired returns the result of ways of one change each.
func repaired(ways []change) *Repaired {
	result := &Repaired{Puzzle: ways[0].to.puzzle, Mends: []Mend{ways[0].mend}}
	for _, c := range ways[1:] {
		result.Others = append(result.Others, []Mend{c.mend})
	}
	return result
}

// join is for a board with several solutions, some of which are known.
func (r *draughtboardRepair) join(pool []puzzle.Solution) (*Repaired, error) {
	joins, err := r.joins(pool)
	if err != nil {
		return nil, err
	}
	var rare []change // joined so in one of the solutions known
	for _, j := range joins {
		if j.times == 1 {
			rare = append(rare, j.change)
		}
	}
	ways, err := r.unique(rare)
	if err != nil {
		return nil, err
	}
	if len(ways) > 0 {
		return repaired(ways), nil
	}
	if len(joins) == 0 {
		return nil, ErrNoJoin
	}
	next := joins[0].to // which rules out the most
	if pool, err = crosscut.Distinct(r.ctx, r.engine, next.puzzle, joinPool, r.meter); err != nil {
		return nil, err
	}
	result := &Repaired{Puzzle: next.puzzle, Mends: []Mend{joins[0].mend}}
	if len(pool) > 1 {
		if result, err = next.join(pool); err != nil {
			return nil, err
		}
		again := func(m Mend) bool { return overlap(m.Stones, joins[0].mend.Stones) }
		if !slices.ContainsFunc(result.Mends, again) { // else a later one has joined all of them
			result.Mends = append([]Mend{joins[0].mend}, result.Mends...)
		}
	}
	result.Others = nil
	return result, nil
}

func overlap(a, b []int) bool {
	return slices.ContainsFunc(a, func(i int) bool { return slices.Contains(b, i) })
}

// joined is two stones joined, and in how many known solutions they lie so.
type joined struct {
	change
	key   string
	times int
}

// joins returns all ways to join two stones as they lie in some of the solutions, those
// in the fewest of them first, and of these the smallest.
func (r *draughtboardRepair) joins(pool []puzzle.Solution) ([]joined, error) {
	at := make(map[string]int)
	var list []joined
	for _, s := range pool {
		met := make(map[string]bool)
		for _, pair := range r.neighbours(s) {
			j, err := r.joined(s, pair)
			if err != nil {
				return nil, err
			}
			if met[j.key] {
				continue
			}
			met[j.key] = true
			i, known := at[j.key]
			if !known {
				i = len(list)
				at[j.key] = i
				list = append(list, j)
			}
			list[i].times++
		}
	}
	slices.SortStableFunc(list, func(a, b joined) int {
		return cmp.Or(cmp.Compare(a.times, b.times), cmp.Compare(a.mend.Stone.Len(), b.mend.Stone.Len()))
	})
	return list, nil
}

// neighbours returns the pairs of stones, the lower first, that share a side.
func (r *draughtboardRepair) neighbours(s puzzle.Solution) [][2]int {
	b := r.puzzle.Board()
	var pairs [][2]int
	for c, v := range s {
		row, col := b.Pos(c)
		for _, d := range []int{b.Cell(row, col+1), b.Cell(row+1, col)} {
			if d < 0 || s[d] == v {
				continue
			}
			x, y := abs(v), abs(s[d])
			if pair := [2]int{min(x, y), max(x, y)}; !slices.Contains(pairs, pair) {
				pairs = append(pairs, pair)
			}
		}
	}
	return pairs
}

// joined returns two stones joined as they lie in s.
func (r *draughtboardRepair) joined(s puzzle.Solution, pair [2]int) (joined, error) {
	stones := r.puzzle.Stones()
	a, b := pair[0]-1, pair[1]-1
	var cells []int
	for c, v := range s {
		if abs(v) == pair[0] || abs(v) == pair[1] {
			cells = append(cells, c)
		}
	}
	stone, err := r.lifted(cells, s[0] < 0, plain(stones[a]) && plain(stones[b]))
	if err != nil {
		return joined{}, err
	}
	list, from := slices.Clone(stones), slices.Clone(r.from)
	list[a], from[a] = stone, slices.Sorted(slices.Values(slices.Concat(from[a], from[b])))
	list, from = slices.Delete(list, b, b+1), slices.Delete(from, b, b+1)
	to, err := r.with(list, from)
	if err != nil {
		return joined{}, err
	}
	kinds := r.puzzle.Kinds()
	key := fmt.Sprint(kinds[a], kinds[b], lowest(stone, r.puzzle.Flips()))
	return joined{change: change{mend: Mend{Stones: from[a], Stone: stone}, to: to}, key: key}, nil
}

// with returns the work on a board with other stones.
func (r *draughtboardRepair) with(stones []puzzle.Stone, from [][]int) (*draughtboardRepair, error) {
	p, err := puzzle.NewDraughtboard(r.puzzle.Board(), r.puzzle.Corner(), r.puzzle.Flips(), stones)
	if err != nil {
		return nil, err
	}
	to := *r
	to.puzzle, to.from = p, from
	return &to, nil
}

// lifted returns the stone that lies on cells, without colours if it is plain.
func (r *draughtboardRepair) lifted(cells []int, white, plain bool) (puzzle.Stone, error) {
	corner := r.puzzle.Corner()
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
		if !plain {
			list[i].Colour = r.puzzle.ColourAt(c, corner)
		}
	}
	return puzzle.NewStone(list)
}

// plain reports whether no cell of a stone has a colour.
func plain(s puzzle.Stone) bool {
	return !slices.ContainsFunc(s.Cells(), func(c puzzle.StoneCell) bool { return c.Colour != puzzle.AnyColour })
}

// lowest returns the text of the version of a stone that comes first.
func lowest(s puzzle.Stone, flips bool) string {
	return slices.MinFunc(s.Versions(flips), compareTexts).String()
}

// redraw is for a board without a solution.
func (r *draughtboardRepair) redraw() (*Repaired, error) {
	changes, err := r.redraws()
	switch {
	case err != nil:
		return nil, err
	case len(changes) == 0:
		return nil, ErrNoRedraw
	}
	ways, err := r.unique(changes)
	if err != nil {
		return nil, err
	}
	if len(ways) > 0 {
		return repaired(ways), nil
	}
	first := changes[0]
	pool, err := crosscut.Distinct(r.ctx, r.engine, first.to.puzzle, joinPool, r.meter)
	if err != nil {
		return nil, err
	}
	result, err := first.to.join(pool)
	if err != nil {
		return nil, err
	}
	return &Repaired{Puzzle: result.Puzzle, Mends: append([]Mend{first.mend}, result.Mends...)}, nil
}

// redraws returns the changes of one stone each after which there are solutions, those
// first that change it the least.
func (r *draughtboardRepair) redraws() ([]change, error) {
	var changes []change
	for i, first := range r.puzzle.Kinds() {
		if i != first {
			continue
		}
		list, err := r.redrawn(i)
		if err != nil {
			return nil, err
		}
		changes = append(changes, list...)
	}
	away := make(map[*draughtboardRepair]int)
	for _, c := range changes {
		away[c.to] = r.distance(r.puzzle.Stones()[c.mend.Stones[0]-1], c.mend.Stone)
	}
	slices.SortStableFunc(changes, func(a, b change) int { return cmp.Compare(away[a.to], away[b.to]) })
	return changes, nil
}

// redrawn returns the stones that may stand for the i-th: the gaps that the others leave
// and that hang together. The gap is covered by single cells to find them.
func (r *draughtboardRepair) redrawn(i int) (changes []change, err error) {
	old := r.puzzle.Stones()[i]
	one, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	if err != nil {
		return nil, err
	}
	rest := slices.Delete(slices.Clone(r.puzzle.Stones()), i, i+1)
	others := len(rest)
	p, err := puzzle.NewDraughtboard(r.puzzle.Board(), r.puzzle.Corner(), r.puzzle.Flips(), append(rest, slices.Repeat([]puzzle.Stone{one}, old.Len())...))
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
		stone, apart := r.lifted(gap, s[0] < 0, plain(old))
		if key := lowest(stone, r.puzzle.Flips()); apart == nil && !met[key] {
			met[key] = true
			var c change
			if c, failed = r.withRedrawn(i, stone); failed != nil {
				return false
			}
			changes = append(changes, c)
		}
		looked++
		return looked < gapPool && len(changes) < repairTries
	})
	if errors.Is(err, crosscut.ErrStopped) {
		err = nil
	}
	return changes, cmp.Or(failed, err)
}

// withRedrawn returns the change of the i-th stone into another one, which is turned so
// that it looks most like the old one.
func (r *draughtboardRepair) withRedrawn(i int, stone puzzle.Stone) (change, error) {
	stones := slices.Clone(r.puzzle.Stones())
	old := stones[i]
	stones[i] = slices.MinFunc(stone.Versions(r.puzzle.Flips()), func(a, b puzzle.Stone) int {
		return cmp.Or(cmp.Compare(different(old, a), different(old, b)), compareTexts(a, b))
	})
	to, err := r.with(stones, r.from)
	return change{mend: Mend{Stones: r.from[i], Stone: stones[i]}, to: to}, err
}

// distance is in how many cells two stones differ at least, however they lie.
func (r *draughtboardRepair) distance(old, stone puzzle.Stone) int {
	least := old.Len() + stone.Len()
	for _, v := range stone.Versions(r.puzzle.Flips()) {
		least = min(least, different(old, v))
	}
	return least
}

// different counts the cells that one of two stones has and the other has not, or in
// another colour.
func different(a, b puzzle.Stone) int {
	same := 0
	for _, c := range b.Cells() {
		if slices.Contains(a.Cells(), c) {
			same++
		}
	}
	return a.Len() + b.Len() - 2*same
}

func abs(n int) int { return max(n, -n) }

func compareTexts(a, b puzzle.Stone) int { return cmp.Compare(a.String(), b.String()) }
