package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/human"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Thinning takes clues away from a filled board, several at a time while that works.
//
// It applies to puzzles of numbers. Each answer of a search that finds another solution
// is kept: if later clues allow the same other solution, they need no search. Native
// searches at most nodeLimit nodes, and attemptsFor bounds the attempts.

// thinning is one attempt: a filled board that loses clues.
type thinning struct {
	ctx       context.Context
	wish      *Wish
	from      boardSource
	rng       *rand.Rand
	board     []int // the solution
	clues     []int
	clueCount int // number of clues

	// For every other solution found so far, the cells in which it differs from the
	// board. If none of these cells has a clue, it is a solution of the clues.
	otherSolutions [][]int

	reached human.Level // the level of the puzzle at the end
}

// make takes clues away and returns the puzzle, or nil if it differs from the wish.
func (t *thinning) make(groups [][]int) (*Made, error) {
	t.clueCount = len(t.clues)
	least := leastClues(t.otherSolutions, len(t.board))
	expected := least
	if len(t.board) >= largeBoard {
		expected += least / 2 // thinning at random leaves at least that many: 1.5 to 1.7 times the bound on king's and hex boards of 400 and 900 cells
	}
	if t.wish.Clues > 0 && t.wish.Clues < expected {
		t.clueCount = max(least, t.wish.Clues+1)
		return nil, nil
	}
	groups = slices.Clone(groups)
	t.rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	groups, ok, err := t.settleEnds(groups)
	if err != nil || !ok {
		return nil, err
	}
	kept, err := t.thin(groups)
	if err != nil || t.wish.Clues > 0 && t.clueCount != t.wish.Clues {
		return nil, err
	}
	if t.wish.Minimal {
		if ok, err = t.minimal(kept); err != nil || !ok {
			return nil, err
		}
	}
	return t.finish()
}

// leastClues returns a lower bound of the number of clues. Each set of cells in which
// another solution differs needs a clue, and disjoint sets need different clues.
func leastClues(otherSolutions [][]int, cells int) int {
	covered := make([]bool, cells)
	least := 0
	for _, other := range otherSolutions {
		if slices.ContainsFunc(other, func(c int) bool { return covered[c] }) {
			continue
		}
		least++
		for _, c := range other {
			covered[c] = true
		}
	}
	return least
}

// settleEnds takes away or keeps the first and the last number if the wish asks for
// that. It returns the groups that remain to thin. The result is false if the ends
// cannot be hidden.
func (t *thinning) settleEnds(groups [][]int) (rest [][]int, ok bool, err error) {
	if !t.wish.inOrder() && (t.wish.Ends == "" || t.wish.Ends == anyEnds) {
		return groups, true, nil
	}
	last := len(t.board)
	var ends []int
	for _, group := range groups {
		if slices.ContainsFunc(group, func(c int) bool { return t.board[c] == 1 || t.board[c] == last }) {
			ends = append(ends, group...)
		} else {
			rest = append(rest, group)
		}
	}
	if t.wish.Ends == givenEnds || t.wish.inOrder() {
		return rest, true, nil
	}
	ok, err = t.tryWithout(ends)
	return rest, ok, err
}

// thin takes away each group that can go, several at a time while that works. It
// returns the groups that it kept. It stops at the wished number of clues.
func (t *thinning) thin(groups [][]int) (kept [][]int, err error) {
	for at, size := 0, 1; at < len(groups); {
		if t.wish.Clues > 0 && t.clueCount <= t.wish.Clues {
			return append(kept, groups[at:]...), nil
		}
		size = min(size, len(groups)-at)
		block := slices.Concat(groups[at : at+size]...)
		if t.wish.Clues > 0 && t.clueCount-len(block) < t.wish.Clues {
			if size == 1 { // the group is a pair, and only one clue may still go
				kept = append(kept, groups[at])
				at++
			}
			size = max(1, size/2)
			continue
		}
		removed, err := t.tryWithout(block)
		switch {
		case err != nil:
			return nil, err
		case removed:
			at += size
			size *= 2
		case size == 1:
			kept = append(kept, groups[at])
			at++
		default:
			size /= 2
		}
	}
	return kept, nil
}

// tryWithout takes away the clues of cells if the puzzle still fits the wish, and
// reports whether it did.
func (t *thinning) tryWithout(cells []int) (bool, error) {
	var removed []int
	for _, c := range cells {
		if t.clues[c] != puzzle.Empty {
			removed = append(removed, c)
			t.clues[c] = puzzle.Empty
		}
	}
	ok, err := t.stillFits()
	if err == nil && ok {
		t.clueCount -= len(removed)
		return true, nil
	}
	for _, c := range removed {
		t.clues[c] = t.board[c]
	}
	if errors.Is(err, errUndecided) {
		return false, nil
	}
	return false, err
}

