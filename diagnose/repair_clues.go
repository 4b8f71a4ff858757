package diagnose

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"crosscut"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Repair changes, removes or adds clues.
//
// Without a solution, it tries every clue: removed, and replaced by the numbers that the
// solutions without it have there. If no single change helps, it keeps as many clues as have a
// solution together. With several solutions, it adds a clue, or several.
//
// A single change is certainly the fewest. A result with more changes may be longer than
// needed. maxTries bounds the searches for a single clue to add.

// maxTries bounds the searches for a single change that leaves one solution.
const maxTries = 400

// maxOthers bounds the other ways in a result.
const maxOthers = 9

type cluesRepair struct {
	ctx    context.Context
	engine crosscut.Engine
	meter  *meter.Meter
	puzzle puzzle.Numbered
	clues  []int     // those of a Zip are as in [stations]
	zip    *stations // nil for another puzzle
	err    error     // the first error of a search; after it, none finds anything
}

// upTo returns up to n solutions of the puzzle with other clues. It returns none if
// the puzzle does not take them, because a number would be given twice.
func (r *cluesRepair) upTo(clues []int, n int) (found []puzzle.Solution) {
	p, err := r.with(clues)
	if err == nil && r.err == nil {
		found, r.err = crosscut.First(r.ctx, r.engine, p, n, r.meter)
	}
	if r.err != nil {
		return nil
	}
	for i, s := range found {
		if r.zip != nil {
			found[i] = r.zip.given(clues, s)
		}
	}
	return found
}

func (r *cluesRepair) with(clues []int) (puzzle.Puzzle, error) {
	if r.zip != nil {
		return r.zip.with(clues)
	}
	return withClues(r.puzzle, clues)
}

func withMend(clues []int, m Mend) []int {
	clues = slices.Clone(clues)
	clues[m.Cell] = m.New
	return clues
}

// result returns the repaired puzzle. The first of the ways is applied.
func (r *cluesRepair) result(ways [][]Mend) (*Repaired, error) {
	if r.zip != nil {
		return r.stations(r.zip, ways)
	}
	clues := slices.Clone(r.clues)
	for _, m := range ways[0] {
		clues[m.Cell] = m.New
	}
	p, err := r.with(clues)
	if err = cmp.Or(r.err, err); err != nil {
		return nil, err
	}
	return &Repaired{Puzzle: p, Mends: ways[0], Others: ways[1:min(len(ways), maxOthers+1)]}, nil
}

