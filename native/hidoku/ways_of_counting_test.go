package hidoku

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// TestWaysOfCountingAgree draws larger boards, or as many as CROSSCUT_WAYS says. It counts
// each one by one, by parts, and along the frontier where that applies.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := 30
	if testing.Short() {
		boards = 10
	}
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_WAYS")); err == nil {
		boards = n
	}
	divided := 0
	for seed := range uint64(boards) {
		rng := rand.New(rand.NewPCG(seed, 15))
		most := []int{30, 300, 3000}[seed%3]
		p := puzzletest.Larger(t, rng, puzzle.FamilyHidoku, func(p puzzle.Puzzle) bool {
			return nativetest.Enumerated(t, p.(*puzzle.Hidoku), Search, most) <= most
		}).(*puzzle.Hidoku)
		n := fmt.Sprint(nativetest.Enumerated(t, p, Search, most))
		require.Equal(t, n, partsOf(t, p, nativetest.Forever), "by parts, of\n%s", p)
		require.Equal(t, n, partsOf(t, p, 1000), "by parts, in pieces, of\n%s", p)
		count, err := Count(context.Background(), p, new(search.Meter))
		require.NoError(t, err)
		require.Equal(t, n, count.String(), "%s", p)
		divided += min(1, nativetest.Enumerated(t, p, Search, most)/4)
	}
	assert.Greater(t, divided, boards/2, "the boards have too few solutions")
}

// TestFrontierAgreesWithEnumeration has boards of all kinds, larger than those of brute force. Their clues, links and
// orders are those of some path.
func TestFrontierAgreesWithEnumeration(t *testing.T) {
	boards := 40
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_WAYS")); err == nil {
		boards = n
	}
	solved := 0
	for seed := range uint64(boards) {
		rng := rand.New(rand.NewPCG(seed, 16))
		p := drawFrontierBoard(t, rng)
		if p == nil || pathcount.NewFrontier(p) == nil {
			continue
		}
		n := nativetest.Enumerated(t, p, Search, 20_000)
		if n > 20_000 {
			continue
		}
		require.Equal(t, fmt.Sprint(n), frontierOf(t, p), "along the frontier, of\n%s", p)
		r := search.Start(context.Background(), nil)
		pieces := counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, 2)
		pieces.MaxWords, pieces.Spread = 0, 0
		count, _ := nativetest.Count(t, pieces, 100)
		r.Close()
		require.Equal(t, fmt.Sprint(n), count, "along the frontier, in pieces, of\n%s", p)
		solved += min(1, n)
	}
	if !testing.Short() {
		assert.Greater(t, solved, boards/3)
	}
}

// drawFrontierBoard returns a board with holes and with some numbers and rules of one of its paths, or nil if it has no
// path.
func drawFrontierBoard(t *testing.T, rng *rand.Rand) *puzzle.Hidoku {
	width, height := 3+rng.IntN(3), 3+rng.IntN(3)
	holes := rng.Perm(width * height)[:rng.IntN(3)]
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return slices.Contains(holes, row*width+col) })
	require.NoError(t, err)
	n := board.Len()
	rules := puzzle.HidokuRules{
		Moves:  []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex, puzzle.Knight}[rng.IntN(4)],
		Closed: rng.IntN(3) == 0, Torus: rng.IntN(4) == 0 && height%2 == 0,
	}
	p, err := puzzle.NewHidokuBy(board, rules, nil)
	require.NoError(t, err)
	var path puzzle.Solution
	r := search.Start(context.Background(), nil)
	defer r.Close()
	err = Search(p, r, func(s puzzle.Solution) bool { path = slices.Clone(s); return rng.IntN(20) > 0 })
	if path == nil {
		require.NoError(t, err)
		return nil
	}
	clues, order := slices.Repeat([]int{puzzle.Empty}, n), rng.Perm(n)
	for _, c := range order[:rng.IntN(4)] {
		clues[c] = path[c]
	}
	if rng.IntN(2) == 0 {
		rules.Order = slices.Clone(order[:rng.IntN(5)])
		slices.SortFunc(rules.Order, func(c, d int) int { return path[c] - path[d] })
	}
	for range rng.IntN(5) {
		c := rng.IntN(n)
		for _, d := range p.Neighbours(c) {
			apart := max(path[c]-path[d], path[d]-path[c])
			switch pair := [2]int{min(c, d), max(c, d)}; {
			case slices.Contains(rules.Links, pair) || slices.Contains(rules.Unlinked, pair):
			case apart == 1:
				rules.Links = append(rules.Links, pair)
			case rng.IntN(4) == 0 && (apart < n-1 || !rules.Closed):
				rules.Unlinked = append(rules.Unlinked, pair)
			}
		}
	}
	p, err = puzzle.NewHidokuBy(board, rules, clues)
	require.NoError(t, err)
	return p
}
