package encode

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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

// What a certificate leaves to be trusted is the formula, so each encoding is compared
// with the rules on every board that a 3×3 holds, and on the full ones with every single
// clue.
func TestFormulasOfAllBoardsUpTo3x3(t *testing.T) {
	for _, moves := range []string{"king", "rook", "hex"} {
		if testing.Short() && moves != "rook" {
			continue
		}
		t.Run(moves, func(t *testing.T) {
			for cells := 1; cells < 1<<9; cells++ {
				if cells&0o007 != 0 && cells&0o111 != 0 { // else the same board is there nearer to the corner
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
				if (testing.Short() || !diagonals) && (i+j)%8 != 0 {
					continue
				}
				clues := slices.Repeat([]int{puzzle.Empty}, 9)
				clues[i/9], clues[j/9] = i%9+1, j%9+1
				p, err := puzzle.NewMagic(3, 1, 15, diagonals, clues)
				require.NoError(t, err)
				requireModelsBySolutions(t, p)
			}
		}
	}
}

// requireModelsBySolutions compares the models of each formula with brute force. The
// many paths of a whole board are compared for the default only.
func requireModelsBySolutions(t *testing.T, p puzzle.Puzzle) {
	t.Helper()
	want := puzzletest.Brute(p)
	for i, e := range Encodings(p.Family()) {
		if i > 0 && len(want) > 40 {
			break
		}
		f := e.of(t, p)
		requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, len(want)), p, e.Name)
	}
}