// stations is result for a Zip, whose clues are its stations. A Zip has both ends, so a way that has taken one away gets that of
// the solution. Where a station comes or goes, those behind it have other numbers.
func (r *cluesRepair) stations(z *stations, ways [][]Mend) (*Repaired, error) {
	var all []*Repaired
	for _, way := range ways {
		clues := slices.Clone(r.clues)
		for _, m := range way {
			clues[m.Cell] = m.New
		}
		for _, s := range r.upTo(clues, 1) {
			for c, k := range s {
				if z.isEnd(k) {
					clues[c] = k
				}
			}
		}
		p, err := z.with(clues)
		if err = cmp.Or(r.err, err); err != nil {
			return nil, err
		}
		if found, err := crosscut.First(r.ctx, r.engine, p, 2, r.meter); err != nil {
			return nil, err
		} else if len(found) != 1 { // the ends of another solution may do
			continue
		}
		for i, c := range inOrder(clues) {
			clues[c] = (i + 1) * z.step()
		}
		one := &Repaired{Puzzle: p}
		for _, m := range r.mendsTo(clues) {
			one.Mends = append(one.Mends, clueMend(m.Cell, z.rank(m.Old), z.rank(m.New)))
		}
		if !slices.ContainsFunc(all, func(other *Repaired) bool { return slices.Equal(other.Mends, one.Mends) }) {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil, ErrNoRepair
	}
	base.SortStable(all, func(a, b *Repaired) int { return cmp.Compare(len(a.Mends), len(b.Mends)) })
	for _, other := range all[1:min(len(all), maxOthers+1)] {
		all[0].Others = append(all[0].Others, other.Mends)
	}
	return all[0], nil
}

// solutionsTried bounds the solutions without one clue whose numbers replace that clue.
const solutionsTried = 256

// singleMends returns every single change of the clue k on cell c that leaves one solution:
// another number, or no clue. Without the clue there may be more than solutionsTried
// solutions. Then it tries only the numbers that the first of them have on the cell.
func (r *cluesRepair) singleMends(c, k int) (ways [][]Mend) {
	removed := clueMend(c, k, puzzle.Empty)
	found := r.upTo(withMend(r.clues, removed), solutionsTried)
	if len(found) == 1 {
		return [][]Mend{{clueMend(c, k, found[0][c])}, {removed}}
	}
	count := make(map[int]int) // of solutions, by the number on the cell
	for _, s := range found {
		count[s[c]]++
	}
	for _, s := range found {
		if count[s[c]] != 1 {
			continue
		}
		other := clueMend(c, k, s[c])
		if len(found) == solutionsTried && len(r.upTo(withMend(r.clues, other), 2)) != 1 { // there may be more solutions with the number
			continue
		}
		ways = append(ways, []Mend{other})
	}
	return ways
}

// changeOrRemove repairs a puzzle that has no solution.
func (r *cluesRepair) changeOrRemove() (*Repaired, error) {
	var ways [][]Mend // ways of one change each
	for c, k := range r.clues {
		if k != puzzle.Empty {
			ways = append(ways, r.singleMends(c, k)...)
		}
	}
	if len(ways) > 0 {
		if repaired, err := r.result(ways); !errors.Is(err, ErrNoRepair) {
			return repaired, err
		}
	}
	clues := r.largestSatisfiable()
	found := r.upTo(clues, 2)
	switch len(found) {
	case 0:
		return nil, cmp.Or(r.err, ErrNoRepair)
	case 1:
		return r.result([][]Mend{r.mendsTo(clues)})
	}
	for _, m := range r.addClue(clues, found) {
		clues[m.Cell] = m.New
	}
	return r.result([][]Mend{r.mendsTo(clues)})
}

// mendsTo returns the changes that lead from the puzzle's clues to other clues.
func (r *cluesRepair) mendsTo(clues []int) []Mend {
	var mends []Mend
	for c, k := range r.clues {
		if clues[c] != k {
			mends = append(mends, clueMend(c, k, clues[c]))
		}
	}
	return mends
}

// largestSatisfiable goes through the clues and keeps each one that has a solution
// together with those kept before. No other clue can be added to the result.
func (r *cluesRepair) largestSatisfiable() []int {
	clues := slices.Repeat([]int{puzzle.Empty}, len(r.clues))
	for c, k := range r.clues {
		if k == puzzle.Empty {
			continue
		}
		if clues[c] = k; len(r.upTo(clues, 2)) == 0 {
			clues[c] = puzzle.Empty
		}
	}
	return clues
}

// addClue repairs a puzzle that has several solutions, two of which are known. It
// returns one clue to add if it finds one that leaves a single solution. Such a clue
// agrees with at most one known solution. Each failed search finds two more solutions,
// which rule out other clues.
func (r *cluesRepair) addClue(clues []int, pool []puzzle.Solution) []Mend {
	tried := make(map[[2]int]bool) // pairs of cell and number
	for tries := 0; tries < maxTries && r.err == nil; tries++ {
		m, ok := r.bestUntried(clues, pool, tried)
		if !ok {
			break
		}
		tried[[2]int{m.Cell, m.New}] = true
		found := r.upTo(withMend(clues, m), 2)
		if len(found) == 1 {
			return []Mend{m}
		}
		for _, s := range found {
			if !slices.ContainsFunc(pool, func(t puzzle.Solution) bool { return slices.Equal(s, t) }) {
				pool = append(pool, s)
			}
		}
	}
	return r.addSeveral(clues, pool)
}

// bestUntried returns an untried clue that agrees with exactly one known solution. It
// takes the cell on which the known solutions have the most different numbers.
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

// addSeveral returns clues to add, each of them needed. It takes one solution as the
// target and adds clues until no other solution remains. Then it drops needless clues.
func (r *cluesRepair) addSeveral(clues []int, pool []puzzle.Solution) []Mend {
	target := pool[0]
	clues = slices.Clone(clues)
	var mends []Mend
	for {
		found := r.upTo(clues, 2)
		if len(found) < 2 {
			break
		}
		other := found[0]
		if slices.Equal(other, target) {
			other = found[1]
		}
		c := r.mostTelling(clues, target, append(slices.Clone(pool), other), other)
		mends = append(mends, clueMend(c, puzzle.Empty, target[c]))
		clues[c] = target[c]
	}
	for i := 0; i < len(mends); {
		fewer := withMend(clues, Mend{Cell: mends[i].Cell, New: puzzle.Empty})
		if len(r.upTo(fewer, 2)) == 1 {
			clues, mends = fewer, slices.Delete(mends, i, i+1)
		} else {
			i++
		}
	}
	return mends
}

// mostTelling returns a cell without a clue on which target differs from other, or any if their numbers are the same. It takes the one on
// which target differs from the most known solutions.
func (r *cluesRepair) mostTelling(clues []int, target puzzle.Solution, pool []puzzle.Solution, other puzzle.Solution) int {
	mostSolutions, best := 0, slices.Index(clues, puzzle.Empty)
	for c, k := range target {
		if other[c] == k || clues[c] != puzzle.Empty {
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

func clueMend(cell, from, to int) Mend { return Mend{Cell: cell, Old: from, New: to} }
