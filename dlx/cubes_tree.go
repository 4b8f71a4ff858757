package dlx

import (
	"context"
	"fmt"
	"hash/fnv"

	"crosscut/internal/cubetree"
)

// CubeTree is the tree of cubes of a problem: the problem is cut into some cubes, and each
// cube can be cut further. It makes a cube when somebody asks for it, and keeps only a few
// of the cuts that lead there. Trees of equal problems have the same cubes on every machine
// with the same version of this package. Any goroutine can use a tree.
type CubeTree struct {
	problem *Problem
	cut     int
	tree    cubetree.Tree[cubeNode]
}

// CubeVersion is the version of the rules by which this package cuts. It changes when a
// path would mean another cube than before.
const CubeVersion = 1

// NewCubeTree returns the tree in which the problem is cut into first cubes or a few more,
// and each cube into cut cubes or a few more. cut is at least 2. The problem must not be
// changed any more. Errors are those of [Problem.Split].
func NewCubeTree(ctx context.Context, p *Problem, first, cut int) (*CubeTree, error) {
	if p == nil || cut < 2 || cut > maxCubes {
		return nil, fmt.Errorf("dlx: a tree that cuts each cube into %d; it must be 2 to %d", cut, maxCubes)
	}
	leaves, err := p.leaves(ctx, cubeNode{share: 1}, first)
	if err != nil {
		return nil, err
	}
	t := &CubeTree{problem: p, cut: cut}
	t.tree.First = leaves
	t.tree.Cut = func(ctx context.Context, n cubeNode) ([]cubeNode, error) { return p.leaves(ctx, n, cut) }
	return t, nil
}

// Len returns the number of cubes of the first cut.
func (t *CubeTree) Len() int { return len(t.tree.First) }

// At returns the cube at a path. It cuts one cube for each number of the path, unless an
// earlier call cut it. A path that no cube has is an error, and so is the path "" of the
// whole problem.
func (t *CubeTree) At(ctx context.Context, path string) (Cube, error) {
	node, index, err := t.node(ctx, path)
	if err != nil {
		return Cube{}, err
	}
	return t.problem.cube(node, path, index), context.Cause(ctx)
}

// node returns the node of the cube at a path, and its position in its cut.
func (t *CubeTree) node(ctx context.Context, path string) (cubeNode, int, error) {
	node, index, err := t.tree.Node(ctx, path)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("dlx: %w", err)
	}
	return node, index, err
}

// Parts returns the number of cubes that [CubeTree.Children] would return, and makes none
// of them.
func (t *CubeTree) Parts(ctx context.Context, path string) (int, error) {
	if path == "" {
		return t.Len(), nil
	}
	node, _, err := t.node(ctx, path)
	if err != nil {
		return 0, err
	}
	leaves, err := t.tree.Parts(ctx, path, node)
	return len(leaves), err
}

// Children returns the cubes that the cube at a path is cut into, in their order. For the
// path "" these are the cubes of the first cut. See [Cube.Split] about a single cube.
func (t *CubeTree) Children(ctx context.Context, path string) ([]Cube, error) {
	if path != "" {
		c, err := t.At(ctx, path)
		if err != nil {
			return nil, err
		}
		return c.Split(ctx, t.cut)
	}
	all := make([]Cube, 0, len(t.tree.First))
	for i, leaf := range t.tree.First {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		all = append(all, t.problem.cube(leaf, cubetree.Child("", i), i))
	}
	return all, nil
}

// Hash returns 32 hexadecimal digits that identify the cubes of the first cut and their
// order, among all cuts of the same problem. So machines can check that they share the
// same cubes. It says nothing about the problem itself. It takes O(cubes · depth).
func (t *CubeTree) Hash() string {
	h := fnv.New128a()
	for _, leaf := range t.tree.First {
		for _, d := range leaf.decided {
			fmt.Fprintf(h, "%d %d,", d.item, d.option) // a hash never fails
		}
		fmt.Fprintln(h)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
