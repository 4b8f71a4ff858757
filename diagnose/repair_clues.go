package diagnose

import (
	"context"
	"slices"

	"crosscut"
	"crosscut/puzzle"
)

// repairClues is Repair for a puzzle of numbers.
func repairClues(ctx context.Context, e crosscut.Engine, p puzzle.Numbered, m *crosscut.Meter) (*Repaired, error) {
	clues, err := cluesOf(p)
	if err != nil {
		return nil, err
	}
	r := &cluesRepair{ctx: ctx, engine: e, meter: m, puzzle: p, clues: clues}
	found, err := r.upToTwo(r.clues)
	if err != nil {
		return nil, err
	}
	switch len(found) {
	case 0:
		return r.changeOrRemove()
	case 1:
		return &Repaired{Puzzle: p}, nil
	}
	mends, err := r.addClue(r.clues, found)
	if err != nil {
		return nil, err
	}
	return r.result([][]Mend{mends})
}

// maxTries bounds the searches for a single clue to add.
const maxTries = 400

// maxOthers bounds the other ways that are told.
const maxOthers = 9

// repair is the work on one puzzle.
type cluesRepair struct {
	ctx    context.Context
	engine crosscut.Engine
	meter  *crosscut.Meter
	puzzle puzzle.Numbered
	clues  []int
}

// upToTwo returns up to two solutions of the puzzle with other clues; none, too, when the
// clues make no puzzle, because a number is given twice.
func (r *cluesRepair) upToTwo(clues []int) ([]puzzle.Solution, error) {
	p, err := withClues(r.puzzle, clues)
	if err != nil {
		return nil, nil
	}
	return crosscut.First(r.ctx, r.engine, p, 2, r.meter)
}

// withMend returns clues with one of them changed.
func withMend(clues []int, m Mend) []int {
	clues = slices.Clone(clues)
	clues[m.Cell] = m.New
	return clues
}

// result returns the result, of the ways that do.
func (r *cluesRepair) result(ways [][]Mend) (*Repaired, error) {
	clues := slices.Clone(r.clues)
	for _, m := range ways[0] {
		clues[m.Cell] = m.New
	}
	p, err := withClues(r.puzzle, clues)
	if err != nil {
		return nil, err
	}
	return &Repaired{Puzzle: p, Mends: ways[0], Others: ways[1:min(len(ways), maxOthers+1)]}, nil
}

// changeOrRemove is for a puzzle without a solution.
func (r *cluesRepair) changeOrRemove() (*Repaired, error) {
	var ways [][]Mend // with one change
	for c, k := range r.clues {
		if k == puzzle.Empty {
			continue
		}
		removed := clueMend(c, k, puzzle.Empty)
		found, err := r.upToTwo(withMend(r.clues, removed))
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			ways = append(ways, []Mend{clueMend(c, k, found[0][c])}, []Mend{removed})
			continue
		}
		for _, s := range found {
			other := clueMend(c, k, s[c])
			if left, err := r.upToTwo(withMend(r.clues, other)); err != nil {
				return nil, err
			} else if len(left) == 1 {
				ways = append(ways, []Mend{other})
			}
		}
	}
	if len(ways) > 0 {
		return r.result(ways)
	}
	clues, err := r.largestSatisfiable()
	if err != nil {
		return nil, err
	}
	found, err := r.upToTwo(clues)
	if err != nil {
		return nil, err
	}
	switch len(found) {
	case 0:
		return nil, ErrNoRepair
	case 1:
		return r.result([][]Mend{r.mendsTo(clues)})
	}
	more, err := r.addClue(clues, found)
	if err != nil {
		return nil, err
	}
	for _, m := range more {
		clues[m.Cell] = m.New
	}
	return r.result([][]Mend{r.mendsTo(clues)})
}

// mendsTo returns the changes that lead to other clues.
func (r *cluesRepair) mendsTo(clues []int) []Mend {
	var mends []Mend
	for c, k := range r.clues {
		if clues[c] != k {
			mends = append(mends, clueMend(c, k, clues[c]))
		}
	}
	return mends
}

