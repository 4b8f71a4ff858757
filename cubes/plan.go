package cubes

import (
	"context"
	"fmt"
	"hash/fnv"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// Tree is the tree of cubes of a puzzle: the puzzle is cut into some cubes, and each cube can be cut further. It
// makes a cube when somebody asks for it, and keeps only a few of the cuts that lead there. Trees of the same puzzle,
// and numbers have the same cubes on every machine with the same version of this module. Any goroutine can use a tree.
type Tree struct {
	source *source
	tree   search.CubeTree[cubeNode]
}

// NewTree returns the tree in which p is cut into first cubes or a few more, as [Split] does, and each cube into cut
// cubes or a few more. It fails if cut is not 2 to [Max], if ctx ends, and if [Split] would fail.
func NewTree(ctx context.Context, p puzzle.Puzzle, first, cut int) (*Tree, error) {
	if cut < 2 || cut > Max {
		return nil, fmt.Errorf("a plan that cuts each cube into %d; it must be 2 to %d", cut, Max)
	}
	if err := checkNumber(first); err != nil {
		return nil, err
	}
	s, err := newSource(ctx, p)
	if err != nil {
		return nil, err
	}
	t := &Tree{source: s}
	t.tree.Cut = func(ctx context.Context, n cubeNode) ([]cubeNode, error) { return s.leaves(ctx, n, cut) }
	t.tree.First, err = s.leaves(ctx, s.root(), first)
	return t, err
}

// At returns the cube at a path: the numbers of the cubes on the way to it, each counted from 0
// in its cut, with dots between them. "17.3" is cube 3 inside cube 17. It cuts one cube for each number of the path,
// unless an earlier call cut it. A path that no cube has is an error, and so is the path ""
// of the whole puzzle.
func (t *Tree) At(ctx context.Context, path string) (Cube, error) {
	node, err := t.tree.Node(ctx, path)
	if err != nil {
		return Cube{}, err
	}
	return t.cube(ctx, node)
}

// Parts returns the number of cubes that the cube at a path is cut into, and makes none of them. One means
// that nothing is left to cut, and none that there is no solution. For the path "" it is the number of the first cut.
func (t *Tree) Parts(ctx context.Context, path string) (int, error) { return t.tree.Count(ctx, path) }

// Hash returns 32 hexadecimal digits that identify the cubes of the first cut and their order. So
// machines can check that they share the same cubes. Each cube is written by its ways. In another program
// the numbers of ways might have another meaning, so some cubes are written as puzzles too: 0, 1, 2, 4, 8 …
func (t *Tree) Hash(ctx context.Context) (string, error) {
	h := fnv.New128a()
	for i, leaf := range t.tree.First {
		fmt.Fprintln(h, len(leaf.images), leaf.chosen) // a hash never fails
		if i&(i-1) != 0 {
			continue
		}
		c, err := t.cube(ctx, leaf)
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, c.Puzzle)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

func (t *Tree) cube(ctx context.Context, leaf cubeNode) (Cube, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	if err := run.Err(); err != nil {
		return Cube{}, err
	}
	return t.source.cube(t.source.questions.fresh(run), leaf)
}
