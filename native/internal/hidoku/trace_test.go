package hidoku

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/hidoku/backtrack"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

func TestHidokuTraceReplaysToEachBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 9)
		r := hidokutest.NewReplay(p)
		found, choices := 0, 0
		m := meter.Meter{Trace: func(s meter.Step) {
			r.Step(t, s)
			if s.Kind == meter.Found {
				found++
				require.NoError(t, p.Check(s.Board))
			}
			if s.Kind != meter.Found {
				require.NotEmpty(t, s.Why)
			}
			if s.Kind == meter.Placed && s.Why[0] == 'c' {
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
	m := meter.Meter{Trace: func(s meter.Step) { lines = append(lines, s.Why) }}
	require.NoError(t, searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true }))
	assert.Equal(t, []string{
		"choice: r1c3 has 2 numbers",
		"only cell for 5", "only number for r2c1", "only number for r2c3", "only number for r1c2", "",
		"only number for r1c3", "only number for r2c2", "only number for r2c1", // r1c3 has one number less
		"choice: r1c2 has 2 numbers",
		"only cell for 6", "",
		"only number for r1c2", "only number for r2c3", "",
	}, lines)
}

func TestHidokuTraceNamesDeadEnds(t *testing.T) {
	whys := map[string]string{
		"_,##,_\n_,##,_\n":                    "no ",
		"moves: rook\n_,##,_\n_,_,_\n_,_,_\n": "the colours of the chessboard",
	}
	for text, why := range whys {
		var steps []meter.Step
		m := meter.Meter{Trace: func(s meter.Step) { steps = append(steps, s) }}
		require.NoError(t, searchUnder(context.Background(), hidokutest.ParseHidoku(t, text), &m, func(puzzle.Solution) bool { return true }))
		require.NotEmpty(t, steps)
		last := steps[len(steps)-1]
		assert.Equal(t, meter.DeadEnd, last.Kind)
		assert.Contains(t, last.Why, why)
	}
}

func TestHidokuTraceDoesNotChangeTheSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 9)
		var quiet, traced meter.Meter
		traced.Trace = func(meter.Step) {}
		for _, m := range []*meter.Meter{&quiet, &traced} {
			require.NoError(t, searchUnder(context.Background(), p, m, func(puzzle.Solution) bool { return true }))
		}
		require.Equal(t, quiet.Stats(), traced.Stats())
	})
}

// Rules of pairs are not asked for the ways that the rules allow, so the puzzles have none.
func TestHidokuWaysAreCountedAtEachState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.AnyPath(t, puzzletest.DrawVariant(t))
		nativetest.RequireWays(t, p, Search)
		nativetest.RequireWays(t, p, func(p *puzzle.Hidoku, r *meter.Run, yield func(puzzle.Solution) bool) error {
			return newDispatcher(backtrack.NewSearch(p, r, yield), 1).run() // the learning search has its turn soon
		})
	})
}

