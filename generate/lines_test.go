package generate_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/generate"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// blankLines returns an empty board of each form that is made.
func blankLines(t *testing.T) map[string]*puzzle.Magic {
	open := func(n int) []int { return slices.Repeat([]int{puzzle.Empty}, n) }
	numbers := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = i - 2
		}
		return all
	}
	jodici, err := puzzle.NewJodici(open(18))
	require.NoError(t, err)
	pandiagonal, err := puzzle.NewMagicSquare(puzzle.Pandiagonal, puzzle.Empty, true, numbers(16), open(16))
	require.NoError(t, err)
	associative, err := puzzle.NewMagicSquare(puzzle.Associative, puzzle.Empty, true, numbers(9), open(9))
	require.NoError(t, err)
	plus := [][]byte{{'+', '+'}, {'+', '+'}}
	equation, err := puzzle.NewEquation(puzzle.Equations{Across: plus, Down: [][]byte{{'+'}, {'+'}, {'+'}}, Rows: []int{0, 0}, Columns: []int{0, 0, 0}}, numbers(9), open(6))
	require.NoError(t, err)
	return map[string]*puzzle.Magic{"jodici": jodici, "pandiagonal": pandiagonal, "associative": associative, "equation": equation}
}

func TestMagicBoardsOfOtherFormsHaveOneSolution(t *testing.T) {
	for name, blank := range blankLines(t) {
		made := map[string]bool{}
		require.NoError(t, generate.Puzzles(context.Background(), generate.Wish{Puzzle: blank}, generate.Series{Seed: 7, Count: 3}, func(m generate.Made) bool {
			p := m.Puzzle.(*puzzle.Magic)
			assert.Equal(t, blank.Form(), p.Form())
			require.NoError(t, p.Check(m.Solution))
			for _, e := range crosscut.Engines() {
				found, err := crosscut.First(context.Background(), e, p, 2, nil)
				require.NoError(t, err)
				assert.Equal(t, []puzzle.Solution{m.Solution}, found, "%s\n%s", e.Name, p)
			}
			made[p.String()] = true
			return true
		}), name)
		assert.Len(t, made, 3, name)
	}
}

func TestFormsThatAreNotMadeAreRefused(t *testing.T) {
	for _, content := range []string{
		"puzzle: magic\nlines: pandiagonal\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: magic\nlines: r1c1 r1c2 = 3\n_,_\n",
		"puzzle: magic\nnumbers: 2 2 2 2\n_,_\n_,_\n",
	} {
		p := puzzletest.Read(t, content)
		err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: p}, generate.Series{Seed: 1, Count: 1}, func(generate.Made) bool { return true })
		assert.ErrorIs(t, err, generate.ErrWish, content)
	}
}
