package run

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/internal/base"
)

// coverText returns a small exact cover with secondary items and colours, and perhaps with
// multiplicities.
func coverText(r *rand.Rand, multiplicities bool) string {
	names := strings.Split("abcdef", "")[:1+r.IntN(6)]
	var text strings.Builder
	for _, name := range names {
		if multiplicities {
			text.WriteString(one(r, "", "", "2|", "0:1|", "1:2|", "0:3|"))
		}
		text.WriteString(name + " ")
	}
	text.WriteString("| x y\n")
	for range 1 + r.IntN(14) {
		must := r.IntN(len(names))
		for i, name := range names {
			if i == must || r.IntN(3) == 0 {
				text.WriteString(name + " ")
			}
		}
		text.WriteString(one(r, "", "", "x", "x:A", "x:B", "y:A", "x:A y:B") + "\n")
	}
	return text.String()
}

// one returns one of several texts.
func one(r *rand.Rand, texts ...string) string { return texts[r.IntN(len(texts))] }

// inCubes cuts a problem at random, and searches each cube in the end: for the digest of its solutions, and again for
// their number alone. It returns both sums, how often it has cut, and the depth of a cube with solutions.
func inCubes(t *testing.T, r *rand.Rand, p Problem, engine func() Engine) (sum, counted Sum, cuts, deep int) {
	t.Helper()
	tree, err := p.Cut(t.Context(), p.Plan(1+r.IntN(6), 2+r.IntN(4)))
	require.NoError(t, err)
	for open := []Path{""}; len(open) > 0; {
		path := open[0]
		open = open[1:]
		n, err := tree.Children(t.Context(), path)
		require.NoError(t, err)
		depth := strings.Count(string(path), ".") + 1
		if path == "" || n > 1 && depth < 4 && r.IntN(2) == 0 {
			cuts++
			for i := range n {
				open = append(open, path.Child(i))
			}
			continue
		}
		listed := int64(0)
		found := tree.Search(t.Context(), path, Ask{Engine: engine(), Digest: true, Solution: func([]int) bool { listed++; return true }})
		require.NoError(t, found.Err, "%s of\n%s", path, p.Text())
		require.Equal(t, listed, found.Sum.Count.Int64())
		sum = sum.Plus(found.Sum)
		if listed > 0 {
			deep = max(deep, depth)
		}
		found = tree.Search(t.Context(), path, Ask{Engine: engine()})
		require.NoError(t, found.Err)
		counted = counted.Plus(found.Sum)
	}
	return sum, counted, cuts, deep
}

// sumOfCovers returns the sum of an exact cover, by a search without cubes.
func sumOfCovers(t *testing.T, p Problem) Sum {
	var tally crosscut.Tally
	require.NoError(t, p.(ofCover).problem.Solve(t.Context(), nil, func(options []int) bool {
		tally.Add(slices.Sorted(slices.Values(options)))
		return true
	}))
	return Sum{Count: tally.Count(), Digest: tally.Digest}
}

// TestAnyCuttingIsTheWhole cuts exact covers at random, and searches each cube with an
// engine at random. The sums of the cubes make that of a search without cubes.
func TestAnyCuttingIsTheWhole(t *testing.T) {
	deepest, several := 0, 0
	for seed := range uint64(400) {
		r, multiplicities := rand.New(rand.NewPCG(seed, 0)), seed%2 == 0
		text := coverText(r, multiplicities)
		p := coverOf(t, coverOf(t, text).Text())
		want := sumOfCovers(t, p)
		sum, counted, _, deep := inCubes(t, r, p, func() Engine {
			e, err := p.Choose(anyEngine(r, multiplicities))
			require.NoError(t, err)
			return e
		})
		require.True(t, sum.Equal(want), "%v, not %v, of\n%s", sum, want, text)
		require.True(t, counted.Equal(Sum{Count: want.Count}), "%v, not %v, of\n%s", counted, want, text)
		if deepest = max(deepest, deep); want.Count.Cmp(big.NewInt(1)) > 0 {
			several++
		}
	}
	assert.Greater(t, deepest, 1, "depth of a cube with covers")
	assert.Greater(t, several, 50)
}

// anyEngine returns an engine for exact covers.
func anyEngine(r *rand.Rand, multiplicities bool) Engine {
	if r.IntN(8) == 0 {
		return Engine{Name: "sat"}
	}
	if multiplicities {
		return Engine{}
	}
	return Engine{Core: one(r, base.Strings(dlx.Cores())...)}
}

