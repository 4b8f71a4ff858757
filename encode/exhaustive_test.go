package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// shape returns the text of a Hidoku on the cells of a 3×3 board that are in a set of
// bits.
func shape(moves string, cells int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "puzzle: hidoku\nmoves: %s\n", moves)
	for r := range 3 {
		row := []string{"#", "#", "#"}
		for c := range 3 {
			if cells>>(3*r+c)&1 == 1 {
				row[c] = "_"
			}
		}
		text.WriteString(strings.Join(row, ",") + "\n")
	}
	return text.String()
}

// Whoever checks a certificate still has to trust the formula. So each encoding is compared
// with the rules on every board within 3×3, and on the full ones with every single clue.
func TestFormulasOfAllBoardsUpTo3x3(t *testing.T) {
	for _, moves := range []string{"king", "rook", "hex"} {
		if !puzzletest.Long() && moves != "rook" {
			continue
		}
		t.Run(moves, func(t *testing.T) {
			for cells := 1; cells < 1<<9; cells++ {
				if cells&0o007 != 0 && cells&0o111 != 0 { // the board is not a shifted copy of another
					requireModelsBySolutions(t, read(t, shape(moves, cells)))
				}
			}
			for cell := range 9 {
				for clue := 1; clue <= 9; clue++ {
					full := strings.Split(shape(moves, 1<<9-1), "_")
					text := strings.Join(full[:cell+1], "_") + fmt.Sprint(clue) + strings.Join(full[cell+1:], "_")
					requireModelsBySolutions(t, read(t, text))
				}
			}
		})
	}
}

// Every two clues on magic boards of order 3, and some of them without diagonals.
func TestFormulasOfAllMagicBoardsWithTwoClues(t *testing.T) {
	for _, diagonals := range []bool{true, false} {
		for i := range 9 * 9 {
			for j := range i + 1 {
				if i%9 == j%9 != (i/9 == j/9) {
					continue // two clues on a cell, or one number twice
				}
				if (!puzzletest.Long() || !diagonals) && (i+j)%8 != 0 {
					continue
				}
				clues := slices.Repeat([]int{puzzle.Empty}, 9)
				clues[i/9], clues[j/9] = i%9+1, j%9+1
				p, err := puzzle.MagicRules{Order: 3, Low: 1, Sum: new(15), NoDiagonals: !diagonals}.New(clues)
				require.NoError(t, err)
				requireModelsBySolutions(t, p)
			}
		}
	}
}

// stoneSets returns sets of stones of up to three cells each, with the given number of
// cells together. A set has at most one single square of each colour.
func stoneSets(t *testing.T, cells int) (sets [][]puzzle.Stone) {
	kinds := []struct {
		cells []puzzle.StoneCell
		most  int
	}{
		{[]puzzle.StoneCell{{Colour: puzzle.Black}}, 1},
		{[]puzzle.StoneCell{{Colour: puzzle.White}}, 1},
		{[]puzzle.StoneCell{{Colour: puzzle.Black}, {Col: 1, Colour: puzzle.White}}, 4},
		{[]puzzle.StoneCell{{Colour: puzzle.Black}, {Col: 1, Colour: puzzle.White}, {Col: 2, Colour: puzzle.Black}}, 3},
		{[]puzzle.StoneCell{{Colour: puzzle.White}, {Col: 1, Colour: puzzle.Black}, {Col: 2, Colour: puzzle.White}}, 3},
		{[]puzzle.StoneCell{{Colour: puzzle.Black}, {Col: 1, Colour: puzzle.White}, {Row: 1, Colour: puzzle.White}}, 3},
		{[]puzzle.StoneCell{{Colour: puzzle.White}, {Col: 1, Colour: puzzle.Black}, {Row: 1, Colour: puzzle.Black}}, 3},
	}
	var add func(set []puzzle.Stone, kind, left int)
	add = func(set []puzzle.Stone, kind, left int) {
		if left == 0 {
			sets = append(sets, set)
			return
		}
		if kind == len(kinds) {
			return
		}
		stone, err := puzzle.NewStone(kinds[kind].cells)
		require.NoError(t, err)
		for n := 0; n <= kinds[kind].most && n*len(stone.Cells()) <= left; n++ {
			add(append(slices.Clone(set), slices.Repeat([]puzzle.Stone{stone}, n)...), kind+1, left-n*len(stone.Cells()))
		}
	}
	add(nil, 0, cells)
	return sets
}

// Every board within 3×3, with every set of stones that has the right colours in some
// colouring. Each is written by the default encoding and by one other, in turn.
func TestFormulasOfDraughtboardsUpTo3x3(t *testing.T) {
	turn := 0
	for cells := 1; cells < 1<<9; cells++ {
		if cells&0o007 == 0 || cells&0o111 == 0 {
			continue // the board is a shifted copy of another
		}
		board, err := puzzle.NewBoard(3, 3, func(row, col int) bool { return cells>>(3*row+col)&1 == 0 })
		require.NoError(t, err)
		for _, stones := range stoneSets(t, board.Len()) {
			p, err := puzzle.Setup{Board: board, Corner: puzzle.AnyColour, Flips: false, Stones: stones}.New()
			require.NoError(t, err)
			if p.Balance() != nil {
				continue
			}
			if turn++; !puzzletest.Long() && turn%16 != 0 {
				continue
			}
			want, all := puzzletest.Brute(p), Encodings(p.Family())
			for _, e := range []Encoding{all[0], all[1+turn%(len(all)-1)]} {
				f := e.of(t, p)
				requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, len(want)), p, string(e))
			}
		}
	}
	require.Greater(t, turn, 2000)
}

// requireModelsBySolutions compares the models of each formula with brute force. Boards
// with many solutions are compared for the default encoding only.
func requireModelsBySolutions(t *testing.T, p puzzle.Puzzle) {
	t.Helper()
	want := puzzletest.Brute(p)
	for i, e := range Encodings(p.Family()) {
		if i > 0 && len(want) > 40 {
			break
		}
		f := e.of(t, p)
		requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, len(want)), p, string(e))
	}
}

// On a closed path, the first number follows the last.
func TestFormulasOfLinksOnClosedPaths(t *testing.T) {
	for _, rule := range puzzletest.PairRules {
		requireModelsBySolutions(t, read(t, "puzzle: hidoku\nmoves: king\nclosed: yes\n"+rule+"\n_,_,_\n_,_,_\n"))
	}
}

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
