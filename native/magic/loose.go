package magic

import (
	"errors"
	"math/bits"
	"math/rand/v2"

	"crosscut/internal/search"
	"crosscut/native/internal/crew"
	"crosscut/puzzle"
)

// magicSwitch is the choice of how to go on with a search that has had many nodes. To
// propagate after each guess is good where little fits. To fill the cells by a plan
// takes some hundredth of the time for a node, and is good where much fits.
type magicSwitch struct {
	after   int64                   // the number of nodes at which to think of it; 0 for never
	ask     int64                   // the number of nodes at which to think of a plan and of cubes
	many    int64                   // the number of nodes before cubes are thought of
	prepare func() (float64, error) // estimates how many nodes of a plan are needed, nil for no plans
	ready   bool
	nodes   float64                 // what prepare said
	widen   func() (float64, error) // does so with a longer look for a plan; nil where there is none

	rest *magicRest // what is left of the search, when it has been begun anew or is to go on by a plan
	kept int        // the choices kept in it
	done float64    // the share of the search that is done
}

// errLoose says that the search is to go on by a plan.
var errLoose = errors.New("the board is loose")

// errAnew says that the search is to begin anew.
var errAnew = errors.New("little found for long")

// magicPatience is how many nodes the search has before it thinks of a change.
const magicPatience = 500

// magicWidely is how many nodes the search has before it looks for plans more widely.
const magicWidely = 8000

// magicNodesOfPlan is how many nodes of a plan take the time of one of the search, as
// measured on boards of order 7 and 8. Estimates of either are more often too low.
const magicNodesOfPlan = 300

// magicPlanSoon is how many times a plan may be too long for the search to wait for its
// turn in place of going on by cubes: what is left of the search is often many times what
// it seems at first.
const magicPlanSoon = 10

// errMany says that the search is to go on by cubes.
var errMany = errors.New("there is much left to find")

// magicMany is how many nodes the search has before it goes on by cubes.
const magicMany = 1 << 14

// consider returns errLoose when the search is to go on by a plan, errAnew when it is to
// begin anew, and errMany when it is to go on by cubes, which is for those who want more
// than two solutions; otherwise it is asked again later.
func (x *magicSwitch) consider(stats *search.Stats) error {
	if stats.Nodes >= x.ask {
		x.ask = 2 * stats.Nodes
		left := float64(stats.Nodes) / max(x.done, 1e-12) * (1 - x.done)
		if err := x.estimate(stats.Nodes); err != nil {
			return err
		}
		if x.prepare != nil && x.nodes < min(magicEndless, left*magicNodesOfPlan) {
			return errLoose
		}
		plan := x.prepare != nil && x.nodes < min(magicEndless, left*magicNodesOfPlan*magicPlanSoon)
		if stats.Solutions >= 2 && stats.Nodes >= x.many && left > float64(stats.Nodes) && !plan {
			return errMany
		}
	}
	if stats.Solutions < 2 {
		return errAnew
	}
	x.after = x.ask
	return nil
}

// estimate calls prepare, once, and after so many nodes that this takes little in
// comparison widen, once, where that is of use.
func (x *magicSwitch) estimate(nodes int64) (err error) {
	if !x.ready && x.prepare != nil {
		x.nodes, err = x.prepare()
		x.ready = true
	}
	if err == nil && x.widen != nil && nodes >= magicWidely && x.nodes > magicFew && x.nodes < magicEndless {
		x.nodes, err = x.widen()
		x.widen = nil
	}
	return err
}

// magicRoot is a board of up to 64 cells with all that propagation says without a
// guess: where plans begin.
type magicRoot struct {
	s       *magicState
	e       *magicEquations
	domains []uint64 // per cell
}

// newMagicRoot returns the root of p, nil when it has no fillings.
func newMagicRoot(p *puzzle.Magic, r *search.Run) (*magicRoot, error) {
	s, err := startMagic(p, r)
	if err != nil {
		return nil, err
	}
	for {
		if ok, err := s.propagate(); !ok {
			return nil, err
		}
		e := newMagicEquations(s)
		if e.contradict(s.value) {
			return nil, nil
		}
		if e.unknown == 0 || e.following() == 0 {
			return &magicRoot{s: s, e: e, domains: s.domains}, nil
		}
		if !s.placeFollowing(e) {
			return nil, nil
		}
	}
}

// placeFollowing fills the open cells that follow from the others by several lines
// together, such as the centre of a board of order 3, and returns false when one cannot
// have its number.
func (s *magicState) placeFollowing(e *magicEquations) bool {
	follow := e.following()
	for set := follow; set != 0; set &= set - 1 {
		c := int32(bits.TrailingZeros64(set))
		f := e.rowOf(c, follow).form(c, -1, 0)
		v := f.constant
		for _, t := range f.terms {
			v += t.times * s.value[t.cell]
		}
		if v < 0 || v%f.over != 0 || v/f.over >= int32(len(s.value)) || !s.has(c, v/f.over) {
			return false
		}
		s.place(c, v/f.over)
	}
	return true
}

