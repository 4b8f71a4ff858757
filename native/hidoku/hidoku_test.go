package hidoku

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/hidokutest"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/counting"
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// searchUnder is [Search] under a context and with a meter, which may be nil.
func searchUnder(ctx context.Context, p *puzzle.Hidoku, m *search.Meter, yield func(puzzle.Solution) bool) error {
	return nativetest.Search(ctx, p, m, Search, yield)
}

// everyFilling searches p to the end and returns all fillings, sorted.
func everyFilling(t require.TestingT, p *puzzle.Hidoku) []puzzle.Solution {
	var all []puzzle.Solution
	require.NoError(t, searchUnder(context.Background(), p, nil, func(s puzzle.Solution) bool {
		all = append(all, slices.Clone(s))
		return true
	}))
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return all
}

func TestHidokuFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidokutest.DrawHidoku(t, 12)
		require.Equal(t, puzzletest.Brute(p), everyFilling(t, p), "%v", p)
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
		if testing.Short() && test.want > 10_000 {
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

func TestHidokuSolutionsObeyTheRulesAndDiffer(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil)
	all := everyFilling(t, p)
	for _, s := range all {
		require.NoError(t, p.Check(s))
	}
	assert.Len(t, slices.CompactFunc(all, slices.Equal[puzzle.Solution]), len(puzzletest.Brute(p)))
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
			var m search.Meter
			require.NoError(t, searchUnder(context.Background(), hidokutest.ParseHidoku(t, text), &m, func(s puzzle.Solution) bool {
				t.Errorf("found %v", s)
				return true
			}))
			assert.Positive(t, m.Stats().Failures)
		})
	}
}

// TestHidokuAgreesWithTheCases counts every board whose exact count is known, up to one
// more than that count, within a limit on nodes.
func TestHidokuAgreesWithTheCases(t *testing.T) {
	settled := 0
	for _, folder := range []string{"seeds", "hidoku", "published/hidoku"} {
		names, err := filepath.Glob(filepath.Join("../../../shared/cases", folder, "*.txt"))
		require.NoError(t, err)
		for _, name := range names {
			if readCase(t, name, 2000) {
				settled++
			}
		}
	}
	if settled == 0 {
		t.Skip("no cases here")
	}
	assert.Greater(t, settled, 450)
}

// readCase counts the solutions of a board and compares the count with the claim. It
// reports whether the limit allowed that.
func readCase(t *testing.T, name string, maxNodes int64) bool {
	content, err := os.Open(name)
	require.NoError(t, err)
	defer content.Close()
	file, err := text.Read(content, name, "")
	if err != nil || file.Puzzle.Family() != puzzle.FamilyHidoku || file.Solutions.Count == nil || file.Solutions.AtLeast {
		return false
	}
	count, most := uint64(0), file.Solutions.Count.Uint64()
	m := search.Meter{MaxNodes: maxNodes}
	err = searchUnder(context.Background(), file.Puzzle.(*puzzle.Hidoku), &m, func(s puzzle.Solution) bool {
		require.NoError(t, file.Puzzle.Check(s), name)
		count++
		return count <= most
	})
	if errors.Is(err, search.ErrLimit) {
		return false
	}
	return assert.NoError(t, err, name) && assert.Equal(t, most, count, name)
}

func TestHidokuStopsWhenToldTo(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil)
	t.Run("by the receiver", func(t *testing.T) {
		count := 0
		err := searchUnder(context.Background(), p, nil, func(puzzle.Solution) bool { count++; return count < 5 })
		assert.ErrorIs(t, err, search.ErrStopped)
		assert.Equal(t, 5, count)
	})
	t.Run("by the limit on nodes", func(t *testing.T) {
		m := search.Meter{MaxNodes: 20}
		err := searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true })
		assert.ErrorIs(t, err, search.ErrLimit)
		assert.EqualValues(t, 20, m.Stats().Nodes)
	})
	t.Run("by a context that has ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		err := searchUnder(ctx, p, nil, func(puzzle.Solution) bool { t.Error("found one"); return true })
		assert.ErrorIs(t, err, context.Canceled)
	})
}

