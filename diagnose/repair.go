package diagnose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crosscut"
	"crosscut/puzzle"
)

// Mend is one change: to a clue, or to stones of a draughtboard.
type Mend struct {
	Cell     int
	Old, New int // clues, puzzle.Empty for none

	Stones []int        // counted from 1 and ascending: one is drawn anew, several are joined; nil for a clue
	Stone  puzzle.Stone // takes their place
}

// Repaired is a puzzle with exactly one solution, made from one that has none or
// several by few changes.
type Repaired struct {
	Puzzle puzzle.Puzzle
	Mends  []Mend   // in order; none when nothing had to be done
	Others [][]Mend // other ways that are as short, a few at most
}

// ErrNoRedraw says that a draughtboard has no solution, and that no stone was found that
// could be drawn anew so that it has.
var ErrNoRedraw = errors.New("there is no solution, and no stone was found to be drawn anew for one")

// ErrNoJoin says that a draughtboard has several solutions, and that no change to its
// stones was found that leaves one: no two that lie side by side can be joined, as where
// holes keep them apart, and no stone drawn anew does it.
var ErrNoJoin = errors.New("there are several solutions, and neither stones to join nor one to draw anew were found for a single one")

// ErrNoRepair says that a puzzle has no solution even without clues.
var ErrNoRepair = errors.New("there is no solution even without clues")

// Repair looks for the fewest changes after which p has exactly one solution. Of a puzzle
// of numbers these are changes to clues: none; one clue that is added, taken away or given another
// number; else clues taken away until there are solutions, and clues added until there
// is one. That one change does not do is certain for clues taken away; for a clue to
// add it is so unless more than a number of searches would be needed (see repairTries).
//
// Of a draughtboard they are changes to stones, and solutions count as one that differ by
// a symmetry of the board: two stones that are joined as they lie in a solution, else more
// of them; where there is no solution, a stone that is drawn anew with as many cells, as
// like the old one as may be, and then stones joined if need be. That one change does not
// do is not certain: a bounded number of them is tried.
//
// It fails with [ErrNoRepair] when the board itself has no solution, of a draughtboard
// with [ErrNoRedraw] or [ErrNoJoin], and with what ends a search.
func Repair(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, m *crosscut.Meter) (*Repaired, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	switch p := p.(type) {
	case *puzzle.Draughtboard:
		return repairDraughtboard(ctx, e, p, m)
	case puzzle.Numbered:
		return repairClues(ctx, e, p, m)
	}
	return nil, fmt.Errorf("no repair of a puzzle of type %T: it has neither clues nor stones", p)
}

// repairClues is Repair for a puzzle of numbers.
func repairClues(ctx context.Context, e crosscut.Engine, p puzzle.Numbered, m *crosscut.Meter) (*Repaired, error) {
	clues, err := cluesOf(p)
	if err != nil {
		return nil, err
	}
	r := &cluesRepair{ctx: ctx, engine: e, meter: m, puzzle: p, clues: clues}
	found, err := r.two(r.clues)
	if err != nil {
		return nil, err
	}
	switch len(found) {
	case 0:
		return r.loosen()
	case 1:
		return &Repaired{Puzzle: p}, nil
	}
	mends, err := r.tighten(r.clues, found)
	if err != nil {
		return nil, err
	}
	return r.done([][]Mend{mends})
}

// repairTries bounds the searches for a single clue to add.
const repairTries = 400

// mostOthers bounds the other ways that are told.
const mostOthers = 9

// repair is the work on one puzzle.
type cluesRepair struct {
	ctx    context.Context
	engine crosscut.Engine
	meter  *crosscut.Meter
	puzzle puzzle.Numbered
	clues  []int
}

// two returns up to two solutions of the puzzle with other clues; none, too, when the
// clues make no puzzle, because a number is given twice.
func (r *cluesRepair) two(clues []int) ([]puzzle.Solution, error) {
	p, err := withClues(r.puzzle, clues)
	if err != nil {
		return nil, nil
	}
	return crosscut.First(r.ctx, r.engine, p, 2, r.meter)
}

// changed returns clues with one of them changed.
func changed(clues []int, m Mend) []int {
	clues = slices.Clone(clues)
	clues[m.Cell] = m.New
	return clues
}

// done returns the result, of the ways that do.
func (r *cluesRepair) done(ways [][]Mend) (*Repaired, error) {
	clues := slices.Clone(r.clues)
	for _, m := range ways[0] {
		clues[m.Cell] = m.New
	}
	p, err := withClues(r.puzzle, clues)
	if err != nil {
		return nil, err
	}
	return &Repaired{Puzzle: p, Mends: ways[0], Others: ways[1:min(len(ways), mostOthers+1)]}, nil
}

