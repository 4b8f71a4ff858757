package encode

import (
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// drawers draw small puzzles, by family.
var drawers = []struct {
	name string
	draw func(*rapid.T) puzzle.Puzzle
}{
	{"hidoku", drawHidoku},
	{"magic", drawMagic},
	{"draughtboard", drawDraughtboard},
}

// What puzzletest draws, as puzzles of any family.

func drawHidoku(t *rapid.T) puzzle.Puzzle {
	if rapid.Bool().Draw(t, "a variant") {
		return puzzletest.DrawVariant(t)
	}
	return puzzletest.DrawHidoku(t)
}

func drawSquare(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawMagic(t) }
func drawLines(t *rapid.T) puzzle.Puzzle  { return puzzletest.DrawLines(t) }

func drawMagic(t *rapid.T) puzzle.Puzzle {
	if rapid.Bool().Draw(t, "a list of lines") {
		return drawLines(t)
	}
	return drawSquare(t)
}

func drawStones(t *rapid.T) puzzle.Puzzle  { return puzzletest.DrawDraughtboard(t) }
func drawCounted(t *rapid.T) puzzle.Puzzle { return puzzletest.DrawDraughtboardVariant(t) }

func drawDraughtboard(t *rapid.T) puzzle.Puzzle {
	if rapid.Bool().Draw(t, "counted stones") {
		return drawCounted(t)
	}
	return drawStones(t)
}
