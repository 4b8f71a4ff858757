package cubes

import (
	"container/heap"
	"context"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// questions are what can be asked about the puzzles of a family, such as where the
// number 7 stands. The answers to a question are called ways. A way is a
// number whose meaning only the family knows. The chosen ways lead from the whole
// puzzle to a cube.
type questions interface {
	// fresh returns a copy that another goroutine can use. Its questions end with run.
	fresh(run *search.Run) questions
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

// root returns the whole puzzle as a node.
func (s *source) root() *cubeNode { return &cubeNode{images: s.group[:1], share: 1} }

// leaves cuts a node until there are n leaves or nothing is left to cut. It returns them in
// the order of the tree.
func (s *source) leaves(ctx context.Context, root *cubeNode, n int) ([]*cubeNode, error) {
	run := search.Start(ctx, nil)
	defer run.Close()
	t := &cubeTree{source: s, questions: s.questions.fresh(run), run: run}
	if err := t.cutInto(root, n); err != nil {
		return nil, err
	}
	return root.leaves(nil), nil
}

// split is leaves with cubes as the result. path is that of the root.
func (s *source) split(ctx context.Context, root *cubeNode, n int, path Path, cut int) ([]Cube, error) {
	leaves, err := s.leaves(ctx, root, n)
	if err != nil {
		return nil, err
	}
	run := search.Start(ctx, nil)
	defer run.Close()
	q := s.questions.fresh(run)
	var all []Cube
	for i, leaf := range leaves {
		if err := run.Err(); err != nil {
			return nil, err
		}
		c, err := s.cube(q, leaf, i, path.Child(i), cut)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// cube returns the cube of a leaf.
func (s *source) cube(q questions, leaf *cubeNode, index int, path Path, cut int) (Cube, error) {
	part, lift, err := q.cube(leaf.chosen)
	return Cube{
		index: index, path: path, cut: cut, source: s, chosen: leaf.chosen,
		whole: s.whole, part: part, lift: lift, images: leaf.images, share: leaf.share,
	}, err
}

// cubeTree is the tree of cubes. The leaves that can still be cut form a heap. The leaf
// with the largest share comes first. Among equal shares, the oldest leaf comes first.
type cubeTree struct {
	*source
	questions questions
	run       *search.Run
	open      []*cubeNode // a heap of the leaves that can still be cut
	made      int         // number of nodes
}

func (t *cubeTree) Len() int { return len(t.open) }
func (t *cubeTree) Less(i, j int) bool {
	a, b := t.open[i], t.open[j]
	if a.share != b.share {
		return a.share > b.share
	}
	return a.serial < b.serial
}
func (t *cubeTree) Swap(i, j int) { t.open[i], t.open[j] = t.open[j], t.open[i] }
func (t *cubeTree) Push(n any)    { t.open = append(t.open, n.(*cubeNode)) }
func (t *cubeTree) Pop() any {
	last := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	return last
}

// grow makes a leaf below up.
func (t *cubeTree) grow(up *cubeNode, chosen []int, images []puzzle.Symmetry, share float64) {
	n := &cubeNode{chosen: chosen, images: images, share: share}
	up.children = append(up.children, n)
	t.push(n)
}

func (t *cubeTree) push(n *cubeNode) {
	n.serial = t.made
	t.made++
	heap.Push(t, n)
}

// cutInto cuts a leaf until there are n leaves below it or nothing is left to cut.
func (t *cubeTree) cutInto(root *cubeNode, n int) error {
	t.push(root)
	leaves := 1
	for leaves < n && len(t.open) > 0 {
		if err := t.run.Err(); err != nil {
			return err
		}
		node := heap.Pop(t).(*cubeNode)
		if len(node.chosen) == 0 && len(t.group) > 1 {
			if ways := t.questions.firstWays(); len(ways) > 0 {
				t.cutByOrbits(node, ways)
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
	return t.run.Err()
}

// cutByOrbits cuts the root into one child for each class of ways that symmetries map
// to each other.
//
// Let symmetry g map way a to way b. Then g maps the solutions that have a to those
// that have b, and its inverse maps them back. So one symmetry for each b is enough to
// make every solution that has b, and makes it once.
func (t *cubeTree) cutByOrbits(root *cubeNode, ways []int) {
	met := make(map[int]bool)
	for _, way := range ways {
		if met[way] {
			continue
		}
		var images []puzzle.Symmetry
		for _, s := range t.group { // the identity first
			if to := t.questions.image(s, way); !met[to] {
				met[to] = true
				images = append(images, s)
			}
		}
		t.grow(root, []int{way}, images, root.share*float64(len(images))/float64(len(ways)))
	}
	root.cut = true
}

// leaves appends the leaves below a node, in the order of the tree.
func (n *cubeNode) leaves(all []*cubeNode) []*cubeNode {
	if !n.cut {
		return append(all, n)
	}
	for _, child := range n.children {
		all = child.leaves(all)
	}
	return all
}
