package hidoku

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// TestLearningComesFirstWhereFewCandidatesAreOpen looks at boards that the first turn of the quick
// search does not settle. With many open candidates, mending must have had its turn at the end. With
// few of them, the learning search must have settled some boards before it.
func TestLearningComesFirstWhereFewCandidatesAreOpen(t *testing.T) {
	const patience = 5
	few, many := 0, 0
	for seed := range uint64(120) {
		moves := []puzzle.Moves{puzzle.Rook, puzzle.King, puzzle.Hex}[seed%3]
		p := someClues(t, puzzle.HidokuRules{Moves: moves}, 8, 8+int(seed%8), seed)
		r := search.Start(context.Background(), nil)
		root := newQuickSearch(p, r, func(puzzle.Solution) bool { return false })
		_, err := root.open()
		require.NoError(t, err)
		root.patience = patience
		if errors.Is(root.visit(0, 1), errTooManyFailures) {
			_, err := root.restart()
			require.NoError(t, err)
			h := newQuickSearch(p, r, root.yield)
			d := newDispatcher(h, patience)
			err = d.run()
			require.ErrorIs(t, err, search.ErrStopped)
			switch {
			case root.openCandidates() > firstLearning*root.n:
				many++
				assert.NotNil(t, d.mender, "board %d", seed)
			case d.mender == nil:
				few++
			}
		}
		r.Close()
	}
	assert.Greater(t, few, 5)
	assert.Greater(t, many, 10)
}
