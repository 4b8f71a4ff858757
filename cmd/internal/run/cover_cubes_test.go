package run

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

	"crosscut/dlx"
)

// langford places the pairs 1 to n in 2n slots, with k slots between the two of pair k.
func langford(n int) string {
	var b strings.Builder
	for k := 1; k <= n; k++ {
		fmt.Fprintf(&b, "%d ", k)
	}
	for j := range 2 * n {
		fmt.Fprintf(&b, "s%d ", j)
	}
	for k := 1; k <= n; k++ {
		for j := 0; j+k+1 < 2*n; j++ {
			fmt.Fprintf(&b, "\n%d s%d s%d", k, j, j+k+1)
		}
	}
	return b.String()
}

// queens places n queens; the diagonals are secondary.
func queens(n int) string {
	p := dlx.NewProblem(2*n, 2*(2*n-1))
	for r := range n {
		for c := range n {
			p.AddItems(r, n+c, 2*n+r+c, 4*n-1+r-c+n-1)
		}
	}
	var b strings.Builder
	_ = p.Write(&b) // a Builder takes all
	return b.String()
}

// coverTreeOf returns the tree of cubes of an exact cover.
func coverTreeOf(t *testing.T, text string, first, cut int) *coverTree {
	t.Helper()
	p := coverOf(t, text)
	tree, err := p.Cut(t.Context(), p.Plan(first, cut))
	require.NoError(t, err)
	return tree.(*coverTree)
}

// leavesBelow calls do with the cubes of a tree that are at most so deep below a path, and cannot be
// cut or are as deep as that.
func leavesBelow(t *testing.T, tree *coverTree, path Path, depth int, do func(Path, *coverCube)) {
	n, err := tree.Children(t.Context(), path)
	require.NoError(t, err)
	if depth == 0 || n == 1 && path != "" {
		node, err := tree.tree.Node(t.Context(), string(path))
		require.NoError(t, err)
		do(path, tree.cube(node))
		return
	}
	for k := range n {
		leavesBelow(t, tree, path.Child(k), depth-1, do)
	}
}

// TestCubesOfKnownProblemsAddUp counts cubes of problems whose number of covers is known. They are problems as
// others write them.
func TestCubesOfKnownProblemsAddUp(t *testing.T) {
	for text, want := range map[string]string{queens(8): "92", langford(8): "300"} {
		tree := coverTreeOf(t, text, 40, 2)
		require.GreaterOrEqual(t, len(tree.tree.First), 40)
		sum := new(big.Int)
		leavesBelow(t, tree, "", 1, func(_ Path, c *coverCube) {
			n, err := c.Count(t.Context(), nil)
			require.NoError(t, err)
			sum.Add(sum, n)
			var text strings.Builder
			require.NoError(t, c.Write(&text), "its names are valid")
		})
		assert.Equal(t, want, sum.String())
	}
}

// TestTreesOfEqualProblemsHaveTheSameCubes asks for cubes in any order, from several goroutines.
func TestTreesOfEqualProblemsHaveTheSameCubes(t *testing.T) {
	tree := coverTreeOf(t, langford(8), 5, 3)
	hash, err := tree.Hash(t.Context())
	require.NoError(t, err)
	for first, same := range map[int]bool{5: true, 40: false} {
		other, err := coverTreeOf(t, langford(8), first, 4).Hash(t.Context())
		require.NoError(t, err)
		require.Equal(t, same, other == hash, "the first cut is the same")
	}
	var paths []Path
	want := map[Path]string{}
	for depth := 1; depth <= 4; depth++ {
		leavesBelow(t, tree, "", depth, func(path Path, c *coverCube) {
			if want[path] == "" {
				paths = append(paths, path)
			}
			want[path] = textOf(c)
		})
	}
	require.Greater(t, len(paths), 100)
	fresh := coverTreeOf(t, langford(8), 5, 3)
	var asking sync.WaitGroup
	for k := range 3 {
		asking.Go(func() {
			for i := range paths {
				path := paths[(i*97+k)%len(paths)]
				if node, err := fresh.tree.Node(context.Background(), string(path)); assert.NoError(t, err) {
					assert.Equal(t, want[path], textOf(fresh.cube(node)), path)
				}
			}
		})
	}
	asking.Wait()
	for _, path := range []Path{"", "x", "1.", ".1", "01", "-1", "99", "0.99", Path(strings.Repeat("0.", 1<<14) + "0")} {
		assert.Error(t, tree.Search(t.Context(), path, Ask{}).Err, "%.20q", path)
	}
}

// textOf returns a text of all that a cube has.
func textOf(c *coverCube) string {
	text := fmt.Sprint(c.lift(nil, nil), c.Primary(), c.Secondary())
	for o := range c.Options() {
		text += "; " + c.OptionText(o) + fmt.Sprint(c.lift(nil, []int{o}))
	}
	return text
}

// A cover of a cube is lifted behind what is there, in ascending order.
func TestCoversOfCubesAreLifted(t *testing.T) {
	var covers []string
	leavesBelow(t, coverTreeOf(t, "a b c | x\na x:A\nb x:A\nb x:B\na b\nc x:A\nc\n", 4, 2), "", 1, func(_ Path, c *coverCube) {
		for cover, err := range c.Solutions(t.Context(), nil) {
			require.NoError(t, err)
			covers = append(covers, fmt.Sprint(c.lift([]int{-1}, cover)))
		}
	})
	slices.Sort(covers)
	assert.Equal(t, []string{"[-1 0 1 4]", "[-1 0 1 5]", "[-1 3 4]", "[-1 3 5]"}, covers)
}

func TestCubesSayWhatIsWrong(t *testing.T) {
	p := coverOf(t, queens(6))
	for _, plan := range [][2]int{{-1, 2}, {0, 2}, {1<<20 + 1, 2}, {5, 1}} {
		_, err := p.Cut(t.Context(), p.Plan(plan[0], plan[1]))
		assert.ErrorContains(t, err, "must be 1 to 1048576 and 2 to 1048576")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := p.Cut(ctx, p.Plan(10, 2))
	assert.ErrorIs(t, err, context.Canceled)
}
