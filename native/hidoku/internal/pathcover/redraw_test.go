package pathcover

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// crossingWays returns a mender with a gap for each way. Two of the ways lead from corner to corner of
// a rook's board. So they cross, and one gap stays for ever.
func crossingWays(t *testing.T) *Mender {
	board, err := puzzle.NewBoard(5, 5, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	for corner, k := range map[[2]int]int{{0, 0}: 1, {4, 4}: 9, {0, 4}: 13, {4, 0}: 21} {
		clues[board.Cell(corner[0], corner[1])] = k
	}
	p, err := puzzle.NewHidoku(board, puzzle.Rook, clues)
	require.NoError(t, err)
	r := search.Start(context.Background(), nil)
	t.Cleanup(r.Close)
	m := menderForClues(p, r)
	m.openWays()
	m.drew, m.open = true, len(m.gaps)
	return m
}

// TestJoiningEndsWhereGapsDoNotBecomeFewer joins all ways but one. Then it draws as many ways as there
// are clues, without success, and leaves the gap to windows.
func TestJoiningEndsWhereGapsDoNotBecomeFewer(t *testing.T) {
	m := crossingWays(t)
	require.NoError(t, m.join(1000*len(m.way)))
	assert.Empty(t, m.gaps)
	assert.Equal(t, 1, m.open)
	assert.Equal(t, len(m.clues)+1, m.joins)
	assert.True(t, anyOpen(m))
}
