package human

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/filling"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// impatient is a context that ends when it has been asked so often.
type impatient struct {
	context.Context
	left int
}

func (i *impatient) Err() error {
	if i.left--; i.left < 0 {
		return context.Canceled
	}
	return nil
}

// allSteps makes all steps, and returns where they end. Before each step, another context is asked
// as often as hurried says, and then ends.
func allSteps(t require.TestingT, p puzzle.Puzzle, hardest Level, hurried func() int) (board []int, left, given int, end error) {
	s, err := New(p)
	require.NoError(t, err)
	s.Within(hardest)
	for {
		for _, patience := range []int{hurried(), math.MaxInt} {
			_, err := s.Next(&impatient{context.Background(), patience})
			switch {
			case errors.Is(err, context.Canceled):
				given++
			case err != nil:
				return s.Board(), s.state.undecided(), given, err
			}
		}
	}
}

// A solver that was interrupted looks again at everything that it has not looked at.
func TestASolverThatGaveUpGoesOn(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	all := []puzzle.Puzzle{
		magicSquare(t, rng, 5, 12), magicSquare(t, rng, 10, 60), magicSquare(t, rng, 6, 20),
		parsed(t, "puzzle: draughtboard\nboard: 10x6\ncorner: B\nstones: pentominoes\n"),
		parsed(t, "puzzle: draughtboard\nboard: 20x3\ncorner: B\nstones: pentominoes\n"),
	}
	for seed := range uint64(6) {
		for _, moves := range []puzzle.Moves{puzzle.King, puzzle.Rook} {
			all = append(all, puzzletest.LargeHidoku(t, moves, 9, 9, 0.25, seed%2 == 0, seed))
		}
	}
	interrupted := 0
	for i, p := range all {
		hardest := Medium + Level(i%2)
		board, left, _, end := allSteps(t, p, hardest, func() int { return math.MaxInt })
		for range 20 {
			most := 1 << rng.IntN(10)
			got, others, given, err := allSteps(t, p, hardest, func() int { return 4 + rng.IntN(most) })
			require.Equal(t, end, err, "%d: %s", i, p)
			require.Equal(t, board, got, "%d: %s", i, p)
			require.Equal(t, left, others, "%d: %s", i, p)
			interrupted += given
		}
	}
	require.Greater(t, interrupted, 100)
}

// parsed returns the puzzle of a text.
var parsed = puzzletest.Read

// magicSquare returns a square with some clues of a filled one.
func magicSquare(t *testing.T, rng *rand.Rand, n, clues int) puzzle.Puzzle {
	p := puzzletest.BlankMagic(t, n, 1, true)
	filled, err := filling.Magic(t.Context(), p, rng)
	require.NoError(t, err)
	for _, c := range rng.Perm(n * n)[clues:] {
		filled[c] = puzzle.Empty
	}
	q, err := p.WithClues(filled)
	require.NoError(t, err)
	return q
}

// One technique takes minutes on boards like these. It asks its context again and again, and
// gives up when that has ended.
func TestTechniquesGiveUp(t *testing.T) {
	for name, p := range map[string]puzzle.Puzzle{
		"sums":   puzzletest.BlankMagic(t, 64, 1, true),
		"stones": dominoes(t, 64),
	} {
		asked := &impatient{t.Context(), 50}
		_, err := GradeOf(asked, p, Hard)
		require.ErrorIs(t, err, context.Canceled, name)
		require.Greater(t, asked.left, -20, "%s: asked again after the end", name)
	}
}

// dominoes returns the puzzle of dominoes on a square board.
func dominoes(t *testing.T, n int) puzzle.Puzzle {
	board, err := puzzle.NewBoard(n, n, nil)
	require.NoError(t, err)
	stone, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}, {Col: 1, Colour: puzzle.AnyColour}})
	require.NoError(t, err)
	p, err := puzzle.NewDraughtboard(board, puzzle.Black, true, slices.Repeat([]puzzle.Stone{stone}, n*n/2))
	require.NoError(t, err)
	return p
}
