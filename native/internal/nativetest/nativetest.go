// Package nativetest has what the tests of the families' searches share.
package nativetest

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Solver yields the solutions of a puzzle of one family, counting in r.
type Solver[P any] func(p P, r *meter.Run, yield func(puzzle.Solution) bool) error

// Search runs solve on p under ctx with the limits and counters of m, which may be nil.
func Search[P any](ctx context.Context, p P, m *meter.Meter, solve Solver[P], yield func(puzzle.Solution) bool) error {
	r := meter.Start(ctx, m)
	defer r.Close()
	return solve(p, r, yield)
}

// InOrder returns all solutions in the order found, and the final counters. The progress must never go back.
func InOrder[P any](t require.TestingT, p P, workers int, solve Solver[P]) ([]puzzle.Solution, meter.Stats) {
	m := &meter.Meter{Workers: workers}
	r := meter.Start(context.Background(), m)
	var all []puzzle.Solution
	share := 0.0
	require.NoError(t, solve(p, r, func(s puzzle.Solution) bool {
		all = append(all, slices.Clone(s))
		require.GreaterOrEqual(t, m.Done(), share)
		share = m.Done()
		return true
	}))
	r.Close()
	return all, m.Stats()
}

// All returns all solutions in lexicographic order. It checks each, and that none comes twice.
func All[P puzzle.Puzzle](t require.TestingT, p P, solve Solver[P]) []puzzle.Solution {
	all, stats := InOrder(t, p, 1, solve)
	require.EqualValues(t, len(all), stats.Solutions)
	for _, s := range all {
		require.NoError(t, p.Check(s))
		require.Equal(t, p.Canonical(s), s)
	}
	slices.SortFunc(all, slices.Compare[puzzle.Solution])
	require.Len(t, slices.CompactFunc(slices.Clone(all), slices.Equal[puzzle.Solution]), len(all), "a solution comes twice")
	return all
}

// RequireStops stops solve by its receiver, by a limit on nodes, by a context that has ended, and by one that ends
// while it works on a large puzzle.
func RequireStops[P puzzle.Puzzle](t *testing.T, p, large P, solve Solver[P]) {
	found := 0
	m := new(meter.Meter)
	assert.ErrorIs(t, Search(t.Context(), p, m, solve, func(puzzle.Solution) bool { found++; return found < 3 }), meter.ErrStopped)
	assert.Equal(t, 3, found)
	assert.EqualValues(t, 3, m.Stats().Solutions)

	all := func(puzzle.Solution) bool { return true }
	m = &meter.Meter{MaxNodes: 100}
	assert.ErrorIs(t, Search(t.Context(), p, m, solve, all), meter.ErrLimit)
	assert.EqualValues(t, 100, m.Stats().Nodes)

	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(30*time.Millisecond, cancel)
	assert.ErrorIs(t, Search(ctx, large, nil, solve, all), context.Canceled)
	assert.ErrorIs(t, Search(ctx, p, nil, solve, func(puzzle.Solution) bool { t.Error("found one"); return true }), context.Canceled)
}

// RequireWorkersStop stops the workers of crewed after one solution and after most. Then
// it ends the context after cancelled solutions, and stops solve by a limit on nodes.
// The solutions found before must be those of solve with one worker, and no goroutine
// may be left.
func RequireWorkersStop[P any](t *testing.T, p P, most, cancelled int, solve, crewed Solver[P]) {
	before := runtime.NumGoroutine()
	all, _ := InOrder(t, p, 1, solve)
	for _, most := range []int{1, most} {
		r := meter.Start(t.Context(), &meter.Meter{Workers: 3})
		var got []puzzle.Solution
		require.ErrorIs(t, crewed(p, r, func(s puzzle.Solution) bool {
			got = append(got, slices.Clone(s))
			return len(got) < most
		}), meter.ErrStopped)
		assert.Equal(t, all[:most], got)
		r.Close()
	}

	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	r := meter.Start(ctx, &meter.Meter{Workers: 3})
	found := 0
	require.ErrorIs(t, crewed(p, r, func(puzzle.Solution) bool {
		if found++; found == cancelled {
			cancel(cause)
		}
		return true
	}), cause)
	r.Close()

	m := &meter.Meter{Workers: 3, MaxNodes: 10_000}
	r = meter.Start(t.Context(), m)
	require.ErrorIs(t, solve(p, r, func(puzzle.Solution) bool { return true }), meter.ErrLimit)
	r.Close()
	assert.EqualValues(t, 10_000, m.Stats().Nodes)

	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
}

// Forever is a budget of work that no count of the tests uses up.
const Forever = int64(1) << 60

// Count advances l to the end in steps of at most budget work. It returns the count and
// the largest number of unfinished pieces met.
func Count(t require.TestingT, l *counting.Layers, budget int64) (count string, pieces int) {
	for done := false; !done; {
		var err error
		done, err = l.Advance(budget)
		require.NoError(t, err)
		pieces = max(pieces, l.Pieces())
	}
	return l.Count().String(), pieces
}

// RequireSameInPieces counts g with one worker and with several, in one go and in small
// steps, and with all and with next to no memory. The count must always be want.
func RequireSameInPieces(t *testing.T, g counting.Graph, want string) {
	for _, workers := range []int{1, 3} {
		for _, budget := range []int64{Forever, 1000} {
			for _, words := range []int{0, counting.MaxWords} {
				if !puzzletest.Long() && words > 0 && budget < Forever {
					continue
				}
				r := meter.Start(t.Context(), nil)
				l := counting.NewLayers(g, r, workers)
				l.MaxWords, l.Spread = words, 0
				count, pieces := Count(t, l, budget)
				assert.Equal(t, want, count, "%d workers, %d words", workers, words)
				if words == 0 && budget == 1000 && workers == 1 { // with more it depends on who comes first
					assert.Greater(t, pieces, 2, "the layers were to be cut into pieces")
				}
				assert.Equal(t, l.Spent()-r.Nodes, r.Branches)
				r.Close()
			}
		}
	}
}

// ReadCases reads the puzzles of the shared cases whose path matches a pattern that ends with
// ".txt". Without such cases the test is skipped.
func ReadCases(t testing.TB, pattern string) []*text.File {
	return puzzletest.Files(t, filepath.Join("../shared/cases", pattern))
}

// Enumerated returns the number of solutions of a puzzle, found one by one, or most+1 if
// there are more.
func Enumerated[P puzzle.Puzzle](t testing.TB, p P, solve Solver[P], most int) (found int) {
	err := Search(context.Background(), p, nil, solve, func(puzzle.Solution) bool { found++; return found <= most })
	if !errors.Is(err, meter.ErrStopped) {
		require.NoError(t, err)
	}
	return found
}
