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
	"crosscut/native/internal/nativetest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// searchUnder is [Search] under a context and with a meter, which may be nil.
func searchUnder(ctx context.Context, p *puzzle.Hidoku, m *search.Meter, yield func(puzzle.Solution) bool) error {
	return nativetest.Search(ctx, p, m, Search, yield)
}

// emptyHidoku returns the board of the given size without holes and clues.
func emptyHidoku(t require.TestingT, moves puzzle.Moves, width, height int) *puzzle.Hidoku {
	board, err := puzzle.NewBoard(width, height, nil)
	require.NoError(t, err)
	clues := make([]int, board.Len())
	for c := range clues {
		clues[c] = puzzle.Empty
	}
	p, err := puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	return p
}

func parseHidoku(t require.TestingT, content string) *puzzle.Hidoku {
	p, err := text.Parse("puzzle: hidoku\n" + content)
	require.NoError(t, err)
	return p.(*puzzle.Hidoku)
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

// bruteForce finds the fillings only by walking from cell to cell.
func bruteForce(p *puzzle.Hidoku) []puzzle.Solution {
	var all []puzzle.Solution
	path := make(puzzle.Solution, p.Board().Len())
	last := make([]int, len(path)+1)
	for k := range last {
		last[k] = -1
	}
	for c := range path {
		if k := p.Clue(c); k != puzzle.Empty {
			last[k] = c
		}
	}
	var walk func(c, k int)
	walk = func(c, k int) {
		if path[c] != 0 || p.Clue(c) != puzzle.Empty && p.Clue(c) != k || last[k] >= 0 && last[k] != c {
			return
		}
		path[c] = k
		if k == len(path) {
			if p.Check(path) == nil { // it may break the rules of a variant
				all = append(all, slices.Clone(path))
			}
		} else {
			for _, d := range p.Neighbours(c) {
				walk(d, k+1)
			}
		}
		path[c] = 0
	}
	for c := range path {
		walk(c, 1)
	}
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	return all
}

// drawHidoku draws a small board of any kind: a plain one or a variant.
func drawHidoku(t *rapid.T, maxCells int) *puzzle.Hidoku {
	if rapid.Bool().Draw(t, "a variant") {
		return puzzletest.DrawVariant(t)
	}
	return drawPlain(t, maxCells)
}

// drawUnpaired draws what drawHidoku draws, without rules of two cells.
func drawUnpaired(t *rapid.T, maxCells int) *puzzle.Hidoku {
	p := drawHidoku(t, maxCells)
	rules := p.Rules()
	rules.Links, rules.Unlinked, rules.Order = nil, nil, nil
	p, err := puzzle.NewHidokuBy(p.Board(), rules, p.Clues())
	require.NoError(t, err)
	return p
}

// drawPlain draws a small board with holes, with few or many clues. The clues are from a
// solution, from a solution except two, or random.
func drawPlain(t *rapid.T, maxCells int) *puzzle.Hidoku {
	moves := rapid.SampledFrom([]puzzle.Moves{puzzle.King, puzzle.Rook, puzzle.Hex}).Draw(t, "moves")
	width := rapid.IntRange(1, 6).Draw(t, "width")
	height := rapid.IntRange(1, min(6, maxCells/width)).Draw(t, "height")
	holes := rapid.SliceOfNDistinct(rapid.IntRange(0, width*height-1), 0, width*height/4, rapid.ID).Draw(t, "holes")
	board, err := puzzle.NewBoard(width, height, func(row, col int) bool { return slices.Contains(holes, row*width+col) })
	if err != nil {
		t.Skip("only holes")
	}
	clues := make([]int, board.Len())
	for c := range clues {
		clues[c] = puzzle.Empty
	}
	p, err := puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	from := make(puzzle.Solution, board.Len())
	for c := range from {
		from[c] = c + 1
	}
	kind := rapid.IntRange(0, 3).Draw(t, "kind of clues")
	if paths := bruteForce(p); kind > 0 && len(paths) > 0 {
		from = slices.Clone(paths[rapid.IntRange(0, len(paths)-1).Draw(t, "path")])
	} else {
		from = rapid.Permutation(from).Draw(t, "clues from nowhere")
	}
	if kind == 1 {
		c, d := rapid.IntRange(0, len(from)-1).Draw(t, "c"), rapid.IntRange(0, len(from)-1).Draw(t, "d")
		from[c], from[d] = from[d], from[c]
	}
	for _, c := range rapid.SliceOfDistinct(rapid.IntRange(0, len(from)-1), rapid.ID).Draw(t, "given") {
		clues[c] = from[c]
	}
	p, err = puzzle.NewHidoku(board, moves, clues)
	require.NoError(t, err)
	return p
}

func TestHidokuFindsWhatWalkingFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t, 12)
		require.Equal(t, bruteForce(p), everyFilling(t, p), "%v", p)
	})
}

