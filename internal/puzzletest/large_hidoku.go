package puzzletest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crosscut/puzzle"
)

// LargeHidoku returns a Hidoku without holes whose clues come from one of its paths:
// 1, the last number, and the given share of the others. The others are drawn at random
// or, if even, at even distances along the path. The same arguments give the same board.
func LargeHidoku(t testing.TB, moves puzzle.Moves, width, height int, share float64, even bool, seed uint64) *puzzle.Hidoku {
	t.Helper()
	board := must[*puzzle.Board](t)(puzzle.NewBoard(width, height, nil))
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	empty := must[*puzzle.Hidoku](t)(puzzle.HidokuRules{Moves: moves}.New(board, clues))
	rng := rand.New(rand.NewPCG(seed, uint64(width*height)))
	path := randomPath(empty, rng)
	for i, c := range path {
		given := rng.Float64() < share
		if even {
			given = int(float64(i)*share) != int(float64(i-1)*share)
		}
		if given || i == 0 || i == len(path)-1 {
			clues[c] = i + 1
		}
	}
	return must[*puzzle.Hidoku](t)(puzzle.HidokuRules{Moves: moves}.New(board, clues))
}

// randomPath returns the cells of a path through a board without holes. It begins with
// the path along the rows and changes it by backbites: it joins the last cell to a cell
// that touches it, and reverses the path after that cell (Oberdorf, Ferguson, Jacobsen,
// Kondev: Secondary structures in long compact polymers, Physical Review E 74, 2006).
func randomPath(p *puzzle.Hidoku, rng *rand.Rand) []int {
	board := p.Board()
	path := make([]int, board.Len())
	for c := range path {
		row, col := board.Pos(c)
		if row%2 == 1 {
			col = board.Width() - 1 - col
		}
		path[row*board.Width()+col] = c
	}
	for range 20 * len(path) {
		if rng.IntN(2) == 0 {
			slices.Reverse(path)
		}
		around := p.Neighbours(path[len(path)-1])
		if len(around) > 0 {
			to := slices.Index(path, around[rng.IntN(len(around))])
			slices.Reverse(path[to+1:])
		}
	}
	return path
}
