package hidoku

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// menderForClues returns the mender for the clues of a board alone, or nil without clues. It
// may do any share of the work.
func menderForClues(p *puzzle.Hidoku, r *search.Run) *mender {
	m := menderOf(p, r, clueCells(p))
	if m != nil {
		m.isLoose = true
	}
	return m
}

// TestWhatMendingFindsIsASolution mends small boards of all kinds, also with walls, on a torus
// and with closed paths. It must find a solution of nearly all boards that have one.
func TestWhatMendingFindsIsASolution(t *testing.T) {
	solvable, found := triedOnSmallBoards(t, 500, func(p *puzzle.Hidoku, r *search.Run) (*stretcher, bool, error) {
		m := menderForClues(p, r)
		if m == nil {
			return nil, false, nil
		}
		done, err := m.mend(2 * workToBegin * p.Board().Len())
		return m.stretcher, done, err
	})
	assert.Greater(t, found, solvable*9/10)
}

// TestMendingKeepsItsBooks compares what mending counts with the ways themselves, after each
// of many rounds. In some boards the ways cross when they are first drawn.
func TestMendingKeepsItsBooks(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	joined := 0
	for seed := range uint64(24) {
		moves := []puzzle.Moves{puzzle.Rook, puzzle.King, puzzle.Hex}[seed%3]
		p := someClues(t, puzzle.HidokuRules{Moves: moves}, 10, 4+int(seed), seed)
		m := menderForClues(p, r)
		require.NoError(t, m.start(math.MaxInt/(2*looseShare)))
		if !m.started {
			continue
		}
		joined++
		require.Empty(t, wrongWays(m.stretcher), "board %d", seed)
		for range 60 {
			if m.lacking > 0 {
				m.round()
				require.Empty(t, wrongWays(m.stretcher), "board %d", seed)
			}
		}
		if m.lacking == 0 {
			require.NoError(t, p.Check(filled(m.cells())))
		}
	}
	assert.Greater(t, joined, 20)
}

// TestLooseBoardsAreSettledSoon wants two solutions of boards that take more than 6,000 nodes
// without mending.
func TestLooseBoardsAreSettledSoon(t *testing.T) {
	for _, seed := range []uint64{2, 4, 6} {
		p := someClues(t, puzzle.HidokuRules{Moves: puzzle.Hex}, 16, 16, seed)
		requireTwoSolutions(t, p, 1500)
	}
}

// TestMendingDoesLessWhereItDoesNotHelp mends a board without solution: no path that ends
// elsewhere can leave its room behind a door. Without failures, mending might take three
// times the work of the searches.
func TestMendingDoesLessWhereItDoesNotHelp(t *testing.T) {
	isWall := func(row, col int) bool { return row == 8 && col != 3 || row > 8 && col != 3 && col != 4 }
	board, err := puzzle.NewBoard(8, 11, isWall)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	clues[board.Cell(0, 0)], clues[board.Cell(7, 7)] = 1, board.Len()
	p, err := puzzle.NewHidoku(board, puzzle.King, clues)
	require.NoError(t, err)
	ctx, cancel := context.WithCancelCause(context.Background())
	r := search.Start(ctx, nil)
	defer r.Close()
	m := menderForClues(p, r)
	work := 20_000 * board.Len()
	done, err := m.mend(work)
	require.NoError(t, err)
	assert.False(t, done)
	assert.True(t, m.started)
	assert.Less(t, m.work, work/4)

	stop := errors.New("stop")
	cancel(stop)
	require.Eventually(t, func() bool { return r.Err() != nil }, time.Second, time.Millisecond)
	_, err = m.mend(100 * work)
	require.ErrorIs(t, err, stop)
}
