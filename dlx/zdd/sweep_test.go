package zdd

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
	"crosscut/meter"
)

// The sweep alone finds what a search lists: on the dominoes of a board, and on random problems with
// colours and multiplicities, many of which have no cover.
func TestTheSweepHasTheCoversOfASearch(t *testing.T) {
	dominoes := dlx.NewProblem(36, 0)
	for c := range 36 {
		if c%6 < 5 {
			dominoes.AddItems(c, c+1)
		}
		if c < 30 {
			dominoes.AddItems(c, c+6)
		}
	}
	require.EqualValues(t, 6728, sweptTotal(t, dominoes))
	r := rand.New(rand.NewPCG(1, 2))
	covers := 0
	for range 500 {
		primary, secondary := 1+r.IntN(6), r.IntN(3)
		p, items := dlx.NewProblem(primary, secondary), primary+secondary
		for range r.IntN(14) {
			var option []dlx.Element
			for _, item := range r.Perm(items)[:1+r.IntN(min(3, items))] {
				e := dlx.Element{Item: item}
				if item >= p.Primary() {
					e.Colour = r.IntN(3)
				}
				option = append(option, e)
			}
			p.Add(option...)
		}
		if r.IntN(2) == 0 {
			p.SetMultiplicity(0, r.IntN(2), 1+r.IntN(2))
		}
		want := int64(0)
		require.NoError(t, p.SolveWith(t.Context(), dlx.Auto, nil, func([]int) bool { want++; return true }))
		require.Equal(t, want, sweptTotal(t, p))
		covers += int(want)
	}
	require.Greater(t, covers, 500)
}

func sweptTotal(t *testing.T, p *dlx.Problem) int64 {
	require.NoError(t, p.Validate())
	run := meter.Start(t.Context(), nil)
	defer run.Close()
	z, err := swept(dataOf(p), run, 1<<26)
	require.NoError(t, err)
	return z.total().Int64()
}
