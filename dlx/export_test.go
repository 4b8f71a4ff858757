package dlx

import (
	"context"
	"errors"
	"math"
	"math/big"

	"crosscut/dlx/internal/cores"
	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// The cores for tests.
const (
	Ahead  = ahead
	Bitset = bitset
	Links  = links
	Sparse = sparse
)

// CountByTree counts through the tree alone, with a memo of room bytes.
func CountByTree(ctx context.Context, p *Problem, room int) (*big.Int, error) {
	return countBy(ctx, p, room, func(*cores.Bitset) {})
}

// CountThin is CountByTree with counts for each item.
func CountThin(ctx context.Context, p *Problem, room int) (*big.Int, error) {
	return countBy(ctx, p, room, func(s *cores.Bitset) { s.CountDown() })
}

// CountPairing is CountByTree with rows that are extended at the given node. With thin it counts for
// each item.
func CountPairing(ctx context.Context, p *Problem, room int, pairAt int64, thin bool) (*big.Int, error) {
	return countBy(ctx, p, room, func(s *cores.Bitset) {
		s.PairAt = pairAt
		if thin {
			s.CountDown()
		}
	})
}

func countBy(ctx context.Context, p *Problem, room int, change func(*cores.Bitset)) (*big.Int, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	s := cores.NewBitset(&p.data, run)
	change(s)
	c := cores.NewCount(s, room)
	if _, err := c.AdvanceBy(math.MaxInt64); err != nil {
		return nil, err
	}
	return c.Result(), nil
}

// CountByFrontier counts along the frontier alone. It reports whether room bytes were
// enough.
func CountByFrontier(ctx context.Context, p *Problem, room int) (*big.Int, bool, error) {
	run := meter.Start(ctx, nil)
	defer run.Close()
	f, err := model.NewFrontier(&p.data, run, room)
	if err != nil {
		return nil, false, err
	}
	done, err := f.AdvanceBy(math.MaxInt64)
	return f.Total, done, err
}

// SolveAheadImpatiently searches with Ahead. The first restart is after first failures.
func (p *Problem) SolveAheadImpatiently(first int64, yield func([]int) bool) error {
	run := meter.Start(context.Background(), nil)
	defer run.Close()
	a, err := cores.NewAhead(&p.data, run)
	if err != nil {
		return err
	}
	a.First = first
	return a.Solve(nil, 0, 1, yield)
}

// SolveSwitching begins with a core and continues with Ahead at that node, if the search
// gets there.
func (p *Problem) SolveSwitching(core Core, node int64, m *meter.Meter, yield func([]int) bool) error {
	run := meter.Start(context.Background(), m)
	defer run.Close()
	s, parts, err := p.splitting(core, 0, run)
	if err != nil {
		return err
	}
	parts.Trial = cores.NewTrial(&p.data, run)
	parts.Trial.At, parts.Trial.Patient = node, true
	return cores.Drive(string(core), s, parts, run, yield)
}

// SolveTogether splits the search at that node.
func (p *Problem) SolveTogether(ctx context.Context, core Core, node int64, m *meter.Meter, yield func([]int) bool) error {
	run := meter.Start(ctx, m)
	defer run.Close()
	s, _, err := p.splitting(core, node, run)
	if err != nil {
		return err
	}
	return together(s, run, yield)
}

func together(s cores.Core, run *meter.Run, yield func([]int) bool) error {
	err := s.Search(yield)
	if errors.Is(err, cores.ErrSplit) {
		return cores.Together(s, run, nil, 1, yield)
	}
	return err
}

// SolveThin searches with Bitset, with counts for each item where thin is set and with
// sweeps elsewhere. With several workers it splits at its first node. It is for problems of
// few items.
func (p *Problem) SolveThin(thin bool, m *meter.Meter, yield func([]int) bool) error {
	run := meter.Start(context.Background(), m)
	defer run.Close()
	split := int64(0)
	if m.Workers > 1 {
		split = 1
	}
	s, _, err := p.splitting(Bitset, split, run)
	if err != nil {
		return err
	}
	if thin {
		s.(*cores.Bitset).CountDown()
	}
	return together(s, run, yield)
}

// SolveRestarting searches with restarts, of which the first is at that node. With several
// workers it splits the search at the next node. Before the first split there is a restart. With
// thinly, Bitset counts for each item.
func (p *Problem) SolveRestarting(ctx context.Context, core Core, thinly bool, node int64, m *meter.Meter, yield func([]int) bool) error {
	run := meter.Start(ctx, m)
	defer run.Close()
	split := node + 1
	if m.Workers < 2 {
		split = 0
	}
	s, parts, err := p.splitting(core, split, run)
	if err != nil {
		return err
	}
	r := cores.NewRestart(&p.data, run, false)
	r.At, r.Learns = node, node+1
	if s, ok := s.(*cores.Bitset); ok && thinly {
		s.CountDown()
	}
	parts.Restart = r
	return cores.Drive(string(core), s, parts, run, yield)
}

func (p *Problem) splitting(core Core, node int64, run *meter.Run) (cores.Core, *cores.Parts, error) {
	if core == Sparse {
		s, err := cores.NewSparse(&p.data, run)
		if err != nil {
			return nil, nil, err
		}
		s.Split = node
		return s, &s.Parts, nil
	}
	s := cores.NewBitset(&p.data, run)
	s.PairAt, s.Split = 0, node
	return s, &s.Parts, nil
}