// loosen is for a puzzle without a solution.
func (r *cluesRepair) loosen() (*Repaired, error) {
	var ways [][]Mend // with one change
	for c, k := range r.clues {
		if k == puzzle.Empty {
			continue
		}
		gone := clueMend(c, k, puzzle.Empty)
		found, err := r.two(changed(r.clues, gone))
		if err != nil {
			return nil, err
		}
		if len(found) == 1 {
			ways = append(ways, []Mend{clueMend(c, k, found[0][c])}, []Mend{gone})
			continue
		}
		for _, s := range found {
			other := clueMend(c, k, s[c])
			if alone, err := r.two(changed(r.clues, other)); err != nil {
				return nil, err
			} else if len(alone) == 1 {
				ways = append(ways, []Mend{other})
			}
		}
	}
	if len(ways) > 0 {
		return r.done(ways)
	}
	clues, err := r.satisfiable()
	if err != nil {
		return nil, err
	}
	found, err := r.two(clues)
	if err != nil {
		return nil, err
	}
	switch len(found) {
	case 0:
		return nil, ErrNoRepair
	case 1:
		return r.done([][]Mend{r.differences(clues)})
	}
	more, err := r.tighten(clues, found)
	if err != nil {
		return nil, err
	}
	for _, m := range more {
		clues[m.Cell] = m.New
	}
	return r.done([][]Mend{r.differences(clues)})
}

// differences returns the changes that lead to other clues.
func (r *cluesRepair) differences(clues []int) []Mend {
	var mends []Mend
	for c, k := range r.clues {
		if clues[c] != k {
			mends = append(mends, clueMend(c, k, clues[c]))
		}
	}
	return mends
}

// satisfiable returns as many of the clues as have a solution together, taken one
// after the other. None of the others can be given back.
func (r *cluesRepair) satisfiable() (clues []int, err error) {
	clues = slices.Repeat([]int{puzzle.Empty}, len(r.clues))
	for c, k := range r.clues {
		if k == puzzle.Empty {
			continue
		}
		clues[c] = k
		found, err := r.two(clues)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			clues[c] = puzzle.Empty
		}
	}
	return clues, nil
}

// tighten is for a puzzle with several solutions, of which two are known. A clue that
// does it alone agrees with just one of the solutions, so of those known with one at
// most: every search that finds two more rules out others.
func (r *cluesRepair) tighten(clues []int, pool []puzzle.Solution) ([]Mend, error) {
	tried := make(map[[2]int]bool) // cells and numbers
	for tries := 0; tries < repairTries; tries++ {
		m, ok := r.promising(clues, pool, tried)
		if !ok {
			break
		}
		tried[[2]int{m.Cell, m.New}] = true
		found, err := r.two(changed(clues, m))
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
	return r.several(clues, pool)
}

// promising returns a clue that agrees with just one solution of the pool and was not
// tried: the one on a cell with the most different numbers.
func (r *cluesRepair) promising(clues []int, pool []puzzle.Solution, tried map[[2]int]bool) (best Mend, ok bool) {
	most := 0
	for c, k := range clues {
		if k != puzzle.Empty {
			continue
		}
		count := make(map[int]int)
		for _, s := range pool {
			count[s[c]]++
		}
		if len(count) <= most {
			continue
		}
		for _, s := range pool {
			if count[s[c]] == 1 && !tried[[2]int{c, s[c]}] {
				best, ok, most = clueMend(c, puzzle.Empty, s[c]), true, len(count)
				break
			}
		}
	}
	return best, ok
}

// several returns clues to add, none of them needless: those of one solution, each
// where it differs from another that is still there.
func (r *cluesRepair) several(clues []int, pool []puzzle.Solution) ([]Mend, error) {
	target := pool[0]
	clues = slices.Clone(clues)
	var mends []Mend
	for {
		found, err := r.two(clues)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(found, func(s puzzle.Solution) bool { return !slices.Equal(s, target) })
		if i < 0 {
			break
		}
		c := r.telling(target, append(slices.Clone(pool), found[i]), found[i])
		mends = append(mends, clueMend(c, puzzle.Empty, target[c]))
		clues[c] = target[c]
	}
	for i := 0; i < len(mends); {
		fewer := changed(clues, Mend{Cell: mends[i].Cell, New: puzzle.Empty})
		found, err := r.two(fewer)
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

// telling returns the cell on which target differs from other, and from the most of
// the pool.
func (r *cluesRepair) telling(target puzzle.Solution, pool []puzzle.Solution, other puzzle.Solution) (best int) {
	most := 0
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
		if count > most {
			best, most = c, count
		}
	}
	return best
}

// clueMend is a change to a clue.
func clueMend(cell, from, to int) Mend { return Mend{Cell: cell, Old: from, New: to} }

// Text says what a change is, in words; rows of a stone have a slash between them.
func (m Mend) Text(p puzzle.Puzzle) string {
	if len(m.Stones) > 0 {
		return m.stoneText()
	}
	if err := puzzle.Validate(p); err != nil {
		return err.Error()
	}
	name := p.Board().Name(m.Cell)
	switch {
	case m.New == puzzle.Empty:
		return fmt.Sprintf("take away %d at %s", m.Old, name)
	case m.Old == puzzle.Empty:
		return fmt.Sprintf("add %d at %s", m.New, name)
	}
	return fmt.Sprintf("write %d for %d at %s", m.New, m.Old, name)
}

func (m Mend) stoneText() string {
	var names []string
	for _, i := range m.Stones {
		names = append(names, puzzle.StoneName(i))
	}
	drawn := strings.ReplaceAll(strings.TrimSpace(m.Stone.String()), "\n", " / ")
	if len(names) == 1 {
		return fmt.Sprintf("draw stone %s as %s", names[0], drawn)
	}
	last := len(names) - 1
	return fmt.Sprintf("join stones %s and %s to %s", strings.Join(names[:last], ", "), names[last], drawn)
}
