package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Joining stones is the repair of a draughtboard with several solutions. Two stones that
// lie side by side in some solution become one stone. Or an open number of stones or of bare cells
// becomes what it is in some solution.
//
// A join keeps solutions in which the two stones lie like that, so it never
// adds one. In the end one stone covers the whole board, or all but the gaps, and no number is open.
// A join that occurs in one known solution only is tried first. If none of these leaves one solution, the rarest join is kept, and the search goes on from there.
// joinSolutions bounds the known solutions, maxTries the joins that are tried.

// joinStones repairs a board with several solutions, some of which are known.
func (r *draughtboardRepair) joinStones(pool []puzzle.Solution) (*Repaired, error) {
	joins, err := r.joins(pool)
	if err != nil {
		return nil, err
	}
	var rare []stoneChange // joins that occur in one known solution
	for _, j := range joins {
		if j.times == 1 {
			rare = append(rare, j.stoneChange)
		}
	}
	ways, err := r.leaveOne(rare)
	if err != nil {
		return nil, err
	}
	if len(ways) > 0 {
		return repaired(ways), nil
	}
	if len(joins) == 0 {
		return nil, ErrNoJoin
	}
	next := joins[0].to // the join that rules out the most known solutions
	if pool, err = crosscut.Distinct(r.ctx, r.engine, next.puzzle, joinSolutions, r.meter); err != nil {
		return nil, err
	}
	result := &Repaired{Puzzle: next.puzzle, Mends: []Mend{joins[0].mend}}
	if len(pool) > 1 {
		if result, err = next.joinStones(pool); err != nil {
			return nil, err
		}
		joined := func(stone int) bool {
			return joins[0].mend.Count == nil && slices.Contains(joins[0].mend.Stones, stone)
		}
		repeated := func(m Mend) bool { return m.Count == nil && slices.ContainsFunc(m.Stones, joined) }
		if !slices.ContainsFunc(result.Mends, repeated) { // otherwise a later change joins all of them
			result.Mends = append([]Mend{joins[0].mend}, result.Mends...)
		}
	}
	result.Others = nil
	return result, nil
}

// join is a join of two stones, or a number that was open, and the number of known solutions in which it occurs.
type join struct {
	stoneChange
	key   string
	times int
}