// largestSatisfiable returns as many of the clues as have a solution together, taken one
// after the other. None of the others can be given back.
func (r *cluesRepair) largestSatisfiable() (clues []int, err error) {
	clues = slices.Repeat([]int{puzzle.Empty}, len(r.clues))
	for c, k := range r.clues {
		if k == puzzle.Empty {
			continue
		}
		clues[c] = k
		found, err := r.upToTwo(clues)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			clues[c] = puzzle.Empty
		}
	}
	return clues, nil
}

// addClue is for a puzzle with several solutions, of which two are known. A clue that
// does it alone agrees with just one of the solutions, so of those known with one at
// most: every search that finds two more rules out others.
func (r *cluesRepair) addClue(clues []int, pool []puzzle.Solution) ([]Mend, error) {
	tried := make(map[[2]int]bool) // cells and numbers
	for tries := 0; tries < maxTries; tries++ {
		m, ok := r.bestUntried(clues, pool, tried)
		if !ok {
			break
		}
		tried[[2]int{m.Cell, m.New}] = true
		found, err := r.upToTwo(withMend(clues, m))
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			return []Mend{m}, nil
		}
		for _, s := range found {
			if !slices.ContainsFunc(pool, func(t puzzle.Solution) bool { return slices.Equal(s, t) }) {
				pool = append(pool, s)
			}
		}
	}
	return r.addSeveral(clues, pool)
}

// bestUntried returns a clue that agrees with just one solution of the pool and was not
// tried: the one on a cell with the most different numbers.
func (r *cluesRepair) bestUntried(clues []int, pool []puzzle.Solution, tried map[[2]int]bool) (best Mend, ok bool) {
	mostNumbers := 0
	for c, k := range clues {
		if k != puzzle.Empty {
			continue
		}
		count := make(map[int]int)
		for _, s := range pool {
			count[s[c]]++
		}
		if len(count) <= mostNumbers {
			continue
		}
		for _, s := range pool {
			if count[s[c]] == 1 && !tried[[2]int{c, s[c]}] {
				best, ok, mostNumbers = clueMend(c, puzzle.Empty, s[c]), true, len(count)
				break
			}
		}
	}
	return best, ok
}

// addSeveral returns clues to add, none of them needless: those of one solution, each
// where it differs from another that is still there.
func (r *cluesRepair) addSeveral(clues []int, pool []puzzle.Solution) ([]Mend, error) {
	target := pool[0]
	clues = slices.Clone(clues)
	var mends []Mend
	for {
		found, err := r.upToTwo(clues)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(found, func(s puzzle.Solution) bool { return !slices.Equal(s, target) })
		if i < 0 {
			break
		}
		c := r.mostTelling(target, append(slices.Clone(pool), found[i]), found[i])
		mends = append(mends, clueMend(c, puzzle.Empty, target[c]))
		clues[c] = target[c]
	}
	for i := 0; i < len(mends); {
		fewer := withMend(clues, Mend{Cell: mends[i].Cell, New: puzzle.Empty})
		found, err := r.upToTwo(fewer)
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			clues, mends = fewer, slices.Delete(mends, i, i+1)
		} else {
			i++
		}
	}
	return mends, nil
}

// mostTelling returns the cell on which target differs from other, and from the most of
// the pool.
func (r *cluesRepair) mostTelling(target puzzle.Solution, pool []puzzle.Solution, other puzzle.Solution) (best int) {
	mostSolutions := 0
	for c, k := range target {
		if other[c] == k {
			continue
		}
		count := 0
		for _, s := range pool {
			if s[c] != k {
				count++
			}
		}
		if count > mostSolutions {
			best, mostSolutions = c, count
		}
	}
	return best
}

// clueMend is a change to a clue.
func clueMend(cell, from, to int) Mend { return Mend{Cell: cell, Old: from, New: to} }
