package backtrack

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Narrow boards lose the same cells as others do, at all edges of the board.
func TestHidokuNarrowBoardsAreCutAsOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
		width := rapid.SampledFrom([]int{1, 2, 7, 20, 29, 30}).Draw(t, "width")
		height := rapid.IntRange(max(1, 6/width), 7).Draw(t, "height")
		board, err := puzzle.NewBoard(width, height, nil)
		require.NoError(t, err)
		p, err := puzzle.NewHidoku(board, moves, nil)
		require.NoError(t, err)
		var left [2]*State
		var around [2][]uint64
		middle := rapid.IntRange(0, p.Board().Len()-1).Draw(t, "a cell")
		near := append(p.Neighbours(middle), middle)
		cell := rapid.OneOf(rapid.SampledFrom(near), rapid.IntRange(0, p.Board().Len()-1))
		cells := rapid.SliceOfN(rapid.SliceOfNDistinct(cell, 1, min(2*few, p.Board().Len()), rapid.ID), 3, 3).Draw(t, "cells of 2, 3 and 4")
		for i := range left {
			s := newState(p, search.Start(context.Background(), nil))
			require.True(t, s.narrow)
			s.narrow = i == 0
			require.NoError(t, s.giveClues())
			for i, list := range cells {
				set := s.CellsOf(1 + i)
				clear(set)
				for _, c := range list {
					set[s.SlotOf[c]/64] |= 1 << (s.SlotOf[c] % 64)
				}
			}
			require.NoError(t, s.Fill())
			s.Recording = true
			s.revise(2)
			left[i] = s
			for w := range s.Words {
				around[i] = append(around[i], s.around(2, w))
			}
		}
		require.Equal(t, left[1].Cells, left[0].Cells)
		require.Equal(t, left[1].Trail, left[0].Trail)
		require.Equal(t, left[1].Stale, left[0].Stale)
		require.Equal(t, around[1], around[0])
	})
}
