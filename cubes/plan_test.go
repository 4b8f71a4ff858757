package cubes_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// textOf returns a text of all that a cube has, except what its Lift does.
func textOf(c *cubes.Cube) string {
	return fmt.Sprintf("%s %d %d %v %v\n%s", c.Path(), c.Index(), c.Images(), c.Share(), c.Reduced(), c.Puzzle())
}

// walk calls do with the cubes of a tree down to a depth.
func walk(t require.TestingT, c *cubes.Cube, depth int, do func(*cubes.Cube)) {
	do(c)
	if depth == 0 {
		return
	}
	children, err := c.Children(context.Background())
	require.NoError(t, err)
	for i := range children {
		walk(t, &children[i], depth-1, do)
	}
}

// TestCubesAtPathsAreThoseOfTheCuts walks trees of random puzzles, and asks a second tree
// for the same cubes by their paths.
func TestCubesAtPathsAreThoseOfTheCuts(t *testing.T) {
	ctx, deep := context.Background(), 0
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		plan := cubes.Plan{
			First: rapid.IntRange(1, 12).Draw(t, "first"), Cut: rapid.IntRange(2, 5).Draw(t, "cut"), Version: cubes.PlanVersion,
		}
		tree, err := cubes.NewTree(ctx, p, plan)
		require.NoError(t, err)
		again, err := cubes.NewTree(ctx, p, plan)
		require.NoError(t, err)
		first, err := tree.Children(ctx, "")
		require.NoError(t, err)
		eager := split(t, p, plan.First)
		require.Len(t, first, len(eager))
		require.Equal(t, len(eager), tree.Len())
		hash, err := tree.Hash(ctx)
		require.NoError(t, err)
		other, err := again.Hash(ctx)
		require.NoError(t, err)
		require.Equal(t, other, hash)
		plan.First *= 2
		more, err := cubes.NewTree(ctx, p, plan)
		require.NoError(t, err)
		other, err = more.Hash(ctx)
		require.NoError(t, err)
		if more.Len() != tree.Len() { // as many cubes of another plan may be the same ones
			require.NotEqual(t, hash, other)
		}
		for i := range first {
			require.Equal(t, textOf(&eager[i]), textOf(&first[i]))
			walk(t, &first[i], 2, func(c *cubes.Cube) {
				got, err := again.At(ctx, c.Path())
				require.NoError(t, err)
				require.Equal(t, textOf(c), textOf(&got))
				deep = max(deep, strings.Count(string(c.Path()), ".")+1)
			})
		}
	})
	assert.Equal(t, 3, deep)
}

// TestTreesServeSeveralGoroutines asks for more cubes of the first puzzle than a tree keeps cuts.
func TestTreesServeSeveralGoroutines(t *testing.T) {
	ctx, most := context.Background(), 0
	for i, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 6, 6, puzzle.King, nil), puzzletest.BlankMagic(t, 4, 1, true), polyominoes(t),
	} {
		first := []int{60, 30, 30}[i]
		tree, err := cubes.NewTree(ctx, p, cubes.Plan{First: 300, Cut: 2, Version: cubes.PlanVersion})
		require.NoError(t, err)
		want := map[cubes.Path]string{}
		var paths []cubes.Path
		for i := range min(tree.Len(), first) {
			c, err := tree.At(ctx, cubes.Path("").Child(i))
			require.NoError(t, err)
			walk(t, &c, 2, func(c *cubes.Cube) {
				want[c.Path()] = textOf(c)
				paths = append(paths, c.Path())
			})
		}
		most = max(most, len(paths))
		var asking sync.WaitGroup
		for k := range 3 {
			asking.Go(func() {
				for i := range paths {
					path := paths[(i*997+k)%len(paths)]
					c, err := tree.At(ctx, path)
					if !assert.NoError(t, err) || !assert.Equal(t, want[path], textOf(&c)) {
						return
					}
				}
			})
		}
		asking.Wait()
	}
	assert.Greater(t, most, 1200)
}

// TestPathsOfThisVersionStayWhatTheyAre has one cube of each family deep in a tree. If it
// fails, paths have another meaning than before, and PlanVersion must rise.
func TestPathsOfThisVersionStayWhatTheyAre(t *testing.T) {
	require.Equal(t, 3, cubes.PlanVersion)
	for path, p := range map[cubes.Path]puzzle.Puzzle{
		"7.3.1": puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil),
		"5.1.2": puzzletest.BlankMagic(t, 4, 1, true),
		"5.0.6": polyominoes(t),
	} {
		tree, err := cubes.NewTree(context.Background(), p, cubes.Plan{First: 10, Cut: 6, Version: cubes.PlanVersion})
		require.NoError(t, err)
		c, err := tree.At(context.Background(), path)
		require.NoError(t, err)
		assert.Equal(t, pathsOfVersion3[path], textOf(&c))
	}
}

