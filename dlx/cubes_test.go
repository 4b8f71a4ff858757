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
	"crosscut/internal/puzzletest"
)

// leavesBelow calls do with the cubes of a tree that are at most so deep below a path, and cannot be
// cut or are as deep as that.
func leavesBelow(t require.TestingT, tree *dlx.CubeTree, path string, depth int, do func(path string, c dlx.Cube)) {
	n, err := tree.Parts(context.Background(), path)
	require.NoError(t, err)
	if depth == 0 || n == 1 && path != "" {
		c, err := tree.At(context.Background(), path)
		require.NoError(t, err)
		do(path, c)
		return
	}
	for k := range n {
		leavesBelow(t, tree, strings.TrimPrefix(fmt.Sprintf("%s.%d", path, k), "."), depth-1, do)
	}
}

// TestAnyCuttingHasTheCoversOfTheWhole cuts problems at random, and again, to any depth.
func TestAnyCuttingHasTheCoversOfTheWhole(t *testing.T) {
	ctx := context.Background()
	deep, several := 0, 0
	for _, draw := range []func(*rapid.T) *dlx.Problem{problems, multiproblems} {
		rapid.Check(t, func(rt *rapid.T) {
			p := draw(rt)
			want := multicovers(p)
			tree, err := dlx.NewCubeTree(ctx, p, rapid.IntRange(1, 12).Draw(rt, "cubes"), rapid.IntRange(2, 6).Draw(rt, "parts"))
			require.NoError(rt, err)
			got, cubes := []string{}, 0
			leavesBelow(rt, tree, "", rapid.IntRange(1, 3).Draw(rt, "depth"), func(path string, c dlx.Cube) {
				before := len(got)
				cubes++
				require.NoError(rt, c.Problem.Validate())
				require.NoError(rt, c.Problem.Solve(ctx, nil, func(options []int) bool {
					lifted := c.AppendLift(nil, options)
					got = append(got, fmt.Sprint(lifted))
					require.Equal(rt, append([]int{-1}, lifted...), c.AppendLift([]int{-1}, options))
					return true
				}))
				n, err := c.Problem.Count(ctx, nil)
				require.NoError(rt, err)
				require.Equal(rt, int64(len(got)-before), n.Int64())
				if len(got) > before {
					deep = max(deep, strings.Count(path, "."))
				}
			})
			slices.Sort(got)
			require.Equal(rt, want, got)
			if len(want) > 1 && cubes > 1 {
				several++
			}
		})
	}
	if puzzletest.Long() { // few problems are drawn then
		assert.Greater(t, deep, 1, "depth of a cube with covers")
		assert.Positive(t, several)
	}
}

// TestCubesOfKnownProblemsAddUp counts cubes of problems whose number of covers is known.
func TestCubesOfKnownProblemsAddUp(t *testing.T) {
	for text, want := range map[string]string{
		queens(8): "92", langford(8): "300", latin(4): "576", packing(5, 12, false, full): "4040",
	} {
		tree, err := dlx.NewCubeTree(context.Background(), read(t, text), 40, 2)
		require.NoError(t, err)
		first, err := tree.Parts(context.Background(), "")
		require.NoError(t, err)
		require.GreaterOrEqual(t, first, 40)
		sum := new(big.Int)
		leavesBelow(t, tree, "", 1, func(_ string, c dlx.Cube) {
			n, err := c.Problem.Count(context.Background(), nil)
			require.NoError(t, err)
			sum.Add(sum, n)
			var text strings.Builder
			require.NoError(t, c.Problem.Write(&text), "its names are valid")
		})
		assert.Equal(t, want, sum.String())
	}
}

// TestTreesOfEqualProblemsHaveTheSameCubes asks for cubes in any order, from several goroutines.
func TestTreesOfEqualProblemsHaveTheSameCubes(t *testing.T) {
	ctx := context.Background()
	p := read(t, langford(8))
	tree, err := dlx.NewCubeTree(ctx, p, 5, 3)
	require.NoError(t, err)
	require.Regexp(t, "^[0-9a-f]{32}$", tree.Hash())
	for first, same := range map[int]bool{5: true, 40: false} {
		other, err := dlx.NewCubeTree(ctx, read(t, langford(8)), first, 4)
		require.NoError(t, err)
		require.Equal(t, same, other.Hash() == tree.Hash(), "the first cut is the same")
	}
	var paths []string
	want := map[string]string{}
	for depth := 1; depth <= 4; depth++ {
		leavesBelow(t, tree, "", depth, func(path string, c dlx.Cube) {
			if want[path] == "" {
				paths = append(paths, path)
			}
			want[path] = textOf(&c)
		})
	}
	require.Greater(t, len(paths), 100)
	fresh, err := dlx.NewCubeTree(ctx, p, 5, 3)
	require.NoError(t, err)
	var asking sync.WaitGroup
	for k := range 3 {
		asking.Go(func() {
			for i := range paths {
				path := paths[(i*97+k)%len(paths)]
				if c, err := fresh.At(ctx, path); assert.NoError(t, err) {
					assert.Equal(t, want[path], textOf(&c), path)
				}
			}
		})
	}
	asking.Wait()
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
func textOf(c *dlx.Cube) string {
	text := fmt.Sprint(c.AppendLift(nil, nil), c.Problem.Primary(), c.Problem.Secondary())
	for o := range c.Problem.Options() {
		text += "; " + c.Problem.OptionText(o) + fmt.Sprint(c.AppendLift(nil, []int{o}))
	}
	return text
}

func TestCubesSayWhatIsWrong(t *testing.T) {
	p := read(t, queens(6))
	for _, n := range []int{-1, 0, 1<<20 + 1} {
		_, err := dlx.NewCubeTree(context.Background(), p, n, 2)
		assert.ErrorContains(t, err, "cubes; it must be 1 to")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := dlx.NewCubeTree(ctx, p, 10, 2)
	assert.ErrorIs(t, err, context.Canceled)
	bad := dlx.NewProblem(1, 0)
	bad.Add(dlx.Element{Item: 7})
	_, err = dlx.NewCubeTree(context.Background(), bad, 2, 2)
	assert.ErrorContains(t, err, "has item 7")
	_, err = dlx.NewCubeTree(context.Background(), p, 5, 1)
	assert.ErrorContains(t, err, "it must be 2 to")
}
