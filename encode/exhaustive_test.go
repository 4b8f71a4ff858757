package encode

import (
	"fmt"
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

// What a certificate leaves to be trusted is the formula, so it is compared with the
// rules on every board that a 3×3 holds, and on the full ones with every single clue.
func TestFormulasOfAllBoardsUpTo3x3(t *testing.T) {
	for _, moves := range []string{"king", "rook", "hex"} {
		if testing.Short() && moves != "rook" {
			continue
		}
		t.Run(moves, func(t *testing.T) {
			for cells := 1; cells < 1<<9; cells++ {
				requireModelsBySolutions(t, read(t, shape(moves, cells)))
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

// requireModelsBySolutions compares the models of the formula with brute force.
func requireModelsBySolutions(t *testing.T, p puzzle.Puzzle) {
	t.Helper()
	f, err := CNF(ctx, p)
	require.NoError(t, err)
	want := puzzletest.Brute(p)
	requireSame(t, want, ofFormula(t, f.CNF, f.Keep, f.Decode, len(want)), p, "models")
}
