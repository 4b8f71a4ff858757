package dlx_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
	"crosscut/dlx/zdd"
	"crosscut/internal/search"
	"crosscut/meter"
)

func zddOf(t require.TestingT, p *dlx.Problem) *zdd.ZDD {
	z, err := zdd.Of(context.Background(), p, nil)
	require.NoError(t, err)
	return z
}

func TestAZDDIsTheSetOfCovers(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := problems(rt)
		want := brute(p, 0, []int{}, 0)
		slices.Sort(want)
		z := zddOf(rt, p)
		require.Equal(rt, fmt.Sprint(len(want)), z.Count().String())
		require.Equal(rt, want, coversOf(rt, z))
		require.Equal(rt, want, coversOf(rt, swept(rt, p)))
	})
}

func TestSamplesAreCoversAndEquallyLikely(t *testing.T) {
	const draws = 20_000
	z := zddOf(t, read(t, queens(7)))
	source := rand.New(rand.NewPCG(1, 2))
	drawn := map[string]int{}
	for range draws {
		cover, found := z.Sample(source)
		require.True(t, found)
		drawn[fmt.Sprint(cover)]++
	}
	covers := coversOf(t, z)
	require.Len(t, covers, 40)
	// The source is seeded, so this is no matter of luck. 5 standard deviations are 110.
	for _, cover := range covers {
		assert.InDelta(t, draws/40, drawn[cover], 110, cover)
	}
	assert.Len(t, drawn, 40)

	_, found := zddOf(t, read(t, langford(5))).Sample(source)
	assert.False(t, found)
}

func TestSamplesOfHugeSetsAreEquallyLikely(t *testing.T) {
	const items, draws = 100, 1000
	z := zddOf(t, pairs(items))
	source := rand.New(rand.NewPCG(3, 4))
	uses := make([]int, 2*items)
	for range draws {
		cover, _ := z.Sample(source)
		require.Len(t, cover, items)
		for _, o := range cover {
			uses[o]++
		}
	}
	for o, n := range uses {
		assert.InDelta(t, draws/2, n, 80, "option %d", o)
	}
}

func TestTheSameSeedDrawsTheSameCover(t *testing.T) {
	z := zddOf(t, read(t, dominoes(8, 8)))
	first, _ := z.Sample(rand.New(rand.NewPCG(5, 6)))
	second, _ := z.Sample(rand.New(rand.NewPCG(5, 6)))
	assert.Equal(t, first, second)
	assert.Len(t, first, 32)
	other, _ := z.Sample(rand.New(rand.NewPCG(7, 8)))
	assert.NotEqual(t, first, other)
}

// The known counts, and that the covers of a large ZDD are those of the search.
func TestZDDsOfKnownProblems(t *testing.T) {
	for name, text := range map[string]string{
		"queens 8": queens(8), "Langford 8": langford(8), "Latin 4": latin(4), "path 4x4": gridPath(4), "dominoes 4x6": dominoes(4, 6),
	} {
		t.Run(name, func(t *testing.T) {
			p := read(t, text)
			want, _ := solve(t, p, dlx.Auto)
			z := zddOf(t, p)
			assert.Equal(t, fmt.Sprint(len(want)), z.Count().String())
			assert.Equal(t, want, coversOf(t, z))
			assert.Equal(t, want, coversOf(t, swept(t, p)))
		})
	}
	assert.Equal(t, "12988816", zddOf(t, read(t, dominoes(8, 8))).Count().String())
}

func TestAZDDEndsWithItsLimitAndItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for text, most := range map[string]int64{queens(9): 10, queendom(6, 3): 2000} {
		m := &meter.Meter{MaxNodes: most}
		_, err := zdd.Of(t.Context(), read(t, text), m)
		require.ErrorIs(t, err, meter.ErrLimit)
		assert.Equal(t, most, m.Stats().Nodes)
		_, err = zdd.Of(ctx, read(t, text), nil)
		assert.ErrorIs(t, err, context.Canceled)
	}
}

// coversOf reads the text of a ZDD, by its description alone, and returns its covers.
func coversOf(t require.TestingT, z *zdd.ZDD) []string {
	var text strings.Builder
	require.NoError(t, z.Write(&text))
	lines := bufio.NewScanner(strings.NewReader(text.String()))
	require.True(t, lines.Scan())
	var nodes, root int
	_, err := fmt.Sscanf(lines.Text(), "| ZDD of exact covers: nodes %d, root %d", &nodes, &root)
	require.NoError(t, err)
	sets := [][][]int{{}, {{}}}
	for lines.Scan() {
		var id, option, lo, hi int
		_, err := fmt.Sscanf(lines.Text(), "%d: (~%d?%d:%d)", &id, &option, &lo, &hi)
		require.NoError(t, err)
		require.Equal(t, len(sets), id)
		require.Less(t, max(lo, hi), id)
		set := slices.Clone(sets[lo])
		for _, s := range sets[hi] {
			require.NotContains(t, s, option)
			s := append(slices.Clone(s), option)
			slices.Sort(s)
			set = append(set, s)
		}
		sets = append(sets, set)
	}
	require.Len(t, sets, nodes+2)
	require.Equal(t, nodes, z.Nodes())
	if nodes > 0 {
		require.Equal(t, nodes+1, root)
	}
	covers := []string{}
	for _, s := range sets[root] {
		covers = append(covers, fmt.Sprint(s))
	}
	slices.Sort(covers)
	return covers
}

func TestWritingAZDDFailsWithTheWriter(t *testing.T) {
	err := zddOf(t, read(t, queens(4))).Write(failing{})
	assert.EqualError(t, err, "dlx: writing the ZDD: full")
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("full") }

// swept returns the diagram that a sweep makes, also where the covers are few.
func swept(t require.TestingT, p *dlx.Problem) *zdd.ZDD {
	require.NoError(t, search.Switch("dlx/zdd: listing", false))
	defer func() { require.NoError(t, search.Switch("dlx/zdd: listing", true)) }()
	return zddOf(t, p)
}

func TestDiagramsOfMulticoversAreThoseOfBruteForce(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := multiproblems(rt)
		want := multicovers(p)
		z := zddOf(rt, p)
		require.Equal(rt, want, coversOf(rt, z))
		require.Equal(rt, fmt.Sprint(len(want)), z.Count().String())
		require.Equal(rt, want, coversOf(rt, swept(rt, p)))
	})
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
