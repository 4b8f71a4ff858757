package hidoku

import (
	"context"
	"testing"

	"crosscut/internal/puzzletest"
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
		{"empty king 4x4, all", puzzletest.BlankHidoku(b, 4, 4, puzzle.King, nil), 1 << 62},
		{"few clues 20x20", puzzletest.LargeHidoku(b, puzzle.King, 20, 20, 0.125, true, 0), 2},
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
