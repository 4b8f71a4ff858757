// Package diagnose explains what is wrong with a puzzle. [Why] finds the clues or stones
// that contradict each other. [Repair] changes as little as possible until there is
// exactly one solution. [Certain] finds the cells on which all solutions agree.
package diagnose

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Conflict is why a puzzle has no solution: clues, or stones, that cannot all be right.
type Conflict struct {
	// Solution is one of the puzzle, which then has no conflict.
	Solution puzzle.Solution

	// Cells have the clues that contradict each other, in the order of their numbers.
	// None, when there are no Stones, Bare and Count either: the board has no solution
	// whatever its clues.
	Cells []int

	// Stones of a draughtboard, counted from 0 and ascending, that cannot lie on it
	// together, whatever else lies there.
	Stones []int

	// Bare are the cells of a draughtboard that no stone can cover, and Count says in
	// what numbers the cells of the stones and of the board differ. Either is reason
	// enough, so with it Stones are not looked for.
	Bare  []int
	Count string

	// Loose are those of Cells or Stones of which it is not known that they are needed,
	// because the search ended early. With none the set is minimal.
	Loose []int

	// Alone is the puzzle with no more than Cells or Stones, nil where there are none.
	// It has no solution, and it has one without any of those that are not loose. On a
	// draughtboard, squares that fit any colour fill the rest.
	Alone puzzle.Puzzle

	Searches int // how often the engine was asked
}

// Why returns why p has no solution: a minimal set of clues, of which no part is enough,
// or of the stones of a draughtboard. It leaves out half of them, then quarters and so
// on down to single ones, for good whenever the rest has no solution. This is deletion
// with the growing precision of binary search (J. Marques-Silva, M. Janota and A. Belov,
// "Minimal sets over monotone predicates in Boolean formulae", CAV 2013), and what is
// needed is found from solutions as well, as by model rotation (A. Belov and J.
// Marques-Silva, "Accelerating MUS extraction with recursive model rotation", FMCAD
// 2011). For a set of k among n that takes about k·log n searches.
//
// Nothing is concluded but from answers of e: that a set has no solution, since the
// search ended; that a clue is needed, since there is a solution without it, which the
// rules have judged.
//
// The nodes of m limit each search, and the first one must end within them. Later ones
// are at first given few nodes each, and more when nothing else is left to ask. With an
// error of the first search there is no conflict. Otherwise the best one so far is
// returned with an error, and its Loose says what is left to find out.
func Why(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, m *crosscut.Meter) (*Conflict, error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	w := &conflictSearch{ctx: ctx, engine: e, meter: m, conflict: new(Conflict), needed: make(map[int]bool)}
	if w.meter == nil {
		w.meter = new(crosscut.Meter)
	}
	w.run = search.Start(ctx, w.meter)
	defer w.run.Close()
	if err := w.takeParts(p); err != nil {
		return nil, err
	}
	if board, ok := p.(*puzzle.Draughtboard); ok {
		if w.checkCounts(board); w.conflict.Count != "" || w.conflict.Bare != nil {
			return w.conflict, nil
		}
	}
	s, spent, err := w.ask(p, w.meter.MaxNodes)
	if err != nil {
		return nil, err
	}
	if s != nil {
		w.conflict.Solution = s
		return w.conflict, nil
	}
	err = w.minimise(max(leastNodes, 4*spent))
	if err := w.finish(); err != nil {
		return nil, err
	}
	return w.conflict, err
}

// conflictSearch is the work on one puzzle.
type conflictSearch struct {
	ctx      context.Context
	engine   crosscut.Engine
	meter    *crosscut.Meter
	run      *search.Run // for the share done
	conflict *Conflict

	ofStones bool         // the parts are stones, not clues
	set      []int        // the parts that have no solution together: cells with clues, or stones
	needed   map[int]bool // those without which there is a solution
	with     func(parts []int) (puzzle.Puzzle, error)
	rivals   func(s puzzle.Solution) []int // the parts of set that a solution does not respect; nil for stones
}

// leastNodes is how many nodes a search gets at first.
const leastNodes = 1000

