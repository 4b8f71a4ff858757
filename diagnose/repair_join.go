package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/internal/stones"
	"crosscut/puzzle"
)

// Joining stones is the repair of a draughtboard with several solutions. Two stones that
// lie side by side in some solution become one stone.
//
// A join keeps exactly the solutions in which the two stones lie like that, so it never
// adds a solution. In the end one stone covers the whole board, and there is a single
// solution. A join that occurs in one known solution only is tried first. If none of
// these leaves one solution, the rarest join is kept, and the search goes on from there.
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
		joined := func(stone int) bool { return slices.Contains(joins[0].mend.Stones, stone) }
		repeated := func(m Mend) bool { return slices.ContainsFunc(m.Stones, joined) }
		if !slices.ContainsFunc(result.Mends, repeated) { // otherwise a later change joins all of them
			result.Mends = append([]Mend{joins[0].mend}, result.Mends...)
		}
	}
	result.Others = nil
	return result, nil
}

// join is a join of two stones, and the number of known solutions in which it occurs.
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
		met := make(map[string]bool)
		for _, pair := range r.touchingPairs(s) {
			j, err := r.joinPair(s, pair)
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
				list = append(list, &j)
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

// joinPair returns the join of two stones as they lie in s.
func (r *draughtboardRepair) joinPair(s puzzle.Solution, pair [2]int) (join, error) {
	all := r.puzzle.Stones()
	a, b := pair[0]-1, pair[1]-1
	var cells []int
	for c, v := range s {
		if abs(v) == pair[0] || abs(v) == pair[1] {
			cells = append(cells, c)
		}
	}
	stone, err := r.stoneOn(cells, s[0] < 0, !stones.Coloured(all[a]) && !stones.Coloured(all[b]))
	if err != nil {
		return join{}, err
	}
	list, from := slices.Clone(all), slices.Clone(r.origin)
	list[a], from[a] = stone, slices.Sorted(slices.Values(slices.Concat(from[a], from[b])))
	list, from = slices.Delete(list, b, b+1), slices.Delete(from, b, b+1)
	to, err := r.withStones(list, from)
	if err != nil {
		return join{}, err
	}
	kinds := r.puzzle.Kinds()
	key := fmt.Sprint(kinds[a], kinds[b], versionKey(stone, r.puzzle.Setup().Flips))
	return join{stoneChange: stoneChange{mend: Mend{Stones: from[a], Stone: stone}, to: to}, key: key}, nil
}
