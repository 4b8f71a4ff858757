package hidoku

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/puzzle"
)

// BenchmarkHidoku searches to the second solution, or to the end.
func BenchmarkHidoku(b *testing.B) {
	boards := []struct {
		name string
		p    *puzzle.Hidoku
		most int64
	}{
		{"sample 10x10", hidokutest.ParseHidoku(b, sampleHidoku), 2},
		{"empty king 4x4, all", hidokutest.EmptyHidoku(b, puzzle.King, 4, 4), 1 << 62},
		{"few clues 20x20", fewClues(b), 2},
	}
	for _, board := range boards {
		b.Run(board.name, func(b *testing.B) {
			b.ReportAllocs()
			var m search.Meter
			for b.Loop() {
				m = search.Meter{}
				found := int64(0)
				_ = searchUnder(context.Background(), board.p, &m, func(puzzle.Solution) bool {
					found++
					return found < board.most
				})
			}
			b.ReportMetric(float64(m.Stats().Nodes), "nodes/op")
		})
	}
}

// fewClues returns a 20x20 king board. Its clues are every eighth number of a path that
// goes through the rows to and fro.
func fewClues(t require.TestingT) *puzzle.Hidoku {
	const size = 20
	board := hidokutest.EmptyHidoku(t, puzzle.King, size, size).Board()
	clues := make([]int, size*size)
	for c := range clues {
		row, col := c/size, c%size
		if row%2 == 1 {
			col = size - 1 - col
		}
		clues[c] = puzzle.Empty
		if k := row*size + col + 1; k%8 == 1 || k == size*size {
			clues[c] = k
		}
	}
	p, err := puzzle.NewHidoku(board, puzzle.King, clues)
	require.NoError(t, err)
	return p
}
