package hidoku

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/backtrack"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

func TestHidokuTraceReplaysToEachBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 9)
		r := hidokutest.NewReplay(p)
		found, choices := 0, 0
		m := search.Meter{Trace: func(s search.Step) {
			r.Step(t, s)
			if s.Kind == search.Found {
				found++
				require.NoError(t, p.Check(s.Board))
			}
			if s.Kind != search.Found {
				require.NotEmpty(t, s.Why)
			}
			if s.Kind == search.Placed && s.Why[0] == 'c' {
				choices++
			}
		}}
		require.NoError(t, searchUnder(context.Background(), p, &m, func(s puzzle.Solution) bool {
			require.Equal(t, r.Board, []int(s))
			return true
		}))
		require.EqualValues(t, m.Stats().Solutions, found)
		require.GreaterOrEqual(t, int64(choices), m.Stats().Nodes)
	})
}

func TestHidokuTraceSaysWhy(t *testing.T) {
	p := hidokutest.ParseHidoku(t, "moves: rook\n1,_,_\n_,_,_\n")
	var lines []string
	m := search.Meter{Trace: func(s search.Step) { lines = append(lines, s.Why) }}
	require.NoError(t, searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true }))
	assert.Equal(t, []string{
		"choice: 2 has 2 cells",
		"only number for r1c3", "only number for r2c2",
		"choice: 4 has 2 cells",
		"only cell for 6", "",
		"only number for r1c2", "only number for r2c3", "",
		"only number for r2c1", "only number for r2c3", "only number for r1c2", "only number for r1c3", "only number for r2c2", "", // 2 has one cell less
	}, lines)
}

func TestHidokuTraceNamesDeadEnds(t *testing.T) {
	whys := map[string]string{
		"_,##,_\n_,##,_\n":                    "no ",
		"moves: rook\n_,##,_\n_,_,_\n_,_,_\n": "the colours of the chessboard",
	}
	for text, why := range whys {
		var steps []search.Step
		m := search.Meter{Trace: func(s search.Step) { steps = append(steps, s) }}
		require.NoError(t, searchUnder(context.Background(), hidokutest.ParseHidoku(t, text), &m, func(puzzle.Solution) bool { return true }))
		require.NotEmpty(t, steps)
		last := steps[len(steps)-1]
		assert.Equal(t, search.DeadEnd, last.Kind)
		assert.Contains(t, last.Why, why)
	}
}

func TestHidokuTraceDoesNotChangeTheSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 9)
		var quiet, traced search.Meter
		traced.Trace = func(search.Step) {}
		for _, m := range []*search.Meter{&quiet, &traced} {
			require.NoError(t, searchUnder(context.Background(), p, m, func(puzzle.Solution) bool { return true }))
		}
		require.Equal(t, quiet.Stats(), traced.Stats())
	})
}

// Rules of pairs are not asked for the ways that the rules allow, so the puzzles have none.
func TestHidokuWaysAreCountedAtEachState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.DrawVariant(t)
		rules := p.Rules()
		rules.Links, rules.Unlinked, rules.Order = nil, nil, nil
		p, err := puzzle.NewHidokuBy(p.Board(), rules, p.Clues())
		require.NoError(t, err)
		nativetest.RequireWays(t, p, Search)
		nativetest.RequireWays(t, p, func(p *puzzle.Hidoku, r *search.Run, yield func(puzzle.Solution) bool) error {
			return newDispatcher(backtrack.NewSearch(p, r, yield), 1).run() // the learning search has its turn soon
		})
	})
}

func TestHidokuTakesTheSameSteps(t *testing.T) {
	nativetest.RequireSteps(t, "hidoku", 5000, Search, Count)
}

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
