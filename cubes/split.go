// Package cubes cuts a puzzle into cubes: puzzles that share out its solutions. It knows
// no engine, so any engine can search any cube. It also serves counts that many machines
// share: each machine makes the same cubes and takes some of them.
//
// The root package searches and counts cubes: see its SearchCubes, CountCubes and
// EnumerateCubes.
package cubes

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"fmt"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// Cube is a part of the solutions of a puzzle, and a puzzle itself: the whole one
// with more clues, or a draughtboard on which some stones lie, of which the squares
// and stones that are left remain. So any engine can search any cube, and cubes of
// one puzzle can be searched by different ones. [Split] makes cubes.
type Cube struct {
	index  int
	whole  puzzle.Puzzle
	part   puzzle.Puzzle
	lift   func(puzzle.Solution) puzzle.Solution // of part to whole; nil where they are the same
	images []puzzle.Symmetry                     // of whole: the first is the identity
	share  float64
}

// Index returns where the cube stood among those that [Split] made, counted from 0.
func (c *Cube) Index() int { return c.index }

// Puzzle returns the puzzle whose solutions are those of the cube. On a draughtboard
// with stones laid its cells and stones are fewer than the whole one's.
func (c *Cube) Puzzle() puzzle.Puzzle { return c.part }

// Images returns how many solutions of the whole puzzle each solution of
// [Cube.Puzzle] stands for: itself, and its images under that many symmetries less
// one, whose cubes are not searched.
func (c *Cube) Images() int { return len(c.images) }

// Share returns the share of the whole search that the cube is thought to be. The
// shares of all cubes of a puzzle add up to one at most.
func (c *Cube) Share() float64 { return c.share }

// Whole returns the puzzle that was cut.
func (c *Cube) Whole() puzzle.Puzzle { return c.whole }

// Reduced reports whether the cube's board lacks cells of the whole board. Then [Cube.Lift]
// adds them.
func (c *Cube) Reduced() bool { return c.lift != nil }

// Lift returns the solution of the whole puzzle that a solution of [Cube.Puzzle] stands
// for. It is s itself where the boards are the same.
func (c *Cube) Lift(s puzzle.Solution) puzzle.Solution {
	if c.lift == nil {
		return s
	}
	return c.lift(s)
}

// Image returns the image of a solution of the whole puzzle under the i-th symmetry that
// the cube stands for, 0 ≤ i < [Cube.Images]. The image number 0 is s itself.
func (c *Cube) Image(i int, s puzzle.Solution) puzzle.Solution {
	if i == 0 {
		return s
	}
	return c.images[i].Apply(s)
}

// Hash returns a hash of what the cubes are, in their order: 64 hexadecimal
// digits that are the same where [Split] has cut the same puzzle in the same way.
func Hash(cubes []Cube) string {
	hash := sha256.New()
	for i := range cubes {
		c := &cubes[i]
		fmt.Fprintf(hash, "%d\n%s\n", len(c.images), c.part) // never fails, says hash.Hash
	}
	return fmt.Sprintf("%x", hash.Sum(nil))
}

// Max is the largest number of cubes that [Split] can be asked for.
const Max = 1 << 20

// Knows reports whether [Split] can cut puzzles of the type of p. It cannot cut types of
// other packages, whose rules it does not know.
func Knows(p puzzle.Puzzle) bool {
	switch p.(type) {
	case *puzzle.Hidoku, *puzzle.Magic, *puzzle.Draughtboard:
		return true
	}
	return false
}

// Split cuts a puzzle into cubes, n of them or a few more where the puzzle is large
// enough: every solution of p lies in exactly one. The cubes and their order follow
// from p and n alone. Some may have no solution; there is no cube at all when p is
// seen to have none.
//
// It begins with one cube, the whole puzzle. Then the one with the largest share is
// cut into one for each way to settle something, until there are enough: where a
// number stands, which number a cell has, or which stone covers a cell and how,
// whatever has the fewest ways by the rules alone. They have equal shares. The first
// cut is different where the puzzle has symmetries: there it is along a number or
// stone that all symmetries leave what it is, and of the ways that they carry into
// one another only the first becomes a cube, which stands for all of them.
//
// Time is O(n·w), where w is what it takes to look at what can be settled:
// O(cells) on a Hidoku, O(cells²) on a magic board, O(placements) on a draughtboard.
// Errors are an n out of range, the cause of the end of ctx, and a [*search.LimitError] for a
// board whose placements are too many to list.
func Split(ctx context.Context, p puzzle.Puzzle, n int) ([]Cube, error) {
	if n < 1 || n > Max {
		return nil, fmt.Errorf("%d cubes; it must be 1 to %d", n, Max)
	}
	if err := puzzle.Validate(p); err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	t := &cubeTree{whole: p, run: run}
	var err error
	switch p := p.(type) {
	case *puzzle.Hidoku:
		t.settling = newHidokuSettling(p)
	case *puzzle.Magic:
		t.settling = newMagicSettling(p, run)
	case *puzzle.Draughtboard:
		t.settling, err = newDraughtboardSettling(p, run)
	default:
		err = fmt.Errorf("no cubes of a puzzle of type %T", p)
	}
	if err != nil {
		return nil, err
	}
	return t.split(n)
}

