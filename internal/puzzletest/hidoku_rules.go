package puzzletest

// The rules of a Hidoku beyond its graph, for brute force and for the tests that draw some of them.

import (
	"slices"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/puzzle"
)

// PairRules are header lines with rules about two cells that touch, for a board of 3x2 cells or more.
var PairRules = []string{"links: r1c1-r1c2", "unlinked: r1c1-r1c2", "links: r1c1-r1c2, r2c2-r2c3\nunlinked: r1c2-r2c2"}

// keepsRules looks at the rules of a Hidoku that do not concern the steps from k to k+1.
func keepsRules(p *puzzle.Hidoku, board puzzle.Solution) bool {
	r, n := p.Rules(), len(board)
	follows := func(c, d int) bool { return board[d] == board[c]+1 || r.Closed && board[c] == n && board[d] == 1 }
	linked := func(pair [2]int) bool { return follows(pair[0], pair[1]) || follows(pair[1], pair[0]) }
	unlinked := func(pair [2]int) bool { return !linked(pair) }
	return (!r.Closed || slices.Contains(p.Neighbours(slices.Index(board, n)), slices.Index(board, 1))) &&
		!slices.ContainsFunc(r.Links, unlinked) && !slices.ContainsFunc(r.Unlinked, linked) &&
		slices.IsSortedFunc(r.Order, func(c, d int) int { return board[c] - board[d] })
}

// Part says that two cells that touch have no consecutive numbers.
func Part(rules *puzzle.HidokuRules, c, d int) {
	rules.Unlinked = append(rules.Unlinked, [2]int{c, d})
}

// HasPair reports whether a rule says of two cells that they follow each other, or that they do not.
func HasPair(rules *puzzle.HidokuRules, c, d int) bool {
	same := func(pair [2]int) bool { return pair == [2]int{c, d} || pair == [2]int{d, c} }
	return slices.ContainsFunc(rules.Links, same) || slices.ContainsFunc(rules.Unlinked, same)
}

// AnyPath returns the puzzle without the rules that not every path through its graph keeps.
func AnyPath(t require.TestingT, p *puzzle.Hidoku) *puzzle.Hidoku {
	rules := p.Rules()
	rules.Links, rules.Unlinked, rules.Order = nil, nil, nil
	q, err := rules.New(p.Board(), p.Clues())
	require.NoError(t, err)
	return q
}

// drawLinks draws links where the numbers of a filling are consecutive, and their opposite
// elsewhere.
func drawLinks(t *rapid.T, p *puzzle.Hidoku, rules *puzzle.HidokuRules, filling []int) {
	few := rapid.IntRange(1, 8).Draw(t, "links, one of")
	for c := range filling {
		for _, d := range p.Neighbours(c) {
			if d > c || rapid.IntRange(0, few).Draw(t, "link, at 0") > 0 {
				continue
			}
			apart := max(filling[c]-filling[d], filling[d]-filling[c])
			if apart == 1 || rules.Closed && apart == len(filling)-1 {
				rules.Links = append(rules.Links, [2]int{c, d})
			} else {
				Part(rules, d, c)
			}
		}
	}
}
