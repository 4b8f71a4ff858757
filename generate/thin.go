package generate

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"crosscut"
	"crosscut/meter"
	"crosscut/puzzle"
)

// ErrNotUnique says that a puzzle cannot lose clues, because it has not exactly one solution.
var ErrNotUnique = errors.New("the puzzle has not exactly one solution, so no clue can go")

// Thin takes clues away from p as long as it has one solution. It returns the puzzle with
// the other clues, and the cells that lost theirs, ascending. Then no clue can go: without
// any one there are several solutions. With a pattern other than "none", clues in
// symmetric cells go or stay together, and p need not have the pattern itself. Where clues are
// ranks, a clue goes with its place in the order, the ranks behind it become smaller, and the ends stay.
//
// The seed selects the order in which clues are tried, and so one of many results. Each
// clue takes a search by e. Where [crosscut.Native] takes long, [crosscut.SAT] goes on.
// m counts the first search only.
//
// It returns [ErrNotUnique], an error for an unknown pattern, or the cause of the end of
// ctx. In the last case the puzzle is there as well: it has one solution, and clues that
// perhaps can go.
func Thin(ctx context.Context, e crosscut.Engine, p puzzle.Numbered, pattern Pattern, seed uint64, m *meter.Meter) (thinned puzzle.Numbered, removed []int, err error) {
	if err := puzzle.Validate(p); err != nil {
		return nil, nil, err
	}
	all, err := groupsOf(p.Board(), pattern)
	if err != nil {
		return nil, nil, err
	}
	found, err := crosscut.First(ctx, e, p, 2, m)
	switch {
	case err != nil && len(found) < 2:
		return nil, nil, err
	case len(found) != 1:
		return nil, nil, ErrNotUnique
	}
	given, wish, plain := p.Clues(), new(Wish), p
	if h, isHidoku := p.(*puzzle.Hidoku); isHidoku && h.Ranked() { // a rank goes with its place in the order
		plain, wish.Order = unordered(h), true
		for _, c := range h.Ascending() {
			given[c] = found[0][c]
		}
	}
	clues := slices.Clone(given)
	groups := slices.DeleteFunc(all, func(group []int) bool {
		return !slices.ContainsFunc(group, func(c int) bool { return clues[c] != puzzle.Empty })
	})
	rng := rand.New(rand.NewPCG(seed, uint64(len(clues))))
	rng.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	t := &thinning{ctx: ctx, wish: wish, board: found[0], clues: clues, from: boardSource{puzzle: plain, first: e}}
	groups, _, _ = t.settleEnds(groups) // those of an order stay
	if e.Name == crosscut.Native.Name {
		t.from.second, t.from.nodeLimit, t.from.askSecond = crosscut.SAT, thinNodes, true
	}
	_, err = t.thin(groups)
	for c, k := range given {
		if k != t.clues[c] {
			removed = append(removed, c)
		}
	}
	made, madeErr := t.puzzle()
	if madeErr != nil {
		return nil, nil, madeErr
	}
	return made.(puzzle.Numbered), removed, err
}

// thinNodes is the number of nodes after which the SAT engine takes over the search for
// another solution.
const thinNodes = 30_000
