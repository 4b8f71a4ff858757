package cubes

import (
	"container/heap"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// settling is what can be settled in the puzzles of a family. Ways to settle
// something are numbers that mean nothing to others.
type settling interface {
	// ways returns how that can be settled which has the fewest ways, when those made
	// have been chosen. None means that there is no solution. It returns false when
	// all is settled, or so nearly that cutting ends.
	ways(chosen []int) ([]int, bool)
	// moved returns the ways to settle something that every symmetry of the puzzle
	// leaves what it is, and nil when there is nothing like that.
	firstWays() []int
	// image returns the one of moved that a symmetry carries one into.
	image(s puzzle.Symmetry, way int) int
	// cube returns what is left, and how its solutions become those of the whole.
	cube(chosen []int) (puzzle.Puzzle, func(puzzle.Solution) puzzle.Solution, error)
}

// cubeNode is a node of the tree of cubes.
type cubeNode struct {
	chosen   []int
	images   []puzzle.Symmetry
	share    float64
	serial   int // nodes made before
	children []*cubeNode
	cut      bool
}

// cubeTree is the tree of cubes. Its leaves that may be cut are a heap, the one with
// the largest share first, and of several the eldest.
type cubeTree struct {
	whole    puzzle.Puzzle
	settling settling
	run      *search.Run
	leaves   []*cubeNode
	made     int
}

func (t *cubeTree) Len() int { return len(t.leaves) }
func (t *cubeTree) Less(i, j int) bool {
	a, b := t.leaves[i], t.leaves[j]
	if a.share != b.share {
		return a.share > b.share
	}
	return a.serial < b.serial
}
func (t *cubeTree) Swap(i, j int) { t.leaves[i], t.leaves[j] = t.leaves[j], t.leaves[i] }
func (t *cubeTree) Push(n any)    { t.leaves = append(t.leaves, n.(*cubeNode)) }
func (t *cubeTree) Pop() any {
	last := t.leaves[len(t.leaves)-1]
	t.leaves = t.leaves[:len(t.leaves)-1]
	return last
}

// grow adds a child to a node, or the root.
func (t *cubeTree) grow(up *cubeNode, chosen []int, images []puzzle.Symmetry, share float64) *cubeNode {
	n := &cubeNode{chosen: chosen, images: images, share: share, serial: t.made}
	t.made++
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
	for leaves < n && len(t.leaves) > 0 {
		if err := t.run.Err(); err != nil {
			return nil, err
		}
		node := heap.Pop(t).(*cubeNode)
		if node == root && len(group) > 1 {
			if ways := t.settling.firstWays(); len(ways) > 0 {
				t.cutByOrbits(node, group, ways)
				leaves += len(node.children) - 1
				continue
			}
		}
		ways, more := t.settling.ways(node.chosen)
		if !more {
			continue
		}
		for _, way := range ways {
			t.grow(node, append(node.chosen[:len(node.chosen):len(node.chosen)], way), node.images, node.share/float64(len(ways)))
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
		part, lift, err := t.settling.cube(n.chosen)
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
