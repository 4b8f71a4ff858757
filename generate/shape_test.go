package generate_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/generate"
	"crosscut/generate/internal/filling"
	"crosscut/puzzle"
)

// outline draws a board in # (cell) and blanks.
func outline(b *puzzle.Board) string {
	var text strings.Builder
	for row := range b.Height() {
		line := ""
		for col := range b.Width() {
			if b.Cell(row, col) >= 0 {
				line += "#"
			} else {
				line += " "
			}
		}
		text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return text.String()
}

func TestShapes(t *testing.T) {
	for _, test := range []struct {
		name          string
		width, height int
		want          string
	}{
		{"hexagon:2", 9, 9, " ##\n###\n ##\n"},
		{"hexagon:3", 9, 9, " ###\n####\n#####\n####\n ###\n"},
		{"ring", 6, 5, "######\n#    #\n#    #\n#    #\n######\n"},
		{"cross", 6, 4, "  ##\n######\n######\n  ##\n"},
		{"diamond", 5, 5, "  #\n ###\n#####\n ###\n  #\n"},
		{"diamond", 6, 6, "  ##\n ####\n######\n######\n ####\n  ##\n"},
	} {
		o, err := generate.Shape(test.name, test.width, test.height)
		require.NoError(t, err, test.name)
		assert.Equal(t, test.want, outline(o.Board), test.name)
		assert.Equal(t, !strings.Contains(test.name, ":"), o.Sized, test.name)
		assert.Equal(t, strings.HasPrefix(test.name, "hexagon"), o.Hex, test.name)
	}
}

// The sides of a hexagon are as long as each other, and its board is symmetric in 12 ways.
func TestHexagonsAreRegular(t *testing.T) {
	for side, text := range map[int]string{2: "hexagon:2", 3: "hexagon:3", 4: "hexagon:4", 5: "hexagon:5", 8: "hexagon:8"} {
		o, err := generate.Shape(text, 0, 0)
		require.NoError(t, err)
		assert.Equal(t, 3*side*(side-1)+1, o.Board.Len())
		assert.Len(t, puzzle.Symmetries(emptyHidoku(t, o.Board, puzzle.Hex)), 12, text)
	}
}

// emptyHidoku returns the Hidoku on a board that has no clues.
func emptyHidoku(t *testing.T, board *puzzle.Board, moves puzzle.Moves) puzzle.Puzzle {
	clues := make([]int, board.Len())
	for c := range clues {
		clues[c] = puzzle.Empty
	}
	p, err := puzzle.HidokuRules{Moves: moves}.New(board, clues)
	require.NoError(t, err)
	return p
}

// A path goes through each shape.
func TestAPathGoesThroughEachShape(t *testing.T) {
	for _, test := range []struct {
		shape         string
		width, height int
	}{
		{"hexagon:5", 0, 0},
		{"ring", 9, 9},
		{"ring", 8, 5},
		{"cross", 9, 9},
		{"cross", 8, 8},
		{"cross", 7, 10},
		{"diamond", 8, 8},
		{"diamond", 9, 9},
	} {
		o, err := generate.Shape(test.shape, test.width, test.height)
		require.NoError(t, err, test.shape)
		moves := puzzle.Rook
		switch {
		case o.Hex:
			moves = puzzle.Hex
		case o.Sized:
			moves = puzzle.King
		}
		p := emptyHidoku(t, o.Board, moves)
		numbers, err := filling.Hidoku(context.Background(), p.(*puzzle.Hidoku), rand.New(rand.NewPCG(1, 2)))
		require.NoError(t, err, test.shape)
		assert.NoError(t, p.Check(numbers), test.shape)
	}
}

func TestShapesThatDoNotExist(t *testing.T) {
	for text, want := range map[string]string{
		"hexagon":            "the shape hexagon; it is written as in hexagon:4",
		"hexagon:":           "the shape hexagon:; the side is a number of cells from 2, as in hexagon:4",
		"hexagon:1":          "the side is a number of cells from 2",
		"hexagon:9999":       "is too large",
		"hexagon:9999999999": "the side is a number of cells from 2",
		"ring:3":             "the shape ring:3; it is written as in ring",
	} {
		_, err := generate.Shape(text, 9, 9)
		require.ErrorContains(t, err, want)
	}
	for _, name := range []string{"ring", "cross", "diamond"} {
		_, err := generate.Shape(name, 2, 9)
		require.ErrorContains(t, err, "it is at least 3x3")
		_, err = generate.Shape(name, 1<<30, 1<<30)
		require.ErrorContains(t, err, "too large")
	}
	_, err := generate.Shape("circle", 9, 9)
	assert.ErrorIs(t, err, generate.ErrNoShape)
}

// A board in several parts is refused before anything is made.
func TestBoardsInPartsAreRefused(t *testing.T) {
	board, err := puzzle.NewBoard(5, 1, func(_, col int) bool { return col == 2 })
	require.NoError(t, err)
	one, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}})
	require.NoError(t, err)
	stones, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: []puzzle.Stone{one, one, one, one}}.New()
	require.NoError(t, err)
	for way, p := range map[string]puzzle.Puzzle{"move": emptyHidoku(t, board, puzzle.King), "stone": stones} {
		err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: p}, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool { return true })
		assert.True(t, errors.Is(err, generate.ErrWish))
		assert.ErrorContains(t, err, "the board has 2 parts, and no "+way+" leads from r1c1 to r1c4; make a puzzle of each part")
	}
}
