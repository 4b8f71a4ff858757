package pathcover

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// TestWindowsKeepCountsRight compares what mending counts with the ways themselves, after each of many windows.
func TestWindowsKeepCountsRight(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	mended := 0
	for seed := range uint64(40) {
		moves := []puzzle.Moves{puzzle.Rook, puzzle.King, puzzle.Hex}[seed%3]
		p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: moves, Closed: seed%4 == 3, Torus: seed%5 == 4}, 10, 3+int(seed), seed)
		m := menderForClues(p, r)
		m.openWays()
		require.NoError(t, m.join(math.MaxInt/promisingShare))
		for i := range 200 {
			lacking := m.lacking
			if lacking == 0 {
				break
			}
			require.NoError(t, m.mendByWindow())
			if !anyOpen(m) {
				require.Empty(t, wrongWays(m.cover), "board %d, window %d", seed, i)
			}
			require.LessOrEqual(t, m.lacking, lacking)
			if m.lacking < lacking {
				mended++
			}
		}
		if m.lacking == 0 {
			require.NoError(t, p.Check(hidokutest.Filled(m.Cells())))
		}
	}
	t.Log(mended)
	require.Greater(t, mended, 40)
}

// anyOpen reports whether two clues are not joined.
func anyOpen(m *Mender) bool {
	for way := range m.lacks {
		if m.isOpen(int32(way)) {
			return true
		}
	}
	return false
}

// TestWindowsEndWithTheContext looks for an answer after the end. The board must not change.
func TestWindowsEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r := search.Start(ctx, nil)
	defer r.Close()
	m := menderForClues(hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: puzzle.King}, 10, 10, 1), r)
	m.openWays()
	cancel()
	before := slices.Clone(m.way)
	var err error
	for range 20 {
		if err = m.mendByWindow(); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, m.way)
}
