package hidoku

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/hidoku/paths"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// spiral returns a board whose only path is a spiral. The columns and rows of its
// frontier grow with its size.
func spiral(t *testing.T, size int) *puzzle.Hidoku {
	open := make([][]bool, size)
	for row := range open {
		open[row] = make([]bool, size)
	}
	row, col, down, right := 0, 0, 0, 1
	for length := size - 1; length > 0; {
		for turn := 0; turn < 2 && length > 0; turn++ {
			for range length {
				open[row][col] = true
				row, col = row+down, col+right
			}
			down, right = right, -down
			if row == 0 && col == size-1 {
				turn-- // the first three sides have the same length
			}
		}
		length -= 2
	}
	open[row][col] = true
	board, err := puzzle.NewBoard(size, size, func(row, col int) bool { return !open[row][col] })
	require.NoError(t, err)
	p, err := puzzle.HidokuRules{Moves: puzzle.Rook}.New(board, slices.Repeat([]int{puzzle.Empty}, board.Len()))
	require.NoError(t, err)
	return p
}

// cellsOf returns the cells of a board in the order of its rows.
func cellsOf(p *puzzle.Hidoku) []int {
	cells := make([]int, p.Board().Len())
	for c := range cells {
		cells[c] = c
	}
	return cells
}

// Frontiers of up to 64 cells have keys of one to eight words.
func TestHidokuFrontierHasRoomForWideBoards(t *testing.T) {
	for size, words := range map[int]int{9: 1, 41: 2, 61: 4, 121: 8} {
		p := spiral(t, size)
		f := paths.Sweep(p, cellsOf(p))
		assert.Equal(t, words, f.KeyWords, "size %d, %d slots", size, f.Slots)
		r := meter.Start(t.Context(), nil)
		count, _ := nativetest.Count(t, counting.NewLayers(f.Graph(), r, 1), nativetest.Forever)
		r.Close()
		assert.Equal(t, "2", count, size)
		assert.Equal(t, 1, paths.NewFrontier(p, new(meter.Run)).Slots, "along the spiral")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		assert.Equal(t, f.Slots, paths.NewFrontier(p, meter.Start(ctx, nil)).Slots, "along the rows, when nobody waits")
	}
	assert.Nil(t, paths.NewFrontier(puzzletest.BlankHidoku(t, 128, 128, puzzle.Rook, nil), new(meter.Run)))

	board, err := puzzle.NewBoard(200, 1, nil)
	require.NoError(t, err)
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	for c := 0; c < len(clues); c += 3 {
		clues[c] = c + 1
	}
	p, err := puzzle.HidokuRules{Moves: puzzle.Rook}.New(board, clues)
	require.NoError(t, err)
	assert.Nil(t, paths.NewFrontier(p, new(meter.Run)), "more stretches than a word has bits")
}

// Numbers next to each other leave a stretch without cells. It has no field, and the other fields fill the word.
func TestHidokuFrontierCountsWithFullKeys(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\nmoves: king\n_,_,_\n7,4,_\n3,_,_\n10,_,_\n_,_,_\n").(*puzzle.Hidoku)
	assert.Equal(t, 1, paths.NewFrontier(p, new(meter.Run)).KeyWords)
	assert.Equal(t, fmt.Sprint(len(puzzletest.Brute(p))), frontierOf(t, p))
}

// The number of states says that those which cannot be completed are dropped. Without
// that, rook 8×8 has 649,601 states and king 6×6 has 129,376. With three first cells to choose from, the knight has
// 188,007.
func TestHidokuFrontierDropsStates(t *testing.T) {
	for _, row := range []struct {
		moves         puzzle.Moves
		width, height int
		clues         map[int]int
		states        int64
	}{
		{puzzle.Rook, 8, 8, nil, 93_236},
		{puzzle.King, 6, 6, nil, 98_906},
		{puzzle.Knight, 7, 5, nil, 43_084},
		{puzzle.Rook, 6, 6, map[int]int{14: 16}, 33_071},
	} {
		clues := slices.Repeat([]int{puzzle.Empty}, row.width*row.height)
		for c, k := range row.clues {
			clues[c] = k
		}
		board, err := puzzle.NewBoard(row.width, row.height, nil)
		require.NoError(t, err)
		p, err := puzzle.HidokuRules{Moves: row.moves}.New(board, clues)
		require.NoError(t, err)
		r := meter.Start(t.Context(), nil)
		count, _ := nativetest.Count(t, counting.NewLayers(paths.NewFrontier(p, new(meter.Run)).Graph(), r, 1), nativetest.Forever)
		r.Close()
		assert.Equal(t, row.states, r.Nodes, "%s", p)
		assert.NotEqual(t, "0", count)
	}
}

// The frontier needs to know in which order the path takes the named cells. Cells in order may be on either
// side of a clue, which it does not know.
func TestHidokuFrontierAppliesWhereTheOrderFollows(t *testing.T) {
	for rows, applies := range map[string]bool{
		"order: r1c1, r2c2, r3c3\n1,_,_\n_,_,_\n_,_,_\n":       true,
		"order: r1c1, r2c2, r3c3\n1,_,_\n_,_,_\n_,_,9\n":       true,
		"order: r2c2, r3c3\n_,_,_\n_,_,_\n_,_,9\n":             true,
		"order: r1c1, r2c2\n_,_,_\n_,_,_\n_,_,5\n":             false,
		"order: r1c1, r2c2\n_,_,3\n_,_,_\n_,_,7\n":             false,
		"order: r1c1, r2c2, r3c3\n1,_,_\n_,_,_\n_,7,_\n":       false,
		"order: r1c1, r1c2, r1c3, r3c3\n1,_,_\n_,_,_\n_,_,9\n": true,
	} {
		p := puzzletest.Read(t, "puzzle: hidoku\nmoves: king\n"+rows).(*puzzle.Hidoku)
		f := paths.NewFrontier(p, new(meter.Run))
		require.Equal(t, applies, f != nil, rows)
		if applies {
			assert.Equal(t, fmt.Sprint(len(puzzletest.Brute(p))), frontierOf(t, p), rows)
		}
	}
}

// An order of cells with numbers beyond the first word.
func TestHidokuOrdersOfLongPaths(t *testing.T) {
	board, err := puzzle.NewBoard(140, 1, nil)
	require.NoError(t, err)
	for _, order := range [][]int{{60, 66}, {66, 60}, {63, 64, 128}, {130, 127, 64}} {
		p, err := puzzle.HidokuRules{Moves: puzzle.Rook, Order: order}.New(board, nil)
		require.NoError(t, err)
		assert.Len(t, nativetest.All(t, p, Search), 1, "%v", order)
	}
}

// A sweep along the long rows of a board has keys of two words, and the same count.
func TestHidokuFrontierCountsTheSameAlongLongRows(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 16, 2, puzzle.Rook, nil)
	f := paths.Sweep(p, cellsOf(p))
	require.Equal(t, 2, f.KeyWords)
	r := meter.Start(t.Context(), nil)
	defer r.Close()
	count, _ := nativetest.Count(t, counting.NewLayers(f.Graph(), r, 1), nativetest.Forever)
	assert.Equal(t, frontierOf(t, p), count, "along the columns")
	assert.Greater(t, r.Nodes, int64(1000))
}
