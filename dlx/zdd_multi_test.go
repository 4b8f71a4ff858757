package dlx_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

func TestDiagramsOfMulticoversAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		want := multicovers(p)
		z := zddOf(rt, p)
		require.Equal(rt, want, coversOf(z))
		require.Equal(rt, fmt.Sprint(len(want)), z.Count().String())
		swept, err := dlx.SweptZDD(context.Background(), p, nil, 1<<20)
		require.NoError(rt, err)
		require.Equal(rt, want, coversOf(swept))
		listed, err := dlx.ListedZDD(p, len(want))
		require.NoError(rt, err)
		require.Equal(rt, want, coversOf(listed))
		if len(want) > 0 {
			listed, err = dlx.ListedZDD(p, len(want)-1)
			require.NoError(rt, err)
			require.Nil(rt, listed)
		}
	})
}

// An extra item with two bounds makes a problem one with multiplicities. Without the item,
// the covers are those of the other way to build a diagram.
func TestBothWaysToBuildADiagramAgree(t *testing.T) {
	for name, text := range map[string]string{
		"queens 6": queens(6), "Langford 7": langford(7), "Latin 3": latin(3), "dominoes 4x6": dominoes(4, 6), "path 3x3": gridPath(3),
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			q := dlx.NewProblem(p.Primary()+1, p.Secondary())
			for o := range p.Options() {
				var option []dlx.Element
				for _, e := range p.Option(o) {
					if int(e.Item) >= p.Primary() {
						e.Item++
					}
					option = append(option, e)
				}
				q.Add(option...)
			}
			q.SetMultiplicity(dlx.Item(p.Primary()), 0, 1)
			want := coversOf(zddOf(t, p))
			assert.Equal(t, want, coversOf(zddOf(t, q)))
			swept, err := dlx.SweptZDD(context.Background(), q, nil, 1<<28)
			require.NoError(t, err)
			assert.Equal(t, want, coversOf(swept))
		})
	}
}

// Sets of k of n things: the binomial coefficients.
func TestDiagramsOfSubsetsCountBinomials(t *testing.T) {
	const n = 40
	p := dlx.NewProblem(1, 0)
	for range n {
		p.AddItems(0)
	}
	for k, want := range map[int]string{1: "40", 2: "780", 20: "137846528820"} {
		p.SetMultiplicity(0, k, k)
		z := zddOf(t, p)
		assert.Equal(t, want, z.Count().String())
		assert.LessOrEqual(t, z.Nodes(), k*n)
	}
	p.SetMultiplicity(0, 0, math.MaxInt)
	z := zddOf(t, p)
	assert.Equal(t, fmt.Sprint(1<<n), z.Count().String())
	assert.Equal(t, n, z.Nodes())
	p.SetMultiplicity(0, n+1, math.MaxInt)
	assert.Zero(t, zddOf(t, p).Count().Sign())
}

func TestDiagramsOfMulticoversEndWithLimitsAndContext(t *testing.T) {
	p := read(t, queendom(6, 3))
	_, err := dlx.SweptZDD(context.Background(), p, nil, 1<<10)
	require.ErrorIs(t, err, dlx.ErrLimit)
	for _, most := range []int64{10, 2000} {
		m := &dlx.Meter{MaxNodes: most}
		_, err = p.ZDD(context.Background(), m)
		require.ErrorIs(t, err, dlx.ErrLimit)
		assert.Equal(t, most, m.Stats().Nodes)
		_, err = dlx.SweptZDD(context.Background(), p, &dlx.Meter{MaxNodes: 10}, 1<<28)
		require.ErrorIs(t, err, dlx.ErrLimit)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = p.ZDD(ctx, nil)
	require.ErrorIs(t, err, context.Canceled)
}