// ask returns a solution of p, or nil when there is none, and how many nodes that took.
func (w *conflictSearch) ask(p puzzle.Puzzle, nodes int64) (puzzle.Solution, int64, error) {
	m := &crosscut.Meter{MaxNodes: nodes}
	if nodes == 0 { // else the limit would cut each run elsewhere
		m.Workers = w.meter.Workers
	}
	w.conflict.Searches++
	found, err := crosscut.First(w.ctx, w.engine, p, 1, m)
	w.meter.Add(m.Stats())
	if err != nil || len(found) == 0 {
		return nil, m.Stats().Nodes, err
	}
	return found[0], m.Stats().Nodes, nil
}

// takeParts sets the parts of a puzzle, and how a puzzle is made of some of them.
func (w *conflictSearch) takeParts(p puzzle.Puzzle) error {
	switch p := p.(type) {
	case *puzzle.Draughtboard:
		w.takeStones(p)
		return nil
	case puzzle.Numbered:
		return w.takeClues(p)
	}
	return fmt.Errorf("no conflict in a puzzle of type %T: it has neither clues nor stones", p)
}

// takeClues is take for clues, in the order of their numbers: those that contradict each
// other are mostly near each other there.
func (w *conflictSearch) takeClues(p puzzle.Numbered) error {
	clues, err := cluesOf(p)
	if err != nil {
		return err
	}
	for c, k := range clues {
		if k != puzzle.Empty {
			w.set = append(w.set, c)
		}
	}
	slices.SortFunc(w.set, func(a, b int) int { return cmp.Compare(clues[a], clues[b]) })
	w.with = func(parts []int) (puzzle.Puzzle, error) {
		kept := slices.Repeat([]int{puzzle.Empty}, len(clues))
		for _, c := range parts {
			kept[c] = clues[c]
		}
		return withClues(p, kept)
	}
	w.rivals = func(s puzzle.Solution) (cells []int) {
		for _, c := range w.set {
			if s[c] != clues[c] {
				cells = append(cells, c)
			}
		}
		return cells
	}
	return nil
}

// minimise makes the set minimal. When single parts are left whose searches ran into
// their limit, it begins again with eight times as many nodes.
func (w *conflictSearch) minimise(nodes int64) error {
	for {
		limit := w.meter.MaxNodes
		if limit > 0 {
			nodes = min(nodes, limit)
		}
		if err := w.shrink(nodes); err != nil {
			return err
		}
		if len(w.needed) == len(w.set) {
			return nil
		}
		if limit > 0 && nodes == limit {
			return search.Nodes(limit)
		}
		nodes *= 8
	}
}

// shrink leaves out what it can, with so many nodes a search: half of the set, quarters
// and so on, and at last each part that is not known to be needed by itself.
func (w *conflictSearch) shrink(nodes int64) error {
	for size := max(len(w.set)/2, 1); len(w.set) > 0; size = (size + 1) / 2 {
		for start := 0; start < len(w.set); {
			end := min(start+size, len(w.set))
			left, err := w.leaveOut(start, end, nodes)
			if err != nil {
				return err
			}
			if !left {
				start = end
			}
		}
		if size == 1 {
			return nil
		}
	}
	return nil
}

// leaveOut leaves out the parts of the set from start to end for good, unless one of them
// is needed or the rest has a solution, or may have. It reports whether it did.
func (w *conflictSearch) leaveOut(start, end int, nodes int64) (bool, error) {
	if slices.ContainsFunc(w.set[start:end], func(part int) bool { return w.needed[part] }) {
		return false, nil
	}
	rest := slices.Concat(w.set[:start], w.set[end:])
	p, err := w.with(rest)
	if err != nil {
		return false, err
	}
	s, _, err := w.ask(p, nodes)
	switch {
	case err != nil && w.ctx.Err() == nil && errors.Is(err, crosscut.ErrLimit):
		return false, nil
	case err != nil:
		return false, err
	case s == nil:
		w.set = rest
	case end == start+1:
		w.needed[w.set[start]] = true
	case w.rivals != nil:
		if rivals := w.rivals(s); len(rivals) == 1 {
			w.needed[rivals[0]] = true
		}
	}
	w.run.Share(float64(len(w.needed)) / float64(max(len(w.set), 1)))
	return s == nil, nil
}

// finish makes the conflict of the set.
func (w *conflictSearch) finish() (err error) {
	c := w.conflict
	for _, part := range w.set {
		if !w.needed[part] {
			c.Loose = append(c.Loose, part)
		}
	}
	if w.ofStones {
		c.Stones = w.set
	} else {
		c.Cells = w.set
	}
	if len(w.set) > 0 {
		c.Alone, err = w.with(w.set)
	}
	return err
}
