package magic

import (
	"errors"
	"math/rand/v2"

	"crosscut/internal/search"
	"crosscut/native/internal/crew"
	"crosscut/puzzle"
)

// planSearch yields solutions by a plan.
type planSearch struct {
	root *planRoot // nil when there are no solutions
	plan fillPlan

	nodes    float64 // about how many the plan takes
	prepared bool    // there is a plan, unless there are no solutions
	wide     bool    // the longer look for a plan has been taken
}

// widenFrom is how many nodes the search has before it looks longer for a plan. On boards of
// order 8, this look takes about the time of 3500 nodes.
const widenFrom = 4000

// estimate returns about how many nodes the plan takes. The search of p has had
// searched nodes. The first call makes a plan. A later one looks longer for a better
// plan, where that takes little in comparison with the search.
func (m *planSearch) estimate(p *puzzle.Magic, r *search.Run, searched int64) (float64, error) {
	if !m.prepared {
		if err := m.prepare(p, r); err != nil {
			return 0, err
		}
	}
	if searched >= widenFrom && m.wideningHelps() {
		return m.nodes, m.widen()
	}
	return m.nodes, nil
}

// prepare makes a plan.
func (m *planSearch) prepare(p *puzzle.Magic, r *search.Run) (err error) {
	m.prepared = true
	if m.root, err = newPlanRoot(p, r); m.root == nil {
		return err
	}
	m.plan, m.nodes = m.draft(beamWidths[0])
	return r.Err()
}

// try reports whether at most so many nodes of the plan find what the caller of r still wants,
// or end the walk. Then run finds it again and yields it. So these nodes are not counted. The
// fillings in x are left out. Without a plan it reports false.
func (m *planSearch) try(x *progress, r *search.Run, nodes int64) (bool, error) {
	if !m.prepared || m.nodes >= endlessNodes {
		return false, nil
	}
	if m.root == nil {
		return true, nil
	}
	ctx, cancel := r.Context()
	defer cancel()
	own := search.Start(ctx, &search.Meter{MaxNodes: nodes})
	defer own.Close()
	missing := int64(r.Wanted()) - r.Solutions
	walk := m.walker(x, own, func(puzzle.Solution) bool { return own.Solutions < missing })
	err := walk.run(0, m.root.s.free[0], 0, 1)
	switch {
	case errors.Is(err, search.ErrLimit):
		return false, nil
	case err != nil && !errors.Is(err, search.ErrStopped):
		return false, err
	}
	m.wide = true // another plan might take longer
	return true, nil
}

// wideningHelps reports whether a longer look for a plan is still to be taken and may
// save more than it takes.
func (m *planSearch) wideningHelps() bool {
	return m.root != nil && !m.wide && m.nodes > fewNodes && m.nodes < endlessNodes
}

// widen looks longer for a better plan.
func (m *planSearch) widen() error {
	m.wide = true
	if plan, nodes := m.draft(beamWidths[1]); nodes < m.nodes {
		m.plan, m.nodes = plan, nodes
	}
	return m.root.s.r.Err()
}

// draft makes a plan, looking at so many ways side by side, and estimates its nodes.
func (m *planSearch) draft(width int) (plan fillPlan, nodes float64) {
	e := m.root.e
	plan = e.compile(m.root.draft(e.unknown, width).order, m.root.domains, nil)
	walk := m.root.walk(plan, m.root.s.r)
	random := rand.New(rand.NewPCG(1, 2)) // the same choice every time
	for range divesPerEstimate {
		n, _, _ := walk.dive(random, m.root.s.free[0])
		nodes += n / divesPerEstimate
	}
	return plan, nodes
}

// run yields the solutions that the search had not found before it changed over.
func (m *planSearch) run(x *progress, yield func(puzzle.Solution) bool) error {
	if m.root == nil {
		return nil
	}
	if m.wideningHelps() {
		if err := m.widen(); err != nil {
			return err
		}
	}
	s := m.root.s
	walk := m.walker(x, s.r, yield)
	walk.findShares(s.free[0], m.nodes, nodesOfDive)
	if !crew.Wanted(s.r) {
		return walk.run(0, s.free[0], x.done, 1-x.done)
	}
	subtrees, err := walk.cutSubtrees(s.free[0], x.done, 1-x.done)
	for i := 0; err == nil && i < len(subtrees); i++ {
		if s.r.Nodes > crew.NodesBefore {
			return m.walkTogether(x, subtrees[i:], yield)
		}
		err = walk.runSubtree(&subtrees[i])
		s.r.Share(subtrees[i].from + subtrees[i].part)
	}
	return err
}

// walker returns a walk that yields what it finds, except what the search has found.
func (m *planSearch) walker(x *progress, r *search.Run, yield func(puzzle.Solution) bool) *planWalk {
	walk := m.root.walk(m.plan.clone(), r)
	board, low := make(puzzle.Solution, len(m.root.s.value)), m.root.s.p.Low()
	walk.leaf = func(uint64) error {
		if x.found(walk.value) {
			return nil
		}
		for c := range board {
			board[c] = int(walk.value[c]) + low
		}
		if x.isKnown(board) {
			return nil
		}
		walk.r.Solutions++
		if !yield(board) {
			return search.ErrStopped
		}
		return nil
	}
	return &walk
}

// walkTogether walks the subtrees with all workers.
func (m *planSearch) walkTogether(x *progress, subtrees []walkSubtree, yield func(puzzle.Solution) bool) error {
	join := func(yield func(puzzle.Solution) bool) func(*walkSubtree, *search.Run) error {
		walk := m.walker(x, nil, yield)
		return func(c *walkSubtree, r *search.Run) error {
			walk.r = r
			return walk.runSubtree(c)
		}
	}
	return crew.Search(m.root.s.r, subtrees, len(m.root.s.value), join, func(c *walkSubtree) float64 { return c.from + c.part }, yield)
}

// beamWidths are how many ways to learn cells are looked at side by side: at first, and
// in a longer look. The longer look takes less time than fewNodes nodes. It does not
// help where a plan has endlessNodes.
var beamWidths = []int{32, 512}

const (
	fewNodes     = 5e6
	endlessNodes = 1e14
)

// divesPerEstimate is how many dives an estimate is the mean of.
const divesPerEstimate = 150
