package crosscut_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle"
)

func TestAnUnfinishedCountIsALowerBound(t *testing.T) {
	p := mustParse("puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n") // which has 343,184
	for _, e := range crosscut.Engines() {
		n, err := crosscut.Count(context.Background(), e, p, &crosscut.Meter{MaxNodes: 20})
		assert.ErrorIs(t, err, crosscut.ErrLimit, e.Name)
		assert.Negative(t, n.Cmp(big.NewInt(343184)), e.Name)
		n, err = crosscut.CountUpToSymmetry(context.Background(), e, p, &crosscut.Meter{MaxNodes: 20})
		assert.ErrorIs(t, err, crosscut.ErrLimit, e.Name)
		assert.Negative(t, n.Cmp(big.NewInt(343184/8)), e.Name)
	}
}

func TestCountsOfARaceAreCompared(t *testing.T) {
	p := mustParse(three)
	counted := func(name string, n int64) crosscut.Engine {
		return crosscut.Engine{Name: name, Counting: func(context.Context, puzzle.Puzzle, *crosscut.Meter) (*big.Int, error) {
			return big.NewInt(n), nil
		}}
	}
	n, err := crosscut.Count(context.Background(), crosscut.Race(counted("a", 6), crosscut.SAT, counted("b", 6)), p, nil)
	require.NoError(t, err)
	assert.Equal(t, "6", n.String())
	var disagreement *crosscut.DisagreementError
	_, err = crosscut.Count(context.Background(), crosscut.Race(counted("a", 6), counted("b", 7)), p, nil)
	assert.ErrorAs(t, err, &disagreement)
	limited := crosscut.Engine{Name: "c", Counting: func(_ context.Context, _ puzzle.Puzzle, _ *crosscut.Meter) (*big.Int, error) {
		return nil, crosscut.ErrLimit
	}}
	found := func(n int64) crosscut.Engine { // before a limit
		return crosscut.Engine{Name: "d", Counting: func(_ context.Context, _ puzzle.Puzzle, m *crosscut.Meter) (*big.Int, error) {
			m.Add(crosscut.Stats{Solutions: n})
			return nil, crosscut.ErrLimit
		}}
	}
	n, err = crosscut.Count(context.Background(), crosscut.Race(limited, found(3), found(4)), p, nil)
	assert.ErrorIs(t, err, crosscut.ErrLimit)
	assert.Equal(t, "4", n.String(), "the best lower bound, and no sum")
	n, err = crosscut.Count(context.Background(), crosscut.Race(limited, counted("a", 6)), p, nil)
	require.NoError(t, err)
	assert.Equal(t, "6", n.String())
}
