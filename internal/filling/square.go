package filling

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut/internal/search"
	"crosscut/native"
	"crosscut/puzzle"
)

// Square draws a filling of the magic board p, whatever its clues.
//
// From a square by a recipe it goes on by opening the cells where some rows and some
// columns cross, and filling them anew in one of all the ways that there are, each as
// likely as the others. So every change is as likely as the one that undoes it, and
// in the long run all squares that such changes lead to are equally likely.
//
// It fails when there is no such square, and with the cause of the end of ctx.
func Square(ctx context.Context, p *puzzle.Magic, rng *rand.Rand) ([]int, error) {
	n := p.Order()
	if n == 2 || p.Sum() != puzzle.MagicSum(n, p.Low()) {
		return nil, fmt.Errorf("no board of order %d has the sum %d in every line", n, p.Sum())
	}
	board := recipe(n)
	for c := range board {
		board[c] += p.Low()
	}
	for range openings(n) {
		if err := reopen(ctx, p, board, rng); err != nil {
			return nil, err
		}
	}
	return board, nil
}

// openings is how many times cells are opened: so that each cell of a large board is
// opened some six times, and those of a small one more often.
func openings(n int) int { return 10 + n*n/2 }

// How many rows, and columns, are opened at a time at most, and how many fillings are
// looked at. Where there are more, the first ones are all the choice there is. (With
// three columns no square of order 4 that begins by the recipe ever changes.)
const (
	openRows     = 3
	openColumns  = 4
	mostFillings = 400
	fillingNodes = 5000
)

// reopen fills a part of a board anew.
func reopen(ctx context.Context, p *puzzle.Magic, board []int, rng *rand.Rand) error {
	n := p.Order()
	rows, columns := rng.Perm(n)[:min(openRows, n)], rng.Perm(n)[:min(openColumns, n)]
	if rng.IntN(2) == 1 {
		rows, columns = columns, rows
	}
	clues := slices.Clone(board)
	for _, r := range rows {
		for _, c := range columns {
			clues[r*n+c] = puzzle.Empty
		}
	}
	part, err := puzzle.NewMagic(n, p.Low(), p.Sum(), p.Diagonals(), clues)
	if err != nil {
		return err
	}
	var found []puzzle.Solution
	err = native.Search(ctx, part, &search.Meter{MaxNodes: fillingNodes}, func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		return len(found) < mostFillings
	})
	if err != nil && !errors.Is(err, search.ErrLimit) && !errors.Is(err, search.ErrStopped) {
		return err
	}
	if len(found) > 0 {
		slices.SortFunc(found, slices.Compare[puzzle.Solution]) // whatever order they came in
		copy(board, found[rng.IntN(len(found))])
	}
	return nil
}

// recipe returns a magic square of 0..n²−1, n being 1 or above 2: for odd orders the
// Siamese one, for orders that 4 divides by complements, and for the others by
// Conway's LUX rule from the odd order of half the size.
func recipe(n int) []int {
	square := make([]int, n*n)
	switch {
	case n%2 == 1:
		return siamese(n)
	case n%4 == 0:
		for i := range square {
			square[i] = i
			if r, c := i/n%4, i%n%4; (r == 0 || r == 3) == (c == 0 || c == 3) {
				square[i] = n*n - 1 - i
			}
		}
		return square
	}
	return lux(n)
}

// lux is Conway's rule: each number k of a square of half the size becomes 4k to 4k+3,
// in the order of the strokes of a letter, L in the upper rows, U in one row and X
// below, with one exchange of L and U in the middle.
func lux(n int) []int {
	half := n / 2
	odd, square := siamese(half), make([]int, n*n)
	letters := map[byte][4]int{'L': {3, 0, 1, 2}, 'U': {0, 3, 1, 2}, 'X': {0, 3, 2, 1}}
	middle := half / 2
	for r := range half {
		for c := range half {
			letter := byte('L')
			switch {
			case r == middle+1 || r == middle && c == middle:
				letter = 'U'
			case r > middle+1:
				letter = 'X'
			}
			if r == middle+1 && c == middle {
				letter = 'L'
			}
			for i, at := range []int{2*r*n + 2*c, 2*r*n + 2*c + 1, (2*r+1)*n + 2*c, (2*r+1)*n + 2*c + 1} {
				square[at] = 4*odd[r*half+c] + letters[letter][i]
			}
		}
	}
	return square
}

// siamese is the square of odd order in which each number stands above and to the right
// of the one before it, or below it where that is taken.
func siamese(n int) []int {
	square := slices.Repeat([]int{-1}, n*n)
	r, c := 0, n/2
	for k := range n * n {
		square[r*n+c] = k
		up, right := (r+n-1)%n, (c+1)%n
		if square[up*n+right] >= 0 {
			r = (r + 1) % n
		} else {
			r, c = up, right
		}
	}
	return square
}
