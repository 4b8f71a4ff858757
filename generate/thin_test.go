package generate

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// numbered reads a puzzle of testdata.
func numbered(t *testing.T, name string) puzzle.Numbered {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "testdata", filepath.FromSlash(name)))
	require.NoError(t, err)
	p := puzzletest.Read(t, string(content))
	n, ok := p.(puzzle.Numbered)
	require.True(t, ok)
	return n
}

// solutions returns how many solutions a puzzle has, at most 2.
func solutions(t *testing.T, p puzzle.Puzzle) int {
	t.Helper()
	found, err := crosscut.First(t.Context(), crosscut.DLX, p, 2, nil)
	require.NoError(t, err)
	return len(found)
}

// TestThinLeavesNoNeedlessClue takes each remaining clue, or each set of symmetric ones,
// away: another engine must find a second solution.
func TestThinLeavesNoNeedlessClue(t *testing.T) {
	for _, name := range []string{"hidoku/gk05-med-1.txt", "hidoku/gr05-ends-1.txt", "magic/n3-x.txt"} {
		p := numbered(t, name)
		if solutions(t, p) != 1 {
			continue
		}
		for i, pattern := range []Pattern{noPattern, rotational, mirrored} {
			e := crosscut.Engines()[i]
			thin, removed, err := Thin(t.Context(), e, p, pattern, 1, nil)
			require.NoError(t, err)
			assert.Equal(t, 1, solutions(t, thin), name)
			clues := thin.Clues()
			for c, k := range p.Clues() {
				assert.Equal(t, k != clues[c], slices.Contains(removed, c), name)
			}
			groups, err := groupsOf(p.Board(), pattern)
			require.NoError(t, err)
			for _, group := range groups {
				less, there := slices.Clone(clues), false
				for _, c := range group {
					there = there || clues[c] != puzzle.Empty
					less[c] = puzzle.Empty
				}
				if !there {
					continue
				}
				without, err := p.WithClues(less)
				require.NoError(t, err)
				assert.Equal(t, 2, solutions(t, without), "%s, %s: the clues on %v are needless", name, pattern, group)
			}
			again, _, err := Thin(t.Context(), e, p, pattern, 1, nil)
			require.NoError(t, err)
			assert.Equal(t, thin.String(), again.String(), "the same seed gives the same puzzle")
		}
	}
}

// TestAZipLosesPlacesOfItsOrder thins a way that is given whole. Its ends stay, and without any other place another engine
// finds a second solution.
func TestAZipLosesPlacesOfItsOrder(t *testing.T) {
	for seed := range uint64(6) {
		way, err := crosscut.First(t.Context(), crosscut.Native, puzzletest.Read(t, "puzzle: numbrix\n1,_,_,_\n_,_,_,_\n_,_,_,_\n16,_,_,_\n"), 1, nil)
		require.NoError(t, err)
		full, err := ordered(puzzletest.Read(t, "puzzle: numbrix\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n").(*puzzle.Hidoku), way[0])
		require.NoError(t, err)
		thin, removed, err := Thin(t.Context(), crosscut.Native, full.(puzzle.Numbered), noPattern, seed, nil)
		require.NoError(t, err)
		zip := thin.(*puzzle.Hidoku)
		require.True(t, zip.Ranked(), zip.String())
		require.Equal(t, 1, solutions(t, zip))
		require.Len(t, zip.Ascending(), 16-len(removed))
		require.NotEmpty(t, removed)
		for i, c := range zip.Ascending()[1 : len(zip.Ascending())-1] {
			require.NotContains(t, removed, c)
			rules := zip.Rules()
			rules.Order = slices.Delete(slices.Clone(rules.Order), i+1, i+2)
			less, err := rules.New(zip.Board(), zip.Clues())
			require.NoError(t, err)
			require.Equal(t, 2, solutions(t, less), "the place %d of %s", i+2, zip)
		}
		again, gone, err := Thin(t.Context(), crosscut.Native, zip, noPattern, seed+1, nil)
		require.NoError(t, err)
		require.Empty(t, gone)
		require.Equal(t, zip.String(), again.String())
	}
}

func TestThinNeedsOneSolution(t *testing.T) {
	for _, name := range []string{"hidoku/gk05-multi-1.txt", "hidoku/gk05-unsat-2.txt", "magic/order-3.txt"} {
		_, _, err := Thin(t.Context(), crosscut.Native, numbered(t, name), noPattern, 0, nil)
		assert.ErrorIs(t, err, ErrNotUnique, name)
	}
	_, _, err := Thin(t.Context(), crosscut.Native, numbered(t, "hidoku/gk05-med-1.txt"), "spiral", 0, nil)
	assert.ErrorIs(t, err, errWish)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err = Thin(ended, crosscut.Native, numbered(t, "hidoku/gk05-med-1.txt"), noPattern, 0, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

// numberOf returns the number of the puzzle that is made with rng and the seed 0.
func numberOf(rng *rand.Rand) int {
	first := rng.Uint64()
	for i := 1; ; i++ {
		if rand.New(rand.NewPCG(0, uint64(i))).Uint64() == first {
			return i
		}
	}
}

// Finished puzzles behind an unfinished one are handed out, whatever ended the context.
func TestPuzzlesFinishedBeforeTheEndAreHandedOut(t *testing.T) {
	for _, cause := range []error{context.Canceled, errors.New("interrupted"), &meter.LimitError{What: "1s"}} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var finished atomic.Int64
		make1 := func(ctx context.Context, c chance) (*Made, error) {
			if numberOf(c.rng)%3 == 1 { // 1 and 4 take too long, 2 and 3 finish
				if finished.Load() == 2 {
					cancel(cause)
				}
				<-ctx.Done()
				return nil, context.Cause(ctx)
			}
			if finished.Add(1) == 2 {
				defer cancel(cause)
			}
			return new(Made), nil
		}
		var got []int
		assert.Equal(t, cause, makeAll(ctx, make1, chanceByNumber, 4, 2, func(m Made) bool {
			got = append(got, m.Number)
			return true
		}))
		assert.Equal(t, []int{2, 3}, got, "%v", cause)
	}
}

// After an error the puzzles before it are handed out, and those behind it are not.
func TestPuzzlesBeforeAnErrorAreHandedOut(t *testing.T) {
	failure := errors.New("no luck")
	make1 := func(ctx context.Context, c chance) (*Made, error) {
		switch numberOf(c.rng) {
		case 3:
			return nil, failure
		case 4:
			<-ctx.Done() // the error of 3 ends it
			return nil, context.Cause(ctx)
		}
		return new(Made), nil
	}
	var got []int
	err := makeAll(context.Background(), make1, chanceByNumber, 1000, 3, func(m Made) bool {
		got = append(got, m.Number)
		return true
	})
	assert.ErrorIs(t, err, failure)
	assert.EqualError(t, err, "puzzle 3: no luck")
	assert.Equal(t, []int{1, 2}, got)
}

// chanceByNumber gives each puzzle random numbers that [numberOf] recognises.
func chanceByNumber(i int) chance { return chance{rng: rand.New(rand.NewPCG(0, uint64(i)))} }
