package dlx

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"

	"crosscut/internal/search"
)

// CountByTree counts through the tree alone, with a memo of room bytes. With always it
// asks the memo at every state.
func CountByTree(ctx context.Context, p *Problem, m *Meter, room int, always bool) (*big.Int, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := newBitset(p, run)
	if err != nil {
		return nil, err
	}
	return countBy(newCounting(s, room), always)
}

func countBy(c *counting, always bool) (*big.Int, error) {
	for k := range c.accounts {
		if always {
			c.accounts[k].asked = math.MinInt64 // the account is never audited
		}
	}
	if _, err := c.advanceBy(math.MaxInt64); err != nil {
		return nil, err
	}
	return c.total.big(), nil
}

// CountByFrontier counts along the frontier alone. It reports whether room bytes were
// enough.
func CountByFrontier(ctx context.Context, p *Problem, m *Meter, room int) (*big.Int, bool, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	f, err := newFrontier(p, run, room)
	if err != nil {
		return nil, false, err
	}
	done, err := f.advanceBy(math.MaxInt64)
	if err != nil {
		return nil, false, err
	}
	return f.total.big(), done, nil
}

// ZDDWithin is [Problem.ZDD] with room bytes.
func ZDDWithin(ctx context.Context, p *Problem, room int) (*ZDD, error) { return p.zdd(ctx, nil, room) }

// SweptZDD and ListedZDD are the two ways of [Problem.ZDD] for a problem with multiplicities.
// ListedZDD returns nil for more covers than most.
func SweptZDD(ctx context.Context, p *Problem, m *Meter, room int) (*ZDD, error) {
	run := search.Start(ctx, m)
	defer run.Close()
	return p.sweptZDD(run, room)
}

func ListedZDD(p *Problem, most int) (*ZDD, error) {
	run := search.Start(context.Background(), nil)
	defer run.Close()
	return p.listedZDD(run, mostBytes, most)
}

// Consistent returns the options that domain consistency leaves at the root. It returns
// false if some item has none.
func (p *Problem) Consistent() ([]int, bool) {
	run := search.Start(context.Background(), nil)
	defer run.Close()
	t, err := newConflictTables(p, run)
	if err != nil {
		return nil, false
	}
	a, err := newAhead(p, t, run)
	if err != nil || !a.start(nil) {
		return nil, false
	}
	left := []int{}
	for w, x := range a.levels[0].live {
		for ; x != 0; x &= x - 1 {
			left = append(left, int(t.number[w<<6+bits.TrailingZeros64(x)]))
		}
	}
	return left, true
}

// SolveAheadImpatiently searches with Ahead. The first restart is after first failures.
func (p *Problem) SolveAheadImpatiently(first int64, yield func([]int) bool) error {
	run := search.Start(context.Background(), nil)
	defer run.Close()
	t, err := newConflictTables(p, run)
	if err != nil {
		return err
	}
	a, err := newAhead(p, t, run)
	if err != nil {
		return err
	}
	a.first = first
	return a.solve(nil, 0, 1, yield)
}

// SolveSwitching begins with a core and continues with Ahead at that node, if the search
// gets there.
func (p *Problem) SolveSwitching(core Core, node int64, m *Meter, yield func([]int) bool) error {
	run := search.Start(context.Background(), m)
	defer run.Close()
	s, err := p.splitting(core, 0, run)
	if err != nil {
		return err
	}
	a := attachedTo(s)
	a.trial = newTrial(p, nil, run)
	a.trial.at, a.trial.patient = node, true
	if s, ok := s.(*bitset); ok {
		a.trial.tables = s.conflictTables
	}
	return drive(core, s, a, run, yield)
}

// SolveTogether splits the search at that node.
func (p *Problem) SolveTogether(ctx context.Context, core Core, node int64, m *Meter, yield func([]int) bool) error {
	run := search.Start(ctx, m)
	defer run.Close()
	s, err := p.splitting(core, node, run)
	if err != nil {
		return err
	}
	err = s.search(yield)
	if errors.Is(err, errSplit) {
		return searchTogether(s, run, nil, 1, yield)
	}
	return err
}

