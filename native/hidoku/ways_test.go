package hidoku

import (
	"context"
	"fmt"
	"testing"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// frontierOf counts only by the frontier.
func frontierOf(t require.TestingT, p *puzzle.Hidoku) string {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	count, _ := nativetest.Count(t, counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, 1), nativetest.Forever)
	return count
}

// partsOf counts only by parts, in steps of coin work.
func partsOf(t require.TestingT, p *puzzle.Hidoku, coin int64) string {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	q := pathcount.NewParts(p, r)
	defer q.Close()
	for done := false; !done; {
		var err error
		done, err = q.Advance(coin)
		require.NoError(t, err)
	}
	return q.Count().String()
}

func TestHidokuFrontierCountsTheFillings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 15)
		if pathcount.NewFrontier(p) == nil {
			t.Skip("too small")
		}
		want := fmt.Sprint(len(puzzletest.Brute(p)))
		for workers := 1; workers <= 2; workers++ {
			for _, words := range []int{0, counting.MaxWords} {
				r := search.Start(context.Background(), nil)
				l := counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, workers)
				l.MaxWords, l.Spread = words, 0
				count, _ := nativetest.Count(t, l, nativetest.Forever)
				r.Close()
				require.Equal(t, want, count, "%d workers, %d words: %s", workers, words, p)
			}
		}
	})
}

// Counting only by parts agrees with enumeration, on boards with hundreds of fillings.
func TestHidokuPartsAgreeWithEnumeration(t *testing.T) {
	for name, want := range map[string]string{
		"gk13ring_multi_1": "29120", "gk13diamond_multi_1": "123732", "gk08_multi_2": "812", "gh08_multi_2": "1026",
	} {
		if testing.Short() && len(want) > 4 {
			continue
		}
		p := nativetest.ReadCases(t, "hidoku/"+name+".txt")[0].Puzzle.(*puzzle.Hidoku)
		assert.Equal(t, want, partsOf(t, p, nativetest.Forever), name)
	}
}

func TestHidokuFrontierCountsTheSameInPieces(t *testing.T) {
	nativetest.RequireSameInPieces(t, pathcount.NewFrontier(puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil)).Graph(), "343184")
}
