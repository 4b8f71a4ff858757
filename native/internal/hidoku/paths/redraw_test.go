package paths

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/puzzle"
)

// crossingWays returns a mender with a gap for each way. Two of the ways lead from corner to corner of
// a rook's board. So they cross, and one gap stays for ever.
func crossingWays(t *testing.T) *Mender {
	board, err := puzzle.NewBoard(5, 5, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	for corner, k := range map[[2]int]int{{0, 0}: 1, {4, 4}: 9, {0, 4}: 13, {4, 0}: 21} {
		clues[board.Cell(corner[0], corner[1])] = k
	}
	p, err := puzzle.HidokuRules{Moves: puzzle.Rook}.New(board, clues)
	require.NoError(t, err)
	r := meter.Start(context.Background(), nil)
	t.Cleanup(r.Close)
	m := menderForClues(p, r)
	m.openWays()
	m.drew, m.open = true, len(m.gaps)
	return m
}

// TestJoiningEndsWhereGapsDoNotBecomeFewer joins all ways but one. Then it draws as many ways as there
// are clues, without success, and leaves the gap to windows.
func TestJoiningEndsWhereGapsDoNotBecomeFewer(t *testing.T) {
	m := crossingWays(t)
	require.NoError(t, m.join(1000*len(m.way)))
	assert.Empty(t, m.gaps)
	assert.Equal(t, 1, m.open)
	assert.Equal(t, len(m.clues)+1, m.joins)
	assert.True(t, anyOpen(m))
}

// endingSource is a source of random numbers. When so many are drawn, it ends the context of the run, and
// waits until the run has heard it. It counts the numbers that are drawn later.
type endingSource struct {
	rand.Source
	run    *meter.Run
	cancel func()
	left   int
	later  int
}

func (s *endingSource) Uint64() uint64 {
	if s.left--; s.left == 0 {
		for s.cancel(); s.run.Err() == nil; {
			runtime.Gosched()
		}
	} else if s.left < 0 {
		s.later++
	}
	return s.Source.Uint64()
}

// TestMendingHearsTheEndOfItsContext ends the context of mending at a random number. The way at hand is not
// drawn to its end, and few random numbers are drawn later, on a board of 50×50 too.
func TestMendingHearsTheEndOfItsContext(t *testing.T) {
	p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: puzzle.Rook}, 50, 100, 1)
	start := func(left int) (*Mender, *endingSource) {
		ctx, cancel := context.WithCancel(t.Context())
		r := meter.Start(ctx, nil)
		t.Cleanup(r.Close)
		m := menderForClues(p, r)
		source := &endingSource{Source: rand.NewPCG(0, 0), run: r, cancel: cancel, left: left}
		m.random = rand.New(source)
		return m, source
	}
	m, _ := start(1) // the first random number of a way is that of its costs
	require.True(t, m.openWays())
	longest := slices.MaxFunc(m.gaps, func(g, h gap) int { return m.lacks[g.way] - m.lacks[h.way] })
	require.Greater(t, m.lacks[longest.way], 20)
	require.False(t, m.draw(longest, true))
	assert.Zero(t, m.work)
	assert.Empty(t, m.drawn)
	for _, left := range []int{1, 10, 100, 1_000, 100_000, 1_000_000} {
		m, source := start(left)
		_, err := m.Mend(1 << 40)
		require.ErrorIs(t, err, context.Canceled)
		assert.Less(t, source.later, 8*1024, "the context is asked after 1024 changes")
	}
}

// TestWindowsKeepCountsRight compares what mending counts with the ways themselves, after each of many windows.
func TestWindowsKeepCountsRight(t *testing.T) {
	r := meter.Start(context.Background(), nil)
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
			require.NoError(t, p.Check(filled(m.Cells())))
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
	r := meter.Start(ctx, nil)
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
