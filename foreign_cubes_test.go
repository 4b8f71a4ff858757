package crosscut_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cubes"
	"crosscut/puzzle"
)

// drawKakuro draws a puzzle on a full board, from a filling that need not obey the rules.
func drawKakuro(t *rapid.T) *Kakuro {
	width, height := rapid.IntRange(1, 3).Draw(t, "width"), rapid.IntRange(1, 3).Draw(t, "height")
	filling := make([][]int, height)
	text := strings.Repeat(strings.Repeat(".", width)+"\n", height)
	for row := range filling {
		sum := 0
		for range width {
			filling[row] = append(filling[row], rapid.IntRange(1, 5).Draw(t, "digit"))
			sum += filling[row][len(filling[row])-1]
		}
		text += fmt.Sprintf("r%dc1 across %d\n", row+1, sum)
	}
	for col := range width {
		sum := 0
		for row := range filling {
			sum += filling[row][col]
		}
		text += fmt.Sprintf("r1c%d down %d\n", col+1, sum)
	}
	k, err := ParseKakuro(text)
	require.NoError(t, err)
	return k
}

// All that needs cubes and symmetries works for a family of another package.
func TestCubesAndSymmetriesOfAForeignFamily(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		k := drawKakuro(t)
		e := rapid.SampledFrom(kakuroEngines).Draw(t, "engine")
		found := solve(t, kakuroEngines[0], k)
		want := tallyOfList(found)
		whole, err := crosscut.Enumerate(ctx, e, k, nil)
		require.NoError(t, err)
		require.Equal(t, want, whole)
		require.True(t, cubes.Knows(k))
		sum := crosscut.Tally{}
		require.NoError(t, crosscut.EnumerateCubes(ctx, e, slices.Values(split(t, k, rapid.IntRange(1, 40).Draw(t, "cubes"))), nil, addTo(t, &sum)))
		require.Equal(t, want, sum)
		n, err := crosscut.Count(ctx, e, k, &crosscut.Meter{Workers: 2})
		require.NoError(t, err)
		require.Equal(t, want.Count(), n)
		different, err := crosscut.CountUpToSymmetry(ctx, e, k, nil)
		require.NoError(t, err)
		require.EqualValues(t, classesOf(t, k, found), different.Int64())
	})
}

// faultyCut is a Kakuro that is cut in a wrong way.
type faultyCut struct {
	*Kakuro
	cut func(k *Kakuro) []puzzle.Puzzle
}

func (f faultyCut) Cut() ([]puzzle.Puzzle, bool) { return f.cut(f.Kakuro), true }

func TestFaultyCutsAreErrors(t *testing.T) {
	ctx := context.Background()
	k, err := ParseKakuro("..\nr1c1 across 5\n")
	require.NoError(t, err)
	other, err := ParseKakuro("...\nr1c1 across 6\n")
	require.NoError(t, err)
	calls := 0
	for want, cut := range map[string]func(*Kakuro) []puzzle.Puzzle{
		"a part of a puzzle of type crosscut_test.faultyCut has another board":  func(*Kakuro) []puzzle.Puzzle { return []puzzle.Puzzle{other, other} },
		"a part of a puzzle of type crosscut_test.faultyCut: the puzzle is nil": func(*Kakuro) []puzzle.Puzzle { return []puzzle.Puzzle{nil, k} },
		"puzzles of type crosscut_test.faultyCut are not cut into the same parts each time": func(*Kakuro) []puzzle.Puzzle {
			if calls++; calls > 1 {
				return nil
			}
			return []puzzle.Puzzle{k, k}
		},
	} {
		_, err := cubes.Split(ctx, faultyCut{k, cut}, 2)
		assert.EqualError(t, err, want)
	}

	// Parts that lack a rule have wrong solutions. The rules of the whole puzzle judge them.
	lax := &Kakuro{board: k.board, given: k.given}
	parts, err := cubes.Split(ctx, faultyCut{k, func(*Kakuro) []puzzle.Puzzle { return []puzzle.Puzzle{lax, k} }}, 2)
	require.NoError(t, err)
	_, err = crosscut.EnumerateCube(ctx, kakuroEngines[0], parts[0], nil)
	fault := new(crosscut.WrongError)
	require.ErrorAs(t, err, &fault)
}
