package hidoku

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// plainCell is a cell of a state of plainFrontier.
type plainCell struct{ cell, steps, piece int }

// plainFrontier counts what frontier counts, in the simplest way: rows from the top, no
// state is dropped early, pieces have names, keys are texts.
func plainFrontier(p *puzzle.Hidoku) *big.Int {
	type state struct {
		cells []plainCell
		ends  int
		ways  *big.Int
	}
	n := p.Board().Len()
	states := map[string]*state{"": {ways: big.NewInt(1)}}
	for c := range n {
		next := map[string]*state{}
		for _, s := range states {
			plainSteps(p, 0, append(slices.Clone(s.cells), plainCell{c, 0, c}), func(cells []plainCell) {
				stay, ends, alive := plainLeave(p, c, cells)
				ends += s.ends
				if !alive || ends > 2 {
					return
				}
				key := fmt.Sprint(stay, ends)
				if next[key] == nil {
					next[key] = &state{stay, ends, new(big.Int)}
				}
				next[key].ways.Add(next[key].ways, s.ways)
			})
		}
		states = next
	}
	total := new(big.Int)
	for _, s := range states {
		total.Add(total, s.ways)
	}
	for c := range n {
		if p.Clue(c) != puzzle.Empty {
			return total
		}
	}
	return total.Lsh(total, 1)
}

// plainSteps calls say with the cells after each choice of steps to the last of cells,
// from cells at place from or later.
func plainSteps(p *puzzle.Hidoku, from int, cells []plainCell, say func([]plainCell)) {
	say(cells)
	last := len(cells) - 1
	for i := from; i < last && cells[last].steps < 2; i++ {
		old := cells[i]
		if old.steps == 2 || old.piece == cells[last].piece || !slices.Contains(p.Neighbours(old.cell), cells[last].cell) {
			continue
		}
		with := slices.Clone(cells)
		with[i].steps++
		with[last].steps++
		for j := range with {
			if with[j].piece == old.piece {
				with[j].piece = cells[last].piece
			}
		}
		plainSteps(p, i+1, with, say)
	}
}

// plainLeave returns the cells with neighbours after c, and how many ends the others are.
// A state is not alive if a piece is complete too early, or a given end is none.
func plainLeave(p *puzzle.Hidoku, c int, cells []plainCell) (stay []plainCell, ends int, alive bool) {
	for _, d := range cells {
		if slices.Max(append(slices.Clone(p.Neighbours(d.cell)), -1)) > c {
			stay = append(stay, d)
			continue
		}
		ends += 2 - d.steps
		if p.Clue(d.cell) != puzzle.Empty && d.steps != 1 {
			return nil, 0, false
		}
	}
	for _, d := range cells {
		same := func(other plainCell) bool { return other.piece == d.piece }
		if c == p.Board().Len()-1 && !same(cells[0]) || c < p.Board().Len()-1 && !slices.ContainsFunc(stay, same) {
			return nil, 0, false
		}
	}
	return stay, ends, true
}

// drawEnds draws a board where at most the first and the last number are given.
func drawEnds(t *rapid.T) *puzzle.Hidoku {
	moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
	width := rapid.IntRange(1, 7).Draw(t, "width")
	height := rapid.IntRange(1, 16/width).Draw(t, "height")
	holes := rapid.SliceOfNDistinct(rapid.IntRange(0, width*height-1), 0, width*height/5, rapid.ID).Draw(t, "holes")
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return slices.Contains(holes, row*width+col) })
	if err != nil || board.Len() < 3 {
		t.Skip("too small")
	}
	clues := slices.Repeat([]int{puzzle.Empty}, board.Len())
	for _, k := range rapid.SliceOfDistinct(rapid.SampledFrom([]int{1, board.Len()}), rapid.ID).Draw(t, "given") {
		// Two numbers on one cell are one clue.
		clues[rapid.IntRange(0, board.Len()-1).Draw(t, "cell")] = k
	}
	p, err := puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	return p
}

func TestHidokuFrontierAgreesWithThePlainOne(t *testing.T) {
	some := 0
	rapid.Check(t, func(t *rapid.T) {
		p := drawEnds(t)
		want := plainFrontier(p)
		if want.Sign() > 0 {
			some++
		}
		for workers := 1; workers <= 2; workers++ {
			for _, words := range []int{0, counting.MaxWords} {
				r := search.Start(context.Background(), nil)
				l := counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, workers)
				l.MaxWords, l.Spread = words, 0
				count, _ := nativetest.Count(t, l, nativetest.Forever)
				r.Close()
				require.Equal(t, want.String(), count, "%d workers, %d words: %s", workers, words, p)
			}
		}
	})
	assert.Positive(t, some, "no board had a path")
}

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
	p, err := puzzle.NewHidoku(board, puzzle.Rook, slices.Repeat([]int{puzzle.Empty}, board.Len()))
	require.NoError(t, err)
	return p
}

// Frontiers of up to 64 cells have keys of one to eight words.
func TestHidokuFrontierHasRoomForWideBoards(t *testing.T) {
	for size, words := range map[int]int{9: 1, 41: 2, 61: 4, 121: 8} {
		p := spiral(t, size)
		f := pathcount.NewFrontier(p)
		require.NotNil(t, f, size)
		assert.Equal(t, words, f.KeyWords, "size %d, %d slots", size, f.Slots)
		assert.Equal(t, "2", frontierOf(t, p), size)
	}
	assert.Nil(t, pathcount.NewFrontier(puzzletest.BlankHidoku(t, 128, 128, puzzle.Rook, nil)))
}

// The number of states says that those which cannot be completed are dropped. Without
// that, rook 8×8 has 649,601 states and king 6×6 has 129,376.
func TestHidokuFrontierDropsStates(t *testing.T) {
	for _, row := range []struct {
		moves  puzzle.Moves
		size   int
		states int64
	}{{puzzle.Rook, 8, 93_236}, {puzzle.King, 6, 97_608}} {
		r := search.Start(t.Context(), nil)
		count, _ := nativetest.Count(t, counting.NewLayers(pathcount.NewFrontier(puzzletest.BlankHidoku(t, row.size, row.size, row.moves, nil)).Graph(), r, 1), nativetest.Forever)
		r.Close()
		assert.Equal(t, row.states, r.Nodes, "%s", row.moves)
		assert.NotEqual(t, "0", count)
	}
}

// A sweep along the long rows of a board has keys of two words, and the same count.
func TestHidokuFrontierCountsTheSameAlongLongRows(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 16, 2, puzzle.Rook, nil)
	order := make([]int, p.Board().Len())
	for c := range order {
		order[c] = c
	}
	f := pathcount.Sweep(p, order)
	require.Equal(t, 2, f.KeyWords)
	r := search.Start(t.Context(), nil)
	defer r.Close()
	count, _ := nativetest.Count(t, counting.NewLayers(f.Graph(), r, 1), nativetest.Forever)
	assert.Equal(t, plainFrontier(puzzletest.BlankHidoku(t, 2, 16, puzzle.Rook, nil)).String(), count)
	assert.Greater(t, r.Nodes, int64(1000))
}
