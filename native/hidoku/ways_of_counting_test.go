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

// TestWaysOfCountingBetweenEndsAgree has boards with holes on which at most the first and the
// last number are given. Enumeration is fast enough on them.
func TestWaysOfCountingBetweenEndsAgree(t *testing.T) {
	solved, ends := 0, 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 16))
		moves := []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}[seed%3]
		width, height := 3+rng.IntN(3), 3+rng.IntN(2)
		holes := rng.Perm(width * height)[:1+rng.IntN(2)]
		if moves == puzzle.King {
			width, height = 3+rng.IntN(2), 3
		}
		p := puzzletest.BlankHidoku(t, width, height, moves, func(row, col int) bool { return slices.Contains(holes, row*width+col) })
		clues, order := slices.Clone(p.Clues()), rng.Perm(p.Board().Len())
		if given := rng.IntN(4); given > 0 {
			if given&1 > 0 {
				clues[order[0]] = 1
			}
			if given&2 > 0 {
				clues[order[1]] = len(clues)
			}
			ends++
		}
		q, err := p.WithClues(clues)
		require.NoError(t, err)
		p = q.(*puzzle.Hidoku)
		n := nativetest.Enumerated(t, p, Search, 1<<40)
		require.Equal(t, fmt.Sprint(n), frontierOf(t, p), "along the frontier, of\n%s", p)
		require.Equal(t, fmt.Sprint(n), partsOf(t, p, nativetest.Forever), "by parts, of\n%s", p)
		r := search.Start(context.Background(), nil)
		pieces := counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, 2)
		pieces.MaxWords, pieces.Spread = 0, 0
		count, _ := nativetest.Count(t, pieces, 100)
		r.Close()
		require.Equal(t, fmt.Sprint(n), count, "along the frontier, in pieces, of\n%s", p)
		solved += min(1, n)
	}
	assert.Greater(t, solved, 25)
	assert.Greater(t, ends, 30)
}
