package puzzletest

import (
	"slices"
	"testing"

	"crosscut/puzzle"
)

// BlankHidoku returns a Hidoku without clues. A nil hole means a board without holes.
func BlankHidoku(t testing.TB, width, height int, moves puzzle.Moves, hole func(row, col int) bool) *puzzle.Hidoku {
	t.Helper()
	b := must[*puzzle.Board](t)(puzzle.NewBoard(width, height, hole))
	return must[*puzzle.Hidoku](t)(puzzle.HidokuRules{Moves: moves}.New(b, slices.Repeat([]int{puzzle.Empty}, b.Len())))
}

// BlankMagic returns a magic board of order n without clues. Its numbers begin at low.
func BlankMagic(t testing.TB, n, low int, diagonals bool) *puzzle.Magic {
	t.Helper()
	return must[*puzzle.Magic](t)(puzzle.MagicRules{Order: n, Low: low, NoDiagonals: !diagonals}.New(slices.Repeat([]int{puzzle.Empty}, n*n)))
}

// BlankDraughtboard returns a draughtboard with a black corner, whose stones are single
// cells of any colour.
func BlankDraughtboard(t testing.TB, width, height int, flips bool) *puzzle.Draughtboard {
	t.Helper()
	b := must[*puzzle.Board](t)(puzzle.NewBoard(width, height, nil))
	one := must[puzzle.Stone](t)(puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}}))
	return must[*puzzle.Draughtboard](t)(puzzle.Setup{Board: b, Corner: puzzle.Black, Flips: flips, Stones: slices.Repeat([]puzzle.Stone{one}, b.Len())}.New())
}