// settling is what can be settled in the puzzles of a family. Ways to settle
// something are numbers that mean nothing to others.
type settling interface {
	// ways returns how that can be settled which has the fewest ways, when those made
	// have been chosen. None means that there is no solution. It returns false when
	// all is settled, or so nearly that cutting ends.
	ways(made []int) ([]int, bool)
	// moved returns the ways to settle something that every symmetry of the puzzle
	// leaves what it is, and nil when there is nothing like that.
	moved() []int
	// image returns the one of moved that a symmetry carries one into.
	image(s puzzle.Symmetry, way int) int
	// cube returns what is left, and how its solutions become those of the whole.
	cube(made []int) (puzzle.Puzzle, func(puzzle.Solution) puzzle.Solution, error)
}

// cubeNode is a node of the tree of cubes.
type cubeNode struct {
	made     []int
	images   []puzzle.Symmetry
	share    float64
	born     int // nodes made before
	children []*cubeNode
	cut      bool
}

// cubeTree is the tree of cubes. Its leaves that may be cut are a heap, the one with
// the largest share first, and of several the eldest.
type cubeTree struct {
	whole    puzzle.Puzzle
	settling settling
	run      *search.Run
	open     []*cubeNode
	born     int
}

func (t *cubeTree) Len() int { return len(t.open) }
func (t *cubeTree) Less(i, j int) bool {
	a, b := t.open[i], t.open[j]
	if a.share != b.share {
		return a.share > b.share
	}
	return a.born < b.born
}
func (t *cubeTree) Swap(i, j int) { t.open[i], t.open[j] = t.open[j], t.open[i] }
func (t *cubeTree) Push(n any)    { t.open = append(t.open, n.(*cubeNode)) }
func (t *cubeTree) Pop() any {
	last := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	return last
}

// grow adds a child to a node, or the root.
func (t *cubeTree) grow(up *cubeNode, made []int, images []puzzle.Symmetry, share float64) *cubeNode {
	n := &cubeNode{made: made, images: images, share: share, born: t.born}
	t.born++
	if up != nil {
		up.children = append(up.children, n)
	}
	heap.Push(t, n)
	return n
}

// split cuts until there are n leaves or nothing is left to cut.
func (t *cubeTree) split(n int) ([]Cube, error) {
	group := puzzle.Symmetries(t.whole)
	root := t.grow(nil, nil, group[:1], 1)
	leaves := 1
	for leaves < n && len(t.open) > 0 {
		if err := t.run.Err(); err != nil {
			return nil, err
		}
		node := heap.Pop(t).(*cubeNode)
		if node == root && len(group) > 1 {
			if ways := t.settling.moved(); len(ways) > 0 {
				t.cutByOrbits(node, group, ways)
				leaves += len(node.children) - 1
				continue
			}
		}
		ways, more := t.settling.ways(node.made)
		if !more {
			continue
		}
		for _, way := range ways {
			t.grow(node, append(node.made[:len(node.made):len(node.made)], way), node.images, node.share/float64(len(ways)))
		}
		node.cut = true
		leaves += len(ways) - 1
	}
	return t.cubes(nil, root)
}

// cutByOrbits cuts the root into one child for each class of ways that the
// symmetries carry into one another.
//
// Let g be a symmetry that carries way a into way b. It carries the solutions that have a
// into those that have b, and its inverse carries them back; so one symmetry for
// each b, whichever it is, makes every solution with b once.
func (t *cubeTree) cutByOrbits(root *cubeNode, group []puzzle.Symmetry, ways []int) {
	met := make(map[int]bool)
	for _, way := range ways {
		if met[way] {
			continue
		}
		var images []puzzle.Symmetry
		for _, s := range group { // the identity first
			if to := t.settling.image(s, way); !met[to] {
				met[to] = true
				images = append(images, s)
			}
		}
		t.grow(root, []int{way}, images, float64(len(images))/float64(len(ways)))
	}
	root.cut = true
}

// cubes appends the leaves below a node, in the order of the tree.
func (t *cubeTree) cubes(all []Cube, n *cubeNode) ([]Cube, error) {
	if err := t.run.Err(); err != nil {
		return nil, err
	}
	if !n.cut {
		part, lift, err := t.settling.cube(n.made)
		if err != nil {
			return nil, err
		}
		return append(all, Cube{index: len(all), whole: t.whole, part: part, lift: lift, images: n.images, share: n.share}), nil
	}
	var err error
	for _, child := range n.children {
		if all, err = t.cubes(all, child); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// errManyPlacements says that a board is too large to be split.
var errManyPlacements = &search.LimitError{What: "memory for the placements of the stones"}

// Spread puts the cubes into an order in which those that come first are from all
// parts of the puzzle, so that the share that is done tells something of the rest.
func Spread(cubes []Cube) []Cube {
	// The multiples of about n over the golden ratio, modulo n, lie evenly. Without a
	// common divisor with n they are all numbers below it.
	n := len(cubes)
	stride := max(1, int(float64(n)*0.618))
	for gcd(n, stride) > 1 {
		stride++
	}
	spread := make([]Cube, 0, n)
	for i := range n {
		spread = append(spread, cubes[i*stride%n])
	}
	return spread
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
