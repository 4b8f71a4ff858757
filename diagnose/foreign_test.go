package diagnose_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// bruteForce is an engine that knows the puzzle types of another package, too.
var bruteForce = crosscut.NewEngine("brute force", func(ctx context.Context, p puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
	var all []puzzle.Solution
	switch p := p.(type) {
	case puzzletest.OddStart:
		all = p.Solutions()
	case *puzzletest.Stripes:
		all = []puzzle.Solution{{0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}}
	default:
		all = puzzletest.Brute(p)
	}
	for _, s := range all {
		if !yield(s) {
			return meter.ErrStopped
		}
	}
	return nil
})

// A type of another package has clues like ours, so its rules decide what is wrong.
func TestForeignPuzzlesOfNumbersAreDiagnosed(t *testing.T) {
	conflicts, repairs := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.OddStart{Hidoku: puzzletest.DrawHidoku(t)}
		all := p.Solutions()
		c, err := diagnose.Why(context.Background(), bruteForce, p, nil)
		require.NoError(t, err)
		require.Equal(t, len(all) > 0, c.Solution != nil)
		if len(all) == 0 {
			conflicts++
			requireMinimal(t, p, c)
		}
		r, err := diagnose.Repair(context.Background(), bruteForce, p, nil)
		if err != nil {
			require.ErrorIs(t, err, diagnose.ErrNoRepair)
			require.Empty(t, all)
			return
		}
		repairs++
		require.Len(t, r.Puzzle.(puzzletest.OddStart).Solutions(), 1)
	})
	require.Positive(t, conflicts)
	require.Positive(t, repairs)
}

// requireMinimal fails the test unless the clues of a conflict have no solution, and
// have one without any of them.
func requireMinimal(t require.TestingT, p puzzletest.OddStart, c *diagnose.Conflict) {
	require.Empty(t, c.Loose)
	require.Empty(t, thinner(t, p, c.Cells).(puzzletest.OddStart).Solutions())
	for i := range c.Cells {
		rest := slices.Delete(slices.Clone(c.Cells), i, i+1)
		require.NotEmpty(t, thinner(t, p, rest).(puzzletest.OddStart).Solutions())
	}
	if len(c.Cells) > 0 {
		require.IsType(t, p, c.Reduced)
	}
}

// Every function that takes a puzzle returns an error for a type that it cannot work
// with. A result would be about the wrong rules.
func TestForeignPuzzlesThatCannotBeDiagnosed(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for name, message := range map[string]string{
		"LostRule": "WithClues of a puzzle of type puzzletest.LostRule returns a *puzzle.Hidoku, which can have other rules",
		"Stripes":  "a puzzle of type *puzzletest.Stripes: it has neither clues nor stones",
	} {
		for _, e := range []crosscut.Engine{bruteForce, crosscut.Native} {
			c, err := diagnose.Why(context.Background(), e, foreign[name], nil)
			require.ErrorContains(t, err, message)
			assert.Nil(t, c)
			r, err := diagnose.Repair(context.Background(), e, foreign[name], nil)
			require.ErrorContains(t, err, message)
			assert.Nil(t, r)
		}
	}
	for name, p := range foreign {
		c, err := diagnose.Certain(context.Background(), p, nil)
		require.Error(t, err, name)
		assert.Nil(t, c)
		assert.Equal(t, "add 3 at r1c2", diagnose.Mend{Cell: 1, Old: puzzle.Empty, New: 3}.Text(p), name)
		if _, numbered := p.(puzzle.Numbered); numbered {
			_, err = diagnose.Why(context.Background(), crosscut.Native, p, nil)
			require.Error(t, err, name)
			_, err = diagnose.Repair(context.Background(), crosscut.Native, p, nil)
			require.Error(t, err, name)
		}
	}
}

// shortClues has too few clues, and refusesClues does not take its own.
type (
	shortClues   struct{ puzzletest.OddStart }
	refusesClues struct{ puzzletest.OddStart }
)

func (shortClues) Clues() []int { return []int{puzzle.Empty} }

func (refusesClues) WithClues([]int) (puzzle.Numbered, error) {
	return nil, errors.New("no clues today")
}

func TestForeignPuzzlesWithFaultyClues(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	odd := foreign["OddStart"].(puzzletest.OddStart)
	for p, message := range map[puzzle.Puzzle]string{
		shortClues{odd}:   "has 1 entries for clues on 4 cells",
		refusesClues{odd}: "does not take its own clues: no clues today",
	} {
		_, err := diagnose.Why(context.Background(), bruteForce, p, nil)
		require.ErrorContains(t, err, message)
		_, err = diagnose.Repair(context.Background(), bruteForce, p, nil)
		require.ErrorContains(t, err, message)
	}
}
