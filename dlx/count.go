package dlx

import (
	"context"
	"math/big"

	"crosscut/dlx/internal/cores"
	"crosscut/dlx/internal/model"
	"crosscut/meter"
)

// Counting covers without making them one by one.
//
// Count goes two ways in turns: through the tree of the core Bitset (package bitset), and
// along a frontier (package frontier). It applies to problems without multiplicities whose
// tables take at most 128 MiB. The other problems are counted by finding every cover.

// alongFrontier is the name that [meter.Meter.Used] gives to the frontier.
const alongFrontier = "frontier"

// Count returns the number of exact covers, which may have any number of digits. It
// remembers states of the search, so it need not make the covers one by one. Where no
// state recurs, it takes about as long as [Problem.Solve] with a yield that counts.
//
// Count remembers states in up to 256 MiB of memory, however long it runs. The tables of
// "bitset" come on top. Above 128 MiB of tables, which is beyond 30,000 options, Count
// finds every cover. It also finds every cover of a problem with multiplicities.
//
// The errors are those of Solve. With an error the number is that of the covers that were counted,
// which Solutions in the counters of m also has: a lower bound, cut off at 2^63-1. Nodes are the states that were
// branched on, either way. [meter.Meter.Used] has "frontier" when the frontier gave the number.
func (p *Problem) Count(ctx context.Context, m *meter.Meter) (*big.Int, error) {
	if m == nil {
		m = new(meter.Meter)
	}
	before := m.Stats().Solutions
	n, err := p.count(ctx, m)
	if n == nil { // no enumeration gets beyond an int64
		n = big.NewInt(m.Stats().Solutions - before)
	}
	return n, err
}

// count is Count, but where an error ends it, or it finds every cover, the number is nil.
func (p *Problem) count(ctx context.Context, m *meter.Meter) (*big.Int, error) {
	if err := p.fault(); err != nil {
		return nil, err
	}
	if p.HasMultiplicities() || p.data.BitsetBytes() > model.CountBytes/2 {
		return nil, p.SolveWith(ctx, Auto, m, nil)
	}
	run := meter.Start(ctx, m)
	defer run.Close()
	run.Use(string(bitset))
	r := twoWays{problem: &p.data, run: run, tree: cores.NewCount(cores.NewBitset(&p.data, run), model.CountBytes/treeShare)}
	n, err := r.count()
	if err != nil {
		return nil, err
	}
	run.Solutions = model.Capped(n)
	run.Share(1)
	return n, nil
}

// twoWays is a count by two ways that take turns until one is done: through the tree
// with the fewest options first, and along the frontier. Nobody knows in advance which
// way is faster. The slower one may take many thousand times as long.
//
// The tree knows the share of it that is done. So the turns are chosen so that the
// frontier costs little where it loses. Turns are measured in steps, not in seconds: the
// same problem always takes the same course.
type twoWays struct {
	problem  *model.Problem
	run      *meter.Run
	tree     *cores.Count
	frontier *model.Frontier // nil until it is worth its tables
}

func (r *twoWays) count() (*big.Int, error) {
	turn := int64(firstTurn)
	for {
		if done, err := r.tree.AdvanceBy(turn); done || err != nil {
			return r.tree.Result(), err
		}
		turn = max(firstTurn, r.tree.Steps/turnShare)
		if r.frontier == nil {
			if cost := r.setUp(); !frontierTurns.On() || r.tree.Steps < turnShare*cost {
				continue
			}
			f, err := model.NewFrontier(r.problem, r.run, model.CountBytes-model.CountBytes/treeShare)
			if err != nil {
				return nil, err
			}
			r.frontier = f
		}
		// The turns change the time, and not the number.
		if lead := r.lead() - r.frontier.Steps; lead > 0 && !r.frontier.Hopeless {
			done, err := r.frontier.AdvanceBy(lead)
			if done {
				r.run.Use(alongFrontier)
			}
			if done || err != nil {
				return r.frontier.Total, err
			}
			if r.frontier.Hopeless {
				*r.frontier = model.Frontier{Hopeless: true}
				r.tree.Widen(model.CountBytes)
			}
		}
	}
}

// setUp returns the cost of laying out the frontier, in steps. Most of it is the rows.
func (r *twoWays) setUp() int64 { return int64(len(r.problem.Elements)) * int64(r.tree.Words) }

// guess estimates how many steps the tree will take in all, from the share that is done.
func (r *twoWays) guess() float64 { return float64(r.tree.Steps) / r.tree.Share() }

// lead returns how many steps the frontier may have taken by now, in all. Where states merge
// well, these are as many as the tree will take, as guessed, but at most mergingLead times as many
// as it has taken. Otherwise they are 1/turnShare of those, and fewer where fewer states merge: some
// may merge later.
func (r *twoWays) lead() int64 {
	spent := r.tree.Steps
	merging := r.frontier.Merging()
	if merging >= 1 {
		return int64(min(r.guess(), float64(mergingLead*spent)))
	}
	return int64(float64(spent) * max(merging, 1/float64(turnShare)) / turnShare)
}
