package dlx

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut/dlx/internal/model"
	"crosscut/internal/cubetree"
	"crosscut/internal/search"
)

// Cubes share out the covers of a problem, so that several machines can look for them.
//
// A cut asks about a primary item: which is the first of its options that a cover has,
// among those that are still possible? Each answer makes a cube. If the item may have
// enough options already, "no more of them" is an answer too. The item with the fewest
// answers is asked about. Every cover gives exactly one answer. So it lies in exactly one
// cube, for items with multiplicities too.

// Cube is a part of the covers of a problem, and a problem itself: without the options that
// are chosen, and without what they rule out. [Problem.Split] and [CubeTree] make cubes.
type Cube struct {
	path    string
	index   int
	whole   *Problem
	node    cubeNode
	problem *Problem
	chosen  []int // chosen options of whole
	options []int // per option of problem, its number in whole, ascending
}

// Split cuts the problem into n cubes, or a few more, if it is large enough. Every cover
// lies in exactly one of them. The cubes and their order depend only on the problem and n.
// Some may have no cover. There is no cube if Split finds out that there is no cover.
//
// A cut takes O(d·elements), where d is the number of cuts above it. Split fails if n is not 1
// to 2²⁰, if the problem is invalid, and if ctx ends.
func (p *Problem) Split(ctx context.Context, n int) ([]Cube, error) {
	return p.split(ctx, cubeNode{share: 1}, "", n)
}

// Split cuts the cube as [Problem.Split] does. They are cubes of the same whole problem. A
// single cube means that nothing is left to cut.
func (c *Cube) Split(ctx context.Context, n int) ([]Cube, error) {
	if c.whole == nil {
		return nil, errNoCube
	}
	return c.whole.split(ctx, c.node, c.path, n)
}

// errNoCube is the error of a cube that nobody made.
var errNoCube = errors.New("dlx: no cube: only Split and CubeTree make cubes")

// Problem returns the problem whose covers are those of the cube. Its items keep their
// names. Items that the chosen options cover are not there.
func (c *Cube) Problem() *Problem { return c.problem }

// Path returns the way from the whole problem to the cube: the numbers of the cubes on it,
// with dots between them, such as "17.3".
func (c *Cube) Path() string { return c.path }

// Index returns the position of the cube among those of its cut, counted from 0.
func (c *Cube) Index() int { return c.index }

// Share returns an estimate of the cube's share of the whole search.
func (c *Cube) Share() float64 { return c.node.share }

// Lift returns the cover of the whole problem that a cover of [Cube.Problem] stands for. It
// has a slice of its own. Options that the cube does not have are left out.
func (c *Cube) Lift(cover []int) []int { return c.AppendLift(nil, cover) }

// AppendLift is [Cube.Lift] in the memory behind to, if that is long enough. The result
// begins with to.
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

// split cuts the cube of a node.
func (p *Problem) split(ctx context.Context, root cubeNode, path string, n int) ([]Cube, error) {
	leaves, err := p.leaves(ctx, root, n)
	if err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	all := make([]Cube, 0, len(leaves))
	for i, leaf := range leaves {
		if err := run.Err(); err != nil {
			return nil, err
		}
		all = append(all, p.cube(leaf, cubetree.Child(path, i), i))
	}
	return all, nil
}

// checkCubes checks a number of cubes.
func checkCubes(n int) error {
	if n < 1 || n > maxCubes {
		return fmt.Errorf("dlx: %d cubes; it must be 1 to %d", n, maxCubes)
	}
	return nil
}

// cube builds the cube of a node.
func (p *Problem) cube(n cubeNode, path string, index int) Cube {
	s := newCubeState(p)
	for _, d := range n.decided {
		s.decide(d)
	}
	c := Cube{path: path, index: index, whole: p, node: n, chosen: s.chosen}
	left, primary := make([]Item, p.items()), 0 // number of the item in the cube, counted from 1; 0 if it is not there
	keep := make([]bool, p.items())
	for o := range p.Options() {
		if s.live[o] {
			c.options = append(c.options, o)
			for _, e := range p.Option(o) {
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
			left[i] = model.Item(items)
		}
		if i == p.data.Primary-1 {
			primary = items
		}
	}
	c.problem = p.only(&s, c.options, left, primary, items)
	return c
}

// least returns the lower bound of a primary item.
func (p *Problem) least(i int) int {
	lo, _ := p.Multiplicity(Item(i))
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
		lo, hi := p.Multiplicity(Item(i))
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
		for _, e := range p.Option(o) {
			elements = append(elements, Element{Item: left[e.Item] - 1, Colour: e.Colour})
		}
		q.Add(elements...)
	}
	return q
}
