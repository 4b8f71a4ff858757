package text_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func TestFamiliesHaveOtherNames(t *testing.T) {
	stones := "X,X\n=\nX,X\n"
	for _, test := range []struct {
		name, rows string
		family     puzzle.Family
		moves      puzzle.Moves
	}{
		{"hidoku", "1,_\n", puzzle.FamilyHidoku, puzzle.King},
		{"hidato", "1,_\n", puzzle.FamilyHidoku, puzzle.King},
		{"Hidato", "moves: king\n1,_\n", puzzle.FamilyHidoku, puzzle.King},
		{"numbrix", "1,_\n", puzzle.FamilyHidoku, puzzle.Rook},
		{"rikudo", "1,_\n", puzzle.FamilyHidoku, puzzle.Hex},
		{"polyomino", stones, puzzle.FamilyDraughtboard, ""},
		{"pentominoes", stones, puzzle.FamilyDraughtboard, ""},
		{"hexominoes", stones, puzzle.FamilyDraughtboard, ""},
		{"checkerboard", stones, puzzle.FamilyDraughtboard, ""},
		{"magic square", "1\n", puzzle.FamilyMagic, ""},
	} {
		header, err := text.Parse("puzzle: " + test.name + "\n" + test.rows)
		require.NoError(t, err, test.name)
		given, err := text.Read(strings.NewReader(test.rows), "f", puzzle.Family(test.name))
		require.NoError(t, err, test.name)
		for _, p := range []puzzle.Puzzle{header, given.Puzzle} {
			assert.Equal(t, test.family, p.Family(), test.name)
			if hidoku, ok := p.(*puzzle.Hidoku); ok {
				assert.Equal(t, test.moves, hidoku.Moves(), test.name)
			}
		}
	}
	_, _, known := text.FamilyNamed("sudoku")
	assert.False(t, known)
	assert.Contains(t, text.Aliases(puzzle.FamilyHidoku), "rikudo")
}

func TestSignsForOpenCells(t *testing.T) {
	want := read(t, "puzzle: hidoku\n1,_,_\n_,_,6\n")
	for _, rows := range []string{"1,,\n,,6\n", "1,.,.\n.,.,6\n", "1 . ..\n. . 6\n", "1,-,--\n-,-,6\n", "1,?,?\n?,?,6\n", "1,0,0\n0,0,6\n"} {
		p, err := text.Parse("puzzle: hidoku\n" + rows)
		require.NoError(t, err, rows)
		assert.Equal(t, want.String(), p.String(), rows)
	}
	p := read(t, "puzzle: magic\nnumbers: 0..8\n0,_,_\n_,4,_\n_,_,_\n")
	assert.Equal(t, 0, p.(*puzzle.Magic).Clue(0), "0 is a number of this puzzle")
	p = read(t, "puzzle: magic\n0,0,0\n0,5,0\n0,0,0\n")
	assert.Equal(t, puzzle.Empty, p.(*puzzle.Magic).Clue(0))
}