func TestHidokuStopsInTimeOnLargeBoards(t *testing.T) {
	for _, size := range []int{40, 128} {
		p := puzzletest.BlankHidoku(t, size, size, puzzle.King, nil)
		for _, patience := range []time.Duration{0, 20 * time.Millisecond, 300 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			start := time.Now()
			err := searchUnder(ctx, p, nil, func(puzzle.Solution) bool { return true })
			late := time.Since(start) - patience
			cancel()
			assert.ErrorIs(t, err, context.DeadlineExceeded)
			assert.Less(t, late, time.Minute, "the aim is 0.05 s")
			t.Logf("%dx%d, stopped after %v: %v late", size, size, patience, late)
		}
	}
}

func TestHidokuCountsItsWork(t *testing.T) {
	var m search.Meter
	solutions := int64(0)
	before := 0.0
	require.NoError(t, searchUnder(context.Background(), puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil), &m, func(puzzle.Solution) bool {
		solutions++
		done := m.Done()
		assert.GreaterOrEqual(t, done, before)
		assert.Less(t, done, 1.0, "there is more")
		before = done
		return true
	}))
	stats := m.Stats()
	assert.Equal(t, solutions, stats.Solutions)
	assert.Positive(t, stats.Failures)
	assert.Positive(t, stats.Propagations)
	assert.GreaterOrEqual(t, stats.Branches, 2*stats.Nodes)
	assert.Greater(t, before, 0.5)
	assert.Equal(t, 1.0, m.Done())
}

func TestHidokuAllocatesNothingPerNode(t *testing.T) {
	p := puzzletest.BlankHidoku(t, 4, 3, puzzle.King, nil)
	var m search.Meter
	allocated := testing.AllocsPerRun(1, func() {
		m = search.Meter{}
		_ = searchUnder(context.Background(), p, &m, func(puzzle.Solution) bool { return true })
	})
	assert.Greater(t, m.Stats().Nodes, int64(2000))
	assert.Less(t, allocated, 100.0)
}

// sampleHidoku is the sample of the original solver, which has one solution.
var sampleHidoku = strings.TrimSpace(`
__,__,93,__,__,__,___,__,__,57
__,__,__,22,__,53, 54,40,__,__
__,__,18,23,52,__,100,__,__,__
__,__,__,__,__,99, 33,__,__,__
__,__,__,__,__,25,___,__,__,__
__,__,__,__,__,__,___,__,__,29
14,__, 7,__,__,__,___,__,__,__
__,__,__,65,__,__, 46,72,77,__
__, 9,__,__,__,__,___,__,80,76
 1,__,__,11,__,68, 82,__,__,__
`) + "\n"

func TestHidokuSampleHasOneSolution(t *testing.T) {
	p := hidokutest.ParseHidoku(t, sampleHidoku)
	all := everyFilling(t, p)
	require.Len(t, all, 1)
	assert.Equal(t, []int{91, 92, 93, 20, 21, 36, 37, 38, 39, 57}, []int(all[0][:10]))
	assert.NoError(t, p.Check(all[0]))
}

// frontierOf counts only by the frontier.
func frontierOf(t require.TestingT, p *puzzle.Hidoku) string {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	count, _ := nativetest.Count(t, counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, 1), nativetest.Forever)
	return count
}

// partsOf counts only by parts, in steps of coin work.
func partsOf(t require.TestingT, p *puzzle.Hidoku, coin int64) string {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	q := pathcount.NewParts(p, r)
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
		if pathcount.NewFrontier(p) == nil {
			t.Skip("too small")
		}
		want := fmt.Sprint(len(puzzletest.Brute(p)))
		for workers := 1; workers <= 2; workers++ {
			for _, words := range []int{0, counting.MaxWords} {
				r := search.Start(context.Background(), nil)
				l := counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, workers)
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
		if testing.Short() && len(want) > 4 {
			continue
		}
		p := nativetest.ReadCases(t, "hidoku/"+name+".txt")[0].Puzzle.(*puzzle.Hidoku)
		assert.Equal(t, want, partsOf(t, p, nativetest.Forever), name)
	}
}

func TestHidokuFrontierCountsTheSameInPieces(t *testing.T) {
	nativetest.RequireSameInPieces(t, pathcount.NewFrontier(puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil)).Graph(), "343184")
}
