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
	"crosscut/meter"
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
	for _, e := range crosscut.Engines() { // each hears of the end before the last of these solutions
		require.Error(t, endAt(t, e, mustParse("puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n"), 1, 3, big.NewInt(343_184)), e.Name)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawAny(t)
		e := rapid.SampledFrom(crosscut.Engines()).Draw(t, "engine")
		workers := rapid.IntRange(1, 2).Draw(t, "workers")
		all := &meter.Meter{Workers: workers}
		whole, err := crosscut.Enumerate(context.Background(), e, p, all)
		require.NoError(t, err)

		limited := &meter.Meter{Workers: workers, MaxNodes: rapid.Int64Range(1, all.Stats().Nodes+1).Draw(t, "nodes")}
		some, err := crosscut.Enumerate(context.Background(), e, p, limited)
		requireEarly(t, whole.Count(), some.Count(), err, meter.ErrLimit)
		count, err := crosscut.Count(context.Background(), e, p, limited)
		requireEarly(t, whole.Count(), count, err, meter.ErrLimit)

		if whole.Count().Sign() == 0 {
			return
		}
		last := rapid.Int64Range(1, whole.Count().Int64()).Draw(t, "the solution at which the context ends")
		_ = endAt(t, e, p, workers, last, whole.Count())
	})
}

// endAt ends the context of a search at a solution, and returns the error of the search.
func endAt(t require.TestingT, e crosscut.Engine, p puzzle.Puzzle, workers int, last int64, whole *big.Int) error {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	found := int64(0)
	err := crosscut.All(ctx, e, p, &meter.Meter{Workers: workers}, func(puzzle.Solution) bool {
		if found++; found == last {
			cancel(cause)
		}
		return true
	})
	requireEarly(t, whole, big.NewInt(found), err, cause)
	return err
}

// requireEarly checks a number of solutions that were found before a search ended with err.
func requireEarly(t require.TestingT, whole, some *big.Int, err, wanted error) {
	if err != nil {
		require.ErrorIs(t, err, wanted)
		require.True(t, some == nil || some.Cmp(whole) <= 0, "%v of %v", some, whole)
		return
	}
	require.Equal(t, whole.String(), some.String())
}
