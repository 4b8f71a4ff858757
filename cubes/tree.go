package cubes

import (
	"context"
	"slices"

	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
)

// questions are what can be asked about the puzzles of a family, such as where the
// number 7 stands. The answers to a question are called ways. A way is a
// number whose meaning only the family knows. The chosen ways lead from the whole
// puzzle to a cube.
type questions interface {
	// fresh returns a copy that another goroutine can use. Its questions end with run.
	fresh(run *meter.Run) questions
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
	chosen []int
	images []puzzle.Symmetry
	share  float64
}

func (s *source) root() cubeNode { return cubeNode{images: s.group[:1], share: 1} }

// leaves cuts a node until there are n leaves or nothing is left to cut. It returns them in
// the order of the tree.
func (s *source) leaves(ctx context.Context, root cubeNode, n int) ([]cubeNode, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	q := s.questions.fresh(run)
	return search.Leaves(run.Err, root, n, func(n cubeNode) float64 { return n.share }, func(n cubeNode) ([]cubeNode, bool) {
		return s.parts(q, n)
	})
}

// parts cuts a node by one question. It reports false if nothing is left to ask.
func (s *source) parts(q questions, n cubeNode) (parts []cubeNode, ok bool) {
	if len(n.chosen) == 0 && len(s.group) > 1 {
		if ways := q.firstWays(); len(ways) > 0 {
			return s.orbits(q, n, ways), true
		}
	}
	ways, more := q.ways(n.chosen)
	for _, way := range ways {
		parts = append(parts, cubeNode{append(slices.Clip(n.chosen), way), n.images, n.share / float64(len(ways))})
	}
	return parts, more
}

// orbits cuts the root into one part for each class of ways that symmetries map to each other.
//
// Let symmetry g map way a to way b. Then g maps the solutions that have a to those
// that have b, and its inverse maps them back. So one symmetry for each b is enough to
// make every solution that has b, and makes it once.
func (s *source) orbits(q questions, root cubeNode, ways []int) (parts []cubeNode) {
	met := make(map[int]bool)
	for _, way := range ways {
		if met[way] {
			continue
		}
		var images []puzzle.Symmetry
		for _, g := range s.group { // the identity first
			if to := q.image(g, way); !met[to] {
				met[to] = true
				images = append(images, g)
			}
		}
		parts = append(parts, cubeNode{[]int{way}, images, root.share * float64(len(images)) / float64(len(ways))})
	}
	return parts
}

// split is leaves of the whole puzzle, with cubes as the result.
func (s *source) split(ctx context.Context, n int) ([]Cube, error) {
	leaves, err := s.leaves(ctx, s.root(), n)
	if err != nil {
		return nil, err
	}
	run := meter.Start(ctx, nil)
	defer run.Close()
	q := s.questions.fresh(run)
	var all []Cube
	for _, leaf := range leaves {
		if err := run.Err(); err != nil {
			return nil, err
		}
		c, err := s.cube(q, leaf)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

func (s *source) cube(q questions, leaf cubeNode) (Cube, error) {
	part, lift, err := q.cube(leaf.chosen)
	return Cube{Puzzle: part, Images: len(leaf.images), Share: leaf.share, Whole: s.whole, lift: lift, images: leaf.images}, err
}