// stillFits reports whether the filled board is the only solution. For most levels, steps
// of that level must lead to it, which proves the same.
func (t *thinning) stillFits() (bool, error) {
	if t.otherKnown() {
		return false, nil
	}
	if t.wish.Level == 0 || t.wish.Level == human.Extreme || t.wish.Level == human.Hard && t.wish.inOrder() { // a line is searched faster than graded
		return t.unique()
	}
	p, err := t.puzzle()
	if err != nil {
		return false, err
	}
	g, err := human.GradeOf(t.ctx, p, t.wish.Level)
	return err == nil && g.Solved, err
}

// otherKnown reports whether another solution, found before, fits the clues.
func (t *thinning) otherKnown() bool {
	return slices.ContainsFunc(t.otherSolutions, func(other []int) bool {
		return !slices.ContainsFunc(other, func(c int) bool { return t.clues[c] != puzzle.Empty })
	})
}

func (t *thinning) unique() (bool, error) {
	p, err := t.puzzle()
	if err != nil {
		return false, err
	}
	other, err := t.findOther(p)
	if other != nil {
		t.otherSolutions = append(t.otherSolutions, other)
	}
	return other == nil, err
}

// errUndecided says that a search ended before it found or excluded another solution.
var errUndecided = errors.New("another solution was neither found nor ruled out")

// findOther returns the cells in which some other solution of p differs from the filled
// board. It returns nil if there is no other, and errUndecided if the search ended early.
func (t *thinning) findOther(p puzzle.Puzzle) ([]int, error) {
	found, err := crosscut.First(t.ctx, t.from.first, p, 2, &meter.Meter{MaxNodes: t.from.nodeLimit})
	if errors.Is(err, meter.ErrLimit) && len(found) < 2 && t.ctx.Err() == nil {
		if !t.from.askSecond {
			return nil, errUndecided
		}
		found, err = crosscut.First(t.ctx, t.from.second, p, 2, nil)
	}
	if err != nil && len(found) < 2 {
		return nil, err
	}
	for _, s := range found {
		var differ []int
		for c, k := range s {
			if k != t.board[c] {
				differ = append(differ, c)
			}
		}
		if differ != nil {
			return differ, nil
		}
	}
	return nil, nil
}

// minimal reports whether no group of clues can go.
func (t *thinning) minimal(kept [][]int) (ok bool, err error) {
	for _, group := range kept {
		if t.clues[group[0]] == puzzle.Empty {
			continue
		}
		for _, c := range group {
			t.clues[c] = puzzle.Empty
		}
		ok := !t.otherKnown()
		if ok {
			ok, err = t.unique()
		}
		for _, c := range group {
			t.clues[c] = t.board[c]
		}
		switch {
		case errors.Is(err, errUndecided):
			return false, nil
		case err != nil || ok:
			return false, err
		}
	}
	return true, nil
}

// finish grades the puzzle and proves that it has one solution. It returns nil for a
// puzzle of another level, or if the proof takes too many nodes.
func (t *thinning) finish() (*Made, error) {
	p, err := t.puzzle()
	if err != nil {
		return nil, err
	}
	g, err := gradeOf(t.ctx, p, t.wish.Level)
	if err != nil {
		return nil, err
	}
	if t.reached = g.Level; t.wish.Level > 0 && t.reached != t.wish.Level {
		return nil, nil
	}
	for _, e := range []crosscut.Engine{t.from.first, t.from.second} {
		m := new(meter.Meter)
		if e.Name == crosscut.Native.Name {
			m.MaxNodes = t.from.proofLimit
		}
		found, err := crosscut.First(t.ctx, e, p, 2, m)
		if m.MaxNodes > 0 && errors.Is(err, meter.ErrLimit) && t.ctx.Err() == nil {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if len(found) != 1 || !slices.Equal(found[0], t.board) {
			return nil, &crosscut.DisagreementError{Engines: [2]string{e.Name, "another"}, Detail: fmt.Sprintf(
				"%s finds %d solutions of a puzzle that was found to be unique: %v", e.Name, len(found), p)}
		}
	}
	return &Made{Puzzle: p, Solution: t.board, Count: 1, Clues: t.clueCount, Grade: g}, nil
}

// gradeOf grades a puzzle that has one solution, as [human.GradeOf] does. Where steps do not lead to it and another
// level than extreme is wished, the grade is without guesses: the puzzle is not wanted, and guesses take long.
func gradeOf(ctx context.Context, p puzzle.Puzzle, wished human.Level) (*human.Grade, error) {
	g, err := human.GradeOf(ctx, p, human.Hard)
	switch {
	case err != nil || g.Solved:
		return g, err
	case wished == 0 || wished == human.Extreme:
		return human.GradeOf(ctx, p, human.Extreme)
	}
	g.Level = human.Extreme
	return g, nil
}
