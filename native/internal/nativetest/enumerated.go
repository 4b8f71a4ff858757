package nativetest

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Enumerated returns the number of solutions of a puzzle, found one by one, or most+1 if
// there are more.
func Enumerated[P puzzle.Puzzle](t testing.TB, p P, solve Solver[P], most int) (found int) {
	err := Search(context.Background(), p, nil, solve, func(puzzle.Solution) bool { found++; return found <= most })
	if !errors.Is(err, search.ErrStopped) {
		require.NoError(t, err)
	}
	return found
}
