package magic

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"sync"

	"crosscut/meter"
	"crosscut/native/internal/magic/plan"
	"crosscut/puzzle"
)

// Count counts the fillings. It finds them one by one on a board that has no plan, or that the search
// soon finishes. On other boards it finds one filling of each class under the symmetries of the lines: see
// [plan.Count]. m must not be nil.
func Count(ctx context.Context, p *puzzle.Magic, m *meter.Meter) (*big.Int, error) {
	r := meter.Start(ctx, m)
	defer r.Close()
	found := int64(0)
	count := func(puzzle.Solution) bool { found++; return true }
	s, err := newStateWithClues(p, r)
	if err != nil {
		return nil, err
	}
	if !planning.On() || !s.hasPlan() {
		if err := Search(p, r, count); err != nil {
			return nil, err
		}
		return big.NewInt(found), nil
	}
	if sumsContradict(p) {
		return new(big.Int), nil
	}
	var c *plan.Count
	prepare := sync.OnceValues(func() (nodes float64, err error) {
		root, err := newRoot(p, r)
		if err == nil {
			c, nodes, err = plan.NewCount(root)
		}
		return nodes, err
	})
	s.allowChanges(prepare)
	if err = s.run(count); errors.Is(err, toPlan) {
		r.Solutions = 0 // those found are to be counted again
		return c.All(ctx, m)
	}
	if err != nil {
		return nil, err
	}
	return big.NewInt(found), nil
}

// planSearch returns the search by a plan, which leaves out what s knows.
func (s *state) planSearch() *plan.Search {
	return &plan.Search{Root: func() (*plan.Root, error) { return newRoot(s.p, s.r) }, Known: s.knows}
}

// newRoot returns the root of plans for p, nil when it has no fillings.
func newRoot(p *puzzle.Magic, r *meter.Run) (*plan.Root, error) {
	s, err := newStateWithClues(p, r)
	if err != nil {
		return nil, err
	}
	for {
		if ok, err := s.propagate(); !ok {
			return nil, err
		}
		root := s.root()
		open := s.size
		if !s.placeFollowing(root) {
			return nil, nil
		}
		if s.size == open {
			return root, nil
		}
	}
}

// root returns the root of plans in this state.
func (s *state) root() *plan.Root {
	return plan.NewRoot(s.p, s.r, s.planLines(), s.value, s.domains, s.free[0])
}

// placeFollowing fills the cells that follow by several lines together. It returns false if there are
// no fillings.
func (s *state) placeFollowing(root *plan.Root) bool {
	following, ok := root.Follows()
	for _, f := range following {
		if !s.has(f.Cell, f.Value) {
			return false
		}
		s.place(f.Cell, f.Value)
	}
	return ok
}

// planLines returns the lines with the sums of all their numbers.
func (s *state) planLines() (all []plan.Line) {
	for _, l := range s.lines {
		line := plan.Line{Cells: l.cells, Sum: l.rest}
		for _, c := range l.cells[l.open:] {
			line.Sum += int(s.value[c])
		}
		all = append(all, line)
	}
	return all
}

// knows reports whether the search has found the filling, or would have.
func (s *state) knows(value []int32) bool {
	return s.progress.found(value) || slices.ContainsFunc(s.progress.known, func(known puzzle.Solution) bool {
		for c, k := range known {
			if int(value[c])+s.p.Low() != k {
				return false
			}
		}
		return true
	})
}
