package hidoku

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/hidoku/hidokutest"
	"crosscut/native/internal/hidoku/paths"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
)

// searchUnder is [Search] under a context and with a meter, which may be nil.
func searchUnder(ctx context.Context, p *puzzle.Hidoku, m *meter.Meter, yield func(puzzle.Solution) bool) error {
	return nativetest.Search(ctx, p, m, Search, yield)
}

func TestHidokuFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 12)
		require.Equal(t, puzzletest.Brute(p), nativetest.All(t, p, Search), "%v", p)
	})
}

func TestHidokuCountsHamiltonianPaths(t *testing.T) {
	tests := []struct {
		moves         puzzle.Moves
		width, height int
		want          int
	}{
		// Directed Hamiltonian paths of the king's graph: published counts. Those of
		// the square grid: OEIS A096969.
		{puzzle.King, 1, 1, 1},
		{puzzle.King, 2, 2, 24},
		{puzzle.King, 3, 3, 784},
		{puzzle.King, 4, 4, 343184},
		{puzzle.Rook, 1, 1, 1},
		{puzzle.Rook, 2, 2, 8},
		{puzzle.Rook, 3, 3, 40},
		{puzzle.Rook, 4, 4, 552},
		{puzzle.Rook, 5, 5, 8648},
		{puzzle.Rook, 9, 1, 2},
		{puzzle.Hex, 1, 9, 2},
		{puzzle.King, 1, 70, 2},
		{puzzle.Hex, 2, 2, 12}, // counted by hand: two triangles with a common side
	}
	for _, test := range tests {
		if !puzzletest.Long() && test.want > 10_000 {
			continue
		}
		p := puzzletest.BlankHidoku(t, test.width, test.height, test.moves, nil)
		t.Run(fmt.Sprintf("%s %dx%d", test.moves, test.width, test.height), func(t *testing.T) {
			count := 0
			require.NoError(t, searchUnder(context.Background(), p, nil, func(s puzzle.Solution) bool {
				if count++; count%1000 == 1 {
					require.NoError(t, p.Check(s))
				}
				return true
			}))
			assert.Equal(t, test.want, count)
		})
	}
}

func TestHidokuWithoutSolutionEndsAtOnce(t *testing.T) {
	tests := map[string]string{
		"two islands":             "_,##,_\n_,##,_\n",
		"consecutive clues apart": "1,_,2\n_,_,_\n_,_,_\n",
		"too far apart":           "moves: rook\n1,_,_\n_,_,_\n_,_,4\n",
		"all given, no path":      "1,3\n##,2\n4,5\n",
		"wrong colour":            "moves: rook\n_,1,_\n_,_,_\n_,_,_\n",
		"unbalanced colours":      "moves: rook\n_,##,_\n_,_,_\n_,_,_\n",
		"two dead ends too many":  "_,##,_\n##,_,##\n_,##,_\n",
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			var m meter.Meter
			require.NoError(t, searchUnder(context.Background(), hidokutest.ParseHidoku(t, text), &m, func(s puzzle.Solution) bool {
				t.Errorf("found %v", s)
				return true
			}))
			assert.Positive(t, m.Stats().Failures)
		})
	}
}

func TestHidokuStopsWhenToldTo(t *testing.T) {
	king := func(width, height int) *puzzle.Hidoku {
		return puzzletest.BlankHidoku(t, width, height, puzzle.King, nil)
	}
	nativetest.RequireStops(t, king(4, 4), king(128, 128), Search)
}

func TestHidokuCountsItsWork(t *testing.T) {
	var m meter.Meter
	require.NoError(t, searchUnder(context.Background(), puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil), &m, func(puzzle.Solution) bool { return true }))
	stats := m.Stats()
	assert.Positive(t, stats.Failures)
	assert.Positive(t, stats.Propagations)
	assert.GreaterOrEqual(t, stats.Branches, 2*stats.Nodes)
}

func TestHidokuAllocatesNothingPerNode(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil)
	var m meter.Meter
	allocated := testing.AllocsPerRun(1, func() {
		m = meter.Meter{}
		_ = searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true })
	})
	assert.Greater(t, m.Stats().Nodes, int64(2000))
	assert.Less(t, allocated, 100.0)
}

// frontierOf counts only by the frontier.
func frontierOf(t require.TestingT, p *puzzle.Hidoku) string {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	count, _ := nativetest.Count(t, counting.NewLayers(paths.NewFrontier(p, new(meter.Run)).Graph(), r, 1), nativetest.Forever)
	return count
}

// partsOf counts only by parts, in steps of coin work.
func partsOf(t require.TestingT, p *puzzle.Hidoku, coin int64) string {
	r := meter.Start(context.Background(), nil)
	defer r.Close()
	q := paths.NewParts(p, r)
	defer q.Close()
	for done := false; !done; {
		var err error
		done, err = q.Advance(coin)
		require.NoError(t, err)
	}
	return q.Count().String()
}

func TestHidokuFrontierCountsTheFillings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 15)
		if paths.NewFrontier(p, new(meter.Run)) == nil {
			t.Skip("too small")
		}
		want := fmt.Sprint(len(puzzletest.Brute(p)))
		for workers := 1; workers <= 2; workers++ {
			for _, words := range []int{0, counting.MaxWords} {
				r := meter.Start(context.Background(), nil)
				l := counting.NewLayers(paths.NewFrontier(p, new(meter.Run)).Graph(), r, workers)
				l.MaxWords, l.Spread = words, 0
				count, _ := nativetest.Count(t, l, nativetest.Forever)
				r.Close()
				require.Equal(t, want, count, "%d workers, %d words: %s", workers, words, p)
			}
		}
	})
}

// Counting only by parts agrees with enumeration, on boards with hundreds of fillings.
func TestHidokuPartsAgreeWithEnumeration(t *testing.T) {
	for name, want := range map[string]string{
		"gk13ring_multi_1": "29120", "gk13diamond_multi_1": "123732", "gk08_multi_2": "812", "gh08_multi_2": "1026",
	} {
		if !puzzletest.Long() && len(want) > 4 {
			continue
		}
		p := nativetest.ReadCases(t, "hidoku/"+name+".txt")[0].Puzzle.(*puzzle.Hidoku)
		assert.Equal(t, want, partsOf(t, p, nativetest.Forever), name)
	}
}

func TestHidokuFrontierCountsTheSameInPieces(t *testing.T) {
	nativetest.RequireSameInPieces(t, paths.NewFrontier(puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil), new(meter.Run)).Graph(), "343184")
}
