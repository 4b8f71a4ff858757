package crosscut_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
)

// TestAPanicReachesTheCaller: a panic of an engine in a goroutine of this package comes up in
// the goroutine of the caller, who can recover it.
func TestAPanicReachesTheCaller(t *testing.T) {
	p := puzzletest.Read(t, "puzzle: hidoku\n1,_,_\n_,_,_\n_,_,_\n")
	panicking := crosscut.Engine{
		Name:     "panicking",
		Search:   func(context.Context, puzzle.Puzzle, *crosscut.Meter, func(puzzle.Solution) bool) error { panic("hat") },
		Counting: func(context.Context, puzzle.Puzzle, *crosscut.Meter) (*big.Int, error) { panic("hat") },
	}
	all, err := cubes.Split(t.Context(), p, 10)
	require.NoError(t, err)
	for name, ask := range map[string]func(ctx context.Context, m *crosscut.Meter) error{
		"race": func(ctx context.Context, m *crosscut.Meter) error {
			_, err := crosscut.First(ctx, crosscut.Race(panicking, hanging("hanging")), p, 1, m)
			return err
		},
		"race of counts": func(ctx context.Context, m *crosscut.Meter) error {
			_, err := crosscut.Count(ctx, crosscut.Race(panicking, crosscut.Native), p, m)
			return err
		},
		"cubes": func(ctx context.Context, m *crosscut.Meter) error {
			return crosscut.CountCubes(ctx, panicking, slices.Values(all), m, func(crosscut.CubeResult) error { return nil })
		},
		"whole or cubes": func(ctx context.Context, m *crosscut.Meter) error {
			_, err := crosscut.Count(ctx, panicking, p, m)
			return err
		},
	} {
		for _, workers := range []int{1, 3} {
			name := fmt.Sprintf("%s, %d workers", name, workers)
			func() {
				defer func() {
					value := recover()
					if fault, ok := value.(*search.Fault); ok {
						value = fault.Value
					}
					assert.Equal(t, "hat", value, name)
				}()
				assert.NoError(t, ask(t.Context(), &crosscut.Meter{Workers: workers}), name)
			}()
		}
	}
}
