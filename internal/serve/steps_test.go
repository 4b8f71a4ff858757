package serve

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestTheEndOfTheSearchAloneIsNoError ends the question at the moment when the native engine has
// searched long enough alone. The error is that of the question.
func TestTheEndOfTheSearchAloneIsNoError(t *testing.T) {
	p, err := text.Parse("puzzle: hidoku\n_,_\n")
	require.NoError(t, err)
	synctest.Test(t, func(t *testing.T) {
		gone := errors.New("the user has gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		searches := 0
		slow := crosscut.Engine{Name: "slow", Search: func(ctx context.Context, _ puzzle.Puzzle, _ *crosscut.Meter, _ func(puzzle.Solution) bool) error {
			searches++
			<-ctx.Done()
			cancel(gone)
			return context.Cause(ctx)
		}}
		_, err := Solvable(ctx, []crosscut.Engine{slow}, p)
		require.Equal(t, gone, err)
		require.Equal(t, 2, searches, "alone, and in the race")
	})
}
