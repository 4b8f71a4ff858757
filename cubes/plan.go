package cubes

import (
	"context"
	"fmt"
	"hash/fnv"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// PlanVersion is the version of the rules by which this package cuts. It changes when a
// path would mean another cube than before.
const PlanVersion = 3

// DefaultCut is the number of cubes that a cube is cut into unless a plan says otherwise.
const DefaultCut = 16

// Plan says how a puzzle is cut into a tree of cubes. The puzzle is cut into First cubes or
// a few more, as [Split] does. Every cube can be cut into Cut cubes or a few more, as
// [Cube.Split] does, and so on.
type Plan struct {
	First   int `json:"first"`
	Cut     int `json:"cut"`
	Version int `json:"version"` // PlanVersion of the program that made the plan
}

// check returns an error if this package cannot follow the plan.
func (p Plan) check() error {
	switch {
	case p.Version != PlanVersion:
		return fmt.Errorf("a plan of version %d; this crosscut cuts puzzles by version %d", p.Version, PlanVersion)
	case p.Cut < 2 || p.Cut > Max:
		return fmt.Errorf("a plan that cuts each cube into %d; it must be 2 to %d", p.Cut, Max)
	}
	return checkNumber(p.First)
}

// Tree is the tree of cubes of a puzzle by a plan. It makes a cube when somebody asks for
// it, and keeps only a few of the cuts that lead there. Trees of the same puzzle and plan
// have the same cubes on every machine. Any goroutine can use a tree.
type Tree struct {
	plan   Plan
	source *source
	tree   search.CubeTree[cubeNode]
}

// NewTree returns the tree of cubes of p by a plan. It fails if the plan is invalid, if ctx
// ends, and if [Split] would fail.
func NewTree(ctx context.Context, p puzzle.Puzzle, plan Plan) (*Tree, error) {
	if err := plan.check(); err != nil {
		return nil, err
	}
	s, err := newSource(ctx, p)
	if err != nil {
		return nil, err
	}
	t := &Tree{plan: plan, source: s}
	t.tree.Cut = func(ctx context.Context, n cubeNode) ([]cubeNode, error) { return s.leaves(ctx, n, plan.Cut) }
	t.tree.First, err = s.leaves(ctx, s.root(), plan.First)
	return t, err
}

// Len returns the number of cubes of the first cut.
func (t *Tree) Len() int { return len(t.tree.First) }

// At returns the cube at a path. It cuts one cube for each number of the path, unless an
// earlier call cut it. A path that no cube has is an error, and so is the path of the whole
// puzzle.
func (t *Tree) At(ctx context.Context, path Path) (Cube, error) {
	node, i, err := t.tree.Node(ctx, string(path))
	if err != nil {
		return Cube{}, err
	}
	return t.cube(ctx, node, i, path)
}

// Children returns the cubes that the cube at a path is cut into, in their order. For the
// path "" these are the cubes of the first cut. See [Cube.Split] about a single cube.
func (t *Tree) Children(ctx context.Context, path Path) ([]Cube, error) {
	if path != "" {
		c, err := t.At(ctx, path)
		if err != nil {
			return nil, err
		}
		return c.Children(ctx)
	}
	var all []Cube
	for i, leaf := range t.tree.First {
		c, err := t.cube(ctx, leaf, i, path.Child(i))
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

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
		c, err := t.cube(ctx, leaf, i, Path("").Child(i))
		if err != nil {
			return "", err
		}
		fmt.Fprintln(h, c.part)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

func (t *Tree) cube(ctx context.Context, leaf cubeNode, i int, path Path) (Cube, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	if err := run.Err(); err != nil {
		return Cube{}, err
	}
	return t.source.cube(t.source.questions.fresh(run), leaf, i, path, t.plan.Cut)
}
