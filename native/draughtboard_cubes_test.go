package native

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// byCrew cuts the search into cubes at once and gives all to the workers.
func byCrew(p *puzzle.Draughtboard, r *search.Run, yield func(puzzle.Solution) bool) error {
	for _, corner := range p.Colourings() {
		s := newDraughts(p, corner, r, yield)
		places, few, err := s.listPlaces()
		if err != nil || !few {
			return err
		}
		s.mark(places)
		v := newDraughtCover(s, places)
		v.cubePart = 1.0 / cubesOfSearch
		cubes, err := v.cutAll(0, 1)
		if err != nil {
			return err
		}
		if err := v.together(cubes); err != nil || s.other != nil {
			return err
		}
	}
	return nil
}

// draughtsInOrder returns all solutions as they come, and what was counted.
func draughtsInOrder(t require.TestingT, p *puzzle.Draughtboard, workers int, solve func(*puzzle.Draughtboard, *search.Run, func(puzzle.Solution) bool) error) ([]puzzle.Solution, search.Stats) {
	m := &search.Meter{Workers: workers}
	r := search.Start(context.Background(), m)
	var all []puzzle.Solution
	require.NoError(t, solve(p, r, func(s puzzle.Solution) bool {
		all = append(all, slices.Clone(s))
		return true
	}))
	r.Close()
	return all, m.Stats()
}

func TestDraughtboardWorkersKeepTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawDraughtboard(t)
		want, stats := draughtsInOrder(t, p, 1, draughtboard)
		got, others := draughtsInOrder(t, p, 3, byCrew)
		require.Equal(t, want, got, "%s", p)
		require.Equal(t, stats, others, "%s", p)
	})
}

func TestDraughtboardWorkersKeepTheOrderOfLongSearches(t *testing.T) {
	for name, p := range map[string]*puzzle.Draughtboard{
		"sweep": pentominoes(t, 15, 4), "cover": pentominoes(t, 8, 8), "alike": dominoes(t, 6, 6),
	} {
		if testing.Short() && name == "cover" {
			continue
		}
		want, stats := draughtsInOrder(t, p, 1, draughtboard)
		for _, workers := range []int{2, 5} {
			got, others := draughtsInOrder(t, p, workers, draughtboard)
			assert.Equal(t, want, got, name)
			assert.Equal(t, stats, others, name)
		}
	}
}

func TestDraughtboardWorkersStop(t *testing.T) {
	p := pentominoes(t, 15, 4)
	before := runtime.NumGoroutine()
	all, _ := draughtsInOrder(t, p, 1, draughtboard)

	for _, most := range []int{1, 700} {
		r := search.Start(t.Context(), &search.Meter{Workers: 3})
		var got []puzzle.Solution
		require.ErrorIs(t, byCrew(p, r, func(s puzzle.Solution) bool {
			got = append(got, slices.Clone(s))
			return len(got) < most
		}), search.ErrStopped)
		assert.Equal(t, all[:most], got)
		r.Close()
	}

	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	r := search.Start(ctx, &search.Meter{Workers: 3})
	found := 0
	require.ErrorIs(t, byCrew(p, r, func(puzzle.Solution) bool {
		if found++; found == 50 {
			cancel(cause)
		}
		return true
	}), cause)
	r.Close()

	m := &search.Meter{Workers: 3, MaxNodes: 10_000}
	r = search.Start(t.Context(), m)
	require.ErrorIs(t, draughtboard(p, r, func(puzzle.Solution) bool { return true }), search.ErrLimit)
	r.Close()
	assert.EqualValues(t, 10_000, m.Stats().Nodes)

	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), before, "goroutines are left")
}