// TestASearchHandsOver stops the search of a cube. The rest is its children, whose sums make
// that of the cube. A cube that cannot be cut is searched to its end.
func TestASearchHandsOver(t *testing.T) {
	ctx := context.Background()
	var text strings.Builder
	text.WriteString("a b c d e f g h\n")
	for range 20 {
		text.WriteString("a\nb\nc\nd\ne\nf\ng\nh\n")
	}
	p := coverOf(t, text.String())
	tree, err := p.Cut(ctx, p.Plan(1, 4))
	require.NoError(t, err)
	e, err := p.Choose(Engine{Core: "sparse"}) // 20^8 covers one by one
	require.NoError(t, err)
	r := tree.Search(ctx, "0", Ask{Engine: e, Digest: true, Stop: func() bool { return true }})
	require.NoError(t, r.Err)
	require.Equal(t, 20, r.Rest)
	e, err = p.Choose(Engine{})
	require.NoError(t, err)
	r = tree.Search(ctx, "0.7", Ask{Engine: e})
	require.NoError(t, r.Err)
	assert.Equal(t, "1280000000", r.Sum.String())
	ending, cancel := context.WithCancelCause(ctx)
	wrong := errors.New("the end")
	cancel(wrong)
	r = tree.Search(ending, "0", Ask{Engine: e})
	assert.ErrorIs(t, r.Err, wrong)
	r = tree.Search(ctx, "7", Ask{Engine: e})
	assert.ErrorContains(t, r.Err, "no cube")
}

// TestPuzzlesAreHandedOverAnywhere gives the cubes of puzzles up at random. What is searched in the end
// makes the whole.
func TestPuzzlesAreHandedOverAnywhere(t *testing.T) {
	ctx := t.Context()
	for seed, text := range []string{
		"puzzle: hidoku\n_,_,_,_\n_,_,_,_\n_,_,_,_\n", "puzzle: hidoku\nmoves: rook\n1,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n",
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n", "puzzle: draughtboard\nboard: 4x4\n* *\nX X\n=\n0..2 *\nX X\nX _\n",
	} {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		sum, counted, cuts, _ := inCubes(t, r, problemOf(t, text), func() Engine { return Engine{Name: one(r, "native", "dlx")} })
		require.Greater(t, cuts, 1)
		want := plain(t, text)
		require.True(t, sum.Equal(want), text)
		require.True(t, counted.Equal(Sum{Count: want.Count}), text)
	}
	whole := problemOf(t, "puzzle: hidoku\n"+strings.Repeat("_ _ _ _ _ _ _ _\n", 8))
	tree, err := whole.Cut(ctx, whole.Plan(1, 4))
	require.NoError(t, err)
	found := tree.Search(ctx, "0", Ask{Engine: Engine{Name: "native"}, Digest: true, Stop: func() bool { return true }})
	require.NoError(t, found.Err)
	require.Greater(t, found.Rest, 3)
}

func TestEnginesAreNamed(t *testing.T) {
	once, several, square := coverOf(t, "a b\na\nb\n"), coverOf(t, "2|a b\na\na\nb\n"), problemOf(t, "puzzle: magic\n_,_\n_,_\n")
	for _, test := range []struct {
		p     Problem
		e     Engine
		want  string
		wrong string
	}{
		{once, Engine{}, "dlx", ""},
		{once, Engine{Core: "sparse"}, "dlx/sparse", ""},
		{once, Engine{Name: "sat"}, "sat", ""},
		{several, Engine{Core: "auto"}, "dlx", ""},
		{square, Engine{}, "native", ""},
		{square, Engine{Core: "sparse"}, "dlx/sparse", ""},
		{once, Engine{Name: "native"}, "", `the engine "native" for an exact cover; it is dlx or sat`},
		{once, Engine{Name: "sat", Core: "sparse"}, "", "a core goes with the engine dlx, not sat"},
		{once, Engine{Core: "x"}, "", "core"},
		{several, Engine{Core: "sparse"}, "", "the core sparse for items with multiplicities; it is auto"},
		{square, Engine{Name: "x"}, "", `no engine "x"`},
		{square, Engine{Name: "native", Core: "sparse"}, "", "a core goes with the engine dlx, not native"},
	} {
		e, err := test.p.Choose(test.e)
		if test.wrong != "" {
			assert.ErrorContains(t, err, test.wrong)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, test.want, e.String())
	}
}
