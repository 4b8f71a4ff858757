// Package diagnose explains what is wrong with a puzzle. [Why] finds the clues or stones
// that contradict each other. [Repair] changes as few clues as possible until there is
// exactly one solution. [Certain] finds the cells on which all solutions agree.
//
// # Time and memory
//
// [Why] and [Certain] ask a few questions for each clue or cell, and [Repair] a few hundred. A question
// is a search, so one hard question decides the time. Bound it by MaxNodes of the meter, or by the
// context. The memory is that of the engine.
package diagnose

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/space"
)

// Conflict says why a puzzle has no solution: clues or stones contradict each other.
type Conflict struct {
	// Solution is a solution of the puzzle. If it is not nil, there is no conflict.
	Solution puzzle.Solution

	// Cells are the cells with the clues that contradict each other, in the order of
	// their numbers. If Stones, Bare, Count and Gaps are empty as well, the board has no
	// solution even without clues.
	Cells []int

	// Clash says that Cells break a rule as one sees at once: see [human.Clash]. Each of the
	// clues is needed for that, though fewer may have no solution for another reason. It is a
	// sufficient reason, so Why then does not search.
	Clash bool

	// Stones are the stones that cannot lie on the board together, whatever else lies
	// there. They are counted from 1, as in a solution, and ascending. Each of them must be used.
	Stones []int

	// Bare are the cells of a draughtboard that no stone can cover. Count says how the
	// numbers of cells, or of black and white cells, of the stones and of the board
	// differ. Each is a sufficient reason, so Why then does not look for Stones.
	Bare  []int
	Count string

	// Gaps are numbers of bare cells with which there is a solution: the nearest below and above those that
	// may stay bare, or one of both. They are for a draughtboard where the number of stones is open, and
	// whose stones that must be used lie on the board together.
	Gaps []int

	// Loose are the ones of Cells or Stones that may be needless, because the search
	// ended early. If there are none, the conflict is minimal, unless Clash is true.
	Loose []int

	// Reduced is the puzzle with only the clues of Cells, or only these Stones. It is
	// nil if there are neither. It has no solution. Unless Clash is true, it has a solution
	// without any single one of the clues or stones that are not loose. The rest of a draughtboard stays
	// bare.
	Reduced puzzle.Puzzle

	Searches int // number of times that the engine was asked
}

// Why returns why p has no solution: a minimal set of clues, or of stones of a
// draughtboard. Minimal means that the puzzle has a solution without any one of them. Where
// clues break a rule as one sees at once, it returns these: see [Conflict].
//
// Otherwise Why concludes only from answers of e. A set has no solution if e has finished its
// search. A clue is needed if e has found a solution without it, which the rules have
// judged.
//
// The MaxNodes of m limit each search. The first search must end within them, or Why
// fails. Later searches get few nodes at first, and more when nothing else is left to
// ask. If a later search fails, Why returns the best conflict so far with the error, and
// its Loose says what may be needless.
//
// A type of another package works if it is a [puzzle.Numbered] and e can search it.
func Why(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, m *meter.Meter) (_ *Conflict, err error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	w := &conflictSearch{ctx: ctx, engine: e, meter: m, conflict: new(Conflict), needed: make(map[int]bool)}
	if w.meter == nil {
		w.meter = new(meter.Meter)
	}
	w.run = meter.Start(ctx, w.meter)
	defer w.run.Close()
	if err := w.takeParts(p); err != nil {
		return nil, err
	}
	board, isBoard := p.(*puzzle.Draughtboard)
	if isBoard {
		if w.checkCounts(board); w.conflict.Count != "" || w.conflict.Bare != nil {
			return w.conflict, nil
		}
	}
	if clash := human.Clash(p); clash != nil {
		w.set = slices.DeleteFunc(w.set, func(c int) bool { return !slices.Contains(clash, c) })
		w.conflict.Cells, w.conflict.Clash = w.set, true
		w.conflict.Reduced, err = w.with(w.set)
		return w.conflict, err
	}
	s, spent, err := w.ask(p, w.meter.MaxNodes)
	if err != nil {
		return nil, err
	}
	if s != nil {
		w.conflict.Solution = s
		return w.conflict, nil
	}
	if isBoard && !space.Fixed(board) {
		if err := w.tryGaps(board); err != nil {
			return nil, err
		}
		if w.conflict.Gaps != nil {
			return w.conflict, nil
		}
	}
	err = w.minimise(max(leastNodes, 4*spent))
	if err := w.finish(); err != nil {
		return nil, err
	}
	return w.conflict, err
}

