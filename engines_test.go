package crosscut_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
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
	return time.Duration(puzzletest.Often(60, 200)) * time.Millisecond
}

// Each option of the cover of this board excludes four in ten of the others. Looking ahead refutes single parts of
// the tree sooner, but takes three times as long for all of it.
func TestDLXDoesNotLookAheadWhereAChoiceHidesMost(t *testing.T) {
	p := puzzletest.Files(t, "testdata/magic/pandiagonal-5.txt")[0].Puzzle
	m := &meter.Meter{MaxNodes: 20_000}
	_, err := crosscut.Enumerate(t.Context(), crosscut.DLX, p, m)
	require.ErrorIs(t, err, meter.ErrLimit)
	assert.Equal(t, []string{"bitset"}, m.Used())
}

func TestEnginesFindAsManySolutionsAsTheFilesClaim(t *testing.T) {
	settled := map[string]int{}
	files := puzzletest.Files(t, "testdata/*")
	for _, file := range files {
		for _, e := range crosscut.Engines() {
			ctx, cancel := meter.WithTimeLimit(context.Background(), limitPerFile())
			tally, err := crosscut.Enumerate(ctx, e, file.Puzzle, nil)
			cancel()
			if err == nil {
				settled[e.Name]++
			} else {
				assert.ErrorIs(t, err, meter.ErrLimit, "%s, engine %s", file.Name, e.Name)
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
			if !puzzletest.Long() && e.Name == "sat" && want[file.Name] > 1 {
				continue
			}
			assert.Len(t, solve(t, e, file.Puzzle), want[file.Name], "%s, engine %s", file.Name, e.Name)
		}
	}
}

// The sources of the values of magic boards are in the files, unless they are here.
func TestCountsAreThePublishedOnes(t *testing.T) {
	type count struct{ all, classes uint64 }
	want := map[string]count{
		"pentominoes-3x20.txt":       {8, 2},
		"pentominoes-4x15.txt":       {1472, 368},
		"pentominoes-5x12.txt":       {4040, 1010},
		"pentominoes-6x10.txt":       {9356, 2339}, // all four: C. B. and J. G. Haselgrove (1960)
		"pentominoes-8x8-centre.txt": {520, 65},    // D. S. Scott (1958)
		"order-3.txt":                {8, 1},
		"order-4.txt":                {7040, 880}, // Frénicle de Bessy (1693)
		"pandiagonal-4.txt":          {384, 48},
		"pandiagonal-5.txt":          {28_800, 3600},
		"associative-4.txt":          {384, 48},
		"hexagon-3.txt":              {12, 3}, // the squares of its drawing have fewer symmetries than a hexagon
		"hexagram.txt":               {960, 240},
		"jodici.txt":                 {1, 1},
		"equation.txt":               {1, 1},
	}
	for _, file := range puzzletest.Files(t, "testdata/*") {
		c, listed := want[file.Name]
		if !listed || !puzzletest.Long() && c.all > 9000 {
			continue
		}
		n, err := crosscut.Count(context.Background(), crosscut.Native, file.Puzzle, nil)
		require.NoError(t, err)
		assert.Equal(t, c.all, n.Uint64(), file.Name)
		n, err = crosscut.CountUpToSymmetry(context.Background(), crosscut.Native, file.Puzzle, nil)
		require.NoError(t, err)
		assert.Equal(t, c.classes, n.Uint64(), "%s up to symmetry", file.Name)
	}
}

// endless returns one puzzle of each family that no engine settles in the time of a test.
func endless(t *testing.T) []puzzle.Puzzle {
	board, err := puzzle.NewBoard(12, 12, nil)
	require.NoError(t, err)
	domino, err := puzzle.NewStone([]puzzle.StoneCell{{Colour: puzzle.AnyColour}, {Col: 1, Colour: puzzle.AnyColour}})
	require.NoError(t, err)
	dominoes, err := puzzle.Setup{Board: board, Corner: puzzle.Black, Flips: true, Stones: slices.Repeat([]puzzle.Stone{domino}, 72)}.New()
	require.NoError(t, err)
	return []puzzle.Puzzle{puzzletest.BlankHidoku(t, 9, 9, puzzle.King, nil), puzzletest.BlankMagic(t, 5, 1, true), dominoes}
}

// TestCancellationStopsEverySearchAndLeavesNoGoroutine cancels each engine, and native in each way to
// ask it on two cores.
func TestCancellationStopsEverySearchAndLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	cause := errors.New("enough")
	race := crosscut.Race(crosscut.Engines()...)
	for _, p := range endless(t) {
		searches := map[string]func(context.Context) error{}
		for _, e := range append(crosscut.Engines(), race) {
			searches[e.Name] = func(ctx context.Context) error { _, err := crosscut.Enumerate(ctx, e, p, nil); return err }
		}
		two := func() *meter.Meter { return &meter.Meter{Workers: 2} }
		searches["enumerate"] = func(ctx context.Context) error {
			_, err := crosscut.Enumerate(ctx, crosscut.Native, p, two())
			return err
		}
		searches["all"] = func(ctx context.Context) error {
			return crosscut.All(ctx, crosscut.Native, p, two(), func(puzzle.Solution) bool { return true })
		}
		if p.Family() != puzzle.FamilyDraughtboard { // of dominoes a count is soon through
			searches["count"] = func(ctx context.Context) error { _, err := crosscut.Count(ctx, crosscut.Native, p, two()); return err }
		}
		for name, search := range searches {
			for _, after := range []time.Duration{0, 5 * time.Millisecond, 250 * time.Millisecond} {
				ctx, cancel := context.WithCancelCause(context.Background())
				var cancelled time.Time
				timer := time.AfterFunc(after, func() { cancelled = time.Now(); cancel(cause) })
				err := search(ctx)
				late := time.Since(cancelled)
				timer.Stop()
				assert.ErrorIs(t, err, cause, "%s of a %s", name, p.Family())
				// The aim is 50 ms; the bound is loose because machines are busy.
				assert.Less(t, late, time.Minute, "%s of a %s", name, p.Family())
				t.Logf("%s of a %s, after %v: stopped %v later", name, p.Family(), after, late.Round(100*time.Microsecond))
			}
		}
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, time.Minute, 10*time.Millisecond, "goroutines are left")
}

