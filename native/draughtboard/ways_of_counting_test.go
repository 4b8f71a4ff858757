package draughtboard

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// TestWaysOfCountingAgree draws boards of up to 49 cells, or as many as CROSSCUT_WAYS says. It
// counts each one by one, by layers, and by layers in pieces.
func TestWaysOfCountingAgree(t *testing.T) {
	boards := 20
	if testing.Short() {
		boards = 8
	}
	if n, err := strconv.Atoi(os.Getenv("CROSSCUT_WAYS")); err == nil {
		boards = n
	}
	several := 0
	for seed := range uint64(boards) {
		const most = 3000
		rng := rand.New(rand.NewPCG(seed, 17))
		p := puzzletest.Larger(t, rng, puzzle.FamilyDraughtboard, func(p puzzle.Puzzle) bool {
			return nativetest.Enumerated(t, p.(*puzzle.Draughtboard), Search, most) <= most
		}).(*puzzle.Draughtboard)
		n := nativetest.Enumerated(t, p, Search, most)
		require.Equal(t, fmt.Sprint(n), countByLayers(t, p), "by layers, of\n%s", p)
		inPieces := new(big.Int)
		for _, corner := range p.Colourings() {
			r := search.Start(context.Background(), nil)
			l := counting.NewLayers(graphOf(t, p, corner), r, 1+int(seed%3))
			l.MaxWords, l.Spread = 0, 0
			nativetest.Count(t, l, 100)
			inPieces.Add(inPieces, l.Count())
			r.Close()
		}
		require.Equal(t, fmt.Sprint(n), inPieces.String(), "by layers in pieces, of\n%s", p)
		count, err := Count(context.Background(), p, new(search.Meter))
		require.NoError(t, err)
		require.Equal(t, fmt.Sprint(n), count.String(), "%s", p)
		several += min(1, n/4)
	}
	assert.Greater(t, several, boards/3, "the boards have too few solutions")
}