// The search for a minimal conflict leaves out half of the clues or stones, then
// quarters, and so on down to single ones. Whenever the rest has no solution, the part
// stays out. For a conflict of k among n parts this takes about k·log n searches.
//
// It applies to puzzles without a solution, and the limits on nodes bound it. It is
// deletion with parts whose size is halved again and again. Source: J. Marques-Silva, M.
// Janota and A. Belov, "Minimal sets over monotone predicates in Boolean formulae", CAV
// 2013. Solutions show needed clues, too, as in model rotation: A. Belov and J.
// Marques-Silva, "Accelerating MUS extraction with recursive model rotation", FMCAD 2011.

type conflictSearch struct {
	ctx      context.Context
	engine   crosscut.Engine
	meter    *meter.Meter
	run      *meter.Run // reports the share of the work that is done
	conflict *Conflict

	ofStones bool         // the parts are stones and not clues
	set      []int        // parts that have no solution together: cells with clues, or stones
	needed   map[int]bool // parts of set without which there is a solution
	with     func(parts []int) (puzzle.Puzzle, error)
	rivals   func(s puzzle.Solution) []int // the cells of set whose clues a solution breaks; nil for stones and stations
}

// leastNodes is the least limit on the nodes of the searches after the first.
const leastNodes = 1000

// ask returns a solution of p, or nil if there is none, and the nodes of the search.
func (w *conflictSearch) ask(p puzzle.Puzzle, nodes int64) (puzzle.Solution, int64, error) {
	m := &meter.Meter{MaxNodes: nodes}
	if nodes == 0 { // with a limit on nodes use one worker, because several would not stop at the same place each time
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

// takeParts sets the parts of a puzzle, and how to make a puzzle of some of them.
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

// takeClues is takeParts for clues, in the order of their numbers. Clues that contradict
// each other often have numbers near each other.
func (w *conflictSearch) takeClues(p puzzle.Numbered) error {
	clues, err := cluesOf(p)
	if err != nil {
		return err
	}
	w.set = inOrder(clues)
	w.with = func(parts []int) (puzzle.Puzzle, error) {
		kept := slices.Repeat([]int{puzzle.Empty}, len(clues))
		for _, c := range parts {
			kept[c] = clues[c]
		}
		return withClues(p, kept)
	}
	if stationsOf(p) != nil {
		return nil
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

// minimise makes the set minimal. If searches for single parts ran into their limit, it
// begins again with eight times as many nodes.
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
			return &meter.LimitError{Kind: meter.ErrNodes, What: base.Nodes(limit)}
		}
		nodes *= 8
	}
}

// shrink leaves out what it can: half of the set, then quarters, and so on. At last it
// tries each single part that is not known to be needed. nodes limits each search.
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

// leaveOut leaves out the parts of the set from start to end for good, and reports
// whether it did. It does not if one of them is needed, or if the rest has a solution or
// may have one.
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
	case err != nil && w.ctx.Err() == nil && errors.Is(err, meter.ErrLimit):
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

func (w *conflictSearch) finish() (err error) {
	c := w.conflict
	parts, first := &c.Cells, 0
	if w.ofStones {
		parts, first = &c.Stones, 1
	}
	for _, part := range w.set {
		*parts = append(*parts, part+first)
		if !w.needed[part] {
			c.Loose = append(c.Loose, part+first)
		}
	}
	if len(w.set) > 0 {
		c.Reduced, err = w.with(w.set)
	}
	return err
}