// Nobody gets more solutions when the context has ended, whatever the engine has found by then.
func TestNoSolutionComesAfterTheEnd(t *testing.T) {
	p := mustParse("puzzle: hidoku\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n_,_,_,_,_,_\n")
	cause := errors.New("enough")
	for _, e := range append(crosscut.Engines(), crosscut.Race(crosscut.Engines()...)) {
		for _, workers := range []int{1, 2} {
			ctx, cancel := context.WithCancelCause(t.Context())
			found := 0
			err := crosscut.All(ctx, e, p, &meter.Meter{Workers: workers}, func(puzzle.Solution) bool {
				if found++; found == 30 {
					cancel(cause)
				}
				return true
			})
			assert.ErrorIs(t, err, cause, e.Name)
			assert.Equal(t, 30, found, "%s on %d cores", e.Name, workers)
		}
	}
}

func TestLimitsAndReceiversStopEveryEngine(t *testing.T) {
	puzzles := endless(t)
	if !puzzletest.Long() {
		puzzles = puzzles[2:] // the formulas and covers of the others take their time
	}
	for _, p := range puzzles {
		for _, e := range crosscut.Engines() {
			m := &meter.Meter{MaxNodes: 3}
			_, err := crosscut.Enumerate(context.Background(), e, p, m)
			var limit *meter.LimitError
			require.ErrorAs(t, err, &limit, "engine %s on a %s", e.Name, p.Family())
			assert.LessOrEqual(t, m.Stats().Nodes, int64(3))

			ctx, cancel := meter.WithTimeLimit(context.Background(), 20*time.Millisecond)
			_, err = crosscut.Enumerate(ctx, e, p, nil)
			cancel()
			require.ErrorAs(t, err, &limit, "engine %s on a %s", e.Name, p.Family())
		}
	}
	small := puzzletest.Read(t, "puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n")
	for _, e := range crosscut.Engines() {
		calls := 0
		err := e.Search(context.Background(), small, nil, func(puzzle.Solution) bool {
			calls++
			return calls < 3
		})
		assert.ErrorIs(t, err, meter.ErrStopped, e.Name)
		assert.Equal(t, 3, calls, e.Name)
		for range e.Solutions(context.Background(), small, nil) {
			break
		}
		m := new(meter.Meter)
		assert.Len(t, solve(t, crosscut.NewEngine(e.Name, func(ctx context.Context, p puzzle.Puzzle, _ *meter.Meter, yield func(puzzle.Solution) bool) error {
			return e.Search(ctx, p, m, yield)
		}), small), 8)
		assert.Equal(t, int64(8), m.Stats().Solutions, e.Name)
		assert.Equal(t, 1.0, m.Done(), "engine %s says how far it is", e.Name)
	}
}

