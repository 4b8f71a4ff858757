package sat

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/meter"
)

// TestCubesHaveEachModelOnce cuts random formulas, and the cubes again. Brute force finds each model in one cube.
func TestCubesHaveEachModelOnce(t *testing.T) {
	several, none := 0, 0
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := randomCNF(r)
		keep := allVars(f)
		keep = keep[:r.IntN(len(keep)+1)]
		n := 1 + r.IntN(6)
		first, err := f.Cubes(t.Context(), keep, nil, n)
		require.NoError(t, err)
		again, err := f.Cubes(t.Context(), keep, nil, n)
		require.NoError(t, err)
		require.Equal(t, first, again)
		var cubes [][]Lit
		for _, cube := range first {
			parts, err := f.Cubes(t.Context(), keep, cube, 3)
			require.NoError(t, err)
			for _, part := range parts {
				require.True(t, slices.Equal(cube, part[:len(cube)]))
			}
			cubes = append(cubes, parts...)
		}
		found := []string{}
		for _, cube := range cubes {
			part := f.Copy()
			for _, l := range cube {
				require.True(t, slices.Contains(keep, Lit(l.Var())))
				part.Add(l)
			}
			found = append(found, brute(part, keep)...)
		}
		slices.Sort(found)
		require.Equal(t, brute(f, keep), found, "seed %d: %v", seed, cubes)
		if len(cubes) > 3 {
			several++
		} else if len(first) == 0 {
			none++
		}
	}
	assert.Greater(t, several, 50)
	assert.Greater(t, none, 10)
}

func TestCubesRefuseWhatIsNoLiteral(t *testing.T) {
	f := new(CNF)
	f.Add(1, 2)
	_, err := f.Cubes(t.Context(), []Lit{3}, nil, 2)
	require.EqualError(t, err, "sat: 3 in a cube is none of the 2 variables")
	_, err = f.Cubes(t.Context(), []Lit{1}, []Lit{0}, 2)
	require.Error(t, err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = f.Cubes(ended, []Lit{1}, nil, 2)
	require.ErrorIs(t, err, context.Canceled)
	large := new(CNF)
	large.Add(MaxVars + 1)
	_, err = large.Cubes(t.Context(), nil, nil, 2)
	require.ErrorIs(t, err, meter.ErrLimit)
}
