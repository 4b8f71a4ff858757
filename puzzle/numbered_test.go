package puzzle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

func TestBoardsOfNumbersAreNumbered(t *testing.T) {
	for _, test := range []struct {
		text      string
		low, high int
		clues     []int
	}{
		{"puzzle: hidoku\nmoves: hex\n_,4,#\n1,_,_\n", 1, 5, []int{puzzle.Empty, 4, 1, puzzle.Empty, puzzle.Empty}},
		{"numbers: -2..1\n_,_\n-1,_\n", -2, 1, []int{puzzle.Empty, puzzle.Empty, -1, puzzle.Empty}},
	} {
		p, ok := read(t, test.text).(puzzle.Numbered)
		require.True(t, ok)
		assert.Equal(t, []int{test.low, test.high}, []int{p.Low(), p.High()})
		assert.Equal(t, test.clues, p.Clues())
		for c, k := range test.clues {
			assert.Equal(t, k, p.Clue(c))
		}
		p.Clues()[0] = 3
		assert.Equal(t, test.clues, p.Clues(), "the slice is a copy")
	}
	_, ok := read(t, "board: 2x1\nB\n=\nW\n").(puzzle.Numbered)
	assert.False(t, ok, "a draughtboard has no numbers")
}

func TestWithCluesChangesNothingButTheClues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := rapid.SampledFrom([]func(*rapid.T) puzzle.Puzzle{
			func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawHidoku(t) },
			func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawMagic(t) },
			func(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawLines(t) },
		}).Draw(t, "kind")
		p := draw(t)
		n := p.(puzzle.Numbered)
		same, err := n.WithClues(n.Clues())
		require.NoError(t, err)
		require.Equal(t, p.String(), same.String())
		require.Equal(t, p, same)

		numbers := rapid.IntRange(n.Low(), n.High())
		if m, ok := p.(*puzzle.Magic); ok {
			numbers = rapid.SampledFrom(m.Numbers())
		}
		k, c := numbers.Draw(t, "number"), rapid.IntRange(0, p.Board().Len()-1).Draw(t, "cell")
		clues := slices.Repeat([]int{puzzle.Empty}, p.Board().Len())
		clues[c] = k
		other, err := n.WithClues(clues)
		require.NoError(t, err)
		require.Equal(t, clues, other.Clues())
		require.Equal(t, []int{n.Low(), n.High()}, []int{other.Low(), other.High()})
		back, err := other.WithClues(n.Clues())
		require.NoError(t, err)
		require.Equal(t, p, back)
	})
}

func TestWithCluesRefusesBadClues(t *testing.T) {
	for text, want := range map[string]string{
		"puzzle: hidoku\n_,_\n": "3 on r1c1 is outside 1..2",
		"numbers: 4..4\n_\n":    "3 on r1c1 is outside 4..4",

		"numbers: 2 5\nlines: r1c1 r1c2 = 7\n_,_\n": "3 on r1c1 is not one of the numbers",
	} {
		p := read(t, text).(puzzle.Numbered)
		clues := p.Clues()
		clues[0] = 3
		other, err := p.WithClues(clues)
		require.EqualError(t, err, want)
		require.True(t, other == nil, "no interface that holds a nil pointer")
		_, err = p.WithClues([]int{})
		require.Error(t, err)
	}
	for _, p := range []puzzle.Numbered{new(puzzle.Hidoku), new(puzzle.Magic)} {
		_, err := p.WithClues(p.Clues())
		require.Error(t, err)
	}
}

func TestNilCluesAreNone(t *testing.T) {
	board, err := puzzle.NewBoard(2, 2, nil)
	require.NoError(t, err)
	hidoku, err := puzzle.NewHidoku(board, puzzle.King, nil)
	require.NoError(t, err)
	magic, err := puzzle.NewMagic(2, 1, 5, false, nil)
	require.NoError(t, err)
	none := []int{puzzle.Empty, puzzle.Empty, puzzle.Empty, puzzle.Empty}
	for _, p := range []puzzle.Numbered{hidoku, magic} {
		assert.Equal(t, none, p.Clues())
		given, err := p.WithClues([]int{1, puzzle.Empty, puzzle.Empty, puzzle.Empty})
		require.NoError(t, err)
		assert.Equal(t, 1, given.Clue(0))
		without, err := given.WithClues(nil)
		require.NoError(t, err)
		assert.Equal(t, none, without.Clues())
		_, err = p.WithClues([]int{})
		assert.Error(t, err, "an empty slice has too few entries")
	}
}
