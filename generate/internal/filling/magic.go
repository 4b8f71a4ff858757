package filling

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/native"
	"crosscut/puzzle"
)

// How filled magic boards are drawn: from a recipe, by opening and refilling parts of the
// board. It applies to every board of order 1 or above 2 whose sum is that of its numbers.
// maxWays and wayNodes bound each step. The recipes are well known, and the changes are a
// random walk of our own.

// Magic draws a filling of the magic board p, whatever its clues.
//
// It begins with a board made by a recipe. Then it repeatedly opens the cells where some
// rows and some columns cross, and fills them in one of all possible ways. Each way is
// equally likely. So every change is as likely as the one that undoes it. In the long run
// all boards that such changes lead to are equally likely.
//
// It fails when there is no such filling, and with the cause of the end of ctx.
func Magic(ctx context.Context, p *puzzle.Magic, rng *rand.Rand) ([]int, error) {
	n := p.Board().Width()
	if n == 2 || 2*p.Sum() != n*(p.Low()+p.High()) {
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

// openings returns how many times cells are opened. Each cell of a large board is opened
// some six times, and each cell of a small one more often.
func openings(n int) int { return 10 + n*n/2 }

// The largest numbers of rows and columns that are opened at a time. If at most
// three columns are opened at a time, a board of order 4 from the recipe never changes.
const (
	openRows    = 3
	openColumns = 4
)

// The bounds of a search for the ways to fill the open cells. Beyond them the choice is
// among the first ways found.
const (
	maxWays  = 400
	wayNodes = 5000
)

// reopen opens a part of a board and fills it in a random way.
func reopen(ctx context.Context, p *puzzle.Magic, board []int, rng *rand.Rand) error {
	n := p.Board().Width()
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
	part, err := p.WithClues(clues)
	if err != nil {
		return err
	}
	var found []puzzle.Solution
	err = native.Search(ctx, part, &meter.Meter{MaxNodes: wayNodes}, func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		return len(found) < maxWays
	})
	if err != nil && !errors.Is(err, meter.ErrLimit) && !errors.Is(err, meter.ErrStopped) {
		return err
	}
	if len(found) > 0 {
		base.SortStable(found, slices.Compare[puzzle.Solution]) // so that the order of the search does not matter
		copy(board, found[rng.IntN(len(found))])
	}
	return nil
}

// recipe returns a magic board of the numbers 0..n²−1, where n is 1 or above 2. Odd orders
// use the Siamese method, and orders that 4 divides use complements. The others use
// Conway's LUX rule on the board of half their order.
func recipe(n int) []int {
	board := make([]int, n*n)
	switch {
	case n%2 == 1:
		return siamese(n)
	case n%4 == 0:
		for i := range board {
			board[i] = i
			if r, c := i/n%4, i%n%4; (r == 0 || r == 3) == (c == 0 || c == 3) {
				board[i] = n*n - 1 - i
			}
		}
		return board
	}
	return lux(n)
}

// lux is Conway's rule. Each number k of a board of half the order becomes 4k to 4k+3, in
// the order of the strokes of a letter. The letter is L in the upper rows, U in one row,
// and X below it. In the middle, one L and one U are exchanged.
func lux(n int) []int {
	half := n / 2
	odd, board := siamese(half), make([]int, n*n)
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
				board[at] = 4*odd[r*half+c] + letters[letter][i]
			}
		}
	}
	return board
}

// siamese returns a magic board of odd order. Each number is above and to the right of the
// one before it, or below it if that cell has a number already.
func siamese(n int) []int {
	board := slices.Repeat([]int{-1}, n*n)
	r, c := 0, n/2
	for k := range n * n {
		board[r*n+c] = k
		up, right := (r+n-1)%n, (c+1)%n
		if board[up*n+right] >= 0 {
			r = (r + 1) % n
		} else {
			r, c = up, right
		}
	}
	return board
}
