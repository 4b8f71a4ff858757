package cubes

import (
	"context"
	"fmt"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Max is the largest number of cubes that [Split] can be asked for.
const Max = 1 << 20

// Knows reports whether [Split] can cut puzzles of the type of p. It cannot cut types of
// other packages, whose rules it does not know.
func Knows(p puzzle.Puzzle) bool {
	switch p.(type) {
	case *puzzle.Hidoku, *puzzle.Magic, *puzzle.Draughtboard:
		return true
	}
	return false
}

// Split cuts a puzzle into cubes, n of them or a few more where the puzzle is large
// enough: every solution of p lies in exactly one. The cubes and their order follow
// from p and n alone. Some may have no solution; there is no cube at all when p is
// seen to have none.
//
// It begins with one cube, the whole puzzle. Then the one with the largest share is
// cut into one for each way to settle something, until there are enough: where a
// number stands, which number a cell has, or which stone covers a cell and how,
// whatever has the fewest ways by the rules alone. They have equal shares. The first
// cut is different where the puzzle has symmetries: there it is along a number or
// stone that all symmetries leave what it is, and of the ways that they carry into
// one another only the first becomes a cube, which stands for all of them.
//
// Time is O(n·w), where w is what it takes to look at what can be settled:
// O(cells) on a Hidoku, O(cells²) on a magic board, O(placements) on a draughtboard.
// Errors are an n out of range, the cause of the end of ctx, and a [*search.LimitError] for a
// board whose placements are too many to list.
func Split(ctx context.Context, p puzzle.Puzzle, n int) ([]Cube, error) {
	if n < 1 || n > Max {
		return nil, fmt.Errorf("%d cubes; it must be 1 to %d", n, Max)
	}
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	t := &cubeTree{whole: p, run: run}
	var err error
	switch p := p.(type) {
	case *puzzle.Hidoku:
		t.settling = newHidokuSettling(p)
	case *puzzle.Magic:
		t.settling = newMagicSettling(p, run)
	case *puzzle.Draughtboard:
		t.settling, err = newDraughtboardSettling(p, run)
	default:
		err = fmt.Errorf("no cubes of a puzzle of type %T", p)
	}
	if err != nil {
		return nil, err
	}
	return t.split(n)
}

// errManyPlacements says that a board is too large to be split.
var errManyPlacements = &search.LimitError{What: "memory for the placements of the stones"}

// Spread puts the cubes into an order in which those that come first are from all
// parts of the puzzle, so that the share that is done tells something of the rest.
func Spread(cubes []Cube) []Cube {
	// The multiples of about n over the golden ratio, modulo n, lie evenly. Without a
	// common divisor with n they are all numbers below it.
	n := len(cubes)
	stride := max(1, int(float64(n)*0.618))
	for gcd(n, stride) > 1 {
		stride++
	}
	spread := make([]Cube, 0, n)
	for i := range n {
		spread = append(spread, cubes[i*stride%n])
	}
	return spread
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