// polyominoes returns a draughtboard with several kinds of stones.
func polyominoes(t testing.TB) puzzle.Puzzle {
	p, err := text.Parse("puzzle: draughtboard\nboard: 4x4\ncorner: any\nflips: yes\n" +
		"X,X\n=\nX,X,X\n=\nX,X\nX,_\n=\nX,X,X\n_,X,_\n=\nB,X\n=\nX\n=\nX\n=\n")
	require.NoError(t, err)
	return p
}

var pathsOfVersion3 = map[cubes.Path]string{
	"7.3.1": `7.3.1 1 8 0.0017857142857142859 false
puzzle: hidoku
moves: king
__, 1, 4,__
__, 5, 2, 3
__,__,__,__
__,__,__,__
`,
	"5.1.2": `5.1.2 2 8 0.0005555555555555556 false
puzzle: magic
numbers: 1..16
sum: 34
 6, 1,12,15
__,__,__,__
__, 5,__,__
__,__,__,__
`,
	"5.0.6": `5.0.6 6 8 0.0007936507936507938 true
puzzle: draughtboard
corner: B
flips: yes
board:
#,#,#,#
#,#,W,B
#,#,B,W
#,#,W,B
=
X,X,X
_,X,_
=
B,X
=
`,
}

func TestInvalidPathsAndPlansAreRefused(t *testing.T) {
	ctx := context.Background()
	p := puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil)
	tree, err := cubes.NewTree(ctx, p, cubes.Plan{First: 10, Cut: 4, Version: cubes.PlanVersion})
	require.NoError(t, err)
	for _, path := range []cubes.Path{"", "x", "1.", ".1", "01", "-1", "+1", "1..2", "999", "0.99", "99999999999999999999", cubes.Path(strings.Repeat("0.", 5000) + "0")} {
		_, err := tree.At(ctx, path)
		assert.Error(t, err, "%.20q", path)
	}
	_, err = tree.At(ctx, cubes.Path("").Child(tree.Len()))
	require.Error(t, err)
	for _, plan := range []cubes.Plan{
		{First: 0, Cut: 2, Version: 1},
		{First: cubes.Max + 1, Cut: 2, Version: 1},
		{First: 10, Cut: 1, Version: 1},
		{First: 10, Cut: 2, Version: 0},
		{First: 10, Cut: 2, Version: cubes.PlanVersion + 1},
	} {
		_, err := cubes.NewTree(ctx, p, plan)
		assert.Error(t, err, "%v", plan)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = tree.At(cancelled, "1.2")
	assert.ErrorIs(t, err, context.Canceled)
	_, err = tree.Children(cancelled, "")
	assert.ErrorIs(t, err, context.Canceled)
	_, err = cubes.NewTree(cancelled, p, cubes.Plan{First: 10, Cut: 4, Version: cubes.PlanVersion})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = new(cubes.Cube).Split(ctx, 2)
	assert.Error(t, err)
}

// split cuts a puzzle.
func split(t require.TestingT, p puzzle.Puzzle, n int) []cubes.Cube {
	parts, err := cubes.Split(context.Background(), p, n)
	require.NoError(t, err, "%s", p)
	return parts
}

// The text of a cube is a puzzle file.
func TestCubesReadBackAsPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := puzzletest.Draw(t)
		for _, c := range split(t, p, 10) {
			again, err := text.Parse(c.Puzzle().String())
			require.NoError(t, err)
			require.Equal(t, c.Puzzle().String(), again.String())
		}
	})
}

func TestSplitSaysWhatIsWrong(t *testing.T) {
	for _, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 12, 12, puzzle.King, nil), puzzletest.BlankMagic(t, 5, 1, true), puzzletest.BlankDraughtboard(t, 12, 12, true),
	} {
		for _, n := range []int{-1, 0, cubes.Max + 1} {
			_, err := cubes.Split(context.Background(), p, n)
			assert.ErrorContains(t, err, "cubes; it must be 1 to")
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := cubes.Split(ctx, p, 10)
		assert.ErrorIs(t, err, context.Canceled)
	}
}

func TestSpreadKeepsEveryCube(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 60} {
		parts := split(t, puzzletest.BlankHidoku(t, 5, 5, puzzle.King, nil), n)
		spread := cubes.Spread(parts)
		met := map[int]bool{}
		for i := range spread {
			met[spread[i].Index()] = true
		}
		assert.Len(t, met, len(parts))
		assert.Len(t, spread, len(parts))
	}
	assert.Empty(t, cubes.Spread(nil))
}

// Without the rules of a puzzle, nothing is known about the parts that it can be cut into.
func TestForeignPuzzlesAreNotCut(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	assert.True(t, cubes.Knows(puzzletest.BlankMagic(t, 3, 1, true)))
	for _, p := range foreign {
		assert.False(t, cubes.Knows(p))
		parts, err := cubes.Split(context.Background(), p, 4)
		require.ErrorContains(t, err, "no cubes of a puzzle of type")
		assert.Nil(t, parts)
	}
}
