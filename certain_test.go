package crosscut_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// same reports whether two values of a puzzle are the same, interchangeable stones too.
func same(p puzzle.Puzzle, v, w int) bool {
	if p, ok := p.(*puzzle.Draughtboard); ok {
		kind := func(v int) int { return p.Kinds()[max(v, -v)-1] }
		return (v < 0) == (w < 0) && kind(v) == kind(w)
	}
	return v == w
}

func TestCertainIsWhatBruteForceFindsInAllSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		all := puzzletest.Brute(p)
		got, err := crosscut.Certain(context.Background(), p, nil)
		require.NoError(t, err)
		require.LessOrEqual(t, got.Calls, p.Board().Len()+1)
		if len(all) == 0 {
			require.Nil(t, got.Solution)
			return
		}
		var want []int
		for c := range all[0] {
			certain := true
			for _, s := range all {
				certain = certain && same(p, s[c], all[0][c])
			}
			if certain {
				want = append(want, c)
			}
		}
		require.Equal(t, len(want), len(got.Cells), "%v", got.Cells)
		for i := range want {
			require.Equal(t, want[i], got.Cells[i])
			require.True(t, same(p, all[0][want[i]], got.Solution[want[i]]))
		}
	})
}

func TestRepairedPuzzlesHaveOneSolution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		before := puzzletest.Brute(p)
		r, err := crosscut.Repair(context.Background(), crosscut.Native, p, nil)
		if p.Family() == puzzle.FamilyDraughtboard {
			require.ErrorIs(t, err, crosscut.ErrNoClues)
			return
		}
		if err != nil {
			require.ErrorIs(t, err, crosscut.ErrNoRepair)
			require.Empty(t, before)
			return
		}
		require.Len(t, puzzletest.Brute(r.Puzzle), 1, "%v\n%v", p, r.Puzzle)
		if len(before) == 1 {
			require.Empty(t, r.Mends)
		} else {
			require.NotEmpty(t, r.Mends)
		}
		changed := 0
		for c := range p.Board().Len() {
			if clueOf(p, c) != clueOf(r.Puzzle, c) {
				changed++
			}
			if len(before) > 1 && clueOf(p, c) != puzzle.Empty {
				require.Equal(t, clueOf(p, c), clueOf(r.Puzzle, c), "with several solutions clues are only added")
			}
		}
		require.Equal(t, len(r.Mends), changed)
	})
}

// A clue of a unique puzzle is moved, and Repair puts it right.
func TestRepairFindsTheWrongClue(t *testing.T) {
	p, err := puzzle.Parse("puzzle: magic\n2,_,6\n_,5,_\n3,_,_\n") // 4 stood for 3
	require.NoError(t, err)
	r, err := crosscut.Repair(context.Background(), crosscut.Native, p, nil)
	require.NoError(t, err)
	require.Equal(t, []crosscut.Mend{{Cell: 6, Old: 3, New: 4}}, r.Mends)
	require.Equal(t, "write 4 for 3 at r3c1", r.Mends[0].Text(p))
}
