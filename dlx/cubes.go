package dlx

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/internal/search"
)

// Cubes share out the covers of a problem, so that several machines can look for them.
//
// A cut asks about a primary item: which is the first of its options that a cover has,
// among those that are still possible? Each answer makes a cube. If the item may have
// enough options already, "no more of them" is an answer too. The item with the fewest
// answers is asked about. Every cover gives exactly one answer. So it lies in exactly one
// cube, for items with multiplicities too.

// CubeTree is the tree of cubes of a problem: the problem is cut into some cubes, and each
// cube can be cut further. Every cover lies in exactly one cube of a cut. Some cubes may have no
// cover, and there is none if a cut finds out that there is no cover. The tree makes a cube when
// somebody asks for it, and keeps only a few of the cuts that lead there. Trees of equal problems
// have the same cubes on every machine with the same version of this package. Any goroutine can
// use a tree.
type CubeTree struct {
	problem *Problem
	tree    search.CubeTree[cubeNode]
}

// NewCubeTree returns the tree in which the problem is cut into first cubes or a few more,
// and each cube into cut cubes or a few more. A cut takes O(d·elements), where d is the number of
// cuts above it. The problem must not be changed any more. NewCubeTree fails if first is not 1 to
// 2²⁰ or cut not 2 to 2²⁰, if the problem is invalid, and if ctx ends.
func NewCubeTree(ctx context.Context, p *Problem, first, cut int) (*CubeTree, error) {
	if p == nil || cut < 2 || cut > maxCubes {
		return nil, fmt.Errorf("dlx: a tree that cuts each cube into %d; it must be 2 to %d", cut, maxCubes)
	}
	leaves, err := p.leaves(ctx, cubeNode{share: 1}, first)
	if err != nil {
		return nil, err
	}
	t := &CubeTree{problem: p}
	t.tree.First = leaves
	t.tree.Cut = func(ctx context.Context, n cubeNode) ([]cubeNode, error) { return p.leaves(ctx, n, cut) }
	return t, nil
}

// At returns the cube at a path: the numbers of the cubes on the way to it, each counted from 0
// in its cut, with dots between them, such as "17.3". It cuts one cube for each number of the
// path, unless an earlier call cut it. A path that no cube has is an error, and so is the path ""
// of the whole problem.
func (t *CubeTree) At(ctx context.Context, path string) (Cube, error) {
	node, err := t.tree.Node(ctx, path)
	if err != nil {
		return Cube{}, named(ctx, err)
	}
	return t.problem.cube(node), context.Cause(ctx)
}

// Parts returns the number of cubes that the cube at a path is cut into, and makes none of them.
// One means that nothing is left to cut. For the path "" it is the number of the first cut.
func (t *CubeTree) Parts(ctx context.Context, path string) (int, error) {
	parts, err := t.tree.Count(ctx, path)
	return parts, named(ctx, err)
}

// named says where an error is from, unless the context has ended.
func named(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("dlx: %w", err)
	}
	return err
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

// Cube is a part of the covers of a problem, and a problem itself: without the options that
// are chosen, and without what they rule out.
type Cube struct {
	// Problem has the covers of the cube. Its items keep their
	// names. Items that the chosen options cover are not there.
	Problem *Problem

	chosen  []int // chosen options of the whole problem
	options []int // per option of Problem, its number in the whole problem, ascending
}

// AppendLift appends the cover of the whole problem that a cover of Problem stands for.
// Options that the cube does not have are left out.
func (c *Cube) AppendLift(to, cover []int) []int {
	begin := len(to)
	to = append(to, c.chosen...)
	for _, o := range cover {
		if o >= 0 && o < len(c.options) {
			to = append(to, c.options[o])
		}
	}
	slices.Sort(to[begin:])
	return to
}

func (p *Problem) cube(n cubeNode) Cube {
	s := newCubeState(p)
	for _, d := range n.decided {
		s.decide(d)
	}
	c := Cube{chosen: s.chosen}
	left, primary := make([]Item, p.items()), 0 // number of the item in the cube, counted from 1; 0 if it is not there
	keep := make([]bool, p.items())
	for o := range p.Options() {
		if s.live[o] {
			c.options = append(c.options, o)
			for _, e := range p.data.Option(o) {
				keep[e.Item] = true
			}
		}
	}
	items := 0
	for i := range p.items() {
		if i < p.data.Primary && s.used[i] < p.least(i) {
			keep[i] = true // although no option may be left: then there is no cover
		}
		if keep[i] {
			items++
			left[i] = items
		}
		if i == p.data.Primary-1 {
			primary = items
		}
	}
	c.Problem = p.only(&s, c.options, left, primary, items)
	return c
}

// least returns the lower bound of a primary item.
func (p *Problem) least(i int) int {
	lo, _ := p.Multiplicity(i)
	return lo
}

// only returns the problem with the given options and items.
func (p *Problem) only(s *cubeState, options []int, left []Item, primary, items int) *Problem {
	q := NewProblem(primary, items-primary)
	for i, k := range left {
		if k == 0 {
			continue
		}
		if i < len(p.itemNames) && p.itemNames[i] != "" {
			q.NameItem(k-1, p.itemNames[i])
		}
		if i >= p.data.Primary {
			continue
		}
		lo, hi := p.Multiplicity(i)
		b := model.Bounds{Lo: max(0, lo-s.used[i]), Hi: hi}
		if hi < unbounded {
			b.Hi -= s.used[i]
		}
		if b != model.Once {
			q.SetMultiplicity(k-1, b.Lo, b.Hi)
		}
	}
	for colour, name := range p.colourNames {
		q.NameColour(colour, name)
	}
	var elements []Element
	for _, o := range options {
		elements = elements[:0]
		for _, e := range p.data.Option(o) { // Option would copy it
			elements = append(elements, Element{left[e.Item] - 1, int(e.Colour)})
		}
		q.Add(elements...)
	}
	return q
}
