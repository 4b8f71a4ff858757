package cubes_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut/cubes"
	"crosscut/internal/puzzletest"
	"crosscut/internal/search"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// textOf returns a text of all that a cube has, except what its Lift does.
func textOf(c *cubes.Cube) string {
	return fmt.Sprintf("%d %v\n%s", c.Images, c.Share, c.Puzzle)
}

// walk calls do with the cubes below a path, down to a depth.
func walk(t require.TestingT, tree *cubes.Tree, path string, depth int, do func(path string, c *cubes.Cube)) {
	n, err := tree.Parts(context.Background(), path)
	require.NoError(t, err)
	for i := range n {
		child := search.Child(path, i)
		c, err := tree.At(context.Background(), child)
		require.NoError(t, err)
		if do(child, &c); depth > 1 {
			walk(t, tree, child, depth-1, do)
		}
	}
}

// TestCubesAtPathsAreThoseOfTheCuts walks trees of random puzzles and of known ones, and asks a second tree
// for the same cubes by their paths.
func TestCubesAtPathsAreThoseOfTheCuts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		requirePaths(t, puzzletest.Draw(t), rapid.IntRange(1, 12).Draw(t, "first"), rapid.IntRange(2, 5).Draw(t, "cut"))
	})
	for _, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 3, 3, puzzle.King, nil), puzzletest.BlankMagic(t, 4, 1, true), polyominoes(t),
	} {
		assert.Equal(t, 3, requirePaths(t, p, 6, 3))
	}
}

// requirePaths compares the cubes of two trees, and those of the first cut with what Split makes. It returns how deep
// the trees are.
func requirePaths(t require.TestingT, p puzzle.Puzzle, first, cut int) (deep int) {
	ctx := context.Background()
	tree, err := cubes.NewTree(ctx, p, first, cut)
	require.NoError(t, err)
	again, err := cubes.NewTree(ctx, p, first, cut)
	require.NoError(t, err)
	eager := split(t, p, first)
	n, err := tree.Parts(ctx, "")
	require.NoError(t, err)
	require.Len(t, eager, n)
	hash, err := tree.Hash(ctx)
	require.NoError(t, err)
	other, err := again.Hash(ctx)
	require.NoError(t, err)
	require.Equal(t, other, hash)
	more, err := cubes.NewTree(ctx, p, 2*first, cut)
	require.NoError(t, err)
	other, err = more.Hash(ctx)
	require.NoError(t, err)
	m, err := more.Parts(ctx, "")
	require.NoError(t, err)
	if m != n { // as many cubes of another plan may be the same ones
		require.NotEqual(t, hash, other)
	}
	walk(t, tree, "", 3, func(path string, c *cubes.Cube) {
		got, err := again.At(ctx, path)
		require.NoError(t, err)
		require.Equal(t, textOf(c), textOf(&got))
		deep = max(deep, strings.Count(path, ".")+1)
		if i, err := strconv.Atoi(path); err == nil {
			require.Equal(t, textOf(&eager[i]), textOf(c))
		}
	})
	return deep
}

// TestTreesServeSeveralGoroutines asks for more cubes of the first puzzle than a tree keeps cuts.
func TestTreesServeSeveralGoroutines(t *testing.T) {
	ctx, most := context.Background(), 0
	for i, p := range []puzzle.Puzzle{
		puzzletest.BlankHidoku(t, 6, 6, puzzle.King, nil), puzzletest.BlankMagic(t, 4, 1, true), polyominoes(t),
	} {
		first := []int{60, 30, 30}[i]
		tree, err := cubes.NewTree(ctx, p, 300, 2)
		require.NoError(t, err)
		n, err := tree.Parts(ctx, "")
		require.NoError(t, err)
		want := map[string]string{}
		var paths []string
		for i := range min(n, first) {
			walk(t, tree, strconv.Itoa(i), 2, func(path string, c *cubes.Cube) {
				want[path] = textOf(c)
				paths = append(paths, path)
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
// fails, paths have another meaning than before, and puzzleVersion of cmd/internal/run must rise.
func TestPathsOfThisVersionStayWhatTheyAre(t *testing.T) {
	for path, p := range map[string]puzzle.Puzzle{
		"7.3.1": puzzletest.BlankHidoku(t, 4, 4, puzzle.King, nil),
		"5.1.2": puzzletest.BlankMagic(t, 4, 1, true),
		"5.0.6": polyominoes(t),
	} {
		tree, err := cubes.NewTree(context.Background(), p, 10, 6)
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

var pathsOfVersion3 = map[string]string{
	"7.3.1": `8 0.0017857142857142859
puzzle: hidoku
moves: king
__, 1, 4,__
__, 5, 2, 3
__,__,__,__
__,__,__,__
`,
	"5.1.2": `8 0.0005555555555555556
puzzle: magic
numbers: 1..16
sum: 34
 6, 1,12,15
__,__,__,__
__, 5,__,__
__,__,__,__
`,
	"5.0.6": `8 0.0007936507936507938
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
	tree, err := cubes.NewTree(ctx, p, 10, 4)
	require.NoError(t, err)
	for _, path := range []string{"", "x", "1.", ".1", "01", "-1", "+1", "1..2", "999", "0.99", "99999999999999999999", strings.Repeat("0.", 5000) + "0"} {
		_, err := tree.At(ctx, path)
		assert.Error(t, err, "%.20q", path)
	}
	n, err := tree.Parts(ctx, "")
	require.NoError(t, err)
	_, err = tree.At(ctx, strconv.Itoa(n))
	require.Error(t, err)
	for _, plan := range [][2]int{{0, 2}, {cubes.Max + 1, 2}, {10, 1}, {10, cubes.Max + 1}} {
		_, err := cubes.NewTree(ctx, p, plan[0], plan[1])
		assert.Error(t, err, "%v", plan)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = tree.At(cancelled, "1.2")
	assert.ErrorIs(t, err, context.Canceled)
	_, err = tree.Parts(cancelled, "")
	assert.ErrorIs(t, err, context.Canceled)
	_, err = cubes.NewTree(cancelled, p, 10, 4)
	assert.ErrorIs(t, err, context.Canceled)
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
			again, err := text.Parse(c.Puzzle.String())
			require.NoError(t, err)
			require.Equal(t, c.Puzzle.String(), again.String())
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

// Without the rules of a puzzle, nothing is known about the parts that it can be cut into.
func TestForeignPuzzlesAreNotCut(t *testing.T) {
	foreign, err := puzzletest.Foreign()
	require.NoError(t, err)
	for _, p := range foreign {
		parts, err := cubes.Split(context.Background(), p, 4)
		require.ErrorContains(t, err, "no cubes of a puzzle of type")
		assert.Nil(t, parts)
	}
}