// SolveThin searches with Bitset, with counts for each item where thin is set and with
// sweeps elsewhere. With several workers it splits at its first node. It is for problems of
// few items.
func (p *Problem) SolveThin(thin bool, m *Meter, yield func([]int) bool) error {
	run := search.Start(context.Background(), m)
	defer run.Close()
	split := int64(0)
	if m.Workers > 1 {
		split = 1
	}
	s, err := p.splitting(Bitset, split, run)
	if err != nil {
		return err
	}
	if thin {
		s.(*bitset).beThin(p)
	}
	if err = s.search(yield); errors.Is(err, errSplit) {
		return searchTogether(s, run, nil, 1, yield)
	}
	return err
}

// beThin makes a search that has not begun count for each item.
func (s *bitset) beThin(p *Problem) {
	s.fillThin(p)
	s.levels = nil
	s.start()
}

// Thin reports whether Bitset counts for each item.
func (p *Problem) Thin() bool {
	run := search.Start(context.Background(), nil)
	defer run.Close()
	s, err := newBitset(p, run)
	return err == nil && s.starts != nil
}

// CountThin is CountByTree with counts for each item.
func CountThin(ctx context.Context, p *Problem, room int, always bool) (*big.Int, error) {
	run := search.Start(ctx, nil)
	defer run.Close()
	s, err := newBitset(p, run)
	if err != nil {
		return nil, err
	}
	s.beThin(p)
	return countBy(newCounting(s, room), always)
}

// CountLate is CountByTree with rows that are filled when the count looks at them. Rows are extended at
// the given node. With thin it counts for each item.
func CountLate(ctx context.Context, p *Problem, room int, pairAt int64, thin, always bool) (*big.Int, error) {
	run := search.Start(ctx, nil)
	defer run.Close()
	s := newBitsetWith(newLateTables(p), p, run)
	if thin && s.starts == nil {
		s.beThin(p)
	}
	s.pairAt = pairAt
	return countBy(newCounting(s, room), always)
}

// SolveRestarting searches with restarts, of which the first is at that node. With several
// workers it splits the search at the next node. Before the first split there is a restart.
func (p *Problem) SolveRestarting(ctx context.Context, core Core, node int64, m *Meter, yield func([]int) bool) error {
	return p.solveRestarting(ctx, core, false, node, m, yield)
}

// SolveRestartingThinly is SolveRestarting with Bitset, which counts for each item.
func (p *Problem) SolveRestartingThinly(ctx context.Context, node int64, m *Meter, yield func([]int) bool) error {
	return p.solveRestarting(ctx, Bitset, true, node, m, yield)
}

func (p *Problem) solveRestarting(ctx context.Context, core Core, thinly bool, node int64, m *Meter, yield func([]int) bool) error {
	run := search.Start(ctx, m)
	defer run.Close()
	split := node + 1
	if m.Workers < 2 {
		split = 0
	}
	s, err := p.splitting(core, split, run)
	if err != nil {
		return err
	}
	r := newRestart(p, run, false)
	r.at, r.learns = node, node+1
	if s, ok := s.(*bitset); ok && thinly {
		s.beThin(p)
	}
	a := attachedTo(s)
	a.restart = r
	return drive(core, s, a, run, yield)
}

// attachedTo returns the parts of a search.
func attachedTo(s treeSearch) *attached {
	if s, ok := s.(*bitset); ok {
		return &s.attached
	}
	return &s.(*sparse).attached
}

func (p *Problem) splitting(core Core, node int64, run *search.Run) (treeSearch, error) {
	if core == Sparse {
		s, err := newSparse(p, run)
		if err == nil {
			s.split = node
		}
		return s, err
	}
	s, err := newBitset(p, run)
	if err == nil {
		s.pairAt, s.split = 0, node
	}
	return s, err
}

// FrontierOrders returns the orders among which the frontier chooses.
func (p *Problem) FrontierOrders() [][]int {
	g := newItemGraph(p)
	return [][]int{p.byLastUse(), g.greedy(0), g.greedy(2), frontierOrder(p)}
}
