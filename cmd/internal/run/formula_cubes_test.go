package run

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/sat"
)

// TestCubesHaveEachModelOnce cuts random formulas, and the cubes again. Brute force finds each model in one cube.
func TestCubesHaveEachModelOnce(t *testing.T) {
	several, none := 0, 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		f, keep := drawFormula(r)
		n := 1 + r.IntN(6)
		first, err := cutter(f.Halves(keep)).cut(t.Context(), nil, n)
		require.NoError(t, err)
		again, err := cutter(f.Halves(keep)).cut(t.Context(), nil, n)
		require.NoError(t, err)
		require.Equal(t, first, again)
		var cubes [][]sat.Lit
		for _, cube := range first {
			parts, err := cutter(f.Halves(keep)).cut(t.Context(), cube, 3)
			require.NoError(t, err)
			for _, part := range parts {
				require.True(t, slices.Equal(cube, part[:len(cube)]))
			}
			cubes = append(cubes, parts...)
		}
		found := Sum{}
		for _, cube := range cubes {
			part := f.Copy()
			for _, l := range cube {
				require.True(t, slices.Contains(keep, sat.Lit(l.Var())))
				part.Add(l)
			}
			found = found.Plus(modelsByForce(part, keep))
		}
		require.True(t, found.Equal(modelsByForce(f, keep)), "seed %d: %v", seed, cubes)
		if len(cubes) > 3 {
			several++
		} else if len(first) == 0 {
			none++
		}
	}
	assert.Greater(t, several, 100)
	assert.Greater(t, none, 10)
}

func TestCuttingAFormulaEndsWithItsContext(t *testing.T) {
	f := new(sat.CNF)
	f.Add(1, 2)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := cutter(f.Halves(f.AllVars())).cut(ended, nil, 2)
	require.ErrorIs(t, err, context.Canceled)
}
