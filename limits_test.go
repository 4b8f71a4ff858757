package crosscut_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// drawAny returns a small puzzle of any family, with or without the rules of a variant.
func drawAny(t *rapid.T) puzzle.Puzzle {
	return rapid.OneOf(
		rapid.Custom(puzzletest.Draw),
		rapid.Custom(func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawVariant(t) }),
		rapid.Custom(func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawLines(t) }),
		rapid.Custom(func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawDraughtboardVariant(t) }),
	).Draw(t, "puzzle")
}

// A search that ends early says so, whatever it was doing. Without an error it has found everything.
func TestWhatEndedEarlyIsNeverTakenForTheWhole(t *testing.T) {
	early := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawAny(t)
		e := rapid.SampledFrom(crosscut.Engines()).Draw(t, "engine")
		workers := rapid.IntRange(1, 2).Draw(t, "workers")
		all := &crosscut.Meter{Workers: workers}
		whole, err := crosscut.Enumerate(context.Background(), e, p, all)
		require.NoError(t, err)

		limited := &crosscut.Meter{Workers: workers, MaxNodes: rapid.Int64Range(1, all.Stats().Nodes+1).Draw(t, "nodes")}
		some, err := crosscut.Enumerate(context.Background(), e, p, limited)
		requireEarly(t, whole.Count(), some.Count(), err, crosscut.ErrLimit)
		count, err := crosscut.Count(context.Background(), e, p, limited)
		requireEarly(t, whole.Count(), count, err, crosscut.ErrLimit)

		if whole.Count().Sign() == 0 {
			return
		}
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		last := rapid.Int64Range(1, whole.Count().Int64()).Draw(t, "the solution at which the context ends")
		found := int64(0)
		err = crosscut.All(ctx, e, p, &crosscut.Meter{Workers: workers}, func(puzzle.Solution) bool {
			if found++; found == last {
				cancel(cause)
			}
			return true
		})
		requireEarly(t, whole.Count(), big.NewInt(found), err, cause)
		if err != nil {
			early++
		}
	})
	require.Positive(t, early)
}

// requireEarly checks a number of solutions that were found before a search ended with err.
func requireEarly(t *rapid.T, whole, some *big.Int, err, wanted error) {
	if err != nil {
		require.ErrorIs(t, err, wanted)
		require.True(t, some == nil || some.Cmp(whole) <= 0, "%v of %v", some, whole)
		return
	}
	require.Equal(t, whole.String(), some.String())
}
