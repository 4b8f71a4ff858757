package dlx_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/dlx"
)

// TestAnyCuttingHasTheCoversOfTheWhole cuts problems at random, and again, at any depth.
func TestAnyCuttingHasTheCoversOfTheWhole(t *testing.T) {
	ctx := context.Background()
	deep, several := 0, 0
	for _, draw := range []func(*rapid.T) *dlx.Problem{problems, multiproblems} {
		rapid.Check(t, func(rt *rapid.T) {
			p := draw(rt)
			want := multicovers(p)
			all, err := p.Split(ctx, rapid.IntRange(1, 12).Draw(rt, "cubes"))
			require.NoError(rt, err)
			for range rapid.IntRange(0, 8).Draw(rt, "cuts") {
				if len(all) == 0 {
					break
				}
				i := rapid.IntRange(0, len(all)-1).Draw(rt, "cube")
				parts, err := all[i].Split(ctx, rapid.IntRange(1, 6).Draw(rt, "parts"))
				require.NoError(rt, err)
				share := 0.0
				for k := range parts {
					require.Equal(rt, k, parts[k].Index())
					require.Equal(rt, fmt.Sprintf("%s.%d", all[i].Path(), k), parts[k].Path())
					share += parts[k].Share()
				}
				require.LessOrEqual(rt, share, all[i].Share()*1.000001)
				all = slices.Replace(all, i, i+1, parts...)
			}
			got := []string{}
			for _, c := range all {
				before := len(got)
				require.NoError(rt, c.Problem().Validate())
				require.NoError(rt, c.Problem().Solve(ctx, nil, func(options []int) bool {
					got = append(got, fmt.Sprint(c.Lift(options)))
					require.Equal(rt, append([]int{-1}, c.Lift(options)...), c.AppendLift([]int{-1}, options))
					return true
				}))
				n, err := c.Problem().Count(ctx, nil)
				require.NoError(rt, err)
				require.Equal(rt, int64(len(got)-before), n.Int64())
				if len(got) > before {
					deep = max(deep, strings.Count(c.Path(), "."))
				}
			}
			slices.Sort(got)
			require.Equal(rt, want, got)
			if len(want) > 1 && len(all) > 1 {
				several++
			}
		})
	}
	assert.Greater(t, deep, 1, "depth of a cube with covers")
	assert.Positive(t, several)
}

// TestCubesOfKnownProblemsAddUp counts cubes of problems whose number of covers is known.
func TestCubesOfKnownProblemsAddUp(t *testing.T) {
	for text, want := range map[string]string{
		queens(8): "92", langford(8): "300", latin(4): "576", packing(5, 12, false, full): "4040",
	} {
		p := read(t, text)
		all, err := p.Split(context.Background(), 40)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(all), 40)
		sum := new(big.Int)
		for _, c := range all {
			n, err := c.Problem().Count(context.Background(), nil)
			require.NoError(t, err)
			sum.Add(sum, n)
			var text strings.Builder
			require.NoError(t, c.Problem().Write(&text), "its names are valid")
		}
		assert.Equal(t, want, sum.String())
	}
}

// TestCubesAtPathsAreThoseOfTheCuts asks for cubes in any order, from several goroutines.
func TestCubesAtPathsAreThoseOfTheCuts(t *testing.T) {
	ctx := context.Background()
	p := read(t, langford(8))
	tree, err := dlx.NewCubeTree(ctx, p, 5, 3)
	require.NoError(t, err)
	first, err := tree.Children(ctx, "")
	require.NoError(t, err)
	require.Len(t, first, tree.Len())
	require.Regexp(t, "^[0-9a-f]{32}$", tree.Hash())
	same, err := dlx.NewCubeTree(ctx, read(t, langford(8)), 5, 4)
	require.NoError(t, err)
	require.Equal(t, same.Hash(), tree.Hash(), "the first cut is the same")
	other, err := dlx.NewCubeTree(ctx, p, 40, 3)
	require.NoError(t, err)
	require.NotEqual(t, other.Hash(), tree.Hash())
	all, err := tree.Parts(ctx, "")
	require.NoError(t, err)
	require.Equal(t, tree.Len(), all)
	var paths []string
	want, children := map[string]string{}, map[string]int{}
	var walk func(c *dlx.Cube, depth int)
	walk = func(c *dlx.Cube, depth int) {
		paths = append(paths, c.Path())
		want[c.Path()] = textOf(t, c)
		if depth == 0 {
			return
		}
		parts, err := c.Split(ctx, 3)
		require.NoError(t, err)
		children[c.Path()] = len(parts)
		for i := range parts {
			walk(&parts[i], depth-1)
		}
	}
	for i := range first {
		walk(&first[i], 3)
	}
	require.Greater(t, len(paths), 100)
	var asking sync.WaitGroup
	for k := range 3 {
		asking.Go(func() {
			for i := range paths {
				path := paths[(i*97+k)%len(paths)]
				c, err := tree.At(ctx, path)
				if assert.NoError(t, err) {
					assert.Equal(t, want[path], textOf(t, &c), path)
				}
				parts, err := tree.Parts(ctx, path)
				if below, ok := children[path]; ok && assert.NoError(t, err) {
					assert.Equal(t, below, parts, path)
				}
			}
		})
	}
	asking.Wait()
	parts, err := tree.Children(ctx, "2")
	require.NoError(t, err)
	require.Equal(t, "2.1", parts[1].Path())
	require.Equal(t, want["2.1"], textOf(t, &parts[1]))
	for _, path := range []string{"", "x", "1.", ".1", "01", "-1", "99", "0.99", strings.Repeat("0.", 1<<14) + "0"} {
		_, err := tree.At(ctx, path)
		assert.Error(t, err, "%.20q", path)
		if path != "" {
			_, err = tree.Parts(ctx, path)
			assert.Error(t, err, "%.20q", path)
		}
	}
}

// textOf returns a text of all that a cube has.
func textOf(t testing.TB, c *dlx.Cube) string {
	t.Helper()
	text := fmt.Sprint(c.Index(), c.Share(), c.Lift(nil), c.Problem().Primary(), c.Problem().Secondary())
	for o := range c.Problem().Options() {
		text += "; " + c.Problem().OptionText(o) + fmt.Sprint(c.Lift([]int{o}))
	}
	return text
}

func TestCubesSayWhatIsWrong(t *testing.T) {
	p := read(t, queens(6))
	for _, n := range []int{-1, 0, 1<<20 + 1} {
		_, err := p.Split(context.Background(), n)
		assert.ErrorContains(t, err, "cubes; it must be 1 to")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := p.Split(ctx, 10)
	assert.ErrorIs(t, err, context.Canceled)
	bad := dlx.NewProblem(1, 0)
	bad.Add(dlx.Element{Item: 7})
	_, err = bad.Split(context.Background(), 2)
	assert.ErrorContains(t, err, "has item 7")
	_, err = dlx.NewCubeTree(context.Background(), p, 5, 1)
	assert.ErrorContains(t, err, "it must be 2 to")
}