// BenchmarkHidoku searches to the second solution, or to the end.
func BenchmarkHidoku(b *testing.B) {
	boards := []struct {
		name string
		p    *puzzle.Hidoku
		most int64
	}{
		{"sample 10x10", puzzletest.Files(b, "testdata/hidoku/seed-10x10.txt")[0].Puzzle.(*puzzle.Hidoku), 2},
		{"empty king 4x4, all", puzzletest.BlankHidoku(b, 4, 4, puzzle.King, nil), 1 << 62},
		{"few clues 20x20", puzzletest.LargeHidoku(b, puzzle.King, 20, 20, 0.125, true, 0), 2},
	}
	for _, board := range boards {
		b.Run(board.name, func(b *testing.B) {
			b.ReportAllocs()
			var m meter.Meter
			for b.Loop() {
				m = meter.Meter{}
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

// TestLearningComesFirstWhereFewCandidatesAreOpen looks at boards that the first turn of the quick
// search does not settle. With many open candidates, mending must have had its turn at the end. With
// few of them, the learning search must have settled some boards before it.
func TestLearningComesFirstWhereFewCandidatesAreOpen(t *testing.T) {
	const patience = 5
	few, many := 0, 0
	for seed := range uint64(120) {
		moves := []puzzle.Moves{puzzle.Rook, puzzle.King, puzzle.Hex}[seed%3]
		p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: moves}, 8, 8+int(seed%8), seed)
		r := meter.Start(context.Background(), nil)
		root := backtrack.NewSearch(p, r, func(puzzle.Solution) bool { return false })
		_, err := root.Open()
		require.NoError(t, err)
		if errors.Is(root.TakeTurn(patience, false), backtrack.ErrTooManyFailures) {
			_, err := root.Restart()
			require.NoError(t, err)
			h := backtrack.NewSearch(p, r, root.Yield)
			d := newDispatcher(h, patience)
			err = d.run()
			require.ErrorIs(t, err, meter.ErrStopped)
			switch {
			case root.OpenCandidates() > firstLearning*root.N:
				many++
				assert.NotNil(t, d.mender, "board %d", seed)
			case d.mender == nil:
				few++
			}
		}
		r.Close()
	}
	assert.Greater(t, few, 5)
	assert.Greater(t, many, 10)
}

func TestHidokuInTurnsFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 10)
		steps := hidokutest.NewReplay(p)
		m := meter.Meter{Trace: func(s meter.Step) { steps.Step(t, s) }}
		r := meter.Start(context.Background(), &m)
		defer r.Close()
		var all []puzzle.Solution
		h := backtrack.NewSearch(p, r, func(s puzzle.Solution) bool {
			require.Equal(t, steps.Board, []int(s))
			all = append(all, slices.Clone(s))
			return true
		})
		require.NoError(t, newDispatcher(h, rapid.Int64Range(1, 5).Draw(t, "patience")).run())
		hidokutest.RequireSame(t, p, all)
	})
}

// hardHidoku is a board on which the learning search has its turns.
func hardHidoku(t testing.TB) *puzzle.Hidoku {
	return puzzletest.LargeHidoku(t, puzzle.King, 20, 20, 0.2, false, 0)
}

func TestHidokuLearningIsDeterministic(t *testing.T) {
	p := hardHidoku(t)
	var stats []meter.Stats
	for range 2 {
		m := meter.Meter{MaxNodes: 4000}
		assert.ErrorIs(t, searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true }), meter.ErrLimit)
		stats = append(stats, m.Stats())
	}
	assert.Equal(t, stats[0], stats[1])
	assert.EqualValues(t, 4000, stats[0].Nodes)
}

func TestHidokuLearningStopsInTime(t *testing.T) {
	p := puzzletest.LargeHidoku(t, puzzle.King, 40, 40, 0.1, true, 0)
	for _, patience := range []time.Duration{0, 50 * time.Millisecond, 300 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		r := meter.Start(ctx, nil)
		h := backtrack.NewSearch(p, r, func(puzzle.Solution) bool { return true })
		start := time.Now()
		err := newDispatcher(h, 0).run() // so that it learns at once
		late := time.Since(start) - patience
		r.Close()
		cancel()
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Less(t, late, time.Minute, "the aim is 0.05 s")
		t.Logf("stopped after %v: %v late", patience, late)
	}
}

// TestLooseAndLargeBoardsAreSettledSoon wants two solutions of boards within a number of nodes. Without
// annealing, those with five clues take more than 20,000 nodes. Without mending, those with sixteen take
// more than 6,000. On the largest ones a way lacks a cell in the end, and one far from it has one too many.
func TestLooseAndLargeBoardsAreSettledSoon(t *testing.T) {
	for _, row := range []struct {
		size, clues int
		nodes       int64
		seeds       []uint64
	}{{16, 5, 5000, []uint64{3, 6, 7}}, {16, 16, 1500, []uint64{2, 4, 6}}, {32, 170, 3000, []uint64{0, 3}}} {
		for _, seed := range row.seeds {
			p := hidokutest.SomeClues(t, puzzle.HidokuRules{Moves: puzzle.Hex}, row.size, row.clues, seed)
			found := 0
			m := meter.Meter{MaxNodes: row.nodes}
			err := searchUnder(context.Background(), p, &m, func(s puzzle.Solution) bool {
				require.NoError(t, p.Check(s))
				found++
				return found < 2
			})
			require.ErrorIs(t, err, meter.ErrStopped, "%+v, seed %d", row, seed)
		}
	}
}
