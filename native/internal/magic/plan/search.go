package plan

import (
	"crosscut/meter"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
)

// Search yields fillings by a plan. Root is called once, and returns nil if there are no fillings.
// Known reports whether a filling is not to be yielded again.
type Search struct {
	Root  func() (*Root, error)
	Known func(value []int32) bool

	found *Count // with a scheme without a cut; nil before there is one
}

// Estimate returns about how many nodes the plan takes. The first call makes the plan.
func (m *Search) Estimate() (float64, error) {
	if m.found == nil {
		root, err := m.Root()
		if err != nil {
			return 0, err
		}
		c, err := newCount(root)
		if err == nil && root != nil {
			c.scheme, err = c.whole(beamWidth)
		}
		if err != nil {
			return 0, err
		}
		m.found = c
	}
	if m.found.Root == nil {
		return 0, nil
	}
	return m.found.scheme.estimate, nil
}

// Run yields the fillings that are not known. The share done of the whole search is finished before.
func (m *Search) Run(done float64, yield func(puzzle.Solution) bool) error {
	if m.found.Root == nil {
		return nil
	}
	r, free := m.found.r, m.found.free
	walk := m.walker(r, yield)
	if !counting.Wanted(r) {
		return walk.run(0, free, done, 1-done)
	}
	subtrees, err := walk.cutSubtrees(free, done, 1-done)
	for i := 0; err == nil && i < len(subtrees); i++ {
		if r.Nodes > counting.NodesBefore {
			return m.walkTogether(subtrees[i:], yield)
		}
		err = walk.runSubtree(&subtrees[i])
		r.Share(subtrees[i].from + subtrees[i].part)
	}
	return err
}

// walker returns a walk that yields what it finds and the images of it, except what is known.
func (m *Search) walker(r *meter.Run, yield func(puzzle.Solution) bool) *planWalk {
	c, s := m.found, m.found.scheme
	walk := c.walk(s.plan.clone(), r)
	board, mirrored, memory := make(puzzle.Solution, len(c.value)), make([]int32, len(c.value)), s.symmetries.roomForImages()
	pass := func(image []int32) error {
		if m.Known(image) {
			return nil
		}
		for i, v := range image {
			board[i] = int(v) + c.p.Low()
		}
		walk.r.Solutions++
		if !yield(board) {
			return meter.ErrStopped
		}
		return walk.r.Err()
	}
	walk.leaf = func(uint64) error {
		filling := walk.value[:len(board)]
		err := s.symmetries.images(0, filling, memory, pass)
		if err == nil && s.standsForMirrorImage(walk.value) {
			c.mirrored.mirrorImage(mirrored, filling)
			err = s.symmetries.images(0, mirrored, memory, pass)
		}
		return err
	}
	return &walk
}

func (m *Search) walkTogether(subtrees []walkSubtree, yield func(puzzle.Solution) bool) error {
	join := func(yield func(puzzle.Solution) bool) func(*walkSubtree, *meter.Run) error {
		walk := m.walker(nil, yield)
		return func(c *walkSubtree, r *meter.Run) error {
			walk.r = r
			return walk.runSubtree(c)
		}
	}
	return counting.Search(m.found.r, subtrees, len(m.found.value), join, func(c *walkSubtree) float64 { return c.from + c.part }, yield)
}
