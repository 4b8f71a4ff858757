package backtrack

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// A search in the memory of others does the same as one in memory of its own.
func TestHidokuSearchesShareMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shared := new(memory)
		for range rapid.IntRange(2, 12).Draw(t, "searches") {
			p := hidokutest.DrawHidoku(t, 12)
			var found [2][]puzzle.Solution
			var stats [2]meter.Stats
			for i, m := range []*memory{new(memory), shared} {
				r := search.Start(context.Background(), nil)
				h := m.newSearch(p, r, func(s puzzle.Solution) bool {
					found[i] = append(found[i], slices.Clone(s))
					return len(found[i]) < 50
				})
				alive, err := h.Open()
				require.NoError(t, err)
				if alive {
					err = h.TakeTurn(NoEnd, false)
				}
				if err != nil {
					require.ErrorIs(t, err, search.ErrStopped)
				}
				m.keep(h)
				stats[i] = r.Stats
			}
			require.Equal(t, found[0], found[1])
			require.Equal(t, stats[0], stats[1])
		}
	})
}

// Boards that differ in one hole, or in the moves, have different layouts.
func TestHidokuLayoutsBelongToShapes(t *testing.T) {
	m := new(memory)
	plain := hidokutest.EmptyHidoku(t, puzzle.King, 4, 3)
	first := m.layoutOf(plain)
	assert.Same(t, first, m.layoutOf(hidokutest.EmptyHidoku(t, puzzle.King, 4, 3)))
	assert.NotSame(t, first, m.layoutOf(hidokutest.EmptyHidoku(t, puzzle.Rook, 4, 3)))
	assert.NotSame(t, first, m.layoutOf(hidokutest.EmptyHidoku(t, puzzle.King, 3, 4)))
	var holed [2]*Layout
	for i := range holed {
		board, err := puzzle.NewBoard(4, 3, func(row, col int) bool { return row == 1 && col == i })
		require.NoError(t, err)
		p, err := puzzle.NewHidoku(board, puzzle.King, nil)
		require.NoError(t, err)
		holed[i] = m.layoutOf(p)
		assert.True(t, holed[i].isOf(p))
		assert.Same(t, holed[i], m.layoutOf(p))
	}
	assert.NotSame(t, holed[0], holed[1])
	for size := range 2 * layoutsKept {
		m.layoutOf(hidokutest.EmptyHidoku(t, puzzle.King, 1+size, 1))
	}
	assert.NotSame(t, first, m.layoutOf(plain), "forgotten")
}

// Large boards, also those with few cells between holes, and long ways back leave nothing.
func TestHidokuKeepsLittleMemory(t *testing.T) {
	for size, kept := range map[int]bool{20: true, 21: false} {
		m := new(memory)
		h := m.newSearch(hidokutest.EmptyHidoku(t, puzzle.King, size, size), search.Start(context.Background(), nil), nil)
		assert.Equal(t, kept, m.keep(h), "%d rows", size)
		h.Trail = make([]change, 0, trailKept+1)
		assert.False(t, m.keep(h), "%d rows", size)
	}
	board, err := puzzle.NewBoard(30, 100, func(_, col int) bool { return col > 0 })
	require.NoError(t, err)
	p, err := puzzle.NewHidoku(board, puzzle.King, nil)
	require.NoError(t, err)
	m := new(memory)
	assert.False(t, m.keep(m.newSearch(p, search.Start(context.Background(), nil), nil)), "100 cells and many holes")
}
