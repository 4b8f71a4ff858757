package cubes

import (
	"container/heap"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// questions are what can be asked about the puzzles of a family, such as where the
// number 7 stands. The answers to a question are called ways. A way is a
// number whose meaning only the family knows. The chosen ways lead from the whole
// puzzle to a cube.
type questions interface {
	// ways returns the answers to the question that has the fewest, after the chosen
	// ones. No way means that there is no solution. The result is false if nothing is
	// left to ask, or too little to cut.
	ways(chosen []int) ([]int, bool)
	// firstWays returns the answers to a question for which every symmetry of the
	// puzzle maps answers to answers. It returns nil if there is no such question.
	firstWays() []int
	// image returns the one of the firstWays to which a symmetry maps way.
	image(s puzzle.Symmetry, way int) int
	// cube returns the puzzle that remains after the chosen ways, and a function
	// that makes solutions of the whole puzzle from its solutions. The function is
	// nil if they are the same.
	cube(chosen []int) (puzzle.Puzzle, lifter, error)
}

// cubeNode is a node of the tree of cubes.
type cubeNode struct {
	chosen   []int
	images   []puzzle.Symmetry
	share    float64
	serial   int // number of nodes made before this one
	children []*cubeNode
	cut      bool
}

// cubeTree is the tree of cubes. The leaves that can still be cut form a heap. The leaf
// with the largest share comes first. Among equal shares, the oldest leaf comes first.
type cubeTree struct {
	whole     puzzle.Puzzle
	questions questions
	run       *search.Run
	// A heap of the leaves that can still be cut.
	leaves []*cubeNode
	made   int // number of nodes
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

// grow makes a leaf. Its parent is up, or nil for the root.
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
			if ways := t.questions.firstWays(); len(ways) > 0 {
				t.cutByOrbits(node, group, ways)
				leaves += len(node.children) - 1
				continue
			}
		}
		ways, more := t.questions.ways(node.chosen)
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

// cutByOrbits cuts the root into one child for each class of ways that symmetries map
// to each other.
//
// Let symmetry g map way a to way b. Then g maps the solutions that have a to those
// that have b, and its inverse maps them back. So one symmetry for each b is enough to
// make every solution that has b, and makes it once.
func (t *cubeTree) cutByOrbits(root *cubeNode, group []puzzle.Symmetry, ways []int) {
	met := make(map[int]bool)
	for _, way := range ways {
		if met[way] {
			continue
		}
		var images []puzzle.Symmetry
		for _, s := range group { // the identity first
			if to := t.questions.image(s, way); !met[to] {
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
		part, lift, err := t.questions.cube(n.chosen)
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
