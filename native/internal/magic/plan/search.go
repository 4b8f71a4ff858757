package plan

import (
	"math/rand/v2"

	"crosscut/internal/search"
	"crosscut/native/internal/crew"
	"crosscut/puzzle"
)

// Search yields fillings by a plan. Root is called once, and returns nil if there are no fillings.
// Known reports whether a filling is not to be yielded again.
type Search struct {
	Root  func() (*Root, error)
	Known func(value *[64]int32) bool

	root *Root // nil when there are no solutions
	plan fillPlan

	nodes    float64 // about how many the plan takes
	prepared bool    // there is a plan, unless there are no solutions
}

// Estimate returns about how many nodes the plan takes. The first call makes the plan.
func (m *Search) Estimate() (float64, error) {
	if m.prepared {
		return m.nodes, nil
	}
	m.prepared = true
	var err error
	if m.root, err = m.Root(); m.root == nil {
		return 0, err
	}
	e := m.root.e
	draft, err := m.root.draft(e.unknown, beamWidth)
	if err != nil {
		return 0, err
	}
	m.plan = e.compile(draft.order, m.root.domains, nil)
	walk := m.root.walk(m.plan, m.root.r)
	random := rand.New(rand.NewPCG(1, 2)) // the same choice every time
	for range divesPerEstimate {
		n, _, _ := walk.dive(random, m.root.free)
		m.nodes += n / divesPerEstimate
	}
	return m.nodes, nil
}

// Run yields the fillings that are not known. The share done of the whole search is finished before.
func (m *Search) Run(done float64, yield func(puzzle.Solution) bool) error {
	if m.root == nil {
		return nil
	}
	r, free := m.root.r, m.root.free
	walk := m.walker(r, yield)
	if !crew.Wanted(r) {
		return walk.run(0, free, done, 1-done)
	}
	subtrees, err := walk.cutSubtrees(free, done, 1-done)
	for i := 0; err == nil && i < len(subtrees); i++ {
		if r.Nodes > crew.NodesBefore {
			return m.walkTogether(subtrees[i:], yield)
		}
		err = walk.runSubtree(&subtrees[i])
		r.Share(subtrees[i].from + subtrees[i].part)
	}
	return err
}

// walker returns a walk that yields what it finds, except what is known.
func (m *Search) walker(r *search.Run, yield func(puzzle.Solution) bool) *planWalk {
	walk := m.root.walk(m.plan.clone(), r)
	board, low := make(puzzle.Solution, len(m.root.value)), m.root.p.Low()
	walk.leaf = func(uint64) error {
		if m.Known(walk.value) {
			return nil
		}
		for c := range board {
			board[c] = int(walk.value[c]) + low
		}
		walk.r.Solutions++
		if !yield(board) {
			return search.ErrStopped
		}
		return nil
	}
	return &walk
}

func (m *Search) walkTogether(subtrees []walkSubtree, yield func(puzzle.Solution) bool) error {
	join := func(yield func(puzzle.Solution) bool) func(*walkSubtree, *search.Run) error {
		walk := m.walker(nil, yield)
		return func(c *walkSubtree, r *search.Run) error {
			walk.r = r
			return walk.runSubtree(c)
		}
	}
	return crew.Search(m.root.r, subtrees, len(m.root.value), join, func(c *walkSubtree) float64 { return c.from + c.part }, yield)
}
