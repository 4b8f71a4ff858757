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
	"crosscut/dlx/zdd"
	"crosscut/internal/techniques"
)

// swept returns the diagram that a sweep makes, also where the covers are few.
func swept(t require.TestingT, p *dlx.Problem) *zdd.ZDD {
	require.NoError(t, techniques.Switch("dlx/zdd: listing", false))
	defer func() { require.NoError(t, techniques.Switch("dlx/zdd: listing", true)) }()
	return zddOf(t, p)
}

func TestDiagramsOfMulticoversAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		want := multicovers(p)
		z := zddOf(rt, p)
		require.Equal(rt, want, coversOf(z))
		require.Equal(rt, fmt.Sprint(len(want)), z.Count().String())
		require.Equal(rt, want, coversOf(swept(rt, p)))
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
			assert.Equal(t, want, coversOf(swept(t, q)))
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
	for _, most := range []int64{10, 2000} {
		m := &dlx.Meter{MaxNodes: most}
		_, err := zdd.Of(context.Background(), p, m)
		require.ErrorIs(t, err, dlx.ErrLimit)
		assert.Equal(t, most, m.Stats().Nodes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := zdd.Of(ctx, p, nil)
	require.ErrorIs(t, err, context.Canceled)
}