// draft returns a way to learn the cells of wanted.
func (root *magicRoot) draft(wanted uint64, width int) magicDraft {
	return draft(root.s.r, root.e, wanted, root.s.p.Order(), root.s.size, width)
}

// walk returns the walk of a plan.
func (root *magicRoot) walk(plan magicPlan, r *search.Run) magicWalk {
	w := magicWalk{plan: plan, value: new([64]int32), r: r, sharedAt: -1}
	copy(w.value[:], root.s.value)
	return w
}

// magicEnumeration yields solutions by a plan.
type magicEnumeration struct {
	root *magicRoot // nil when there are no solutions
	plan magicPlan

	nodes float64 // about how many the plan takes
	wide  bool    // it is the better one of two
}

// prepare makes a plan, and returns about how many nodes it will take.
func (m *magicEnumeration) prepare(p *puzzle.Magic, r *search.Run) (nodes float64, err error) {
	if m.root, err = newMagicRoot(p, r); m.root == nil {
		return 0, err
	}
	m.plan, m.nodes = m.draft(magicBeams[0])
	return m.nodes, r.Err()
}

// widen looks for a better plan, and returns what prepare does.
func (m *magicEnumeration) widen() (nodes float64, err error) {
	if m.root == nil {
		return 0, nil
	}
	m.wide = true
	if plan, nodes := m.draft(magicBeams[1]); nodes < m.nodes {
		m.plan, m.nodes = plan, nodes
	}
	return m.nodes, m.root.s.r.Err()
}

// draft makes a plan, looking at so many ways side by side, and estimates its nodes.
func (m *magicEnumeration) draft(width int) (plan magicPlan, nodes float64) {
	e := m.root.e
	plan = e.compile(m.root.draft(e.unknown, width).order, m.root.domains, nil)
	walk := m.root.walk(plan, m.root.s.r)
	random := rand.New(rand.NewPCG(1, 2)) // the same choice every time
	for range magicDives {
		n, _, _ := walk.dive(random, m.root.s.free[0])
		nodes += n / magicDives
	}
	return plan, nodes
}

// run yields the solutions that the search has not found before it changed over.
func (m *magicEnumeration) run(x *magicSwitch, yield func(puzzle.Solution) bool) error {
	if m.root == nil {
		return nil
	}
	if !m.wide && m.nodes > magicFew && m.nodes < magicEndless {
		if _, err := m.widen(); err != nil {
			return err
		}
	}
	s := m.root.s
	walk := m.walker(x, s.r, yield)
	walk.findParts(s.free[0], m.nodes, nodesOfDive)
	if !crew.Wanted(s.r) {
		return walk.run(0, s.free[0], x.done, 1-x.done)
	}
	cubes, err := walk.cutAll(s.free[0], x.done, 1-x.done)
	for i := 0; err == nil && i < len(cubes); i++ {
		if s.r.Nodes > crew.NodesBefore {
			return m.together(x, cubes[i:], yield)
		}
		err = walk.runCut(&cubes[i])
		s.r.Share(cubes[i].from + cubes[i].part)
	}
	return err
}

// walker returns a walk that yields what it finds, but for what the search has found.
func (m *magicEnumeration) walker(x *magicSwitch, r *search.Run, yield func(puzzle.Solution) bool) *magicWalk {
	walk := m.root.walk(m.plan.clone(), r)
	board, low := make(puzzle.Solution, len(m.root.s.value)), m.root.s.p.Low()
	walk.leaf = func(uint64) error {
		if x.found(walk.value) {
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

// together walks the cubes with all workers.
func (m *magicEnumeration) together(x *magicSwitch, cubes []magicCube, yield func(puzzle.Solution) bool) error {
	join := func(yield func(puzzle.Solution) bool) func(*magicCube, *search.Run) error {
		walk := m.walker(x, nil, yield)
		return func(c *magicCube, r *search.Run) error {
			walk.r = r
			return walk.runCut(c)
		}
	}
	return crew.Search(m.root.s.r, cubes, len(m.root.s.value), join, func(c *magicCube) float64 { return c.from + c.part }, yield)
}

// magicBeams are how many ways to learn cells are looked at side by side, at first and
// where that leaves more than magicFew nodes, which take longer than the wider look,
// and not so many that it is of no use.
var magicBeams = []int{32, 512}

const (
	magicFew     = 5e6
	magicEndless = 1e14
)

// magicDives is how many dives an estimate is the mean of.
const magicDives = 150
