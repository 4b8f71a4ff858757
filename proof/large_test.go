package proof

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
)

// A certificate names the encoding that was taken because the default is too large. Otherwise
// the second reading would refuse it.
func TestACertificateNamesTheEncodingOfALargeBoard(t *testing.T) {
	board, err := puzzle.NewBoard(50, 50, nil)
	require.NoError(t, err)
	for _, clue := range []int{puzzle.Empty, 1} {
		clues := slices.Repeat([]int{puzzle.Empty}, 2500)
		clues[0] = clue
		p, err := puzzle.NewHidoku(board, puzzle.King, clues)
		require.NoError(t, err)
		d, err := Claim{Puzzle: p}.draft(t.Context())
		require.NoError(t, err)
		assert.Equal(t, "binary", d.encoding)
	}
	small := puzzletest.Read(t, "puzzle: hidoku\n1,_\n")
	d, err := Claim{Puzzle: small}.draft(t.Context())
	require.NoError(t, err)
	assert.Empty(t, d.encoding)
}
