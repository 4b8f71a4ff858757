package hidoku

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// menderForClues returns the mender for the clues of a board alone, or nil without clues. It
// may do any share of the work.
func menderForClues(p *puzzle.Hidoku, r *search.Run) *mender {
	cellOf := make([]int, p.Board().Len()+1)
	for c := range p.Board().Len() {
		if k := p.Clue(c); k != puzzle.Empty {
			cellOf[k] = c + 1
		}
	}
	m := menderOf(p, r, cellOf)
	if m != nil {
		m.isLoose = true
	}
	return m
}

// TestWhatMendingFindsIsASolution mends small boards of all kinds, also with walls, on a torus
// and with closed paths. It must find a solution of nearly all boards that have one.
func TestWhatMendingFindsIsASolution(t *testing.T) {
	solvable, found := 0, 0
	r := search.Start(context.Background(), nil)
	defer r.Close()
	unpaired := rapid.Custom(func(t *rapid.T) *puzzle.Hidoku { return drawUnpaired(t, 12) })
	for seed := range 500 {
		p := unpaired.Example(seed)
		m := menderForClues(p, r)
		if m == nil {
			continue
		}
		done, err := m.mend(2 * workToBegin * p.Board().Len())
		require.NoError(t, err)
		if len(bruteForce(p)) > 0 {
			solvable++
		}
		if done {
			found++
			require.NoError(t, p.Check(filled(m.cells())), "board %d\n%v", seed, p)
		}
	}
	t.Logf("%d of %d", found, solvable)
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
		found := 0
		m := search.Meter{MaxNodes: 1500}
		err := searchUnder(context.Background(), p, &m, func(s puzzle.Solution) bool {
			require.NoError(t, p.Check(s))
			found++
			return found < 2
		})
		require.ErrorIs(t, err, search.ErrStopped)
		assert.Equal(t, 2, found)
	}
}