func TestHidokuFindsWhatWalkingFindsWhenItBeginsAnew(t *testing.T) {
	// Boards small enough for bruteForce never fail a hundred times before the first
	// solution. So this test asks for restarts and for probing of the root.
	rapid.Check(t, func(t *rapid.T) {
		p := drawHidoku(t, 12)
		var all []puzzle.Solution
		steps := newReplay(p)
		r := search.Start(context.Background(), &search.Meter{Trace: func(s search.Step) { steps.step(t, s) }})
		defer r.Close()
		h := newQuickSearch(p, r, func(s puzzle.Solution) bool {
			all = append(all, slices.Clone(s))
			return true
		})
		alive, err := h.open()
		for patience := int64(0); alive && patience < 3; patience++ {
			require.NoError(t, err)
			h.patience = r.Failures + patience
			if err = h.visit(0, 1); !errors.Is(err, errTooManyFailures) {
				alive = false
				break
			}
			alive, err = h.restart()
			require.Empty(t, h.trail)
			require.False(t, h.recording)
		}
		if alive {
			h.patience = 1 << 62
			err = h.visit(0, 1)
		}
		require.NoError(t, err)
		slices.SortFunc(all, slices.Compare[puzzle.Solution])
		require.Equal(t, bruteForce(p), all, "%v", p)
	})
}

func TestHidokuRemembersAtTheRootWhatWasRefutedThere(t *testing.T) {
	r := search.Start(context.Background(), nil)
	defer r.Close()
	h := newQuickSearch(emptyHidoku(t, puzzle.King, 3, 3), r, func(puzzle.Solution) bool { return true })
	h.patience = 1 << 62
	alive, err := h.open()
	require.NoError(t, err)
	require.True(t, alive)
	require.NoError(t, h.try(0, 0, 0, 0, 0.1))
	alive, err = h.refute(0, 0)
	require.NoError(t, err)
	require.True(t, alive)
	_, err = h.restart()
	require.NoError(t, err)
	assert.False(t, h.has(0, 0))
	assert.Empty(t, h.trail)
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
		p := emptyHidoku(t, test.moves, test.width, test.height)
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
	p := emptyHidoku(t, puzzle.King, 4, 3)
	all := everyFilling(t, p)
	for _, s := range all {
		require.NoError(t, p.Check(s))
	}
	assert.Len(t, slices.CompactFunc(all, slices.Equal[puzzle.Solution]), len(bruteForce(p)))
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
			require.NoError(t, searchUnder(context.Background(), parseHidoku(t, text), &m, func(s puzzle.Solution) bool {
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
	p := emptyHidoku(t, puzzle.King, 4, 4)
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
		p := emptyHidoku(t, puzzle.King, size, size)
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
	require.NoError(t, searchUnder(context.Background(), emptyHidoku(t, puzzle.King, 4, 3), &m, func(puzzle.Solution) bool {
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
	p := emptyHidoku(t, puzzle.King, 4, 3)
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
	p := parseHidoku(t, sampleHidoku)
	all := everyFilling(t, p)
	require.Len(t, all, 1)
	assert.Equal(t, []int{91, 92, 93, 20, 21, 36, 37, 38, 39, 57}, []int(all[0][:10]))
	assert.NoError(t, p.Check(all[0]))
}
