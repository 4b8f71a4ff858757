package puzzletest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"crosscut/puzzle"
)

// Larger returns a random puzzle of a family that is too large for [Brute]. It has at least
// one solution, from which its clues or stones come. It has as few clues as few allows:
// few reports whether a puzzle has few enough solutions for the test. A puzzle with all
// clues must have few. The same arguments give the same puzzle.
func Larger(t testing.TB, rng *rand.Rand, family puzzle.Family, few func(puzzle.Puzzle) bool) puzzle.Puzzle {
	t.Helper()
	switch family {
	case puzzle.FamilyHidoku:
		return fewestClues(t, rng, filledHidoku(t, rng), few)
	case puzzle.FamilyMagic:
		return fewestClues(t, rng, filledMagic(t, rng), few)
	}
	for {
		if p := largerDraughtboard(t, rng); few(p) {
			return p
		}
	}
}

// fewestClues returns a filled board without most of its clues. They are left out in a
// random order, until the board would have too many solutions.
func fewestClues(t testing.TB, rng *rand.Rand, filled puzzle.Numbered, few func(puzzle.Puzzle) bool) puzzle.Puzzle {
	t.Helper()
	order := rng.Perm(len(filled.Clues()))
	with := func(n int) puzzle.Puzzle {
		clues := slices.Repeat([]int{puzzle.Empty}, len(order))
		for _, c := range order[:n] {
			clues[c] = filled.Clues()[c]
		}
		return must[puzzle.Numbered](t)(filled.WithClues(clues))
	}
	tooFew, enough := -1, len(order)
	for enough-tooFew > 1 {
		if n := (tooFew + enough) / 2; few(with(n)) {
			enough = n
		} else {
			tooFew = n
		}
	}
	return with(enough)
}

// filledHidoku returns a Hidoku of 5×5 to 6×6 cells with all its numbers. Up to four cells at
// the ends of its path become holes.
func filledHidoku(t testing.TB, rng *rand.Rand) puzzle.Numbered {
	t.Helper()
	moves := []puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}[rng.IntN(3)]
	width, height := 5+rng.IntN(2), 5+rng.IntN(2)
	whole := BlankHidoku(t, width, height, moves, nil)
	path := randomPath(whole, rng)
	path = path[rng.IntN(3) : len(path)-rng.IntN(3)]
	board := must[*puzzle.Board](t)(puzzle.NewBoard(width, height, func(row, col int) bool { return !slices.Contains(path, row*width+col) }))
	clues := make([]int, len(path))
	for i, c := range path {
		clues[board.Cell(c/width, c%width)] = i + 1
	}
	return must[*puzzle.Hidoku](t)(puzzle.HidokuRules{Moves: moves}.New(board, clues))
}

// filledMagic returns a magic board of order 3 or 4 with all its numbers. Its rows and columns
// come from a known board in another order, which keeps the diagonals where they count.
func filledMagic(t testing.TB, rng *rand.Rand) puzzle.Numbered {
	t.Helper()
	full := [][]int{
		{2, 7, 6, 9, 5, 1, 4, 3, 8},
		{16, 3, 2, 13, 5, 10, 11, 8, 9, 6, 7, 12, 4, 15, 14, 1},
		{1, 15, 14, 4, 12, 6, 7, 9, 8, 10, 11, 5, 13, 3, 2, 16},
		{1, 2, 15, 16, 12, 14, 3, 5, 13, 7, 10, 4, 8, 11, 6, 9},
	}[rng.IntN(4)]
	n := map[int]int{9: 3, 16: 4}[len(full)]
	diagonals := rng.IntN(3) == 0
	rows, cols := rng.Perm(n), rng.Perm(n)
	if diagonals {
		rows = [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 0, 3, 2}, {0, 2, 1, 3}, {2, 0, 3, 1}}[rng.IntN(5)]
		if n == 3 {
			rows = [][]int{{0, 1, 2}, {2, 1, 0}}[rng.IntN(2)]
		}
		cols = rows
	}
	low := 1 - rng.IntN(8)
	clues := make([]int, n*n)
	for c := range clues {
		clues[c] = full[rows[c/n]*n+cols[c%n]] - 1 + low
	}
	return must[*puzzle.Magic](t)(puzzle.MagicRules{Order: n, Low: low, NoDiagonals: !diagonals}.New(clues))
}

// largerDraughtboard returns a board of 5×5 to 7×7 cells that was cut into stones. Some have
// no holes, and some have four that the symmetries of a square board keep. On some boards no
// stone has a colour. On the others some cells have none.
func largerDraughtboard(t testing.TB, rng *rand.Rand) puzzle.Puzzle {
	t.Helper()
	width, height := 5+rng.IntN(3), 5+rng.IntN(3)
	corners := rng.IntN(2) == 0
	board := must[*puzzle.Board](t)(puzzle.NewBoard(width, height, func(row, col int) bool {
		return corners && (row == 0 || row == height-1) && (col == 0 || col == width-1)
	}))
	corner := []puzzle.Colour{puzzle.Black, puzzle.White, puzzle.AnyColour}[rng.IntN(3)]
	bare := []int{0, 0, 0, 20, 100}[rng.IntN(5)] // per cent of the cells of stones without a colour
	largest := 4 + rng.IntN(4)
	used := make([]bool, board.Len())
	var stones []puzzle.Stone
	for c := range used {
		if used[c] {
			continue
		}
		var cells []puzzle.StoneCell
		for _, d := range connected(board, rng, used, c, 3+rng.IntN(largest-2)) {
			row, col := board.Pos(d)
			colour := []puzzle.Colour{puzzle.Black, puzzle.White}[(row+col)%2]
			if corner == puzzle.White {
				colour = colour.Other()
			}
			if rng.IntN(100) < bare {
				colour = puzzle.AnyColour
			}
			cells = append(cells, puzzle.StoneCell{Row: row, Col: col, Colour: colour})
		}
		stone := must[puzzle.Stone](t)(puzzle.NewStone(cells))
		stones = append(stones, stone)
	}
	return must[*puzzle.Draughtboard](t)(puzzle.Setup{Board: board, Corner: corner, Flips: rng.IntN(2) == 0, Stones: stones}.New())
}

// connected takes up to size cells that are not used, connected by their sides, from c on.
func connected(board *puzzle.Board, rng *rand.Rand, used []bool, c, size int) (taken []int) {
	for front := []int{c}; len(front) > 0 && len(taken) < size; {
		i := rng.IntN(len(front))
		c := front[i]
		front = slices.Delete(front, i, i+1)
		if used[c] {
			continue
		}
		used[c] = true
		taken = append(taken, c)
		row, col := board.Pos(c)
		for _, d := range []int{board.Cell(row-1, col), board.Cell(row+1, col), board.Cell(row, col-1), board.Cell(row, col+1)} {
			if d >= 0 {
				front = append(front, d)
			}
		}
	}
	return taken
}
