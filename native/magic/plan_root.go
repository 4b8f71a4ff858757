package magic

import (
	"math/bits"

	"crosscut/internal/search"
	"crosscut/puzzle"
)

// planRoot is a board of up to 64 cells with all that propagation finds without a
// guess. Plans begin there.
type planRoot struct {
	s       *state
	e       *equations
	domains []uint64 // per cell
}

// newPlanRoot returns the root of p, nil when it has no fillings.
func newPlanRoot(p *puzzle.Magic, r *search.Run) (*planRoot, error) {
	s, err := newStateWithClues(p, r)
	if err != nil {
		return nil, err
	}
	for {
		if ok, err := s.propagate(); !ok {
			return nil, err
		}
		e := newEquations(s)
		if e.contradict(s.value) {
			return nil, nil
		}
		if e.unknown == 0 || e.following() == 0 {
			return &planRoot{s: s, e: e, domains: s.domains}, nil
		}
		if !s.placeFollowing(e) {
			return nil, nil
		}
	}
}

// placeFollowing fills the open cells that follow from the others by several lines
// together, such as the centre of a board of order 3. It returns false when one cannot
// have its number.
func (s *state) placeFollowing(e *equations) bool {
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

// draft returns an order of filling after which the cells of wanted are known.
func (root *planRoot) draft(wanted uint64, width int) planDraft {
	return draftPlan(root.s.r, root.e, wanted, root.s.p.Order(), root.s.size, width)
}

// walk returns the walk of a plan.
func (root *planRoot) walk(plan fillPlan, r *search.Run) planWalk {
	w := planWalk{plan: plan, value: new([64]int32), r: r, sharedAt: -1}
	copy(w.value[:], root.s.value)
	return w
}
