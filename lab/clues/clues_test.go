package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// TestLeastCluesAreWhatAnEngineSays asks an engine about every set of clues of small boards.
func TestLeastCluesAreWhatAnEngineSays(t *testing.T) {
	for _, family := range []string{"hidato", "numbrix"} {
		for _, rows := range []string{"_,_\n_,_", "_,_,_\n_,_,_", "_,_,_\n_,_,_\n_,_,_"} {
			t.Run(fmt.Sprint(family, len(rows)), func(t *testing.T) {
				p, err := text.Parse("puzzle: " + family + "\n" + rows)
				require.NoError(t, err)
				found, _, err := solutions(context.Background(), p)
				require.NoError(t, err)
				least, sets := leastClues(found, puzzle.Symmetries(p))
				for k := range least + 1 {
					want := map[bool]int64{true: sets}[k == least]
					assert.Equal(t, want, uniqueSets(t, p.(*puzzle.Hidoku), p.(*puzzle.Hidoku).Clues(), 0, k), "%d clues", k)
				}
			})
		}
	}
}

// uniqueSets asks in how many ways k more clues from a cell on make exactly one solution.
func uniqueSets(t *testing.T, p *puzzle.Hidoku, clues []int, from, k int) (n int64) {
	if k == 0 {
		board, err := p.WithClues(clues)
		if err != nil {
			return 0 // two clues have one number
		}
		found, err := crosscut.First(context.Background(), crosscut.SAT, board, 2, nil)
		require.NoError(t, err)
		return map[bool]int64{true: 1}[len(found) == 1]
	}
	for c := from; c < len(clues); c++ {
		for v := 1; v <= len(clues); v++ {
			clues[c] = v
			n += uniqueSets(t, p, clues, c+1, k-1)
		}
		clues[c] = puzzle.Empty
	}
	return n
}
