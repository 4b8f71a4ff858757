package pathcover

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// TestWindowsKeepCountsRight compares what mending counts with the ways themselves, after each of many windows.
func TestWindowsKeepCountsRight(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	mended, moved := 0, 0
	for seed := range uint64(40) {
		moves := []puzzle.Moves{puzzle.Rook, puzzle.King, puzzle.Hex}[seed%3]
		p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: moves, Closed: seed%4 == 3, Torus: seed%5 == 4}, 10, 3+int(seed), seed)
		m := menderForClues(p, r)
		drawn, err := m.drawWays()
		require.NoError(t, err)
		if !drawn {
			continue
		}
		_, err = m.join(math.MaxInt / promisingShare)
		require.NoError(t, err)
		for i := range 200 {
			lacking := m.lacking
			if lacking == 0 {
				break
			}
			apart := m.apart()
			require.NoError(t, m.mendByWindow())
			if !anyOpen(m) {
				require.Empty(t, wrongWays(m.cover), "board %d, window %d", seed, i)
			}
			require.LessOrEqual(t, m.lacking, lacking)
			if m.lacking < lacking {
				mended++
			} else if m.apart() < apart {
				moved++
			}
		}
		if m.lacking == 0 {
			require.NoError(t, p.Check(hidokutest.Filled(m.Cells())))
		}
	}
	t.Log(mended, moved)
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
	_, err := m.drawWays()
	require.NoError(t, err)
	cancel()
	before := slices.Clone(m.way)
	for range 20 {
		if err = m.mendByWindow(); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, m.way)
}

// TestTheLearningSearchComesInFewWindows fills a window again after so many stalled rounds. The quick
// search meets its limit there. The work shows whether the learning search went on.
func TestTheLearningSearchComesInFewWindows(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	m := hardWindow(t, r)
	work := func(vain int) int {
		m.stalled = vain
		require.True(t, m.openGaps())
		before := m.work
		_, err := m.fillWindow()
		require.NoError(t, err)
		return m.work - before
	}
	least := work(0)
	learning := []int{}
	for vain := range 32 {
		if w := work(vain); w != least {
			assert.Greater(t, w, least)
			learning = append(learning, vain)
		}
	}
	assert.Equal(t, []int{14, 29, 30}, learning, "counted from 1: the terms of 8 or more in Luby's series")
}

// hardWindow returns a mender with a window in which both searches meet their limits.
func hardWindow(t *testing.T, r *search.Run) *Mender {
	m := menderForClues(hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: puzzle.Rook}, 20, 40, 1), r)
	require.NoError(t, m.start(math.MaxInt/(2*promisingShare)))
	for range 200 {
		m.stalled = 14
		if !m.aim() {
			continue
		}
		m.widen(150)
		if !m.openGaps() {
			continue
		}
		if answer, err := m.fillWindow(); answer == stoppedInWindow {
			require.NoError(t, err)
			return m
		}
	}
	t.Fatal("no window is hard")
	return nil
}
