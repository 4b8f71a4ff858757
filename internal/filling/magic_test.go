package filling_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/filling"
	"crosscut/puzzle"
)

func emptyMagic(t testing.TB, n, low int, diagonals bool) *puzzle.Magic {
	t.Helper()
	p, err := puzzle.NewMagic(n, low, puzzle.MagicSum(n, low), diagonals, slices.Repeat([]int{puzzle.Empty}, n*n))
	require.NoError(t, err)
	return p
}

func TestMagicFillingsAreSolutions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 3, 4, 5, 6, 7, 8, 10, 13} {
		for _, diagonals := range []bool{true, false} {
			p := emptyMagic(t, n, 5-n, diagonals)
			s, err := filling.Magic(context.Background(), p, rng)
			require.NoError(t, err)
			require.NoError(t, p.Check(s), "order %d", n)
		}
	}
	_, err := filling.Magic(context.Background(), emptyMagic(t, 2, 1, false), rng)
	assert.ErrorContains(t, err, "no board of order 2")
}

// There are 7040 magic boards of order 4. If all were equally likely, 400 draws would have
// 389 different ones on average. The usual recipes give a handful.
func TestMagicFillingsAreNotThoseOfARecipe(t *testing.T) {
	p := emptyMagic(t, 4, 1, true)
	rng := rand.New(rand.NewPCG(3, 4))
	met, draws := map[string]bool{}, 400
	if testing.Short() {
		draws = 80
	}
	for range draws {
		s, err := filling.Magic(context.Background(), p, rng)
		require.NoError(t, err)
		met[fmt.Sprint(s)] = true
	}
	t.Logf("%d different boards in %d draws", len(met), draws)
	assert.Greater(t, len(met), draws*9/10)
}
