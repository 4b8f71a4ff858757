package encode

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
)

// someOf returns some solutions of a drawn puzzle.
func someOf(t *rapid.T, p puzzle.Puzzle) []puzzle.Solution {
	all := solutionsOf(t, p)
	return all[:min(len(all), 8)]
}

func TestEachEncodingConfirmsEachSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		all := someOf(t, p)
		for _, e := range Encodings(p.Family()) {
			confirmed, err := e.of(t, p).Confirm(ctx, nil, all)
			require.NoError(t, err)
			require.Len(t, all, confirmed, "%s\n%s", e, p)
		}
		f, err := ForSearch(ctx, p, "")
		require.NoError(t, err)
		confirmed, err := f.Confirm(ctx, nil, all)
		require.NoError(t, err)
		require.Len(t, all, confirmed, "%s", p)
		confirmed, err = ConfirmByCover(ctx, p, nil, all)
		require.NoError(t, err)
		require.Len(t, all, confirmed, "%s", p)
	})
}

// A path without inner clues has a formula without numbers.
func TestPathsWithoutNumbersAreConfirmed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Read(t, rapid.SampledFrom([]string{
			"puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n",
			"puzzle: hidoku\nmoves: rook\nclosed: yes\n_,_,_,_\n_,_,_,_\n_,_,_,_\n",
			"puzzle: hidoku\nmoves: hex\n1,_,_,_\n_,_,#,_\n_,_,_,11\n",
			"puzzle: hidoku\nclosed: yes\n1,_,_\n_,_,_\n_,_,_\n",
			"puzzle: hidoku\nmoves: rook\n_,_\n_,_\n",
		}).Draw(t, "board"))
		f, err := ForSearch(ctx, p, "")
		require.NoError(t, err)
		require.NotNil(t, f.missing)
		all := puzzletest.Brute(p)
		i := rapid.IntRange(0, len(all)-1).Draw(t, "solution")
		confirmed, err := f.Confirm(ctx, nil, all[i:i+1])
		require.NoError(t, err)
		require.Equal(t, 1, confirmed)
		f.Exclude(all[i])
		confirmed, err = f.Confirm(ctx, nil, all[i:i+1])
		require.NoError(t, err)
		require.Zero(t, confirmed)
	})
}

// A formula that lacks a solution does not confirm it, but those before it.
func TestABrokenFormulaConfirmsNoSolutionThatItLacks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		all := someOf(t, p)
		if len(all) == 0 {
			t.Skip("no solution")
		}
		i := rapid.IntRange(0, len(all)-1).Draw(t, "lacking")
		f, err := CNF(ctx, p, "")
		require.NoError(t, err)
		f.Exclude(all[i])
		confirmed, err := f.Confirm(ctx, nil, all)
		require.NoError(t, err)
		require.Equal(t, i, confirmed, "%s", p)

		f, err = CNF(ctx, p, "")
		require.NoError(t, err)
		decode := f.Decode
		f.Decode = func(values []bool) puzzle.Solution { // of another solution
			s := decode(values)
			s[0]++
			return s
		}
		confirmed, err = f.Confirm(ctx, nil, all)
		require.NoError(t, err)
		require.Zero(t, confirmed)
	})
}

// Without the option of one number, step or stone, no cover is the solution.
func TestABrokenCoverConfirmsNoSolutionThatItLacks(t *testing.T) {
	lack := func(x *Cover) *Cover {
		y := dlx.NewProblem(x.Problem.Primary(), x.Problem.Secondary())
		for o := range x.Problem.Options() {
			if elements := x.Problem.Option(o); elements[0].Item != 0 {
				y.Add(elements...)
			}
		}
		return &Cover{Problem: y, Decode: x.Decode}
	}
	other := func(x *Cover) *Cover {
		return &Cover{Problem: x.Problem, Decode: func(options []int) puzzle.Solution {
			s := x.Decode(options)
			s[len(s)-1]++
			return s
		}}
	}
	for _, change := range []func(*Cover) *Cover{lack, other} {
		for _, name := range []string{"testdata/hidoku/gk05-med-1.txt", "testdata/magic/order-3.txt", "testdata/draughtboard/d05-3.txt"} {
			file := puzzletest.Files(t, name)[0]
			all := everySolution(t, file.Puzzle)
			require.NotEmpty(t, all)
			confirmed, err := confirmBy(ctx, nil, all, func(only puzzle.Solution) (*Cover, error) {
				x, err := coverOf(ctx, file.Puzzle, only)
				require.NoError(t, err)
				return change(x), nil
			})
			require.NoError(t, err)
			require.Zero(t, confirmed, file.Name)
		}
	}
}

func everySolution(t *testing.T, p puzzle.Puzzle) (all []puzzle.Solution) {
	require.NoError(t, native.Search(ctx, p, nil, func(s puzzle.Solution) bool {
		all = append(all, slices.Clone(s))
		return true
	}))
	return all
}

// A board whose cover is refused for its size is confirmed, because most options are left out.
func TestALargeBoardIsConfirmed(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 30, 30, puzzle.King, nil)
	_, err := ExactCover(ctx, p)
	var large *write.TooLargeError
	require.ErrorAs(t, err, &large)
	var found []puzzle.Solution
	err = native.Search(ctx, p, &meter.Meter{Wanted: 2}, func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		return len(found) < 2
	})
	require.ErrorIs(t, err, meter.ErrStopped)
	confirmed, err := ConfirmByCover(ctx, p, nil, found)
	require.NoError(t, err)
	assert.Equal(t, 2, confirmed)
	f, err := ForSearch(ctx, p, "")
	require.NoError(t, err)
	confirmed, err = f.Confirm(ctx, nil, found)
	require.NoError(t, err)
	assert.Equal(t, 2, confirmed)
}

func TestConfirmingEndsWithItsContext(t *testing.T) {
	stopped, cancel := context.WithCancelCause(ctx)
	why := errors.New("enough")
	cancel(why)
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_,3\n")
	all := []puzzle.Solution{{1, 2, 3}}
	f, err := CNF(ctx, p, "")
	require.NoError(t, err)
	confirmed, err := f.Confirm(stopped, nil, all)
	require.ErrorIs(t, err, why)
	require.Zero(t, confirmed)
	confirmed, err = ConfirmByCover(stopped, p, nil, all)
	require.ErrorIs(t, err, why)
	require.Zero(t, confirmed)
}