// A wheel has the movements of a hexagon, and not those of its rows.
func TestJodiciTurnsLikeAWheel(t *testing.T) {
	p, err := puzzle.MagicRules{Form: puzzle.Jodici}.New(slices.Repeat([]int{puzzle.Empty}, 18))
	require.NoError(t, err)
	group := puzzle.Symmetries(p)
	require.Len(t, group, 12)
	for _, g := range group {
		for c, image := range g.Image {
			assert.Equal(t, c/6, image/6, "a cell stays in its ring")
			assert.Equal(t, g.Image[(c+6)%18]%6, image%6, "a sector stays together")
		}
	}
}

func TestEveryCoreOfDLXFindsTheSameSolutions(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: magic\n\n_ _ _\n_ _ _\n_ _ _\n")
	var engines []crosscut.Engine
	for _, core := range dlx.Cores() {
		engines = append(engines, crosscut.DLXBy(core))
	}
	outcomes, err := crosscut.CrossCheck(context.Background(), p, engines, crosscut.Limits{}, nil)
	require.NoError(t, err)
	for k, name := range dlx.Cores() {
		assert.Equal(t, big.NewInt(8), outcomes[k].Tally.Count(), name)
		assert.Equal(t, "dlx", outcomes[k].Engine)
		if name != dlx.Auto {
			assert.Equal(t, []string{string(name)}, outcomes[k].Used)
		}
	}
	_, err = crosscut.First(context.Background(), crosscut.DLXBy("dancing"), p, 1, nil)
	assert.EqualError(t, err, `dlx: there is no core "dancing": it is auto, sparse, bitset, ahead or links`)
}

// TestProgressIsHonest compares the progress shown of short searches with their nodes: after
// a tenth of the nodes it is right within a factor of two.
func TestProgressIsHonest(t *testing.T) {
	puzzletest.NeedsLong(t, "takes two seconds")
	type point struct{ nodes, done float64 }
	for _, s := range []struct {
		engine crosscut.Engine
		file   string
	}{
		{crosscut.Native, "draughtboard/pentominoes-5x12"},
		{crosscut.DLX, "draughtboard/pentominoes-5x12"},
		{crosscut.Native, "hidoku/king-4x4-empty"},
	} {
		content, err := os.ReadFile("testdata/" + s.file + ".txt")
		require.NoError(t, err)
		p := puzzletest.Read(t, string(content))
		m := new(meter.Meter)
		var curve []point
		require.NoError(t, s.engine.Search(context.Background(), p, m, func(puzzle.Solution) bool {
			curve = append(curve, point{float64(m.Stats().Nodes), m.Done()})
			return true
		}))
		require.NotEmpty(t, curve)
		assert.EqualValues(t, 1, m.Done())
		assert.False(t, m.Unsure.Load())
		worst := 1.0
		for i, at := range curve {
			x := at.nodes / float64(m.Stats().Nodes)
			if i > 0 {
				require.GreaterOrEqual(t, at.done, curve[i-1].done)
			}
			if x >= 0.1 {
				worst = max(worst, x/at.done, at.done/x)
			}
		}
		t.Logf("%s %s: %d nodes, %.2f", s.engine.Name, s.file, m.Stats().Nodes, worst)
		assert.Less(t, worst, 2.0, fmt.Sprint(s.engine.Name, s.file))
	}
}

// TestProgressOfSeveralWorkersIsNotAllAtOnce stops a search on two cores at a ninth of its
// solutions.
func TestProgressOfSeveralWorkersIsNotAllAtOnce(t *testing.T) {
	content, err := os.ReadFile("testdata/draughtboard/pentominoes-6x10.txt")
	require.NoError(t, err)
	p := puzzletest.Read(t, string(content))
	for _, e := range []crosscut.Engine{crosscut.Native, crosscut.DLX} {
		m, found := &meter.Meter{Workers: 2}, 0
		require.ErrorIs(t, e.Search(context.Background(), p, m, func(puzzle.Solution) bool {
			found++
			return found < 1000
		}), meter.ErrStopped)
		t.Logf("%s: %.3f", e.Name, m.Done())
		assert.Less(t, m.Done(), 0.5, e.Name)
	}
}
