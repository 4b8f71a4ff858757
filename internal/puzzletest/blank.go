package puzzletest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
)

// BlankHidoku returns a Hidoku without clues. A nil hole means a board without holes.
func BlankHidoku(t testing.TB, width, height int, moves puzzle.Moves, hole func(row, col int) bool) *puzzle.Hidoku {
	t.Helper()
	b, err := puzzle.NewBoard(width, height, hole)
	require.NoError(t, err)
	p, err := puzzle.NewHidoku(b, moves, slices.Repeat([]int{puzzle.Empty}, b.Len()))
	require.NoError(t, err)
	return p
}

// BlankMagic returns a magic board of order n without clues. Its numbers begin at low.
func BlankMagic(t testing.TB, n, low int, diagonals bool) *puzzle.Magic {
	t.Helper()
	p, err := puzzle.NewMagic(n, low, puzzle.MagicSum(n, low), diagonals, slices.Repeat([]int{puzzle.Empty}, n*n))
	require.NoError(t, err)
	return p
}

// BlankDraughtboard returns a draughtboard with a black corner, whose stones are single
// cells of any colour.
func BlankDraughtboard(t testing.TB, width, height int, flips bool) *puzzle.Draughtboard {
	t.Helper()
	b, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	one, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	require.NoError(t, err)
	p, err := puzzle.NewDraughtboard(b, puzzle.Black, flips, slices.Repeat([]puzzle.Stone{one}, b.Len()))
	require.NoError(t, err)
	return p
}

// Alike reports whether two values are the same number, or stones of a kind on the same
// colouring of the board.
func Alike(p puzzle.Puzzle, v, w int) bool {
	board, ok := p.(*puzzle.Draughtboard)
	if !ok || v == w || v == puzzle.Bare || w == puzzle.Bare {
		return v == w
	}
	return (v < 0) == (w < 0) && board.Kinds()[max(v, -v)-1] == board.Kinds()[max(w, -w)-1]
}