// joins returns all joins that occur in the known solutions. Those in the fewest
// solutions come first, and small stones before large ones.
func (r *draughtboardRepair) joins(pool []puzzle.Solution) ([]*join, error) {
	at := make(map[string]int)
	var list []*join
	for _, s := range pool {
		changes, err := r.fixes(s)
		if err != nil {
			return nil, err
		}
		for _, pair := range r.touchingPairs(s) {
			j, err := r.joinPair(s, pair)
			if err != nil {
				return nil, err
			}
			changes = append(changes, j)
		}
		met := make(map[string]bool)
		for _, j := range changes {
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
	slices.SortStableFunc(list, func(a, b *join) int {
		return cmp.Or(cmp.Compare(a.times, b.times), cmp.Compare(len(a.mend.Stone.Cells()), len(b.mend.Stone.Cells())))
	})
	return list, nil
}

// touchingPairs returns the pairs of stones that share a side, the lower number first.
func (r *draughtboardRepair) touchingPairs(s puzzle.Solution) [][2]int {
	b := r.puzzle.Board()
	var pairs [][2]int
	for c, v := range s {
		row, col := b.Pos(c)
		for _, d := range []int{b.Cell(row, col+1), b.Cell(row+1, col)} {
			if d < 0 || s[d] == v || v == puzzle.Bare || s[d] == puzzle.Bare {
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

// fixes returns the numbers that are open, each as it is in s.
func (r *draughtboardRepair) fixes(s puzzle.Solution) (list []*join, err error) {
	stocks := r.puzzle.Setup().Stocks
	add := func(mend Mend, gaps puzzle.Range, stocks []puzzle.Stock, origin [][]int) {
		to, fault := r.with(gaps, stocks, origin)
		if fault != nil {
			err = fault
			return
		}
		list = append(list, &join{stoneChange: stoneChange{mend: mend, to: to}, key: fmt.Sprint("count", mend.Stones, *mend.Count)})
	}
	if gaps := r.puzzle.Gaps(); gaps.Least < gaps.Most {
		bare := bareCells(s)
		add(Mend{Count: &bare}, puzzle.Range{Least: bare, Most: bare}, stocks, r.origin)
	}
	for i, stock := range stocks {
		if !isOpen(stock) {
			continue
		}
		var used []int
		for _, v := range s {
			if v != puzzle.Bare && r.stockOf(abs(v)) == i && !slices.Contains(used, v) {
				used = append(used, v)
			}
		}
		count := len(used) + r.always(r.origin[i][0])
		stock.Count = puzzle.Range{Least: 1, Most: 1}
		var origin [][]int
		for j := range used {
			origin = append(origin, r.origin[i][j:j+1])
		}
		at := firstOpen(stocks)
		add(Mend{Stones: r.origin[i][:1], Count: &count}, r.puzzle.Gaps(),
			slices.Insert(slices.Delete(slices.Clone(stocks), i, i+1), at, slices.Repeat([]puzzle.Stock{stock}, len(used))...),
			slices.Insert(slices.Delete(slices.Clone(r.origin), i, i+1), at, origin...))
	}
	return list, err
}

// always returns how many stones of the kind of a stone of the given board are used in every solution, alone
// or joined.
func (r *draughtboardRepair) always(stone int) (count int) {
	kinds := r.given.Kinds()
	for i, stock := range r.puzzle.Setup().Stocks {
		for _, other := range r.origin[i] {
			if !isOpen(stock) && kinds[other-1] == kinds[stone-1] {
				count++
			}
		}
	}
	return count
}

// joinPair returns the join of two stones as they lie in s.
func (r *draughtboardRepair) joinPair(s puzzle.Solution, pair [2]int) (*join, error) {
	var cells []int
	for c, v := range s {
		if abs(v) == pair[0] || abs(v) == pair[1] {
			cells = append(cells, c)
		}
	}
	stocks, origin := slices.Clone(r.puzzle.Setup().Stocks), slices.Clone(r.origin)
	a, b := r.stockOf(pair[0]), r.stockOf(pair[1])
	joined := puzzle.Stock{
		Count: puzzle.Range{Least: 1, Most: 1}, NoFlips: stocks[a].NoFlips || stocks[b].NoFlips, NoTurns: stocks[a].NoTurns || stocks[b].NoTurns,
	}
	var err error
	if joined.Stone, err = r.stoneOn(cells, s, !space.Coloured(stocks[a].Stone) && !space.Coloured(stocks[b].Stone)); err != nil {
		return nil, err
	}
	var from []int
	for _, i := range []int{a, b} { // what is joined leaves its stock
		if isOpen(stocks[i]) {
			from = append(from, origin[i][0])
			origin[i] = origin[i][1:]
		} else {
			from, origin[i] = append(from, origin[i]...), nil
		}
		stocks[i].Count.Most--
	}
	slices.Sort(from)
	at := min(a, firstOpen(r.puzzle.Setup().Stocks))
	stocks, origin = slices.Insert(stocks, at, joined), slices.Insert(origin, at, from)
	for i := len(stocks) - 1; i >= 0; i-- {
		if stocks[i].Count.Most == 0 {
			stocks, origin = slices.Delete(stocks, i, i+1), slices.Delete(origin, i, i+1)
		}
	}
	to, err := r.with(r.puzzle.Gaps(), stocks, origin)
	if err != nil {
		return nil, err
	}
	kinds := r.puzzle.Kinds()
	key := fmt.Sprint(kinds[pair[0]-1], kinds[pair[1]-1], r.versionKey(joined))
	return &join{stoneChange: stoneChange{mend: Mend{Stones: from, Stone: joined.Stone}, to: to}, key: key}, nil
}
