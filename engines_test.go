package crosscut_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// solve returns all solutions in lexicographic order.
func solve(t require.TestingT, e crosscut.Engine, p puzzle.Puzzle) []puzzle.Solution {
	found, err := crosscut.First(context.Background(), e, p, 0, nil)
	require.NoError(t, err, "engine %s on\n%s", e.Name, p)
	slices.SortFunc(found, slices.Compare[puzzle.Solution])
	return found
}

// limitPerFile is how long an engine works on a file of testdata. The solutions found by
// then must not contradict the claim of the file.
func limitPerFile() time.Duration {
	if testing.Short() {
		return 100 * time.Millisecond
	}
	return 400 * time.Millisecond
}

func TestEnginesFindAsManySolutionsAsTheFilesClaim(t *testing.T) {
	settled := map[string]int{}
	files := puzzletest.Files(t, "testdata/*")
	for _, file := range files {
		for _, e := range crosscut.Engines() {
			ctx, cancel := crosscut.WithTimeLimit(context.Background(), limitPerFile())
			tally, err := crosscut.Enumerate(ctx, e, file.Puzzle, nil)
			cancel()
			if err == nil {
				settled[e.Name]++
			} else {
				assert.ErrorIs(t, err, crosscut.ErrLimit, "%s, engine %s", file.Name, e.Name)
			}
			assert.True(t, file.Solutions.Allows(tally.Count(), err == nil),
				"%s claims %v, engine %s found %v (%v)", file.Name, file.Solutions, e.Name, tally.Count(), err)
		}
	}
	for _, e := range crosscut.Engines() {
		t.Logf("%s settled %d of %d files", e.Name, settled[e.Name], len(files))
		assert.Positive(t, settled[e.Name], "engine %s", e.Name)
	}
}

func TestEveryEngineSettlesTheOriginalPuzzles(t *testing.T) {
	want := map[string]int{"seed-10x10.txt": 1, "seed-5x5.txt": 1, "seed-8x8.txt": 104}
	for _, file := range puzzletest.Files(t, "testdata/*") {
		if want[file.Name] == 0 {
			continue
		}
		for _, e := range crosscut.Engines() {
			if testing.Short() && e.Name == "sat" && want[file.Name] > 1 {
				continue
			}
			assert.Len(t, solve(t, e, file.Puzzle), want[file.Name], "%s, engine %s", file.Name, e.Name)
		}
	}
}

func TestCountsUpToSymmetryAreThePublishedOnes(t *testing.T) {
	want := map[string]int{
		"pentominoes-3x20.txt":       2,
		"pentominoes-4x15.txt":       368,
		"pentominoes-5x12.txt":       1010,
		"pentominoes-6x10.txt":       2339, // all four: C. B. and J. G. Haselgrove (1960)
		"pentominoes-8x8-centre.txt": 65,   // D. S. Scott (1958)
		"order-3.txt":                1,
		"order-4.txt":                880, // Frénicle de Bessy (1693)
	}
	for _, file := range puzzletest.Files(t, "testdata/*") {
		if _, listed := want[file.Name]; !listed || testing.Short() && file.Name == "pentominoes-6x10.txt" {
			continue
		}
		group := puzzle.Symmetries(file.Puzzle)
		least := 0
		for s, err := range crosscut.Native.Solutions(context.Background(), file.Puzzle, nil) {
			require.NoError(t, err)
			if puzzle.Representative(s, group) {
				least++
			}
		}
		assert.Equal(t, want[file.Name], least, file.Name)
	}
}

// endless returns one puzzle of each family that no engine settles in the time of a test.
func endless(t *testing.T) []puzzle.Puzzle {
	var puzzles []puzzle.Puzzle
	board, err := puzzle.NewBoard(12, 12, nil)
	require.NoError(t, err)
	hidoku, err := puzzle.NewHidoku(board, puzzle.King, slices.Repeat([]int{puzzle.Empty}, 144))
	require.NoError(t, err)
	magic, err := puzzle.NewMagic(5, 1, puzzle.MagicSum(5, 1), true, slices.Repeat([]int{puzzle.Empty}, 25))
	require.NoError(t, err)
	domino, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}, {Col: 1, Colour: puzzle.AnyColour}})
	require.NoError(t, err)
	dominoes, err := puzzle.NewDraughtboard(board, puzzle.Black, true, slices.Repeat([]puzzle.Stone{domino}, 72))
	require.NoError(t, err)
	return append(puzzles, hidoku, magic, dominoes)
}

func TestCancellationStopsEveryEngineAndLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	cause := errors.New("enough")
	race, err := crosscut.EngineNamed("race")
	require.NoError(t, err)
	for _, p := range endless(t) {
		for _, e := range append(crosscut.Engines(), race) {
			for _, after := range []time.Duration{0, 5 * time.Millisecond, 200 * time.Millisecond} {
				ctx, cancel := context.WithCancelCause(context.Background())
				var cancelled time.Time
				timer := time.AfterFunc(after, func() { cancelled = time.Now(); cancel(cause) })
				_, err := crosscut.Enumerate(ctx, e, p, nil)
				late := time.Since(cancelled)
				timer.Stop()
				assert.ErrorIs(t, err, cause, "engine %s on a %s", e.Name, p.Family())
				// The aim is 50 ms; the bound is loose because machines are busy.
				assert.Less(t, late, time.Minute, "engine %s on a %s", e.Name, p.Family())
				t.Logf("%s, %s, after %v: stopped %v later", e.Name, p.Family(), after, late.Round(100*time.Microsecond))
			}
		}
	}
	for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
}

func TestLimitsAndReceiversStopEveryEngine(t *testing.T) {
	puzzles := endless(t)
	if testing.Short() {
		puzzles = puzzles[2:] // the formulas and covers of the others take their time
	}
	for _, p := range puzzles {
		for _, e := range crosscut.Engines() {
			m := &crosscut.Meter{MaxNodes: 3}
			_, err := crosscut.Enumerate(context.Background(), e, p, m)
			var limit *crosscut.LimitError
			require.ErrorAs(t, err, &limit, "engine %s on a %s", e.Name, p.Family())
			assert.LessOrEqual(t, m.Stats().Nodes, int64(3))

			ctx, cancel := crosscut.WithTimeLimit(context.Background(), 20*time.Millisecond)
			_, err = crosscut.Enumerate(ctx, e, p, nil)
			cancel()
			require.ErrorAs(t, err, &limit, "engine %s on a %s", e.Name, p.Family())
		}
	}
	small, err := text.Parse("puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n")
	require.NoError(t, err)
	for _, e := range crosscut.Engines() {
		calls := 0
		err := e.Search(context.Background(), small, nil, func(puzzle.Solution) bool {
			calls++
			return calls < 3
		})
		assert.ErrorIs(t, err, crosscut.ErrStopped, e.Name)
		assert.Equal(t, 3, calls, e.Name)
		for range e.Solutions(context.Background(), small, nil) {
			break
		}
		m := new(crosscut.Meter)
		assert.Len(t, solve(t, crosscut.Engine{Name: e.Name, Search: func(ctx context.Context, p puzzle.Puzzle, _ *crosscut.Meter, yield func(puzzle.Solution) bool) error {
			return e.Search(ctx, p, m, yield)
		}}, small), 8)
		assert.Equal(t, int64(8), m.Stats().Solutions, e.Name)
		assert.Equal(t, 1.0, m.Done(), "engine %s says how far it is", e.Name)
	}
}
